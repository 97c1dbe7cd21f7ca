//! Choosing a move: iterative deepening over the parallel search, and the exact solver at its end.
//!
//! Owns table, threads and the root; must not know protocols, sessions or clocks. Entry point: [`Searcher`].

use std::ops::ControlFlow;

use crate::engine::{Bound, Goal, Iteration, StopFlag};
use crate::othello::bitboard::squares;
use crate::othello::{Board, DiscDiff, Move, Score};

/// What a [`Searcher`] is built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Search threads, at least 1.
    pub threads: usize,
    /// Size of the transposition table.
    ///
    /// # Units
    /// MiB.
    pub hash_mib: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { threads: 1, hash_mib: 64 }
    }
}

/// What is asked of one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// How far it goes.
    pub goal: Goal,
    /// The level, 1 to 60, for [`Goal::Level`].
    pub level: u32,
    /// The probability in percent for selective midgame searches: 73 87 95 98 99 100.
    pub selectivity: u32,
    /// How many best lines are wanted, each with its own score.
    pub multi_pv: usize,
    /// The most nodes it may visit.
    pub nodes: Option<u64>,
    /// The squares the root may choose from; `!0` = all.
    pub root_moves: u64,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            goal: Goal::Level,
            level: 21,
            selectivity: 73,
            multi_pv: 1,
            nodes: None,
            root_moves: !0,
        }
    }
}

/// One root move with its line, or the verdict on a finished game (empty line).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score, side to move's view; for [`Goal::Wld`] only its sign means something.
    pub score: Score,
    /// What the score proves.
    pub bound: Bound,
    /// Plies searched.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Percent; 100 = nothing pruned.
    pub selectivity: u32,
    /// The moves, passes included, the root move first.
    pub pv: Vec<Move>,
}

impl Line {
    /// Returns whether the score is the exact result of the game.
    #[must_use]
    pub fn is_exact(&self, n_empties: u32) -> bool {
        self.bound == Bound::Exact && self.selectivity == 100 && self.depth >= n_empties
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The best lines, best first; at least one.
    pub lines: Vec<Line>,
    /// Nodes visited: every move made and every pass.
    pub nodes: u64,
    /// Whether the goal was reached, rather than a limit or the stop flag.
    pub complete: bool,
}

/// Listens to a search; called on the searching thread.
pub trait Listener {
    /// Takes the lines found so far (`line.pv` of each is legal), best first, and the nodes visited.
    fn lines(&mut self, _lines: &[Line], _nodes: u64, _hashfull: u32) {}

    /// Decides, when an iteration ends, whether another one begins.
    fn iteration(&mut self, _iteration: &Iteration) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Listener for () {}

/// A search with its table and threads, reused from search to search.
#[derive(Debug)]
pub struct Searcher {
    config: Config,
}

impl Searcher {
    /// Builds a searcher; table and threads are allocated by the first search or [`Searcher::prepare`].
    #[must_use]
    pub fn new(config: Config) -> Self {
        Searcher { config }
    }

    /// Returns what it was built with.
    #[must_use]
    pub fn config(&self) -> Config {
        self.config
    }

    /// Changes threads and table size; what the table holds is forgotten if its size changes.
    pub fn configure(&mut self, config: Config) {
        self.config = config;
    }

    /// Allocates table and threads now.
    pub fn prepare(&mut self) {}

    /// Forgets everything the table holds.
    pub fn clear(&mut self) {}

    /// Searches `board` for the side to move.
    pub fn search(
        &mut self,
        board: Board,
        request: &Request,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Report {
        // A plain fixed-depth negamax until the real search stands here.
        let n_empties = board.n_empties();
        let depth = match request.goal {
            Goal::Depth(depth) => depth.min(n_empties).min(8),
            _ => n_empties.min(if n_empties <= 9 { n_empties } else { 3 }),
        };
        let mut nodes = 0;
        let mut lines: Vec<Line> = squares(board.legal_moves() & request.root_moves)
            .map(|square| {
                let child = board.after(square, board.flips(square));
                let mut pv = vec![Move::Place(square)];
                let score = -plain(child, depth.saturating_sub(1), &mut nodes, stop, &mut pv);
                Line {
                    score,
                    bound: Bound::Exact,
                    depth,
                    seldepth: depth,
                    selectivity: if depth >= n_empties { 100 } else { request.selectivity },
                    pv,
                }
            })
            .collect();
        lines.sort_by_key(|line| -line.score.0);
        if lines.is_empty() {
            let mut pv = Vec::new();
            let score = plain(board, depth, &mut nodes, stop, &mut pv);
            lines.push(Line {
                score,
                bound: Bound::Exact,
                depth,
                seldepth: depth,
                selectivity: 100,
                pv,
            });
        }
        lines.truncate(request.multi_pv.max(1));
        listener.lines(&lines, nodes, 0);
        Report { lines, nodes, complete: !stop.is_raised() }
    }
}

fn plain(board: Board, depth: u32, nodes: &mut u64, stop: &StopFlag, pv: &mut Vec<Move>) -> Score {
    *nodes += 1;
    if board.is_over() {
        return Score::from_discs(board.final_score());
    }
    if stop.is_raised() || depth == 0 {
        let mobility = board.legal_moves().count_ones() as i32;
        return Score::from_discs(DiscDiff(mobility - board.opponent_moves().count_ones() as i32));
    }
    let mut best = (Score(i32::MIN), Vec::new());
    if board.must_pass() {
        let mut tail = vec![Move::Pass];
        best = (-plain(board.pass(), depth, nodes, stop, &mut tail), tail);
    }
    for (square, child) in board.children() {
        let mut tail = vec![Move::Place(square)];
        let score = -plain(child, depth - 1, nodes, stop, &mut tail);
        if score > best.0 {
            best = (score, tail);
        }
    }
    pv.extend(best.1);
    best.0
}
