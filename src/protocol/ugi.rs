//! UGI, the UCI-like protocol of two-player games; `uci` and its words are understood as well.
//!
//! The normative text is `protocol.md`.
//!
//! # Source
//! Command words after `ugi.md` of kz04px/cutegames and the UCI specification of April 2004.

use std::fmt::Write as _;

use crate::engine::{
    BestMove, Bound, Goal, Info, OptionKind, OptionSpec, PositionFormat, SearchValue,
};
use crate::game::{ByColor, Color, Outcome, PASS_WORDS};
use crate::protocol::reply::nodes_per_second;
use crate::protocol::token::{Tokens, quote};
use crate::protocol::{
    Answer, Command, Dialect, Go, HelpTopic, ProtocolError, Query, Reply, ugi_help,
};

/// More moves than any game here has are no list of moves; the cap keeps work and memory small.
const MOST_MOVES: usize = 4096;
/// What is expected of a longer list, with [`MOST_MOVES`] in words.
const AT_MOST: &str = "at most 4096 moves";

/// The dialect; it keeps no state.
///
/// # Examples
/// ```
/// use heibai::protocol::{Command, Dialect, ugi::Ugi};
/// assert_eq!(Ugi.parse("  PERFT 3 "), Ok(Command::Perft(3)));
/// let error = Ugi.parse("perft three").unwrap_err().to_string();
/// assert_eq!(error, "perft: expected a depth in plies, found 'three' (column 7)");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Ugi;

impl Dialect for Ugi {
    fn name(&self) -> &'static str {
        "ugi"
    }

    fn parse(&mut self, line: &str) -> Result<Command, ProtocolError> {
        let mut tokens = Tokens::new(line);
        let Some(first) = tokens.next() else { return Ok(Command::Empty) };
        let Some(name) = ugi_help::command(first.text) else {
            return Err(ProtocolError::UnknownCommand(quote(first.text)));
        };
        let plain = match name {
            "ugi" => Command::Identify { ack: "ugiok" },
            "uci" => Command::Identify { ack: "uciok" },
            "isready" => Command::IsReady,
            "uginewgame" | "ucinewgame" => Command::NewGame,
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "d" => Command::Show,
            "eval" => Command::Evaluate,
            "features" => Command::Features,
            "bench" => Command::Bench,
            "setoption" => return set_option(tokens),
            "position" => return position(tokens),
            "go" => return go(tokens).map(Command::Go),
            "query" => return query(tokens),
            "perft" => return perft(tokens),
            "action" => return words(tokens, "action").map(Command::Action),
            "ask" => return words(tokens, "ask").map(Command::Ask),
            _ => return help(tokens),
        };
        tokens.finish(name)?;
        Ok(plain)
    }

    fn write(&mut self, reply: &Reply) -> Vec<String> {
        match reply {
            Reply::Identity { options, ack } => identity(options, ack),
            Reply::Ready => vec!["readyok".to_owned()],
            Reply::Error(text) => vec![format!("info string error: {}", one_line(text))],
            Reply::Note(text) => vec![format!("info string {}", one_line(text))],
            Reply::Info { info, elapsed } => vec![progress(info, *elapsed)],
            Reply::BestMove(best) => vec![best_move(best)],
            Reply::Answer(answer) => vec![format!("response {}", answer_word(*answer))],
            Reply::Text(text) => text.lines().map(str::to_owned).collect(),
            Reply::Perft { depth, nodes, elapsed } => vec![format!(
                "perft depth {depth} nodes {nodes} time {} nps {}",
                elapsed.as_millis(),
                nodes_per_second(*nodes, *elapsed)
            )],
            Reply::Bench { nodes, elapsed } => {
                vec![format!("Bench: {nodes} nodes {} nps", nodes_per_second(*nodes, *elapsed))]
            }
            Reply::Help(topic) => ugi_help::lines(topic),
            Reply::Refused(error) => self.write(&Reply::Error(error.to_string())),
            Reply::Failure(text) => self.write(&Reply::Error(text.clone())),
            Reply::Done
            | Reply::Begin { .. }
            | Reply::Reviewed { .. }
            | Reply::SearchState(_)
            | Reply::Progress { .. }
            | Reply::Cancelled
            | Reply::Facts(_) => Vec::new(),
            Reply::OptionHelp(options) => options
                .iter()
                .map(|option| format!("{}: {} Now {}.", option.name, option.help, present(option)))
                .collect(),
        }
    }
}

