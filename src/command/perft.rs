//! `heibai perft`: the rules checked by counting.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;

use crate::cli::{EngineArgs, PerftArgs};
use crate::engine::PositionFormat;
use crate::othello::notation::parse_position;
use crate::othello::{Board, perft::perft};

use super::output::Output;

/// Prints the count of each depth up to the one asked for, with its time.
///
/// # Errors
/// The position is not understood or standard output cannot be written.
pub fn run(args: &PerftArgs, engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    super::check_engine(engine)?;
    let board = match &args.position {
        Some(text) => {
            parse_position(PositionFormat::Any, text).context("--position")?.position.board()
        }
        None => Board::START,
    };
    let mut output = Output::new();
    for depth in 1..=args.depth {
        let started = Instant::now();
        let nodes = perft(board, depth);
        let seconds = started.elapsed().as_secs_f64();
        output.line(format_args!("{depth:>2} {nodes:>20} {seconds:>10.3} s"))?;
        output.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
