//! Rows out: in order, as soon as they are known, in the format asked for.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::ProgressBar;

use crate::cli::{RowFormat, SolveArgs};
use crate::command::output::{self, Output};

use super::Message;
use super::pool::Pool;
use super::problem::{Failure, Outcome};
use super::record::{self, JsonRow};
use super::reorder::Reorder;
use super::resume::{self, Done};
use super::row::Row;
use super::totals::Totals;

/// Standard output or a file in one of the formats.
enum Rows {
    Text(Output),
    Json(Box<dyn Write>),
    Csv(Box<csv::Writer<Box<dyn Write>>>),
}

impl Rows {
    /// Takes standard output, or the file to go on with, and writes the heading.
    fn new(args: &SolveArgs, done: &mut Done) -> anyhow::Result<Self> {
        let format = args.format();
        let (output, empty): (Box<dyn Write>, bool) = match &args.resume {
            None => (Box::new(Output::new()), true),
            Some(_) if format == RowFormat::Text => {
                bail!("--resume needs --format json or csv: rows in text are for reading only")
            }
            Some(path) => {
                let (rows, output, empty) = resume::open(path, format, args.wld)?;
                *done = rows;
                (output, empty)
            }
        };
        Ok(match format {
            RowFormat::Json => Rows::Json(output),
            RowFormat::Text => {
                let mut output = Output::new();
                output.line(format_args!(
                    "{:>7} {:>7} {:>7} {:<5} {:<5} {:>11} {:>14} {:>12}  line",
                    "number", "empties", "score", "move", "check", "seconds", "nodes", "nodes/s"
                ))?;
                Rows::Text(output)
            }
            RowFormat::Csv => {
                let mut writer = csv::Writer::from_writer(output);
                if empty {
                    writer.write_record(record::COLUMNS)?;
                }
                Rows::Csv(Box::new(writer))
            }
        })
    }

    fn write(&mut self, row: &Row) -> anyhow::Result<()> {
        match self {
            Rows::Text(output) => text_line(output, row)?,
            Rows::Csv(writer) => writer.write_record(record::csv(row))?,
            Rows::Json(output) => {
                let text = serde_json::to_string(&JsonRow::from(row)).context("writing a row")?;
                writeln!(output, "{text}")?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Rows::Text(output) => output.flush(),
            Rows::Json(output) => output.flush(),
            Rows::Csv(writer) => writer.flush(),
        }
    }
}

fn text_line(output: &mut Output, row: &Row) -> io::Result<()> {
    let mv = row.best_move().map_or_else(|| "-".to_owned(), |mv| mv.to_string());
    let mut tail = record::join(&row.pv);
    if !row.moves.is_empty() {
        tail = format!("{tail}  [{}]", record::scored_moves(row));
    }
    output.line(format_args!(
        "{:>7} {:>7} {:>7} {mv:<5} {:<5} {:>11.6} {:>14} {:>12}  {tail}",
        row.number,
        row.n_empties,
        row.value,
        row.verdict.name(),
        row.time.as_secs_f64(),
        row.nodes,
        row.nps(),
    ))
}

/// The rows printed, with what they add up to.
pub(super) struct Sink {
    rows: Rows,
    progress: ProgressBar,
    totals: Totals,
    failed: Option<anyhow::Error>,
    /// When the rows were last made safe.
    flushed: Instant,
}

/// The longest time a row of a busy run waits to be made safe.
const FLUSH_INTERVAL: Duration = Duration::from_millis(200);

impl Sink {
    /// Builds the sink and writes the heading.
    ///
    /// With `--resume`, `done` is told which positions have a row.
    pub(super) fn new(
        args: &SolveArgs,
        done: &mut Done,
        progress: ProgressBar,
    ) -> anyhow::Result<Self> {
        let rows = Rows::new(args, done)?;
        let totals = Totals::after(done);
        Ok(Sink { rows, progress, totals, failed: None, flushed: Instant::now() })
    }

    /// Prints what arrives until all workers are done.
    pub(super) fn print(
        &mut self,
        results: &Receiver<Message>,
        pool: &Pool,
        unordered: bool,
    ) -> anyhow::Result<()> {
        let mut waiting = Reorder::new();
        let mut workers = pool.threads;
        while workers > 0 {
            match self.next(results)? {
                None | Some(Message::WorkerDone) => workers -= 1,
                Some(Message::ReadFailed(error)) => self.failed = Some(error),
                Some(Message::Outcomes(outcomes)) => {
                    let mut retired = 0;
                    for Outcome { number, result } in outcomes {
                        let row = self.accept(result);
                        if unordered {
                            retired += 1;
                            self.row(row.as_ref())?;
                        } else {
                            waiting.push(number, row);
                        }
                    }
                    while let Some(row) = waiting.pop() {
                        retired += 1;
                        self.row(row.as_ref())?;
                    }
                    if self.flushed.elapsed() >= FLUSH_INTERVAL {
                        self.rows.flush()?;
                        self.flushed = Instant::now();
                    }
                    pool.retire(retired);
                    self.progress.inc(retired);
                }
            }
        }
        // Only an interruption leaves gaps: what was solved behind them is not lost.
        for row in waiting.drain() {
            self.row(row.as_ref())?;
        }
        Ok(())
    }

    /// Returns the next message; before it waits for one it shows what it has.
    fn next(&mut self, results: &Receiver<Message>) -> io::Result<Option<Message>> {
        match results.try_recv() {
            Ok(message) => Ok(Some(message)),
            Err(TryRecvError::Disconnected) => Ok(None),
            Err(TryRecvError::Empty) => {
                self.progress.suspend(|| self.rows.flush())?;
                Ok(results.recv().ok())
            }
        }
    }

    /// Reports a failure at once; rows wait for their turn.
    fn accept(&mut self, result: Result<Row, Failure>) -> Option<Row> {
        match result {
            Ok(row) => Some(row),
            Err(Failure::Abandoned | Failure::Skipped) => None,
            Err(Failure::Bad(message)) => {
                self.totals.add_bad();
                self.progress.suspend(|| output::complain(format_args!("{message}")));
                None
            }
        }
    }

    fn row(&mut self, row: Option<&Row>) -> anyhow::Result<()> {
        let Some(row) = row else { return Ok(()) };
        self.totals.add(row);
        self.rows.write(row)
    }

    /// Writes the totals and tells the exit status.
    pub(super) fn finish(
        mut self,
        elapsed: Duration,
        interrupted: bool,
    ) -> anyhow::Result<ExitCode> {
        self.progress.finish_and_clear();
        let totals = self.totals.display(elapsed, interrupted && self.failed.is_none());
        if let Rows::Text(output) = &mut self.rows {
            output.line(format_args!("{totals}"))?;
        }
        self.rows.flush()?;
        if !matches!(self.rows, Rows::Text(_)) {
            output::complain(format_args!("{totals}"));
        }
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.totals.exit_code(interrupted)),
        }
    }
}
