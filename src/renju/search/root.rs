//! The root: wins by fours and threes first, then iterations with aspiration windows and several best lines.

use std::ops::ControlFlow;

use super::moves::{self, Hints};
use super::pvs::INFINITE;
use super::vct;
use super::worker::Worker;
use super::{Line, Listener, MAX_PLY, PROVED, Pv, Report, Request, WIN};
use crate::engine::{Bound, Goal, Iteration};
use crate::game::Color;
use crate::renju::Point;
use crate::renju::pattern::Threat;
use crate::renju::vcf::Verdict;

/// The deepest iteration.
const DEEPEST: i32 = 99;
/// Nodes that the search for the shortest win by fours may take.
const FOURS_NODES: u64 = 60_000;
/// Nodes that the search for a win by threes may take.
const THREES_NODES: u64 = 24_000;

/// Nodes that looking closely at the best move may take.
const CHECK_NODES: u64 = 6_000;

/// A root move with what is known of it.
#[derive(Clone, Debug)]
struct RootMove {
    point: Point,
    score: i32,
    bound: Bound,
    seldepth: usize,
    /// The iteration the score is of.
    depth: i32,
    pv: Pv,
    /// Whether it has been looked at closely for a win by fours of the other side.
    checked: bool,
    /// The score, where there is such a win.
    refuted: Option<i32>,
}

/// One search from its root.
pub(super) struct Root<'r, 'w> {
    worker: &'r mut Worker<'w>,
    request: &'r Request,
    side: Color,
    moves: Vec<RootMove>,
    /// Whether the moves are all there are.
    free: bool,
}

/// Searches the same root as another thread, to fill the table.
pub(super) fn help(worker: &mut Worker<'_>, request: &Request, number: i32) {
    let mut root = Root::new(worker, request);
    if root.moves.is_empty() {
        return;
    }
    for depth in 1..=DEEPEST {
        // Threads at different depths find different things.
        if (depth + number) % 3 != 1 && !root.iterate(depth, 0) {
            return;
        }
    }
}

impl<'r, 'w> Root<'r, 'w> {
    pub(super) fn new(worker: &'r mut Worker<'w>, request: &'r Request) -> Self {
        let side = worker.root_side;
        let free = request.root_moves.is_empty() && request.multi_pv <= 1;
        let points = points(worker, side, request, free);
        let moves = points
            .into_iter()
            .map(|point| {
                let mut pv = Pv::new();
                pv.push(point);
                RootMove {
                    point,
                    score: -INFINITE,
                    bound: Bound::Upper,
                    seldepth: 0,
                    depth: 0,
                    pv,
                    checked: false,
                    refuted: None,
                }
            })
            .collect();
        Root { worker, request, side, moves, free }
    }

    /// Runs the iterations.
    pub(super) fn run(mut self, listener: &mut dyn Listener) -> Report {
        let Some(first) = self.moves.first() else {
            let lines = Vec::new();
            listener.lines(&lines, 0, 0);
            return Report { lines, nodes: 0, complete: true };
        };
        let mut lines = vec![Line {
            score: 0,
            bound: Bound::Exact,
            depth: 0,
            seldepth: 0,
            pv: vec![first.point],
        }];
        if self.free
            && let Some(line) = self.proved()
        {
            lines = vec![line];
            self.tell(&lines, listener);
            return Report { lines, nodes: self.worker.total_nodes(), complete: true };
        }
        let last = match self.request.goal {
            Goal::Level | Goal::CleanUp => self.request.level.clamp(1, 60) as i32,
            Goal::Depth(depth) => depth.clamp(1, DEEPEST as u32) as i32,
            Goal::Deepen | Goal::Exact | Goal::Wld | Goal::Solve => DEEPEST,
        };
        let last = last.min(self.worker.field.board().n_empties() as i32);
        let wanted = self.request.multi_pv.clamp(1, self.moves.len());
        let mut complete = true;
        let mut told = false;
        for depth in 1..=last {
            let before = (self.moves[0].point, self.moves[0].score);
            self.worker.seldepth = 0;
            let finished = (0..wanted).all(|first| self.iterate(depth, first));
            if finished && wanted > 1 {
                // A line searched later may turn out better than one before it.
                self.moves[..wanted].sort_by_key(|mv| std::cmp::Reverse(mv.score));
            }
            if finished || self.moves[0].depth == depth {
                lines = if finished { self.lines(wanted) } else { self.interrupted(lines, wanted) };
                self.tell(&lines, listener);
                told = true;
            }
            if !finished {
                complete = false;
                break;
            }
            let best = &self.moves[0];
            let iteration = Iteration {
                depth: depth as u32,
                best_move_changed: depth > 1 && before.0 != best.point,
                score_drop: if depth > 1 { (before.1 - best.score).max(0) } else { 0 },
                only_move: self.moves.len() == 1,
                solving: false,
            };
            // A win or a loss that the depth covers is not found any sooner by going deeper.
            let decided = best.score.abs() >= PROVED && wanted == 1;
            if decided && (best.score > 0 || depth > WIN - best.score.abs()) {
                break;
            }
            if listener.iteration(&iteration) == ControlFlow::Break(()) && depth < last {
                complete = false;
                break;
            }
        }
        if !told {
            self.tell(&lines, listener);
        }
        Report { lines, nodes: self.worker.total_nodes(), complete }
    }

