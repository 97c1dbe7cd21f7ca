//! `heibai bench`: the signature of the search, and its speed.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use crate::cli::EngineArgs;
use crate::engine::StopFlag;
use crate::othello::bench;
use crate::othello::search::Searcher;
use crate::protocol::reply::nodes_per_second;

use super::output::Output;

/// Searches the fixed positions and prints the nodes; the last line reads `Bench: <nodes> nodes <nps> nps`.
///
/// # Errors
/// Standard output cannot be written.
pub fn run(engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    super::check_engine(engine)?;
    let mut output = Output::new();
    let mut searcher = Searcher::with_evaluator(bench::CONFIG, super::evaluator(engine)?);
    let stop = StopFlag::new();
    let started = Instant::now();
    let mut failed = Ok(());
    let nodes = bench::run(&mut searcher, &stop, &mut |number, nodes| {
        let line = output.line(format_args!("{number:>2} {nodes:>12}"));
        if let Err(error) = line.and_then(|()| output.flush()) {
            failed = Err(error);
            stop.raise();
        }
    });
    failed?;
    let nodes = nodes.unwrap_or_default();
    let nps = nodes_per_second(nodes, started.elapsed());
    output.line(format_args!("Bench: {nodes} nodes {nps} nps"))?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}
