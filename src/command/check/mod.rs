//! `heibai check`: the rules of the games against records that say what is right.
//!
//! Owns reading, dispatch and totals; what a record of a game means stands in one file a game: `renju`, `go`. A record
//! is told by its keys: each game's `judge` returns `None` for records that are not its own.

mod go;
mod renju;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::{Map, Value};

use super::budget::BudgetArgs;
use super::output::Output;

/// The examples of `heibai help check`.
pub const HELP: &str = "\
FILE holds one JSON object a line, or an array of them; - or nothing is standard input. Keys
that are not known are ignored. Records of Renju: a point with black and white stones and its
verdict, an opening, two fifth moves and whether they are symmetric, a winning line of fours.
Records of Go: a board (X O stones, B W walls alive by fiat, . empty, # not playable; null is
skipped), its strings with `alive` or `dead`, and territory; what the budget does not find out
is `unknown` and counted apart.

One line a record: its number, `ok`, `WRONG` or `unchecked`, its name and what was found. Then
the totals.

Examples:
  $ heibai check cases.jsonl
  $ heibai check --quiet cases.jsonl openings.json
  $ heibai check --random 1000000 --seed 7

Exit status: 0 all right, 1 a record is wrong (with --strict, or unknown), 2 a record was not
understood.";

/// The longest line and the largest array that are read.
///
/// # Units
/// Bytes.
const LARGEST: u64 = 64 << 20;

/// `heibai check`.
#[derive(Clone, Debug, Args)]
pub struct CheckArgs {
    /// The files of records
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print only what is wrong, and the totals
    #[arg(long, short)]
    pub quiet: bool,
    /// Instead of files, judge N random points of Renju by table and by definition
    #[arg(long, value_name = "N", conflicts_with = "files")]
    pub random: Option<u64>,
    /// The random points to start with
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Count a record of Go that is not found out as wrong
    #[arg(long)]
    pub strict: bool,
    /// The limits of a record of Go.
    #[command(flatten)]
    pub budget: BudgetArgs,
}

/// A record of one file.
type Record = Map<String, Value>;

/// What a game says of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    /// The record is right; with what was found.
    Right(String),
    /// The record and the rules differ; with both.
    Wrong(String),
    /// The budget did not suffice; with what is not known.
    Unknown(String),
    /// Nothing in the record can be checked; with the reason.
    Unchecked(String),
}

/// Judges a record, `None` if it is none of a game's; the error tells what is wrong with its form.
type Judge = fn(&Record, &CheckArgs) -> Option<Result<Verdict, String>>;

/// Every game's judge.
const JUDGES: [Judge; 2] =
    [|record, _| renju::judge(record), |record, args| go::judge(record, args.budget)];

/// How many records were what.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    right: u64,
    wrong: u64,
    unknown: u64,
    unchecked: u64,
    bad: u64,
}

/// Checks every record.
///
/// # Errors
/// A file cannot be read or standard output cannot be written.
pub fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let mut output = Output::new();
    if let Some(points) = args.random {
        let (lines, right) = renju::random(points, args.seed);
        for line in lines {
            output.line(format_args!("{line}"))?;
        }
        output.flush()?;
        return Ok(ExitCode::from(u8::from(!right)));
    }
    let mut totals = Totals::default();
    if args.files.is_empty() {
        check(io::stdin().lock(), "standard input", args, &mut output, &mut totals)?;
    }
    for file in &args.files {
        let name = file.display().to_string();
        if name == "-" {
            check(io::stdin().lock(), "standard input", args, &mut output, &mut totals)?;
            continue;
        }
        let opened = File::open(file).with_context(|| format!("reading {name}"))?;
        check(BufReader::new(opened), &name, args, &mut output, &mut totals)?;
    }
    let Totals { right, wrong, unknown, unchecked, bad } = totals;
    let records = right + wrong + unknown + unchecked + bad;
    if records == 0 {
        bail!("no record");
    }
    let in_doubt = if unknown > 0 { format!(" unknown {unknown}") } else { String::new() };
    output.line(format_args!(
        "records {records} ok {right} wrong {wrong}{in_doubt} unchecked {unchecked} not understood {bad}"
    ))?;
    output.flush()?;
    Ok(ExitCode::from(if bad > 0 { 2 } else { u8::from(wrong > 0 || args.strict && unknown > 0) }))
}

/// Checks one file, an object a line or one array.
fn check(
    mut input: impl BufRead,
    file: &str,
    args: &CheckArgs,
    output: &mut Output,
    totals: &mut Totals,
) -> anyhow::Result<()> {
    let read = || format!("reading {file}");
    let is_array = input.fill_buf().with_context(read)?.trim_ascii_start().starts_with(b"[");
    if is_array {
        let mut text = String::new();
        input.take(LARGEST).read_to_string(&mut text).with_context(read)?;
        let records: Vec<Value> = serde_json::from_str(&text).with_context(read)?;
        for (number, record) in (1..).zip(records) {
            tell(judge(record, args), file, number, args, output, totals)?;
        }
        return Ok(());
    }
    let mut number = 0;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(LARGEST).read_until(b'\n', &mut line).with_context(read)? == 0 {
            return Ok(());
        }
        number += 1;
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        let parsed = serde_json::from_slice(text).map_err(|error| error.to_string());
        tell(parsed.and_then(|record| judge(record, args)), file, number, args, output, totals)?;
    }
}

/// Writes the line of one record and counts it.
fn tell(
    verdict: Result<(String, Verdict), String>,
    file: &str,
    number: u64,
    args: &CheckArgs,
    output: &mut Output,
    totals: &mut Totals,
) -> io::Result<()> {
    let (word, text, count) = match verdict {
        Ok((name, Verdict::Right(found))) => ("ok", format!("{name} {found}"), &mut totals.right),
        Ok((name, Verdict::Unchecked(why))) => {
            ("unchecked", format!("{name} {why}"), &mut totals.unchecked)
        }
        Ok((name, Verdict::Unknown(what))) => {
            ("unknown", format!("{name} {what}"), &mut totals.unknown)
        }
        Ok((name, Verdict::Wrong(why))) => ("WRONG", format!("{name} {why}"), &mut totals.wrong),
        Err(error) => ("ERROR", error, &mut totals.bad),
    };
    *count += 1;
    if !args.quiet || matches!(word, "WRONG" | "ERROR" | "unknown") {
        output.line(format_args!("{file}:{number} {word} {text}"))?;
    }
    Ok(())
}

/// Has the games judge a record.
fn judge(record: Value, args: &CheckArgs) -> Result<(String, Verdict), String> {
    let Value::Object(record) = record else {
        return Err("expected an object".to_owned());
    };
    let name = ["id", "code", "name", "opening"]
        .into_iter()
        .find_map(|key| record.get(key).and_then(Value::as_str))
        .map_or_else(|| "-".to_owned(), |name| name.chars().take(60).collect());
    let Some(verdict) = JUDGES.iter().find_map(|judge| judge(&record, args)) else {
        let keys = record.keys().take(8).cloned().collect::<Vec<_>>().join(" ");
        return Err(format!("no known record has the keys {keys}"));
    };
    verdict.map(|verdict| (name.clone(), verdict)).map_err(|error| format!("{name} {error}"))
}

/// Returns the text under a key.
fn text<'a>(record: &'a Record, key: &str) -> Result<&'a str, String> {
    match record.get(key) {
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(format!("{key}: expected a text, found {other}")),
        None => Err(format!("{key}: missing")),
    }
}
