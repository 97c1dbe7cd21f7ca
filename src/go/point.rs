//! Points and moves.

use std::fmt;
use std::str::FromStr;

use crate::game::PASS_WORDS;

/// The smallest board has so many columns and rows.
pub const MIN_SIZE: u8 = 2;
/// The largest board has so many columns and rows.
pub const MAX_SIZE: u8 = 25;
/// The distance of a point to the one above it; a column of no points stands left of the first.
pub(super) const STRIDE: usize = MAX_SIZE as usize + 1;
/// How many indices there are, those around the largest board included.
pub(super) const LEN: usize = STRIDE * (MAX_SIZE as usize + 2);

/// A crossing of a column and a row, both counted from 0 at the lower left, on any board.
///
/// # Examples
/// ```
/// use heibai::go::Point;
/// let point: Point = "J10".parse().unwrap();
/// assert_eq!((point.column(), point.row()), (8, 9));
/// assert_eq!(point.to_string(), "j10");
/// assert!("i3".parse::<Point>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// Returns the point of a column and a row, or `None` where no board has one.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < MAX_SIZE && row < MAX_SIZE {
            Some(Point((row as u16 + 1) * STRIDE as u16 + column as u16 + 1))
        } else {
            None
        }
    }

    /// Returns the column, 0 for a.
    #[must_use]
    pub const fn column(self) -> u8 {
        (self.0 as usize % STRIDE) as u8 - 1
    }

    /// Returns the row, 0 for row 1, the lowest.
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.0 as usize / STRIDE) as u8 - 1
    }

    /// Returns a number that no other point has, below 702.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the point with this index; it must be one's.
    pub(super) const fn from_index(index: usize) -> Self {
        Point(index as u16)
    }

    /// Returns the indices around it: right, up, left and down; some may be no points of the board.
    pub(super) const fn around(self) -> [usize; 4] {
        let index = self.0 as usize;
        [index + 1, index + STRIDE, index - 1, index - STRIDE]
    }

    /// Returns whether a board of this size has the point.
    #[must_use]
    pub const fn is_on(self, width: u8, height: u8) -> bool {
        self.column() < width && self.row() < height
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = b'a' + self.column() + u8::from(self.column() >= 8);
        f.pad(&format!("{}{}", char::from(letter), self.row() + 1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a point such as c4 (letters a to z without i, rows 1 to 25), found '{0}'")]
pub struct ParsePointError(pub String);

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let read = || {
            let (letter, digits) = text.split_at_checked(1)?;
            let letter = letter.bytes().next()?.to_ascii_lowercase();
            let column = match letter {
                b'a'..=b'h' => letter - b'a',
                b'j'..=b'z' => letter - b'b',
                _ => return None,
            };
            if !digits.bytes().all(|byte| byte.is_ascii_digit()) || digits.starts_with('0') {
                return None;
            }
            Point::new(column, digits.parse::<u8>().ok()?.checked_sub(1)?)
        };
        read().ok_or_else(|| ParsePointError(text.chars().take(32).collect()))
    }
}

/// A stone placed or a pass.
///
/// # Examples
/// ```
/// use heibai::go::Move;
/// assert_eq!("PASS".parse::<Move>(), Ok(Move::Pass));
/// assert_eq!("Q16".parse::<Move>().unwrap().to_string(), "q16");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone placed on a point.
    Place(Point),
    /// The turn given up.
    Pass,
}

impl Move {
    /// Returns the point of a placed stone.
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Place(point) => Some(point),
            Move::Pass => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(point) => fmt::Display::fmt(point, f),
            Move::Pass => f.pad("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a point such as c4 (letters a to z without i, rows 1 to 25) or 'pass', found '{0}'"
)]
pub struct ParseMoveError(pub String);

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        if PASS_WORDS.iter().any(|word| word.eq_ignore_ascii_case(text)) {
            return Ok(Move::Pass);
        }
        text.parse().map(Move::Place).map_err(|error: ParsePointError| ParseMoveError(error.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_print_as_they_are_read() {
        for column in 0..MAX_SIZE {
            for row in 0..MAX_SIZE {
                let point = Point::new(column, row).expect("on the largest board");
                assert_eq!((point.column(), point.row()), (column, row));
                assert_eq!(point.to_string().to_uppercase().parse(), Ok(point));
                assert!(point.around().iter().all(|&index| index < LEN));
            }
        }
    }

    #[test]
    fn texts_that_name_no_point_are_refused() {
        for text in ["", "a", "a0", "a01", "i1", "z26", "a256", "a-1", "11", "é4", "aa1", "a1 "] {
            assert_eq!(text.parse::<Point>(), Err(ParsePointError(text.to_owned())), "{text}");
        }
    }
}