pub(super) fn set_option(mut tokens: Tokens<'_>) -> Result<Command, ProtocolError> {
    let found = tokens.next();
    if !found.is_some_and(|token| token.is("name")) {
        return Err(tokens.unexpected("setoption", "'name'", found));
    }
    let (name, valued) = tokens.until("value");
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(tokens.unexpected("setoption", "the name of an option", None));
    }
    Ok(Command::SetOption { name, value: valued.then(|| tokens.rest().to_owned()) })
}

fn position(mut tokens: Tokens<'_>) -> Result<Command, ProtocolError> {
    const FORMS: [(&str, PositionFormat); 4] = [
        ("startpos", PositionFormat::Start),
        ("fen", PositionFormat::Fen),
        ("obf", PositionFormat::Obf),
        ("qipu", PositionFormat::Qipu),
    ];
    let expected = "startpos, fen, obf, qipu or moves";
    let found = tokens.peek();
    let Some(form) = found else { return Err(tokens.unexpected("position", expected, None)) };
    let mut format = PositionFormat::Start;
    if !form.is("moves") {
        let known = FORMS.iter().find(|(name, _)| form.is(name));
        let Some(&(_, known)) = known else {
            return Err(tokens.unexpected("position", expected, found));
        };
        format = known;
        tokens.next();
    }
    let mut after = tokens;
    let (text, _) = after.until("moves");
    if format == PositionFormat::Start && !text.is_empty() {
        return Err(tokens.unexpected("position", "'moves'", tokens.peek()));
    }
    if format != PositionFormat::Start && text.is_empty() {
        return Err(tokens.unexpected("position", "a position", tokens.peek()));
    }
    let mut moves = Vec::new();
    while let Some(token) = after.next() {
        if moves.len() >= MOST_MOVES {
            return Err(after.unexpected("position", AT_MOST, Some(token)));
        }
        moves.push(token.text.to_owned());
    }
    Ok(Command::Position { format, text: text.to_owned(), moves })
}

fn go(mut tokens: Tokens<'_>) -> Result<Go, ProtocolError> {
    const MILLIS: &str = "a number of milliseconds";
    let mut go = Go { time: by_color(), increment: by_color(), ..Go::default() };
    let mut seen: Vec<&'static str> = Vec::new();
    while let Some(token) = tokens.next() {
        let conflict = |problem: String| ProtocolError::Conflict {
            command: "go",
            found: quote(token.text),
            problem,
            column: tokens.column(token),
        };
        let Some(keyword) = keyword(token.text) else {
            return Err(tokens.unexpected("go", "an argument of go", Some(token)));
        };
        if seen.contains(&keyword) {
            return Err(conflict("is given twice".to_owned()));
        }
        seen.push(keyword);
        match keyword {
            "depth" | "exact" | "wld" if go.goal.is_some() => {
                return Err(conflict("excludes another goal given before it".to_owned()));
            }
            "infinite" | "ponder" if go.infinite || go.ponder => {
                return Err(conflict("excludes 'infinite' or 'ponder' before it".to_owned()));
            }
            "depth" => {
                let depth = tokens.number("go", "a depth of at least 1 ply", 1)?;
                go.goal = Some(Goal::Depth(u32::try_from(depth).unwrap_or(u32::MAX)));
            }
            "exact" => go.goal = Some(Goal::Exact),
            "wld" => go.goal = Some(Goal::Wld),
            "nodes" => {
                let nodes = tokens.number("go", "a number of nodes", 0)?;
                go.nodes = u64::try_from(nodes).ok();
            }
            "movetime" => go.movetime = Some(tokens.number("go", MILLIS, i64::MIN)?),
            "p1time" => go.time.black = Some(tokens.number("go", MILLIS, i64::MIN)?),
            "p2time" => go.time.white = Some(tokens.number("go", MILLIS, i64::MIN)?),
            "p1inc" => go.increment.black = Some(tokens.number("go", MILLIS, i64::MIN)?),
            "p2inc" => go.increment.white = Some(tokens.number("go", MILLIS, i64::MIN)?),
            "movestogo" => {
                let moves = tokens.number("go", "a number of moves", 0)?;
                // Some clients send 0 for "no refill".
                let moves = u32::try_from(moves).unwrap_or(u32::MAX);
                go.moves_to_go = (moves > 0).then_some(moves);
            }
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            _ => search_moves(&mut tokens, &mut go.search_moves)?,
        }
    }
    Ok(go)
}

