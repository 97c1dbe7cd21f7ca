//! The last one to four empty squares, without move lists.
//!
//! The sides stay in registers from four empties down; the squares come in an order by parity that one table gives
//! for the whole tree below.

use super::{NONE, Solver};
use crate::othello::Board;
use crate::othello::kernel::count_last_flips;
use crate::othello::kernel::side::{Side, flip, flipped};

/// The quadrant bits of a square: files e to h, rows 5 to 8.
const QUADRANT_BITS: u32 = 0x24;

/// The orders in which four empty squares are tried, and the other three after each: squares alone in their
/// quadrant first, then those of odd quadrants.
///
/// # Shape
/// `[quadrants of the second, third and fourth square against the first][move]`, then the move and the rest as
/// places among the four.
static ORDERS: [[[u8; 4]; 4]; 64] = build_orders();

const fn build_orders() -> [[[u8; 4]; 4]; 64] {
    let mut orders = [[[0; 4]; 4]; 64];
    let mut key = 0;
    while key < 64 {
        let quadrants = [0, key & 3, key >> 2 & 3, key >> 4 & 3];
        let first = by_parity([0, 1, 2, 3], 4, &quadrants);
        let mut i = 0;
        while i < 4 {
            let mut rest = [0; 4];
            let mut n = 0;
            let mut j = 0;
            while j < 4 {
                if j != i {
                    rest[n] = first[j];
                    n += 1;
                }
                j += 1;
            }
            let rest = by_parity(rest, 3, &quadrants);
            orders[key][i] = [first[i], rest[0], rest[1], rest[2]];
            i += 1;
        }
        key += 1;
    }
    orders
}

/// Puts the first `n` squares in order: those alone in their quadrant, the other odd ones, the even ones.
const fn by_parity(squares: [u8; 4], n: usize, quadrants: &[usize; 4]) -> [u8; 4] {
    let mut sorted = squares;
    let mut next = 0;
    let mut rank = 0;
    while rank < 3 {
        let mut i = 0;
        while i < n {
            let mut beside = 0;
            let mut j = 0;
            while j < n {
                beside +=
                    (quadrants[squares[i] as usize] == quadrants[squares[j] as usize]) as usize;
                j += 1;
            }
            let its_rank = match beside {
                1 => 0,
                3 => 1,
                _ => 2,
            };
            if its_rank == rank {
                sorted[next] = squares[i];
                next += 1;
            }
            i += 1;
        }
        rank += 1;
    }
    sorted
}

/// Returns the final score of a finished game for `player`.
#[inline]
pub(super) fn final_score(player: u64, opponent: u64) -> i32 {
    Board::new_unchecked(player, opponent).final_score().0
}

#[inline(always)]
fn side_of(square: usize) -> Side {
    Side::new(1 << (square & 63))
}

impl Solver {
    /// Tests a board of one to four empties.
    pub(super) fn last(&mut self, board: Board, alpha: i32) -> i32 {
        let (player, opponent) = (board.player(), board.opponent());
        let mut empties = board.empties();
        let mut squares = [0; 3];
        let mut n = 0;
        if empties.count_ones() == 4 {
            return self.last_4(player, opponent, alpha);
        }
        while empties != 0 && n < 3 {
            squares[n] = empties.trailing_zeros() as usize;
            empties &= empties - 1;
            n += 1;
        }
        let [a, b, c] = squares;
        let (player_side, opponent_side) = (Side::new(player), Side::new(opponent));
        match n {
            1 => self.last_1(player, a),
            2 => self.last_2(player_side, opponent_side, alpha, a, b),
            _ => self.last_3(player_side, opponent_side, alpha, [a, b, c]),
        }
    }

    /// Returns the score with one empty square left.
    #[inline(always)]
    fn last_1(&mut self, player: u64, square: usize) -> i32 {
        self.nodes += 1;
        let discs = player.count_ones() as i32;
        let [turned, lost] = count_last_flips(square, player).map(|count| count as i32);
        if turned != 0 {
            return 2 * (discs + turned) - 62;
        }
        // Where nobody moves, the square goes to the winner of an odd number of discs.
        let empty_square = if lost == 0 && discs >= 32 { 2 } else { 0 };
        2 * (discs - lost) - 64 + empty_square
    }

