//! The record sheet: what players write down, as text.
//!
//! Owns the fields of the document's sheet and the numbering of moves: `○3` for a black stone, `4.` for a white one, in
//! the order played, passes counted. [`write()`] and [`read`] are inverse.

use std::fmt::Write as _;
use std::str::FromStr;

use crate::game::{ByColor, Color, Outcome};
use crate::renju::notation::{TextError, parse_action, refused};
use crate::renju::opening::{Opening, Step};
use crate::renju::{Action, Conclusion, Point, Points, Position, Reason, Rule, Rules};

/// What a sheet says beside the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// 日期.
    pub date: String,
    /// 时间.
    pub time: String,
    /// 地点.
    pub place: String,
    /// 开局名称: number and names of the opening.
    pub opening: String,
    /// Black's player at the end of the opening, 黑方.
    pub black: String,
    /// White's player, 白方.
    pub white: String,
    /// 比赛用时 of each side.
    pub used: ByColor<String>,
    /// 比赛结果.
    pub result: Option<Conclusion>,
    /// Signatures of Black, White and the referee, 签字.
    pub signatures: [String; 3],
    /// 备注: remarks, appeals among them.
    pub remarks: Vec<String>,
}

impl Sheet {
    /// Fills in what the game itself tells.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let opening = position.opening().map_or_else(String::new, |named| {
            format!("{} {} {}", named.code(), named.romaji, named.chinese)
        });
        Sheet { opening, result: position.conclusion(), ..Sheet::default() }
    }

    /// Returns the fields that a finished game's sheet lacks.
    #[must_use]
    pub fn missing(&self) -> Vec<&'static str> {
        [
            ("date", self.date.is_empty()),
            ("time", self.time.is_empty()),
            ("place", self.place.is_empty()),
            ("black", self.black.is_empty()),
            ("white", self.white.is_empty()),
            ("used", self.used.black.is_empty() || self.used.white.is_empty()),
            ("result", self.result.is_none()),
            ("signatures", self.signatures.iter().any(String::is_empty)),
        ]
        .into_iter()
        .filter_map(|(name, missing)| missing.then_some(name))
        .collect()
    }
}

/// What a player must have written when he makes his next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    /// Everything up to the move before.
    Write,
    /// Nothing now: less than five minutes are left, or it is byo-yomi. The sheet is completed at the end.
    Exempt,
    /// The whole game: it is over.
    Complete,
}

/// Returns what a player owes the sheet.
///
/// # Examples
/// ```
/// use heibai::renju::record::{Duty, duty};
/// assert_eq!(duty(true, false), Duty::Exempt);
/// assert_eq!(duty(true, true), Duty::Complete);
/// ```
#[must_use]
pub const fn duty(is_exempt: bool, is_over: bool) -> Duty {
    match (is_over, is_exempt) {
        (true, _) => Duty::Complete,
        (false, true) => Duty::Exempt,
        (false, false) => Duty::Write,
    }
}