const fn by_color() -> ByColor<Option<i64>> {
    ByColor { black: None, white: None }
}

/// Returns an argument of `go` by the one name it is known under here.
fn keyword(text: &str) -> Option<&'static str> {
    const KEYWORDS: [(&str, &str); 17] = [
        ("depth", "depth"),
        ("nodes", "nodes"),
        ("movetime", "movetime"),
        ("wtime", "p1time"),
        ("btime", "p2time"),
        ("winc", "p1inc"),
        ("binc", "p2inc"),
        ("p1time", "p1time"),
        ("p2time", "p2time"),
        ("p1inc", "p1inc"),
        ("p2inc", "p2inc"),
        ("movestogo", "movestogo"),
        ("infinite", "infinite"),
        ("ponder", "ponder"),
        ("searchmoves", "searchmoves"),
        ("exact", "exact"),
        ("wld", "wld"),
    ];
    KEYWORDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|&(_, known)| known)
}

fn search_moves(tokens: &mut Tokens<'_>, moves: &mut Vec<String>) -> Result<(), ProtocolError> {
    while let Some(token) = tokens.peek().filter(|token| keyword(token.text).is_none()) {
        let pass = PASS_WORDS.iter().any(|word| token.is(word));
        let mv = if pass { "pass".to_owned() } else { token.text.to_ascii_lowercase() };
        if moves.len() >= MOST_MOVES {
            return Err(tokens.unexpected("go", AT_MOST, Some(token)));
        }
        if moves.contains(&mv) {
            return Err(ProtocolError::Conflict {
                command: "go",
                found: quote(token.text),
                problem: "is given twice after searchmoves".to_owned(),
                column: tokens.column(token),
            });
        }
        moves.push(mv);
        tokens.next();
    }
    if moves.is_empty() {
        return Err(tokens.unexpected("go", "moves after searchmoves", tokens.peek()));
    }
    Ok(())
}

fn query(mut tokens: Tokens<'_>) -> Result<Command, ProtocolError> {
    let found = tokens.next();
    let question = match found {
        Some(token) if token.is("p1turn") => Query::FirstPlayerTurn,
        Some(token) if token.is("gameover") => Query::GameOver,
        Some(token) if token.is("result") => Query::Result,
        _ => return Err(tokens.unexpected("query", "p1turn, gameover or result", found)),
    };
    tokens.finish("query")?;
    Ok(Command::Query(question))
}

fn perft(mut tokens: Tokens<'_>) -> Result<Command, ProtocolError> {
    let depth = tokens.number("perft", "a depth in plies", 0)?;
    tokens.finish("perft")?;
    Ok(Command::Perft(u32::try_from(depth).unwrap_or(u32::MAX)))
}

