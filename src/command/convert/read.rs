//! From bytes to games, whatever the notation.

use super::Entry;
use crate::engine::PositionFormat;
use crate::othello::Position;
use crate::othello::notation::ggf::{self, Ending, GgfResult};
use crate::othello::notation::obf::is_comment;
use crate::othello::notation::wthor::Database;
use crate::othello::notation::{parse_position, sgf};

/// What was read: games, or what is wrong with them and where.
pub(super) struct Input {
    pub(super) entries: Vec<Result<Entry, String>>,
    pub(super) year: Option<u16>,
}

/// Reads every game.
pub(super) fn entries(name: &str, bytes: &[u8]) -> Input {
    // Text holds no zero bytes, a database always does.
    if bytes.contains(&0) {
        return database(name, bytes);
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let holds_games = text.match_indices('(').any(|(at, _)| opens_game(text, at));
    let entries = if holds_games { games(name, text) } else { lines(name, text) };
    Input { entries, year: None }
}

fn plain(place: String, position: Position) -> Entry {
    Entry { place, position, black: String::new(), white: String::new(), result: None }
}

fn database(name: &str, bytes: &[u8]) -> Input {
    let database = match Database::parse(bytes) {
        Ok(database) => database,
        Err(error) => {
            return Input { entries: vec![Err(format!("{name}: {error}"))], year: None };
        }
    };
    let entries = (1..).zip(&database.games).map(|(number, record)| {
        let place = format!("{name}: game {number}");
        match record.replay() {
            Ok(position) => Ok(plain(place, position)),
            Err(error) => Err(format!("{place}: {error}")),
        }
    });
    Input { entries: entries.collect(), year: Some(database.year) }
}

/// Returns whether the bracket at `at` is followed by the first node of a game.
fn opens_game(text: &str, at: usize) -> bool {
    text.get(at + 1..).is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// Reads texts in brackets, GGF or SGF.
fn games(name: &str, text: &str) -> Vec<Result<Entry, String>> {
    let parts = (1..).zip(split(text));
    parts
        .map(|(number, part)| {
            let place = format!("{name}: game {number}");
            let game = if sgf::looks_like_game(part) {
                sgf::parse(part).map(|game| {
                    let result = sgf_result(&game.result);
                    (game.position, game.black, game.white, result)
                })
            } else {
                ggf::parse(part).map(|game| (game.position, game.black, game.white, game.result))
            };
            match game {
                Ok((position, black, white, result)) => {
                    Ok(Entry { place, position, black, white, result })
                }
                Err(error) => Err(format!("{place}: {error}")),
            }
        })
        .collect()
}

/// Cuts the games out of a text, each from its first bracket to the one that closes it; brackets inside values do
/// not count.
fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut in_value, mut escaped, mut start) = (0_u32, false, false, 0);
    for (at, letter) in text.char_indices() {
        if in_value {
            in_value = escaped || letter != ']';
            escaped = letter == '\\' && !escaped;
            continue;
        }
        match letter {
            // Between the games may stand anything.
            _ if depth == 0 && !(letter == '(' && opens_game(text, at)) => {}
            '[' => in_value = true,
            '(' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    parts.extend(text.get(start..=at));
                    start = at + 1;
                }
            }
            _ => {}
        }
    }
    // What is left open is not lost: its reader says what is wrong with it.
    let rest = text.get(start..).unwrap_or_default();
    if depth > 0 && !rest.trim().is_empty() {
        parts.push(rest);
    }
    parts
}

/// Reads `B+24`, `W+T`, `0`; whatever else is written is no result.
fn sgf_result(text: &str) -> Option<GgfResult> {
    let text = text.trim();
    if text == "0" || text.eq_ignore_ascii_case("draw") {
        return Some(GgfResult { centidiscs: 0, ending: Ending::Played });
    }
    let (winner, by) = text.split_once('+')?;
    let sign = match winner {
        "B" | "b" => 1,
        "W" | "w" => -1,
        _ => return None,
    };
    let ending = match by.to_ascii_lowercase().as_str() {
        "r" | "resign" => Ending::Resigned,
        "t" | "time" => Ending::Timeout,
        "f" | "forfeit" => Ending::Left,
        number => {
            let discs = number.parse::<i32>().ok().filter(|discs| (1..=64).contains(discs))?;
            return Some(GgfResult { centidiscs: sign * 100 * discs, ending: Ending::Played });
        }
    };
    Some(GgfResult { centidiscs: sign * 6400, ending })
}

/// Reads one game or position a line, or one that stands on several.
fn lines(name: &str, text: &str) -> Vec<Result<Entry, String>> {
    let mut entries: Vec<Result<Entry, String>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !is_comment(line)) {
        let place = format!("{name}: line {number}");
        entries.push(match parse_position(PositionFormat::Any, line.trim()) {
            Ok(parsed) => Ok(plain(place, parsed.position)),
            Err(error) => Err(format!("{place}: {error}")),
        });
    }
    if entries.len() > 1
        && entries.iter().any(Result::is_err)
        && let Ok(parsed) = parse_position(PositionFormat::Any, text.trim())
    {
        return vec![Ok(plain(name.to_owned(), parsed.position))];
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(bytes: &str) -> Vec<usize> {
        let found = entries("x", bytes.as_bytes()).entries;
        found
            .iter()
            .map(|entry| entry.as_ref().map_or(99, |e| e.position.history().len()))
            .collect()
    }

    #[test]
    fn collections_are_cut_at_their_brackets() {
        let ggf = "2 (;GM[Othello]PB[a(b]B[F5]W[D6];)(;GM[Othello]B[F5];)\n1 (;GM[Othello];)";
        assert_eq!(moves(ggf), [2, 1, 0]);
        assert_eq!(moves("(;GM[2]PB[a\\])];B[f5](;W[d6])(;W[f6]))\n(;GM[2];B[fe])"), [2, 1]);
        assert_eq!(moves("a remark [1) (so\n(;GM[2];B[f5]) and ( ;GM[2])"), [1, 0]);
        assert_eq!(moves("(;GM[2];B[f5]"), [99]);
        assert_eq!(moves("(;GM[2];B[a1])(;GM[2];B[d3])"), [99, 1]);
    }

    #[test]
    fn lines_are_games_unless_one_game_fills_them() {
        assert_eq!(moves("f5d6\n% remark\n\nf5f6e6\r\n"), [2, 3]);
        assert_eq!(moves("f5\nd6\nc3\n"), [3]);
        assert_eq!(moves("f5\nxx\n"), [1, 99]);
        assert_eq!(moves(""), [] as [usize; 0]);
    }

    #[test]
    fn results_are_read() {
        let read = |text: &str| sgf_result(text).map(|r| (r.centidiscs, r.ending));
        assert_eq!(read("B+24"), Some((2400, Ending::Played)));
        assert_eq!(read("W+R"), Some((-6400, Ending::Resigned)));
        assert_eq!(read("W+Time"), Some((-6400, Ending::Timeout)));
        assert_eq!(read("0"), Some((0, Ending::Played)));
        for text in ["", "?", "B+", "B+99", "X+3", "Void"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
