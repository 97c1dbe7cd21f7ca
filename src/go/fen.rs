//! Positions on one line: rows from the top, the side to move, and what a board alone does not show.
//!
//! `9/9/3x5/9/4o4/9/9/9/9 b`: `x` Black, `o` White, numbers for empty points, `/` between rows. Behind the side
//! may stand `ko V`, the point where the side to move may not retake, and `prisoners B W`, the stones each side
//! has captured.

use std::fmt::Write as _;

use crate::game::Color;
use crate::go::point::MAX_SIZE;
use crate::go::{Board, DiagramError, Point, Position};

/// A text that is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Something else stands where a certain thing is expected.
    #[error("expected {expected}, found '{found}'")]
    Unexpected {
        /// What may stand there.
        expected: &'static str,
        /// What stands there, or nothing at the end.
        found: String,
    },
    /// The rows show no board.
    #[error("rows: {0}")]
    Diagram(#[from] DiagramError),
}

const ROWS: &str = "rows of x, o and numbers with / between them";

fn unexpected(expected: &'static str, found: &str) -> FenError {
    FenError::Unexpected { expected, found: found.chars().take(40).collect() }
}

/// Reads a position.
///
/// # Errors
/// What stands where something else is expected, or why there is no such board.
///
/// # Examples
/// ```
/// use heibai::go::fen;
/// let position = fen::parse("3x1/2x1x/3xo/4o/5 w").unwrap();
/// assert_eq!(position.board().liberties("e3".parse().unwrap()), 2);
/// assert_eq!(fen::write(&position), "3x1/2x1x/3xo/4o/5 w");
/// ```
pub fn parse(text: &str) -> Result<Position, FenError> {
    let mut words = text.split_whitespace();
    let mut board = rows(words.next().unwrap_or_default())?;
    let word = words.next().unwrap_or_default();
    let side = match word.to_ascii_lowercase().as_str() {
        "b" | "black" | "x" => Color::Black,
        "w" | "white" | "o" => Color::White,
        _ => return Err(unexpected("the side to move (b or w)", word)),
    };
    while let Some(word) = words.next() {
        match word {
            "ko" => {
                let name = words.next().unwrap_or_default();
                let point = name.parse::<Point>().ok().filter(|&point| board.is_empty(point));
                let point = point.ok_or_else(|| unexpected("an empty point behind ko", name))?;
                board.restore_ko(Some((side, point)));
            }
            "prisoners" => {
                for color in Color::ALL {
                    let word = words.next().unwrap_or_default();
                    let stones = word.parse::<u32>().ok().filter(|&stones| stones < 1 << 20);
                    let stones =
                        stones.ok_or_else(|| unexpected("two numbers of prisoners", word))?;
                    board.add_prisoners(color, stones);
                }
            }
            _ => return Err(unexpected("'ko', 'prisoners' or the end", word)),
        }
    }
    Ok(Position::from_board(board, side))
}

fn rows(text: &str) -> Result<Board, FenError> {
    let mut rows = Vec::new();
    for part in text.split('/') {
        let mut row = Vec::new();
        let mut rest = part;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let (number, tail) = rest.split_at(digits);
                let empty = number.parse::<usize>().ok();
                let empty = empty.filter(|empty| (1..=usize::from(MAX_SIZE)).contains(empty));
                let empty = empty.ok_or_else(|| unexpected(ROWS, number))?;
                row.extend(std::iter::repeat_n(None, empty));
                rest = tail;
                continue;
            }
            row.push(match letter {
                'x' | 'X' | 'b' | 'B' => Some(Color::Black),
                'o' | 'O' | 'w' | 'W' => Some(Color::White),
                '.' | '-' => None,
                _ => return Err(unexpected(ROWS, rest)),
            });
            rest = &rest[letter.len_utf8()..];
        }
        rows.push(row);
    }
    if rows.len() < 2 {
        return Err(unexpected(ROWS, text));
    }
    Ok(Board::from_rows(&rows)?)
}

/// Writes a position as [`parse`] reads it.
#[must_use]
pub fn write(position: &Position) -> String {
    let board = position.board();
    let rows = (0..board.height()).rev().map(|row| {
        let cells = (0..board.width()).map(|column| {
            let point = Point::new(column, row);
            point.and_then(|point| board.color_at(point)).map_or('.', Color::letter)
        });
        short(&cells.collect::<String>().to_ascii_lowercase())
    });
    let mut text = rows.collect::<Vec<_>>().join("/");
    let side = position.side_to_move();
    // Writing to a string cannot fail, here and below.
    let _ = write!(text, " {}", if side == Color::Black { 'b' } else { 'w' });
    if let Some((_, point)) = board.ko().filter(|&(color, _)| color == side) {
        let _ = write!(text, " ko {point}");
    }
    let (black, white) = (board.prisoners(Color::Black), board.prisoners(Color::White));
    if black + white > 0 {
        let _ = write!(text, " prisoners {black} {white}");
    }
    text
}

/// Puts numbers in place of dots.
fn short(row: &str) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for cell in row.chars().chain(['/']) {
        if cell == '.' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        if cell != '/' {
            text.push(cell);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_print_as_they_are_read() {
        for text in [
            "9/9/3x5/9/4o4/9/9/9/9 b",
            "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/x17o w",
            "2x1/xo1o/1xo1/4 w prisoners 3 0",
            "1xo1/x1xo/1xo1/4 w ko b3 prisoners 1 0",
            "7/7/7 b",
        ] {
            let position = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(write(&position), text);
        }
    }

    #[test]
    fn texts_that_are_no_position_are_refused() {
        for (text, words) in [
            ("", "expected rows of x, o and numbers"),
            ("9", "expected rows of x, o and numbers"),
            ("9/9", "expected the side to move (b or w), found ''"),
            ("3/3/3 g", "expected the side to move (b or w), found 'g'"),
            ("3/2/3 b", "rows: line 2: expected 3 points as in the first row, found 2"),
            ("30/30 b", "expected rows of x, o and numbers with / between them, found '30'"),
            ("0/0 b", "expected rows"),
            ("3/é2/3 b", "found 'é2'"),
            ("xo/o1 b", "rows: the black stone on a2 has no liberty"),
            ("3/3/3 b ko i1", "expected an empty point behind ko, found 'i1'"),
            ("3/3/3 b prisoners 1", "expected two numbers of prisoners, found ''"),
            ("3/3/3 b 3", "expected 'ko', 'prisoners' or the end, found '3'"),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
