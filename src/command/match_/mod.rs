//! `heibai match`: engines play each other; games, tables and a picture come out.
//!
//! The schedule (`schedule`, `opening`) is known in full before the first game. Threads (`worker`) take games from it;
//! each game is led by the `referee`, who asks the `board` for the rules, talks to engines (`process`, `wire`) and keeps
//! `clock`s. The calling thread counts (`tally`, `stats`), prints (`table`) and records (`record`, `files`). Reading
//! order: `args`, `game`, `board`, `spec`, `limit`, `fault`, `process`, `wire`, `clock`, `referee`, `worker`, `record`,
//! `files`, `tally`, `stats`, `table`, `plot`, `merge`.

mod args;
mod board;
mod clock;
mod fault;
mod files;
mod game;
mod limit;
mod merge;
mod opening;
mod plot;
mod process;
mod record;
mod referee;
mod run;
mod schedule;
mod sgf;
mod spec;
mod stats;
mod table;
mod tally;
#[cfg(test)]
mod tests;
mod wire;
mod worker;

pub use args::{EngineWords, HELP, MatchArgs, Order};
pub use limit::{Limit, TimeControl};

use std::process::ExitCode;

use anyhow::bail;

use table::Sprt;

/// Plays the match of `game` that `args` describe, or merges its parts.
///
/// Returns 130 if interrupted.
///
/// # Errors
/// The description is wrong, an engine does not start at all, or a file cannot be read or written.
pub fn run(args: &MatchArgs, game: &str) -> anyhow::Result<ExitCode> {
    if args.merge.is_empty() { run::play(args, game) } else { merge::run(args) }
}

/// Reads the sequential test.
fn sprt(args: &MatchArgs, n_engines: usize) -> anyhow::Result<Option<Sprt>> {
    let [elo0, elo1] = args.sprt[..] else { return Ok(None) };
    if n_engines != 2 {
        bail!("--sprt needs two engines, found {n_engines}");
    }
    let in_range = elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0;
    if !in_range {
        bail!("--sprt {elo0} {elo1}: expected ELO0 below ELO1, both from -1000 to 1000");
    }
    Ok(Some(Sprt { elo0, elo1, alpha: args.alpha, beta: args.beta }))
}
