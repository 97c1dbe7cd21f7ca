//! Lines in: files, standard input and positions of the command line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::Sender;

use anyhow::Context;

use crate::cli::SolveArgs;
use crate::command::shard::Shard;

use super::Message;
use super::pool::Pool;
use super::problem::{Failure, Outcome, Problem};
use super::resume::Done;

/// The longest line that is read.
///
/// # Units
/// Bytes.
const LONGEST_LINE: usize = 1 << 20;
/// Problems handed to the workers at once, unless more input would have to be waited for.
const CHUNK: usize = 64;

/// Something that lines come from.
pub(super) struct Source {
    /// What a message calls it.
    name: String,
    reader: Box<dyn BufRead + Send>,
    /// Whether `%` and blank lines are skipped.
    comments: bool,
    /// The number of the line read last.
    line: u64,
}

impl Source {
    fn new(name: impl Into<String>, reader: impl BufRead + Send + 'static, comments: bool) -> Self {
        Source { name: name.into(), reader: Box::new(reader), comments, line: 0 }
    }
}

/// What is wrong when a row does not fit its position.
const OTHER_ROWS: &str = "those are rows of other positions";

/// Which positions of the input are to be solved.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    /// The part of them.
    pub(super) shard: Option<Shard>,
    /// Those that have a row already.
    pub(super) done: Done,
}

impl Wanted {
    /// Returns a problem unless it has a row, which must then be the same position.
    fn look_up(&self, problem: Problem, name: &str) -> Result<Option<Problem>, String> {
        match self.done.has(problem.number, problem.board) {
            Ok(true) => Ok(None),
            Ok(false) => Ok(Some(problem)),
            Err(why) => Err(format!("{name}:{}:1: {why}: {OTHER_ROWS}", problem.line)),
        }
    }

    /// Refuses rows of more positions than the `count` of the input.
    fn check_count(&self, count: u64) -> Result<(), String> {
        let last = self.done.last();
        if last <= count {
            return Ok(());
        }
        Err(format!(
            "the file of --resume has a row for position {last}, the input ends with {count}: {OTHER_ROWS}"
        ))
    }
}

/// Opens what the command line names; positions come before the file.
pub(super) fn open(args: &SolveArgs) -> anyhow::Result<Vec<Source>> {
    let mut sources = Vec::new();
    if !args.position.is_empty() {
        let text = args.position.iter().map(|text| text.replace(['\n', '\r'], " ") + "\n");
        let reader = io::Cursor::new(text.collect::<String>());
        sources.push(Source::new("--position", reader, false));
    }
    match &args.file {
        Some(path) if path.as_os_str() != "-" => {
            let opened = File::open(path).and_then(|file| match file.metadata()?.is_dir() {
                true => Err(io::ErrorKind::IsADirectory.into()),
                false => Ok(file),
            });
            let file = opened.with_context(|| format!("opening {}", path.display()))?;
            let reader = BufReader::with_capacity(1 << 16, file);
            sources.push(Source::new(path.display().to_string(), reader, true));
        }
        None if !args.position.is_empty() => {}
        _ => {
            let reader = BufReader::with_capacity(1 << 16, Stdin);
            sources.push(Source::new("standard input", reader, true));
        }
    }
    Ok(sources)
}

/// Standard input without a lock held, so that the buffer around it can be asked what it holds.
struct Stdin;

impl Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        io::stdin().lock().read(buffer)
    }
}

/// Reads everything and hands it to the workers, until an interruption. Rows of other positions interrupt.
pub(super) fn read_all(
    sources: Vec<Source>,
    wanted: &Wanted,
    pool: &Pool,
    results: &Sender<Message>,
) {
    let (mut number, mut failed) = (0, false);
    let mut reader =
        Reader { wanted, pool, results, chunk: Vec::with_capacity(CHUNK), unsolved: Vec::new() };
    for source in sources {
        // Whatever comes may be long in coming.
        if !reader.hand_over(number) {
            break;
        }
        let name = source.name.clone();
        if let Err(error) = read_source(source, &mut number, &mut reader) {
            failed = true;
            let error = anyhow::Error::from(error).context(format!("reading {name}"));
            let _ = results.send(Message::ReadFailed(error));
            break;
        }
    }
    if !pool.is_interrupted()
        && !failed
        && let Err(message) = wanted.check_count(number)
    {
        reader.refuse(message);
    }
    reader.hand_over(number);
    pool.close();
}

/// What has been read and not handed over yet.
struct Reader<'a> {
    wanted: &'a Wanted,
    pool: &'a Pool,
    results: &'a Sender<Message>,
    chunk: Vec<Problem>,
    /// The positions that need no solving, and the lines that are none.
    unsolved: Vec<Outcome>,
}

