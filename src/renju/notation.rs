//! Actions and positions as text.
//!
//! Actions are words: a point, `pass`, `swap`, `noswap`, `declare 3`, `offer j10 g6`, `choose g6`, `claim`, `draw`,
//! `resign`; points may be written together, `h8h9j10`. A position is one line: the rows from the top one (row 15) down,
//! separated by `/`, in each `x` for Black, `o` for White and a number for so many empty points, then `b` or `w` for the
//! colour of the next stone.

use std::fmt::Write as _;

use crate::game::{Color, PASS_WORDS};
use crate::renju::{Action, Board, BoardError, Point, Points, Position, Refusal, Rules};

/// The longest text quoted in an error.
const QUOTED: usize = 40;

/// Why a text was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// A word is no action.
    #[error("expected {expected}, found {}", .found.as_ref().map_or("the end".to_owned(), |word| format!("'{word}'")))]
    Word {
        /// What could stand there.
        expected: &'static str,
        /// What stands there; `None` at the end.
        found: Option<String>,
        /// Where it stands, in characters from 1.
        column: usize,
    },
    /// A row of a position is not as long as there are rows.
    #[error("row {row}: expected {size} points, found {found}")]
    Row {
        /// The row as players count it.
        row: usize,
        /// The number of rows.
        size: usize,
        /// How many points it has.
        found: usize,
    },
    /// The board has no such size.
    #[error("{0}")]
    Board(#[from] BoardError),
    /// An action is not allowed.
    #[error("illegal move '{action}': {refusal}")]
    Refused {
        /// The action as written.
        action: String,
        /// Why it is refused.
        refusal: Refusal,
    },
}

/// Shortens what is quoted and makes it printable.
pub(in crate::renju) fn quote(text: &str) -> String {
    text.chars().take(QUOTED).flat_map(char::escape_debug).collect()
}

/// Names `found`, a part of `text`, in place of what was expected.
fn unexpected(text: &str, expected: &'static str, found: Option<&str>) -> TextError {
    let before = found.map_or(text.len(), |found| found.as_ptr() as usize - text.as_ptr() as usize);
    let column = text.get(..before).unwrap_or(text).chars().count() + 1;
    TextError::Word { expected, found: found.map(quote), column }
}

impl TextError {
    /// Returns where the word stands that was not understood, in characters from 1; `None` at the end.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        match self {
            TextError::Word { found: Some(_), column, .. } => Some(*column),
            _ => None,
        }
    }
}

const ACTION: &str =
    "a point such as h8, pass, swap, noswap, declare, offer, choose, claim, draw or resign";

/// Reads actions from words; `offer` takes every point that follows, `choose` and `declare` one word.
///
/// # Errors
/// A word is no action, or what must follow one is missing.
///
/// # Examples
/// ```
/// use heibai::renju::notation::parse_actions;
/// let actions = parse_actions("h8H9j10 swap i9 offer j8 g6 choose g6").unwrap();
/// let words: Vec<String> = actions.iter().map(ToString::to_string).collect();
/// assert_eq!(words, ["h8", "h9", "j10", "swap", "i9", "offer j8 g6", "choose g6"]);
/// ```
pub fn parse_actions(text: &str) -> Result<Vec<Action>, TextError> {
    let mut words = text.split_whitespace().peekable();
    let mut actions = Vec::new();
    while let Some(word) = words.next() {
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        let action = if let Ok(point) = word.parse() {
            Action::Place(point)
        } else if PASS_WORDS.iter().any(|name| is(name)) {
            Action::Pass
        } else if is("swap") {
            Action::Swap
        } else if is("noswap") {
            Action::NoSwap
        } else if is("claim") {
            let point = words.peek().and_then(|next| next.parse().ok());
            if point.is_some() {
                words.next();
            }
            Action::Claim(point)
        } else if is("draw") {
            Action::Draw
        } else if is("resign") {
            Action::Resign
        } else if is("declare") {
            let next = words.next();
            let count = next.and_then(|next| next.parse().ok());
            Action::Declare(count.ok_or_else(|| unexpected(text, "a number", next))?)
        } else if is("choose") {
            let next = words.next();
            let point = next.and_then(|next| next.parse().ok());
            Action::Choose(point.ok_or_else(|| unexpected(text, "a point", next))?)
        } else if is("offer") {
            let mut points = Points::default();
            while let Some(point) = words.peek().and_then(|next| next.parse().ok()) {
                if !points.push(point) {
                    return Err(unexpected(text, "at most 12 fifth moves", words.peek().copied()));
                }
                words.next();
            }
            if points.is_empty() {
                return Err(unexpected(text, "a point", words.peek().copied()));
            }
            Action::Offer(points)
        } else {
            let points = together(word).ok_or_else(|| unexpected(text, ACTION, Some(word)))?;
            actions.extend(points.into_iter().map(Action::Place));
            continue;
        };
        actions.push(action);
    }
    Ok(actions)
}

