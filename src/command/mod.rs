//! The subcommands of the command line, one file or folder each.
//!
//! Each has a `run` that returns the exit status: 0 done, 1 a negative answer, 2 an error. Only `output` writes
//! to standard output.

pub mod accuracy;
pub mod analyse;
mod append;
pub mod bench;
pub mod budget;
pub mod check;
pub mod convert;
pub mod demo;
pub mod eval_info;
pub mod match_;
pub mod output;
pub mod perft;
pub mod referee;
pub mod serve;
pub mod shard;
pub mod solve;
pub mod train;
pub mod version;

use std::num::NonZero;
use std::path::Path;

use anyhow::bail;

use crate::cli::EngineArgs;
use crate::othello::eval::Evaluator;
use crate::othello::eval::file::WeightsError;
use crate::util::memory;

/// Table memory of a command that has the machine to itself.
///
/// # Units
/// MiB.
const DEFAULT_HASH_MIB: usize = 512;

/// Refuses games that the commands do not know.
fn check_engine(engine: &EngineArgs) -> anyhow::Result<()> {
    if !engine.game.eq_ignore_ascii_case("othello") {
        bail!("--game {}: only othello is known here", engine.game);
    }
    Ok(())
}

/// Reads the evaluation asked for, or takes the one built in.
fn evaluator(engine: &EngineArgs) -> anyhow::Result<Evaluator> {
    match &engine.eval {
        Some(file) => load(file),
        None => Ok(Evaluator::default()),
    }
}

/// Reads a file of weights; what is wrong with it names the file, once.
fn load(file: &Path) -> anyhow::Result<Evaluator> {
    Evaluator::load(file).map_err(|error| match error {
        WeightsError::File { .. } => anyhow::Error::msg(error.to_string()),
        _ => anyhow::Error::from(error).context(file.display().to_string()),
    })
}

/// Reads the evaluation of Renju asked for, or takes the one built in.
fn renju_evaluator(engine: &EngineArgs) -> anyhow::Result<crate::renju::eval::Evaluator> {
    match &engine.eval {
        Some(file) => crate::renju::eval::Evaluator::load(file)
            .map(|(evaluator, _)| evaluator)
            .map_err(|error| anyhow::Error::msg(format!("{}: {error}", file.display()))),
        None => Ok(crate::renju::eval::Evaluator::default()),
    }
}

/// Returns the number of threads asked for, or that of the processors.
fn threads(engine: &EngineArgs) -> usize {
    engine.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get))
}

/// Returns the memory for tables asked for, at most what the machine can spare.
///
/// # Units
/// MiB.
fn hash_mib(engine: &EngineArgs) -> usize {
    let wanted = engine.hash.unwrap_or(DEFAULT_HASH_MIB);
    let most = memory::most_for_tables_mib().and_then(|most| usize::try_from(most).ok());
    match most {
        Some(most) if wanted > most => {
            log::warn!("--hash: {wanted} is more than this machine can spare, set to {most}");
            most
        }
        _ => wanted,
    }
}

/// Reads a class of selectivity.
fn selectivity(text: &str) -> Result<u32, String> {
    let number = text.parse::<u32>().ok().filter(|n| [73, 87, 95, 98, 99, 100].contains(n));
    number.ok_or_else(|| "expected 73, 87, 95, 98, 99 or 100".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_a_machine_cannot_spare_is_not_taken() {
        let engine = EngineArgs {
            game: "othello".to_owned(),
            threads: None,
            hash: Some(1_048_576),
            eval: None,
        };
        if let Some(total) = memory::total_mib() {
            assert!((hash_mib(&engine) as u64) < total.max(1_048_576));
        }
    }
}
