//! Five and six empty squares: no table and no move list, squares of odd regions first.

use super::last::final_score;
use super::{NONE, Solver};
use crate::othello::bitboard::CORNERS;
use crate::othello::kernel::{flip, mobility};
use crate::othello::stability;

/// The most empty squares solved here.
pub(super) const MAX_EMPTIES: u32 = 6;

/// The lowest square of each quadrant.
const QUADRANT_CORNERS: u64 = 0x0000_0011_0000_0011;

/// A quadrant's squares as steps from its lowest.
const QUADRANT: u64 = 0x0F0F_0F0F;

/// Returns the empty squares of the quadrants that hold an odd number of them.
#[inline]
pub(crate) const fn odd_quadrants(empties: u64) -> u64 {
    // Folded until each quadrant's lowest square holds the parity of its sixteen.
    let mut parity = empties ^ empties >> 1;
    parity ^= parity >> 2;
    parity ^= parity >> 8;
    parity ^= parity >> 16;
    empties & ((parity & QUADRANT_CORNERS) * QUADRANT)
}

impl Solver {
    /// Tests with five empty squares left.
    pub(super) fn shallow_5(&mut self, player: u64, opponent: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        if let Some(bound) = stability::cutoff(player, opponent, alpha, 5) {
            return bound;
        }
        let moves = mobility(player, opponent);
        if moves == 0 {
            if mobility(opponent, player) == 0 {
                return final_score(player, opponent);
            }
            return -self.shallow_5(opponent, player, -alpha - 1);
        }
        let child =
            |solver: &mut Self, player, opponent, alpha| solver.last_4(player, opponent, alpha);
        self.shallow_moves(player, opponent, moves, alpha, child)
    }

    /// Tests with six empty squares left, the legal moves known.
    pub(super) fn shallow_6(&mut self, player: u64, opponent: u64, moves: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        if let Some(bound) = stability::cutoff(player, opponent, alpha, 6) {
            return bound;
        }
        if moves == 0 {
            let moves = mobility(opponent, player);
            if moves == 0 {
                return final_score(player, opponent);
            }
            return -self.shallow_6(opponent, player, moves, -alpha - 1);
        }
        let child =
            |solver: &mut Self, player, opponent, alpha| solver.shallow_5(player, opponent, alpha);
        self.shallow_moves(player, opponent, moves, alpha, child)
    }

    /// Tries the moves: corners of odd quadrants, their other squares, the rest.
    #[inline(always)]
    fn shallow_moves(
        &mut self,
        player: u64,
        opponent: u64,
        moves: u64,
        alpha: i32,
        test_child: impl Fn(&mut Self, u64, u64, i32) -> i32,
    ) -> i32 {
        let odd = odd_quadrants(!(player | opponent));
        let mut best = NONE;
        for part in [moves & odd & CORNERS, moves & odd & !CORNERS, moves & !odd] {
            let mut left = part;
            while left != 0 {
                let square = left.trailing_zeros() as usize;
                left &= left - 1;
                let turned = flip(square, player, opponent);
                let after = player | turned | 1 << square;
                best = best.max(-test_child(self, opponent ^ turned, after, -alpha - 1));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_quadrants_are_those_of_odd_count() {
        let quadrants =
            [0x0F0F_0F0F, 0xF0F0_F0F0, 0x0F0F_0F0F_0000_0000, 0xF0F0_F0F0_0000_0000_u64];
        let mut empties = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..1000 {
            empties = empties.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
            let odd = quadrants.iter().filter(|&&q| (empties & q).count_ones() % 2 == 1);
            let expected = odd.fold(0, |sum, &quadrant| sum | (empties & quadrant));
            assert_eq!(odd_quadrants(empties), expected, "{empties:#x}");
        }
    }
}
