//! Standard output and standard error of the commands.
//!
//! The only place outside `protocol::out` that writes to standard output. A reader that goes away ends a command
//! quietly: [`is_broken_pipe`] tells that error from others.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

/// Buffered standard output; every owner flushes when it has nothing more to write for now.
#[derive(Debug)]
pub struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    /// Takes standard output for this thread.
    #[must_use]
    pub fn new() -> Self {
        Output(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }

    /// Writes one line.
    ///
    /// # Errors
    /// The reader is gone or the disk is full.
    pub fn line(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        self.0.write_fmt(text)?;
        self.0.write_all(b"\n")
    }

    /// Returns whether a person watches.
    #[must_use]
    pub fn is_terminal() -> bool {
        io::stdout().is_terminal()
    }
}

impl Default for Output {
    fn default() -> Self {
        Output::new()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes one line to standard error; whether anybody reads it does not matter.
pub fn complain(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Returns whether `error` says that the reader of standard output is gone.
#[must_use]
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().or_else(|| {
            cause.downcast_ref::<csv::Error>().and_then(|error| match error.kind() {
                csv::ErrorKind::Io(error) => Some(error),
                _ => None,
            })
        });
        io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context as _;

    #[test]
    fn broken_pipe_is_found_under_context() {
        let error =
            |kind| Err::<(), _>(io::Error::from(kind)).context("writing a row").unwrap_err();
        assert!(is_broken_pipe(&error(io::ErrorKind::BrokenPipe)));
        assert!(!is_broken_pipe(&error(io::ErrorKind::StorageFull)));
        let csv = csv::Error::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert!(is_broken_pipe(&csv.into()));
    }
}
