//! The fillings of all patterns on a board, kept up to date move by move.
//!
//! Owns the indices; must not know weights or search.

use super::pattern::{N_FEATURES, WEIGHT_OF_SQUARE};
use crate::othello::bitboard::squares;
use crate::othello::{Board, Square};

/// The filling of every feature, side to move's view, in balanced ternary.
///
/// # Shape
/// `[feature]`, each within ±(3^10 − 1) / 2.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct Features(pub [i16; N_FEATURES]);

impl std::fmt::Debug for Features {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0).finish()
    }
}

impl Features {
    /// Reads a board.
    #[must_use]
    pub fn of(board: Board) -> Self {
        let mut features = Features([0; N_FEATURES]);
        for square in squares(board.player()) {
            features.add(square, 1);
        }
        for square in squares(board.opponent()) {
            features.add(square, -1);
        }
        features
    }

    #[inline]
    fn add(&mut self, square: Square, times: i16) {
        for (sum, weight) in self.0.iter_mut().zip(&WEIGHT_OF_SQUARE[square.index()]) {
            *sum += times * weight;
        }
    }

    /// Returns the fillings after a move whose flips are known, seen from the other side, whose turn it is.
    #[must_use]
    #[inline]
    pub fn after(&self, square: Square, flipped: u64) -> Self {
        // Every flipped disc turns from -1 to +1; then the sign of all is turned. Partial sums may wrap, the
        // result fits again.
        let mut sum = [0i16; N_FEATURES];
        let mut left = flipped;
        while let Some(turned) = Square::lowest(left) {
            left &= left - 1;
            for (sum, weight) in sum.iter_mut().zip(&WEIGHT_OF_SQUARE[turned.index()]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        let placed = &WEIGHT_OF_SQUARE[square.index()];
        let mut after = Features([0; N_FEATURES]);
        for (i, feature) in after.0.iter_mut().enumerate() {
            *feature = sum[i]
                .wrapping_mul(2)
                .wrapping_add(placed[i])
                .wrapping_add(self.0[i])
                .wrapping_neg();
        }
        after
    }

    /// Returns the fillings seen from the other side.
    #[must_use]
    #[inline]
    pub fn pass(&self) -> Self {
        Features(self.0.map(|feature| -feature))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};

    #[test]
    fn updated_features_equal_features_read_anew() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(9);
        for _ in 0..20 {
            let (mut board, mut features) = (Board::START, Features::of(Board::START));
            while !board.is_over() {
                let moves: Vec<Square> = squares(board.legal_moves()).collect();
                if moves.is_empty() {
                    (board, features) = (board.pass(), features.pass());
                } else {
                    let square = moves[rng.random_range(0..moves.len())];
                    let flipped = board.flips(square);
                    (board, features) =
                        (board.after(square, flipped), features.after(square, flipped));
                }
                assert_eq!(features, Features::of(board), "{board:?}");
            }
        }
    }
}
