//! UGI and UCI from the manager's side.

use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::game::Color;

use super::{Note, Patience, Reply, Turn, Wire};
use crate::command::match_::board::Board;
use crate::command::match_::clock::ClockView;
use crate::command::match_::fault::{Fault, Termination};
use crate::command::match_::game::GameRules;
use crate::command::match_::limit::Limit;
use crate::command::match_::process::Process;
use crate::command::match_::spec::{EngineSpec, Proto};

/// The option that chooses the game.
const GAME: &str = "Game";

/// An engine that speaks UGI or UCI.
pub(super) struct Ugi {
    process: Process,
    patience: Patience,
    proto: Proto,
    sends_passes: bool,
    limit: Limit,
}

impl Ugi {
    /// Says hello, chooses the game and sets the options.
    pub(super) fn start(
        process: Process,
        game: &GameRules,
        spec: &EngineSpec,
        patience: Patience,
    ) -> Result<Self, Fault> {
        let (proto, sends_passes) = (spec.proto, spec.sends_passes);
        let mut ugi = Ugi { process, patience, proto, sends_passes, limit: spec.limit };
        let mut known = ugi.greet(patience.start)?;
        let is_known = |known: &[String], name: &str| {
            known.iter().any(|known| known.eq_ignore_ascii_case(name))
        };
        if !game.is_othello() && is_known(&known, GAME) {
            // Another game has other options.
            ugi.set_option(GAME, game.title())?;
            known = ugi.greet(patience.start)?;
        }
        for (name, value) in super::options_of(game) {
            if is_known(&known, name) {
                ugi.set_option(name, &value)?;
            }
        }
        let level = match spec.limit {
            Limit::Level(level) => Some(("Level".to_owned(), level.to_string())),
            _ => None,
        };
        for (name, value) in spec.options.iter().chain(&level) {
            if !is_known(&known, name) {
                return Err(Fault::protocol(format!("it has no option '{name}'")));
            }
            ugi.set_option(name, value)?;
        }
        for line in &spec.init {
            ugi.process.send(line)?;
        }
        ugi.wait_ready(patience.start)?;
        Ok(ugi)
    }

    /// Says hello and returns the options the engine lists.
    fn greet(&mut self, patience: Duration) -> Result<Vec<String>, Fault> {
        self.process.send(self.proto.name())?;
        let mut known = Vec::new();
        let ready = self.process.until(patience, |line| {
            known.extend(option_name(line));
            matches!(line.trim(), "ugiok" | "uciok")
        })?;
        match ready {
            Some(_) => Ok(known),
            None => Err(Fault::silence(format!("no {}ok", self.proto.name()))),
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.process.send(&format!("setoption name {name} value {value}"))
    }

    fn wait_ready(&mut self, patience: Duration) -> Result<(), Fault> {
        self.process.send("isready")?;
        match self.process.until(patience, |line| line.trim() == "readyok")? {
            Some(_) => Ok(()),
            None => Err(Fault::silence("no readyok")),
        }
    }

    fn position(&self, board: &Board) -> String {
        let mut text = match board.set_up() {
            start if start.is_empty() => "position startpos".to_owned(),
            set_up => format!("position fen {set_up}"),
        };
        let plies = board.plies();
        let mut plies = plies.iter().filter(|ply| self.sends_passes || !ply.is_pass()).peekable();
        if plies.peek().is_some() {
            text.push_str(" moves");
        }
        for ply in plies {
            let _ = write!(text, " {}", ply.mv);
        }
        text
    }

    fn go_line(&self, turn: &Turn<'_>) -> String {
        match self.limit {
            Limit::Depth(depth) => format!("go depth {depth}"),
            Limit::Nodes(nodes) => format!("go nodes {nodes}"),
            Limit::MoveTime(time) => format!("go movetime {}", time.as_millis().max(1)),
            Limit::Level(_) | Limit::Own => "go".to_owned(),
            Limit::Clock(_) => {
                let mover = turn.board.side_to_move();
                let own = turn.clocks[mover];
                let mut text = "go".to_owned();
                let names = match self.proto {
                    Proto::Uci => [("wtime", "winc"), ("btime", "binc")],
                    _ => [("p1time", "p1inc"), ("p2time", "p2inc")],
                };
                for (color, (time, increment)) in Color::ALL.into_iter().zip(names) {
                    let Some(ClockView { remaining, increment: gain, .. }) =
                        turn.clocks[color].or(own)
                    else {
                        continue;
                    };
                    let _ = write!(
                        text,
                        " {time} {} {increment} {}",
                        remaining.as_millis(),
                        gain.as_millis()
                    );
                }
                if let Some(moves) = own.and_then(|clock| clock.moves_to_go) {
                    let _ = write!(text, " movestogo {moves}");
                }
                text
            }
        }
    }
}

impl Wire for Ugi {
    fn new_game(&mut self, _origin: &Board) -> Result<(), Fault> {
        self.process.send(if self.proto == Proto::Uci { "ucinewgame" } else { "uginewgame" })?;
        self.wait_ready(self.patience.reply)
    }

