//! `heibai referee`: what the Japanese rules say of a finished game of Go.
//!
//! Reading order: this file (the command), `text` (words and JSON), `svg` (the board as a picture).

mod svg;
mod text;

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::budget::BudgetArgs;
use super::output::Output;
use crate::go::life_death::audit;
use crate::go::ruling::{Ruling, Warning, effective_moves, warnings};
use crate::go::{Phase, sgf};

/// The examples of `heibai help referee`.
pub const HELP: &str = "\
Rules on the last position of the main line, as if both had passed there. Each chain is alive
(it cannot be captured, or its capture enables a new stone that cannot be), dead, or unknown
where the budget does not suffice; docs/go.md tells how the articles are read. A score is given
when nothing is unknown.

Examples:
  $ heibai referee game.sgf
  $ heibai referee --format svg game.sgf > board.svg
  $ heibai referee --time 60 --states 20000000 --proofs proofs.txt game.sgf

Exit status: 0 a score, 1 something is unknown, 2 the game was not understood.";

/// The largest record that is read.
///
/// # Units
/// Bytes.
const LARGEST: u64 = 64 << 20;

/// `heibai referee`.
#[derive(Clone, Debug, Args)]
pub struct RefereeArgs {
    /// The game in SGF; - is standard input
    #[arg(value_name = "GAME")]
    pub file: PathBuf,
    /// How the ruling is written
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Write every proof to this file
    #[arg(long, value_name = "FILE")]
    pub proofs: Option<PathBuf>,
    /// Look for moves that would have changed the result (slow)
    #[arg(long)]
    pub effective: bool,
    /// The limits.
    #[command(flatten)]
    pub budget: BudgetArgs,
}

/// How a ruling is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// In words
    #[default]
    Text,
    /// As one JSON object
    Json,
    /// As a picture of the board
    Svg,
}

/// Everything that is told of a game.
struct Report {
    file: String,
    ruling: Ruling,
    warnings: Vec<Warning>,
    komi: f64,
    /// How the game stands where that is no stop.
    phase: Option<String>,
    /// The result that the record gives.
    recorded: String,
}

/// Rules on a game.
///
/// # Errors
/// The game cannot be read, a file cannot be written, or a proof did not stand its check.
pub fn run(args: &RefereeArgs) -> anyhow::Result<ExitCode> {
    let report = report(args)?;
    if let Some(path) = &args.proofs {
        let proofs = report.ruling.confirmation.chains.iter().flat_map(|chain| &chain.proofs);
        let text: String = proofs.map(|proof| proof.text(&report.ruling.field) + "\n").collect();
        fs::write(path, text).with_context(|| format!("writing {}", path.display()))?;
    }
    let mut output = Output::new();
    match args.format {
        Format::Text => output.write_all(text::words(&report).as_bytes())?,
        Format::Json => output.line(format_args!("{}", text::json(&report)))?,
        Format::Svg => output.write_all(svg::picture(&report.ruling).as_bytes())?,
    }
    output.flush()?;
    Ok(ExitCode::from(u8::from(report.ruling.territory.unknown)))
}

fn report(args: &RefereeArgs) -> anyhow::Result<Report> {
    let file = args.file.display().to_string();
    let reading = || format!("reading {file}");
    let mut record = String::new();
    if args.file == Path::new("-") {
        io::stdin().take(LARGEST).read_to_string(&mut record).with_context(reading)?;
    } else {
        let opened = fs::File::open(&args.file).with_context(reading)?;
        opened.take(LARGEST).read_to_string(&mut record).with_context(reading)?;
    }
    let game = sgf::parse(&record).with_context(|| file.clone())?;
    let position = &game.position;
    let phase = match position.phase() {
        Phase::Stopped => None,
        Phase::Playing => Some("play has not stopped: ruled on as if both had passed".to_owned()),
        Phase::Ended(ending) => Some(format!("the game ended otherwise: {ending}")),
    };
    let (budget, _timer) = args.budget.start()?;
    let ruling = Ruling::new(position.board(), &budget, |_| None);
    if let Err(error) = audit(&ruling.field, &ruling.confirmation) {
        bail!("{file}: a proof did not stand its check: {error}");
    }
    let mut warnings = warnings(&ruling);
    if args.effective {
        warnings.extend(effective_moves(&ruling, &budget));
    }
    let komi = f64::from(position.komi().0) / 100.0;
    Ok(Report { file, ruling, warnings, komi, phase, recorded: game.result })
}
