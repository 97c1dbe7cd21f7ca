//! `heibai train`: data for the evaluation, its fit, and reports on it.

mod ordering;
mod probcut;
pub mod renju;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::shard::Shard;
use crate::cli::EngineArgs;
use crate::othello::eval::Evaluator;
use crate::othello::eval::file::{self, Provenance};
use crate::othello::notation::wthor::{Database, Record};
use crate::othello::notation::{ParsedPosition, obf, transcript};
use crate::othello::train::Progress;
use crate::othello::train::fit::Fit;
use crate::othello::train::generate::{self, Opening, SelfPlay, settled};
use crate::othello::train::label::{Labels, import};
use crate::othello::train::relabel::Relabel;
use crate::othello::train::report::{self, Table};
use crate::othello::train::samples::{Samples, Selection, Set};
use crate::othello::{Board, DiscDiff, Move, Score};

use super::output::{self, Output};

/// `heibai train`.
#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Which step
    #[command(subcommand)]
    pub step: Step,
}

/// The steps from nothing to weights.
#[derive(Debug, Subcommand)]
pub enum Step {
    /// Play games and label their positions; goes on where it was stopped
    Selfplay(SelfPlayArgs),
    /// Label the positions of tournament games, and take over positions with known scores
    Label(LabelArgs),
    /// Blend the results that samples carry with searches of an evaluation (`--eval`)
    Relabel(RelabelArgs),
    /// Fit weights to labelled positions
    Fit(FitArgs),
    /// Tell the errors of an evaluation (`--eval`) by ply
    Report(ReportArgs),
    /// Measure how far shallow searches miss deep ones with an evaluation (`--eval`), for ProbCut
    #[command(after_help = "\
Prints measured and fitted spreads; --out names the Rust source file with the
coefficients, src/othello/search/probcut_fit.rs in the program's sources.

Example:
  $ heibai train probcut --eval weights.bin --out src/othello/search/probcut_fit.rs")]
    Probcut(probcut::ProbcutArgs),
    /// Tune the weights that order moves on the nodes that solving positions takes
    #[command(after_help = "\
Anneals: tries weights near the present ones, goes on from those that take fewer
nodes, and at first now and then from others. Prints the best as the line that
belongs into src/othello/ordering_weights.rs in the program's sources.

Example:
  $ heibai train ordering hard-20.obf --tries 300 --record tries.csv --check others.obf")]
    Ordering(ordering::OrderingArgs),
    /// The same for Renju: play games, fit weights to them
    #[command(after_help = "\
Examples:
  $ heibai train renju selfplay --out games --games 20000 --nodes 1000
  $ heibai train renju fit --data games --out weights.bin")]
    Renju(renju::RenjuArgs),
}

/// `heibai train selfplay`.
#[derive(Debug, Args)]
pub struct SelfPlayArgs {
    /// The folder of the files
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// How many games, all shards together
    #[arg(long, value_name = "N")]
    pub games: u64,
    /// What the games are drawn by
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Make the I-th of N parts of the files
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    pub shard: Shard,
    /// Plies a move is searched
    #[arg(long, value_name = "D", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,
    /// The selectivity of the searches, in percent
    #[arg(long, value_name = "P", default_value_t = 73, value_parser = clap::value_parser!(u32).range(73..=100))]
    pub selectivity: u32,
    /// Solve where so many squares are empty
    #[arg(long, value_name = "E", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub exact: u32,
    /// The fewest random plies
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=50))]
    pub min_random: u32,
    /// The most random plies
    #[arg(long, value_name = "N", default_value_t = 49, value_parser = clap::value_parser!(u32).range(0..=50))]
    pub max_random: u32,
    /// Begin with lines of this file, a transcript each, instead of random plies
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Games in a file
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games_per_file: u32,
}

/// `heibai train label`.
#[derive(Debug, Args)]
pub struct LabelArgs {
    /// The folder of the files
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// WTHOR files of games, or folders of them
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub wthor: Vec<PathBuf>,
    /// Files of positions with their exact scores, in OBF
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub obf: Vec<PathBuf>,
    /// Solve positions with so many empties
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub exact: u32,
    /// Trust games whose players lost no more discs in the solved part
    #[arg(long, value_name = "L", default_value_t = 4)]
    pub tolerance: i32,
    /// Plies a position of the other games is searched
    #[arg(long, value_name = "D", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,
    /// The selectivity of the searches, in percent
    #[arg(long, value_name = "P", default_value_t = 73, value_parser = clap::value_parser!(u32).range(73..=100))]
    pub selectivity: u32,
    /// Games in a pair of files
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games_per_file: u32,
}

