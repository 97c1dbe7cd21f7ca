//! The root: iterations, aspiration windows, several best lines, and the line of an exact score to its end.

use std::ops::ControlFlow;

use super::ordering::{self, Candidate, Candidates};
use super::params::Selectivity;
use super::pvs::{NONE, Node};
use super::schedule::{self, Step};
use super::worker::Worker;
use super::{Line, Listener, Pv, Report, Request, extend_pv};
use crate::engine::{Bound, Goal, Iteration};
use crate::othello::eval::Tracked;
use crate::othello::{Board, Move, Score, Square};

/// An aspiration window does not grow beyond this on one side.
const WIDEST: i32 = 64 * Score::DISC;

/// A root move with what is known of it.
#[derive(Clone, Debug)]
struct RootMove {
    candidate: Candidate,
    score: i32,
    pv: Pv,
}

/// A score with its line.
#[derive(Clone, Debug)]
struct Found {
    score: i32,
    pv: Pv,
    is_exact: bool,
}

/// One search from its root.
pub(super) struct Root<'r, 'w> {
    worker: &'r mut Worker<'w>,
    request: &'r Request,
    /// The board whose moves are searched: after a forced pass, the other side's.
    at: Tracked,
    passed: bool,
    moves: Vec<RootMove>,
    /// What the present iteration has proved: the best move scores at least this.
    proved: Option<Found>,
}

impl<'r, 'w> Root<'r, 'w> {
    pub(super) fn new(worker: &'r mut Worker<'w>, board: Board, request: &'r Request) -> Self {
        let passed = board.must_pass();
        let board = if passed { board.pass() } else { board };
        // What allows no legal move allows all.
        let legal = board.legal_moves();
        let restricted = legal & request.root_moves;
        let allowed = if passed || restricted == 0 { legal } else { restricted };
        let moves = ordering::candidates(board, allowed)
            .into_iter()
            .map(|candidate| RootMove { candidate, score: NONE, pv: Pv::new() })
            .collect();
        Root { worker, request, at: Tracked::new(board), passed, moves, proved: None }
    }

    /// Runs the iterations.
    pub(super) fn run(mut self, listener: &mut dyn Listener) -> Report {
        let n_empties = self.at.board().n_empties();
        if self.moves.is_empty() {
            return self.finished(listener);
        }
        self.order_first();
        let mut lines = vec![self.fallback()];
        let mut told = false;
        let mut complete = true;
        let request = self.request;
        let steps = schedule::steps(request.goal, request.level, request.selectivity, n_empties);
        for (i, &step) in steps.iter().enumerate() {
            let before = (self.moves[0].candidate.square, self.moves[0].score);
            if !self.iterate(step) {
                complete = false;
                if let Some(line) = self.interrupted(step, &lines[0]) {
                    lines[0] = line;
                    told = false;
                }
                if !told {
                    self.tell(&lines, listener);
                }
                break;
            }
            lines = self.lines(step);
            self.tell(&lines, listener);
            told = true;
            let best = &self.moves[0];
            let iteration = Iteration {
                depth: step.depth,
                best_move_changed: i > 0 && before.0 != best.candidate.square,
                score_drop: if i > 0 {
                    Score((before.1 - best.score).max(0)).centidiscs()
                } else {
                    0
                },
                only_move: self.moves.len() == 1,
                solving: step.depth >= n_empties,
            };
            let last = i + 1 == steps.len();
            if listener.iteration(&iteration) == ControlFlow::Break(()) && !last {
                complete = false;
                break;
            }
        }
        Report { lines, nodes: self.worker.total_nodes(), complete }
    }

    /// Reports a game that is over.
    fn finished(self, listener: &mut dyn Listener) -> Report {
        let line = Line {
            score: Score::from_discs(self.at.board().final_score()),
            bound: Bound::Exact,
            depth: 0,
            seldepth: 0,
            selectivity: 100,
            pv: Vec::new(),
        };
        let lines = vec![line];
        listener.lines(&lines, 0, self.worker.shared.table.hashfull());
        Report { lines, nodes: 0, complete: true }
    }

    fn tell(&mut self, lines: &[Line], listener: &mut dyn Listener) {
        let nodes = self.worker.total_nodes();
        listener.lines(lines, nodes, self.worker.shared.table.hashfull());
    }

    /// Orders the moves before anything has been searched.
    fn order_first(&mut self) {
        let mut list: Candidates = self.moves.iter().map(|m| m.candidate).collect();
        let hints = self
            .worker
            .shared
            .table
            .probe(crate::othello::hash::hash(self.at.board()))
            .map_or([None; 2], |entry| entry.moves);
        self.worker.weigh(&self.at, &mut list, 1, hints);
        for (mv, weighed) in self.moves.iter_mut().zip(&list) {
            mv.candidate.cost = weighed.cost;
        }
        self.moves.sort_by_key(|mv| mv.candidate.cost);
    }