/// Reads points written together, `h8h9j10`.
fn together(mut text: &str) -> Option<Vec<Point>> {
    let mut points = Vec::new();
    while !text.is_empty() {
        let digits = text.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
        let (point, rest) = text.split_at_checked(1 + digits)?;
        points.push(point.parse().ok()?);
        text = rest;
    }
    Some(points)
}

/// Reads one action.
///
/// # Errors
/// The text is no action or more than one.
pub fn parse_action(text: &str) -> Result<Action, TextError> {
    match parse_actions(text)?.as_slice() {
        &[action] => Ok(action),
        _ => Err(unexpected(text, ACTION, Some(text))),
    }
}

/// Plays actions one after the other.
///
/// # Errors
/// A text is no action or an action is refused; those before it are then played.
pub fn play(position: &mut Position, text: &str) -> Result<(), TextError> {
    for action in parse_actions(text)? {
        position.play(action).map_err(|refusal| refused(action, refusal))?;
    }
    Ok(())
}

/// Names an action that was refused.
#[must_use]
pub fn refused(action: Action, refusal: Refusal) -> TextError {
    TextError::Refused { action: action.to_string(), refusal }
}

/// Reads a position; its board may have another size than `rules` say. Without a colour at the end, the side with fewer
/// stones is next, Black if there are as many.
///
/// # Errors
/// A row has another length than there are rows, or something else stands there.
///
/// # Examples
/// ```
/// use heibai::renju::{Rules, notation};
/// let text = "5/5/2x2/2o2/5 b";
/// let position = notation::parse_position(Rules::document(), text).unwrap();
/// assert_eq!(notation::write_position(&position), text);
/// assert_eq!(position.board().stones(heibai::game::Color::Black).next().unwrap().to_string(), "c3");
/// ```
pub fn parse_position(rules: Rules, text: &str) -> Result<Position, TextError> {
    let mut words = text.split_whitespace();
    let rows: Vec<&str> = words.next().unwrap_or("").split('/').collect();
    let size = rows.len();
    let mut board = Board::new(u8::try_from(size).unwrap_or(u8::MAX))?;
    for (row, points) in (0..size).rev().zip(&rows) {
        let mut col = 0;
        let mut rest = *points;
        while let Some(first) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let (number, after) = rest.split_at(digits);
                col += number.parse::<usize>().unwrap_or(size + 1).min(size + 1);
                rest = after;
                continue;
            }
            let color = match first {
                'x' | 'X' | '*' | 'b' | 'B' => Some(Color::Black),
                'o' | 'O' | 'w' | 'W' => Some(Color::White),
                '.' | '-' => None,
                _ => {
                    return Err(unexpected(
                        text,
                        "x, o, a number of empty points or /",
                        Some(rest),
                    ));
                }
            };
            let at = |value: usize| u8::try_from(value).ok();
            let point = at(col).zip(at(row)).and_then(|(col, row)| Point::new(col, row));
            match point.filter(|&point| board.contains(point)) {
                Some(point) => {
                    if let Some(color) = color {
                        board.put(point, color);
                    }
                }
                None => return Err(TextError::Row { row: row + 1, size, found: col + 1 }),
            }
            col += 1;
            rest = rest.get(1..).unwrap_or("");
        }
        if col != size {
            return Err(TextError::Row { row: row + 1, size, found: col });
        }
    }
    let next = match words.next() {
        Some("b" | "B" | "x" | "X" | "black" | "*") => Color::Black,
        Some("w" | "W" | "o" | "O" | "white") => Color::White,
        Some(other) => return Err(unexpected(text, "b or w", Some(other))),
        None if board.stones(Color::Black).count() > board.stones(Color::White).count() => {
            Color::White
        }
        None => Color::Black,
    };
    if let Some(word) = words.next() {
        return Err(unexpected(text, "nothing more", Some(word)));
    }
    Ok(Position::set_up(rules, board, next))
}

