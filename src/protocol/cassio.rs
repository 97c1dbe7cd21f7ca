//! The ENGINE-PROTOCOL of the Othello program Cassio.
//!
//! Each search brings its own position; the client keeps the game and the time. Owns the form of results; must
//! not know sessions.
//!
//! # Source
//! What Edax 4.6 answers with `-cassio`.

use std::time::Duration;

use crate::engine::{Bound, Goal, Info, PositionFormat, SearchValue};
use crate::protocol::token::quote;
use crate::protocol::{
    Command, Dialect, ProtocolError, Purpose, Reply, SearchState, Think, Urgency,
};

/// The word before every command.
const PREFIX: &str = "ENGINE-PROTOCOL";
/// A search tells its progress this often.
const INTERVAL: Duration = Duration::from_millis(100);
const READY: &str = "ready.";
/// The pruning that a search may be asked for, in percent.
const PRECISIONS: [u32; 5] = [73, 87, 95, 98, 99];
/// The best and the worst that can be reached.
const MOST: f64 = 64.0;

/// What the present line asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Asked {
    /// What is answered with the sign of life.
    #[default]
    Plain,
    /// What is not answered.
    Silent,
    /// Whether a search runs.
    Alive,
    /// How far it has come.
    Infos,
    /// The version.
    Version,
    /// The end.
    Quit,
}

/// The dialect: the position that is searched and the line at hand.
///
/// # Examples
/// ```
/// use heibai::protocol::{Command, Dialect, Reply, cassio::Cassio};
/// let mut cassio = Cassio::default();
/// assert_eq!(cassio.parse("ENGINE-PROTOCOL init"), Ok(Command::Ping));
/// assert_eq!(cassio.write(&Reply::Ready), ["ready."]);
/// let error = cassio.parse("genmove b").unwrap_err().to_string();
/// assert_eq!(cassio.write(&Reply::Error(error)), ["ERROR: Unknown protocol \"genmove b\""]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cassio {
    asked: Asked,
    /// The line, if it does not even begin as it should.
    strange: Option<String>,
    /// 64 squares and the side to move.
    position: String,
}

/// Returns whether a line is of this protocol.
#[must_use]
pub fn claims(line: &str) -> bool {
    cut(line).0.eq_ignore_ascii_case(PREFIX)
}

impl Dialect for Cassio {
    fn name(&self) -> &'static str {
        "cassio"
    }

    fn parse(&mut self, line: &str) -> Result<Command, ProtocolError> {
        self.asked = Asked::Plain;
        self.strange = None;
        let (prefix, rest) = cut(line);
        if prefix.is_empty() {
            self.asked = Asked::Alive;
            return Ok(Command::SearchState);
        }
        if !claims(line) {
            let line = quote(line.trim());
            self.strange = Some(line.clone());
            return Err(ProtocolError::UnknownCommand(line));
        }
        let (name, rest) = cut(rest);
        match name.to_ascii_lowercase().as_str() {
            "init" => Ok(Command::Ping),
            "get-version" => {
                self.asked = Asked::Version;
                Ok(Command::Ping)
            }
            "new-position" => Ok(Command::NewGame),
            "empty-hash" => {
                self.asked = Asked::Silent;
                Ok(Command::SetOption { name: "Clear Hash".to_owned(), value: None })
            }
            // Results of others are not trusted with the truth of a search.
            "feed-hash" => {
                self.asked = Asked::Silent;
                Ok(Command::Ping)
            }
            "midgame-search" => self.search(rest, true),
            "endgame-search" => self.search(rest, false),
            "stop" | "get-search-infos" => {
                self.asked = Asked::Infos;
                Ok(Command::SearchState)
            }
            "quit" => {
                self.asked = Asked::Quit;
                Ok(Command::Quit)
            }
            _ => Err(ProtocolError::UnknownCommand(quote(name))),
        }
    }

    fn write(&mut self, reply: &Reply) -> Vec<String> {
        let ready = || READY.to_owned();
        match reply {
            Reply::Ready | Reply::Done => match self.asked {
                Asked::Silent => Vec::new(),
                Asked::Quit => vec!["bye bye.".to_owned()],
                Asked::Version => {
                    vec![format!("version: Heibai {}", env!("CARGO_PKG_VERSION")), ready()]
                }
                _ => vec![ready()],
            },
            Reply::SearchState(None) => vec![ready()],
            Reply::SearchState(Some(_)) if self.asked == Asked::Alive => vec!["ok.".to_owned()],
            Reply::SearchState(Some(SearchState { nodes, elapsed })) => {
                vec![format!("node {nodes}, time {:.3}", elapsed.as_secs_f64())]
            }
            Reply::Progress { lines, elapsed } => {
                lines.iter().take(1).map(|info| self.result(info, *elapsed)).collect()
            }
            Reply::BestMove(_) => vec![ready()],
            Reply::Error(text) => match &self.strange {
                Some(line) => vec![format!("ERROR: Unknown protocol \"{line}\"")],
                None => vec![error(text), ready()],
            },
            Reply::Refused(refused) => vec![error(&refused.to_string()), ready()],
            Reply::Failure(text) => vec![error(text)],
            Reply::Note(text) => {
                log::warn!("{text}");
                Vec::new()
            }
            Reply::Text(_)
            | Reply::Begin { .. }
            | Reply::Reviewed { .. }
            | Reply::Cancelled
            | Reply::Facts(_)
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
        let (prefix, rest) = cut(line);
        if prefix.is_empty() {
            return Urgency::Beside;
        }
        if !claims(line) {
            return Urgency::None;
        }
        match cut(rest).0.to_ascii_lowercase().as_str() {
            "stop" => Urgency::Clear,
            "get-search-infos" => Urgency::Beside,
            "quit" => Urgency::Quit,
            _ => Urgency::None,
        }
    }
}

