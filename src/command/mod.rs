//! The subcommands of the command line, one file each.
//!
//! Each has a `run` that returns the exit status: 0 done, 1 a negative answer, 2 an error. Only `output` writes
//! to standard output.

pub mod analyse;
pub mod bench;
pub mod demo;
pub mod output;
pub mod perft;
pub mod serve;
pub mod solve;
pub mod version;

use std::num::NonZero;

use anyhow::bail;

use crate::cli::EngineArgs;
use crate::util::memory;

/// Table memory of a command that has the machine to itself.
///
/// # Units
/// MiB.
const DEFAULT_HASH_MIB: usize = 512;

/// More threads than this no command starts; the option `Threads` has the same bound.
const MOST_THREADS: usize = 256;

/// Refuses what the commands cannot do yet.
fn check_engine(engine: &EngineArgs) -> anyhow::Result<()> {
    if !engine.game.eq_ignore_ascii_case("othello") {
        bail!("--game {}: only othello is known here", engine.game);
    }
    if let Some(file) = &engine.eval {
        bail!("--eval {}: this version has no reader for evaluation weights", file.display());
    }
    Ok(())
}

/// Returns the number of threads asked for, at most [`MOST_THREADS`], or that of the processors.
fn threads(engine: &EngineArgs) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
    bounded("--threads", engine.threads.unwrap_or_else(processors), MOST_THREADS)
}

/// Returns the memory for tables asked for, at most what the machine can spare.
fn hash_mib(engine: &EngineArgs) -> usize {
    let most = memory::most_for_tables_mib().and_then(|most| usize::try_from(most).ok());
    bounded("--hash", engine.hash.unwrap_or(DEFAULT_HASH_MIB), most.unwrap_or(usize::MAX))
}

/// Returns `value`, or `most` with a warning where that is less.
fn bounded(flag: &str, value: usize, most: usize) -> usize {
    if value > most {
        log::warn!("{flag}: {value} is more than this machine can spare, set to {most}");
    }
    value.min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_machine_cannot_spare_is_not_taken() {
        assert_eq!(bounded("--threads", 1_048_576, MOST_THREADS), 256);
        assert_eq!(bounded("--threads", 256, MOST_THREADS), 256);
        let engine = EngineArgs {
            game: "othello".to_owned(),
            threads: Some(1_048_576),
            hash: Some(1_048_576),
            eval: None,
        };
        assert_eq!(threads(&engine), 256);
        if let Some(total) = memory::total_mib() {
            assert!((hash_mib(&engine) as u64) < total.max(1_048_576));
        }
    }
}
