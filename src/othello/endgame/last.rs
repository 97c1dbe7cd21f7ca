//! The last one to four empty squares, without move lists.

use super::{NONE, Solver};
use crate::othello::Board;
use crate::othello::bitboard::neighbours;
use crate::othello::kernel::{count_last_flip, flip};

/// The squares beside each square.
static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = neighbours(1 << square);
        square += 1;
    }
    table
};

/// The quadrant of each square, 0 to 3.
#[inline(always)]
const fn quadrant(square: usize) -> usize {
    (square >> 2 & 1) | (square >> 4 & 2)
}

/// Returns the final score of a finished game for `player`.
#[inline]
pub(super) fn final_score(player: u64, opponent: u64) -> i32 {
    Board::new_unchecked(player, opponent).final_score().0
}

#[inline(always)]
fn try_flip(square: usize, player: u64, opponent: u64) -> u64 {
    if NEIGHBOURS[square & 63] & opponent == 0 { 0 } else { flip(square, player, opponent) }
}

impl Solver {
    /// Tests a board of one to four empties.
    pub(super) fn last(&mut self, board: Board, alpha: i32) -> i32 {
        let (player, opponent) = (board.player(), board.opponent());
        let mut empties = board.empties();
        let mut squares = [0; 4];
        let mut n = 0;
        while empties != 0 && n < 4 {
            squares[n] = empties.trailing_zeros() as usize;
            empties &= empties - 1;
            n += 1;
        }
        let [a, b, c, d] = squares;
        match n {
            1 => self.last_1(player, a),
            2 => self.last_2(player, opponent, alpha, a, b),
            3 => self.last_3(player, opponent, alpha, a, b, c),
            _ => self.last_4(player, opponent, alpha, [a, b, c, d]),
        }
    }

    /// Returns the score with one empty square left.
    #[inline]
    fn last_1(&mut self, player: u64, square: usize) -> i32 {
        self.nodes += 1;
        let discs = player.count_ones() as i32;
        let turned = count_last_flip(square, player) as i32;
        if turned != 0 {
            return 2 * (discs + turned) - 62;
        }
        let opponent = !player & !(1 << square);
        let turned = count_last_flip(square, opponent) as i32;
        if turned != 0 {
            return 2 * (discs - turned) - 64;
        }
        // Nobody moves: the square goes to the winner of an odd number of discs.
        if discs >= 32 { 2 * discs - 62 } else { 2 * discs - 64 }
    }

    /// Tests with two empty squares left.
    #[inline]
    fn last_2(&mut self, player: u64, opponent: u64, alpha: i32, a: usize, b: usize) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        let turned = try_flip(a, player, opponent);
        if turned != 0 {
            best = -self.last_1(opponent ^ turned, b);
            if best > alpha {
                return best;
            }
        }
        let turned = try_flip(b, player, opponent);
        if turned != 0 {
            best = best.max(-self.last_1(opponent ^ turned, a));
        }
        if best != NONE {
            return best;
        }
        let mut worst = -NONE;
        let turned = try_flip(a, opponent, player);
        if turned != 0 {
            worst = self.last_1(player ^ turned, b);
            if worst <= alpha {
                return worst;
            }
        }
        let turned = try_flip(b, opponent, player);
        if turned != 0 {
            worst = worst.min(self.last_1(player ^ turned, a));
        }
        if worst != -NONE { worst } else { final_score(player, opponent) }
    }

    /// Tests with three empty squares left, a lone square of a quadrant first.
    #[inline]
    fn last_3(
        &mut self,
        player: u64,
        opponent: u64,
        alpha: i32,
        mut a: usize,
        mut b: usize,
        mut c: usize,
    ) -> i32 {
        self.nodes += 1;
        if quadrant(a) == quadrant(b) {
            (a, c) = (c, a);
        } else if quadrant(a) == quadrant(c) {
            (a, b) = (b, a);
        }
        let best = self.last_3_moves(player, opponent, alpha, a, b, c);
        if best != NONE {
            return best;
        }
        let worst = self.last_3_moves(opponent, player, -alpha - 1, a, b, c);
        if worst != NONE { -worst } else { final_score(player, opponent) }
    }

    /// Tries the three moves; [`NONE`] if none is legal.
    #[inline]
    fn last_3_moves(
        &mut self,
        player: u64,
        opponent: u64,
        alpha: i32,
        a: usize,
        b: usize,
        c: usize,
    ) -> i32 {
        let mut best = NONE;
        for (square, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            let turned = try_flip(square, player, opponent);
            if turned != 0 {
                let after = player | turned | 1 << square;
                best = best.max(-self.last_2(opponent ^ turned, after, -alpha - 1, x, y));
                if best > alpha {
                    break;
                }
            }
        }
        best
    }

    /// Tests with four empty squares left, given with those of odd quadrants first.
    #[inline]
    pub(super) fn last_4(
        &mut self,
        player: u64,
        opponent: u64,
        alpha: i32,
        squares: [usize; 4],
    ) -> i32 {
        self.nodes += 1;
        let best = self.last_4_moves(player, opponent, alpha, squares);
        if best != NONE {
            return best;
        }
        let worst = self.last_4_moves(opponent, player, -alpha - 1, squares);
        if worst != NONE { -worst } else { final_score(player, opponent) }
    }

    /// Tries the four moves; [`NONE`] if none is legal.
    #[inline]
    fn last_4_moves(
        &mut self,
        player: u64,
        opponent: u64,
        alpha: i32,
        [a, b, c, d]: [usize; 4],
    ) -> i32 {
        let mut best = NONE;
        for (square, x, y, z) in [(a, b, c, d), (b, a, c, d), (c, a, b, d), (d, a, b, c)] {
            let turned = try_flip(square, player, opponent);
            if turned != 0 {
                let after = player | turned | 1 << square;
                best = best.max(-self.last_3(opponent ^ turned, after, -alpha - 1, x, y, z));
                if best > alpha {
                    break;
                }
            }
        }
        best
    }
}
