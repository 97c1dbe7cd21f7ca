//! An engine's process: lines in, lines out, its standard error drained, its whole group ended at the end.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::fault::Fault;
use super::spec::EngineSpec;

/// How often a waiting thread looks whether the match was interrupted.
const GLANCE: Duration = Duration::from_millis(50);

/// How long an engine may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);

/// Lines of an engine that wait to be read; then the engine waits.
const PENDING_LINES: usize = 65_536;

/// The longest line that is kept whole.
const MAX_LINE: usize = 65_536;

/// Lines of standard error that are kept to explain a crash.
const TAIL_LINES: usize = 5;

/// Processes that run, to be ended if the program ends at once.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Ends every engine at once.
pub(super) fn end_all() {
    for &id in RUNNING.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        kill_group(id);
    }
}

type Tail = Arc<Mutex<VecDeque<String>>>;

/// A running engine.
pub(super) struct Process {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    /// A line that came after the last deadline.
    held: Option<(Instant, String)>,
    tail: Tail,
    stop: Arc<AtomicBool>,
}

impl Process {
    /// Starts an engine; `log` takes what it writes to standard error.
    ///
    /// # Errors
    /// The program cannot be started.
    pub(super) fn start(
        spec: &EngineSpec,
        log: Option<File>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Fault> {
        let program = spec.program();
        let failed = |error| Fault::crash(format!("cannot start '{}': {error}", program.display()));
        // A program of the folder it runs in must be found from here.
        let found = if program.components().count() > 1 {
            std::path::absolute(&program).map_err(failed)?
        } else {
            program.clone()
        };
        let mut command = Command::new(found);
        command.args(spec.command.iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        // A group of its own, so that an interruption at the terminal does not reach the engine.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).push(child.id());
        let input = child.stdin.take();
        let (sender, lines) = sync_channel(PENDING_LINES);
        let tail = Tail::default();
        let output = child.stdout.take();
        let errors = child.stderr.take();
        let process = Process {
            name: spec.name.clone(),
            child,
            input,
            lines,
            held: None,
            tail,
            stop: Arc::clone(stop),
        };
        if let Some(output) = output {
            spawn("engine output", move || read_lines(output, &sender)).map_err(failed)?;
        }
        if let Some(errors) = errors {
            let tail = Arc::clone(&process.tail);
            spawn("engine errors", move || drain(errors, log, &tail)).map_err(failed)?;
        }
        Ok(process)
    }

    /// Sends one line.
    ///
    /// # Errors
    /// The engine reads no more.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        log::trace!("{} > {line}", self.name);
        let sent = match &mut self.input {
            Some(input) => {
                input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush())
            }
            None => return Err(Fault::crash("its input is closed")),
        };
        sent.map_err(|_| self.crashed())
    }

