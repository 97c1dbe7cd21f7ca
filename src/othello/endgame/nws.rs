//! Seven empty squares and more: a cache, and moves ordered by the mobility they leave.

use arrayvec::ArrayVec;

use super::last::final_score;
use super::shallow::{self, odd_quadrants};
use super::{NONE, Solver};
use crate::othello::bitboard::{CORNERS, squares};
use crate::othello::hash::{BoardHash, hash};
use crate::othello::kernel::flip;
use crate::othello::{Board, Square, stability};

/// The least empty squares at which the children are looked up before the first is searched: below, a look costs
/// more than it saves.
const MIN_LOOKED_AHEAD: u32 = 9;

/// A move with the board it leads to.
struct Candidate {
    child: Board,
    square: Square,
    /// The lower, the sooner it is tried.
    cost: i32,
}

impl Solver {
    /// Tests with seven empty squares or more left; `key` is the board's hash.
    pub(super) fn nws(&mut self, board: Board, key: BoardHash, alpha: i32) -> i32 {
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
        let moves = board.legal_moves();
        if moves == 0 {
            if board.opponent_moves() == 0 {
                return final_score(player, opponent);
            }
            let passed = board.pass();
            return -self.nws(passed, hash(passed), -alpha - 1);
        }

        let weights = self.weights;
        let odd = odd_quadrants(empties);
        let looks_ahead = n_empties >= MIN_LOOKED_AHEAD;
        let mut candidates = ArrayVec::<Candidate, 16>::new();
        for square in squares(moves) {
            let child = board.after(square, flip(square.index(), player, opponent));
            if child.player() == 0 {
                return 64;
            }
            if looks_ahead {
                self.cache.prefetch(hash(child));
            }
            let replies = child.legal_moves();
            let mut cost =
                weights.mobility * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
            cost -= weights.parity * i32::from(square.bit() & odd != 0);
            cost -= weights.corner * i32::from(square.bit() & CORNERS != 0);
            if hint == Some(square) {
                cost = i32::MIN;
            }
            if candidates.try_push(Candidate { child, square, cost }).is_err() {
                debug_assert!(false, "no more moves than empties");
            }
        }

        let mut best = NONE;
        let mut best_move = None;
        if looks_ahead {
            // What the cache knows of the children may end the node, or a move, at once.
            let mut i = 0;
            while i < candidates.len() {
                let candidate = &candidates[i];
                let Some(entry) = self.cache.probe(hash(candidate.child)) else {
                    i += 1;
                    continue;
                };
                if -entry.upper > alpha {
                    self.cache.store(key, alpha, -entry.upper, Some(candidate.square));
                    return -entry.upper;
                }
                if -entry.lower <= alpha {
                    best = best.max(-entry.lower);
                    candidates.swap_remove(i);
                } else {
                    i += 1;
                }
            }
        }
        while !candidates.is_empty() {
            let mut next = 0;
            for i in 1..candidates.len() {
                if candidates[i].cost < candidates[next].cost {
                    next = i;
                }
            }
            let Candidate { square, child, .. } = candidates.swap_remove(next);
            let score = if n_empties - 1 > shallow::MAX_EMPTIES {
                -self.nws(child, hash(child), -alpha - 1)
            } else {
                -self.shallow(child.player(), child.opponent(), -alpha - 1)
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