    /// What an iteration had proved before it was stopped, if that is news: a better move, or the exact score
    /// whose line was not completed.
    ///
    /// Only with one best line: with several, what is known of them would be of unlike depths.
    fn interrupted(&self, step: Step, before: &Line) -> Option<Line> {
        let found = self.proved.as_ref().filter(|_| self.request.multi_pv <= 1)?;
        let line = self.line(found.score, step, &found.pv);
        let at = usize::from(self.passed);
        let is_news = found.is_exact || line.pv.get(at) != before.pv.get(at);
        let bound = if self.passed { Bound::Upper } else { Bound::Lower };
        is_news.then_some(Line { bound, ..line })
    }

    /// A line to fall back on when the search is stopped before its first iteration ends.
    fn fallback(&self) -> Line {
        let candidate = &self.moves[0].candidate;
        let child = self.at.after(candidate.square, candidate.flipped);
        let score = -self.worker.shared.evaluator.evaluate(&child).0;
        let mut pv = Pv::new();
        pv.push(Move::Place(candidate.square));
        let step = Step { depth: 0, selectivity: Selectivity::from_percent(73) };
        self.line(score, step, &pv)
    }

    /// How many lines are wanted: after a forced pass one, the pass is the only move.
    fn wanted(&self) -> usize {
        if self.passed { 1 } else { self.request.multi_pv.clamp(1, self.moves.len()) }
    }

    /// Runs one iteration for all wanted lines; `false` if it was stopped.
    fn iterate(&mut self, step: Step) -> bool {
        self.proved = None;
        self.worker.shared.begin_iteration(step.depth, step.depth >= self.at.board().n_empties());
        let (wanted, all) = (self.wanted(), self.moves.len());
        if wanted <= 1 {
            return self.aspirate(0, all, step);
        }
        // The best of before each for itself, then the others against the worst of them.
        for i in 0..wanted {
            if !self.aspirate(i, i + 1, step) {
                return false;
            }
        }
        self.moves[..wanted].sort_by_key(|mv| -mv.score);
        for _ in wanted..all {
            let Some(bar) = self.bar(self.moves[wanted - 1].score, step) else { break };
            match self.search_window(wanted, all, bar, bar + 1, step) {
                None => return false,
                Some(score) if score <= bar => break,
                Some(_) => {}
            }
            if !self.aspirate(wanted, wanted + 1, step) {
                return false;
            }
            self.moves[..=wanted].sort_by_key(|mv| -mv.score);
        }
        true
    }

    /// What a move must score more than to be better than one of `score`; `None` if none can be better.
    fn bar(&self, score: i32, step: Step) -> Option<i32> {
        if self.request.goal == Goal::Wld && step.depth >= self.at.board().n_empties() {
            // Only the signs of the scores mean something.
            return (score <= 0).then_some(score.signum());
        }
        (score < Score::MAX.0).then_some(score)
    }

    /// Searches the moves `from..to` and brings the best of them to `from`.
    ///
    /// # Source
    /// Windows that widen on the side that failed; two discs wide when solving, as in Neural Reversi.
    fn aspirate(&mut self, from: usize, to: usize, step: Step) -> bool {
        if self.request.goal == Goal::Wld && step.depth >= self.at.board().n_empties() {
            return self.search_window(from, to, -Score::DISC, Score::DISC, step).is_some();
        }
        let solving = step.depth >= self.at.board().n_empties();
        let known = self.moves[from].score;
        // Solved without iterations before, a game is guessed at by the evaluation, which misses by more.
        let guess = if known == NONE && solving {
            self.worker.shared.evaluator.evaluate(&self.at).0
        } else {
            known
        };
        let (mut alpha, mut beta) = (Score::MIN.0, Score::MAX.0);
        let mut width = match (solving, known == NONE) {
            (true, true) => 2,
            (true, false) => 1,
            (false, _) => 3,
        } * Score::DISC;
        if guess != NONE && step.depth > 4 {
            let centre = if solving { even_discs(guess) } else { guess };
            alpha = (centre - width).clamp(Score::MIN.0, Score::MAX.0 - 1);
            beta = (centre + width).clamp(alpha + 1, Score::MAX.0);
        }
        loop {
            let Some(score) = self.search_window(from, to, alpha, beta, step) else {
                return false;
            };
            let (fails_low, fails_high) =
                (score <= alpha && alpha > Score::MIN.0, score >= beta && beta < Score::MAX.0);
            width *= 2;
            if !fails_low && !fails_high {
                if let Some(found) = &mut self.proved {
                    found.is_exact = solving && step.selectivity == Selectivity::EXACT;
                }
                return !solving || self.complete_line(from, step);
            } else if width > WIDEST {
                // Bounds of selective searches may contradict each other for ever: one window over everything
                // ends it.
                (alpha, beta) = (Score::MIN.0, Score::MAX.0);
            } else if fails_low {
                beta = (score + 1).max(Score::MIN.0 + 1);
                alpha = (score - width).max(Score::MIN.0);
            } else {
                alpha = (score - 1).min(Score::MAX.0 - 1);
                beta = (score + width).min(Score::MAX.0);
            }
        }
    }

