//! GTP, the text protocol of Go programs, as their clients and those of other games use it.
//!
//! Every command gets exactly one answer, in order. Owns the framing, the number of the present command and
//! the form of its answer; must not know sessions. Entry point: [`Gtp`]. Reading order: `line`, `name`, this
//! file, `argument`, `parse`, `write`, `gogui`.
//!
//! # Source
//! Version 2, draft 2 of the protocol's specification by G. Farnebäck; the analysis commands after
//! `GTP_Extensions.md` of lightvector/KataGo, `gogui-*` after the manual of GoGui; `set_game` and two moves
//! of one side in a row after what Quarry sends.

mod argument;
mod gogui;
mod line;
mod name;
mod parse;
mod write;

use crate::engine::GameWords;
use crate::protocol::{Command, Dialect, ProtocolError, Reply, Urgency};
use line::Line;
use name::Name;

pub use line::is_blank;

/// How the answer to the present command is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// As the reply says.
    Plain,
    /// Moves of the engine, which are written as vertices.
    Vertices,
    /// Words of the engine with points among them, whose letters become those of vertices.
    Words,
    /// The position, for this command.
    About(Name),
    /// Progress as Leela Zero writes it.
    Lz,
    /// Progress as KataGo writes it.
    Kata {
        /// Whether the root is told as well.
        root: bool,
    },
}

/// The dialect: what it keeps from one line to the next.
///
/// # Examples
/// ```
/// use heibai::protocol::{Command, Dialect, Reply, gtp::Gtp};
/// let mut gtp = Gtp::default();
/// assert_eq!(gtp.parse("7 clear_board # again"), Ok(Command::NewGame));
/// assert_eq!(gtp.write(&Reply::Done), ["=7\n"]);
/// let error = gtp.parse("8 foo").unwrap_err().to_string();
/// assert_eq!(gtp.write(&Reply::Error(error)), ["?8 unknown command\n"]);
/// ```
#[derive(Clone, Debug)]
pub struct Gtp {
    /// The number of the present command as it was sent, or nothing.
    id: String,
    form: Form,
    /// The command, for the words of its errors.
    command: Option<Name>,
    /// Whether the first line of an answer of several parts has been written.
    open: bool,
    komi: String,
    /// The games there are, and the one that is played.
    games: Vec<&'static GameWords>,
    played: Option<&'static GameWords>,
    /// The deepest a search for a move goes, in plies, and the most nodes it visits.
    depth: Option<u32>,
    nodes: Option<u64>,
    /// The side that the last listing of stones or moves asked for.
    color: crate::game::Color,
}

impl Default for Gtp {
    fn default() -> Self {
        Gtp {
            id: String::new(),
            form: Form::Plain,
            command: None,
            open: false,
            komi: "0".to_owned(),
            games: Vec::new(),
            played: None,
            depth: None,
            nodes: None,
            color: crate::game::Color::Black,
        }
    }
}

impl Gtp {
    /// Returns whether the game is Go.
    fn is_go(&self) -> bool {
        self.played.is_some_and(|words| words.is_go)
    }

    /// Returns the name of the game that is played.
    fn title(&self) -> &'static str {
        self.played.map_or("Othello", |words| words.title)
    }

    /// Returns whether the engine's columns leave out the i, as a vertex does.
    fn skips_i(&self) -> bool {
        self.played.is_some_and(|words| words.skips_i)
    }
}

/// Returns whether a line holds a command of this protocol, numbered or not.
#[must_use]
pub fn claims(line: &str) -> bool {
    Line::new(line).is_some_and(|line| Name::known(&line.name).is_some())
}

impl Dialect for Gtp {
    fn name(&self) -> &'static str {
        "gtp"
    }

    fn parse(&mut self, line: &str) -> Result<Command, ProtocolError> {
        let Some(line) = Line::new(line) else { return Ok(Command::Empty) };
        self.id.clone_from(&line.id);
        self.form = Form::Plain;
        self.open = false;
        self.command = Name::known_for(&line.name, self.is_go());
        match self.command {
            Some(name) => parse::command(self, name, &line.arguments),
            None => Err(ProtocolError::Fixed("unknown command")),
        }
    }

    fn write(&mut self, reply: &Reply) -> Vec<String> {
        write::reply(self, reply)
    }

    fn set_game(&mut self, games: &[&'static GameWords], played: &'static GameWords) {
        self.games = games.to_vec();
        self.played = Some(played);
    }

    fn is_serial(&self) -> bool {
        true
    }

    fn urgency(&self, line: &str) -> Urgency {
        if line::is_interrupt(line) {
            return Urgency::Interrupt;
        }
        let quits = Line::new(line).is_some_and(|line| Name::known(&line.name) == Some(Name::Quit));
        if quits { Urgency::Quit } else { Urgency::None }
    }
}
