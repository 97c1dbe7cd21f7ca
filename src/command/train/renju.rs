//! `heibai train renju`: games of self-play and weights fitted to them, for the evaluation of Renju.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::{Args, Subcommand};

use super::names;
use crate::cli::EngineArgs;
use crate::command::output::{Output, complain};
use crate::command::version;
use crate::renju::eval::Weights;
use crate::renju::eval::file::{self, Provenance};
use crate::renju::train::fit::{Fit, Samples};
use crate::renju::train::games;
use crate::renju::train::selfplay::SelfPlay;

/// `heibai train renju`.
#[derive(Debug, Args)]
pub struct RenjuArgs {
    /// Which step
    #[command(subcommand)]
    pub step: Step,
}

/// The steps from nothing to weights.
#[derive(Debug, Subcommand)]
pub enum Step {
    /// Play games from balanced openings; goes on where it was stopped
    Selfplay(SelfPlayArgs),
    /// Fit weights to games
    Fit(FitArgs),
}

/// `heibai train renju selfplay`.
#[derive(Debug, Args)]
pub struct SelfPlayArgs {
    /// The folder of the files
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// How many games
    #[arg(long, value_name = "N")]
    pub games: u32,
    /// What the openings are drawn by
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Nodes of each move
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub nodes: u64,
    /// The most an opening may favour a side, in hundredths of a point
    #[arg(long, value_name = "N", default_value_t = 120)]
    pub balance: i32,
    /// Games in a file
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games_per_file: u32,
}

/// `heibai train renju fit`.
#[derive(Debug, Args)]
pub struct FitArgs {
    /// Folders of files of games
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Say in the file that the weights come from this data [default: the folders' names]
    #[arg(long, value_name = "TEXT")]
    pub description: Option<String>,
    /// The share of a game's result in what is fitted to; the rest is the search's score
    #[arg(long, value_name = "X", default_value_t = Fit::default().blend)]
    pub blend: f64,
    /// How strongly weights are drawn to the hand-made ones
    #[arg(long, value_name = "X", default_value_t = Fit::default().ridge)]
    pub ridge: f64,
    /// The first rate
    #[arg(long, value_name = "X", default_value_t = Fit::default().rate)]
    pub rate: f64,
    /// Passes over the samples
    #[arg(long, value_name = "N", default_value_t = Fit::default().epochs)]
    pub epochs: u32,
    /// What the order of the samples is drawn by
    #[arg(long, value_name = "S", default_value_t = Fit::default().seed)]
    pub seed: u64,
}

/// The time between two lines of progress.
const REPORT_INTERVAL: Duration = Duration::from_secs(30);

/// Runs a step.
///
/// # Errors
/// Something cannot be read or written, or there is nothing to fit to.
pub fn run(args: &RenjuArgs, engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    match &args.step {
        Step::Selfplay(args) => selfplay(args, engine),
        Step::Fit(args) => fit(args),
    }
}

fn selfplay(args: &SelfPlayArgs, engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    let evaluator = crate::command::renju_evaluator(engine)?;
    let games = SelfPlay {
        seed: args.seed,
        nodes: args.nodes,
        games_per_file: args.games_per_file,
        balance: args.balance,
    };
    let started = Instant::now();
    let mut told = started;
    let total = args.games;
    games.run(&args.out, total, &evaluator, &mut |done, positions| {
        if told.elapsed() >= REPORT_INTERVAL || done == u64::from(total) {
            told = Instant::now();
            let seconds = started.elapsed().as_secs();
            complain(format_args!("{done}/{total} games, {positions} positions, {seconds} s"));
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

fn fit(args: &FitArgs) -> anyhow::Result<ExitCode> {
    let games = games::read(&args.data)?;
    let samples = Samples::of(&games, args.blend);
    let (positions, held_out) = samples.sizes();
    complain(format_args!(
        "{} games: {positions} positions to fit to, {held_out} kept from the fit",
        games.len()
    ));
    if positions == 0 || held_out == 0 {
        bail!("no positions to fit to");
    }
    let fit = Fit {
        blend: args.blend,
        ridge: args.ridge,
        rate: args.rate,
        epochs: args.epochs,
        seed: args.seed,
    };
    let (weights, last) = fit.run(&samples, &Weights::handmade(), &mut |epoch| {
        complain(format_args!(
            "epoch {:>3}: loss {:.5}, held out {:.5}",
            epoch.number, epoch.fitted, epoch.held_out
        ));
    });
    let loss = format!("cross-entropy {:.5} on {held_out} positions held out", last.held_out);
    let provenance = Provenance {
        data: args.description.clone().unwrap_or_else(|| names(&args.data)),
        positions: positions as u64,
        seed: args.seed,
        program: format!("heibai {}", version::short()),
        loss: loss.clone(),
    };
    file::write(&args.out, &weights, &provenance)?;
    let mut output = Output::new();
    output.line(format_args!("{loss}; {} epochs", last.number))?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}
