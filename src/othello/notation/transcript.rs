//! Move lists: `f5d6c3…`, the plainest record of a game.
//!
//! Owns reading and writing of moves in a row; other notations end in the same list and read it here.

use crate::game::Game;
use crate::othello::notation::cursor::{Cursor, any_move, move_number};
use crate::othello::notation::{NotationError, ParsedPosition};
use crate::othello::{Move, Position};

/// Reads a game from the start of play.
///
/// Any case; blanks, commas and move numbers `12.` between moves; passes in every spelling of
/// [`PASS_WORDS`](crate::game::PASS_WORDS) or left out.
///
/// # Errors
/// A token is no move, or a move breaks a rule.
///
/// # Examples
/// ```
/// use heibai::othello::notation::transcript;
/// let game = transcript::parse("1. F5 2. f6 e6F4").unwrap();
/// assert_eq!(transcript::write(&game.position, false), "f5f6e6f4");
/// ```
pub fn parse(text: &str) -> Result<ParsedPosition, NotationError> {
    let mut position = Position::start();
    play(&mut position, text)?;
    Ok(ParsedPosition::from(position))
}

/// Writes the moves played since the set-up, in lower case without blanks.
///
/// With `passes` each pass is written `pa`; without, only a pass that ends the list is: readers put the
/// others back.
#[must_use]
pub fn write(position: &Position, passes: bool) -> String {
    let history = position.history();
    let mut text = String::with_capacity(2 * history.len());
    for (index, ply) in history.iter().enumerate() {
        match ply.mv {
            Move::Place(square) => text.push_str(&square.to_string()),
            Move::Pass if passes || index + 1 == history.len() => text.push_str("pa"),
            Move::Pass => {}
        }
    }
    text
}

/// Plays a list of moves, written as [`parse`] reads them, from `position` on.
///
/// # Errors
/// A token is no move, or a move breaks a rule; `position` is then left after the last legal one.
pub fn play(position: &mut Position, moves: &str) -> Result<(), NotationError> {
    play_moves(&mut Cursor::new(moves), position, "a move a1 to h8 or a pass")
}

/// Skips what may stand between two moves.
fn skip_separators(cursor: &mut Cursor<'_>) {
    loop {
        cursor.skip_while(|c| c.is_whitespace() || c == ',' || c == '，');
        if cursor.take(move_number).is_none() {
            return;
        }
    }
}

/// Returns the move that comes next, without reading it.
pub(super) fn peek_move(mut cursor: Cursor<'_>) -> Option<Move> {
    skip_separators(&mut cursor);
    cursor.take(any_move)
}

/// Plays the moves up to the end of the text, left-out passes inserted.
///
/// `expected` says what could have stood where the first move should.
pub(super) fn play_moves(
    cursor: &mut Cursor<'_>,
    position: &mut Position,
    mut expected: &'static str,
) -> Result<(), NotationError> {
    loop {
        skip_separators(cursor);
        if cursor.is_done() {
            return Ok(());
        }
        let before = *cursor;
        let mv = cursor.require(any_move, expected)?;
        position.play_with_passes(mv).map_err(|reason| before.illegal(reason))?;
        expected = "a move a1 to h8 or a pass";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::PlayError;

    /// Ends with White passing before the last moves.
    const WITH_PASSES: &str = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3h5h2d2c5c6b4e3b5f2c8d8b6c7f1g8b7\
        a3e8g7d1a4a6a8c2b8e2a7a5b3h8h7a2a1b2b1h1c1g2e1g1";

    fn moves(text: &str) -> String {
        write(&parse(text).unwrap().position, true)
    }

    #[test]
    fn every_spacing_and_case_is_read() {
        let plain = "f5f6e6f4e3c5";
        for text in [
            "F5F6E6F4E3C5",
            "f5 F6 e6\tf4\r\ne3  c5 ",
            "f5,f6, e6，f4,e3,c5,",
            "1. f5 2. f6 3. e6 4.f4 5.e3 6.c5",
            "1. f5 f6 2. e6 f4 3. e3 3... c5",
        ] {
            assert_eq!(moves(text), plain, "{text:?}");
        }
        assert_eq!(moves(""), "");
    }

    #[test]
    fn passes_are_read_in_every_spelling_and_inserted() {
        let position = parse(WITH_PASSES).unwrap().position;
        assert!(position.is_over());
        let explicit = write(&position, true);
        assert_eq!(explicit.matches("pa").count(), 7);
        assert_eq!(write(&position, false), WITH_PASSES);
        for word in crate::game::PASS_WORDS {
            for word in [word.to_owned(), word.to_uppercase(), format!(" {word} ")] {
                assert_eq!(parse(&explicit.replace("pa", &word)).unwrap().position, position);
            }
        }
    }

    #[test]
    fn a_last_pass_is_written() {
        let mut position = parse(WITH_PASSES).unwrap().position;
        while position.history().last().is_some_and(|ply| ply.mv != Move::Pass) {
            position.undo();
        }
        assert_eq!(parse(&write(&position, false)).unwrap().position, position);
    }

    #[test]
    fn errors_name_token_and_column() {
        let syntax = |text: &str| match parse(text) {
            Err(NotationError::Syntax { token, column, .. }) => (token, column),
            other => panic!("{text:?}: {other:?}"),
        };
        assert_eq!(syntax("f5f6z9e6"), ("z9".to_owned(), 5));
        assert_eq!(syntax("f5 a10"), ("a10".to_owned(), 4));
        assert_eq!(syntax("f5，白"), ("白".to_owned(), 4));
        assert_eq!(syntax("f5\u{7}"), ("\u{FFFD}".to_owned(), 3));
        assert_eq!(syntax(&"z".repeat(5000)), ("z".repeat(32), 1));
        assert_eq!(syntax("f5 f"), ("f".to_owned(), 4));
    }

    #[test]
    fn illegal_moves_name_the_rule() {
        let illegal = |text: &str| match parse(text) {
            Err(NotationError::IllegalMove { token, column, reason }) => (token, column, reason),
            other => panic!("{text:?}: {other:?}"),
        };
        assert_eq!(illegal("f5 F5"), ("F5".to_owned(), 4, PlayError::Occupied));
        assert_eq!(illegal("1. f5a1"), ("a1".to_owned(), 6, PlayError::NoFlip));
        assert_eq!(illegal("f5pass"), ("pass".to_owned(), 3, PlayError::PassForbidden));
        let over = illegal(&format!("{WITH_PASSES}a1"));
        assert_eq!(over, ("a1".to_owned(), WITH_PASSES.len() + 1, PlayError::Over));
    }
}