    /// Tests with two empty squares left.
    #[inline(always)]
    fn last_2(&mut self, player: Side, opponent: Side, alpha: i32, a: usize, b: usize) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        let turned = flipped(a, player, opponent);
        if turned != 0 {
            best = -self.last_1(opponent.discs() ^ turned, b);
            if best > alpha {
                return best;
            }
        }
        let turned = flipped(b, player, opponent);
        if turned != 0 {
            best = best.max(-self.last_1(opponent.discs() ^ turned, a));
        }
        if best != NONE {
            return best;
        }
        self.last_2_passed(player.discs(), opponent.discs(), alpha, a, b)
    }

    /// Tests with two empty squares left on which `player` turns nothing.
    #[inline(never)]
    fn last_2_passed(&mut self, player: u64, opponent: u64, alpha: i32, a: usize, b: usize) -> i32 {
        let mut worst = -NONE;
        let (player_side, opponent_side) = (Side::new(player), Side::new(opponent));
        let turned = flipped(a, opponent_side, player_side);
        if turned != 0 {
            worst = self.last_1(player ^ turned, b);
            if worst <= alpha {
                return worst;
            }
        }
        let turned = flipped(b, opponent_side, player_side);
        if turned != 0 {
            worst = worst.min(self.last_1(player ^ turned, a));
        }
        if worst != -NONE { worst } else { final_score(player, opponent) }
    }

    /// Tests with three empty squares left, in the order they are to be tried.
    #[inline(always)]
    fn last_3(&mut self, player: Side, opponent: Side, alpha: i32, squares: [usize; 3]) -> i32 {
        self.nodes += 1;
        let best = self.last_3_moves(player, opponent, alpha, squares);
        if best != NONE {
            return best;
        }
        self.last_3_passed(player.discs(), opponent.discs(), alpha, squares)
    }

    /// Tests with three empty squares left on which `player` turns nothing.
    #[inline(never)]
    fn last_3_passed(
        &mut self,
        player: u64,
        opponent: u64,
        alpha: i32,
        squares: [usize; 3],
    ) -> i32 {
        let (player_side, opponent_side) = (Side::new(player), Side::new(opponent));
        let worst = self.last_3_moves(opponent_side, player_side, -alpha - 1, squares);
        if worst != NONE { -worst } else { final_score(player, opponent) }
    }

    /// Tries the three moves; [`NONE`] if none is legal.
    #[inline(always)]
    fn last_3_moves(
        &mut self,
        player: Side,
        opponent: Side,
        alpha: i32,
        [a, b, c]: [usize; 3],
    ) -> i32 {
        let mut best = NONE;
        for (square, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            let turned = flip(square, player, opponent);
            if turned.discs() != 0 {
                let after = player.or(turned).or(side_of(square));
                best = best.max(-self.last_2(opponent.xor(turned), after, -alpha - 1, x, y));
                if best > alpha {
                    break;
                }
            }
        }
        best
    }

    /// Tests with four empty squares left.
    #[inline]
    pub(super) fn last_4(&mut self, player: u64, opponent: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        let mut empties = !(player | opponent);
        let mut squares = [0_u8; 4];
        for square in &mut squares {
            *square = empties.trailing_zeros() as u8 & 63;
            empties &= empties.wrapping_sub(1);
        }
        let packed = u32::from_le_bytes(squares);
        let differing = (packed ^ ((packed & 255) * 0x0101_0101)) & (QUADRANT_BITS * 0x0101_0100);
        // The two bits of each square moved together: 2 and 5 to 0 and 1.
        let differing = (differing >> 10 | differing >> 12) & 0x0003_0303;
        let key = (differing | differing >> 6 | differing >> 12) & 63;
        let order = &ORDERS[key as usize];
        let best = self.last_4_moves(Side::new(player), Side::new(opponent), alpha, squares, order);
        if best != NONE {
            return best;
        }
        self.last_4_passed(player, opponent, alpha, squares, order)
    }

    /// Tests with four empty squares left on which `player` turns nothing.
    #[inline(never)]
    fn last_4_passed(
        &mut self,
        player: u64,
        opponent: u64,
        alpha: i32,
        squares: [u8; 4],
        order: &[[u8; 4]; 4],
    ) -> i32 {
        let (player_side, opponent_side) = (Side::new(player), Side::new(opponent));
        let worst = self.last_4_moves(opponent_side, player_side, -alpha - 1, squares, order);
        if worst != NONE { -worst } else { final_score(player, opponent) }
    }

    /// Tries the four moves; [`NONE`] if none is legal.
    #[inline(always)]
    fn last_4_moves(
        &mut self,
        player: Side,
        opponent: Side,
        alpha: i32,
        squares: [u8; 4],
        order: &[[u8; 4]; 4],
    ) -> i32 {
        let mut best = NONE;
        for places in order {
            let [square, x, y, z] =
                places.map(|place| usize::from(squares[usize::from(place & 3)]));
            let turned = flip(square, player, opponent);
            if turned.discs() != 0 {
                let after = player.or(turned).or(side_of(square));
                best = best.max(-self.last_3(opponent.xor(turned), after, -alpha - 1, [x, y, z]));
                if best > alpha {
                    break;
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
    fn orders_are_permutations_with_lone_squares_first() {
        for (key, order) in ORDERS.iter().enumerate() {
            let quadrants = [0, key & 3, key >> 2 & 3, key >> 4 & 3];
            let mut moves = order.map(|places| places[0]);
            moves.sort_unstable();
            assert_eq!(moves, [0, 1, 2, 3]);
            for places in order {
                let mut sorted = *places;
                sorted.sort_unstable();
                assert_eq!(sorted, [0, 1, 2, 3]);
                let lone = |place: u8| {
                    let same = places[1..].iter().filter(|&&other| {
                        quadrants[usize::from(other)] == quadrants[usize::from(place)]
                    });
                    same.count() == 1
                };
                let rest = [places[1], places[2], places[3]].map(lone);
                assert!(rest.is_sorted_by(|a, b| a >= b), "{key} {places:?}");
            }
        }
    }
}