    /// Looks for a win that no iterations are needed for.
    fn proved(&mut self) -> Option<Line> {
        let limit = self.request.nodes.unwrap_or(u64::MAX);
        let worker = &mut *self.worker;
        if let Some(five) = worker.field.five(self.side) {
            worker.nodes += 1;
            return Some(won(&[five], 1));
        }
        let stop = worker.shared.stop;
        let nodes = FOURS_NODES.min(limit / 4);
        let verdict = worker.solver.shortest(&mut worker.field, self.side, Some(nodes), stop);
        worker.nodes += worker.solver.nodes();
        if let Verdict::Win(line) = verdict {
            return Some(won(&line, line.len()));
        }
        if worker.field.count(!self.side, Threat::Five) > 0 {
            return None;
        }
        let line = vct::prove(worker, self.side, THREES_NODES.min(limit / 8))?;
        Some(won(&line, line.len()))
    }

    /// Searches the moves from `first` on; the best one comes to stand there.
    ///
    /// Returns `false` once the search is halted.
    fn iterate(&mut self, depth: i32, first: usize) -> bool {
        let (leader, expected) = (self.moves[first].point, self.moves[first].score);
        let known = depth >= 4 && expected.abs() < PROVED && expected > -INFINITE;
        let mut width = 40;
        let (mut alpha, mut beta) =
            if known { (expected - width, expected + width) } else { (-INFINITE, INFINITE) };
        loop {
            let score = self.search_moves(depth, first, alpha, beta);
            if self.worker.is_halted() {
                // What has become better in this iteration is worth having, unless it loses by fours.
                self.sort(first);
                if self.moves[first].point != leader && !self.check(first) {
                    let at = self.moves.iter().position(|mv| mv.point == leader);
                    self.moves[first..=at.unwrap_or(first)].rotate_right(1);
                }
                return false;
            }
            self.sort(first);
            if !self.check(first) {
                (alpha, beta) = (-INFINITE, INFINITE);
                continue;
            }
            width *= 3;
            if score <= alpha && alpha > -INFINITE {
                alpha = if width > 1500 { -INFINITE } else { score - width };
            } else if score >= beta && beta < INFINITE {
                beta = if width > 1500 { INFINITE } else { score + width };
            } else {
                return true;
            }
        }
    }

    /// Looks closely, once, whether the move at a place walks into a win by fours.
    ///
    /// Returns `false` if it does; it is then known as lost.
    fn check(&mut self, at: usize) -> bool {
        let limit = self.request.nodes.unwrap_or(u64::MAX);
        let (worker, mv) = (&mut *self.worker, &mut self.moves[at]);
        if mv.checked || mv.score.abs() >= PROVED {
            return true;
        }
        mv.checked = true;
        worker.field.make(mv.point, self.side);
        let found = worker.fours(!self.side, CHECK_NODES.min(limit / 10), None);
        worker.field.unmake();
        let Some(plies) = found else { return true };
        let score = plies + 1 - WIN;
        mv.refuted = Some(score);
        mv.score = score;
        false
    }

    /// Puts the best of the moves from `first` on in front; among equals the order stays.
    fn sort(&mut self, first: usize) {
        self.moves[first..]
            .sort_by_key(|mv| (std::cmp::Reverse(mv.depth), std::cmp::Reverse(mv.score)));
    }

