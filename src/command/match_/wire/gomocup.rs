//! The protocol of gomoku managers (Piskvork, Gomocup) from the manager's side.
//!
//! Coordinates are `x,y` from 0, the top left corner being `0,0`. Times are told in `INFO` as the protocol has them:
//! `timeout_turn`, `timeout_match` and, before each move, `time_left`, all in milliseconds; depth and nodes as Yixin has
//! them.

use std::time::{Duration, Instant};

use crate::game::Color;

use super::{Note, Patience, Reply, Turn, Wire};
use crate::command::match_::board::{Board, Ply};
use crate::command::match_::fault::{Fault, Termination};
use crate::command::match_::game::GameRules;
use crate::command::match_::limit::{Limit, TimeControl};
use crate::command::match_::process::Process;
use crate::command::match_::spec::EngineSpec;

/// What stands for no limit of time, the largest number the protocol has.
const NO_LIMIT: u128 = i32::MAX as u128;

/// An engine that speaks the managers' protocol.
pub(super) struct Gomocup {
    process: Process,
    patience: Patience,
    size: u8,
    /// The rule as a mask: 0 freestyle, 1 exactly five, 4 renju.
    rule: u8,
    limit: Limit,
    init: Vec<String>,
    /// Plies of the game it knows.
    told: usize,
}

impl Gomocup {
    /// Starts a first game, so that an engine which cannot is known at once.
    pub(super) fn start(
        process: Process,
        game: &GameRules,
        spec: &EngineSpec,
        patience: Patience,
    ) -> Result<Self, Fault> {
        let rule = match game {
            GameRules::Renju { rules, .. } if rules == "standard" => 1,
            GameRules::Renju { rules, .. } if rules == "freestyle" => 0,
            _ => 4,
        };
        let mut gomocup = Gomocup {
            process,
            patience,
            size: game.size(),
            rule,
            limit: spec.limit,
            init: spec.init.clone(),
            told: 0,
        };
        gomocup.begin(patience.start)?;
        Ok(gomocup)
    }

    fn begin(&mut self, patience: Duration) -> Result<(), Fault> {
        self.told = 0;
        let start = format!("START {}", self.size);
        self.process.send(&start)?;
        let answer = self.process.until(patience, |line| !is_talk(line))?;
        let (_, line) = answer.ok_or_else(|| Fault::silence(format!("no answer to {start}")))?;
        if !line.trim().eq_ignore_ascii_case("ok") {
            return Err(Fault::protocol(format!("'{start}' was refused: {}", shown(&line))));
        }
        for line in self.settings() {
            self.process.send(&line)?;
        }
        Ok(())
    }

    /// Lists what the engine is told before a game; none of it is answered.
    fn settings(&self) -> Vec<String> {
        let millis = |time: Duration| time.as_millis().clamp(1, NO_LIMIT);
        let info = |key: &str, value: u128| format!("INFO {key} {value}");
        let mut lines = vec![info("game_type", 1), info("rule", u128::from(self.rule))];
        match self.limit {
            Limit::MoveTime(time) => {
                lines.extend([info("timeout_turn", millis(time)), info("timeout_match", 0)]);
            }
            // One move may take all that is left.
            Limit::Clock(TimeControl { base, increment, .. }) => {
                lines.extend([info("timeout_turn", millis(base))]);
                lines.extend([info("timeout_match", millis(base))]);
                if !increment.is_zero() {
                    lines.push(info("time_increment", increment.as_millis()));
                }
            }
            Limit::Depth(depth) => lines.push(info("max_depth", u128::from(depth))),
            Limit::Nodes(nodes) => lines.push(info("max_node", u128::from(nodes))),
            Limit::Level(_) | Limit::Own => {}
        }
        if matches!(self.limit, Limit::Depth(_) | Limit::Nodes(_)) {
            let time = millis(self.patience.unlimited_move);
            lines.extend([info("timeout_turn", time), info("timeout_match", 0)]);
        }
        lines.extend(self.init.iter().cloned());
        lines
    }

    /// Writes a move of the board as managers do.
    fn spot(&self, mv: &str) -> String {
        let column = mv.bytes().next().unwrap_or(b'a').saturating_sub(b'a');
        let row: u8 = mv.get(1..).and_then(|row| row.parse().ok()).unwrap_or(1);
        format!("{column},{}", self.size.saturating_sub(row))
    }