/// `heibai train relabel`.
#[derive(Debug, Args)]
pub struct RelabelArgs {
    /// Folders of files of samples
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// The folder of the new files, which have the names of the old
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Plies a position is searched
    #[arg(long, value_name = "D", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,
    /// The selectivity of the searches, in percent
    #[arg(long, value_name = "P", default_value_t = 73, value_parser = clap::value_parser!(u32).range(73..=100))]
    pub selectivity: u32,
    /// With so many empties, or fewer, a result counts whole
    #[arg(long, value_name = "E", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub horizon: u32,
    /// So many plies before that, a result counts half
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub half: u32,
}

/// Which samples are read.
#[derive(Debug, Args)]
pub struct DataArgs {
    /// Folders of files of samples; files that begin with `holdout-` are kept from the fit
    #[arg(long, value_name = "DIR", num_args = 1..)]
    pub data: Vec<PathBuf>,
    /// Keep so many of 256 parts of the games of the other files from the fit as well
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub held_out_groups: u8,
    /// Use at most so many positions for the fit
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
}

/// `heibai train fit`.
#[derive(Debug, Args)]
pub struct FitArgs {
    /// The samples
    #[command(flatten)]
    pub samples: DataArgs,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Say in the file that the weights come from this data [default: the folders' names]
    #[arg(long, value_name = "TEXT")]
    pub description: Option<String>,
    /// Begin with these weights instead of zero
    #[arg(long, value_name = "FILE")]
    pub start: Option<PathBuf>,
    /// Count errors beyond so many discs linearly
    #[arg(long, value_name = "DISCS", default_value_t = Fit::default().delta)]
    pub delta: f32,
    /// Draw weights to 0 as strongly as so many samples
    #[arg(long, value_name = "N", default_value_t = Fit::default().ridge)]
    pub ridge: f32,
    /// Draw weights to those of the neighbouring stages as strongly as so many samples
    #[arg(long, value_name = "N", default_value_t = Fit::default().smooth)]
    pub smooth: f32,
    /// The first rate
    #[arg(long, value_name = "X", default_value_t = Fit::default().rate)]
    pub rate: f32,
    /// Steps in an epoch
    #[arg(long, value_name = "N", default_value_t = Fit::default().n_batches)]
    pub batches: usize,
    /// The most epochs
    #[arg(long, value_name = "N", default_value_t = Fit::default().max_epochs)]
    pub epochs: u32,
    /// What the order of the samples is drawn by
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// `heibai train report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// The samples
    #[command(flatten)]
    pub samples: DataArgs,
    /// Files of positions with their exact scores, in OBF
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub obf: Vec<PathBuf>,
    /// Write the errors to this file as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Draw the errors to this file as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Runs a step.
///
/// # Errors
/// Something cannot be read or written, or does not fit together.
pub fn run(args: &TrainArgs, engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    if let Step::Renju(args) = &args.step {
        return renju::run(args, engine);
    }
    super::check_engine(engine)?;
    let evaluator = super::evaluator(engine)?;
    match &args.step {
        Step::Selfplay(args) => selfplay(args, engine, &evaluator),
        Step::Label(args) => label(args, engine, &evaluator),
        Step::Relabel(args) => relabel(args, engine, &evaluator),
        Step::Fit(args) => in_pool(engine, || fit(args)),
        Step::Report(args) => in_pool(engine, || report(args, &evaluator)),
        Step::Probcut(args) => probcut::run(args, engine, &evaluator),
        Step::Ordering(args) => ordering::run(args, engine, &evaluator),
        Step::Renju(args) => renju::run(args, engine),
    }
}

fn selfplay(
    args: &SelfPlayArgs,
    engine: &EngineArgs,
    evaluator: &Evaluator,
) -> anyhow::Result<ExitCode> {
    let opening = match &args.openings {
        Some(file) => Opening::Lines(read_lines(file)?),
        None if args.min_random > args.max_random => {
            bail!("--min-random {} is above --max-random {}", args.min_random, args.max_random)
        }
        None => Opening::Random { min: args.min_random, max: args.max_random },
    };
    let games = SelfPlay {
        seed: args.seed,
        opening,
        depth: args.depth,
        selectivity: args.selectivity,
        exact: args.exact,
        games_per_file: args.games_per_file,
    };
    let shard = generate::Shard { index: args.shard.index - 1, count: args.shard.count };
    let progress = Progress::default();
    watch(&progress, "games", || {
        games.run(&args.out, args.games, shard, super::threads(engine), evaluator, &progress)
    })?;
    Ok(ExitCode::SUCCESS)
}

fn label(args: &LabelArgs, engine: &EngineArgs, evaluator: &Evaluator) -> anyhow::Result<ExitCode> {
    if args.wthor.is_empty() && args.obf.is_empty() {
        bail!("nothing to label: give --wthor or --obf");
    }
    for path in &args.obf {
        let positions = read_scores(path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let progress = Progress::default();
        watch(&progress, "positions", || {
            import(&args.out, &format!("obf-{name}"), &positions, &progress)
        })?;
    }
    let labels = Labels {
        exact: args.exact,
        tolerance: args.tolerance,
        depth: args.depth,
        selectivity: args.selectivity,
        games_per_file: args.games_per_file as usize,
    };
    let games = read_games(&args.wthor)?;
    if !games.is_empty() {
        let progress = Progress::default();
        let threads = super::threads(engine);
        watch(&progress, "games", || labels.run(&args.out, &games, threads, evaluator, &progress))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn relabel(
    args: &RelabelArgs,
    engine: &EngineArgs,
    evaluator: &Evaluator,
) -> anyhow::Result<ExitCode> {
    let relabel = Relabel {
        depth: args.depth,
        selectivity: args.selectivity,
        horizon: args.horizon,
        half: args.half,
    };
    let progress = Progress::default();
    watch(&progress, "files", || {
        relabel.run(&args.data, &args.out, super::threads(engine), evaluator, &progress)
    })?;
    Ok(ExitCode::SUCCESS)
}

fn in_pool(
    engine: &EngineArgs,
    job: impl FnOnce() -> anyhow::Result<ExitCode> + Send,
) -> anyhow::Result<ExitCode> {
    rayon::ThreadPoolBuilder::new().num_threads(super::threads(engine)).build()?.install(job)
}

fn load(args: &DataArgs, seed: u64) -> anyhow::Result<Samples> {
    let selection = Selection {
        folders: args.data.clone(),
        held_out_groups: args.held_out_groups,
        limit: args.limit,
        seed,
    };
    let samples = Samples::load(&selection)?;
    let (fit, held_out) = samples.sizes();
    output::complain(format_args!(
        "{} samples: {fit} positions to fit to, {held_out} kept from the fit",
        samples.n_read
    ));
    Ok(samples)
}

fn fit(args: &FitArgs) -> anyhow::Result<ExitCode> {
    let start = args.start.as_deref().map(file::read).transpose()?.map(|(weights, _)| weights);
    let samples = load(&args.samples, args.seed)?;
    if samples.sizes().0 == 0 {
        bail!("no samples to fit to");
    }
    let fit = Fit {
        delta: args.delta,
        ridge: args.ridge,
        smooth: args.smooth,
        rate: args.rate,
        n_batches: args.batches,
        max_epochs: args.epochs,
        seed: args.seed,
        ..Fit::default()
    };
    let mut since = Instant::now();
    let fitted = fit.run(&samples, start.as_ref(), &mut |epoch| {
        let rate = epoch.n_samples as f64 / since.elapsed().as_secs_f64().max(1e-9) / 1e6;
        since = Instant::now();
        output::complain(format_args!(
            "epoch {:>3}: fit MAE {:.4} RMSE {:.4}, held out MAE {:.4} RMSE {:.4} loss {:.5}, \
             {} stages under way, {rate:.2} M samples/s",
            epoch.number,
            epoch.fit.mae(),
            epoch.fit.rmse(),
            epoch.held_out.mae(),
            epoch.held_out.rmse(),
            epoch.held_out.mean_loss(),
            epoch.n_active
        ));
    });
    let (positions, held_out) = samples.sizes();
    let loss = format!(
        "{held_out} positions held out: MAE {:.4} RMSE {:.4} discs; rounded to 1/128 disc: MAE {:.4} RMSE {:.4}",
        fitted.exact.mae(),
        fitted.exact.rmse(),
        fitted.rounded.mae(),
        fitted.rounded.rmse(),
    );
    let provenance = Provenance {
        data: args.description.clone().unwrap_or_else(|| names(&args.samples.data)),
        positions: positions as u64,
        seed: args.seed,
        program: format!("heibai {}", super::version::short()),
        loss: loss.clone(),
    };
    file::write(&args.out, &fitted.weights, &provenance)?;
    let mut output = Output::new();
    output.line(format_args!("{loss}; {} epochs", fitted.n_epochs))?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Names the folders of the data without the way to them.
fn names(folders: &[PathBuf]) -> String {
    let names = folders.iter().filter_map(|folder| folder.file_name());
    names.map(|name| name.to_string_lossy().into_owned()).collect::<Vec<_>>().join(", ")
}

fn report(args: &ReportArgs, evaluator: &Evaluator) -> anyhow::Result<ExitCode> {
    let mut tables = Vec::new();
    if !args.samples.data.is_empty() {
        let samples = load(&args.samples, 1)?;
        tables.push(Table::new("fitted to", &samples.fit, evaluator));
        tables.push(Table::new("held out", &samples.held_out, evaluator));
    }
    for path in &args.obf {
        let mut set = Set::default();
        for (board, score) in read_scores(path)? {
            if let Some(seen) = settled(board) {
                let score = if seen == board { score } else { -score };
                set.push(seen, Score::from_discs(score).0 as i16);
            }
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        tables.push(Table::new(&name, &[set], evaluator));
    }
    if let Some(path) = &args.csv {
        std::fs::write(path, report::csv(&tables)?).with_context(|| path.display().to_string())?;
    }
    if let Some(path) = &args.svg {
        std::fs::write(path, report::svg(&tables)).with_context(|| path.display().to_string())?;
    }
    let mut output = Output::new();
    output.write_all(report::text(&tables).as_bytes())?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the games of WTHOR files and of those in folders, by name.
fn read_games(paths: &[PathBuf]) -> anyhow::Result<Vec<Record>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let entries = std::fs::read_dir(path).with_context(|| path.display().to_string())?;
            for entry in entries {
                let file = entry.with_context(|| path.display().to_string())?.path();
                if file.extension().is_some_and(|e| e.eq_ignore_ascii_case("wtb")) {
                    files.push(file);
                }
            }
        } else {
            files.push(path.clone());
        }
    }
    files.sort();
    let mut games = Vec::new();
    for file in files {
        let name = || file.display().to_string();
        let bytes = std::fs::read(&file).with_context(name)?;
        games.extend(Database::parse(&bytes).with_context(name)?.games);
    }
    Ok(games)
}

/// Reads positions with their scores.
fn read_scores(path: &Path) -> anyhow::Result<Vec<(Board, DiscDiff)>> {
    let score = |parsed: ParsedPosition, place: &str| {
        let Some(score) = parsed.best_score() else { bail!("{place}: no score") };
        Ok((parsed.position.board(), score))
    };
    read_positions(path, score)
}

/// Reads a position a line, in OBF, and makes what is wanted of each; `make` is also told the line's place.
fn read_positions<T>(
    path: &Path,
    make: impl Fn(ParsedPosition, &str) -> anyhow::Result<T>,
) -> anyhow::Result<Vec<T>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut positions = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !obf::is_comment(line)) {
        let place = format!("{}, line {}", path.display(), number + 1);
        positions.push(make(obf::parse(line).with_context(|| place.clone())?, &place)?);
    }
    Ok(positions)
}

/// Reads a transcript a line.
fn read_lines(path: &Path) -> anyhow::Result<Vec<Vec<Move>>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let parsed = transcript::parse(line)
            .with_context(|| format!("{}, line {}", path.display(), number + 1))?;
        lines.push(parsed.position.history().iter().map(|ply| ply.mv).collect());
    }
    if lines.is_empty() {
        bail!("{}: no openings", path.display());
    }
    Ok(lines)
}

/// The time between two lines of progress where no person watches.
const REPORT_INTERVAL: Duration = Duration::from_secs(30);

/// Runs `job` and shows its progress on standard error: a bar for people, a line now and then for logs.
fn watch<T>(progress: &Progress, unit: &str, job: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let is_terminal = std::io::stderr().is_terminal();
    thread::scope(|scope| {
        let (end, ended) = mpsc::channel::<()>();
        scope.spawn(move || {
            let bar = is_terminal.then(bar);
            let interval = if is_terminal { Duration::from_millis(250) } else { REPORT_INTERVAL };
            loop {
                let is_last = ended.recv_timeout(interval) != Err(RecvTimeoutError::Timeout);
                let text = speed(progress, unit, started.elapsed());
                match &bar {
                    Some(bar) => {
                        bar.set_length(progress.total());
                        bar.set_position(progress.done());
                        bar.set_message(text);
                    }
                    None => output::complain(format_args!("{text}")),
                }
                if is_last {
                    if let Some(bar) = bar {
                        bar.abandon();
                    }
                    return;
                }
            }
        });
        let result = job();
        drop(end);
        result
    })
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {elapsed}, {eta} left  {msg}") {
        bar.set_style(style);
    }
    bar
}

fn speed(progress: &Progress, unit: &str, time: Duration) -> String {
    let per_hour = |count: u64| (count as f64 * 3600.0 / time.as_secs_f64().max(1e-3)).round();
    let (done, positions) = (progress.done(), progress.positions());
    format!(
        "{done}/{} {unit} ({}/h), {positions} positions ({}/h), {} s",
        progress.total(),
        per_hour(done),
        per_hour(positions),
        time.as_secs()
    )
}
