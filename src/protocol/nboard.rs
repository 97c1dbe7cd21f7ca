//! The protocol of the Othello GUI NBoard, versions 1 and 2.
//!
//! The client keeps the game and tells it; nothing is played on its own. What is not understood is ignored, what
//! is refused is told as a status. Owns the form of progress; must not know sessions.
//!
//! # Source
//! `Protocol.htm` of weltyc/ntest, and how the response parser of weltyc/othello reads answers.

use std::time::Duration;

use crate::engine::{BestMove, Bound, Goal, Info, PositionFormat, SearchValue};
use crate::game::PASS_WORDS;
use crate::protocol::{Command, Dialect, ProtocolError, Purpose, Reply, Think, Urgency};

/// A search tells its progress this often.
const INTERVAL: Duration = Duration::from_millis(100);
/// The depths that are taken.
const DEPTHS: (u32, u32) = (1, 60);
/// More best lines than a position has moves are never asked for.
const MOST_LINES: usize = 64;

/// What the present line asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Asked {
    /// Nothing that is answered.
    #[default]
    Nothing,
    /// A depth to be taken.
    Depth(u32),
    /// A sign of life under this name.
    Ping(String),
    Hint,
    Go,
    Analyze,
    Learn,
}

/// The dialect: the depth and what the present search has told.
///
/// # Examples
/// ```
/// use heibai::protocol::{Command, Dialect, Reply, nboard::Nboard};
/// let mut nboard = Nboard::default();
/// assert_eq!(nboard.parse("ping 7"), Ok(Command::Ping));
/// assert_eq!(nboard.write(&Reply::Ready), ["pong 7"]);
/// assert_eq!(nboard.parse("who are you"), Ok(Command::Empty));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Nboard {
    asked: Asked,
    depth: Option<u32>,
    empties: u32,
    lines: Vec<Info>,
    elapsed: Duration,
}

/// Returns whether a line is the greeting `nboard N`.
#[must_use]
pub fn claims(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("nboard"))
        && words.next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Dialect for Nboard {
    fn name(&self) -> &'static str {
        "nboard"
    }

    fn parse(&mut self, line: &str) -> Result<Command, ProtocolError> {
        self.asked = Asked::Nothing;
        let (name, rest) = cut(line);
        Ok(match name.to_ascii_lowercase().as_str() {
            "set" => {
                let (what, value) = cut(rest);
                self.set(&what.to_ascii_lowercase(), value)
            }
            // As version 1 says it.
            what @ ("depth" | "game" | "contempt") => self.set(what, rest),
            "move" => played(rest),
            "hint" => {
                self.asked = Asked::Hint;
                let lines = cut(rest).0.parse::<usize>().unwrap_or(1);
                self.think(Purpose::Choose, lines)
            }
            "go" => {
                self.asked = Asked::Go;
                self.think(Purpose::Choose, 1)
            }
            "analyze" => {
                self.asked = Asked::Analyze;
                self.think(Purpose::Review, 1)
            }
            "ping" => {
                self.asked = Asked::Ping(rest.to_owned());
                Command::Ping
            }
            "learn" => {
                self.asked = Asked::Learn;
                Command::Say(String::new())
            }
            "quit" => Command::Quit,
            // Version 1 sends the move alone.
            _ if rest.is_empty() => played(name),
            _ => Command::Empty,
        })
    }

    fn write(&mut self, reply: &Reply) -> Vec<String> {
        match reply {
            Reply::Ready => match &self.asked {
                Asked::Ping(name) => vec![format!("pong {name}").trim_end().to_owned()],
                _ => Vec::new(),
            },
            Reply::Done => match self.asked {
                Asked::Depth(depth) => vec![format!("set myname Heibai{depth}")],
                Asked::Analyze => vec![waiting()],
                _ => Vec::new(),
            },
            Reply::Text(_) if self.asked == Asked::Learn => vec!["learned".to_owned()],
            Reply::Begin { empties } => {
                // A review begins again with each position.
                let goes_on = self.asked == Asked::Analyze && !self.lines.is_empty();
                self.empties = *empties;
                self.lines.clear();
                self.elapsed = Duration::ZERO;
                if goes_on { Vec::new() } else { vec!["status Heibai is thinking".to_owned()] }
            }
            Reply::Progress { lines, elapsed } => {
                self.lines.clone_from(lines);
                self.elapsed = *elapsed;
                if self.asked == Asked::Hint { self.hints() } else { Vec::new() }
            }
            Reply::BestMove(best) => self.choice(best),
            Reply::Reviewed { plies } => {
                let value = self.lines.first().map(discs);
                value.map(|value| format!("analysis {plies} {value:.2}")).into_iter().collect()
            }
            Reply::Error(text) | Reply::Failure(text) => vec![status(text)],
            Reply::Refused(error) => vec![status(&error.to_string())],
            Reply::Note(text) => {
                log::warn!("{text}");
                Vec::new()
            }
            Reply::Text(_)
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
        match cut(line).0.to_ascii_lowercase().as_str() {
            "ping" => Urgency::Hurry,
            "quit" => Urgency::Quit,
            _ => Urgency::None,
        }
    }
}

