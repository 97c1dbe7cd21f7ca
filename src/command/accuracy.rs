//! `heibai accuracy`: how often a search of fixed depth finds the best move, and how far its score is off.
//!
//! Every position is searched by one thread that knows nothing of the others, so that the answers and the nodes
//! are the same whatever the number of threads.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde::Serialize;

use super::output::Output;
use crate::cli::EngineArgs;
use crate::engine::{Goal, StopFlag};
use crate::othello::notation::{ParsedPosition, obf};
use crate::othello::search::{Config, Request, Searcher};
use crate::othello::{DiscDiff, Move, Score};

/// What `heibai help accuracy` ends with.
pub const HELP: &str = "\
Every line of FILE scores all legal moves, in OBF: `... X; E1:+0; F8:-2;`.
`best move` is the share of positions where no move is better than the one chosen,
`within 3` the share where the score of the search is at most 3 discs off the best
move's, and `MAE` how many discs it is off on average. Each thread has a table of
--hash MiB of its own [default: 32].

Example:
  $ heibai accuracy hard-20.obf --depth 15 --selectivity 73 --format json";

/// The table of a thread.
///
/// # Units
/// MiB.
const DEFAULT_HASH_MIB: usize = 32;

/// A score that is no more off than this counts as near.
///
/// # Units
/// Discs.
const NEAR: f64 = 3.0;

/// `heibai accuracy`.
#[derive(Clone, Debug, Args)]
pub struct AccuracyArgs {
    /// The positions, with the exact score of every legal move
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Plies to search; a position with no more empty squares is solved
    #[arg(long, value_name = "D", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,
    /// The selectivity of the searches, in percent: 73, 87, 95, 98, 99 or 100
    #[arg(long, value_name = "P", default_value_t = 73, value_parser = super::selectivity)]
    pub selectivity: u32,
    /// A row for each position and a summary, or the summary alone as a line of JSON
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// How the answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A row for each position, then the summary
    #[default]
    Text,
    /// The summary alone, as one JSON object
    Json,
}

/// The summary.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Summary {
    positions: usize,
    best_move: f64,
    within_3: f64,
    mae: f64,
    nodes: u64,
    seconds: f64,
}

/// What the search of one position gave.
#[derive(Clone, Debug, PartialEq)]
struct Answer {
    chosen: Move,
    score: Score,
    nodes: u64,
}

/// Searches all positions of a file and compares.
///
/// # Errors
/// The file cannot be read, a line is not understood or does not score the moves, or standard output cannot be
/// written.
pub fn run(args: &AccuracyArgs, engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    super::check_engine(engine)?;
    let evaluator = super::evaluator(engine)?;
    let problems = read(&args.file)?;
    let config = Config { threads: 1, hash_mib: engine.hash.unwrap_or(DEFAULT_HASH_MIB) };
    let request = Request {
        goal: Goal::Depth(args.depth),
        selectivity: args.selectivity,
        ..Request::default()
    };
    let started = Instant::now();
    let threads = super::threads(engine).clamp(1, problems.len());
    let new_searcher = || Searcher::with_evaluator(config, evaluator.clone());
    let answers = search_all(&problems, &request, threads, new_searcher)?;
    let mut output = Output::new();
    let rows: Vec<Row> = problems
        .iter()
        .zip(&answers)
        .map(|((line, problem), answer)| Row::new(*line, problem, answer))
        .collect::<anyhow::Result<_>>()
        .with_context(|| args.file.display().to_string())?;
    let summary = summarise(&rows, started.elapsed().as_secs_f64());
    match args.format {
        Format::Text => print(&mut output, &rows, &summary)?,
        Format::Json => output.line(format_args!("{}", serde_json::to_string(&summary)?))?,
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the positions that are not over, each with the number of its line.
fn read(path: &Path) -> anyhow::Result<Vec<(usize, ParsedPosition)>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut problems = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !obf::is_comment(line)) {
        let place = || format!("{}, line {}", path.display(), index + 1);
        let parsed = obf::parse(line).with_context(place)?;
        if parsed.scores.is_empty() {
            bail!("{}: no scores of moves", place());
        }
        problems.push((index + 1, parsed));
    }
    if problems.is_empty() {
        bail!("{}: no positions", path.display());
    }
    Ok(problems)
}

