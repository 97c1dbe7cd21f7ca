//! Turns the search's lines into the contract's progress.

use std::ops::ControlFlow;

use crate::engine::{Goal, Info, Iteration, Observer, SearchValue};
use crate::othello::search::{Line, Listener, Report};

/// Stands between the search and the session's observer.
pub(super) struct Listen<'a> {
    observer: &'a mut dyn Observer,
    goal: Goal,
    shown: usize,
    told: bool,
}

impl<'a> Listen<'a> {
    /// Shows at most `shown` lines of each report.
    pub(super) fn new(observer: &'a mut dyn Observer, goal: Goal, shown: usize) -> Self {
        Listen { observer, goal, shown: shown.max(1), told: false }
    }

    /// Tells the final lines if nothing has been told.
    pub(super) fn finish(&mut self, report: &Report) {
        if !self.told {
            self.lines(&report.lines, report.nodes, 0);
        }
    }
}

impl Listener for Listen<'_> {
    fn lines(&mut self, lines: &[Line], nodes: u64, hashfull: u32) {
        for (index, line) in lines.iter().take(self.shown).enumerate() {
            self.told = true;
            let value = match self.goal {
                Goal::Wld => SearchValue::Wld(line.score.0.signum() as i8),
                _ => SearchValue::Centi(line.score.centidiscs()),
            };
            self.observer.info(&Info {
                depth: line.depth,
                seldepth: line.seldepth,
                selectivity: line.selectivity,
                value,
                bound: line.bound,
                nodes,
                hashfull,
                multi_pv: index as u32 + 1,
                pv: line.pv.iter().map(ToString::to_string).collect(),
            });
        }
    }

    fn iteration(&mut self, iteration: &Iteration) -> ControlFlow<()> {
        self.observer.iteration(iteration)
    }
}
