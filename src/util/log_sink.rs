//! The log, written by a thread of its own so that nobody who logs ever waits for who reads.
//!
//! A record goes into a bounded queue; when the reader of standard error or the disk is too slow, records are
//! dropped and counted instead.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use anyhow::Context;
use log::LevelFilter;

/// Records that may wait to be written.
const QUEUE: usize = 4096;
/// How long the end of the program waits for the last records.
const FAREWELL: Duration = Duration::from_millis(200);

/// Starts the log: `level` and what is graver, or as `RUST_LOG` says, to `file` or standard error.
///
/// Keep what is returned until the program ends: dropping it waits a moment for the last records.
///
/// # Errors
/// The file cannot be opened.
pub fn start(level: Option<LevelFilter>, file: Option<&Path>) -> anyhow::Result<LogSink> {
    let target: Box<dyn Write + Send> = match file {
        None => Box::new(io::stderr()),
        Some(path) => Box::new(
            OpenOptions::new()
                .create(true)
                .append(true)
                .open(path)
                .with_context(|| format!("opening the log file {}", path.display()))?,
        ),
    };
    let sink = LogSink::spawn(target, QUEUE).context("starting the log")?;
    let mut builder = env_logger::Builder::new();
    match level {
        Some(level) => builder.filter_level(level),
        None => {
            builder.parse_filters(&std::env::var("RUST_LOG").unwrap_or_else(|_| "warn".to_owned()))
        }
    };
    builder
        .format_timestamp_millis()
        .target(env_logger::Target::Pipe(Box::new(sink.writer())))
        .try_init()
        .context("starting the log")?;
    Ok(sink)
}

/// The queue in front of the log's thread.
#[derive(Debug)]
pub struct LogSink {
    sender: SyncSender<Vec<u8>>,
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    waiting: AtomicUsize,
    dropped: AtomicU64,
}

impl LogSink {
    /// Starts a thread that writes to `target` what fits into a queue of `capacity` records.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn spawn(target: Box<dyn Write + Send>, capacity: usize) -> io::Result<Self> {
        let (sender, receiver) = sync_channel(capacity);
        let counts = Arc::new(Counts::default());
        let shared = Arc::clone(&counts);
        std::thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || drain(&receiver, target, &shared))?;
        Ok(LogSink { sender, counts })
    }

    /// Returns a writer that takes one record a call and never blocks.
    #[must_use]
    pub fn writer(&self) -> LogWriter {
        LogWriter { sender: self.sender.clone(), counts: Arc::clone(&self.counts) }
    }

    /// Returns how many records did not fit and are not yet accounted for in the log.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.counts.dropped.load(Ordering::Relaxed)
    }
}

impl Drop for LogSink {
    fn drop(&mut self) {
        let deadline = Instant::now() + FAREWELL;
        while self.counts.waiting.load(Ordering::Acquire) > 0 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The end of the queue that the logger writes to.
#[derive(Clone, Debug)]
pub struct LogWriter {
    sender: SyncSender<Vec<u8>>,
    counts: Arc<Counts>,
}

impl Write for LogWriter {
    fn write(&mut self, record: &[u8]) -> io::Result<usize> {
        self.counts.waiting.fetch_add(1, Ordering::Relaxed);
        match self.sender.try_send(record.to_vec()) {
            Ok(()) => {}
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {
                self.counts.waiting.fetch_sub(1, Ordering::Relaxed);
                self.counts.dropped.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(record.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn drain(receiver: &Receiver<Vec<u8>>, mut target: Box<dyn Write + Send>, counts: &Counts) {
    // A target that fails is nobody's business here: the records are gone, the engine plays on.
    for record in receiver {
        let _ = target.write_all(&record);
        let dropped = counts.dropped.swap(0, Ordering::Relaxed);
        if dropped > 0 {
            let _ = writeln!(target, "[log] {dropped} records dropped: the reader is too slow");
        }
        let _ = target.flush();
        counts.waiting.fetch_sub(1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Writes nothing until its gate is opened.
    #[derive(Clone, Default)]
    struct Gated(Arc<Mutex<Vec<u8>>>);

    impl Write for Gated {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn log_reaches_its_target_before_the_end() {
        let target = Gated::default();
        let sink = LogSink::spawn(Box::new(target.clone()), 8).unwrap();
        sink.writer().write_all(b"one\n").unwrap();
        sink.writer().write_all(b"two\n").unwrap();
        drop(sink);
        assert_eq!(target.0.lock().unwrap().as_slice(), b"one\ntwo\n");
    }

    #[test]
    fn log_drops_and_counts_instead_of_blocking() {
        let target = Gated::default();
        let sink = LogSink::spawn(Box::new(target.clone()), 4).unwrap();
        let mut writer = sink.writer();
        let gate = target.0.lock().unwrap();
        for _ in 0..100 {
            writer.write_all(b"line\n").unwrap();
        }
        // One record may be on its way to the target, four fit into the queue.
        assert!(sink.dropped() >= 95, "{}", sink.dropped());
        drop(gate);
        drop(sink);
        let text = String::from_utf8(target.0.lock().unwrap().clone()).unwrap();
        assert!(text.contains("records dropped"), "{text}");
    }
}
