//! The tree search: null-window and principal-variation nodes, deepening and solving alike.
//!
//! Owns what happens at one node; must not know root, clock or protocol. `depth` counts squares to be filled;
//! a node with `depth` equal to its empties is solved, so that its scores are whole discs; so is every node with
//! few enough empties. Scores are in 1/128
//! disc from the view of the side to move.

use std::sync::Arc;

use super::ordering::{self, Candidate, Candidates};
use super::parallel::{Seat, SplitBest, SplitPoint};
use super::params::{self, Selectivity};
use super::tt::Entry;
use super::worker::Worker;
use super::{Pv, extend_pv};
use crate::othello::eval::Tracked;
use crate::othello::hash::{BoardHash, hash};
use crate::othello::{Move, Score, Square, stability};

/// Below every score.
pub(super) const NONE: i32 = -i32::MAX;

/// Returns the greatest whole number of discs that is no more than `score`.
const fn discs_floor(score: i32) -> i32 {
    score.div_euclid(Score::DISC)
}

/// Returns the least whole number of discs that is no less than `score`.
const fn discs_ceil(score: i32) -> i32 {
    -(-score).div_euclid(Score::DISC)
}

/// What is searched at a node, its moves apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    pub(super) at: &'a Tracked,
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Node<'_> {
    fn n_empties(&self) -> u32 {
        self.at.board().n_empties()
    }

    fn is_solving(&self) -> bool {
        self.depth >= self.n_empties()
    }

    fn may_split(&self) -> bool {
        self.depth >= params::MIN_SPLIT_DEPTH[usize::from(self.is_solving())]
    }
}