fn help(mut tokens: Tokens<'_>) -> Result<Command, ProtocolError> {
    let found = tokens.next();
    let topic = match found {
        None => HelpTopic::Commands,
        Some(token) if token.is("features") => HelpTopic::Features,
        Some(token) if token.is("options") => HelpTopic::Options,
        Some(token) => match ugi_help::command(token.text) {
            Some(name) => HelpTopic::Command(name),
            None => {
                return Err(tokens.unexpected("help", "a command, 'features' or 'options'", found));
            }
        },
    };
    tokens.finish("help")?;
    Ok(Command::Help(topic))
}

/// Takes everything that is left, blanks single.
fn words(tokens: Tokens<'_>, command: &'static str) -> Result<String, ProtocolError> {
    let text: Vec<&str> = tokens.rest().split_whitespace().collect();
    if text.is_empty() {
        return Err(tokens.unexpected(command, "words that the game knows", None));
    }
    Ok(text.join(" "))
}

fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join(" ")
}

fn identity(options: &[OptionSpec], ack: &str) -> Vec<String> {
    let mut lines = vec![
        format!("id name Heibai {}", env!("CARGO_PKG_VERSION")),
        "id author the Heibai authors".to_owned(),
    ];
    lines.extend(options.iter().map(option_line));
    lines.push(ack.to_owned());
    lines
}

fn option_line(option: &OptionSpec) -> String {
    let kind = match &option.kind {
        OptionKind::Spin { default, min, max, .. } => {
            format!("spin default {default} min {min} max {max}")
        }
        OptionKind::Check { default, .. } => format!("check default {default}"),
        OptionKind::Combo { default, choices, .. } => {
            let vars: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
            format!("combo default {default}{vars}")
        }
        OptionKind::Text { default, .. } if default.is_empty() => {
            "string default <empty>".to_owned()
        }
        OptionKind::Text { default, .. } => format!("string default {default}"),
        OptionKind::Button => "button".to_owned(),
    };
    format!("option name {} type {kind}", option.name)
}

fn present(option: &OptionSpec) -> String {
    match &option.kind {
        OptionKind::Spin { value, .. } => value.to_string(),
        OptionKind::Check { value, .. } => value.to_string(),
        OptionKind::Combo { value, .. } => value.clone(),
        OptionKind::Text { value, .. } if value.is_empty() => "empty".to_owned(),
        OptionKind::Text { value, .. } => value.clone(),
        OptionKind::Button => "a button".to_owned(),
    }
}

fn progress(info: &Info, elapsed: std::time::Duration) -> String {
    let Info { depth, seldepth, selectivity, value, bound, nodes, hashfull, multi_pv, pv } = info;
    let value = match value {
        SearchValue::Centi(centi) => format!("cp {centi}"),
        SearchValue::Wld(wld) => format!("wld {wld}"),
        SearchValue::Rated { centi, win, visits } => {
            format!("cp {centi} winrate {win} visits {visits}")
        }
    };
    let bound = match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let nps = nodes_per_second(*nodes, elapsed);
    let millis = elapsed.as_millis();
    let mut line = format!(
        "info depth {depth} seldepth {seldepth} selectivity {selectivity} score {value}{bound} \
         nodes {nodes} nps {nps} hashfull {hashfull} time {millis} multipv {multi_pv}"
    );
    if !pv.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(line, " pv {}", pv.join(" "));
    }
    line
}

fn best_move(best: &BestMove) -> String {
    let mv = best.mv.as_deref().unwrap_or("(none)");
    match &best.ponder {
        Some(ponder) => format!("bestmove {mv} ponder {ponder}"),
        None => format!("bestmove {mv}"),
    }
}

fn answer_word(answer: Answer) -> &'static str {
    match answer {
        Answer::Truth(true) => "true",
        Answer::Truth(false) => "false",
        Answer::Result(None) => "none",
        Answer::Result(Some(Outcome::Draw)) => "draw",
        Answer::Result(Some(Outcome::Win(Color::Black))) => "p1win",
        Answer::Result(Some(Outcome::Win(Color::White))) => "p2win",
    }
}