    fn go(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        self.process.forget_pending();
        let position = self.position(turn.board);
        self.process.send(&position)?;
        let begun = Instant::now();
        self.process.send(&self.go_line(turn))?;
        let mut note = Note::default();
        let mut seen = |line: &str| {
            read_info(line, &mut note);
            line.split_whitespace().next() == Some("bestmove")
        };
        let mut answer = self.process.until(turn.allowance, &mut seen)?;
        if answer.is_none() {
            self.process.send("stop")?;
            answer = self.process.until(self.patience.reply, &mut seen)?;
        }
        let (at, line) = answer.ok_or_else(|| Fault::silence("no bestmove"))?;
        let mv = line.split_whitespace().nth(1).unwrap_or_default().to_owned();
        if mv.eq_ignore_ascii_case("resign") {
            return Err(Fault::Loss(Termination::Resign, "it resigned".to_owned()));
        }
        Ok(Reply { mv, elapsed: at.saturating_duration_since(begun), note })
    }
}

/// Returns the name in a line `option name N type …`.
fn option_name(line: &str) -> Option<String> {
    let rest = line.trim().strip_prefix("option name ")?;
    Some(rest.split_once(" type ").map_or(rest, |(name, _)| name).trim().to_owned())
}

/// Takes over what an `info` line tells of the best line.
fn read_info(line: &str, note: &mut Note) {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return;
    }
    let mut found = *note;
    while let Some(word) = words.next() {
        match word {
            "string" | "pv" => break,
            "multipv" if words.next().is_some_and(|k| k != "1") => return,
            "depth" => found.depth = words.next().and_then(|n| n.parse().ok()).or(found.depth),
            "nodes" => found.nodes = words.next().and_then(|n| n.parse().ok()).or(found.nodes),
            "score" if words.next() == Some("cp") => {
                let centidiscs = words.next().and_then(|n| n.parse::<i32>().ok());
                found.score = centidiscs.map(|n| f64::from(n) / 100.0).or(found.score);
            }
            _ => {}
        }
    }
    *note = found;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_lines_are_read() {
        let mut note = Note::default();
        read_info("info depth 7 seldepth 9 score cp -150 nodes 1234 multipv 1 pv f5", &mut note);
        let expected = Note { depth: Some(7), score: Some(-1.5), nodes: Some(1234) };
        assert_eq!(note, expected);
        read_info("info depth 8 score cp 900 nodes 9 multipv 2 pv d6", &mut note);
        read_info("info string depth 99", &mut note);
        read_info("bestmove f5", &mut note);
        assert_eq!(note, expected);
        assert_eq!(
            option_name("option name Move Overhead type spin").as_deref(),
            Some("Move Overhead")
        );
    }
}
