//! Making an evaluation: labelled positions, the fit of weights to them, and what the fit is worth.
//!
//! Owns data sets and fitting; must not know the command line, and shows nothing: jobs count into a [`Progress`]
//! that somebody else prints. Reading order: `dataset`, `draw`, `generate`, `label`, `relabel`, `samples`, `parameters`,
//! `fit`, `report`, `probcut`.

pub mod dataset;
mod draw;
pub mod fit;
pub mod generate;
mod job;
pub mod label;
pub mod ordering;
pub mod parameters;
pub mod probcut;
pub mod relabel;
pub mod report;
pub mod samples;

use std::sync::atomic::{AtomicU64, Ordering};

/// How far a job has come; workers add to it, whoever shows it reads it.
#[derive(Debug, Default)]
pub struct Progress {
    total: AtomicU64,
    done: AtomicU64,
    positions: AtomicU64,
}

impl Progress {
    /// Sets how many pieces there are.
    pub fn set_total(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts finished pieces with the positions they gave.
    pub fn add(&self, pieces: u64, positions: u64) {
        self.done.fetch_add(pieces, Ordering::Relaxed);
        self.positions.fetch_add(positions, Ordering::Relaxed);
    }

    /// Leaves out pieces that were done before.
    pub fn skip(&self, pieces: u64) {
        self.total.fetch_sub(pieces, Ordering::Relaxed);
    }

    /// Returns how many pieces there are.
    pub fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    /// Returns how many pieces are done.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Returns how many positions those gave.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }
}
