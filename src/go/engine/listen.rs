//! Turns what the tree search tells into the contract's progress.

use std::ops::ControlFlow;

use crate::engine::{Bound, Info, Iteration, Observer, SearchValue};
use crate::go::search::{Line, Listener, Report};

/// Stands between the search and the session's observer.
pub(super) struct Listen<'a> {
    observer: &'a mut dyn Observer,
    shown: usize,
    told: bool,
}

impl<'a> Listen<'a> {
    /// Shows at most `shown` lines of each report.
    pub(super) fn new(observer: &'a mut dyn Observer, shown: usize) -> Self {
        Listen { observer, shown: shown.max(1), told: false }
    }

    /// Tells what a position is worth without a search, in hundredths of a point.
    pub(super) fn verdict(&mut self, lead: i32) {
        self.observer.info(&Info {
            depth: 1,
            seldepth: 1,
            selectivity: 100,
            value: SearchValue::Centi(lead),
            bound: Bound::Exact,
            nodes: 0,
            hashfull: 0,
            multi_pv: 1,
            pv: Vec::new(),
        });
    }

    /// Tells the final lines if nothing has been told.
    pub(super) fn finish(&mut self, report: &Report) {
        if !self.told {
            self.lines(&report.lines, report.games, report.deepest, 0);
        }
    }
}

impl Listener for Listen<'_> {
    fn lines(&mut self, lines: &[Line], games: u64, deepest: u32, hashfull: u32) {
        for (multi_pv, line) in (1..).zip(lines.iter().take(self.shown)) {
            self.told = true;
            self.observer.info(&Info {
                depth: line.pv.len() as u32,
                seldepth: deepest.max(line.pv.len() as u32),
                selectivity: 100,
                value: SearchValue::Rated {
                    centi: (line.lead * 100.0).round() as i32,
                    win: (line.rate * 10_000.0).round() as u32,
                    visits: line.visits,
                },
                bound: Bound::Exact,
                nodes: games,
                hashfull,
                multi_pv,
                pv: line.pv.iter().map(ToString::to_string).collect(),
            });
        }
    }

    fn iteration(&mut self, iteration: &Iteration) -> ControlFlow<()> {
        self.observer.iteration(iteration)
    }
}
