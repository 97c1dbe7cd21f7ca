//! `heibai train ordering`: the weights of the move ordering, annealed on the nodes that solving takes.
//!
//! Owns the file of tries, from which a run goes on; must not know how the walk is made.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;

use crate::cli::EngineArgs;
use crate::command::append;
use crate::command::output::Output;
use crate::othello::Board;
use crate::othello::eval::Evaluator;
use crate::othello::ordering_weights::OrderingWeights;
use crate::othello::train::Progress;
use crate::othello::train::ordering::{Annealing, Try, count_nodes};

/// `heibai train ordering`.
#[derive(Debug, Args)]
pub struct OrderingArgs {
    /// Files of positions to solve, in OBF
    #[arg(value_name = "FILE", num_args = 1.., required = true)]
    pub files: Vec<PathBuf>,
    /// Files of other positions, solved with the old and the new weights at the end
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub check: Vec<PathBuf>,
    /// How many weights are tried
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub tries: u32,
    /// At first, weights that take so many percent more nodes are taken with a chance of 1/e
    #[arg(long, value_name = "P", default_value_t = 0.2)]
    pub temperature: f64,
    /// What the tries are drawn by
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Write every try to this CSV file; one that is there is gone on with
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// Anneals and prints the best weights.
///
/// # Errors
/// A file cannot be read or written, or the record is of other settings.
pub(super) fn run(
    args: &OrderingArgs,
    engine: &EngineArgs,
    evaluator: &Evaluator,
) -> anyhow::Result<ExitCode> {
    let (boards, others) = (read(&args.files)?, read(&args.check)?);
    if boards.is_empty() {
        bail!("no positions to solve");
    }
    let mut record = args.record.as_deref().map(Record::open).transpose()?;
    let known = record.as_ref().map_or_else(Vec::new, |record| record.nodes());
    let threads = crate::command::threads(engine);
    let count = |boards: &[Board], weights| count_nodes(boards, weights, threads, evaluator);
    let annealing =
        Annealing { seed: args.seed, tries: args.tries, temperature: args.temperature / 100.0 };
    let progress = Progress::default();
    progress.set_total(u64::from(args.tries) + 1);
    let mut first = None;
    let best = super::watch(&progress, "tries", || {
        annealing.run(
            OrderingWeights::DEFAULT,
            &known,
            |weights| count(&boards, weights),
            |tried| {
                progress.add(1, boards.len() as u64);
                first.get_or_insert(*tried);
                record.as_mut().map_or(Ok(()), |record| record.enter(tried))
            },
        )
    })?;
    let first = first.unwrap_or(best);
    let mut output = Output::new();
    let mut compare = |name: &str, old: u64, new: u64| {
        let percent = 100.0 * (new as f64 - old as f64) / old.max(1) as f64;
        output.line(format_args!("{name}: {old} -> {new} nodes ({percent:+.2} %)"))
    };
    compare("tuned on", first.nodes, best.nodes)?;
    if !others.is_empty() {
        compare("others", count(&others, first.weights)?, count(&others, best.weights)?)?;
    }
    for (name, value) in OrderingWeights::NAMES.iter().zip(best.weights.to_array()) {
        output.line(format_args!("{name} {value}"))?;
    }
    output.line(format_args!("OrderingWeights::from_array({:?})", best.weights.to_array()))?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the positions of files, scored or not.
fn read(files: &[PathBuf]) -> anyhow::Result<Vec<Board>> {
    let mut boards = Vec::new();
    for path in files {
        boards.extend(super::read_positions(path, |parsed, _| Ok(parsed.position.board()))?);
    }
    Ok(boards)
}

/// The file of tries.
struct Record {
    file: File,
    name: String,
    /// The rows that were there: nodes and weights.
    rows: Vec<(u64, [i32; OrderingWeights::N])>,
}

impl Record {
    fn header() -> String {
        format!("number,nodes,taken,{}\n", OrderingWeights::NAMES.join(","))
    }

    fn row(tried: &Try) -> String {
        let weights = tried.weights.to_array().map(|value| value.to_string()).join(",");
        format!("{},{},{},{weights}\n", tried.number, tried.nodes, u8::from(tried.is_taken))
    }

    /// Opens the file and reads the tries in it; a row that was cut off is dropped.
    fn open(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let mut file = append::open_alone(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("reading {name}"))?;
        if text.is_empty() {
            text = Self::header();
            file.write_all(text.as_bytes()).with_context(|| format!("writing {name}"))?;
        }
        let Some(rest) = text.strip_prefix(&Self::header()) else {
            bail!("{name}, line 1: not the heading of a record of tries");
        };
        let whole = rest.rfind('\n').map_or(0, |end| end + 1);
        let mut rows = Vec::new();
        for (i, line) in rest[..whole].lines().enumerate() {
            let row = parse_row(line).filter(|&(number, ..)| number == i as u64);
            let Some((_, nodes, weights)) = row else {
                bail!("{name}, line {}: `{line}` is not try {i}", i + 2);
            };
            rows.push((nodes, weights));
        }
        let end = (Self::header().len() + whole) as u64;
        file.set_len(end).with_context(|| format!("writing {name}"))?;
        file.seek(SeekFrom::Start(end)).with_context(|| format!("writing {name}"))?;
        Ok(Record { file, name, rows })
    }

    fn nodes(&self) -> Vec<u64> {
        self.rows.iter().map(|&(nodes, _)| nodes).collect()
    }

    /// Enters a try, or compares it with the row that is there.
    fn enter(&mut self, tried: &Try) -> anyhow::Result<()> {
        match self.rows.get(tried.number as usize) {
            Some((_, weights)) if *weights == tried.weights.to_array() => Ok(()),
            Some(_) => bail!(
                "{}, line {}: other weights than these settings try: begin a new file",
                self.name,
                tried.number + 2
            ),
            None => self
                .file
                .write_all(Self::row(tried).as_bytes())
                .with_context(|| format!("writing {}", self.name)),
        }
    }
}

/// Returns number, nodes and weights of a row.
fn parse_row(line: &str) -> Option<(u64, u64, [i32; OrderingWeights::N])> {
    let mut fields = line.split(',');
    let number = fields.next()?.parse().ok()?;
    let nodes = fields.next()?.parse().ok()?;
    fields.next()?;
    let weights: Vec<i32> = fields.map(str::parse).collect::<Result<_, _>>().ok()?;
    Some((number, nodes, weights.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(number: u32, nodes: u64) -> Try {
        Try { number, weights: OrderingWeights::DEFAULT, nodes, is_taken: number == 0 }
    }

    #[test]
    fn a_record_is_gone_on_with_where_it_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tries.csv");
        let mut record = Record::open(&path).unwrap();
        record.enter(&tried(0, 500)).unwrap();
        record.enter(&tried(1, 600)).unwrap();
        drop(record);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 3]).unwrap();
        let mut record = Record::open(&path).unwrap();
        assert_eq!(record.nodes(), [500]);
        record.enter(&tried(0, 500)).unwrap();
        record.enter(&tried(1, 700)).unwrap();
        drop(record);
        assert_eq!(Record::open(&path).unwrap().nodes(), [500, 700]);
    }

    #[test]
    fn a_record_of_other_settings_or_of_something_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tries.csv");
        std::fs::write(&path, "my notes\n").unwrap();
        let error = Record::open(&path).err().unwrap().to_string();
        assert!(error.ends_with("line 1: not the heading of a record of tries"), "{error}");
        std::fs::write(&path, format!("{}0,5,1,1,2,3\n", Record::header())).unwrap();
        let error = Record::open(&path).err().unwrap().to_string();
        assert!(error.ends_with("line 2: `0,5,1,1,2,3` is not try 0"), "{error}");
        let other = format!("{}0,5,1,9,9,9,9,9,9,9,9,9\n", Record::header());
        std::fs::write(&path, &other).unwrap();
        let error = Record::open(&path).unwrap().enter(&tried(0, 5)).unwrap_err().to_string();
        assert!(error.contains("line 2: other weights"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), other);
    }
}
