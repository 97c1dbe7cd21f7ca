//! `heibai solve --game renju`: for each position the shortest win by fours of the side to move, or none.
//!
//! Owns lines in and rows out; the search is [`crate::renju::vcf`]'s. Positions are read a block at a time, solved on all
//! threads and printed in order.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use crate::cli::{EngineArgs, RowFormat, SolveArgs};
use crate::command::output::{Output, complain};
use crate::engine::StopFlag;
use crate::game::Color;
use crate::renju::opening::Opening;
use crate::renju::pattern::{Field, Values};
use crate::renju::vcf::{Solver, Verdict};
use crate::renju::{Board, Point, Position, Rule, Rules, notation};

/// Positions solved before their rows are printed.
const BLOCK: usize = 64;
/// The longest line that is read.
///
/// # Units
/// Bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// Positions that the solver of each thread remembers.
const REMEMBERED: usize = 1 << 20;

/// A line of the input.
struct Problem {
    /// Counted from 1 over the whole input.
    number: u64,
    source: String,
    /// The line of its source, from 1.
    line: u64,
    read: Result<Read, String>,
}

/// A position read.
struct Read {
    id: Option<String>,
    board: Board,
    attacker: Color,
    rule: Rule,
    /// What the record says, and the stones of the shortest win.
    claimed: (Option<bool>, Option<u64>),
}

/// A row.
struct Row {
    verdict: Verdict,
    nodes: u64,
    time: Duration,
}

impl Row {
    fn stones(&self) -> Option<u64> {
        match &self.verdict {
            Verdict::Win(line) => Some(line.len().div_ceil(2) as u64),
            _ => None,
        }
    }

