//! The only writer of standard output: a thread of its own behind a queue.
//!
//! A client that does not read never holds the session up: replies wait, progress is dropped, and what no game
//! depends on is dropped as well once megabytes wait.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Lines waiting to be written beyond which progress is dropped.
pub const MAX_WAITING: usize = 256;
/// What may wait to be written before answers that no game depends on are dropped.
///
/// # Units
/// Bytes, with some overhead for each line.
pub const MAX_UNREAD: usize = 16 << 20;
/// What a line costs in memory besides its letters.
///
/// # Units
/// Bytes.
const OVERHEAD: usize = 64;

enum Item {
    Line(String),
    End,
}

/// What waits to be written.
#[derive(Debug, Default)]
struct Unread {
    lines: AtomicUsize,
    bytes: AtomicUsize,
}

/// Writes lines in the order they are given, flushing before it waits for more.
pub struct Out {
    items: mpsc::Sender<Item>,
    waiting: Arc<Unread>,
    ended: mpsc::Receiver<()>,
}

/// Returns the process's standard output.
#[must_use]
pub fn standard() -> impl Write + Send + 'static {
    std::io::stdout()
}

impl Out {
    /// Starts the writing thread; `closed` is called once if the client can no longer be written to.
    ///
    /// # Errors
    /// The system refuses another thread.
    pub fn new(
        writer: impl Write + Send + 'static,
        closed: impl FnOnce() + Send + 'static,
    ) -> std::io::Result<Self> {
        let (items, queue) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        let waiting = Arc::<Unread>::default();
        let counter = Arc::clone(&waiting);
        thread::Builder::new().name("writer".into()).spawn(move || {
            if write_all(writer, &queue, &counter).is_err() {
                closed();
            }
            let _ = end.send(());
        })?;
        Ok(Out { items, waiting, ended })
    }

    /// Writes a line that must not be lost.
    pub fn line(&self, line: String) {
        for part in line.trim_end_matches('\n').split('\n') {
            log::trace!("< {part}");
        }
        self.waiting.lines.fetch_add(1, Ordering::Relaxed);
        self.waiting.bytes.fetch_add(line.len() + OVERHEAD, Ordering::Relaxed);
        // A dead writer has told the session already.
        let _ = self.items.send(Item::Line(line));
    }

    /// Writes a line unless too many wait already; returns whether it was taken.
    pub fn droppable(&self, line: String) -> bool {
        let room = self.waiting.lines.load(Ordering::Relaxed) < MAX_WAITING;
        if room {
            self.line(line);
        }
        room
    }

    /// Returns whether less than [`MAX_UNREAD`] waits, so that a long answer may be given.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.waiting.bytes.load(Ordering::Relaxed) < MAX_UNREAD
    }

    /// Waits until everything is written, at most `limit`; returns whether it was.
    pub fn finish(self, limit: Duration) -> bool {
        let _ = self.items.send(Item::End);
        self.ended.recv_timeout(limit).is_ok()
    }
}

fn write_all(
    mut writer: impl Write,
    queue: &mpsc::Receiver<Item>,
    waiting: &Unread,
) -> std::io::Result<()> {
    while let Ok(first) = queue.recv() {
        let mut next = Some(first);
        while let Some(item) = next {
            let Item::Line(mut line) = item else { return writer.flush() };
            let bytes = line.len() + OVERHEAD;
            line.push('\n');
            writer.write_all(line.as_bytes())?;
            waiting.lines.fetch_sub(1, Ordering::Relaxed);
            waiting.bytes.fetch_sub(bytes, Ordering::Relaxed);
            next = queue.try_recv().ok();
        }
        writer.flush()?;
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// A pipe nobody reads: every write blocks until the gate opens.
    struct Blocked(Arc<Mutex<Vec<u8>>>);

    impl Write for Blocked {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let mut written = self.0.lock().map_err(|_| std::io::ErrorKind::Other)?;
            written.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn progress_is_dropped_and_replies_are_kept_when_nobody_reads() {
        let written = Arc::new(Mutex::new(Vec::new()));
        let gate = written.lock();
        let out = Out::new(Blocked(Arc::clone(&written)), || {});
        let Ok(out) = out else { return assert!(out.is_ok()) };
        let taken = (0..2 * MAX_WAITING).filter(|n| out.droppable(format!("info {n}"))).count();
        for n in 0..1000 {
            out.line(format!("reply {n}"));
        }
        assert!(taken <= MAX_WAITING + 1, "{taken} taken");
        drop(gate);
        assert!(out.finish(Duration::from_secs(10)));
        let text = written.lock().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let text = text.unwrap_or_default();
        assert_eq!(text.lines().filter(|line| line.starts_with("reply")).count(), 1000);
        assert_eq!(text.lines().filter(|line| line.starts_with("info")).count(), taken);
    }

    struct Broken;

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_is_told() {
        let (tell, told) = mpsc::channel();
        let out = Out::new(Broken, move || {
            let _ = tell.send(());
        });
        let Ok(out) = out else { return assert!(out.is_ok()) };
        out.line("lost".into());
        assert!(told.recv_timeout(Duration::from_secs(10)).is_ok());
        assert!(out.finish(Duration::from_secs(10)));
    }
}
