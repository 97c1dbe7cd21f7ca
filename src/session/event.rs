//! What the session waits for.

use std::time::Duration;

use crate::engine::{BestMove, Engine, EngineError, Info};
use crate::protocol::ProtocolError;

/// One thing that happened.
pub(super) enum Event {
    /// The client sent a line.
    Line(String),
    /// The client sent something that is no line of text.
    ///
    /// As much of it as can be read comes with it.
    Bad(ProtocolError, String),
    /// The client asks, beside its lines, to end the running search.
    #[cfg_attr(not(unix), allow(dead_code))]
    Interrupt,
    /// The client will send nothing more.
    Eof,
    /// The client can no longer be written to.
    Closed,
    /// A search has something to tell.
    Info {
        job: u64,
        info: Info,
        /// Since the job began.
        elapsed: Duration,
    },
    /// The worker is free again.
    Done(Done),
}

/// A finished job.
pub(super) struct Done {
    pub(super) job: u64,
    /// The engine, unless it was lost in a panic.
    pub(super) engine: Option<Box<dyn Engine>>,
    pub(super) result: Finished,
    /// Since the job began.
    pub(super) elapsed: Duration,
}

/// How a job ended.
pub(super) enum Finished {
    /// A search chose.
    Search(Result<BestMove, EngineError>),
    /// A count, `None` if it was stopped.
    Perft(u32, Option<u64>),
    /// A benchmark, `None` if it was stopped.
    Bench(Option<u64>),
    /// What the answers about a position need is worked out.
    Judged,
    /// The engine panicked with this message.
    Panicked(String),
}