/// Writes a position as [`parse_position`] reads it.
#[must_use]
pub fn write_position(position: &Position) -> String {
    let board = position.board();
    let size = board.size();
    let mut text = String::new();
    for row in (0..size).rev() {
        let mut empty = 0;
        for col in 0..size {
            match Point::new(col, row).and_then(|point| board.get(point)) {
                None => empty += 1,
                Some(color) => {
                    number(&mut text, &mut empty);
                    text.push(color.letter().to_ascii_lowercase());
                }
            }
        }
        number(&mut text, &mut empty);
        text.push(if row == 0 { ' ' } else { '/' });
    }
    text.push(if position.next_stone() == Color::Black { 'b' } else { 'w' });
    text
}

fn number(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, "{empty}");
        *empty = 0;
    }
}

/// Writes the actions since the set-up as words.
#[must_use]
pub fn write_actions(position: &Position) -> String {
    let words: Vec<String> =
        position.history().iter().map(|entry| entry.action.to_string()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_no_actions_are_named() {
        for (text, part) in [
            ("h8 z9", "found 'z9'"),
            ("h8 offer", "expected a point, found the end"),
            ("choose pass", "expected a point, found 'pass'"),
            ("declare", "expected a number"),
            ("h8h", "found 'h8h'"),
            ("é", "found 'é'"),
            ("offer a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13", "at most 12"),
        ] {
            let error = parse_actions(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        let column = |text| parse_actions(text).unwrap_err().column();
        assert_eq!(column("h8  i9 z9"), Some(8));
        assert_eq!(column("h8 offer é"), Some(10));
        assert_eq!(column("h8 choose"), None);
        let row = parse_position(Rules::document(), "5/5/5/2é2/5 b").unwrap_err();
        assert_eq!(row.column(), Some(8));
        assert_eq!(parse_actions(" "), Ok(Vec::new()));
        assert!(parse_action("h8 h9").is_err());
    }

    #[test]
    fn positions_of_every_form_are_read() {
        let rules = Rules::document();
        let empty = ["15"; 15].join("/");
        let start = parse_position(rules, &empty).unwrap();
        assert_eq!(write_position(&start), format!("{empty} b"));
        let text = "5/5/..X2/2O-./5 w";
        let written = write_position(&parse_position(rules, text).unwrap());
        assert_eq!(written, "5/5/2x2/2o2/5 w");
        for (text, part) in [
            ("", "5 to 20"),
            ("5/5/5/5/4 b", "row 1: expected 5 points, found 4"),
            ("5/5/5/5/99999999999999999999999 b", "row 1: expected 5 points"),
            ("5/5/5/5/xxxxxx b", "row 1: expected 5 points, found 6"),
            ("5/5/5/5/2é2 b", "found 'é2'"),
            ("5/5/5/5/5 c", "expected b or w, found 'c'"),
            ("5/5/5/5/5 b 1", "found '1'"),
        ] {
            let error = parse_position(rules, text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