    fn search_moves(&mut self, depth: i32, first: usize, alpha: i32, beta: i32) -> i32 {
        let mut best = -INFINITE;
        let mut low = alpha;
        let worker = &mut *self.worker;
        for (number, mv) in self.moves[first..].iter_mut().enumerate() {
            if let Some(score) = mv.refuted {
                (mv.score, mv.depth, mv.bound) = (score, depth, Bound::Exact);
                best = best.max(score);
                low = low.max(score);
                continue;
            }
            worker.field.make(mv.point, self.side);
            let mut score = -INFINITE;
            let mut full = number == 0;
            if !full {
                let reduced = if depth >= 4 && number > 6 { depth - 2 } else { depth - 1 };
                score = -worker.search(-low - 1, -low, reduced, 1, true);
                if score > low && reduced < depth - 1 {
                    score = -worker.search(-low - 1, -low, depth - 1, 1, true);
                }
                full = score > low;
            }
            if full {
                score = -worker.search(-beta, -low, depth - 1, 1, false);
            }
            worker.field.unmake();
            if worker.is_halted() {
                return best;
            }
            if number == 0 || score > low {
                mv.score = score;
                mv.depth = depth;
                mv.seldepth = worker.seldepth;
                mv.bound = match score {
                    score if score <= alpha => Bound::Upper,
                    score if score >= beta => Bound::Lower,
                    _ => Bound::Exact,
                };
                worker.extend_pv(0, mv.point);
                mv.pv = worker.pv[0].clone();
            } else {
                // Known to be no better; its place among the others stays.
                mv.score = -INFINITE;
                mv.depth = depth;
            }
            best = best.max(score);
            low = low.max(score);
            if low >= beta {
                break;
            }
        }
        best
    }

    fn lines(&self, wanted: usize) -> Vec<Line> {
        self.moves[..wanted]
            .iter()
            .map(|mv| Line {
                score: mv.score.max(-WIN),
                bound: mv.bound,
                depth: mv.depth as u32,
                seldepth: mv.seldepth.max(mv.pv.len()) as u32,
                pv: mv.pv.to_vec(),
            })
            .collect()
    }

    /// Returns the lines of an iteration that was ended: those it came to, then those of the iteration before.
    fn interrupted(&self, before: Vec<Line>, wanted: usize) -> Vec<Line> {
        let searched = self.moves[..wanted].iter().map(|mv| mv.score > -INFINITE);
        let lines = self.lines(wanted).into_iter().zip(searched);
        let mut lines: Vec<Line> =
            lines.filter_map(|(line, is_searched)| is_searched.then_some(line)).collect();
        for line in before {
            let is_new = lines.iter().all(|known| known.pv.first() != line.pv.first());
            if is_new && lines.len() < wanted {
                lines.push(line);
            }
        }
        lines
    }

    fn tell(&mut self, lines: &[Line], listener: &mut dyn Listener) {
        let hashfull = self.worker.shared.table.hashfull();
        listener.lines(lines, self.worker.total_nodes(), hashfull);
    }
}

/// Makes a line of a win; an answer that cannot be given is no move.
fn won(line: &[Point], plies: usize) -> Line {
    let mut pv = line.to_vec();
    pv.dedup();
    pv.truncate(MAX_PLY);
    Line {
        score: WIN - plies as i32,
        bound: Bound::Exact,
        depth: plies as u32,
        seldepth: plies as u32,
        pv,
    }
}

/// Returns the moves of the root, the most promising first; empty where no stone may be put.
fn points(worker: &mut Worker<'_>, side: Color, request: &Request, free: bool) -> Vec<Point> {
    let history = &*worker.history;
    let field = &mut worker.field;
    let table = worker.shared.table.probe(super::pvs::key(field.hash(), side));
    let hints = Hints { table: table.and_then(|entry| entry.best), answer: None };
    let mut list = moves::all(field, side, history, hints);
    let mut points: Vec<Point> = Vec::new();
    if let Some(must) = field.five(!side)
        && free
        && field.five(side).is_none()
        && field.is_allowed(must, side)
    {
        return vec![must];
    }
    if free && field.five(!side).is_none() && moves::straight_four(field, !side).is_some() {
        let mut defences = moves::defences(field, side, history, hints);
        let mut allowed = Vec::new();
        while let Some(candidate) = moves::next(&mut defences) {
            if field.is_allowed(candidate.point, side) {
                allowed.push(candidate.point);
            }
        }
        if !allowed.is_empty() {
            return allowed;
        }
    }
    while let Some(candidate) = moves::next(&mut list) {
        points.push(candidate.point);
    }
    let given = &request.root_moves;
    if !given.is_empty() {
        points.retain(|point| given.contains(point));
        let others: Vec<Point> = given
            .iter()
            .copied()
            .filter(|&point| field.board().is_empty(point) && !points.contains(&point))
            .collect();
        points.extend(others);
        return points;
    }
    points.retain(|&point| field.is_allowed(point, side));
    if points.is_empty() {
        let empties: Vec<Point> = field.board().empties().collect();
        points = empties.iter().copied().filter(|&p| field.is_allowed(p, side)).collect();
    }
    points
}
