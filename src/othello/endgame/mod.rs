//! The exact solver for the last empty squares.
//!
//! Owns positions of up to [`MAX_EMPTIES`] empties, solved without shared state and without looking at a stop
//! flag: the longest call takes about a millisecond. Must not know the search above it, which splits larger
//! positions among threads. Scores are whole discs, empties to the winner, side to move's view.
//!
//! Reading order: `last` (1 to 4 empties), `shallow` (5 and 6), `nws` (from 7), `cache`.

mod cache;
mod last;
mod nws;
mod shallow;

pub(crate) use shallow::odd_quadrants;

use cache::Cache;

use crate::othello::Board;
use crate::othello::hash::hash;
use crate::othello::ordering_weights::{NearEnd, OrderingWeights};

/// The most empty squares solved here; with more, the shared table and move ordering by evaluation pay.
pub(crate) const MAX_EMPTIES: u32 = 11;

/// Below every score.
const NONE: i32 = -127;

/// A solver with its cache and its count of nodes, one a thread.
#[derive(Debug)]
pub(crate) struct Solver {
    /// Nodes visited: every board looked at, each reached by one move or pass.
    pub(crate) nodes: u64,
    /// How moves are ordered from 7 empties on.
    pub(crate) weights: NearEnd,
    cache: Cache,
}

impl Solver {
    /// Builds a solver with a cache of `cache_kib` KiB.
    pub(crate) fn new(cache_kib: usize) -> Self {
        Solver {
            nodes: 0,
            weights: OrderingWeights::DEFAULT.near_end,
            cache: Cache::new(cache_kib),
        }
    }

    /// Forgets everything cached.
    pub(crate) fn clear(&mut self) {
        self.cache.clear();
    }

    /// Tests whether the score exceeds `alpha`: a result above it is a lower bound of the score, one at or
    /// below it an upper bound.
    ///
    /// # Units
    /// Discs.
    pub(crate) fn test(&mut self, board: Board, alpha: i32) -> i32 {
        debug_assert!(board.n_empties() <= MAX_EMPTIES, "too many empties for this solver");
        match board.n_empties() {
            0 => {
                self.nodes += 1;
                board.final_score().0
            }
            1..=4 => self.last(board, alpha),
            5 => self.shallow_5(board.player(), board.opponent(), alpha),
            6 => self.shallow_6(board.player(), board.opponent(), board.legal_moves(), alpha),
            _ => self.nws(board, hash(board), board.legal_moves(), alpha),
        }
    }

    /// Returns the score if it lies between `alpha` and `beta`, otherwise a bound beyond the nearer one.
    ///
    /// # Units
    /// Discs.
    pub(crate) fn solve(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let (mut lower, mut upper) = (-64, 64);
        // Scores are even: test the middle of what is left of the window, downwards from its top.
        let mut guess = alpha.max(lower).midpoint(beta.min(upper));
        while lower < upper && lower < beta && upper > alpha {
            let test = guess.clamp(lower, upper - 1);
            let score = self.test(board, test);
            if score > test {
                lower = score.max(lower);
                guess = score;
            } else {
                upper = score.min(upper);
                guess = score - 1;
            }
        }
        if upper <= alpha { upper } else { lower }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};

    /// Solves by trying everything.
    pub(crate) fn brute_force(board: Board) -> i32 {
        if board.legal_moves() == 0 {
            if board.opponent_moves() == 0 {
                return board.final_score().0;
            }
            return -brute_force(board.pass());
        }
        board.children().map(|(_, child)| -brute_force(child)).max().unwrap_or(NONE)
    }

    /// Plays random moves until `n_empties` are left; `None` if the game ends sooner.
    pub(crate) fn random_board(rng: &mut impl Rng, n_empties: u32) -> Option<Board> {
        let mut board = Board::START;
        while board.n_empties() > n_empties {
            let moves: Vec<Board> = board.children().map(|(_, child)| child).collect();
            board = if moves.is_empty() {
                if board.is_over() {
                    return None;
                }
                board.pass()
            } else {
                moves[rng.random_range(0..moves.len())]
            };
        }
        Some(board)
    }

    #[test]
    fn solver_equals_brute_force() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        let mut solver = Solver::new(64);
        for n_empties in (0..=8).cycle().take(1200) {
            let Some(board) = random_board(&mut rng, n_empties) else { continue };
            let score = brute_force(board);
            assert_eq!(solver.solve(board, -64, 64), score, "{board:?}");
            for alpha in [-20, -2, score - 1, score, score + 1, 3, 30] {
                let alpha = alpha.clamp(-64, 63);
                let bound = solver.test(board, alpha);
                if bound > alpha {
                    assert!(score >= bound, "{board:?} {alpha}: {bound} {score}");
                } else {
                    assert!(score <= bound, "{board:?} {alpha}: {bound} {score}");
                }
            }
        }
    }

    #[test]
    fn stability_cutoff_is_a_bound() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(2);
        let mut cut = 0;
        for n_empties in (4..=7).cycle().take(600) {
            let Some(board) = random_board(&mut rng, n_empties) else { continue };
            for board in [board, board.pass()] {
                let score = brute_force(board);
                for alpha in (0..64).step_by(2) {
                    let (player, opponent) = (board.player(), board.opponent());
                    let bound =
                        crate::othello::stability::cutoff(player, opponent, alpha, n_empties);
                    let Some(bound) = bound else { continue };
                    cut += 1;
                    assert!(score <= bound && bound <= alpha, "{board:?} {alpha}: {bound} {score}");
                }
            }
        }
        assert!(cut > 1000, "only {cut} cut-offs");
    }
}
