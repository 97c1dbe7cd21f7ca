//! `heibai analyse`: every move of a game judged, from the end back to the start.
//!
//! Backwards, because what the table learns about the end of the game helps with the moves before it. Reading
//! order: `judge` (which searches), `print` (rows and sums).

mod judge;
mod print;

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressDrawTarget};

use crate::cli::{AnalyseArgs, EngineArgs};
use crate::engine::PositionFormat;
use crate::othello::Position;
use crate::othello::notation::parse_position;
use crate::othello::search::{Config, Searcher};

use judge::{Judge, numbered_moves};

/// The longest game file that is read.
///
/// # Units
/// Bytes.
const LONGEST_GAME: u64 = 1 << 20;

/// Judges the moves of the game that `args` name and prints them with what each side lost.
///
/// # Errors
/// The game cannot be read or has no moves in the range asked for, or standard output cannot be written.
pub fn run(args: &AnalyseArgs, engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    super::check_engine(engine)?;
    let evaluator = super::evaluator(engine)?;
    let game = read_game(&args.game_text)?;
    let (from, to) = (args.from.unwrap_or(1), args.to.unwrap_or(u32::MAX));
    let mut moves = numbered_moves(game.history());
    if moves.is_empty() {
        bail!("the game has no moves");
    }
    let count = moves.len();
    moves.retain(|mv| (from..=to).contains(&mv.number));
    if moves.is_empty() {
        let to = args.to.map_or(String::new(), |to| format!(" to {to}"));
        bail!("no move from {from}{to}: the game has moves 1 to {count}");
    }
    let config = Config { threads: super::threads(engine), hash_mib: super::hash_mib(engine) };
    let progress = match io::stderr().is_terminal() {
        true => ProgressBar::with_draw_target(
            Some(moves.len() as u64),
            ProgressDrawTarget::stderr_with_hz(5),
        ),
        false => ProgressBar::hidden(),
    };
    let searcher = Searcher::with_evaluator(config, evaluator);
    let mut judge = Judge::new(searcher, args.depth, args.exact_from);
    let mut rows = Vec::new();
    for mv in moves.iter().rev() {
        rows.push(judge.judge(mv));
        progress.inc(1);
    }
    rows.reverse();
    progress.finish_and_clear();
    print::print(&game, &rows, args.format)?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the game in a file of that name, or else the text itself.
fn read_game(text: &str) -> anyhow::Result<Position> {
    let path = Path::new(text);
    // A game is no file name: asking the system about one costs nothing.
    if let Ok(data) = fs::metadata(path) {
        if data.len() > LONGEST_GAME {
            bail!("{text}: longer than {LONGEST_GAME} bytes, which no game is");
        }
        let bytes = fs::read(path).with_context(|| format!("reading {text}"))?;
        let content = String::from_utf8_lossy(&bytes);
        let game = parse_position(PositionFormat::Any, content.trim());
        return Ok(game.with_context(|| text.to_owned())?.position);
    }
    let game = parse_position(PositionFormat::Any, text)
        .with_context(|| format!("neither a file nor a game: '{}'", shorten(text)))?;
    Ok(game.position)
}

fn shorten(text: &str) -> String {
    let mut letters = text.chars();
    let head: String = letters.by_ref().take(40).collect();
    if letters.next().is_some() { head + "..." } else { head }
}
