//! `heibai bench`: the signature of the search, and its speed; each game that searches has one of its own.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use crate::cli::EngineArgs;
use crate::engine::StopFlag;
use crate::go;
use crate::go::search::Policy;
use crate::othello::bench;
use crate::othello::search::Searcher;
use crate::protocol::reply::nodes_per_second;
use crate::renju;

use super::output::Output;

/// Random games played on each size of board, light and heavy.
const GO_GAMES: [(u8, Policy, u64); 4] = [
    (9, Policy::Light, 50_000),
    (9, Policy::Heavy, 10_000),
    (19, Policy::Light, 10_000),
    (19, Policy::Heavy, 2_000),
];

/// Searches the fixed positions and prints the nodes; the last line reads `Bench: <nodes> nodes <nps> nps`.
///
/// # Errors
/// Standard output cannot be written.
pub fn run(engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    let mut output = Output::new();
    if engine.game.eq_ignore_ascii_case("go") {
        random_games(&mut output)?;
    }
    let stop = StopFlag::new();
    let mut failed = Ok(());
    let mut tell = |number: usize, nodes: u64| {
        let line = output.line(format_args!("{number:>2} {nodes:>12}"));
        if let Err(error) = line.and_then(|()| output.flush()) {
            failed = Err(error);
            stop.raise();
        }
    };
    let started;
    let nodes = if engine.game.eq_ignore_ascii_case("renju") {
        let evaluator = super::renju_evaluator(engine)?;
        let mut searcher = renju::search::Searcher::with_evaluator(renju::bench::CONFIG, evaluator);
        started = Instant::now();
        renju::bench::run(&mut searcher, &stop, &mut tell)
    } else if engine.game.eq_ignore_ascii_case("go") {
        let mut searcher = go::search::Searcher::new(go::bench::CONFIG);
        started = Instant::now();
        go::bench::run(&mut searcher, &stop, &mut tell)
    } else {
        super::check_engine(engine)?;
        let mut searcher = Searcher::with_evaluator(bench::CONFIG, super::evaluator(engine)?);
        started = Instant::now();
        bench::run(&mut searcher, &stop, &mut tell)
    };
    failed?;
    let nodes = nodes.unwrap_or_default();
    let nps = nodes_per_second(nodes, started.elapsed());
    output.line(format_args!("Bench: {nodes} nodes {nps} nps"))?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Prints how many random games of Go a second a thread plays.
fn random_games(output: &mut Output) -> anyhow::Result<()> {
    for (size, policy, games) in GO_GAMES {
        let started = Instant::now();
        let moves = go::bench::games(size, policy, games);
        let rate = games as f64 / started.elapsed().as_secs_f64().max(1e-9);
        let name = if policy == Policy::Light { "light" } else { "heavy" };
        output.line(format_args!(
            "{size}x{size} {name}: {games} games {moves} moves {rate:.0} games a second"
        ))?;
        output.flush()?;
    }
    Ok(())
}
