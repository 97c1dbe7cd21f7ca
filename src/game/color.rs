//! The two sides.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two sides; Black moves first in every game here.
///
/// # Examples
/// ```
/// use heibai::game::Color;
/// assert_eq!(!Color::Black, Color::White);
/// assert_eq!(Color::White.to_string(), "white");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The first player.
    Black,
    /// The second player.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// Returns 0 for Black and 1 for White.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter that diagrams use: `X` for Black, `O` for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// A pair of values, one a side.
///
/// # Examples
/// ```
/// use heibai::game::{ByColor, Color};
/// let mut discs = ByColor { black: 2, white: 2 };
/// discs[Color::Black] += 1;
/// assert_eq!(discs.black, 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Builds the pair by asking `f` for each colour, Black first.
    pub fn from_fn(mut f: impl FnMut(Color) -> T) -> Self {
        ByColor { black: f(Color::Black), white: f(Color::White) }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}
