//! From games to one notation.

use super::{Entry, Notation};
use crate::othello::notation::annotated::Annotated;
use crate::othello::notation::wthor::{Database, Record};
use crate::othello::notation::{diagram, ggf, obf, qipu, sgf};

/// Writes games as they come; what only all of them make is written at the end.
pub(super) struct Writer {
    notation: Notation,
    database: Database,
    written: usize,
}

impl Writer {
    pub(super) fn new(notation: Notation, year: u16) -> Self {
        let database = Database { year, solved_empties: 0, games: Vec::new() };
        Writer { notation, database, written: 0 }
    }

    /// Returns what a game becomes, or why it cannot.
    pub(super) fn take(&mut self, entry: &Entry) -> Result<String, String> {
        let position = &entry.position;
        let text = match self.notation {
            Notation::Ggf => ggf::write_annotated(&annotated(entry)),
            Notation::Sgf => sgf::write_annotated(&annotated(entry)),
            Notation::Obf => obf::write(position),
            Notation::Transcript => qipu::write(position)
                .ok_or("the side to move is none that this notation can tell")?,
            Notation::Diagram => {
                let gap = if self.written == 0 { "" } else { "\n" };
                format!("{gap}{}", diagram::write(position))
            }
            Notation::Wthor => {
                let record = Record::from_game(position).map_err(|error| error.to_string())?;
                self.database.games.push(record);
                return Ok(String::new());
            }
        };
        self.written += 1;
        Ok(text + "\n")
    }

    /// Returns what is left to be written.
    pub(super) fn finish(&self) -> Vec<u8> {
        match self.notation {
            Notation::Wthor => self.database.to_bytes(),
            _ => Vec::new(),
        }
    }
}

fn annotated(entry: &Entry) -> Annotated {
    let game = Annotated::new(entry.position.clone(), &entry.black, &entry.white);
    Annotated { result: entry.result.or(game.result), ..game }
}
