//! Smart Game Format, GM\[4\]: games written, and read from others' files.
//!
//! Written points are two letters, column from the left and row from the top, as SGF has them for games on points; read
//! are these and names such as `h8`. Swaps, offers, claims and draws stand in the private property `HB` of their node,
//! the actions as words, the opening rule in the root's `HO`; other programs see the stones alone.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::game::{Color, Outcome};
use crate::renju::notation::{TextError, parse_actions, refused};
use crate::renju::opening::Opening;
use crate::renju::record::Sheet;
use crate::renju::{Action, Board, Conclusion, Point, Position, Reason, Refusal, Rule, Rules};

/// The most properties that are read; a file with more is no game.
const MOST: usize = 20_000;

/// Why a file was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// The text is not SGF.
    #[error("column {column}: expected {expected}")]
    Syntax {
        /// Where, in characters from 1.
        column: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// It is another game.
    #[error("GM[{0}] is not Renju, which is GM[4]")]
    Game(String),
    /// A value is none of its property.
    #[error("{property}[{value}]: expected {expected}")]
    Value {
        /// The property.
        property: &'static str,
        /// What stands there.
        value: String,
        /// What could.
        expected: &'static str,
    },
    /// A move is not allowed.
    #[error("{0}")]
    Move(#[from] TextError),
}

type Node = BTreeMap<String, Vec<String>>;

/// Reads the nodes of a file's first game along its main line.
fn nodes(text: &str) -> Result<Vec<Node>, SgfError> {
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    let mut nodes: Vec<Node> = Vec::new();
    let mut properties = 0;
    let fail = |at: usize, expected| Err(SgfError::Syntax { column: at + 1, expected });
    while chars.get(at).is_some_and(|c| *c != '(') {
        at += 1;
    }
    if at == chars.len() {
        return fail(0, "'(;'");
    }
    loop {
        match chars.get(at) {
            // The first branch is the main line: it ends with the first bracket that closes.
            Some(')') if !nodes.is_empty() => return Ok(nodes),
            Some(')') | None => return fail(at, "a node"),
            Some('(') => at += 1,
            Some(';') => {
                at += 1;
                nodes.push(Node::new());
            }
            Some(c) if c.is_whitespace() => at += 1,
            Some(c) if c.is_ascii_alphabetic() => {
                let Some(node) = nodes.last_mut() else { return fail(at, "';'") };
                let mut name = String::new();
                while let Some(c) = chars.get(at).filter(|c| c.is_ascii_alphabetic()) {
                    // Older forms write lower-case letters between.
                    if c.is_ascii_uppercase() {
                        name.push(*c);
                    }
                    at += 1;
                }
                let mut values = Vec::new();
                loop {
                    while chars.get(at).is_some_and(|c| c.is_whitespace()) {
                        at += 1;
                    }
                    if chars.get(at) != Some(&'[') {
                        break;
                    }
                    at += 1;
                    let mut value = String::new();
                    loop {
                        match chars.get(at) {
                            None => return fail(at, "']'"),
                            Some(']') => break,
                            Some('\\') => {
                                at += 1;
                                value.extend(chars.get(at).filter(|c| **c != '\n'));
                            }
                            Some(c) => value.push(*c),
                        }
                        at += 1;
                    }
                    at += 1;
                    values.push(value);
                    properties += 1;
                    if properties > MOST {
                        return fail(at, "a game of at most 20000 values");
                    }
                }
                if values.is_empty() {
                    return fail(at, "'['");
                }
                node.entry(name).or_default().extend(values);
            }
            Some(_) => return fail(at, "a property, ';', '(' or ')'"),
        }
    }
}

fn point(property: &'static str, value: &str, size: u8) -> Result<Point, SgfError> {
    let lower = value.trim().to_ascii_lowercase();
    let letter = |byte: u8| byte.checked_sub(b'a').filter(|&n| n < size);
    let found = match lower.as_bytes() {
        &[col, row @ b'a'..=b'z'] => {
            letter(col).zip(letter(row)).and_then(|(col, row)| Point::new(col, size - 1 - row))
        }
        _ => lower.parse().ok(),
    };
    let quoted = || value.chars().take(20).flat_map(char::escape_debug).collect();
    let expected = "a point such as hh or h8";
    found.ok_or_else(|| SgfError::Value { property, value: quoted(), expected })
}

/// Reads a game; what its root says of rules and size holds, `rules` where it is silent.
///
/// # Errors
/// The text is not SGF, another game, or a move is not allowed.
pub fn read(text: &str, rules: Rules) -> Result<(Position, Sheet), SgfError> {
    let nodes = nodes(text)?;
    let (Some(root), rest) = (nodes.first(), nodes.get(1..).unwrap_or(&[])) else {
        return Err(SgfError::Syntax { column: 1, expected: "a node" });
    };
    let value = |name: &str| root.get(name).and_then(|values| values.first());
    if let Some(game) = value("GM").filter(|game| game.trim() != "4") {
        return Err(SgfError::Game(game.chars().take(20).collect()));
    }
    let mut rules = rules;
    if let Some(size) = value("SZ") {
        let expected = "5 to 20";
        let number = size.trim().parse().ok().filter(|size| Board::new(*size).is_ok());
        let quoted = size.chars().take(20).collect();
        rules.size = number.ok_or(SgfError::Value { property: "SZ", value: quoted, expected })?;
    }
    // Only files of our own say by which rule the game began; in others the stones simply stand.
    rules.opening = Opening::Free;
    let words = |name: &str| value(name).map_or("", String::as_str).split([' ', ',', ':', ';']);
    for word in words("RU").chain(words("HO")) {
        if let Ok(rule) = word.parse::<Rule>() {
            rules.rule = rule;
        } else if let Ok(opening) = word.parse::<Opening>() {
            rules.opening = opening;
        } else if word.eq_ignore_ascii_case("strict") {
            rules.strict = true;
        }
    }
    let mut position = start(root, rules)?;
    for node in std::iter::once(root).chain(rest) {
        play(node, &mut position)?;
    }
    let mut sheet = Sheet::of(&position);
    let take = |field: &mut String, name: &str| {
        if let Some(value) = value(name) {
            value.clone_into(field);
        }
    };
    take(&mut sheet.date, "DT");
    take(&mut sheet.place, "PC");
    take(&mut sheet.black, "PB");
    take(&mut sheet.white, "PW");
    take(&mut sheet.time, "HT");
    let all = |name: &str| root.get(name).map_or(&[][..], Vec::as_slice);
    for (field, value) in [&mut sheet.used.black, &mut sheet.used.white].into_iter().zip(all("HU"))
    {
        value.clone_into(field);
    }
    for (field, value) in sheet.signatures.iter_mut().zip(all("HS")) {
        value.clone_into(field);
    }
    if let Some(remarks) = value("GC") {
        sheet.remarks = remarks.lines().map(str::to_owned).collect();
    }
    let own = value("HR").and_then(|words| words.parse().ok());
    let told = own.or_else(|| value("RE").and_then(|result| result_of(result)));
    if let (None, Some(Conclusion { outcome, reason })) = (position.conclusion(), told) {
        // The game was going on, so that it can end.
        let _ = position.conclude(outcome, reason);
    }
    sheet.result = position.conclusion();
    Ok((position, sheet))
}

/// Reads `B+R`, `W+5`, `0`, `Draw`.
fn result_of(text: &str) -> Option<Conclusion> {
    let (side, how) = text.trim().split_once('+').unwrap_or((text.trim(), ""));
    let outcome = match side {
        "B" | "b" => Outcome::Win(Color::Black),
        "W" | "w" => Outcome::Win(Color::White),
        "0" | "Draw" | "draw" => Outcome::Draw,
        _ => return None,
    };
    let reason = match how.to_ascii_lowercase().as_str() {
        "r" | "resign" => Reason::Resignation,
        "t" | "time" => Reason::Time,
        "f" | "forfeit" => Reason::Violations,
        _ => Reason::Agreement,
    };
    Some(Conclusion { outcome, reason })
}

/// Sets up what the root sets up.
fn start(root: &Node, rules: Rules) -> Result<Position, SgfError> {
    if !root.contains_key("AB") && !root.contains_key("AW") {
        return Ok(Position::new(rules));
    }
    let points = |name: &'static str| -> Result<Vec<Point>, SgfError> {
        let values = root.get(name).map_or(&[][..], Vec::as_slice);
        values.iter().map(|value| point(name, value, rules.size)).collect()
    };
    let (black, white) = (points("AB")?, points("AW")?);
    let next = match root.get("PL").and_then(|values| values.first()).map(|v| v.trim()) {
        Some("B" | "b" | "black" | "1") => Color::Black,
        Some("W" | "w" | "white" | "2") => Color::White,
        _ if black.len() > white.len() => Color::White,
        _ => Color::Black,
    };
    let board = Board::with_stones(rules.size, black, white).map_err(TextError::from)?;
    Ok(Position::set_up(rules, board, next))
}

