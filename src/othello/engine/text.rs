//! Moves and positions as text, and the terms a position is described in.

use std::fmt::Write as _;

use crate::engine::{EngineError, PositionText};
use crate::game::{ByColor, Color, Game, PlayError};
use crate::othello::eval::{Evaluator, Part, Tracked};
use crate::othello::features::{Features, help};
use crate::othello::notation::{NotationError, parse_position as read_position, transcript};
use crate::othello::{Move, ParseMoveError, Position, Score};

pub(super) fn parse_move(text: &str) -> Result<Move, EngineError> {
    text.parse().map_err(|error: ParseMoveError| {
        let quoted = error.0.chars().flat_map(char::escape_debug).collect();
        EngineError::Syntax(ParseMoveError(quoted).to_string())
    })
}

pub(super) fn illegal(mv: &str, reason: PlayError) -> EngineError {
    EngineError::IllegalMove { mv: mv.to_owned(), reason: reason.to_string() }
}

/// Reads discs that are named one by one, each behind its colour.
pub(super) fn parse_stones<'a>(
    mut words: impl Iterator<Item = &'a str>,
) -> Result<ByColor<u64>, EngineError> {
    let mut discs = ByColor { black: 0, white: 0 };
    while let Some(word) = words.next() {
        let color = parse_color(Some(word))?;
        let name = words.next().unwrap_or_default();
        let square = parse_move(name)?.square();
        let bit = square.map_or(0, |square| square.bit());
        if bit == 0 || (discs.black | discs.white) & bit != 0 {
            return Err(EngineError::Syntax(format!("expected each square once, found '{name}'")));
        }
        discs[color] |= bit;
    }
    Ok(discs)
}

/// Reads `black` or `white`.
pub(super) fn parse_color(word: Option<&str>) -> Result<Color, EngineError> {
    match word {
        Some("black") => Ok(Color::Black),
        Some("white") => Ok(Color::White),
        _ => Err(EngineError::Syntax("expected black or white".to_owned())),
    }
}

/// Plays a list of moves, forced passes inserted.
pub(super) fn play_moves(position: &mut Position, moves: &[&str]) -> Result<(), EngineError> {
    transcript::play(position, &moves.join(" ")).map_err(|error| match error {
        NotationError::IllegalMove { token, reason, .. } => illegal(&token, reason),
        error => EngineError::Syntax(format!("moves: {error}")),
    })
}

/// Reads a position.
pub(super) fn parse_position(text: &PositionText<'_>) -> Result<Position, EngineError> {
    read_position(text.format, text.text)
        .map(|parsed| parsed.position)
        .map_err(|error| EngineError::Syntax(format!("position: {error}")))
}

/// Reads a position whose side to move only the moves behind it tell: where the text leaves it out, the first
/// move decides.
pub(super) fn parse_with_moves(text: &PositionText<'_>, moves: &[&str]) -> Option<Position> {
    let alone = parse_position(text).ok()?.history().len();
    let whole = format!("{} {}", text.text, moves.join(" "));
    let position = read_position(text.format, &whole).ok()?.position;
    // What a remark or a caption has swallowed was not played.
    (position.history().len() >= alone + moves.len()).then_some(position)
}

/// Describes the position in the documents' terms.
pub(super) fn describe(position: &Position) -> String {
    Features::of(position).to_string()
}

/// Explains the terms.
pub(super) fn describe_help() -> String {
    help()
}

/// Prints the static evaluation and its parts.
pub(super) fn evaluate(position: &Position, evaluator: &Evaluator) -> String {
    let board = position.board();
    if position.is_over() {
        return format!(
            "evaluation {} the game is over",
            discs(Score::from_discs(board.final_score()))
        );
    }
    // A side that must pass is judged by its opponent's view, as the search does.
    let (board, sign) = if position.must_pass() { (board.pass(), -1) } else { (board, 1) };
    let view = |score: Score| discs(Score(sign * score.0));
    let side = position.side_to_move();
    let mut text =
        format!("evaluation {} discs for {side}", view(evaluator.evaluate(&Tracked::new(board))));
    for Part { name, count, adds } in evaluator.parts(board) {
        let count = count.map_or(String::new(), |count| format!("{count} = "));
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{name}: {count}{}", view(adds));
    }
    text
}

fn discs(score: Score) -> String {
    format!("{:+.2}", f64::from(score.0) / f64::from(Score::DISC))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::PositionFormat;

    #[test]
    fn moves_behind_a_remark_or_a_caption_are_not_swallowed() {
        let board = "---------------------------OX------XO---------------------------";
        let (remark, caption) =
            (format!("{board} X; % remark"), "[qipu](d4E4D5e5)[/qipu] caption".to_owned());
        for (format, text) in [(PositionFormat::Obf, &remark), (PositionFormat::Qipu, &caption)] {
            assert_eq!(parse_with_moves(&PositionText { format, text }, &["f4"]), None, "{text}");
        }
        let text = PositionText { format: PositionFormat::Fen, text: board };
        let position = parse_with_moves(&text, &["f4"]);
        assert_eq!(position.map(|position| position.history().len()), Some(1));
    }
}
