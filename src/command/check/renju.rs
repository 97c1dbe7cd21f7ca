//! The records of Renju: forbidden points, openings, fifth moves, winning lines.

use std::fmt::Write as _;

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use super::{Record, Verdict, text};
use crate::engine::StopFlag;
use crate::game::Color;
use crate::renju::opening::named::{self, Relation};
use crate::renju::opening::symmetry::{are_symmetric, turned};
use crate::renju::oracle::Oracle;
use crate::renju::pattern::{Field, Values};
use crate::renju::vcf::{self, Solver};
use crate::renju::{Board, Kind, Point, Rule, forbidden, fuzz};

/// The size of boards in records without the key `size`.
const SIZE: u8 = 15;

/// Judges a record of Renju.
pub(super) fn judge(record: &Record) -> Option<Result<Verdict, String>> {
    let has = |key: &str| record.contains_key(key);
    if has("point") && has("verdict") {
        return Some(point(record));
    }
    if has("vcf") && has("side") {
        return Some(fours(record));
    }
    if has("symmetric") && has("a") && has("b") {
        return Some(symmetry(record));
    }
    if has("code") && has("romaji") {
        return Some(opening(record));
    }
    None
}

/// `black`, `white`, `point`, `verdict` (`legal`, `forbidden`, `win`) and perhaps `kind`.
fn point(record: &Record) -> Result<Verdict, String> {
    let mut board = board(record)?;
    let point: Point = text(record, "point")?.parse().map_err(|e| format!("point: {e}"))?;
    if !board.is_empty(point) {
        return Err(format!("point: {point} is not empty"));
    }
    let fast = forbidden::kind(&mut board, point);
    let slow = Oracle::new(&board).kind(point);
    if fast != slow {
        return Ok(Verdict::Wrong(format!("{point} is {fast} by table, {slow} by definition")));
    }
    let verdict = match fast {
        Kind::None => "legal",
        Kind::Five => "win",
        _ => "forbidden",
    };
    let claimed = text(record, "verdict")?;
    let kind = record.get("kind").and_then(Value::as_str);
    let found = format!("{point} {verdict} {fast}");
    if claimed != verdict || kind.is_some_and(|kind| kind != fast.name()) {
        let kind = kind.unwrap_or("");
        return Ok(Verdict::Wrong(format!("found {found}, expected {claimed} {kind}")));
    }
    Ok(Verdict::Right(found))
}

/// `moves` (three stones, White's among them), `code`, `romaji`, `chinese` and perhaps `class_`: recognised however the
/// board is turned.
fn opening(record: &Record) -> Result<Verdict, String> {
    let moves = points(record, "moves")?;
    let &[first, second, third] = moves.as_slice() else {
        return Err("moves: expected three points".to_owned());
    };
    let (code, romaji, chinese) =
        (text(record, "code")?, text(record, "romaji")?, text(record, "chinese")?);
    for which in 0..8 {
        let seen = [first, second, third].map(|stone| turned(stone, which, SIZE));
        let Some(named) = named::recognise(seen, SIZE) else {
            return Ok(Verdict::Wrong(format!("{seen:?} is no named opening")));
        };
        let class = if named.is_star() { "star" } else { "moon" };
        let claimed = record.get("class_").and_then(Value::as_str).unwrap_or(class);
        if named.code() != code
            || named.romaji != romaji
            || named.chinese != chinese
            || claimed != class
        {
            let found = format!("{} {} {} {class}", named.code(), named.romaji, named.chinese);
            return Ok(Verdict::Wrong(format!("{seen:?} is {found}")));
        }
    }
    let relation = Relation::of(first, third).map_or("", Relation::chinese);
    Ok(Verdict::Right(format!("{romaji} {chinese} {relation} in 8 orientations")))
}

