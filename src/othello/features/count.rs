//! Terms read off the discs as they lie.

use crate::othello::Board;
use crate::othello::bitboard::{
    A_SQUARES, B_SQUARES, C_SQUARES, CORNERS, EDGES, SECOND_RING, X_SQUARES, neighbours,
};

/// One side's discs, sorted by where they lie.
///
/// # Shape
/// Every field but `potential_mobility` is a set of that side's discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discs {
    /// All discs.
    pub all: u64,
    /// The empty squares beside an opposing disc.
    pub potential_mobility: u64,
    /// The external discs: those with an empty neighbour.
    pub frontier: u64,
    /// The internal discs: those without an empty neighbour.
    pub internal: u64,
    /// The discs on the rim.
    pub edge: u64,
    /// The discs one step from the rim.
    pub second_ring: u64,
    /// The discs on corners.
    pub corners: u64,
    /// The discs on A-squares.
    pub a_squares: u64,
    /// The discs on B-squares.
    pub b_squares: u64,
    /// The discs on C-squares.
    pub c_squares: u64,
    /// The discs on X-squares.
    pub x_squares: u64,
}

impl Discs {
    /// Sorts the discs of `board`'s player.
    #[must_use]
    pub fn of(board: Board) -> Self {
        let all = board.player();
        let empties = board.empties();
        let exposed = neighbours(empties);
        Discs {
            all,
            potential_mobility: neighbours(board.opponent()) & empties,
            frontier: all & exposed,
            internal: all & !exposed,
            edge: all & EDGES,
            second_ring: all & SECOND_RING,
            corners: all & CORNERS,
            a_squares: all & A_SQUARES,
            b_squares: all & B_SQUARES,
            c_squares: all & C_SQUARES,
            x_squares: all & X_SQUARES,
        }
    }
}
