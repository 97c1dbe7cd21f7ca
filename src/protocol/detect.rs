//! Which protocol a client speaks: its first line decides.

use crate::engine::GameWords;
use crate::protocol::cassio::{self, Cassio};
use crate::protocol::gomocup::{self, Gomocup};
use crate::protocol::gtp::{self, Gtp};
use crate::protocol::nboard::{self, Nboard};
use crate::protocol::ugi::Ugi;
use crate::protocol::{Command, Dialect, ProtocolError, Reply, Urgency};

/// The protocols by the names that `--protocol` takes.
pub const NAMES: [&str; 7] = ["auto", "ugi", "uci", "gtp", "nboard", "cassio", "gomocup"];

/// A dialect that may still be undecided.
///
/// While it is, UGI is asked for each line first and stays if it understands it; then every other protocol
/// stays that knows the command, even if not what follows. A line that none knows gets UGI's error and leaves
/// the choice open; a blank line and a comment `# ...` decide nothing.
pub struct Front {
    decided: bool,
    dialect: Box<dyn Dialect>,
    games: Vec<&'static GameWords>,
    played: Option<&'static GameWords>,
}

impl Front {
    /// Builds the front for a protocol's name, or `None` if no protocol is called that.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "auto" => Some(Front { decided: false, ..Front::decided(Box::new(Ugi)) }),
            "ugi" | "uci" => Some(Front::decided(Box::new(Ugi))),
            "gtp" => Some(Front::decided(Box::new(Gtp::default()))),
            "nboard" => Some(Front::decided(Box::new(Nboard::default()))),
            "cassio" => Some(Front::decided(Box::new(Cassio::default()))),
            "gomocup" => Some(Front::decided(Box::new(Gomocup::default()))),
            _ => None,
        }
    }

    fn decided(dialect: Box<dyn Dialect>) -> Self {
        Front { decided: true, dialect, games: Vec::new(), played: None }
    }

    /// Returns whether the client's protocol is known.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.decided
    }
}

/// Returns the protocol other than UGI that knows the line's command.
fn claimant(line: &str) -> Option<Box<dyn Dialect>> {
    if gtp::claims(line) {
        Some(Box::new(Gtp::default()))
    } else if nboard::claims(line) {
        Some(Box::new(Nboard::default()))
    } else if cassio::claims(line) {
        Some(Box::new(Cassio::default()))
    } else if gomocup::claims(line) {
        Some(Box::new(Gomocup::default()))
    } else {
        None
    }
}

impl Dialect for Front {
    fn name(&self) -> &'static str {
        self.dialect.name()
    }

    fn parse(&mut self, line: &str) -> Result<Command, ProtocolError> {
        if self.decided {
            return self.dialect.parse(line);
        }
        if gtp::is_blank(line) {
            return Ok(Command::Empty);
        }
        let understood = self.dialect.parse(line);
        if let Ok(command) = understood {
            self.decided = true;
            return Ok(command);
        }
        let Some(dialect) = claimant(line) else { return understood };
        self.decided = true;
        self.dialect = dialect;
        if let Some(played) = self.played {
            self.dialect.set_game(&self.games, played);
        }
        self.dialect.parse(line)
    }

    fn write(&mut self, reply: &Reply) -> Vec<String> {
        self.dialect.write(reply)
    }

    fn set_game(&mut self, games: &[&'static GameWords], played: &'static GameWords) {
        self.games = games.to_vec();
        self.played = Some(played);
        self.dialect.set_game(games, played);
    }

    fn is_serial(&self) -> bool {
        self.decided && self.dialect.is_serial()
    }

    fn urgency(&self, line: &str) -> Urgency {
        self.dialect.urgency(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_listed_is_known() {
        for name in NAMES {
            assert!(Front::named(name).is_some(), "{name}");
            assert!(Front::named(&name.to_uppercase()).is_some(), "{name}");
        }
        assert!(Front::named("xyz").is_none());
    }

    #[test]
    fn detection_stays_open_until_a_line_is_understood() {
        let mut front = Front::named("auto").into_iter().next();
        let front = front.as_mut().map(|front| {
            assert!(front.parse("hello 8").is_err());
            assert!(!front.is_decided());
            assert_eq!(front.parse("# a remark"), Ok(Command::Empty));
            assert!(!front.is_decided());
            assert_eq!(front.parse("  "), Ok(Command::Empty));
            assert!(!front.is_decided());
            assert_eq!(front.parse("ugi"), Ok(Command::Identify { ack: "ugiok" }));
            front.is_decided()
        });
        assert_eq!(front, Some(true));
    }

    #[test]
    fn a_known_command_decides_with_or_without_a_number() {
        for (line, name) in [
            ("name", "gtp"),
            ("12 boardsize 8", "gtp"),
            ("play black", "gtp"),
            ("PROTOCOL_VERSION", "ugi"),
            ("quit", "ugi"),
            ("3 quit", "gtp"),
            ("stop", "ugi"),
            ("xyzzy", "ugi"),
            ("nboard 2", "nboard"),
            ("NBoard 1", "nboard"),
            ("nboard", "ugi"),
            ("ENGINE-PROTOCOL init", "cassio"),
            ("engine-protocol", "cassio"),
            ("START 15", "gomocup"),
            ("start 15 15", "gomocup"),
            ("About", "gomocup"),
            ("INFO rule 4", "gomocup"),
            ("RECTSTART 15,15", "gomocup"),
            ("yxboard", "gomocup"),
            ("start", "ugi"),
            ("info", "ugi"),
        ] {
            let Some(mut front) = Front::named("auto") else { return assert_eq!(line, "") };
            let _ = front.parse(line);
            assert_eq!(front.name(), name, "{line}");
        }
    }
}
