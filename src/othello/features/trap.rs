//! Stoner traps: attacks on a weak edge that force an exchange of corners.

use crate::game::{ByColor, Color};
use crate::othello::bitboard::CORNERS;
use crate::othello::features::Edge;
use crate::othello::{Board, Square};

/// A move that sets a Stoner trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trap {
    /// The move.
    pub square: Square,
    /// The edge whose corner falls.
    pub edge: Edge,
}

/// Returns the traps that `color` can set, in the order of edges, then squares.
///
/// A trap is a move off the corners against an unbalanced edge that holds an opposing disc and has both
/// corners empty, after which every reply (or the pass, where there is none) leaves the trapper a legal move
/// on a corner of that edge. A side that can take such a corner at once attacks it already: its other moves
/// set no trap there.
pub(super) fn traps(board: Board, color: Color) -> Vec<Trap> {
    let discs = match color {
        Color::Black => ByColor { black: board.player(), white: board.opponent() },
        Color::White => ByColor { black: board.opponent(), white: board.player() },
    };
    let weak = |edge: &Edge| {
        edge.corners() & !board.empties() == 0
            && edge.corners() & board.legal_moves() == 0
            && edge.inner() & board.opponent() != 0
            && edge.balanced(discs).is_none()
    };
    let mut found = Vec::new();
    for edge in Edge::ALL.into_iter().filter(weak) {
        for (square, after) in board.children() {
            if square.bit() & CORNERS == 0 && falls(after, edge) {
                found.push(Trap { square, edge });
            }
        }
    }
    found
}

/// Returns whether the opponent of `board`'s player takes a corner of `edge` whatever the player does.
fn falls(board: Board, edge: Edge) -> bool {
    if board.legal_moves() == 0 {
        return board.opponent_moves() & edge.corners() != 0;
    }
    board.children().all(|(_, after)| after.legal_moves() & edge.corners() != 0)
}
