//! One searching thread: what it shares with the others, what is its own, and when it stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use super::error_model::ErrorModel;
use super::history::History;
use super::parallel::{Hub, Nesting, SplitPoint};
use super::params;
use super::tt::Table;
use crate::engine::StopFlag;
use crate::othello::endgame::{self, Solver};
use crate::othello::eval::Evaluator;
use crate::othello::ordering_weights::Above;

/// What the threads of one search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) hub: Hub,
    pub(super) evaluator: &'a Evaluator,
    /// How far ProbCut trusts shallow searches with that evaluation.
    pub(super) error_model: ErrorModel,
    /// How moves are ordered beside an evaluation.
    pub(super) weights: Above,
    /// With no more empties than this a node of any depth is played out.
    played_out: AtomicU32,
    /// With no more empties than this the best line is played out.
    line_played_out: AtomicU32,
    stop: &'a StopFlag,
    /// Set when a limit is reached or a thread has failed.
    halt: AtomicBool,
    node_limit: u64,
    /// Nodes of all threads, as far as they have reported them.
    nodes: AtomicU64,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        table: &'a Table,
        evaluator: &'a Evaluator,
        weights: Above,
        hub: Hub,
        stop: &'a StopFlag,
        node_limit: Option<u64>,
    ) -> Self {
        Shared {
            table,
            hub,
            evaluator,
            error_model: ErrorModel::of(evaluator),
            weights,
            played_out: AtomicU32::new(0),
            line_played_out: AtomicU32::new(0),
            stop,
            halt: AtomicBool::new(false),
            node_limit: node_limit.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
        }
    }

    /// Begins an iteration of `depth` plies, in which `solving` plays the whole game out or not.
    ///
    /// Where it does, the shallow searches that forecast scores keep to their depth: played out they would cost more than
    /// they save.
    pub(super) fn begin_iteration(&self, depth: u32, solving: bool) {
        let (played_out, line) = if solving {
            (0, 0)
        } else {
            (params::PLAYED_OUT_EMPTIES, params::line_played_out_empties(depth))
        };
        self.played_out.store(played_out, Ordering::Relaxed);
        self.line_played_out.store(line, Ordering::Relaxed);
    }

    /// Returns the plies that a node of the best line is searched, `depth` or to the end.
    #[inline]
    pub(super) fn line_depth(&self, depth: u32, n_empties: u32) -> u32 {
        if n_empties <= self.line_played_out.load(Ordering::Relaxed) { n_empties } else { depth }
    }

    /// Returns whether the solver of the last empties takes a node over: where the search goes to the end, and
    /// everywhere near it.
    #[inline]
    pub(super) fn is_played_out(&self, depth: u32, n_empties: u32) -> bool {
        n_empties <= self.played_out.load(Ordering::Relaxed)
            || (depth >= n_empties && n_empties <= endgame::MAX_EMPTIES)
    }

    /// Ends the search on every thread.
    pub(super) fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }
}

/// Nodes a thread visits between two reports.
const REPORT_INTERVAL: u64 = 4096;

/// One searching thread.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// The solver of the last empties; its node count is the thread's.
    pub(super) solver: &'a mut Solver,
    pub(super) history: &'a mut History,
    /// The split point this thread works for.
    pub(super) split: Option<Arc<SplitPoint>>,
    pub(super) nesting: Nesting,
    reported: u64,
    halted: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        solver: &'a mut Solver,
        history: &'a mut History,
    ) -> Self {
        solver.nodes = 0;
        Worker {
            shared,
            solver,
            history,
            split: None,
            nesting: Nesting::default(),
            reported: 0,
            halted: false,
        }
    }

    /// Adds this thread's nodes to the shared count.
    pub(super) fn report_nodes(&mut self) {
        let fresh = self.solver.nodes - self.reported;
        self.shared.nodes.fetch_add(fresh, Ordering::Relaxed);
        self.reported = self.solver.nodes;
    }

    /// Returns the nodes of all threads.
    pub(super) fn total_nodes(&mut self) -> u64 {
        self.report_nodes();
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// Returns whether the whole search has been ended.
    pub(super) fn is_halted(&self) -> bool {
        self.halted
    }

    /// Returns whether this thread must give up what it is searching: the search has ended, or a split point
    /// above has been refuted. The value of an abandoned search means nothing.
    #[inline]
    pub(super) fn abandons(&mut self) -> bool {
        if self.halted {
            return true;
        }
        let fresh = self.solver.nodes - self.reported;
        if fresh >= REPORT_INTERVAL {
            self.report_nodes();
        }
        let shared = self.shared;
        if shared.stop.is_raised()
            || shared.halt.load(Ordering::Relaxed)
            || (shared.node_limit != u64::MAX
                && shared.nodes.load(Ordering::Relaxed) + (self.solver.nodes - self.reported)
                    >= shared.node_limit)
        {
            shared.halt();
            self.halted = true;
            return true;
        }
        self.split.as_ref().is_some_and(|split| split.is_cut())
    }
}