/// `moves` (four stones from Black's on), `a`, `b` and whether as fifth moves they are `symmetric`.
fn symmetry(record: &Record) -> Result<Verdict, String> {
    let stones: Vec<(Point, Color)> =
        points(record, "moves")?.into_iter().zip(Color::ALL.into_iter().cycle()).collect();
    let read = |key: &str| -> Result<Point, String> {
        text(record, key)?.parse().map_err(|error| format!("{key}: {error}"))
    };
    let (a, b) = (read("a")?, read("b")?);
    let Some(Value::Bool(claimed)) = record.get("symmetric") else {
        return Err("symmetric: expected true or false".to_owned());
    };
    let found = are_symmetric(&stones, a, b);
    let words = |is: bool| if is { "symmetric" } else { "not symmetric" };
    if found != *claimed {
        let (found, claimed) = (words(found), words(*claimed));
        return Ok(Verdict::Wrong(format!("{a} {b} are {found}, expected {claimed}")));
    }
    Ok(Verdict::Right(format!("{a} {b} {}", words(found))))
}

/// Positions that the solver of fours remembers.
const REMEMBERED: usize = 1 << 20;

/// `black`, `white`, `side` to move, `vcf` and, where it is true, the winning `line` and `attacker_moves`, the stones of
/// the shortest: the solver finds a win of that length or, where `vcf` is false, none. Given and found lines are followed
/// stone by stone.
fn fours(record: &Record) -> Result<Verdict, String> {
    let board = board(record)?;
    let attacker = match text(record, "side")? {
        "black" => Color::Black,
        "white" => Color::White,
        other => return Err(format!("side: expected black or white, found {other}")),
    };
    let claimed = match record.get("vcf") {
        Some(Value::Bool(claimed)) => *claimed,
        _ => return Err("vcf: expected true or false".to_owned()),
    };
    let mut given = Vec::new();
    match record.get("line") {
        None | Some(Value::Null) => {}
        Some(Value::Array(names)) => {
            for name in names {
                let name = name.as_str().unwrap_or("").trim_matches(['(', ')']);
                given.push(name.parse::<Point>().map_err(|error| format!("line: {error}"))?);
            }
        }
        Some(other) => return Err(format!("line: expected a list of points, found {other}")),
    }
    if !given.is_empty()
        && let Err(why) = follow(board.clone(), attacker, &given)
    {
        return Ok(Verdict::Wrong(why));
    }
    let mut field = Field::new(&board, Rule::Renju, Values::none());
    let mut solver = Solver::new(REMEMBERED);
    let found = solver.shortest(&mut field, attacker, None, &StopFlag::new());
    Ok(match (found, claimed) {
        (vcf::Verdict::Win(line), true) => match follow(board, attacker, &line) {
            Ok(stones) => match record.get("attacker_moves").and_then(Value::as_u64) {
                Some(expected) if expected != stones => {
                    Verdict::Wrong(format!("a win of {stones} stones found, expected {expected}"))
                }
                _ => Verdict::Right(format!("a win of {stones} stones, {} plies", line.len())),
            },
            Err(why) => Verdict::Wrong(format!("the line found: {why}")),
        },
        (vcf::Verdict::Win(line), false) => {
            let line: Vec<String> = line.iter().map(ToString::to_string).collect();
            Verdict::Wrong(format!("a win found, expected none: {}", line.join(" ")))
        }
        (vcf::Verdict::None, true) => Verdict::Wrong("no win by fours found".to_owned()),
        (vcf::Verdict::None, false) => Verdict::Right("no win by fours".to_owned()),
        (vcf::Verdict::Unknown, _) => Verdict::Unknown("the limit was reached".to_owned()),
    })
}

