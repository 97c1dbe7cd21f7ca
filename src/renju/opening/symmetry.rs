//! Figures of coloured stones that look the same: the plane's rotations, reflections and shifts.
//!
//! Fifth moves may not be symmetric; the document says that all five stones are looked at together, and the axis or
//! the centre of a symmetry need not pass through the middle of the board.

use crate::game::Color;
use crate::renju::Point;

/// A stone as column, row and whether it is black.
type Stone = (i16, i16, bool);

/// The eight turns and reflections about the origin, as factors of column and row.
const TURNS: [[i16; 4]; 8] = [
    [1, 0, 0, 1],
    [0, -1, 1, 0],
    [-1, 0, 0, -1],
    [0, 1, -1, 0],
    [-1, 0, 0, 1],
    [1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, -1, -1, 0],
];

/// Returns the point's image under one of the eight symmetries of the board, `which` taken modulo 8.
#[must_use]
pub fn turned(point: Point, which: usize, size: u8) -> Point {
    let [a, b, c, d] = TURNS[which % 8];
    // Twice the distance from the middle, so that even sizes work too.
    let middle = i16::from(size) - 1;
    let (x, y) = (2 * i16::from(point.col()) - middle, 2 * i16::from(point.row()) - middle);
    let back = |value: i16| ((value + middle) / 2) as u8;
    Point::new(back(a * x + b * y), back(c * x + d * y)).unwrap_or(point)
}

/// A figure of stones up to turns, reflections and shifts: equal for figures that look the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Figure(Vec<Stone>);

impl Figure {
    /// Builds the figure of some stones.
    #[must_use]
    pub fn of(stones: &[(Point, Color)]) -> Self {
        let least = TURNS.iter().map(|turn| laid(stones, *turn)).min();
        Figure(least.unwrap_or_default())
    }
}

/// Turns stones and shifts them against both axes.
fn laid(stones: &[(Point, Color)], [a, b, c, d]: [i16; 4]) -> Vec<Stone> {
    let mut laid: Vec<Stone> = stones
        .iter()
        .map(|&(point, color)| {
            let (x, y) = (i16::from(point.col()), i16::from(point.row()));
            (a * x + b * y, c * x + d * y, color == Color::Black)
        })
        .collect();
    let left = laid.iter().map(|stone| stone.0).min().unwrap_or(0);
    let low = laid.iter().map(|stone| stone.1).min().unwrap_or(0);
    for stone in &mut laid {
        *stone = (stone.0 - left, stone.1 - low, stone.2);
    }
    laid.sort_unstable();
    laid
}

/// Returns whether a black fifth stone on `a` and one on `b` make figures that look the same.
///
/// # Examples
/// ```
/// use heibai::game::Color::{Black, White};
/// use heibai::renju::{Point, opening::symmetry::are_symmetric};
/// let point = |text: &str| text.parse::<Point>().unwrap();
/// let stones =
///     [(point("h8"), Black), (point("h9"), White), (point("h10"), Black), (point("h7"), White)];
/// assert!(are_symmetric(&stones, point("g15"), point("i15")));
/// assert!(!are_symmetric(&stones, point("g15"), point("i14")));
/// ```
#[must_use]
pub fn are_symmetric(stones: &[(Point, Color)], a: Point, b: Point) -> bool {
    figure_with(stones, a) == figure_with(stones, b)
}

/// Returns the figure of some stones and one more black one.
#[must_use]
pub fn figure_with(stones: &[(Point, Color)], point: Point) -> Figure {
    let mut stones = stones.to_vec();
    stones.push((point, Color::Black));
    Figure::of(&stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_eight_and_keep_the_board() {
        for size in [5, 15, 20] {
            for point in Point::all(size) {
                let images: Vec<Point> = (0..8).map(|which| turned(point, which, size)).collect();
                assert!(images.iter().all(|image| image.col() < size && image.row() < size));
                assert_eq!(images[0], point);
            }
            let images: std::collections::HashSet<Point> =
                (0..8).map(|which| turned("b1".parse().unwrap(), which, size)).collect();
            assert_eq!(images.len(), 8);
        }
    }
}
