//! NBoard's protocol, version 2, from the manager's side.

use std::time::{Duration, Instant};

use crate::othello::notation::ggf;

use super::{Note, Patience, Reply, Turn, Wire};
use crate::command::match_::board::Board;
use crate::command::match_::fault::Fault;
use crate::command::match_::limit::Limit;
use crate::command::match_::process::Process;
use crate::command::match_::spec::EngineSpec;

/// An engine that speaks NBoard.
pub(super) struct Nboard {
    process: Process,
    patience: Patience,
    sends_passes: bool,
    /// Makes every ping another.
    pings: u32,
    /// Plies of the game it knows.
    told: Option<usize>,
}

impl Nboard {
    /// Says hello and sets the depth.
    pub(super) fn start(
        mut process: Process,
        spec: &EngineSpec,
        patience: Patience,
    ) -> Result<Self, Fault> {
        process.send("nboard 2")?;
        if let Limit::Depth(depth) | Limit::Level(depth) = spec.limit {
            process.send(&format!("set depth {depth}"))?;
        }
        for line in &spec.init {
            process.send(line)?;
        }
        let mut nboard =
            Nboard { process, patience, sends_passes: spec.sends_passes, pings: 0, told: None };
        nboard.ping(patience.start)?;
        Ok(nboard)
    }

    fn ping(&mut self, patience: Duration) -> Result<(), Fault> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.process.send(&format!("ping {}", self.pings))?;
        match self.process.until(patience, |line| line.trim() == pong)? {
            Some(_) => Ok(()),
            None => Err(Fault::silence(format!("no {pong}"))),
        }
    }

    /// Sends the whole game, or the moves it does not know yet.
    fn tell(&mut self, board: &Board) -> Result<(), Fault> {
        let plies = board.plies();
        let Some(told) = self.told.replace(plies.len()) else {
            let position = board.othello().map_err(|error| Fault::protocol(error.to_string()))?;
            let game = ggf::write(position, "", "");
            return self.process.send(&format!("set game {game}"));
        };
        for ply in plies.iter().skip(told) {
            match ply.is_pass() {
                true if !self.sends_passes => {}
                true => self.process.send("move PA")?,
                false => self.process.send(&format!("move {}", ply.mv.to_uppercase()))?,
            }
        }
        Ok(())
    }
}

impl Wire for Nboard {
    fn new_game(&mut self, _origin: &Board) -> Result<(), Fault> {
        self.told = None;
        self.ping(self.patience.reply)
    }

    fn go(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        self.tell(turn.board)?;
        self.ping(self.patience.reply)?;
        let begun = Instant::now();
        self.process.send("go")?;
        let mut note = Note::default();
        let mut seen = |line: &str| {
            read_search(line, &mut note);
            line.starts_with("===")
        };
        let mut answer = self.process.until(turn.allowance, &mut seen)?;
        if answer.is_none() {
            answer = self.process.until(self.patience.reply, &mut seen)?;
        }
        let (at, line) = answer.ok_or_else(|| Fault::silence("no answer to go"))?;
        let mut words = line.trim_start_matches('=').split(|c: char| c == '/' || c.is_whitespace());
        let mv = words.find(|word| !word.is_empty()).unwrap_or_default().to_owned();
        if let Some(score) = words.next().and_then(|word| word.parse().ok()) {
            note.score = Some(score);
        }
        Ok(Reply { mv, elapsed: at.saturating_duration_since(begun), note })
    }
}

/// Takes over what `search PV EVAL 0 DEPTH` and `nodestats NODES SECONDS` tell.
fn read_search(line: &str, note: &mut Note) {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["search", _, eval, _, depth, ..] => {
            note.score = eval.parse().ok().or(note.score);
            let digits = depth.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            note.depth =
                if depth.contains('%') { note.depth } else { digits.parse().ok().or(note.depth) };
        }
        ["nodestats", nodes, ..] => note.nodes = nodes.parse().ok().or(note.nodes),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_lines_are_read() {
        let mut note = Note::default();
        read_search("search F5d6C3 -1.5 0 12", &mut note);
        read_search("search F5 +2 0 100%", &mut note);
        read_search("nodestats 4321 0.5", &mut note);
        assert_eq!(note, Note { depth: Some(12), score: Some(2.0), nodes: Some(4321) });
    }
}
