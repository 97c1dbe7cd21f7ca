//! `heibai solve`: positions in, one row each out, in constant memory.
//!
//! A reader thread turns lines into problems (`input`), workers solve them (`pool`, `worker`), the calling
//! thread puts the answers in order and prints them (`sink`). Between reader and printer never more than `WINDOW`
//! positions are under way. Reading order: `problem`, `row`, `input`, `pool`, `worker`, `reorder`, `record`,
//! `resume`, `sink`. All of that is Othello's; `renju` tells wins by fours, `go` small boards and problems of life
//! and death.

mod go;
mod input;
mod interrupt;
mod pool;
mod problem;
mod progress;
mod record;
mod renju;
mod reorder;
mod resume;
mod row;
mod sink;
mod totals;
mod worker;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Instant;

use anyhow::Context;

use crate::cli::{EngineArgs, SolveArgs};
use crate::engine::Goal;
use crate::othello::search::Request;

use input::Wanted;
use pool::Pool;
use problem::Outcome;
use sink::Sink;

/// Positions that may be read but not yet printed.
const WINDOW: u64 = 16_384;

/// The exit status after an interruption.
const INTERRUPTED: u8 = 130;

/// What travels to the printing thread.
enum Message {
    /// What became of some positions.
    Outcomes(Vec<Outcome>),
    /// The input ended in an error.
    ReadFailed(anyhow::Error),
    /// A worker has nothing left to do.
    WorkerDone,
}

/// Solves what `args` name.
///
/// Returns 1 if a given score was contradicted, 2 if a line was bad, 130 if interrupted.
///
/// # Errors
/// The input cannot be opened or standard output cannot be written.
pub fn run(args: &SolveArgs, engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    if engine.game.eq_ignore_ascii_case("renju") {
        return renju::run(args, engine);
    }
    if engine.game.eq_ignore_ascii_case("go") {
        return go::run(args, engine);
    }
    super::check_engine(engine)?;
    if args.board.is_some() || args.guess.is_some() {
        anyhow::bail!("--board and --guess: for --game go alone");
    }
    if args.rule.is_some() {
        anyhow::bail!("--rule: for --game renju alone");
    }
    let evaluator = super::evaluator(engine)?;
    let started = Instant::now();
    let threads = super::threads(engine);
    let sources = input::open(args)?;
    let request = Request {
        goal: if args.wld { Goal::Wld } else { Goal::Exact },
        selectivity: 100,
        multi_pv: if args.all_moves { usize::MAX } else { 1 },
        nodes: args.max_nodes,
        ..Request::default()
    };
    let hash_mib = super::hash_mib(engine);
    let pool = Arc::new(Pool::new(threads, hash_mib, request, args.max_time, evaluator));
    interrupt::listen(Arc::clone(&pool)).context("listening for interruptions")?;
    let progress = progress::bar(args);
    let mut wanted = Wanted { shard: args.shard, ..Wanted::default() };
    let mut sink = Sink::new(args, &mut wanted.done, progress)?;

    let (sender, receiver) = mpsc::channel();
    worker::spawn_all(&pool, &sender).context("starting a worker")?;
    if args.max_time.is_some() {
        let pool = Arc::clone(&pool);
        spawn("deadlines", move || pool.watch_deadlines()).context("starting the timer")?;
    }
    let reading = Arc::clone(&pool);
    spawn("reader", move || input::read_all(sources, &wanted, &reading, &sender))
        .context("starting the reader")?;

    let printed = sink.print(&receiver, &pool, args.unordered || args.resume.is_some());
    if printed.is_err() {
        pool.interrupt();
    }
    printed?;
    sink.finish(started.elapsed(), pool.is_interrupted())
}

/// Starts a thread that the end of the program does not wait for.
fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new().name(name.to_owned()).spawn(body).map(drop)
}
