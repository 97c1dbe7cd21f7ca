//! `heibai train probcut`: how far shallow searches miss deep ones, as coefficients for the search.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use crate::cli::EngineArgs;
use crate::command::output::Output;
use crate::othello::eval::Evaluator;
use crate::othello::search::error_model::Phase;
use crate::othello::train::Progress;
use crate::othello::train::probcut::{Fit, Survey, source};

/// `heibai train probcut`.
#[derive(Debug, Args)]
pub struct ProbcutArgs {
    /// How many positions are searched, and how many solved
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub positions: u64,
    /// Plies of the deepest search, which prunes nothing
    #[arg(long, value_name = "D", default_value_t = 9, value_parser = clap::value_parser!(u32).range(3..=13))]
    pub depth: u32,
    /// The most empties of the positions that are solved
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(12..=30))]
    pub solve: u32,
    /// What the positions are drawn by
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Write the coefficients to this Rust source file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Measures, fits and prints.
///
/// # Errors
/// The file cannot be written, or the positions are too few.
pub(super) fn run(
    args: &ProbcutArgs,
    engine: &EngineArgs,
    evaluator: &Evaluator,
) -> anyhow::Result<ExitCode> {
    let &ProbcutArgs { seed, positions, depth, solve, .. } = args;
    let survey = Survey { seed, positions, depth, solve };
    let progress = Progress::default();
    let threads = crate::command::threads(engine);
    let observations =
        super::watch(&progress, "positions", || survey.run(threads, evaluator, &progress))?;
    let fit = |phase| {
        Fit::new(phase, &observations).context("too few positions to fit to: raise --positions")
    };
    let (midgame, endgame) = (fit(Phase::Midgame)?, fit(Phase::Endgame)?);
    if let Some(path) = &args.out {
        let command = format!(
            "heibai train probcut --eval FILE --positions {positions} --depth {depth} --solve {solve} --seed {seed}"
        );
        let evaluation = evaluator.provenance().map_or_else(
            || "hand-chosen terms".to_owned(),
            |from| format!("weights of {} positions, seed {}", from.positions, from.seed),
        );
        let text = source(&command, &evaluation, &midgame, &endgame);
        std::fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    let mut output = Output::new();
    for (name, fit) in [("midgame", &midgame), ("endgame", &endgame)] {
        output
            .line(format_args!("{name}: {} pairs, log-sigma error {:.3}", fit.n, fit.log_error))?;
        output.write_all(fit.text().as_bytes())?;
        output.line(format_args!("{:?}", fit.coefficients))?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}