/// Why a sheet was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A line is neither a field nor moves.
    #[error("line {line}: expected a field such as 'date: ...' or moves, found '{found}'")]
    Line {
        /// Which, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// A field holds what it cannot.
    #[error("line {line}: {field}: expected {expected}, found '{found}'")]
    Field {
        /// Which line, from 1.
        line: usize,
        /// Which field.
        field: &'static str,
        /// What could stand there.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// A move's number is not the next one.
    #[error("line {line}: expected move {expected}, found '{found}'")]
    Number {
        /// Which line, from 1.
        line: usize,
        /// The number that is next.
        expected: usize,
        /// What stands there.
        found: String,
    },
    /// A move is not allowed.
    #[error("move {number}: {error}")]
    Move {
        /// Which, from 1.
        number: usize,
        /// Why.
        error: TextError,
    },
}

/// Field names, each with its Chinese one.
const FIELDS: [(&str, &str); 15] = [
    ("rules", "规则"),
    ("date", "日期"),
    ("time", "时间"),
    ("place", "地点"),
    ("opening", "开局"),
    ("swapped", "交换"),
    ("declared", "声明"),
    ("5A", "五手去子"),
    ("draws", "提和"),
    ("black", "黑方"),
    ("white", "白方"),
    ("used", "用时"),
    ("result", "结果"),
    ("signatures", "签字"),
    ("remarks", "备注"),
];

/// Writes a game that began at the start of a game and its sheet.
#[must_use]
pub fn write(position: &Position, sheet: &Sheet) -> String {
    let rules = position.rules();
    let mut text = String::new();
    let mut field = |name: &str, value: &str| {
        let chinese = FIELDS.iter().find(|(known, _)| *known == name).map_or("", |(_, c)| c);
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "{}", format!("{name} {chinese}: {}", one_line(value)).trim_end());
    };
    let strict = if rules.strict { " strict" } else { "" };
    field(
        "rules",
        &format!("{} {} {}{strict}", rules.rule.name(), rules.opening.name(), rules.size),
    );
    field("date", &sheet.date);
    field("time", &sheet.time);
    field("place", &sheet.place);
    field("opening", &sheet.opening);
    let swaps = swaps(position);
    let words: Vec<String> = swaps.iter().map(usize::to_string).collect();
    let swapped =
        if swaps.is_empty() { "no".to_owned() } else { format!("yes after {}", words.join(" ")) };
    field("swapped", &swapped);
    if position.declared() > 0 {
        field("declared", &position.declared().to_string());
    }
    field("5A", &position.removed().to_string());
    let offers = offers(position);
    if !offers.is_empty() {
        let words: Vec<String> = offers.iter().map(usize::to_string).collect();
        field("draws", &format!("offered after {}", words.join(" ")));
    }
    field("black", &sheet.black);
    field("white", &sheet.white);
    field("used", &slashed(&[&sheet.used.black, &sheet.used.white]));
    field("result", &sheet.result.map_or_else(String::new, |result| result.to_string()));
    let signatures: Vec<&String> = sheet.signatures.iter().collect();
    field("signatures", &slashed(&signatures));
    for remark in &sheet.remarks {
        field("remarks", remark);
    }
    let mut line = String::new();
    for (number, (color, point)) in (1..).zip(position.moves()) {
        let mv = point.map_or_else(|| "pass".to_owned(), |point| point.to_string());
        let cell = match color {
            Color::Black => format!("○{number} {mv}"),
            Color::White => format!("{number}. {mv}"),
        };
        if number % 2 == 0 {
            let _ = writeln!(text, "{line:<12}{cell}");
            line.clear();
        } else {
            line = cell;
        }
    }
    if !line.is_empty() {
        let _ = writeln!(text, "{line}");
    }
    text
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Joins values by slashes; nothing if all are empty.
fn slashed(values: &[&String]) -> String {
    if values.iter().all(|value| value.is_empty()) {
        return String::new();
    }
    let values: Vec<String> =
        values.iter().map(|value| one_line(value).replace('/', "-")).collect();
    values.join(" / ")
}

/// Returns after how many moves the colours were exchanged.
fn swaps(position: &Position) -> Vec<usize> {
    let mut moves = 0;
    let mut swaps = Vec::new();
    for entry in position.history() {
        if entry.action == Action::Swap {
            swaps.push(moves);
        }
        moves += usize::from(entry.stone.is_some() || entry.action == Action::Pass);
    }
    swaps
}

/// Returns after how many moves a draw was offered.
fn offers(position: &Position) -> Vec<usize> {
    let mut moves = 0;
    let mut offers = Vec::new();
    let mut is_open = false;
    for entry in position.history() {
        // The second one running accepts the first.
        is_open = entry.action == Action::Draw && !is_open;
        if is_open {
            offers.push(moves);
        }
        moves += usize::from(entry.stone.is_some() || entry.action == Action::Pass);
    }
    offers
}

/// A move as it stands on a sheet.
#[derive(Clone, Copy)]
struct Move {
    /// Which line, from 1.
    line: usize,
    color: Color,
    action: Action,
}

/// What a sheet tells of the game beside its moves.
#[derive(Default)]
struct Beginning {
    swaps: Vec<usize>,
    declared: u8,
    removed: Points,
    draws: Vec<usize>,
}

/// Reads a sheet; fields may be missing, named in English or Chinese, and stand in any order.
///
/// # Errors
/// A line is not understood or a move is not allowed.
pub fn read(text: &str) -> Result<(Position, Sheet), RecordError> {
    let mut rules = Rules::document();
    let mut sheet = Sheet::default();
    let mut beginning = Beginning::default();
    let mut moves: Vec<Move> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim().trim_start_matches('\u{feff}');
        if content.is_empty() {
            continue;
        }
        if content.starts_with('○')
            || content.starts_with(|c: char| c.is_ascii_digit()) && !content.starts_with("5A")
        {
            read_moves(content, line, &mut moves)?;
            continue;
        }
        let split = content.split_once([':', '：']);
        let known = split.and_then(|(name, value)| {
            let (name, value) = (name.trim(), value.trim());
            let first = name.split_whitespace().next().unwrap_or("");
            let is = |(english, chinese): &&(&'static str, &str)| {
                first.eq_ignore_ascii_case(english) || first == *chinese
            };
            FIELDS.iter().find(is).map(|(english, _)| (*english, value))
        });
        let Some((field, value)) = known else {
            let found = content.chars().take(40).collect();
            return Err(RecordError::Line { line, found });
        };
        let bad = |expected: &'static str| RecordError::Field {
            line,
            field,
            expected,
            found: value.chars().take(40).collect(),
        };
        let parts: Vec<String> = value.split('/').map(|part| part.trim().to_owned()).collect();
        let part = |index: usize| parts.get(index).cloned().unwrap_or_default();
        match field {
            "rules" => {
                rules = read_rules(value).ok_or_else(|| bad("rule, opening and size"))?;
            }
            "date" => value.clone_into(&mut sheet.date),
            "time" => value.clone_into(&mut sheet.time),
            "place" => value.clone_into(&mut sheet.place),
            "opening" => value.clone_into(&mut sheet.opening),
            "black" => value.clone_into(&mut sheet.black),
            "white" => value.clone_into(&mut sheet.white),
            "used" => sheet.used = ByColor { black: part(0), white: part(1) },
            "signatures" => sheet.signatures = [part(0), part(1), part(2)],
            "remarks" if value.is_empty() => {}
            "remarks" => sheet.remarks.push(value.to_owned()),
            "declared" => {
                beginning.declared = value.parse().map_err(|_| bad("a number"))?;
            }
            "5A" => {
                let points: Result<Vec<Point>, _> =
                    value.split_whitespace().map(str::parse).collect();
                let points = points.map_err(|_| bad("points"))?;
                beginning.removed = points.into_iter().collect();
            }
            "swapped" => {
                beginning.swaps = read_swaps(value).ok_or_else(|| bad("'no' or 'yes after 3'"))?;
            }
            "draws" => {
                let words = value.strip_prefix("offered after").unwrap_or(value);
                let numbers: Result<Vec<usize>, _> =
                    words.split_whitespace().map(str::parse).collect();
                beginning.draws = numbers.map_err(|_| bad("such as 'offered after 12'"))?;
            }
            _ if value.is_empty() => {}
            _ => {
                let expected = "such as 'black wins by five' or 'draw by two passes'";
                sheet.result = Some(value.parse().map_err(|()| bad(expected))?);
            }
        }
    }
    let mut position = replay(rules, &beginning, &moves)?;
    if let (None, Some(Conclusion { outcome, reason })) = (position.conclusion(), sheet.result) {
        let last = match reason {
            Reason::Forbidden(_) => Some(Action::Claim(None)),
            Reason::DrawOffer if position.draw_offer().is_some() => Some(Action::Draw),
            _ => None,
        };
        if last.is_none_or(|action| position.play(action).is_err()) {
            // The game was going on, so that it can end.
            let _ = position.conclude(outcome, reason);
        }
    }
    sheet.result = position.conclusion();
    Ok((position, sheet))
}

