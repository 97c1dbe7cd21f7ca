//! Squares and moves.

use std::fmt;
use std::str::FromStr;

use crate::game::PASS_WORDS;

/// One of the 64 squares, a1 (top left) to h8, row by row.
///
/// # Examples
/// ```
/// use heibai::othello::Square;
/// let square: Square = "F5".parse().unwrap();
/// assert_eq!((square.file(), square.rank(), square.index()), (5, 4, 37));
/// assert_eq!(square.to_string(), "f5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 64;

    /// Returns the square with `index`, or `None` from 64 on.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// Returns the square of a column (0 = a) and a row (0 = row 1); both are taken modulo 8.
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Self {
        Square((rank & 7) * 8 + (file & 7))
    }

    /// Returns the square of the lowest set bit of `bits`, or `None` when there is none.
    #[must_use]
    pub const fn lowest(bits: u64) -> Option<Self> {
        Square::new(bits.trailing_zeros() as u8)
    }

    /// Returns 0 for a1, 7 for h1, 63 for h8.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns the bitboard with this square alone.
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Returns the column, 0 for a.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Returns the row, 0 for row 1.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// Returns every square, a1 first.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = [b'a' + self.file(), b'1' + self.rank()];
        f.pad(std::str::from_utf8(&text).unwrap_or("??"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a square a1 to h8, found '{0}'")]
pub struct ParseSquareError(pub String);

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        match text.as_bytes() {
            &[file, rank @ b'1'..=b'8'] if file.to_ascii_lowercase().wrapping_sub(b'a') < 8 => {
                Ok(Square::at(file.to_ascii_lowercase() - b'a', rank - b'1'))
            }
            _ => Err(ParseSquareError(text.chars().take(32).collect())),
        }
    }
}

/// A disc placed or a forced pass.
///
/// # Examples
/// ```
/// use heibai::othello::Move;
/// assert_eq!("PA".parse::<Move>(), Ok(Move::Pass));
/// assert_eq!(Move::Pass.to_string(), "pass");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// A disc placed on a square.
    Place(Square),
    /// The turn given up, allowed only without a legal square.
    Pass,
}

impl Move {
    /// Returns the square of a placed disc.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => fmt::Display::fmt(square, f),
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
#[error("expected a square a1 to h8 or 'pass', found '{0}'")]
pub struct ParseMoveError(pub String);

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        if PASS_WORDS.iter().any(|word| word.eq_ignore_ascii_case(text)) {
            return Ok(Move::Pass);
        }
        text.parse().map(Move::Place).map_err(|error: ParseSquareError| ParseMoveError(error.0))
    }
}
