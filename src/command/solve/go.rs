//! `heibai solve --game go`: what small boards are worth, and problems of life and death.
//!
//! Owns arguments in and rows out; the searches are [`crate::go::solve`]'s and [`crate::go::tsume`]'s.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::json;

use super::{INTERRUPTED, interrupt};
use crate::cli::{EngineArgs, RowFormat, SolveArgs};
use crate::command::output::{Output, complain};
use crate::engine::StopFlag;
use crate::game::Color;
use crate::go::life_death::Budget;
use crate::go::solve::{Plan, Solution, solve};
use crate::go::tsume::{self, Answer, Outcome};
use crate::go::{Board, Move, fen, sgf};

/// Positions that a problem may have, unless more are allowed.
const STATES: u64 = 4_000_000;

/// Solves what `args` name.
///
/// Returns 1 if something was not found out, 2 if an input was bad, 130 if interrupted; what is known is told then.
///
/// # Errors
/// A flag is another game's, the input cannot be read or standard output cannot be written.
pub(super) fn run(args: &SolveArgs, engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    let others = [
        ("--all-moves", args.all_moves),
        ("--wld", args.wld),
        ("--resume", args.resume.is_some()),
        ("--unordered", args.unordered),
        ("--shard", args.shard.is_some()),
        ("--rule", args.rule.is_some()),
    ];
    if let Some((flag, _)) = others.iter().find(|(_, given)| *given) {
        bail!("{flag}: not for Go");
    }
    if args.format() == RowFormat::Csv {
        bail!("--format csv: not for Go");
    }
    let interrupted = StopFlag::new();
    interrupt::raise(interrupted.clone()).context("listening for interruptions")?;
    let mut writer = Writer {
        output: Output::new(),
        is_json: args.format() == RowFormat::Json,
        interrupted: interrupted.clone(),
    };
    let mut status = 0_u8;
    let mut take = |found: Result<bool, String>, source: &str| match found {
        Ok(true) => {}
        Ok(false) => status = status.max(1),
        Err(why) => {
            complain(format_args!("{source}: {why}"));
            status = 2;
        }
    };
    if let Some(size) = &args.board {
        let board = empty_board(size)?;
        let found = small(args, engine, &board, Color::Black, size, &mut writer)?;
        take(found, "--board");
    }
    for (text, number) in args.position.iter().zip(1..) {
        if interrupted.is_raised() {
            break;
        }
        let source = format!("--position {number}");
        let found = one(args, engine, text, &source, &mut writer)?;
        take(found, &source);
    }
    let given = args.board.is_some() || !args.position.is_empty();
    if let Some((source, text)) = input(args, given || interrupted.is_raised())? {
        let found = one(args, engine, &text, &source, &mut writer)?;
        take(found, &source);
    }
    writer.output.flush()?;
    Ok(ExitCode::from(if interrupted.is_raised() { INTERRUPTED } else { status }))
}

/// Reads the file, or standard input where nothing else is given.
fn input(args: &SolveArgs, given: bool) -> anyhow::Result<Option<(String, String)>> {
    match &args.file {
        Some(path) if path.as_os_str() != "-" => {
            let name = path.display().to_string();
            let bytes = fs::read(path).with_context(|| format!("opening {name}"))?;
            Ok(Some((name, String::from_utf8_lossy(&bytes).into_owned())))
        }
        None if given => Ok(None),
        _ => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).context("reading standard input")?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            Ok(Some(("standard input".to_owned(), text)))
        }
    }
}

/// Solves a problem in SGF, or a small board.
fn one(
    args: &SolveArgs,
    engine: &EngineArgs,
    text: &str,
    source: &str,
    writer: &mut Writer,
) -> anyhow::Result<Result<bool, String>> {
    if text.trim_start().starts_with('(') {
        return problem(args, text, source, writer);
    }
    match fen::parse(text.trim()) {
        Err(error) => Ok(Err(error.to_string())),
        Ok(position) => {
            let side = position.side_to_move();
            small(args, engine, position.board(), side, source, writer)
        }
    }
}

/// Reads columns and rows, `5x5`.
fn empty_board(text: &str) -> anyhow::Result<Board> {
    let sizes = text.split_once(['x', 'X']).unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u8>().ok();
    let Some((width, height)) = number(sizes.0).zip(number(sizes.1)) else {
        bail!("--board {text}: expected columns and rows such as 5x5");
    };
    Board::rectangle(width, height).with_context(|| format!("--board {text}"))
}

/// How often it is looked whether a search has to end.
const POLL: Duration = Duration::from_millis(20);

/// Runs something that a flag ends when the time is up or `interrupted` is raised.
fn within<T>(
    time: Option<Duration>,
    interrupted: &StopFlag,
    run: impl FnOnce(&StopFlag) -> T,
) -> T {
    let stop = StopFlag::new();
    let end_at = time.and_then(|time| Instant::now().checked_add(time));
    std::thread::scope(|scope| {
        let (end, ended) = mpsc::channel::<()>();
        let flag = &stop;
        scope.spawn(move || {
            while ended.recv_timeout(POLL) == Err(mpsc::RecvTimeoutError::Timeout) {
                if interrupted.is_raised() || end_at.is_some_and(|at| Instant::now() >= at) {
                    return flag.raise();
                }
            }
        });
        let found = run(&stop);
        drop(end);
        found
    })
}