    fn word(&self) -> &'static str {
        match self.verdict {
            Verdict::Win(_) => "win",
            Verdict::None => "none",
            Verdict::Unknown => "unknown",
        }
    }

    fn line(&self) -> Vec<String> {
        match &self.verdict {
            Verdict::Win(line) => line.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns whether the record says otherwise, `None` where nothing is said or known.
    fn contradicts(&self, read: &Read) -> Option<bool> {
        let found = match self.verdict {
            Verdict::Win(_) => true,
            Verdict::None => false,
            Verdict::Unknown => return None,
        };
        let (vcf, stones) = read.claimed;
        let differs = stones.is_some_and(|stones| found && self.stones() != Some(stones));
        vcf.map(|claimed| claimed != found || differs)
    }
}

/// What became of the positions.
#[derive(Default)]
struct Totals {
    positions: u64,
    wins: u64,
    none: u64,
    unknown: u64,
    wrong: u64,
    bad: u64,
    nodes: u64,
}

/// Solves what `args` name.
///
/// Returns 1 if a record was contradicted, 2 if a line was bad.
///
/// # Errors
/// A flag is another game's, the input cannot be read or standard output cannot be written.
pub(super) fn run(args: &SolveArgs, engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    let others = [
        ("--all-moves", args.all_moves),
        ("--wld", args.wld),
        ("--resume", args.resume.is_some()),
        ("--unordered", args.unordered),
    ];
    if let Some((flag, _)) = others.iter().find(|(_, given)| *given) {
        bail!("{flag}: not for renju, of which the shortest win by fours is told");
    }
    let rule = match &args.rule {
        None => Rule::Renju,
        Some(name) => match name.parse() {
            Ok(rule) => rule,
            Err(()) => bail!("--rule {name}: expected renju, standard or freestyle"),
        },
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(crate::command::threads(engine))
        .build()
        .context("starting the threads")?;
    let started = Instant::now();
    let mut writer = Writer::new(args.format())?;
    let mut totals = Totals::default();
    let mut lines = lines(args)?;
    let mut number = 0;
    loop {
        let mut block = Vec::with_capacity(BLOCK);
        while block.len() < BLOCK {
            let Some(line) = lines.next() else { break };
            let (source, line, text) = line?;
            number += 1;
            if args.shard.is_none_or(|shard| shard.contains(number)) {
                block.push(Problem { number, source, line, read: read(&text, rule) });
            }
        }
        if block.is_empty() {
            break;
        }
        let solve = |solver: &mut Solver, problem: &Problem| {
            problem.read.as_ref().ok().map(|read| solve(solver, read, args))
        };
        let rows: Vec<Option<Row>> = pool.install(|| {
            block.par_iter().with_max_len(1).map_init(|| Solver::new(REMEMBERED), solve).collect()
        });
        for (problem, row) in block.iter().zip(rows) {
            match (&problem.read, row) {
                (Ok(read), Some(row)) => writer.row(problem, read, &row, &mut totals)?,
                (Err(why), _) => {
                    totals.bad += 1;
                    complain(format_args!("{}:{}: {why}", problem.source, problem.line));
                }
                (Ok(_), None) => {}
            }
        }
        writer.flush()?;
    }
    writer.finish(&totals, started.elapsed())?;
    Ok(ExitCode::from(match (totals.bad, totals.wrong) {
        (0, 0) => 0,
        (0, _) => 1,
        _ => 2,
    }))
}

fn solve(solver: &mut Solver, read: &Read, args: &SolveArgs) -> Row {
    let started = Instant::now();
    let mut field = Field::new(&read.board, read.rule, Values::none());
    // What was refuted under another rule or on another board means nothing here.
    solver.clear();
    let stop = StopFlag::new();
    let verdict = std::thread::scope(|scope| {
        let (end, ended) = mpsc::channel::<()>();
        if let Some(time) = args.max_time {
            let stop = &stop;
            scope.spawn(move || {
                if ended.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
                    stop.raise();
                }
            });
        }
        let verdict = solver.shortest(&mut field, read.attacker, args.max_nodes, &stop);
        drop(end);
        verdict
    });
    Row { verdict, nodes: solver.nodes(), time: started.elapsed() }
}

/// A line: where it stands and what it says.
type Line = (String, u64, String);
type Lines = Box<dyn Iterator<Item = anyhow::Result<Line>>>;

/// Returns the lines that hold positions: those of the command line, then the file's.
fn lines(args: &SolveArgs) -> anyhow::Result<Lines> {
    let given: Vec<_> = args
        .position
        .iter()
        .zip(1..)
        .map(|(text, line)| Ok(("--position".to_owned(), line, text.clone())))
        .collect();
    let file: Lines = match &args.file {
        Some(path) if path.as_os_str() != "-" => {
            let name = path.display().to_string();
            let file = File::open(path).with_context(|| format!("opening {name}"))?;
            Box::new(file_lines(BufReader::new(file), name))
        }
        None if !given.is_empty() => Box::new(std::iter::empty()),
        _ => Box::new(file_lines(BufReader::new(io::stdin()), "standard input".to_owned())),
    };
    Ok(Box::new(given.into_iter().chain(file)))
}

fn file_lines(
    mut reader: impl BufRead + 'static,
    name: String,
) -> impl Iterator<Item = anyhow::Result<Line>> {
    let mut number = 0;
    std::iter::from_fn(move || {
        loop {
            let mut bytes = Vec::new();
            let read = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
            number += 1;
            match read {
                Err(error) => {
                    return Some(
                        Err(anyhow::Error::from(error).context(format!("reading {name}"))),
                    );
                }
                Ok(0) => return None,
                Ok(_) => {}
            }
            let text = String::from_utf8_lossy(&bytes).trim().to_owned();
            if !text.is_empty() && !text.starts_with('%') {
                return Some(Ok((name.clone(), number, text)));
            }
        }
    })
}

/// Reads a position: a record, rows and the side to move, or moves from the start.
fn read(text: &str, rule: Rule) -> Result<Read, String> {
    if text.starts_with('{') {
        let record: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        return record_position(&record, rule);
    }
    let rules = Rules { rule, opening: Opening::Free, ..Rules::document() };
    let position = if text.contains('/') {
        notation::parse_position(rules, text).map_err(|error| error.to_string())?
    } else {
        let mut position = Position::new(rules);
        notation::play(&mut position, text).map_err(|error| error.to_string())?;
        position
    };
    if let Some(conclusion) = position.conclusion() {
        return Err(format!("the game is over: {conclusion}"));
    }
    Ok(Read {
        id: None,
        board: position.board().clone(),
        attacker: position.next_stone(),
        rule,
        claimed: (None, None),
    })
}

fn record_position(record: &Map<String, Value>, rule: Rule) -> Result<Read, String> {
    let word = |key: &str| record.get(key).and_then(Value::as_str);
    let points = |key: &str| -> Result<Vec<Point>, String> {
        let Some(Value::Array(names)) = record.get(key) else {
            return Err(format!("{key}: expected a list of points"));
        };
        let point = |name: &Value| match name.as_str() {
            Some(name) => name.parse().map_err(|error| format!("{key}: {error}")),
            None => Err(format!("{key}: expected a point, found {name}")),
        };
        names.iter().map(point).collect()
    };
    let size = match record.get("size") {
        None => 15,
        Some(size) => size
            .as_u64()
            .and_then(|size| u8::try_from(size).ok())
            .ok_or_else(|| format!("size: expected 5 to 20, found {size}"))?,
    };
    let rule = match word("rule") {
        None => rule,
        Some(name) => name
            .parse()
            .map_err(|()| format!("rule: expected renju, standard or freestyle, found {name}"))?,
    };
    let attacker = match word("side") {
        Some("black") => Color::Black,
        Some("white") => Color::White,
        other => {
            let found = other.unwrap_or("nothing");
            return Err(format!("side: expected black or white, found {found}"));
        }
    };
    let board = Board::with_stones(size, points("black")?, points("white")?)
        .map_err(|error| error.to_string())?;
    Ok(Read {
        id: word("id").map(str::to_owned),
        board,
        attacker,
        rule,
        claimed: (
            record.get("vcf").and_then(Value::as_bool),
            record.get("attacker_moves").and_then(Value::as_u64),
        ),
    })
}

/// Writes rows.
struct Writer {
    output: Output,
    format: RowFormat,
}

impl Writer {
    fn new(format: RowFormat) -> io::Result<Self> {
        let mut output = Output::new();
        match format {
            RowFormat::Text => {
                output.line(format_args!(
                    "  number id       side  fours         nodes  seconds  line"
                ))?;
            }
            RowFormat::Csv => {
                output
                    .line(format_args!("number,line,id,side,vcf,stones,pv,nodes,time,verdict"))?;
            }
            RowFormat::Json => {}
        }
        Ok(Writer { output, format })
    }

    fn row(
        &mut self,
        problem: &Problem,
        read: &Read,
        row: &Row,
        totals: &mut Totals,
    ) -> anyhow::Result<()> {
        let contradicted = row.contradicts(read);
        totals.positions += 1;
        totals.nodes += row.nodes;
        totals.wrong += u64::from(contradicted == Some(true));
        match row.verdict {
            Verdict::Win(_) => totals.wins += 1,
            Verdict::None => totals.none += 1,
            Verdict::Unknown => totals.unknown += 1,
        }
        let check = match contradicted {
            Some(true) => "WRONG",
            Some(false) => "OK",
            None => "-",
        };
        let id = read.id.as_deref().unwrap_or("-");
        let seconds = row.time.as_secs_f64();
        let stones = row.stones().map_or(String::new(), |stones| stones.to_string());
        let line = row.line();
        match self.format {
            RowFormat::Text => {
                let fours = format!("{} {stones}", row.word());
                let text = format!(
                    "{:>8} {id:<8} {:<5} {:<9} {:>9} {seconds:>8.3}  {} {}",
                    problem.number,
                    read.attacker.to_string(),
                    fours.trim_end(),
                    row.nodes,
                    if check == "-" { "" } else { check },
                    line.join(" "),
                );
                self.output.line(format_args!("{}", text.trim_end()))?;
            }
            RowFormat::Csv => {
                let mut writer =
                    csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
                writer.write_record([
                    &problem.number.to_string(),
                    &problem.line.to_string(),
                    read.id.as_deref().unwrap_or(""),
                    &read.attacker.to_string(),
                    row.word(),
                    &stones,
                    &line.join(" "),
                    &row.nodes.to_string(),
                    &format!("{seconds:.6}"),
                    check.trim_matches('-'),
                ])?;
                self.output.write_all(&writer.into_inner()?)?;
            }
            RowFormat::Json => {
                let vcf = match row.verdict {
                    Verdict::Win(_) => Some(true),
                    Verdict::None => Some(false),
                    Verdict::Unknown => None,
                };
                let object = json!({
                    "number": problem.number,
                    "line": problem.line,
                    "id": read.id,
                    "side": read.attacker.to_string(),
                    "vcf": vcf,
                    "stones": row.stones(),
                    "pv": line,
                    "nodes": row.nodes,
                    "time": seconds,
                    "verdict": (check != "-").then_some(check),
                });
                self.output.line(format_args!("{object}"))?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    fn finish(&mut self, totals: &Totals, time: Duration) -> io::Result<()> {
        let Totals { positions, wins, none, unknown, wrong, bad, nodes } = totals;
        let seconds = time.as_secs_f64();
        let text = format!(
            "positions {positions} wins {wins} none {none} unknown {unknown} contradicted {wrong} \
             bad lines {bad} nodes {nodes} seconds {seconds:.3}"
        );
        match self.format {
            RowFormat::Text => self.output.line(format_args!("{text}"))?,
            RowFormat::Json | RowFormat::Csv => complain(format_args!("{text}")),
        }
        self.output.flush()
    }
}
