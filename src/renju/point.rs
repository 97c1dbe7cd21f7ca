//! Points of the board and the four directions of its lines.

use std::fmt;
use std::str::FromStr;

/// The largest board's width and height.
pub const MAX_SIZE: u8 = 20;

/// The smallest board's width and height.
pub const MIN_SIZE: u8 = 5;

/// A point, named by column letter and row number: a1 is at the bottom left, h8 the centre of the board of Renju.
///
/// The same value on a board of any size.
///
/// # Examples
/// ```
/// use heibai::renju::Point;
/// let point: Point = "H8".parse().unwrap();
/// assert_eq!((point.col(), point.row()), (7, 7));
/// assert_eq!(point, Point::centre(15));
/// assert_eq!(point.to_string(), "h8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The number of indices, points of the largest board.
    pub const COUNT: usize = MAX_SIZE as usize * MAX_SIZE as usize;

    /// Returns the point of a column and a row, both from 0, or `None` beyond the largest board.
    #[must_use]
    pub const fn new(col: u8, row: u8) -> Option<Self> {
        if col < MAX_SIZE && row < MAX_SIZE {
            Some(Point(row as u16 * MAX_SIZE as u16 + col as u16))
        } else {
            None
        }
    }

    /// Returns the point `dcol` to the right and `drow` up, if the board of `size` has it.
    #[must_use]
    pub fn offset(self, dcol: i32, drow: i32, size: u8) -> Option<Self> {
        let inside = |value: i32| u8::try_from(value).ok().filter(|&value| value < size);
        let col = inside(i32::from(self.col()) + dcol)?;
        Point::new(col, inside(i32::from(self.row()) + drow)?)
    }

    /// Returns the middle of a board; of one of even size the point right above it.
    #[must_use]
    pub const fn centre(size: u8) -> Self {
        let middle = size / 2;
        let middle = if middle < MAX_SIZE { middle } else { 0 };
        Point(middle as u16 * MAX_SIZE as u16 + middle as u16)
    }

    /// Returns the column, 0 for a.
    #[must_use]
    pub const fn col(self) -> u8 {
        (self.0 % MAX_SIZE as u16) as u8
    }

    /// Returns the row, 0 for row 1.
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.0 / MAX_SIZE as u16) as u8
    }

    /// Returns a number below [`Point::COUNT`], the same on every board.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the point of an index; the last one of those beyond.
    #[must_use]
    pub(super) const fn from_index(index: usize) -> Self {
        let last = Self::COUNT - 1;
        Point(if index < last { index as u16 } else { last as u16 })
    }

    /// Returns every point of a board, row by row from a1 on.
    pub fn all(size: u8) -> impl Iterator<Item = Point> {
        (0..size).flat_map(move |row| (0..size).filter_map(move |col| Point::new(col, row)))
    }

    /// Returns how many lines the farther of column and row is away from `other`.
    #[must_use]
    pub fn distance(self, other: Point) -> u8 {
        self.col().abs_diff(other.col()).max(self.row().abs_diff(other.row()))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", char::from(b'a' + self.col()), self.row() + 1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a point such as h8, found '{0}'")]
pub struct ParsePointError(pub String);

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let read = || {
            let (letter, digits) = text.split_at_checked(1)?;
            let letter = letter.bytes().next()?.to_ascii_lowercase();
            if digits.starts_with(['0', '+']) || digits.len() > 2 {
                return None;
            }
            Point::new(letter.checked_sub(b'a')?, digits.parse::<u8>().ok()?.checked_sub(1)?)
        };
        read().ok_or_else(|| ParsePointError(text.chars().take(32).collect()))
    }
}

/// One of the four directions in which stones make rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along a row.
    East,
    /// Up a column.
    North,
    /// Up and to the right.
    NorthEast,
    /// Up and to the left.
    NorthWest,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] =
        [Direction::East, Direction::North, Direction::NorthEast, Direction::NorthWest];

    /// Returns what one step adds to column and row.
    #[must_use]
    pub const fn step(self) -> (i32, i32) {
        match self {
            Direction::East => (1, 0),
            Direction::North => (0, 1),
            Direction::NorthEast => (1, 1),
            Direction::NorthWest => (-1, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_round_trip_through_text() {
        for point in Point::all(MAX_SIZE) {
            assert_eq!(point.to_string().parse(), Ok(point));
        }
        assert_eq!(Point::all(15).count(), 225);
        for text in ["", "h", "8", "h0", "h08", "h+8", "h21", "u1", "h8 ", "é8", "hh", "h-1"] {
            assert!(text.parse::<Point>().is_err(), "{text}");
        }
    }
}