fn small(
    args: &SolveArgs,
    engine: &EngineArgs,
    board: &Board,
    side: Color,
    source: &str,
    writer: &mut Writer,
) -> anyhow::Result<Result<bool, String>> {
    let plan = Plan {
        guess: args.guess,
        nodes: args.max_nodes.unwrap_or(u64::MAX),
        table_mib: crate::command::hash_mib(engine),
        ..Plan::default()
    };
    let started = Instant::now();
    let found = within(args.max_time, &writer.interrupted, |stop| {
        solve(board, side, &plan, stop, &mut |known| {
            log::info!("{source}: {known:?} after {:?}", started.elapsed());
        })
    });
    match found {
        Err(error) => Ok(Err(error.to_string())),
        Ok(solution) => {
            writer.small(source, &solution, started.elapsed())?;
            Ok(Ok(solution.bounds.exact().is_some()))
        }
    }
}

fn problem(
    args: &SolveArgs,
    text: &str,
    source: &str,
    writer: &mut Writer,
) -> anyhow::Result<Result<bool, String>> {
    let problem = match sgf::problem(text) {
        Ok(problem) => problem,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let started = Instant::now();
    let found = within(args.max_time, &writer.interrupted, |stop| {
        let states = args.max_nodes.unwrap_or(STATES);
        let budget = Budget { states, stop: stop.clone(), ..Budget::default() };
        let (board, side) = (problem.position.board(), problem.position.side_to_move());
        tsume::solve(board, problem.target, side, &budget)
    });
    match found {
        Err(tsume::TsumeError::Stop(why)) => {
            writer.unknown(source, &why.to_string())?;
            Ok(Ok(false))
        }
        Err(error) => Ok(Err(error.to_string())),
        Ok(answer) => {
            let side = problem.position.side_to_move();
            writer.problem(source, side, &answer, started.elapsed())?;
            Ok(Ok(true))
        }
    }
}

/// Writes rows.
struct Writer {
    output: Output,
    is_json: bool,
    /// Raised when the user wants an end.
    interrupted: StopFlag,
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

fn lead(points: i32) -> String {
    match points {
        0 => "draw".to_owned(),
        1.. => format!("black +{points}"),
        _ => format!("white +{}", -points),
    }
}

impl Writer {
    fn small(&mut self, source: &str, solution: &Solution, time: Duration) -> io::Result<()> {
        let Solution { bounds, depth, nodes, line, .. } = solution;
        let seconds = time.as_secs_f64();
        if self.is_json {
            let row = json!({
                "board": source, "low": bounds.low, "high": bounds.high, "line": names(line),
                "depth": depth, "nodes": nodes, "time": seconds,
            });
            return self.output.line(format_args!("{row}"));
        }
        let value = match bounds.exact() {
            Some(value) => lead(value),
            None => format!("{} to {}", lead(bounds.low), lead(bounds.high)),
        };
        let line = names(line).join(" ");
        self.output.line(format_args!(
            "{source}: {value}  depth {depth}  nodes {nodes}  {seconds:.2} s  {line}"
        ))?;
        self.output.flush()
    }

    fn unknown(&mut self, source: &str, why: &str) -> io::Result<()> {
        if self.is_json {
            let row = json!({ "problem": source, "result": "unknown", "why": why });
            return self.output.line(format_args!("{row}"));
        }
        self.output.line(format_args!("{source}: unknown: {why}"))
    }

    fn problem(
        &mut self,
        source: &str,
        side: Color,
        answer: &Answer,
        time: Duration,
    ) -> io::Result<()> {
        let word = word(answer.outcome);
        let (keys, line) = (names(&answer.keys), names(&answer.line));
        if self.is_json {
            let without = match answer.outcome {
                Outcome::Ko { without_threats } => Some(without_threats.to_string()),
                _ => None,
            };
            let row = json!({
                "problem": source, "side": side.to_string(), "owner": answer.owner.to_string(),
                "result": word, "without_threats": without, "keys": keys, "line": line,
                "points": answer.points, "states": answer.states, "time": time.as_secs_f64(),
            });
            return self.output.line(format_args!("{row}"));
        }
        let result = match answer.outcome {
            Outcome::Ko { without_threats } => {
                format!("ko, won by {without_threats} if neither has a threat")
            }
            _ => word.to_owned(),
        };
        self.output.line(format_args!(
            "{source}: {side} to move, {} is {result}  moves {}  line {}  states {}  {:.2} s",
            answer.owner,
            if keys.is_empty() { "none".to_owned() } else { keys.join(" ") },
            if line.is_empty() { "none".to_owned() } else { line.join(" ") },
            answer.states,
            time.as_secs_f64()
        ))
    }
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Dead => "dead",
        Outcome::Alive => "alive",
        Outcome::Ko { .. } => "ko",
    }
}