    /// Searches the moves `from..to` with one window, brings the best to `from` and returns its score, or
    /// `None` if it was stopped.
    fn search_window(
        &mut self,
        from: usize,
        to: usize,
        alpha: i32,
        beta: i32,
        step: Step,
    ) -> Option<i32> {
        let list: Candidates = self.moves[from..to].iter().map(|mv| mv.candidate).collect();
        let node =
            Node { at: &self.at, depth: step.depth, selectivity: step.selectivity, alpha, beta };
        let mut pv = Pv::new();
        let score = self.worker.pvs_moves(&node, list, &mut pv);
        if self.worker.is_halted() {
            let first = Some(Move::Place(self.moves[from].candidate.square));
            if score > alpha && pv.first().copied() != first {
                self.proved = Some(Found { score, pv, is_exact: false });
            }
            return None;
        }
        self.proved = (score > alpha).then(|| Found { score, pv: pv.clone(), is_exact: false });
        let best = pv.first().and_then(|mv| mv.square());
        let at = from
            + self.moves[from..to]
                .iter()
                .position(|mv| Some(mv.candidate.square) == best)
                .unwrap_or(0);
        self.moves[from..=at].rotate_right(1);
        self.moves[from].score = score;
        self.moves[from].pv = pv;
        Some(score)
    }

    /// Completes the line of an exact score to the end of the game, each move proved to keep the score.
    ///
    /// A search that is stopped meanwhile counts as stopped in this iteration.
    fn complete_line(&mut self, index: usize, step: Step) -> bool {
        if step.selectivity != Selectivity::EXACT {
            return true;
        }
        let RootMove { candidate, score, pv: known } = self.moves[index].clone();
        let mut line = Pv::new();
        line.push(Move::Place(candidate.square));
        let mut at = self.at.after(candidate.square, candidate.flipped);
        let mut value = -score;
        let mut on_line = true;
        while !at.board().is_over() {
            if at.board().must_pass() {
                on_line &= known.get(line.len()) == Some(&Move::Pass);
                if line.try_push(Move::Pass).is_err() {
                    break;
                }
                at = at.pass();
                value = -value;
                continue;
            }
            let hint = known.get(line.len()).filter(|_| on_line).and_then(|mv| mv.square());
            let Some(next) = self.prove(&at, value, hint) else {
                // Stopped, or a contradiction, which only a damaged table can give.
                debug_assert!(self.worker.is_halted(), "a move keeps the exact score");
                return !self.worker.is_halted();
            };
            on_line &= hint == Some(next.square);
            if line.try_push(Move::Place(next.square)).is_err() {
                break;
            }
            at = at.after(next.square, next.flipped);
            value = -value;
        }
        self.moves[index].pv = line;
        true
    }

    /// Finds a move that keeps `value`, the exact score of `board`.
    fn prove(&mut self, at: &Tracked, value: i32, hint: Option<Square>) -> Option<Candidate> {
        let board = at.board();
        let n_empties = board.n_empties();
        let mut list = ordering::candidates(board, board.legal_moves());
        let known = self.worker.shared.table.probe(crate::othello::hash::hash(board));
        let second = known.and_then(|entry| entry.moves[0]);
        let hints = if hint.is_some() { [hint, second] } else { [second, None] };
        self.worker.weigh(at, &mut list, n_empties, hints);
        ordering::sort(&mut list, 0);
        list.into_iter().find(|candidate| {
            // The child's score is at most -value exactly when the move keeps the score.
            let child = at.after(candidate.square, candidate.flipped);
            let score = self.worker.nws(&child, -value, n_empties - 1, Selectivity::EXACT);
            !self.worker.is_halted() && score <= -value
        })
    }

    /// The lines of the iteration just ended.
    fn lines(&self, step: Step) -> Vec<Line> {
        let wanted = self.wanted();
        let mut best: Vec<&RootMove> = self.moves[..wanted].iter().collect();
        best.sort_by_key(|mv| -mv.score);
        best.into_iter().map(|mv| self.line(mv.score, step, &mv.pv)).collect()
    }

    fn line(&self, score: i32, step: Step, pv: &Pv) -> Line {
        let mut moves = pv.clone();
        let mut score = Score(score);
        if self.passed {
            extend_pv(&mut moves, Move::Pass, pv);
            score = -score;
        }
        let solving = step.depth >= self.at.board().n_empties();
        Line {
            score,
            bound: Bound::Exact,
            depth: step.depth,
            seldepth: step.depth,
            selectivity: if solving
                && self.at.board().n_empties() <= crate::othello::endgame::MAX_EMPTIES
            {
                100
            } else {
                step.selectivity.percent()
            },
            pv: moves.into_iter().collect(),
        }
    }
}

/// Rounds a score to an even number of discs, as every final score is.
fn even_discs(score: i32) -> i32 {
    let two = 2 * Score::DISC;
    (score + Score::DISC).div_euclid(two) * two
}
