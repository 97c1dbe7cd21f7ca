//! Which move to try first.

use arrayvec::ArrayVec;

use super::history::History;
use super::params;
use super::worker::Worker;
use crate::othello::bitboard::{CORNERS, neighbours, squares};
use crate::othello::eval::Tracked;
use crate::othello::hash::{BoardHash, hash};
use crate::othello::{Board, Score, Square, stability};

/// The most legal moves a position has (33 are known), with some room.
pub(super) const MAX_MOVES: usize = 36;

/// A move with the board it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) square: Square,
    pub(super) child: Board,
    pub(super) flipped: u64,
    pub(super) hash: BoardHash,
    /// The lower, the sooner it is tried.
    ///
    /// # Units
    /// About 1/128 disc.
    pub(super) cost: i32,
}

/// The moves of a node.
pub(super) type Candidates = ArrayVec<Candidate, MAX_MOVES>;

/// How good a square is in itself.
///
/// # Units
/// 0 to 18, as weighed in Edax.
static SQUARE_VALUE: [i8; 64] = [
    18, 4, 16, 12, 12, 16, 4, 18, //
    4, 2, 6, 8, 8, 6, 2, 4, //
    16, 6, 14, 10, 10, 14, 6, 16, //
    12, 8, 10, 0, 0, 10, 8, 12, //
    12, 8, 10, 0, 0, 10, 8, 12, //
    16, 6, 14, 10, 10, 14, 6, 16, //
    4, 2, 6, 8, 8, 6, 2, 4, //
    18, 4, 16, 12, 12, 16, 4, 18,
];

/// Makes every legal move on a square of `moves`.
pub(super) fn candidates(board: Board, moves: u64) -> Candidates {
    let mut list = Candidates::new();
    for square in squares(moves) {
        let flipped = board.flips(square);
        let child = board.after(square, flipped);
        let candidate = Candidate { square, child, flipped, hash: hash(child), cost: 0 };
        let full = list.try_push(candidate).is_err();
        debug_assert!(!full, "no position has so many moves");
    }
    list
}

/// A move with a cost.
pub(super) trait Costed {
    /// Returns the cost: the lower, the sooner it is tried.
    fn cost(&self) -> i32;
}

impl Costed for Candidate {
    #[inline]
    fn cost(&self) -> i32 {
        self.cost
    }
}

/// A move near the leaves, with what ordering and evaluating it need.
#[derive(Clone, Copy, Debug)]
pub(super) struct BriefCandidate {
    pub(super) square: Square,
    pub(super) flipped: u64,
    /// The legal moves of the other side after it.
    pub(super) replies: u64,
    cost: i32,
}

impl Costed for BriefCandidate {
    #[inline]
    fn cost(&self) -> i32 {
        self.cost
    }
}

/// Makes every legal move on a square of `moves`, those that leave the fewest replies the cheapest.
pub(super) fn brief_candidates(board: Board, moves: u64) -> ArrayVec<BriefCandidate, MAX_MOVES> {
    let mut list = ArrayVec::new();
    for square in squares(moves) {
        let flipped = board.flips(square);
        let replies = board.after(square, flipped).legal_moves();
        let cost = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
        let full = list.try_push(BriefCandidate { square, flipped, replies, cost }).is_err();
        debug_assert!(!full, "no position has so many moves");
    }
    list
}

/// Brings the cheapest of the moves from `first` on to `first`.
#[inline]
pub(super) fn bring_next(list: &mut [impl Costed], first: usize) {
    let mut next = first;
    for i in first + 1..list.len() {
        if list[i].cost() < list[next].cost() {
            next = i;
        }
    }
    if next != first {
        list.swap(first, next);
    }
}

/// Sorts the moves from `first` on, cheapest first.
pub(super) fn sort(list: &mut Candidates, first: usize) {
    if let Some(rest) = list.get_mut(first..) {
        rest.sort_by_key(|candidate| candidate.cost);
    }
}

impl Worker<'_> {
    /// Gives every move its cost.
    pub(super) fn weigh(
        &mut self,
        at: &Tracked,
        list: &mut Candidates,
        depth: u32,
        hints: [Option<Square>; 2],
    ) {
        let board = at.board();
        let n_empties = board.n_empties();
        let is_evaluated = params::is_ordered_by_evaluation(depth, n_empties);
        let weights = self.shared.weights;
        let odd = odd_regions(board.empties(), n_empties);
        for candidate in list.iter_mut() {
            let square = candidate.square;
            if hints[0] == Some(square) {
                candidate.cost = i32::MIN;
                continue;
            }
            let child = candidate.child;
            if child.player() == 0 {
                candidate.cost = i32::MIN + 1;
                continue;
            }
            let replies = child.legal_moves();
            let mobility = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
            let potential = (neighbours(child.opponent()) & child.empties()).count_ones() as i32;
            let mut cost = 0;
            cost -= i32::from(SQUARE_VALUE[square.index()]) * weights.square;
            cost -= stability::corner_stability(child.opponent()) as i32 * weights.corner_stability;
            cost -= i32::from(odd & square.bit() != 0) * weights.parity;
            cost -= self.history.get(n_empties, square) * weights.history / History::MAX;
            cost += mobility * weights.mobility;
            cost += potential * weights.potential;
            if is_evaluated {
                cost += self.glance(&at.after(square, candidate.flipped), replies);
            }
            if hints[1] == Some(square) {
                cost -= 4 * Score::DISC;
            }
            candidate.cost = cost;
        }
    }

    /// Returns a cheap opinion on a child, from the view of the side to move there.
    fn glance(&self, child: &Tracked, replies: u64) -> i32 {
        let evaluator = self.shared.evaluator;
        if replies != 0 {
            return evaluator.evaluate_with(child, replies).0;
        }
        let board = child.board();
        match board.opponent_moves() {
            0 => Score::from_discs(board.final_score()).0,
            moves => -evaluator.evaluate_with(&child.pass(), moves).0,
        }
    }
}

/// Returns the empty squares of quadrants with an odd number of them, where that matters.
fn odd_regions(empties: u64, n_empties: u32) -> u64 {
    if n_empties > 30 {
        return 0;
    }
    crate::othello::endgame::odd_quadrants(empties)
}
