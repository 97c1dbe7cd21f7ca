//! Which protocol a client speaks: its first line decides.

use crate::protocol::ugi::Ugi;
use crate::protocol::{Command, Dialect, ProtocolError, Reply};

/// The protocols by the names that `--protocol` takes.
pub const NAMES: [&str; 2] = ["auto", "ugi"];

/// A dialect that may still be undecided.
///
/// While it is, every protocol is asked for each line in turn and the first that understands it stays; a
/// line that none understands gets UGI's error and leaves the choice open, a blank line decides nothing.
pub struct Front {
    decided: bool,
    dialect: Box<dyn Dialect>,
}

impl Front {
    /// Builds the front for a protocol's name, or `None` if no protocol is called that.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "auto" => Some(Front { decided: false, dialect: Box::new(Ugi) }),
            "ugi" | "uci" => Some(Front { decided: true, dialect: Box::new(Ugi) }),
            _ => None,
        }
    }

    /// Returns whether the client's protocol is known.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.decided
    }
}

/// What is asked in turn while undecided, UGI last since its error is the one that is shown.
fn candidates() -> Vec<Box<dyn Dialect>> {
    vec![Box::new(Ugi)]
}

impl Dialect for Front {
    fn name(&self) -> &'static str {
        self.dialect.name()
    }

    fn parse(&mut self, line: &str) -> Result<Command, ProtocolError> {
        if self.decided {
            return self.dialect.parse(line);
        }
        let mut refused = None;
        for mut dialect in candidates() {
            match dialect.parse(line) {
                Ok(Command::Empty) => return Ok(Command::Empty),
                Ok(command) => {
                    self.decided = true;
                    self.dialect = dialect;
                    return Ok(command);
                }
                Err(error) => refused = Some(error),
            }
        }
        match refused {
            Some(error) => Err(error),
            None => self.dialect.parse(line),
        }
    }

    fn write(&self, reply: &Reply) -> Vec<String> {
        self.dialect.write(reply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detection_stays_open_until_a_line_is_understood() {
        let mut front = Front::named("auto").into_iter().next();
        let front = front.as_mut().map(|front| {
            assert!(front.parse("boardsize 8").is_err());
            assert!(!front.is_decided());
            assert_eq!(front.parse("  "), Ok(Command::Empty));
            assert!(!front.is_decided());
            assert_eq!(front.parse("ugi"), Ok(Command::Identify { ack: "ugiok" }));
            front.is_decided()
        });
        assert_eq!(front, Some(true));
    }
}