    /// Reads a move as managers do; what is none stays as it is.
    fn mv(&self, text: &str) -> String {
        let text = text.trim();
        let numbers = text.split_once(',');
        let number = |text: &str| text.trim().parse::<u8>().ok().filter(|&n| n < self.size);
        match numbers.and_then(|(x, y)| number(x).zip(number(y))) {
            Some((x, y)) => format!("{}{}", char::from(b'a' + x), self.size - y),
            None => text.to_owned(),
        }
    }

    /// Tells the moves it does not know and asks for one: returns the last line to send.
    fn ask(&mut self, plies: &[Ply], color: Color) -> Result<String, Fault> {
        match plies {
            [] => Ok("BEGIN".to_owned()),
            [.., last] if self.told + 1 == plies.len() && self.told > 0 => {
                Ok(format!("TURN {}", self.spot(&last.mv)))
            }
            plies => {
                self.process.send("BOARD")?;
                for ply in plies {
                    let whose = if ply.color == color { 1 } else { 2 };
                    self.process.send(&format!("{},{whose}", self.spot(&ply.mv)))?;
                }
                Ok("DONE".to_owned())
            }
        }
    }
}

impl Wire for Gomocup {
    fn new_game(&mut self, _origin: &Board) -> Result<(), Fault> {
        self.process.forget_pending();
        self.begin(self.patience.reply)
    }

    fn go(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        self.process.forget_pending();
        let color = turn.board.side_to_move();
        if let Some(clock) = turn.clocks[color] {
            let left = clock.remaining.as_millis().clamp(1, NO_LIMIT);
            self.process.send(&format!("INFO time_left {left}"))?;
        }
        let plies = turn.board.plies();
        let last = self.ask(&plies, color)?;
        let begun = Instant::now();
        self.process.send(&last)?;
        let mut note = Note::default();
        let mut seen = |line: &str| {
            read_message(line, &mut note);
            !is_talk(line)
        };
        let mut answer = self.process.until(turn.allowance, &mut seen)?;
        if answer.is_none() {
            answer = self.process.until(self.patience.reply, &mut seen)?;
        }
        let (at, line) = answer.ok_or_else(|| Fault::silence(format!("no answer to {last}")))?;
        let first = line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        if ["error", "unknown"].contains(&first.as_str()) {
            return Err(Fault::protocol(format!("'{last}' was refused: {}", shown(&line))));
        }
        if first == "resign" {
            return Err(Fault::Loss(Termination::Resign, "it resigned".to_owned()));
        }
        self.told = plies.len() + 1;
        let elapsed = at.saturating_duration_since(begun);
        Ok(Reply { mv: self.mv(&line), elapsed, note })
    }
}

/// Returns whether a line is no answer but talk to the user, to whoever looks for defects, or a suggestion.
fn is_talk(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    first.is_empty() || ["message", "debug", "suggest", "info"].contains(&first.as_str())
}

fn shown(line: &str) -> String {
    line.trim().chars().take(80).flat_map(char::escape_debug).collect()
}

/// Takes over what a message tells of depth, value and nodes, as most engines write it:
/// `DEPTH 9-12 | EVAL -35 | NODE 1234`, the bars left out by some.
fn read_message(line: &str, note: &mut Note) {
    let mut words = line.split_whitespace().filter(|&word| word != "|");
    if !words.next().is_some_and(|word| word.eq_ignore_ascii_case("message")) {
        return;
    }
    let whole = |word: &str| word.split(['-', '/']).next().and_then(|word| word.parse().ok());
    while let Some(word) = words.next() {
        match word.to_ascii_uppercase().as_str() {
            "DEPTH" => note.depth = words.next().and_then(whole).or(note.depth),
            "EVAL" => {
                let centis = words.next().and_then(|word| word.parse::<i32>().ok());
                note.score = centis.map(|n| f64::from(n) / 100.0).or(note.score);
            }
            "NODE" | "NODES" => {
                note.nodes = words.next().and_then(|word| word.parse().ok()).or(note.nodes);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read() {
        let mut note = Note::default();
        read_message("MESSAGE DEPTH 9-12 | EVAL -35 | NODE 1234 | TIME 5 | PV 7,7", &mut note);
        let expected = Note { depth: Some(9), score: Some(-0.35), nodes: Some(1234) };
        assert_eq!(note, expected);
        read_message("DEBUG DEPTH 3", &mut note);
        read_message("message I think of a depth", &mut note);
        assert_eq!(note, expected);
        assert!(["MESSAGE x", "debug", " ", "SUGGEST 1,1"].into_iter().all(is_talk));
        assert!(!is_talk("7,7") && !is_talk("ERROR x") && !is_talk("OK"));
    }
}
