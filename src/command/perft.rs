//! `heibai perft`: the rules checked by counting.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, bail};

use crate::cli::{EngineArgs, PerftArgs};
use crate::engine::{PositionFormat, PositionText, StopFlag};
use crate::session::registry;

use super::output::Output;

/// Prints the count of each depth up to the one asked for, with its time.
///
/// # Errors
/// The game is not known, the position is not understood or standard output cannot be written.
pub fn run(args: &PerftArgs, engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    let Some(mut counter) = registry::engine(&engine.game) else {
        bail!("--game {}: expected {}", engine.game, registry::games().join(" or "));
    };
    if let Some(text) = &args.position {
        let text = PositionText { format: PositionFormat::Any, text };
        counter.set_position(&text, &[]).context("--position")?;
    }
    let stop = StopFlag::new();
    let mut output = Output::new();
    for depth in 1..=args.depth {
        let started = Instant::now();
        let nodes = counter.perft(depth, &stop).unwrap_or_default();
        let seconds = started.elapsed().as_secs_f64();
        output.line(format_args!("{depth:>2} {nodes:>20} {seconds:>10.3} s"))?;
        output.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
