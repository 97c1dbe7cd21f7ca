//! A board as 64 letters and perhaps the side to move: what `position fen` reads.

use nom::character::complete::anychar;

use crate::game::{ByColor, Color, Game};
use crate::othello::notation::cursor::{Cursor, side};
use crate::othello::notation::transcript::{peek_move, play_moves};
use crate::othello::notation::{NotationError, ParsedPosition};
use crate::othello::{Board, Move, Position};

/// Reads a board, the side to move if it is given, and moves if there are any.
///
/// Black is `X x * b B`, White `O o w W`, an empty square `- .`; blanks anywhere, `/` between rows. Without
/// a side, Black is to move unless only White can make the first move listed; without moves, Black unless he
/// must pass.
///
/// # Errors
/// There are not 64 squares, something else stands behind them, or a move breaks a rule.
///
/// # Examples
/// ```
/// use heibai::othello::{Position, notation::board_text};
/// use heibai::game::Game;
/// let start = "........ ........ ........ ...ob... ...bo... ........ ........ ........ black";
/// assert_eq!(board_text::parse(start).unwrap().position, Position::start());
/// ```
pub fn parse(text: &str) -> Result<ParsedPosition, NotationError> {
    let mut cursor = Cursor::new(text);
    let discs = read_discs(&mut cursor)?;
    cursor.skip_blanks();
    let (side, expected) = match cursor.take(side) {
        Some(side) => (side, "a move or the end"),
        None => {
            (infer_side(discs, peek_move(cursor)), "the side to move (X or O), a move or the end")
        }
    };
    let mut position = set_up(discs, side);
    play_moves(&mut cursor, &mut position, expected)?;
    Ok(ParsedPosition::from(position))
}

/// Writes the present board and side to move: 64 characters `X O -`, a blank, `X` or `O`.
#[must_use]
pub fn write(position: &Position) -> String {
    let side = position.side_to_move();
    let board = position.board().to_text(side.letter(), (!side).letter(), '-');
    format!("{board} {}", side.letter())
}

