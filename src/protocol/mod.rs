//! Protocols: text to commands and events to text, one file a dialect.
//!
//! Must not touch search, threads or clocks; only [`out`] writes to standard output. Entry point:
//! [`Dialect`]. Reading order: [`command`], [`reply`], [`token`], [`ugi`], [`gtp`], [`nboard`],
//! [`cassio`], [`gomocup`], [`detect`], [`out`].
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::todo,
    clippy::unimplemented
)]

pub mod cassio;
pub mod command;
pub mod detect;
pub mod gomocup;
pub mod gtp;
pub mod nboard;
pub mod out;
pub mod reply;
pub mod token;
pub mod ugi;
mod ugi_help;

pub use command::{Command, Go, HelpTopic, Purpose, Query, Think};
pub use detect::Front;
pub use out::Out;
pub use reply::{Answer, Facts, Reply, SearchState};

use crate::engine::GameWords;

/// The longest line that is read.
///
/// # Units
/// Bytes, line end not counted.
pub const MAX_LINE: usize = 1 << 20;

/// Why a line was refused; nothing has then changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// The first word is no command of this protocol.
    #[error("unknown command '{0}', try 'help'")]
    UnknownCommand(String),
    /// What the protocol itself has fixed words for.
    #[error("{0}")]
    Fixed(&'static str),
    /// Something else stands where a certain thing is expected.
    #[error("{command}: expected {expected}, found '{found}' (column {column})")]
    Unexpected {
        /// The command.
        command: &'static str,
        /// What may stand here.
        expected: String,
        /// What stands here.
        found: String,
        /// Where, in characters from 1.
        column: usize,
    },
    /// The line ends too early.
    #[error("{command}: expected {expected}, found the end of the line")]
    Missing {
        /// The command.
        command: &'static str,
        /// What is missing.
        expected: String,
    },
    /// An argument is given twice or excludes another.
    #[error("{command}: '{found}' {problem} (column {column})")]
    Conflict {
        /// The command.
        command: &'static str,
        /// The argument.
        found: String,
        /// What is wrong with it.
        problem: String,
        /// Where, in characters from 1.
        column: usize,
    },
    /// The line is longer than [`MAX_LINE`].
    #[error("line longer than {MAX_LINE} bytes, it starts '{0}'")]
    TooLong(String),
    /// The line is not UTF-8.
    #[error("line is not valid UTF-8, it starts '{0}'")]
    NotUtf8(String),
}

/// A protocol's words: pure text to values and back.
pub trait Dialect: Send {
    /// Returns the name that `--protocol` takes.
    fn name(&self) -> &'static str;

    /// Reads one line without its line end.
    ///
    /// # Errors
    /// What was not understood and where.
    fn parse(&mut self, line: &str) -> Result<Command, ProtocolError>;

    /// Writes a reply as lines without line ends; none where the protocol is silent. What belongs together
    /// may be one line with line ends inside.
    fn write(&mut self, reply: &Reply) -> Vec<String>;

    /// Tells the games there are and the one that is played from now on.
    fn set_game(&mut self, _games: &[&'static GameWords], _played: &'static GameWords) {}

    /// Returns whether each line is taken up only when the line before it has been answered in full; then
    /// [`Dialect::parse`] is called at that moment, and until the next such call the answers belong to it.
    fn is_serial(&self) -> bool {
        false
    }

    /// Returns what a line that arrives during a search means to it before its turn comes.
    fn urgency(&self, _line: &str) -> Urgency {
        Urgency::None
    }
}

/// What a line means to a running search before its turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// Nothing more than that a line has arrived.
    None,
    /// The search is to answer at once.
    Interrupt,
    /// It is to answer at once, and so is each one that waits already.
    Hurry,
    /// It is to answer at once, and what waits already is forgotten; the line itself is answered when none runs.
    Clear,
    /// The line is answered beside the search, and nothing else.
    Beside,
    /// The client is leaving.
    Quit,
}