impl Cassio {
    /// Reads `POSITION ALPHA BETA [DEPTH] PRECISION`.
    fn search(&mut self, rest: &str, is_midgame: bool) -> Result<Command, ProtocolError> {
        let name = if is_midgame { "midgame-search" } else { "endgame-search" };
        let missing = |expected: &str| ProtocolError::Missing {
            command: name,
            expected: expected.to_owned(),
        };
        let mut words = rest.split_whitespace();
        let position = position(&mut words).ok_or_else(|| missing("64 squares and a side"))?;
        let mut number = |what: &str| {
            let word = words.next().map(|word| word.trim_end_matches('%'));
            let number = word.and_then(|word| word.parse::<f64>().ok());
            number.filter(|number| number.is_finite()).ok_or_else(|| missing(what))
        };
        let (alpha, beta) = (number("alpha")?, number("beta")?);
        let depth = if is_midgame { Some(number("a depth")? as u32) } else { None };
        let precision = number("a precision")? as u32;
        let empties = position.bytes().filter(|&byte| byte == b'-').count() as u32;
        // The result within a window this small is no more than win, draw or loss.
        let is_sign = alpha >= -1.0 && beta <= 1.0;
        let goal = match depth {
            Some(depth) if depth < empties => Goal::Depth(depth.max(1)),
            _ if precision < 100 => Goal::Solve,
            None if is_sign => Goal::Wld,
            _ => Goal::Exact,
        };
        let selectivity = PRECISIONS.into_iter().find(|&percent| precision <= percent);
        self.position.clone_from(&position);
        Ok(Command::Think(Think {
            position: Some((PositionFormat::Fen, position)),
            goal: Some(goal),
            selectivity: Some(selectivity.unwrap_or(100)),
            interval: Some(INTERVAL),
            lines: Some(1),
            ..Think::new(Purpose::Choose)
        }))
    }

    fn result(&self, info: &Info, elapsed: Duration) -> String {
        let color = if self.position.ends_with('O') { 'W' } else { 'B' };
        let (low, high) = match (info.value, info.bound) {
            (SearchValue::Centi(centi) | SearchValue::Rated { centi, .. }, bound) => {
                let value = f64::from(centi) / 100.0;
                match bound {
                    Bound::Exact => (value, value),
                    Bound::Lower => (value, MOST),
                    Bound::Upper => (-MOST, value),
                }
            }
            (SearchValue::Wld(sign), _) => match sign {
                1.. => (1.0, MOST),
                0 => (0.0, 0.0),
                _ => (-MOST, -1.0),
            },
        };
        let mv = info.pv.first().map_or_else(|| "--".to_owned(), |mv| spelled(mv, 0));
        let line: String = info.pv.iter().enumerate().map(|(ply, mv)| spelled(mv, ply)).collect();
        format!(
            "{}, move {mv}, depth {}, @{}%, {color}{low:+.2} <= v <= {color}{high:+.2}, {}, node {}, time {:.3}",
            self.position,
            info.depth,
            info.selectivity,
            if line.is_empty() { "--" } else { &line },
            info.nodes,
            elapsed.as_secs_f64()
        )
    }
}

fn cut(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (head, tail) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (head, tail.trim_start())
}

/// Reads 64 squares and the side to move, set apart or not, as they are written here.
fn position<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<String> {
    let mut text = words.next()?.to_owned();
    if text.len() == 64 {
        text.push_str(words.next()?);
    }
    let square = |letter: char| match letter {
        'X' | 'x' | '*' | 'B' | 'b' => Some('X'),
        'O' | 'o' | 'W' | 'w' => Some('O'),
        '-' | '.' => Some('-'),
        _ => None,
    };
    let squares: String = text.chars().map(square).collect::<Option<_>>()?;
    (squares.len() == 65 && !squares.ends_with('-')).then_some(squares)
}

fn error(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let text = text.strip_suffix(", try 'help'").unwrap_or(&text);
    match text.strip_prefix("unknown command '") {
        Some(name) => format!("ERROR: unknown command {}", name.trim_end_matches('\'')),
        None => format!("ERROR: {text}"),
    }
}

/// Writes a move, those of the side to move in capitals.
fn spelled(mv: &str, ply: usize) -> String {
    let mv = if mv == "pass" { "ps" } else { mv };
    if ply.is_multiple_of(2) { mv.to_ascii_uppercase() } else { mv.to_owned() }
}
