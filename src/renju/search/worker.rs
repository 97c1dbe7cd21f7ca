//! One searching thread: what it shares with the others, what is its own, and when it stops.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::history::History;
use super::tt::Table;
use super::{MAX_PLY, Pv};
use crate::engine::StopFlag;
use crate::game::Color;
use crate::renju::Point;
use crate::renju::eval::Evaluator;
use crate::renju::pattern::Field;
use crate::renju::vcf::Solver;

/// What the threads of one search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) evaluator: &'a Evaluator,
    pub(super) stop: &'a StopFlag,
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
        stop: &'a StopFlag,
        node_limit: Option<u64>,
    ) -> Self {
        Shared {
            table,
            evaluator,
            stop,
            halt: AtomicBool::new(false),
            node_limit: node_limit.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
        }
    }

    /// Ends the search on every thread.
    pub(super) fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }
}

/// Positions that the solver of fours of each thread remembers.
const REMEMBERED: usize = 1 << 16;

/// What one thread keeps from search to search.
#[derive(Debug)]
pub(super) struct Memory {
    solver: Solver,
    history: History,
}

impl Memory {
    pub(super) fn new() -> Self {
        Memory { solver: Solver::new(REMEMBERED), history: History::new() }
    }

    pub(super) fn clear(&mut self) {
        self.solver.clear();
        self.history.clear();
    }
}

/// Nodes a thread visits between two reports.
const REPORT_INTERVAL: u64 = 1024;

/// What a thread knows of one ply of its present line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ply {
    /// The static evaluation.
    pub(super) eval: i32,
    /// The move that is left out of the search, to see how much better it is.
    pub(super) excluded: Option<Point>,
}

/// One searching thread.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) solver: &'a mut Solver,
    pub(super) history: &'a mut History,
    pub(super) field: Field,
    /// Who is to move at the root.
    pub(super) root_side: Color,
    pub(super) stack: [Ply; MAX_PLY + 2],
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    /// The line of the node searched last where its score was exact.
    pub(super) pv: Vec<Pv>,
    reported: u64,
    halted: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        field: Field,
        root_side: Color,
    ) -> Self {
        memory.history.fade();
        Worker {
            shared,
            solver: &mut memory.solver,
            history: &mut memory.history,
            field,
            root_side,
            stack: [Ply::default(); MAX_PLY + 2],
            nodes: 0,
            seldepth: 0,
            pv: vec![Pv::new(); MAX_PLY + 2],
            reported: 0,
            halted: false,
        }
    }

    /// Returns who is to move at a ply.
    #[inline]
    pub(super) fn side(&self, ply: usize) -> Color {
        if ply.is_multiple_of(2) { self.root_side } else { !self.root_side }
    }

    /// Adds this thread's nodes to the shared count.
    pub(super) fn report_nodes(&mut self) {
        let fresh = self.nodes - self.reported;
        self.shared.nodes.fetch_add(fresh, Ordering::Relaxed);
        self.reported = self.nodes;
    }

    /// Returns the nodes of all threads.
    pub(super) fn total_nodes(&mut self) -> u64 {
        self.report_nodes();
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// Returns whether the search has been ended; a score found since means nothing.
    pub(super) fn is_halted(&self) -> bool {
        self.halted
    }

    /// Returns whether this thread must give up what it is searching.
    #[inline]
    pub(super) fn abandons(&mut self) -> bool {
        if self.halted {
            return true;
        }
        let fresh = self.nodes - self.reported;
        if fresh >= REPORT_INTERVAL {
            self.report_nodes();
        }
        let shared = self.shared;
        if shared.stop.is_raised()
            || shared.halt.load(Ordering::Relaxed)
            || (shared.node_limit != u64::MAX
                && shared.nodes.load(Ordering::Relaxed) + (self.nodes - self.reported)
                    >= shared.node_limit)
        {
            shared.halt();
            self.halted = true;
        }
        self.halted
    }

    /// Looks for a win by fours of the side to move.
    ///
    /// Returns the plies to five.
    pub(super) fn fours(&mut self, side: Color, nodes: u64, line: Option<&mut Pv>) -> Option<i32> {
        if self.field.n_fours(side) == 0 {
            return None;
        }
        let found = self.solver.any(&mut self.field, side, 24, nodes, self.shared.stop);
        // The node itself is counted already.
        self.nodes += self.solver.nodes() - 1;
        let found = found?;
        if let Some(line) = line {
            line.clear();
            // An answer that cannot be given is no move.
            let mut last = None;
            for point in found.iter().copied().take(MAX_PLY) {
                if last != Some(point) {
                    line.push(point);
                }
                last = Some(point);
            }
        }
        Some(found.len() as i32)
    }
}
