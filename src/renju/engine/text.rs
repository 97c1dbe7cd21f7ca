//! Positions and actions as the session's contract writes them.

use crate::engine::{EngineError, PositionFormat, PositionText};
use crate::game::{Color, Outcome};
use crate::renju::notation::{self, TextError};
use crate::renju::{Action, Position, Reason, Refusal, Rules, record, sgf};

pub(super) fn parse_action(text: &str) -> Result<Action, EngineError> {
    notation::parse_action(text).map_err(|error| EngineError::Syntax(error.to_string()))
}

pub(super) fn illegal(mv: &str, refusal: Refusal) -> EngineError {
    EngineError::IllegalMove { mv: mv.to_owned(), reason: refusal.to_string() }
}

/// Plays actions.
pub(super) fn play(position: &mut Position, text: &str) -> Result<(), EngineError> {
    notation::play(position, text).map_err(|error| match error {
        TextError::Refused { action, refusal } => illegal(&action, refusal),
        error => EngineError::Syntax(format!("moves: {error}")),
    })
}

/// What a referee may say beside the actions, with what comes of it.
const RULINGS: &str = "an action, 'press', 'agree black|white|draw', 'time black|white', 'absent black|white', \
                       'bothflags' or 'disturbed'";

/// Does what `action` asks for: an action in words, or what a referee says of a game.
pub(super) fn act(position: &mut Position, text: &str) -> Result<String, EngineError> {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default().to_ascii_lowercase();
    let second = words.next().map(str::to_ascii_lowercase);
    let side = match second.as_deref() {
        Some("black" | "b") => Some(Color::Black),
        Some("white" | "w") => Some(Color::White),
        _ => None,
    };
    let end = match (first.as_str(), side, second.as_deref()) {
        ("press", None, None) => {
            position.press_clock();
            return Ok("the clock is pressed".to_owned());
        }
        ("agree", Some(color), _) => (Outcome::Win(color), Reason::Agreement),
        ("agree", None, Some("draw")) => (Outcome::Draw, Reason::Agreement),
        ("time", Some(color), _) => (Outcome::Win(!color), Reason::Time),
        ("absent", Some(color), _) => (Outcome::Win(!color), Reason::Absence),
        ("bothflags", None, None) => (Outcome::Draw, Reason::BothFlags),
        ("disturbed", None, None) => (Outcome::Draw, Reason::Disturbed),
        _ => {
            let action = notation::parse_action(text).map_err(|error| {
                EngineError::Syntax(format!("action: expected {RULINGS}: {error}"))
            })?;
            position.play(action).map_err(|refusal| illegal(text.trim(), refusal))?;
            let told = position.conclusion().map(|conclusion| conclusion.to_string());
            return Ok(told.unwrap_or_else(|| action.to_string()));
        }
    };
    position.conclude(end.0, end.1).map_err(|refusal| EngineError::Refused(refusal.to_string()))?;
    Ok(position.conclusion().map_or_else(String::new, |conclusion| conclusion.to_string()))
}

/// Reads a position.
pub(super) fn parse_position(
    rules: Rules,
    text: &PositionText<'_>,
) -> Result<Position, EngineError> {
    let wrong = |error: &dyn std::fmt::Display| EngineError::Syntax(format!("position: {error}"));
    let trimmed = text.text.trim();
    match text.format {
        PositionFormat::Start => Ok(Position::new(rules)),
        PositionFormat::Obf => Err(EngineError::Unsupported("obf".to_owned())),
        PositionFormat::Sgf => sgf::read(trimmed, rules).map(|(p, _)| p).map_err(|e| wrong(&e)),
        _ if trimmed.starts_with('(') => {
            sgf::read(trimmed, rules).map(|(p, _)| p).map_err(|e| wrong(&e))
        }
        PositionFormat::Any if trimmed.contains('\n') => {
            record::read(trimmed).map(|(p, _)| p).map_err(|e| wrong(&e))
        }
        PositionFormat::Fen => {
            notation::parse_position(rules, trimmed).map_err(|error| wrong(&error))
        }
        PositionFormat::Any if trimmed.contains('/') => {
            notation::parse_position(rules, trimmed).map_err(|error| wrong(&error))
        }
        PositionFormat::Qipu | PositionFormat::Any => {
            let mut position = Position::new(rules);
            play(&mut position, trimmed)?;
            Ok(position)
        }
    }
}
