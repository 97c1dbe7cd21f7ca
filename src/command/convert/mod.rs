//! `heibai convert`: games and positions from one notation to another.
//!
//! Reading order: `read` (any notation to games), `write` (games to one notation).

mod read;
mod write;

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::output::{Output, complain};
use crate::othello::Position;
use crate::othello::notation::ggf::GgfResult;

/// The examples of `heibai help convert`.
pub const HELP: &str = "\
GAME is a file of games or positions (- or nothing: standard input), or a game itself. Its
notation is found out: WTHOR, GGF, SGF in the dialects of Edax, Quarry and GoGui, and one a line
transcripts, problems, boards and set-ups in brackets.

Examples:
  $ heibai convert f5d6c3d3c4 --to diagram
  $ heibai convert WTH_2023.wtb --to transcript > games.txt
  $ heibai convert --to sgf game.ggf
  $ heibai convert games.txt --to wthor --year 2026 > games.wtb

Exit status: 0 all right, 2 a game was not understood or cannot be written so (the others still
are).";

/// The largest input that is read.
///
/// # Units
/// Bytes.
const LARGEST: u64 = 1 << 30;

/// `heibai convert`.
#[derive(Clone, Debug, Args)]
pub struct ConvertArgs {
    /// The file, or a game; - or nothing reads standard input
    #[arg(value_name = "GAME")]
    pub input: Option<String>,
    /// The notation to write
    #[arg(long, value_enum, value_name = "NOTATION")]
    pub to: Notation,
    /// The year that a WTHOR file says the games were played in [default: that of the input, or 0]
    #[arg(long, value_name = "YEAR")]
    pub year: Option<u16>,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Notation {
    /// Generic Game Format, a game a line
    Ggf,
    /// Smart Game Format, squares named, a game a line
    Sgf,
    /// The last position as a problem without scores, one a line
    Obf,
    /// The moves, behind the set-up in brackets if there is one; a game a line
    Transcript,
    /// A WTHOR database of games, names left out
    Wthor,
    /// The board with each square numbered by its move, a blank line between games
    Diagram,
}

/// A game, and what is known of it beside its moves.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    /// Where it stands in the input.
    place: String,
    position: Position,
    black: String,
    white: String,
    result: Option<GgfResult>,
}

/// Writes every game of the input in another notation.
///
/// # Errors
/// The input cannot be read, or standard output cannot be written.
pub fn run(args: &ConvertArgs) -> anyhow::Result<ExitCode> {
    let (name, bytes) = bytes(args.input.as_deref())?;
    let read::Input { entries, year } = read::entries(&name, &bytes);
    if entries.is_empty() {
        bail!("{name}: no game");
    }
    let mut output = Output::new();
    let mut writer = write::Writer::new(args.to, args.year.or(year).unwrap_or(0));
    let mut failed = false;
    for entry in entries {
        let written = entry.and_then(|entry| {
            writer.take(&entry).map_err(|error| format!("{}: {error}", entry.place))
        });
        match written {
            Ok(text) => output.write_all(text.as_bytes())?,
            Err(error) => {
                failed = true;
                complain(format_args!("heibai: {error}"));
            }
        }
    }
    output.write_all(&writer.finish())?;
    output.flush()?;
    Ok(if failed { ExitCode::from(2) } else { ExitCode::SUCCESS })
}

/// Returns the input and what errors call it.
fn bytes(input: Option<&str>) -> anyhow::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let name = match input {
        None | Some("-") => {
            io::stdin().take(LARGEST).read_to_end(&mut bytes).context("standard input")?;
            return Ok(("standard input".to_owned(), bytes));
        }
        Some(name) => name,
    };
    let path: PathBuf = Path::new(name).to_path_buf();
    if let Ok(data) = fs::metadata(&path) {
        if data.len() > LARGEST {
            bail!("{name}: longer than {LARGEST} bytes");
        }
        let bytes = fs::read(&path).with_context(|| format!("reading {name}"))?;
        return Ok((name.to_owned(), bytes));
    }
    if name.contains(['/', '.']) && !name.contains(['(', ';', ' ']) {
        bail!("{name}: no such file");
    }
    Ok(("argument".to_owned(), name.as_bytes().to_vec()))
}
