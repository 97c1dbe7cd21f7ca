//! The four edges and whether they are balanced.

use std::fmt;

use crate::game::{ByColor, Color};
use crate::othello::bitboard::{CORNERS, FILE_A, FILE_H};

/// One edge of the board, named by its direction.
///
/// # Examples
/// ```
/// use heibai::othello::features::Edge;
/// assert_eq!(Edge::North.squares(), 0xFF);
/// assert_eq!(Edge::North.corners(), 0x81);
/// assert_eq!(Edge::West.to_string(), "west");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Row 1.
    North,
    /// Column h.
    East,
    /// Row 8.
    South,
    /// Column a.
    West,
}

impl Edge {
    /// The edges in the order they are printed.
    pub const ALL: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

    /// Returns the eight squares, corners among them.
    #[must_use]
    pub const fn squares(self) -> u64 {
        match self {
            Edge::North => 0xFF,
            Edge::East => FILE_H,
            Edge::South => 0xFF << 56,
            Edge::West => FILE_A,
        }
    }

    /// Returns the two corners.
    #[must_use]
    pub const fn corners(self) -> u64 {
        self.squares() & CORNERS
    }

    /// Returns the six squares between the corners.
    #[must_use]
    pub const fn inner(self) -> u64 {
        self.squares() & !CORNERS
    }

    /// Returns the colour whose six discs make the edge balanced: all of b–g or 2–7, both corners empty.
    #[must_use]
    pub fn balanced(self, discs: ByColor<u64>) -> Option<Color> {
        if (discs.black | discs.white) & self.corners() != 0 {
            return None;
        }
        Color::ALL.into_iter().find(|&color| self.inner() & !discs[color] == 0)
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Edge::North => "north",
            Edge::East => "east",
            Edge::South => "south",
            Edge::West => "west",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_meet_in_the_corners() {
        assert_eq!(Edge::ALL.iter().fold(0, |all, e| all | e.corners()), CORNERS);
        for edge in Edge::ALL {
            assert_eq!((edge.corners().count_ones(), edge.inner().count_ones()), (2, 6));
        }
    }

    #[test]
    fn edge_is_balanced_by_six_of_one_colour_alone() {
        for edge in Edge::ALL {
            let inner = edge.inner();
            let one = inner & inner.wrapping_neg();
            let corner = edge.corners() & edge.corners().wrapping_neg();
            let balanced = |black, white| edge.balanced(ByColor { black, white });
            assert_eq!(balanced(inner, 0), Some(Color::Black));
            assert_eq!(balanced(0, inner), Some(Color::White));
            assert_eq!(balanced(inner & !one, 0), None, "five discs");
            assert_eq!(balanced(inner & !one, one), None, "two colours");
            assert_eq!(balanced(inner | corner, 0), None, "a corner held");
            assert_eq!(balanced(inner, corner), None, "a corner lost");
            assert_eq!(balanced(0, 0), None, "no disc");
        }
    }
}