fn read_rules(value: &str) -> Option<Rules> {
    let mut rules = Rules::document();
    for word in value.split_whitespace() {
        if let Ok(rule) = word.parse::<Rule>() {
            rules.rule = rule;
        } else if let Ok(opening) = word.parse::<Opening>() {
            rules.opening = opening;
        } else if word.eq_ignore_ascii_case("strict") {
            rules.strict = true;
        } else {
            rules.size = word.parse().ok().filter(|size| (5..=20).contains(size))?;
        }
    }
    Some(rules)
}

fn read_swaps(value: &str) -> Option<Vec<usize>> {
    match value.to_ascii_lowercase().as_str() {
        "" | "no" | "否" => Some(Vec::new()),
        // The document's own sheet has a box to tick: the swap after three.
        "yes" | "是" => Some(vec![3]),
        other => {
            other.strip_prefix("yes after")?.split_whitespace().map(|n| n.parse().ok()).collect()
        }
    }
}

/// Reads moves such as `○1 h8  2. h9`.
fn read_moves(content: &str, line: usize, moves: &mut Vec<Move>) -> Result<(), RecordError> {
    let mut words = content.split_whitespace();
    while let Some(word) = words.next() {
        let expected = moves.len() + 1;
        let number = |found: &str| RecordError::Number {
            line,
            expected,
            found: found.chars().take(20).collect(),
        };
        let (color, rest) = match word.strip_prefix('○') {
            Some(rest) => (Color::Black, rest),
            None => (Color::White, word),
        };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (count, behind) = rest.split_at(digits);
        let behind = match color {
            Color::Black => behind,
            Color::White => behind.strip_prefix('.').ok_or_else(|| number(word))?,
        };
        if count.parse() != Ok(expected) {
            return Err(number(word));
        }
        let mv = if behind.is_empty() { words.next().unwrap_or("") } else { behind };
        let action =
            parse_action(mv).map_err(|error| RecordError::Move { number: expected, error })?;
        moves.push(Move { line, color, action });
    }
    Ok(())
}

