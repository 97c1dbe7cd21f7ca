//! What a game of Go has beside moves, in words: handicap, resignation, resumption and agreements.

use crate::engine::EngineError;
use crate::game::Color;
use crate::go::{ActionError, ParsePointError, Point, Position, handicap};

const ACTIONS: &str = "handicap, setup, turn, resign, resume, confirm, no-result or both-lose";

fn refused(error: ActionError) -> EngineError {
    EngineError::Refused(error.to_string())
}

fn syntax(expected: &str, found: Option<&str>) -> EngineError {
    let found: String = found.unwrap_or("").chars().take(40).flat_map(char::escape_debug).collect();
    EngineError::Syntax(format!("action: expected {expected}, found '{found}'"))
}

fn color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Does what `text` says and returns what there is to tell of it.
pub(super) fn run(position: &mut Position, text: &str) -> Result<String, EngineError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (name, words) = words.split_first().map_or(("", &[][..]), |(name, rest)| (*name, rest));
    let side = position.side_to_move();
    // Who does it: the side to move unless another is named.
    let who = || match words {
        [] => Ok(side),
        &[word] => color(word).ok_or_else(|| syntax("black or white", Some(word))),
        &[_, word, ..] => Err(syntax("the end of the line", Some(word))),
    };
    let nobody = || match words.first() {
        None => Ok(()),
        word => Err(syntax("the end of the line", word.copied())),
    };
    match name {
        "handicap" => return give_handicap(position, words),
        "setup" => set_up(position, words)?,
        "turn" => {
            let side = who()?;
            position.set_up(Vec::new(), 0, side).map_err(refused)?;
        }
        "resign" => position.resign(who()?).map_err(refused)?,
        // Whoever would be to move has just seen the other side pass, and asks.
        "resume" => position.resume(who()?).map_err(refused)?,
        "confirm" => nobody().and_then(|()| position.confirm().map_err(refused))?,
        "no-result" => nobody().and_then(|()| position.no_result().map_err(refused))?,
        "both-lose" => nobody().and_then(|()| position.both_lose().map_err(refused))?,
        _ => return Err(syntax(ACTIONS, Some(name))),
    }
    Ok(String::new())
}

/// Reads `fixed N`, `free N` or `at V V...` and answers with the points.
fn give_handicap(position: &mut Position, words: &[&str]) -> Result<String, EngineError> {
    let number = |word: Option<&&str>| {
        let word = word.copied();
        let stones = word.and_then(|word| word.parse::<u32>().ok());
        stones.ok_or_else(|| syntax("a number of stones", word))
    };
    let points = match words {
        ["fixed", rest @ ..] => handicap::fixed(position.board(), number(rest.first())?),
        ["free", rest @ ..] => handicap::free(position.board(), number(rest.first())?),
        ["at", names @ ..] => {
            let points: Result<Vec<Point>, ParsePointError> =
                names.iter().map(|name| name.parse()).collect();
            points.map_err(|_| ActionError::Points)
        }
        _ => return Err(syntax("fixed, free or at", words.first().copied())),
    };
    // That the board is not empty is told before that the number is wrong.
    let points = match points {
        Err(error) if position.is_fresh() => return Err(refused(error)),
        points => points.unwrap_or_default(),
    };
    position.give_handicap(&points).map_err(refused)?;
    if words.first() == Some(&"at") {
        return Ok(String::new());
    }
    let names: Vec<String> = points.iter().map(Point::to_string).collect();
    Ok(names.join(" "))
}

/// Reads `C V C V...`, with `empty` for C where a point is emptied.
fn set_up(position: &mut Position, words: &[&str]) -> Result<(), EngineError> {
    let mut points = Vec::new();
    for pair in words.chunks(2) {
        let [word, name] = *pair else { return Err(syntax("a point", None)) };
        let stone = match word {
            "empty" => None,
            word => Some(color(word).ok_or_else(|| syntax("black, white or empty", Some(word)))?),
        };
        let point = name.parse().map_err(|_| syntax("a point", Some(name)))?;
        points.push((stone, point));
    }
    let side = position.side_to_move();
    position.set_up(points, 0, side).map_err(refused)
}
