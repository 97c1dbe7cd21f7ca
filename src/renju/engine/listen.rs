//! Turns the search's lines into the contract's progress.

use std::ops::ControlFlow;

use crate::engine::{Info, Iteration, Observer, SearchValue};
use crate::renju::search::{Line, Listener, Report};

/// Stands between the search and the session's observer.
pub(super) struct Listen<'a> {
    observer: &'a mut dyn Observer,
    shown: usize,
    told: bool,
    /// Nodes of the searches before this one.
    before: u64,
}

impl<'a> Listen<'a> {
    /// Shows at most `shown` lines of each report.
    pub(super) fn new(observer: &'a mut dyn Observer, shown: usize) -> Self {
        Listen { observer, shown: shown.max(1), told: false, before: 0 }
    }

    /// Adds the nodes of a search that was not listened to.
    pub(super) fn add(&mut self, nodes: u64) {
        self.before += nodes;
    }

    /// Tells the final lines if nothing has been told.
    pub(super) fn finish(&mut self, report: &Report) {
        if !self.told {
            self.lines(&report.lines, report.nodes, 0);
        }
    }

    /// Tells a choice that no lines have told, or that nothing is left to choose.
    pub(super) fn choice(&mut self, score: i32, words: Vec<String>) {
        self.told = true;
        let is_any = !words.is_empty();
        self.observer.info(&Info {
            depth: u32::from(is_any),
            seldepth: u32::from(is_any),
            selectivity: 100,
            value: SearchValue::Centi(score),
            bound: crate::engine::Bound::Exact,
            nodes: self.before.max(u64::from(is_any)),
            hashfull: 0,
            multi_pv: 1,
            pv: words,
        });
    }
}

impl Listener for Listen<'_> {
    fn lines(&mut self, lines: &[Line], nodes: u64, hashfull: u32) {
        for (index, line) in lines.iter().take(self.shown).enumerate() {
            self.told = true;
            self.observer.info(&Info {
                depth: line.depth,
                seldepth: line.seldepth,
                selectivity: 100,
                value: SearchValue::Centi(line.score),
                bound: line.bound,
                nodes: self.before + nodes,
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
