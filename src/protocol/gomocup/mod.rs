//! The protocol of gomoku managers (Piskvork, Gomocup, c-gomoku-cli) with what Yixin-Board adds.
//!
//! Each search brings its own position, so this file's stones are the game; coordinates are `x,y` from the top left.
//! What a command's answer is depends on the command before it: one is answered after the other. Owns words, stones and
//! what `INFO` told; must not know sessions. Reading order: `stones`, `info`, `opening`, `parse`,
//! this file.
//!
//! # Source
//! The Gomocup protocol page, Yixin's protocol text, and what c-gomoku-cli, Rapfi and AlphaGomoku send and answer.

mod info;
mod opening;
mod parse;
mod stones;

use std::cell::Cell;
use std::time::Duration;

use crate::engine::{BestMove, Info, SearchValue};
use crate::protocol::{Command, Dialect, ProtocolError, Reply, Urgency};
use info::Told;
use opening::Soosorv;
use parse::Reading;
use stones::{Spot, Stones};

/// A search tells its progress this often.
const INTERVAL: Duration = Duration::from_millis(500);

/// How a turn of the swap2 opening is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Swap2 {
    /// As Gomocup has it.
    Gomocup,
    /// As Yixin-Board has it.
    Yixin,
}

/// What the present line asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Asked {
    /// What is not answered, unless it is refused.
    #[default]
    Silent,
    /// What is not answered whatever comes of it.
    Info,
    /// What is answered by one word or by what the protocol itself knows.
    Say(String),
    /// A move.
    Move,
    /// The points forbidden to Black.
    Forbidden,
    /// A turn of the opening.
    Swap2(Swap2),
    /// A step of the opening Soosorv-8.
    Soosorv(Soosorv),
    /// Stones after which the value comes nearest to a given one.
    Balance,
}

/// The dialect: the stones, what the manager has told and the line at hand.
///
/// # Examples
/// ```
/// use heibai::protocol::{Command, Dialect, Reply, gomocup::Gomocup};
/// let mut gomocup = Gomocup::default();
/// assert!(matches!(gomocup.parse("START 15"), Ok(Command::All(_))));
/// assert_eq!(gomocup.write(&Reply::Done), ["OK"]);
/// let error = gomocup.parse("dance").unwrap_err().to_string();
/// assert_eq!(gomocup.write(&Reply::Error(error)), ["UNKNOWN command 'dance'"]);
/// ```
#[derive(Debug, Default)]
pub struct Gomocup {
    asked: Asked,
    /// Whether the line was no command at all.
    unknown: bool,
    told: Told,
    stones: Option<Stones>,
    /// The stones before the line at hand, to go back to where it is refused.
    before: Option<Stones>,
    /// Points that are not to be chosen.
    blocked: Vec<Spot>,
    /// Moves, the last of which is not to be chosen where the ones before it stand.
    paths: Vec<Vec<Spot>>,
    reading: Option<Reading>,
    /// The manager has said goodbye: nothing more is written.
    ended: Cell<bool>,
}

/// Returns whether a line begins a conversation in this protocol.
#[must_use]
pub fn claims(line: &str) -> bool {
    let mut words = line.split_whitespace().map(str::to_ascii_lowercase);
    let first = words.next().unwrap_or_default();
    match first.as_str() {
        "about" => words.next().is_none(),
        "start" | "rectstart" => words
            .next()
            .is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit() || c == '-')),
        "info" => words.next().is_some(),
        word => word.len() > 2 && word.starts_with("yx"),
    }
}

impl Dialect for Gomocup {
    fn name(&self) -> &'static str {
        "gomocup"
    }

    fn parse(&mut self, line: &str) -> Result<Command, ProtocolError> {
        self.asked = Asked::Silent;
        self.unknown = false;
        self.before = self.stones.clone();
        let command = parse::line(self, line);
        if let Err(error) = &command {
            self.unknown = matches!(error, ProtocolError::UnknownCommand(_));
            self.stones = self.before.take();
        }
        command
    }

    fn write(&mut self, reply: &Reply) -> Vec<String> {
        if self.ended.get() {
            return Vec::new();
        }
        match reply {
            Reply::Done | Reply::Ready => match &self.asked {
                Asked::Say(text) => vec![text.clone()],
                _ => Vec::new(),
            },
            Reply::Text(text) => match self.asked {
                Asked::Forbidden => vec![self.forbidden(text)],
                _ => vec![text.clone()],
            },
            Reply::BestMove(best) => self.choice(best),
            Reply::Progress { lines, elapsed } => {
                lines.iter().map(|info| self.message(info, *elapsed)).collect()
            }
            Reply::Error(text) => self.refusal(text),
            Reply::Refused(error) => self.refusal(&error.to_string()),
            Reply::Failure(text) => vec![format!("MESSAGE {}", one_line(text))],
            Reply::Note(text) => {
                log::info!("{text}");
                Vec::new()
            }
            Reply::Begin { .. }
            | Reply::Reviewed { .. }
            | Reply::Cancelled
            | Reply::Facts(_)
            | Reply::SearchState(_)
            | Reply::Identity { .. }
            | Reply::Info { .. }
            | Reply::Answer(_)
            | Reply::Perft { .. }
            | Reply::Bench { .. }
            | Reply::Help(_)
            | Reply::OptionHelp(_) => Vec::new(),
        }
    }

    fn is_serial(&self) -> bool {
        true
    }

    fn urgency(&self, line: &str) -> Urgency {
        let word = line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        match word.as_str() {
            "yxstop" | "stop" => Urgency::Interrupt,
            "end" => {
                self.ended.set(true);
                Urgency::Quit
            }
            _ => Urgency::None,
        }
    }
}

