//! Positions and actions as the session's contract writes them.

use crate::engine::{EngineError, PositionFormat, PositionText};
use crate::game::{Color, Outcome};
use crate::renju::notation::{self, TextError};
use crate::renju::referee::{Event, Referee};
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
        error => misread("moves", &error),
    })
}

/// Names what was not understood of `what`, with its column.
fn misread(what: &str, error: &TextError) -> EngineError {
    let column = error.column().map(|column| format!("column {column}: ")).unwrap_or_default();
    EngineError::Syntax(format!("{what}: {column}{error}"))
}

/// What a referee may say beside the actions, with what comes of it.
const RULINGS: &str = "an action, 'act black|white' and an action, 'press', 'agree black|white|draw', 'time black|white', 'absent black|white', \
                       'bothflags' or 'disturbed'";

/// Does what `action` asks for: an action in words, or what a referee says of a game.
pub(super) fn act(position: &mut Position, text: &str) -> Result<String, EngineError> {
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let side = match words.get(1) {
        Some(&("black" | "b")) => Some(Color::Black),
        Some(&("white" | "w")) => Some(Color::White),
        _ => None,
    };
    let end = match (words.as_slice(), side) {
        (["act", _, rest @ ..], Some(color)) if !rest.is_empty() => {
            return conduct(position, color, &rest.join(" "));
        }
        (["act", rest @ ..], _) => {
            let expected = if side.is_some() { "an action" } else { "black or white" };
            let wrong = if side.is_some() { None } else { rest.first().copied() };
            return Err(behind("act", expected, wrong));
        }
        (["press"], _) => {
            position.press_clock();
            return Ok("the clock is pressed".to_owned());
        }
        (["agree", _], Some(color)) => (Outcome::Win(color), Reason::Agreement),
        (["agree", "draw"], _) => (Outcome::Draw, Reason::Agreement),
        (["time", _], Some(color)) => (Outcome::Win(!color), Reason::Time),
        (["absent", _], Some(color)) => (Outcome::Win(!color), Reason::Absence),
        (["bothflags"], _) => (Outcome::Draw, Reason::BothFlags),
        (["disturbed"], _) => (Outcome::Draw, Reason::Disturbed),
        ([ruling @ ("agree" | "time" | "absent"), rest @ ..], _) => {
            let is_agree = *ruling == "agree";
            let is_read = side.is_some() || is_agree && rest.first() == Some(&"draw");
            let (expected, wrong) = match (is_read, is_agree) {
                (true, _) => ("nothing more", rest.get(1)),
                (false, true) => ("black, white or draw", rest.first()),
                (false, false) => ("black or white", rest.first()),
            };
            return Err(behind(ruling, expected, wrong.copied()));
        }
        // What other games know: a position is set up by its text here.
        ([word @ ("setup" | "position" | "turn"), ..], _) => {
            return Err(EngineError::Unsupported(format!("'{word}'")));
        }
        ([ruling @ ("press" | "bothflags" | "disturbed"), wrong, ..], _) => {
            return Err(behind(ruling, "nothing more", Some(wrong)));
        }
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

/// Has the referee take what the player of `color` does, violations counted.
fn conduct(position: &mut Position, color: Color, text: &str) -> Result<String, EngineError> {
    let action = parse_action(text)?;
    let mut referee = Referee::new(position.clone());
    let event = referee.act(color, action).map_err(|refusal| illegal(text, refusal))?;
    position.clone_from(referee.position());
    let end = position.conclusion().map(|conclusion| conclusion.to_string());
    Ok(match event {
        Event::Played => end.unwrap_or_else(|| action.to_string()),
        Event::Violation(violation, count) => {
            let end = end.map(|end| format!(": {end}")).unwrap_or_default();
            format!("violation {count} of {color}: {violation}{end}")
        }
        Event::WrongClaim(_) => "there is no forbidden stone to claim".to_owned(),
    })
}

/// Names a word that does not belong behind one of the referee's.
pub(super) fn behind(word: &str, expected: &str, found: Option<&str>) -> EngineError {
    let found = found.map_or("the end".to_owned(), |found| format!("'{}'", notation::quote(found)));
    EngineError::Syntax(format!("{word}: expected {expected}, found {found}"))
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
        PositionFormat::Obf => Err(EngineError::Unsupported("'obf'".to_owned())),
        PositionFormat::Sgf => sgf::read(trimmed, rules).map(|(p, _)| p).map_err(|e| wrong(&e)),
        _ if trimmed.starts_with('(') => {
            sgf::read(trimmed, rules).map(|(p, _)| p).map_err(|e| wrong(&e))
        }
        PositionFormat::Any if trimmed.contains('\n') => {
            record::read(trimmed).map(|(p, _)| p).map_err(|e| wrong(&e))
        }
        PositionFormat::Fen => {
            notation::parse_position(rules, trimmed).map_err(|error| misread("position", &error))
        }
        PositionFormat::Any if trimmed.contains('/') => {
            notation::parse_position(rules, trimmed).map_err(|error| misread("position", &error))
        }
        PositionFormat::Qipu | PositionFormat::Any => {
            let mut position = Position::new(rules);
            play(&mut position, trimmed)?;
            Ok(position)
        }
    }
}