/// Searches every position from nothing.
fn search_all(
    problems: &[(usize, ParsedPosition)],
    request: &Request,
    threads: usize,
    new_searcher: impl Fn() -> Searcher + Sync,
) -> anyhow::Result<Vec<Answer>> {
    let bar = match std::io::stderr().is_terminal() {
        true => ProgressBar::with_draw_target(
            Some(problems.len() as u64),
            ProgressDrawTarget::stderr_with_hz(5),
        ),
        false => ProgressBar::hidden(),
    };
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(vec![None; problems.len()]);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(16 << 20)
        .thread_name(|index| format!("accuracy-{index}"))
        .build()?;
    pool.broadcast(|_| {
        let mut searcher = new_searcher();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((_, problem)) = problems.get(index) else { return };
            searcher.clear();
            let board = problem.position.board();
            let report = searcher.search(board, request, &StopFlag::new(), &mut ());
            let answer = report.lines.first().and_then(|line| {
                let chosen = *line.pv.first()?;
                Some(Answer { chosen, score: line.score, nodes: report.nodes })
            });
            if let Ok(mut answers) = answers.lock() {
                answers[index] = answer;
            }
            bar.inc(1);
        }
    });
    bar.finish_and_clear();
    let answers: Option<Vec<Answer>> =
        answers.into_inner().unwrap_or_default().into_iter().collect();
    answers.context("a search gave no move")
}

/// One position compared.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    line: usize,
    n_empties: u32,
    chosen: Move,
    /// What the chosen move loses.
    lost: DiscDiff,
    /// What the search said.
    score: f64,
    /// What the best move brings.
    exact: DiscDiff,
    nodes: u64,
}

impl Row {
    fn new(line: usize, problem: &ParsedPosition, answer: &Answer) -> anyhow::Result<Self> {
        let scores = &problem.scores;
        let known = scores.iter().find(|(mv, _)| *mv == answer.chosen).map(|(_, score)| *score);
        let best = scores.iter().map(|(_, score)| *score).max();
        let (Some(known), Some(exact)) = (known, best) else {
            bail!("line {line}: no score of {}, which was chosen", answer.chosen);
        };
        Ok(Row {
            line,
            n_empties: problem.position.board().n_empties(),
            chosen: answer.chosen,
            lost: DiscDiff(exact.0 - known.0),
            score: f64::from(answer.score.0) / f64::from(Score::DISC),
            exact,
            nodes: answer.nodes,
        })
    }

    fn error(&self) -> f64 {
        self.score - f64::from(self.exact.0)
    }
}

fn summarise(rows: &[Row], seconds: f64) -> Summary {
    let mean = |of: &dyn Fn(&Row) -> f64| rows.iter().map(of).sum::<f64>() / rows.len() as f64;
    Summary {
        positions: rows.len(),
        best_move: mean(&|row| f64::from(row.lost == DiscDiff(0))),
        within_3: mean(&|row| f64::from(row.error().abs() <= NEAR)),
        mae: mean(&|row| row.error().abs()),
        nodes: rows.iter().map(|row| row.nodes).sum(),
        seconds,
    }
}

fn print(output: &mut Output, rows: &[Row], summary: &Summary) -> std::io::Result<()> {
    output.line(format_args!(" line empties move lost  score exact  error        nodes"))?;
    for row in rows {
        output.line(format_args!(
            "{:>5} {:>7} {:>4} {:>4} {:>+6.2} {:>5} {:>+6.2} {:>12}",
            row.line,
            row.n_empties,
            row.chosen.to_string(),
            row.lost.0,
            row.score,
            row.exact.to_string(),
            row.error(),
            row.nodes
        ))?;
    }
    output.line(format_args!(
        "{} positions: best move {:.1} %, within 3 discs {:.1} %, MAE {:.3} discs; {} nodes, {:.1} s",
        summary.positions,
        100.0 * summary.best_move,
        100.0 * summary.within_3,
        summary.mae,
        summary.nodes,
        summary.seconds
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "-OOO------OOOO--XXXOOXXX-XOOOXX-XXXXOOOOOXXOOOO---OXOO---OOOO--- X; \
                        E1:+0; F8:-2; H6:-6; F1:-6; G8:-6; A7:-6; G1:-8; B7:-10; G7:-20;";

    fn row(chosen: &str, score: f64) -> Row {
        let problem = obf::parse(LINE).unwrap();
        let score = Score((score * 128.0) as i32);
        let answer = Answer { chosen: chosen.parse().unwrap(), score, nodes: 10 };
        Row::new(1, &problem, &answer).unwrap()
    }

    #[test]
    fn a_summary_counts_moves_and_errors_apart() {
        let rows = [row("e1", 1.0), row("e1", -5.0), row("f8", 3.0), row("h6", -3.5)];
        assert_eq!(rows.iter().map(|row| row.lost.0).collect::<Vec<_>>(), [0, 0, 2, 6]);
        let expected = Summary {
            positions: 4,
            best_move: 0.5,
            within_3: 0.5,
            mae: 12.5 / 4.0,
            nodes: 40,
            seconds: 2.0,
        };
        assert_eq!(summarise(&rows, 2.0), expected);
    }

    #[test]
    fn a_chosen_move_without_a_score_is_an_error() {
        let problem = obf::parse(LINE.split_once(" F8").unwrap().0).unwrap();
        let answer = Answer { chosen: "f8".parse().unwrap(), score: Score(0), nodes: 1 };
        let error = Row::new(7, &problem, &answer).unwrap_err().to_string();
        assert_eq!(error, "line 7: no score of f8, which was chosen");
    }
}