/// Follows a winning line: every stone of the attacker a four or the last one five, every answer the only one that stops
/// it, no black stone forbidden; an answer that does not help, or that Black may not give, comes right before the end.
/// Returns the attacker's stones.
fn follow(mut board: Board, attacker: Color, line: &[Point]) -> Result<u64, String> {
    let wrong = |at: usize, why: &str| Err(format!("move {} {}: {why}", at + 1, line[at]));
    let mut beaten = false;
    for (at, &point) in line.iter().enumerate() {
        let color = if at % 2 == 0 { attacker } else { !attacker };
        if !board.is_empty(point) {
            return wrong(at, "the point is not empty");
        }
        if forbidden::wins(&board, point, color, Rule::Renju) {
            return match (color == attacker, at + 1 == line.len()) {
                (true, true) => Ok(at as u64 / 2 + 1),
                (true, false) => wrong(at, "five before the end of the line"),
                (false, _) => wrong(at, "the defender makes five"),
            };
        }
        if beaten {
            return wrong(at, "no five");
        }
        if color == Color::Black && forbidden::kind(&mut board, point).is_forbidden() {
            // White's fours may leave Black only a forbidden point, which White then takes.
            if color == attacker {
                return wrong(at, "forbidden");
            }
            if fives(&board, attacker) != [point] {
                return wrong(at, "does not stop the four");
            }
            beaten = true;
            if at + 1 == line.len() {
                return Ok(at as u64 / 2 + 2);
            }
            continue;
        }
        if color == attacker {
            board.put(point, color);
            if !fives(&board, !color).is_empty() {
                return wrong(at, "the defender's five is not stopped");
            }
            if fives(&board, color).is_empty() {
                return wrong(at, "no four");
            }
        } else {
            // Against two points that make five every answer loses.
            let threats = fives(&board, attacker);
            if threats.len() == 1 && threats[0] != point {
                return wrong(at, "does not stop the four");
            }
            beaten = threats.len() > 1;
            board.put(point, color);
        }
    }
    Err("the line ends without five".to_owned())
}

/// Returns the empty points on which a stone of `color` makes a row that wins.
fn fives(board: &Board, color: Color) -> Vec<Point> {
    board.empties().filter(|&point| forbidden::wins(board, point, color, Rule::Renju)).collect()
}

/// Reads `black` and `white`, and the board's `size` if it is told.
fn board(record: &Record) -> Result<Board, String> {
    let size = match record.get("size") {
        None => SIZE,
        Some(size) => size
            .as_u64()
            .and_then(|size| u8::try_from(size).ok())
            .ok_or_else(|| format!("size: expected 5 to 20, found {size}"))?,
    };
    let (black, white) = (points(record, "black")?, points(record, "white")?);
    Board::with_stones(size, black, white).map_err(|error| error.to_string())
}

fn points(record: &Record, key: &str) -> Result<Vec<Point>, String> {
    let Some(Value::Array(names)) = record.get(key) else {
        return Err(format!("{key}: expected a list of points"));
    };
    let point = |name: &Value| match name {
        Value::String(name) => name.parse().map_err(|error| format!("{key}: {error}")),
        other => Err(format!("{key}: expected a point, found {other}")),
    };
    names.iter().map(point).collect()
}

/// Judges random points by table and by definition; the lines to print, and whether all agree.
pub(super) fn random(points: u64, seed: u64) -> (Vec<String>, bool) {
    match fuzz::compare(&mut ChaCha8Rng::seed_from_u64(seed), points) {
        Ok(counts) => {
            let kinds = [Kind::None, Kind::ThreeThree, Kind::FourFour, Kind::Overline, Kind::Five];
            let mut line = format!("points {points} seed {seed} differences 0");
            for kind in kinds {
                // Writing to a string cannot fail.
                let _ = write!(line, " {kind} {}", counts[kind as usize]);
            }
            (vec![line], true)
        }
        Err(difference) => {
            let mut lines: Vec<String> =
                format!("{:?}", difference.board).lines().map(str::to_owned).collect();
            lines.push(format!(
                "{}: {:?} by table, {:?} by definition",
                difference.point, difference.fast, difference.slow
            ));
            (lines, false)
        }
    }
}