/// Returns what a letter of a board stands for: a disc, or `None` for an empty square.
pub(super) fn glyph(letter: char) -> Option<Option<Color>> {
    match letter {
        'X' | 'x' | '*' | 'b' | 'B' => Some(Some(Color::Black)),
        'O' | 'o' | 'w' | 'W' => Some(Some(Color::White)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

/// Reads 64 squares, blanks between them skipped and `/` where a row ends.
///
/// A single letter set apart behind 63 squares that are not is the side to move of a board one square short.
pub(super) fn read_discs(cursor: &mut Cursor<'_>) -> Result<ByColor<u64>, NotationError> {
    let mut discs = ByColor { black: 0, white: 0 };
    let mut groups = 0;
    for index in 0..64usize {
        let mut apart = skip_gap(cursor);
        if index > 0 && index.is_multiple_of(8) && cursor.rest().starts_with('/') {
            cursor.skip_while(|c| c == '/');
            apart |= skip_gap(cursor);
        }
        groups += usize::from(apart || index == 0);
        let letter = cursor.rest().chars().next();
        let Some(square) = letter.and_then(glyph) else {
            return Err(cursor.square_count(index));
        };
        if index == 63 && apart && groups < 64 {
            return Err(cursor.square_count(index));
        }
        if let Some(color) = square {
            discs[color] |= 1 << index;
        }
        cursor.take(anychar);
    }
    Ok(discs)
}

/// Skips blanks; returns whether there were any.
fn skip_gap(cursor: &mut Cursor<'_>) -> bool {
    let before = cursor.rest().len();
    cursor.skip_blanks();
    cursor.rest().len() < before
}

/// Sets up discs that were read into separate squares.
pub(in crate::othello) fn set_up(discs: ByColor<u64>, side: Color) -> Position {
    Position::new(Board::new_unchecked(discs[side], discs[!side]), side)
}

/// Returns who is to move where the text does not say: Black, unless only White can make the first move, or
/// unless there is none and Black must pass.
pub(in crate::othello) fn infer_side(discs: ByColor<u64>, first: Option<Move>) -> Color {
    let black = set_up(discs, Color::Black).board();
    let white_moves = match first {
        Some(Move::Place(square)) => black.flips(square) == 0 && black.pass().flips(square) != 0,
        Some(Move::Pass) => !black.must_pass() && black.pass().must_pass(),
        None => black.must_pass(),
    };
    if white_moves { Color::White } else { Color::Black }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::notation::transcript;

    const START: &str = "---------------------------OX------XO---------------------------";

    fn position(text: &str) -> Position {
        parse(text).unwrap().position
    }

    #[test]
    fn every_letter_form_is_read() {
        let start = Position::start();
        for (black, white, empty) in
            [("X", "O", "-"), ("x", "o", "."), ("*", "O", "-"), ("b", "w", "."), ("B", "W", "-")]
        {
            let board = START.replace('X', black).replace('O', white).replace('-', empty);
            for side in ["", "X", "x", "*", "b", "B", "black", "Black", "BLACK"] {
                assert_eq!(position(&format!("{board} {side}")), start, "{board} {side}");
            }
            for side in ["O", "o", "w", "W", "white", "White"] {
                let found = position(&format!("{board} {side}"));
                assert_eq!(found.side_to_move(), Color::White);
                assert_eq!(found.discs(), start.discs());
            }
        }
    }

    #[test]
    fn rows_and_blanks_are_read() {
        let rows: Vec<&str> = (0..8).map(|row| &START[8 * row..8 * row + 8]).collect();
        let spaced: Vec<String> = START.chars().map(String::from).collect();
        for text in [
            format!("{START}X"),
            format!("  {START}\n"),
            format!("{} X", rows.join("/")),
            format!("{} X", rows.join(" / ")),
            rows.join("\r\n"),
            rows.join(" "),
            spaced.join(" "),
            format!("{} x", spaced.join(" ")),
        ] {
            assert_eq!(position(&text), Position::start(), "{text:?}");
        }
    }

    #[test]
    fn moves_may_follow() {
        let game = transcript::parse("f5f6e6").unwrap().position;
        assert_eq!(position(&format!("{START} X f5 F6e6")), game);
        assert_eq!(position(&format!("{START} f5f6e6")), game);
        assert_eq!(position(&format!("{START} f4")).history()[0].side, Color::White);
        assert_eq!(position(&format!("{START} f4")).origin().side_to_move(), Color::White);
    }

    #[test]
    fn without_a_side_black_moves_unless_he_must_pass() {
        let only_white = format!("OX{}", "-".repeat(62));
        assert_eq!(position(&only_white).side_to_move(), Color::White);
        let neither = format!("XX{}", "-".repeat(62));
        assert_eq!(position(&neither).side_to_move(), Color::Black);
        let pass_first = position(&format!("{only_white} pa c1"));
        assert_eq!(pass_first.origin().side_to_move(), Color::Black);
        assert_eq!(pass_first.history().len(), 2);
        let white_pass = position(&format!("XO{} ps c1", "-".repeat(62)));
        assert_eq!(white_pass.origin().side_to_move(), Color::White);
    }

    #[test]
    fn errors_name_token_and_column() {
        let short = |text: &str| match parse(text) {
            Err(NotationError::SquareCount { token, column, found }) => (token, column, found),
            other => panic!("{text:?}: {other:?}"),
        };
        assert_eq!(short(""), (String::new(), 1, 0));
        assert_eq!(short(&START[..60]), (String::new(), 61, 60));
        assert_eq!(short(&format!("{} X", &START[1..])), ("X".to_owned(), 65, 63));
        assert_eq!(short("--q-"), ("q".to_owned(), 3, 2));
        assert_eq!(short("----/---"), ("/".to_owned(), 5, 4));
        let syntax = |text: String| match parse(&text) {
            Err(NotationError::Syntax { token, column, expected }) => (token, column, expected),
            other => panic!("{text:?}: {other:?}"),
        };
        let (token, column, expected) = syntax(format!("{START} z"));
        assert_eq!((token.as_str(), column), ("z", 66));
        assert_eq!(expected, "the side to move (X or O), a move or the end");
        assert_eq!(syntax(format!("{START} XX")).0, "XX");
        assert_eq!(syntax(format!("{START} X ; +3")).1, 68);
        assert!(matches!(
            parse(&format!("{START} X f4")),
            Err(NotationError::IllegalMove { column: 68, .. })
        ));
    }
}
