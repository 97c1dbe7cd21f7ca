//! Seven empty squares and more: a cache, and moves ordered by the mobility they leave.

use arrayvec::ArrayVec;

use super::last::final_score;
use super::shallow::{self, odd_quadrants};
use super::{MAX_EMPTIES, NONE, Solver};
use crate::othello::bitboard::{CORNERS, squares};
use crate::othello::hash::{BoardHash, hash};
use crate::othello::kernel::flip;
use crate::othello::{Board, Square, stability};

/// The least empty squares at which the children are looked up before the first is searched: below, a look costs
/// more than it saves.
const MIN_LOOKED_AHEAD: u32 = 9;

/// A move, the board it leads to and the moves the other side then has.
struct Child {
    board: Board,
    replies: u64,
    square: Square,
}

/// Places for the moves of a node, a power of two: the least of their costs is found without a branch.
const PLACES: usize = 16;
const _: () = assert!(MAX_EMPTIES as usize <= PLACES);

/// The cost of a move that is not tried, or of none.
const DONE: u32 = u32::MAX;

/// What costs are counted from, so that none is negative.
const ZERO_COST: i32 = 1 << 20;

impl Solver {
    /// Tests with seven empty squares or more left; `key` is the board's hash, `moves` are its legal moves.
    pub(super) fn nws(&mut self, board: Board, key: BoardHash, moves: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        let empties = board.empties();
        let n_empties = empties.count_ones();
        let (player, opponent) = (board.player(), board.opponent());
        if let Some(bound) = stability::cutoff(player, opponent, alpha, n_empties) {
            return bound;
        }
        let mut hint = None;
        if let Some(entry) = self.cache.probe(key) {
            if entry.lower > alpha {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
            hint = entry.best;
        }
        if moves == 0 {
            let passed = board.pass();
            let moves = passed.legal_moves();
            if moves == 0 {
                return final_score(player, opponent);
            }
            return -self.nws(passed, hash(passed), moves, -alpha - 1);
        }

        let weights = self.weights;
        let odd = odd_quadrants(empties);
        let looks_ahead = n_empties >= MIN_LOOKED_AHEAD;
        let mut children = ArrayVec::<Child, PLACES>::new();
        // The cost of each child, its number in the lowest bits.
        let mut costs = [DONE; PLACES];
        for (square, place) in squares(moves).zip(&mut costs) {
            let child = board.after(square, flip(square.index(), player, opponent));
            if child.player() == 0 {
                return 64;
            }
            if looks_ahead {
                self.cache.prefetch(hash(child));
            }
            let replies = child.legal_moves();
            let mut cost = ZERO_COST
                + weights.mobility
                    * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
            cost -= weights.parity * i32::from(square.bit() & odd != 0);
            cost -= weights.corner * i32::from(square.bit() & CORNERS != 0);
            if hint == Some(square) {
                cost = 0;
            }
            *place = cost as u32 * PLACES as u32 + children.len() as u32;
            if children.try_push(Child { board: child, replies, square }).is_err() {
                debug_assert!(false, "no more moves than empties");
            }
        }

        let mut best = NONE;
        let mut best_move = None;
        if looks_ahead {
            // What the cache knows of the children may end the node, or a move, at once.
            for (child, cost) in children.iter().zip(&mut costs) {
                let Some(entry) = self.cache.probe(hash(child.board)) else { continue };
                if -entry.upper > alpha {
                    self.cache.store(key, alpha, -entry.upper, Some(child.square));
                    return -entry.upper;
                }
                if -entry.lower <= alpha {
                    best = best.max(-entry.lower);
                    *cost = DONE;
                }
            }
        }
        loop {
            let least = costs.iter().copied().fold(DONE, u32::min);
            if least == DONE {
                break;
            }
            let next = least as usize % PLACES;
            costs[next] = DONE;
            let Some(&Child { board: child, replies, square }) = children.get(next) else { break };
            let score = if n_empties - 1 > shallow::MAX_EMPTIES {
                -self.nws(child, hash(child), replies, -alpha - 1)
            } else {
                -self.shallow_6(child.player(), child.opponent(), replies, -alpha - 1)
            };
            if score > best {
                (best, best_move) = (score, Some(square));
                if score > alpha {
                    break;
                }
            }
        }
        self.cache.store(key, alpha, best, best_move);
        best
    }
}