impl Gomocup {
    fn size(&self) -> u8 {
        self.stones.as_ref().map_or(15, |stones| stones.size)
    }

    /// Tells why nothing was done.
    fn refusal(&mut self, text: &str) -> Vec<String> {
        if let Some(before) = self.before.take() {
            self.stones = Some(before);
        }
        let text = one_line(text);
        let text = text.strip_suffix(", try 'help'").unwrap_or(&text);
        if self.asked == Asked::Info {
            log::info!("INFO: {text}");
            return Vec::new();
        }
        match text.strip_prefix("unknown ").filter(|_| self.unknown) {
            Some(what) => vec![format!("UNKNOWN {what}")],
            None => vec![format!("ERROR {text}")],
        }
    }

    /// Takes the engine's move or moves in and tells them.
    fn choice(&mut self, best: &BestMove) -> Vec<String> {
        let size = self.size();
        let over = "ERROR the game is over".to_owned();
        match (&self.asked, &best.mv) {
            (Asked::Swap2(style), Some(mv)) => return self.swap2(*style, mv),
            (Asked::Soosorv(step), Some(mv)) => return step.answer(mv, size),
            (Asked::Balance, None) => return vec!["ERROR no stones balance it".to_owned()],
            (_, None) => return vec![over],
            _ => {}
        }
        let mv = best.mv.as_deref().unwrap_or_default();
        let spots: Option<Vec<Spot>> = mv.split(", ").map(|mv| Spot::of_engine(mv, size)).collect();
        let (Some(spots), Some(stones)) = (spots, &mut self.stones) else {
            return vec![format!("ERROR no move but {mv}")];
        };
        let words: Vec<String> = spots.iter().map(ToString::to_string).collect();
        for spot in spots {
            stones.put(spot);
        }
        vec![words.join(" ")]
    }

    /// Writes what a search has found.
    fn message(&self, info: &Info, elapsed: Duration) -> String {
        let size = self.size();
        let value = match info.value {
            SearchValue::Centi(value) | SearchValue::Rated { centi: value, .. } => {
                value.to_string()
            }
            SearchValue::Wld(1..) => "WIN".to_owned(),
            SearchValue::Wld(0) => "DRAW".to_owned(),
            SearchValue::Wld(_) => "LOSS".to_owned(),
        };
        let spots = info.pv.iter().filter_map(|mv| Spot::of_engine(mv, size));
        let line: Vec<String> = spots.map(|spot| spot.to_string()).collect();
        format!(
            "MESSAGE DEPTH {}-{} | EVAL {value} | NODE {} | TIME {} | PV {}",
            info.depth,
            info.seldepth,
            info.nodes,
            elapsed.as_millis(),
            line.join(" ")
        )
    }

    /// Writes points of the engine, each with what it makes, as four digits each.
    fn forbidden(&self, text: &str) -> String {
        let spots = text.split_whitespace().filter_map(|word| Spot::of_engine(word, self.size()));
        let digits: String = spots.map(|spot| format!("{:02}{:02}", spot.x, spot.y)).collect();
        format!("FORBID {digits}.")
    }

    /// Takes a turn of the opening in and tells it.
    fn swap2(&mut self, style: Swap2, text: &str) -> Vec<String> {
        let size = self.size();
        let number = self.stones.as_ref().map_or(0, Stones::count);
        let actions: Vec<&str> = text.split(", ").collect();
        let spots: Vec<Spot> =
            actions.iter().filter_map(|action| Spot::of_engine(action, size)).collect();
        if let Some(stones) = &mut self.stones {
            for &spot in &spots {
                stones.put(spot);
            }
        }
        let plain: Vec<String> = spots.iter().map(ToString::to_string).collect();
        if style == Swap2::Gomocup {
            // Whoever puts no stone leaves the next one to the other: colours are exchanged.
            return vec![if plain.is_empty() { "SWAP".to_owned() } else { plain.join(" ") }];
        }
        let named = |(at, spot): (usize, &Spot)| {
            format!("MESSAGE SWAP2 MOVE{} {} {}", number + 1 + at, spot.x, spot.y)
        };
        let question = if number == 3 { 1 } else { 2 };
        let yes = if actions.contains(&"swap") { "YES" } else { "NO" };
        match (number, plain.len()) {
            (0, _) | (3, 2) => spots.iter().enumerate().map(named).collect(),
            _ => {
                let answer = format!("MESSAGE SWAP2 SWAP{question} {yes}");
                std::iter::once(answer).chain(plain).collect()
            }
        }
    }
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
