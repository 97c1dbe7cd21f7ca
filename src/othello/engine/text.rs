//! Moves and positions as text, and the terms a position is described in.

use crate::engine::{EngineError, PositionFormat, PositionText, StopFlag};
use crate::game::{Color, Game, PlayError};
use crate::othello::search::{Config, Request, Searcher};
use crate::othello::{Board, Move, Position, Square};

pub(super) fn parse_move(text: &str) -> Result<Move, EngineError> {
    text.parse().map_err(|error: crate::othello::ParseMoveError| {
        let quoted = error.0.chars().flat_map(char::escape_debug).collect();
        EngineError::Syntax(crate::othello::ParseMoveError(quoted).to_string())
    })
}

pub(super) fn illegal(mv: &str, reason: PlayError) -> EngineError {
    EngineError::IllegalMove { mv: mv.to_owned(), reason: reason.to_string() }
}

/// Plays one word of a move list: a move, or several written together (`f5d6c3`).
pub(super) fn play_words(position: &mut Position, word: &str) -> Result<(), EngineError> {
    let together = word.is_ascii() && word.len() > 2 && word.parse::<Move>().is_err();
    let pairs: Vec<&str> = if together {
        (0..word.len()).step_by(2).filter_map(|at| word.get(at..at + 2)).collect()
    } else {
        vec![word]
    };
    if together
        && (!word.len().is_multiple_of(2) || pairs.iter().any(|pair| pair.parse::<Move>().is_err()))
    {
        return parse_move(word).map(drop);
    }
    for pair in pairs {
        let mv = parse_move(pair)?;
        position.play_with_passes(mv).map_err(|reason| illegal(pair, reason))?;
    }
    Ok(())
}

/// Reads a position.
pub(super) fn parse_position(text: &PositionText<'_>) -> Result<Position, EngineError> {
    let board = match text.format {
        PositionFormat::Start => return Ok(Position::start()),
        PositionFormat::Fen => text.text,
        PositionFormat::Obf => text.text.split(';').next().unwrap_or(""),
        PositionFormat::Qipu | PositionFormat::Any => {
            return Err(EngineError::Unsupported("this notation".to_owned()));
        }
    };
    let mut discs = crate::game::ByColor { black: 0, white: 0 };
    let mut letters = board.chars().filter(|letter| !letter.is_whitespace());
    for square in Square::all() {
        match letters.next() {
            Some('X' | 'x' | '*' | 'b' | 'B') => discs.black |= square.bit(),
            Some('O' | 'o' | 'w' | 'W') => discs.white |= square.bit(),
            Some('-' | '.') => {}
            other => {
                return Err(EngineError::Syntax(format!(
                    "expected square {square}, found {other:?}"
                )));
            }
        }
    }
    let side = match letters.next() {
        None | Some('X' | 'x' | '*' | 'b' | 'B') => Color::Black,
        Some('O' | 'o' | 'w' | 'W') => Color::White,
        Some(other) => {
            return Err(EngineError::Syntax(format!("expected a side, found {other:?}")));
        }
    };
    Position::from_discs(discs, side).map_err(|error| EngineError::Syntax(error.to_string()))
}

/// Describes the position in the documents' terms.
pub(super) fn describe(position: &Position) -> String {
    let counts = position.counts();
    format!("discs black {} white {}", counts.black, counts.white)
}

/// Explains the terms.
pub(super) fn describe_help() -> String {
    "discs: the discs of each side".to_owned()
}

/// Prints the static evaluation.
pub(super) fn evaluate(position: &Position) -> String {
    let board = position.board();
    let (own, other) = (board.legal_moves().count_ones(), board.opponent_moves().count_ones());
    format!("mobility {own} against {other}")
}

/// Searches a few positions with one thread.
pub(super) fn bench(stop: &StopFlag) -> Option<u64> {
    let mut searcher = Searcher::new(Config::default());
    let report = searcher.search(Board::START, &Request::default(), stop, &mut ());
    (!stop.is_raised()).then_some(report.nodes)
}