fn play(node: &Node, position: &mut Position) -> Result<(), SgfError> {
    let mut act = |action: Action| -> Result<(), SgfError> {
        position.play(action).map_err(|refusal| refused(action, refusal).into())
    };
    // Our own words say everything that a node holds.
    if let Some(words) = node.get("HB") {
        for action in words.iter().map(|words| parse_actions(words)) {
            for action in action.map_err(SgfError::from)? {
                act(action)?;
            }
        }
        return Ok(());
    }
    for (name, color) in [("B", Color::Black), ("W", Color::White)] {
        for value in node.get(name).map_or(&[][..], Vec::as_slice) {
            let is_pass = value.trim().is_empty()
                || value.trim().eq_ignore_ascii_case("tt") && position.board().size() < 20;
            let action = match is_pass {
                true => Action::Pass,
                false => Action::Place(point(name, value, position.board().size())?),
            };
            if position.conclusion().is_some() {
                return Err(refused(action, Refusal::Over).into());
            }
            // A file may leave the pass between two stones of one colour out.
            if position.next_stone() != color && position.check(Action::Pass).is_ok() {
                position.play(Action::Pass).map_err(|refusal| refused(Action::Pass, refusal))?;
            }
            if position.next_stone() != color {
                let expected = "the other colour's move";
                return Err(SgfError::Value { property: name, value: value.clone(), expected });
            }
            position.play(action).map_err(|refusal| refused(action, refusal))?;
        }
    }
    Ok(())
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Writes a game with what its sheet says.
#[must_use]
pub fn write(position: &Position, sheet: &Sheet) -> String {
    let rules = position.rules();
    let size = position.board().size();
    let letters = |point: Point| {
        let letter = |n: u8| char::from(b'a' + n);
        format!("{}{}", letter(point.col()), letter(size - 1 - point.row()))
    };
    let rule = match rules.rule {
        Rule::Renju => "Renju",
        other => other.name(),
    };
    let mut text = format!("(;GM[4]FF[4]CA[UTF-8]AP[Heibai]SZ[{size}]RU[{rule}]");
    // Writing to a string cannot fail, here and below.
    if rules.opening != Opening::Free || rules.strict {
        let strict = if rules.strict { " strict" } else { "" };
        let _ = write!(text, "HO[{}{strict}]", rules.opening.name());
    }
    let mut property = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = write!(text, "{name}[{}]", escape(value));
        }
    };
    property("PB", &sheet.black);
    property("PW", &sheet.white);
    property("DT", &sheet.date);
    property("PC", &sheet.place);
    property("ON", &sheet.opening);
    property("HT", &sheet.time);
    if let Some(conclusion) = sheet.result {
        let result = match conclusion.outcome {
            Outcome::Draw => "0".to_owned(),
            Outcome::Win(color) => {
                let side = if color == Color::Black { 'B' } else { 'W' };
                let how = match conclusion.reason {
                    Reason::Resignation => "R",
                    Reason::Time => "T",
                    Reason::Violations | Reason::Absence => "F",
                    _ => "",
                };
                format!("{side}+{how}")
            }
        };
        property("RE", &result);
    }
    property("GC", &sheet.remarks.join("\n"));
    if let Some(conclusion) = sheet.result {
        property("HR", &conclusion.to_string());
    }
    let used = [sheet.used.black.clone(), sheet.used.white.clone()];
    for (name, values) in [("HU", used.as_slice()), ("HS", sheet.signatures.as_slice())] {
        if values.iter().any(|value| !value.is_empty()) {
            let values: String =
                values.iter().map(|value| format!("[{}]", escape(value))).collect();
            let _ = write!(text, "{name}{values}");
        }
    }
    let origin = position.origin();
    if origin.board().n_stones() > 0 || origin.next_stone() != Color::Black {
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let points: String =
                origin.board().stones(color).map(|p| format!("[{}]", letters(p))).collect();
            if !points.is_empty() {
                let _ = write!(text, "{name}{points}");
            }
        }
        let _ = write!(text, "PL[{}]", if origin.next_stone() == Color::Black { 'B' } else { 'W' });
    }
    for entry in position.history() {
        let action = entry.action;
        match (entry.stone, action) {
            (Some((point, color)), _) => {
                let side = if color == Color::Black { 'B' } else { 'W' };
                let _ = write!(text, ";{side}[{}]", letters(point));
            }
            (None, Action::Pass) => {
                let side = if entry.actor == Color::Black { 'B' } else { 'W' };
                let _ = write!(text, ";{side}[]");
            }
            _ => text.push(';'),
        }
        if !matches!(action, Action::Place(_) | Action::Pass) {
            let _ = write!(text, "HB[{action}]");
        }
    }
    text.push(')');
    text
}