impl Reader<'_> {
    /// Hands over what has been read up to `number`; waits while too many positions are under way.
    ///
    /// Returns `false` once interrupted.
    fn hand_over(&mut self, number: u64) -> bool {
        if !self.unsolved.is_empty() {
            let outcomes = Message::Outcomes(std::mem::take(&mut self.unsolved));
            if self.results.send(outcomes).is_err() {
                return false;
            }
        }
        self.pool.wait_for_room(number) && self.pool.push(&mut self.chunk)
    }

    /// Ends the run before anything more is written for an input that the rows are not of.
    fn refuse(&mut self, message: String) {
        self.chunk.clear();
        let _ = self.results.send(Message::ReadFailed(anyhow::Error::msg(message)));
        self.pool.interrupt();
    }

    /// Reads one position.
    ///
    /// Returns `false` once interrupted.
    fn take(&mut self, name: &str, line: u64, number: u64, text: Option<&str>, idle: bool) -> bool {
        let unsolved = |failure| Outcome { number, result: Err(failure) };
        let is_wanted = self.wanted.shard.is_none_or(|shard| shard.contains(number));
        let problem = match text {
            // Whether it can be read does not matter.
            _ if !is_wanted => Ok(None),
            None => Err(format!("{name}:{line}:{LONGEST_LINE}: the line is too long")),
            Some(text) => match Problem::read(number, line, text) {
                Ok(problem) => match self.wanted.look_up(problem, name) {
                    Ok(problem) => Ok(problem),
                    Err(message) => {
                        self.refuse(message);
                        return false;
                    }
                },
                Err(error) => {
                    // The column stands in front, so it need not be told twice.
                    let column = error.column();
                    let message = error.to_string();
                    let message = message.strip_prefix(&format!("column {column}: "));
                    Err(format!(
                        "{name}:{line}:{column}: {}",
                        message.unwrap_or(&error.to_string())
                    ))
                }
            },
        };
        let is_bad = problem.is_err();
        match problem {
            Ok(Some(problem)) => self.chunk.push(problem),
            Ok(None) => self.unsolved.push(unsolved(Failure::Skipped)),
            Err(message) => self.unsolved.push(unsolved(Failure::Bad(message))),
        }
        let is_full = self.chunk.len() >= CHUNK || self.unsolved.len() >= CHUNK;
        !(idle || is_full || is_bad) || self.hand_over(number)
    }
}

fn read_source(mut source: Source, number: &mut u64, reader: &mut Reader<'_>) -> io::Result<()> {
    let mut bytes = Vec::new();
    loop {
        let end = next_line(&mut *source.reader, &mut bytes)?;
        if end == LineEnd::Eof {
            return Ok(());
        }
        source.line += 1;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).trim_end();
        let idle = end == LineEnd::BufferEmpty;
        if source.comments && matches!(text.trim_start().chars().next(), None | Some('%')) {
            // The next line may be long in coming.
            if idle && !reader.hand_over(*number) {
                return Ok(());
            }
            continue;
        }
        *number += 1;
        let text = (end != LineEnd::TooLong).then_some(text);
        if !reader.take(&source.name, source.line, *number, text, idle) {
            return Ok(());
        }
    }
}

/// How a line ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineEnd {
    /// There was none.
    Eof,
    /// More lines are there already.
    MoreBuffered,
    /// The next line may have to be waited for.
    BufferEmpty,
    /// It was cut off at [`LONGEST_LINE`].
    TooLong,
}

/// Reads one line without its end; whatever its length, memory stays bounded.
fn next_line(reader: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<LineEnd> {
    line.clear();
    let mut any = false;
    let mut too_long = false;
    loop {
        let buffer = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if buffer.is_empty() {
            return Ok(match any {
                false => LineEnd::Eof,
                true if too_long => LineEnd::TooLong,
                true => LineEnd::BufferEmpty,
            });
        }
        any = true;
        let newline = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..newline.unwrap_or(buffer.len())];
        let room = LONGEST_LINE - line.len();
        too_long |= part.len() > room;
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = newline.map_or(buffer.len(), |at| at + 1);
        let more = buffer[used..].contains(&b'\n');
        reader.consume(used);
        if newline.is_some() {
            return Ok(match more {
                _ if too_long => LineEnd::TooLong,
                true => LineEnd::MoreBuffered,
                false => LineEnd::BufferEmpty,
            });
        }
    }
}

/// Counts the positions of a file, for the progress bar.
pub(super) fn count(reader: &mut dyn BufRead) -> io::Result<u64> {
    let mut line = Vec::new();
    let mut positions = 0;
    while next_line(reader, &mut line)? != LineEnd::Eof {
        let first = line.iter().find(|byte| !byte.is_ascii_whitespace());
        positions += u64::from(!matches!(first, None | Some(b'%')));
    }
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_their_ends() {
        let mut reader = BufReader::with_capacity(4, &b"ab\n\ncdefghij\r\nlast"[..]);
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while next_line(&mut reader, &mut line).unwrap() != LineEnd::Eof {
            lines.push(String::from_utf8(line.clone()).unwrap());
        }
        assert_eq!(lines, ["ab", "", "cdefghij\r", "last"]);
    }

    #[test]
    fn lines_are_bounded_in_length() {
        let text = "x".repeat(3 * LONGEST_LINE) + "\nok\n";
        let mut reader = BufReader::new(text.as_bytes());
        let mut line = Vec::new();
        assert_eq!(next_line(&mut reader, &mut line).unwrap(), LineEnd::TooLong);
        assert_eq!(line.len(), LONGEST_LINE);
        assert_eq!(next_line(&mut reader, &mut line).unwrap(), LineEnd::BufferEmpty);
        assert_eq!(line, b"ok");
    }

    #[test]
    fn count_skips_comments_and_blanks() {
        assert_eq!(count(&mut &b"% a\n\n  \nb\n c\n %d\n"[..]).unwrap(), 2);
    }
}