/// Plays what a sheet holds, the opening's other actions put in.
fn replay(rules: Rules, beginning: &Beginning, moves: &[Move]) -> Result<Position, RecordError> {
    let mut position = Position::new(rules);
    for (index, &Move { line, color, action }) in moves.iter().enumerate() {
        let number = index + 1;
        let play = |position: &mut Position, action: Action| {
            position
                .play(action)
                .map_err(|refusal| RecordError::Move { number, error: refused(action, refusal) })
        };
        open(&mut position, beginning, index, Some(action), &play)?;
        let by = if action == Action::Pass { position.actor() } else { position.next_stone() };
        if by != color && position.conclusion().is_none() {
            let found = format!("a {color} stone");
            return Err(RecordError::Number { line, expected: number, found });
        }
        let chosen = match (position.steps().next(), action) {
            (Some(Step::Choose { .. }), Action::Place(point)) => Action::Choose(point),
            _ => action,
        };
        play(&mut position, chosen)?;
        if beginning.draws.contains(&number) {
            play(&mut position, Action::Draw)?;
        }
    }
    let end = moves.len();
    let play = |position: &mut Position, action: Action| {
        position.play(action).map_err(|refusal| RecordError::Move {
            number: end + 1,
            error: refused(action, refusal),
        })
    };
    open(&mut position, beginning, end, None, &play)?;
    Ok(position)
}

/// Takes the steps of the opening that put no stone, as far as the sheet tells them.
fn open(
    position: &mut Position,
    beginning: &Beginning,
    index: usize,
    next: Option<Action>,
    play: &dyn Fn(&mut Position, Action) -> Result<(), RecordError>,
) -> Result<(), RecordError> {
    let swapped = beginning.swaps.contains(&index);
    let mut asked = false;
    loop {
        let steps: Vec<Step> = position.steps().collect();
        let has = |wanted: fn(&Step) -> bool| steps.iter().any(wanted);
        let is_offer = has(|step| matches!(step, Step::Offer { .. }));
        let may_place = has(|step| matches!(step, Step::Place { .. })) && next.is_some();
        let kept = match next {
            Some(Action::Place(point)) => Some(point),
            _ => None,
        };
        let action = if is_offer && (steps.len() == 1 || !beginning.removed.is_empty()) {
            // At the end of the moves an offer may be open: a sheet does not tell it.
            let Some(kept) = kept else { return Ok(()) };
            Action::Offer([kept].into_iter().chain(beginning.removed.iter()).collect())
        } else if has(|step| matches!(step, Step::Swap { .. })) && !asked && (swapped || !may_place)
        {
            asked = true;
            match (swapped, next) {
                (true, _) => Action::Swap,
                (false, Some(_)) => Action::NoSwap,
                (false, None) => return Ok(()),
            }
        } else if has(|step| matches!(step, Step::Declare { .. })) && beginning.declared > 0 {
            Action::Declare(beginning.declared)
        } else {
            return Ok(());
        };
        play(position, action)?;
    }
}

impl FromStr for Conclusion {
    type Err = ();

    /// Reads `black wins by five`, `draw by agreement`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (who, reason) = text.split_once(" by ").ok_or(())?;
        let outcome = match who.trim().to_ascii_lowercase().as_str() {
            "black wins" => Outcome::Win(Color::Black),
            "white wins" => Outcome::Win(Color::White),
            "draw" => Outcome::Draw,
            _ => return Err(()),
        };
        Ok(Conclusion { outcome, reason: Reason::from_words(reason.trim()).ok_or(())? })
    }
}