impl Worker<'_> {
    /// Tests whether the score exceeds `alpha`.
    pub(super) fn nws(
        &mut self,
        at: &Tracked,
        alpha: i32,
        depth: u32,
        selectivity: Selectivity,
    ) -> i32 {
        let board = at.board();
        let n_empties = board.n_empties();
        if self.shared.is_played_out(depth, n_empties) {
            return self.solver.test(board, discs_floor(alpha)) * Score::DISC;
        }
        if depth <= 2 && depth < n_empties {
            return self.nws_shallow(at, alpha, depth);
        }
        self.solver.nodes += 1;
        if self.abandons() {
            return alpha;
        }
        if let Some(bound) =
            stability::cutoff(board.player(), board.opponent(), discs_floor(alpha), n_empties)
        {
            return bound * Score::DISC;
        }
        let node = Node { at, depth: depth.min(n_empties), selectivity, alpha, beta: alpha + 1 };
        let hash = hash(board);
        let known = self.shared.table.probe(hash);
        if let Some(score) = known.and_then(|entry| usable(&entry, &node)) {
            return score;
        }
        let hints = hints(known.as_ref(), &node);
        let moves = board.legal_moves();
        if moves == 0 {
            if board.opponent_moves() == 0 {
                return Score::from_discs(board.final_score()).0;
            }
            return -self.nws(&at.pass(), -alpha - 1, depth, selectivity);
        }
        if let Some(score) = self.probcut(&node) {
            return score;
        }

        let mut list = ordering::candidates(board, moves);
        if let Some(score) = self.etc(&node, &list) {
            return score;
        }
        if list.len() > 1 {
            self.weigh(at, &mut list, node.depth, hints);
        }
        let mut best = NONE;
        let mut best_move = None;
        for i in 0..list.len() {
            ordering::bring_next(&mut list, i);
            if i > 0 && list.len() - i > 1 && node.may_split() && self.shared.hub.has_idle() {
                let so_far = SplitBest { score: best, square: best_move, pv: Pv::new() };
                let result = self.split(&node, list, i, so_far, false);
                if self.abandons() {
                    return alpha;
                }
                (best, best_move) = (result.score, result.square);
                break;
            }
            let candidate = list[i];
            let score = -self.nws_child(at, &candidate, -alpha - 1, node.depth - 1, selectivity);
            if self.abandons() {
                return alpha;
            }
            if score > best {
                (best, best_move) = (score, Some(candidate.square));
                if score > alpha {
                    self.credit(&node, &list[..=i]);
                    break;
                }
            }
        }
        self.store(hash, &node, best, best_move);
        best
    }

    /// Tests a child; small enough, without keeping its features.
    #[inline]
    fn nws_child(
        &mut self,
        at: &Tracked,
        candidate: &Candidate,
        alpha: i32,
        depth: u32,
        selectivity: Selectivity,
    ) -> i32 {
        let n_empties = candidate.child.n_empties();
        if self.shared.is_played_out(depth, n_empties) {
            return self.solver.test(candidate.child, discs_floor(alpha)) * Score::DISC;
        }
        self.shared.table.prefetch(candidate.hash);
        let child = at.after(candidate.square, candidate.flipped);
        self.nws(&child, alpha, depth, selectivity)
    }

    /// Tests at one or two plies above the leaves, without a table.
    fn nws_shallow(&mut self, at: &Tracked, alpha: i32, depth: u32) -> i32 {
        let board = at.board();
        if self.shared.is_played_out(depth, board.n_empties()) {
            return self.solver.test(board, discs_floor(alpha)) * Score::DISC;
        }
        self.solver.nodes += 1;
        let moves = board.legal_moves();
        if moves == 0 {
            if board.opponent_moves() == 0 {
                return Score::from_discs(board.final_score()).0;
            }
            return -self.nws_shallow(&at.pass(), -alpha - 1, depth);
        }
        if depth == 0 {
            return self.shared.evaluator.evaluate_with(at, moves).0;
        }
        let mut best = NONE;
        let mut list = ordering::brief_candidates(board, moves);
        for i in 0..list.len() {
            ordering::bring_next(&mut list, i);
            let child = at.after(list[i].square, list[i].flipped);
            let score = if depth == 1 && list[i].replies != 0 {
                self.solver.nodes += 1;
                self.shared.evaluator.evaluate_with(&child, list[i].replies).0
            } else {
                self.nws_shallow(&child, -alpha - 1, depth - 1)
            };
            best = best.max(-score);
            if best > alpha {
                break;
            }
        }
        best
    }

    /// Searches with an open window and gathers the best line.
    pub(super) fn pvs(
        &mut self,
        at: &Tracked,
        alpha: i32,
        beta: i32,
        depth: u32,
        selectivity: Selectivity,
        pv: &mut Pv,
    ) -> i32 {
        pv.clear();
        let board = at.board();
        let n_empties = board.n_empties();
        let depth =
            if self.nesting.shallow { depth } else { self.shared.line_depth(depth, n_empties) };
        if self.shared.is_played_out(depth, n_empties) {
            return self.solver.solve(board, discs_floor(alpha), discs_ceil(beta)) * Score::DISC;
        }
        self.solver.nodes += 1;
        if self.abandons() {
            return alpha;
        }
        let moves = board.legal_moves();
        if moves == 0 {
            if board.opponent_moves() == 0 {
                return Score::from_discs(board.final_score()).0;
            }
            let mut tail = Pv::new();
            let score = -self.pvs(&at.pass(), -beta, -alpha, depth, selectivity, &mut tail);
            extend_pv(pv, Move::Pass, &tail);
            return score;
        }
        if depth == 0 {
            return self.shared.evaluator.evaluate(at).0;
        }
        let node = Node { at, depth: depth.min(n_empties), selectivity, alpha, beta };
        let hash = hash(board);
        let known = self.shared.table.probe(hash);
        if node.is_solving()
            && let Some(score) = known.and_then(|entry| settled(&entry, &node))
        {
            return score;
        }
        let mut hints = hints(known.as_ref(), &node);
        if hints[0].is_none() && depth >= 5 {
            // Internal iterative deepening.
            let shallower = if node.is_solving() { depth / 2 } else { depth - 2 };
            let before = std::mem::replace(&mut self.nesting.shallow, true);
            self.pvs(at, alpha, beta, shallower, selectivity, pv);
            self.nesting.shallow = before;
            hints[0] = pv.first().and_then(|mv| mv.square());
            pv.clear();
        }
        let mut list = ordering::candidates(board, moves);
        self.weigh(at, &mut list, node.depth, hints);
        ordering::sort(&mut list, 0);
        let score = self.pvs_moves(&node, list, pv);
        if !self.abandons() {
            self.store(hash, &node, score, pv.first().and_then(|mv| mv.square()));
        }
        score
    }

    /// Searches ordered moves with an open window: the first in full, the others only if they can be better.
    ///
    /// When it is abandoned, the score and line are those of the moves searched by then, [`NONE`] without any.
    pub(super) fn pvs_moves(&mut self, node: &Node<'_>, list: Candidates, pv: &mut Pv) -> i32 {
        let mut best = NONE;
        let mut tail = Pv::new();
        for i in 0..list.len() {
            if i > 0 && list.len() - i > 1 && node.may_split() && self.shared.hub.has_idle() {
                let so_far = SplitBest { score: best, square: None, pv: pv.clone() };
                let result = self.split(node, list, i, so_far, true);
                pv.clone_from(&result.pv);
                return result.score;
            }
            let candidate = list[i];
            let alpha = node.alpha.max(best);
            let mut score = NONE;
            if i > 0 {
                score = -self.nws_child(
                    node.at,
                    &candidate,
                    -alpha - 1,
                    node.depth - 1,
                    node.selectivity,
                );
            }
            if i == 0 || (score > alpha && score < node.beta && !self.abandons()) {
                score = -self.pvs(
                    &node.at.after(candidate.square, candidate.flipped),
                    -node.beta,
                    -alpha,
                    node.depth - 1,
                    node.selectivity,
                    &mut tail,
                );
            } else {
                tail.clear();
            }
            if self.abandons() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha || i == 0 {
                    extend_pv(pv, Move::Place(candidate.square), &tail);
                }
                if score >= node.beta {
                    break;
                }
            }
        }
        best
    }

    /// Searches the moves from `first` on together with idle threads.
    fn split(
        &mut self,
        node: &Node<'_>,
        mut list: Candidates,
        first: usize,
        best: SplitBest,
        is_pv: bool,
    ) -> SplitBest {
        ordering::sort(&mut list, first);
        let window = (node.alpha.max(best.score), node.beta);
        let point = Arc::new(SplitPoint::new(
            self.split.clone(),
            *node.at,
            node.depth,
            node.selectivity,
            self.nesting,
            window,
            is_pv,
            list,
            first,
            best,
        ));
        self.shared.hub.open(&point);
        self.work_at(&point);
        self.shared.hub.close(&point);
        while let Some(seat) = self.shared.hub.wait_below(&point) {
            self.work_at(&seat.0);
        }
        point.result()
    }

    /// Takes moves of a split point until there are none.
    fn work_at(&mut self, point: &Arc<SplitPoint>) {
        let nesting = std::mem::replace(&mut self.nesting, point.nesting);
        let before = self.split.replace(point.clone());
        let mut pv = Pv::new();
        let mut tail = Pv::new();
        while !self.abandons()
            && let Some(candidate) = point.take()
        {
            let (depth, selectivity) = (point.depth - 1, point.selectivity);
            let alpha = point.alpha();
            let mut score = -self.nws_child(&point.at, candidate, -alpha - 1, depth, selectivity);
            tail.clear();
            // A score above the alpha it was tested against is a lower bound only, even where another thread
            // has meanwhile raised alpha beyond it.
            if point.is_pv && score > alpha && score < point.beta && !self.abandons() {
                let (alpha, beta) = (point.alpha(), point.beta);
                let child = point.at.after(candidate.square, candidate.flipped);
                score = -self.pvs(&child, -beta, -alpha, depth, selectivity, &mut tail);
            }
            if self.abandons() {
                break;
            }
            extend_pv(&mut pv, Move::Place(candidate.square), &tail);
            point.enter(candidate.square, score, &pv);
        }
        self.split = before;
        self.nesting = nesting;
    }

    /// Works for others until the search ends.
    pub(super) fn help(&mut self) {
        while let Some(Seat(point)) = self.shared.hub.wait_for_seat().as_ref() {
            self.work_at(point);
            self.report_nodes();
        }
    }

    /// Looks the children up: one that the table knows to be bad enough for the other side ends the node.
    fn etc(&mut self, node: &Node<'_>, list: &Candidates) -> Option<i32> {
        if node.depth < params::MIN_ETC_DEPTH[usize::from(node.is_solving())] {
            return None;
        }
        for candidate in list {
            self.shared.table.prefetch(candidate.hash);
        }
        for candidate in list {
            let entry = self.shared.table.probe(candidate.hash);
            if let Some(entry) = entry
                && entry.depth + 1 >= node.depth
                && entry.selectivity >= node.selectivity.class()
                && -entry.upper > node.alpha
            {
                self.store(hash(node.at.board()), node, -entry.upper, Some(candidate.square));
                return Some(-entry.upper);
            }
        }
        None
    }

    /// Credits the move that refuted a node, and debits those tried before it.
    fn credit(&mut self, node: &Node<'_>, tried: &[Candidate]) {
        let n_empties = node.n_empties();
        let bonus = (node.depth * node.depth) as i32;
        if let Some((refuter, failed)) = tried.split_last() {
            self.history.update(n_empties, refuter.square, bonus);
            for candidate in failed {
                self.history.update(n_empties, candidate.square, -bonus);
            }
        }
    }

    /// Stores the result of a node in the table.
    fn store(&self, hash: BoardHash, node: &Node<'_>, score: i32, best: Option<Square>) {
        let entry = Entry {
            lower: if score > node.alpha { score } else { Score::MIN.0 },
            upper: if score < node.beta { score } else { Score::MAX.0 },
            depth: node.depth,
            selectivity: node.selectivity.class(),
            moves: [best, None],
        };
        self.shared.table.store(hash, entry);
    }
}

