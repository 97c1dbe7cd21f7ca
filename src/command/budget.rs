//! The limits of confirmation as flags, and the clock that ends it.

use std::io;
use std::sync::mpsc;
use std::time::Duration;

use clap::Args;

use crate::engine::StopFlag;
use crate::go::life_death::Budget;

/// The limits of the confirmation of one board of Go.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Life and death")]
pub struct BudgetArgs {
    /// Positions that one search may hold
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub states: u64,
    /// Memory that one search may hold, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub memory: u64,
    /// Seconds for a board; 0 sets no limit
    #[arg(long, value_name = "S", default_value_t = 60)]
    pub time: u32,
}

impl BudgetArgs {
    /// Returns the budget of one board and starts its clock, which runs until it is dropped.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn start(&self) -> io::Result<(Budget, Timer)> {
        let stop = StopFlag::new();
        let (timer, dropped) = mpsc::channel();
        if self.time > 0 {
            let (stop, time) = (stop.clone(), Duration::from_secs(self.time.into()));
            let wait = move || {
                if dropped.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
                    stop.raise();
                }
            };
            std::thread::Builder::new().name("budget".into()).spawn(wait)?;
        }
        let bytes = usize::try_from(self.memory << 20).unwrap_or(usize::MAX);
        Ok((Budget { states: self.states, bytes, total_states: u64::MAX, stop }, Timer(timer)))
    }
}

/// The clock of one board; its thread ends with it.
#[derive(Debug)]
pub struct Timer(#[expect(dead_code, reason = "kept for its end")] mpsc::Sender<()>);