    /// Returns the next line and when it came, or `None` at `deadline`.
    ///
    /// # Errors
    /// The engine has ended, or the match is interrupted.
    pub(super) fn next(&mut self, deadline: Instant) -> Result<Option<(Instant, String)>, Fault> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Fault::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let received = match self.held.take() {
                Some(line) => Ok(line),
                None => self.lines.recv_timeout(left.min(GLANCE)),
            };
            match received {
                // Lines without end do not put the deadline off.
                Ok((at, line)) if at > deadline => {
                    self.held = Some((at, line));
                    return Ok(None);
                }
                Ok((at, line)) => {
                    log::trace!("{} < {line}", self.name);
                    return Ok(Some((at, line)));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
                Err(RecvTimeoutError::Timeout) if left <= GLANCE => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns the first line that `wanted` accepts, or `None` if none comes within `patience`.
    ///
    /// # Errors
    /// The engine has ended, or the match is interrupted.
    pub(super) fn until(
        &mut self,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> bool,
    ) -> Result<Option<(Instant, String)>, Fault> {
        let deadline = Instant::now() + patience;
        while let Some((at, line)) = self.next(deadline)? {
            if wanted(&line) {
                return Ok(Some((at, line)));
            }
        }
        Ok(None)
    }

    /// Forgets the lines that came unasked, those that were there when this was called.
    pub(super) fn forget_pending(&mut self) {
        let now = Instant::now();
        self.held = None;
        while let Ok((at, line)) = self.lines.try_recv() {
            log::trace!("{} < {line}", self.name);
            if at > now {
                return;
            }
        }
    }

    /// Says how the engine ended and what it last wrote to standard error.
    fn crashed(&mut self) -> Fault {
        let begun = Instant::now();
        let mut how = "closed its output".to_owned();
        while begun.elapsed() < FAREWELL {
            if let Ok(Some(status)) = self.child.try_wait() {
                how = format!("ended with {status}");
                // What it wrote last may still be on its way.
                std::thread::sleep(Duration::from_millis(20));
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let last: Vec<&str> = tail.iter().map(String::as_str).collect();
        if !last.is_empty() {
            how = format!("{how}; its last words: {}", last.join(" / "));
        }
        Fault::crash(how)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = input.write_all(b"quit\n");
        }
        // The process stays a zombie until it is waited for below, so its number is nobody else's.
        let deadline = Instant::now() + FAREWELL;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || self.lines.recv_timeout(left).is_err() {
                break;
            }
        }
        let id = self.child.id();
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            kill_group(id);
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).retain(|&other| other != id);
    }
}

#[cfg(unix)]
fn kill_group(id: u32) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(id) = i32::try_from(id) {
        let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_id: u32) {}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new().name(name.to_owned()).spawn(body).map(drop)
}

/// Passes lines on, each with the time it came; ends with the pipe.
fn read_lines(output: impl Read, sender: &SyncSender<(Instant, String)>) {
    each_line(output, |line| sender.send((Instant::now(), line)).is_ok());
}

/// Reads standard error for ever; keeps the last lines.
fn drain(errors: impl Read, mut log: Option<File>, tail: &Tail) {
    each_line(errors, |line| {
        if let Some(file) = &mut log {
            let _ = file.write_all(format!("{line}\n").as_bytes());
        }
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        if tail.len() == TAIL_LINES {
            tail.pop_front();
        }
        tail.push_back(line.chars().take(200).collect());
        true
    });
}

/// Calls `take` with each line, cut to [`MAX_LINE`], until it returns `false` or the pipe ends.
fn each_line(pipe: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(pipe);
    let mut line = Vec::new();
    loop {
        let (used, ended) = match reader.fill_buf() {
            Ok([]) | Err(_) => break,
            Ok(bytes) => {
                let end = bytes.iter().position(|&byte| byte == b'\n');
                let part = &bytes[..end.unwrap_or(bytes.len())];
                let room = MAX_LINE.saturating_sub(line.len());
                line.extend_from_slice(&part[..part.len().min(room)]);
                (end.map_or(bytes.len(), |end| end + 1), end.is_some())
            }
        };
        reader.consume(used);
        if ended {
            let text = String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned();
            line.clear();
            if !take(text) {
                return;
            }
        }
    }
    if !line.is_empty() {
        take(String::from_utf8_lossy(&line).into_owned());
    }
}

/// Opens the file that takes an engine's standard error.
///
/// # Errors
/// The folder cannot be made or the file not opened.
pub(super) fn open_log(folder: &std::path::Path, name: &str) -> std::io::Result<File> {
    std::fs::create_dir_all(folder)?;
    OpenOptions::new().create(true).append(true).open(folder.join(format!("{name}.log")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_the_last_needs_no_end() {
        let mut found = Vec::new();
        let text = format!("a\r\n\n{}\nend", "x".repeat(MAX_LINE + 9));
        each_line(text.as_bytes(), |line| {
            found.push(line);
            true
        });
        assert_eq!(found.len(), 4);
        assert_eq!((found[0].as_str(), found[1].as_str(), found[3].as_str()), ("a", "", "end"));
        assert_eq!(found[2].len(), MAX_LINE);
    }
}