/// Returns the moves to try first that the table knows.
fn hints(known: Option<&Entry>, node: &Node<'_>) -> [Option<Square>; 2] {
    let least = if node.is_solving() { params::MIN_HINT_DEPTH } else { 0 };
    known.filter(|entry| entry.depth >= least).map_or([None; 2], |entry| entry.moves)
}

fn is_deep_enough(entry: &Entry, node: &Node<'_>) -> bool {
    entry.depth >= node.depth && entry.selectivity >= node.selectivity.class()
}

/// Returns a score outside the window that the table proves.
#[inline]
fn usable(entry: &Entry, node: &Node<'_>) -> Option<i32> {
    if !is_deep_enough(entry, node) {
        return None;
    }
    if entry.lower > node.alpha {
        Some(entry.lower)
    } else if entry.upper <= node.alpha {
        Some(entry.upper)
    } else {
        None
    }
}

/// Returns a score that the table proves to be exact or outside an open window.
fn settled(entry: &Entry, node: &Node<'_>) -> Option<i32> {
    if !is_deep_enough(entry, node) {
        return None;
    }
    if entry.lower == entry.upper || entry.lower >= node.beta {
        Some(entry.lower)
    } else if entry.upper <= node.alpha {
        Some(entry.upper)
    } else {
        None
    }
}