impl Nboard {
    fn set(&mut self, what: &str, value: &str) -> Command {
        match what {
            "depth" => {
                let Ok(depth) = cut(value).0.parse::<u32>() else { return Command::Empty };
                let depth = depth.clamp(DEPTHS.0, DEPTHS.1);
                self.depth = Some(depth);
                self.asked = Asked::Depth(depth);
                Command::SetOption { name: "Level".to_owned(), value: Some(depth.to_string()) }
            }
            "game" => Command::Position {
                format: PositionFormat::Any,
                // Whatever is no game of this form is refused, and not taken for another form.
                text: if value.starts_with("(;") { value.to_owned() } else { "(;".to_owned() },
                moves: Vec::new(),
            },
            // A contempt that is not known changes no move.
            _ => Command::Empty,
        }
    }

    fn think(&mut self, purpose: Purpose, lines: usize) -> Command {
        self.lines.clear();
        Command::Think(Think {
            goal: self.depth.map(|_| Goal::Level),
            interval: Some(INTERVAL),
            lines: Some(lines.clamp(1, MOST_LINES)),
            ..Think::new(purpose)
        })
    }

    fn hints(&self) -> Vec<String> {
        let hint = |info: &Info| {
            let value = discs(info);
            let solved = info.depth >= self.empties && info.bound == Bound::Exact;
            let depth = match (solved, info.selectivity, info.value) {
                (true, 100, SearchValue::Wld(_)) => "100%W".to_owned(),
                (true, 100, SearchValue::Centi(_) | SearchValue::Rated { .. }) => "100%".to_owned(),
                (true, selectivity, _) => format!("{selectivity}%"),
                _ => info.depth.to_string(),
            };
            format!("search {} {value:.2} 0 {depth}", line(&info.pv))
        };
        self.lines.iter().map(hint).collect()
    }

    fn choice(&self, best: &BestMove) -> Vec<String> {
        let mut lines = Vec::new();
        let mv = best.mv.as_deref();
        let told = self.lines.iter().find(|info| info.pv.first().map(String::as_str) == mv);
        let seconds = self.elapsed.as_secs_f64();
        if let Some(info) = self.lines.first() {
            lines.push(format!("nodestats {} {seconds:.3}", info.nodes));
        }
        if self.asked == Asked::Go {
            let mv = spelled(mv.unwrap_or("pass"), true);
            lines.push(match told {
                Some(info) => format!("=== {mv}/{:.2}/{seconds:.3}", discs(info)),
                None => format!("=== {mv}"),
            });
        }
        lines.push(waiting());
        lines
    }
}

fn cut(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (head, tail) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (head, tail.trim_start())
}

/// Reads `F5/eval/time` or a pass; what is no move is ignored.
fn played(text: &str) -> Command {
    let mv = text.split('/').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_square = matches!(mv.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    if is_square {
        Command::Play { color: None, mv }
    } else if PASS_WORDS.contains(&mv.as_str()) {
        Command::Play { color: None, mv: "pass".to_owned() }
    } else {
        Command::Empty
    }
}

fn status(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("status Error: {text}")
}

fn waiting() -> String {
    "status Heibai is waiting".to_owned()
}

/// Returns the discs the side to move is ahead by.
fn discs(info: &Info) -> f64 {
    match info.value {
        SearchValue::Centi(centi) | SearchValue::Rated { centi, .. } => f64::from(centi) / 100.0,
        SearchValue::Wld(sign) => f64::from(sign),
    }
}

/// Writes moves without blanks, those of the side to move in capitals; at least one.
fn line(pv: &[String]) -> String {
    if pv.is_empty() {
        return spelled("pass", true);
    }
    pv.iter().enumerate().map(|(ply, mv)| spelled(mv, ply % 2 == 0)).collect()
}

fn spelled(mv: &str, capital: bool) -> String {
    let mv = if mv == "pass" { "pa" } else { mv };
    if capital { mv.to_ascii_uppercase() } else { mv.to_owned() }
}
