//! How a game ended.

use crate::game::Color;

/// The result of a finished game.
///
/// # Examples
/// ```
/// use heibai::game::{Color, Outcome};
/// assert_eq!(Outcome::from_difference(-4), Outcome::Win(Color::White));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Win(Color),
    /// Neither side won.
    Draw,
}

impl Outcome {
    /// Returns the outcome of a final difference.
    ///
    /// # Units
    /// Any unit of points, Black's minus White's.
    #[must_use]
    pub fn from_difference(black_minus_white: i32) -> Self {
        match black_minus_white.signum() {
            1 => Outcome::Win(Color::Black),
            -1 => Outcome::Win(Color::White),
            _ => Outcome::Draw,
        }
    }
}
