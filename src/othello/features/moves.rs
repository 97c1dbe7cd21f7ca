//! Terms read off one side's legal moves, as if that side were to move.

use crate::othello::bitboard::{CORNERS, neighbours, regions, squares};
use crate::othello::{Board, Square};

/// One side's legal moves, sorted by what they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The legal moves.
    pub legal: u64,
    /// The moves after which no turned disc touches an empty square.
    pub quiet: u64,
    /// The moves that turn discs in at least two directions, with the number of directions.
    pub influence: Vec<(Square, u32)>,
    /// The moves after which the opponent can take no corner that he could not take before.
    pub liberties: u64,
    /// The moves that turn the most discs, with their number; several when they tie.
    pub maximum_disc: Vec<(Square, u32)>,
    /// The moves after which the opponent has no move while the mover has one.
    pub pass_forcing: u64,
    /// The moves after which every region of empty squares is even.
    pub parity: u64,
}

impl Moves {
    /// Sorts the legal moves of `board`'s player.
    #[must_use]
    pub fn of(board: Board) -> Self {
        let legal = board.legal_moves();
        let corners_before = board.opponent_moves() & CORNERS;
        let mut moves = Moves {
            legal,
            quiet: 0,
            influence: Vec::new(),
            liberties: 0,
            maximum_disc: Vec::new(),
            pass_forcing: 0,
            parity: 0,
        };
        let mut most = 0;
        for square in squares(legal) {
            let flipped = board.flips(square);
            let after = board.after(square, flipped);
            let replies = after.legal_moves();
            if neighbours(after.empties()) & flipped == 0 {
                moves.quiet |= square.bit();
            }
            // A direction turns discs exactly when the square's neighbour that way is turned.
            let directions = (neighbours(square.bit()) & flipped).count_ones();
            if directions >= 2 {
                moves.influence.push((square, directions));
            }
            if replies & CORNERS & !corners_before == 0 {
                moves.liberties |= square.bit();
            }
            let turned = flipped.count_ones();
            if turned > most {
                most = turned;
                moves.maximum_disc.clear();
            }
            if turned == most {
                moves.maximum_disc.push((square, turned));
            }
            if after.must_pass() {
                moves.pass_forcing |= square.bit();
            }
            if regions(after.empties()).iter().all(|region| region.count_ones().is_multiple_of(2)) {
                moves.parity |= square.bit();
            }
        }
        moves
    }
}
