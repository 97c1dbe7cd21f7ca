//! A game with names, notes to its moves and a result, for those who keep games: written as GGF by
//! [`ggf::write_annotated`](super::ggf::write_annotated), as SGF here.

use std::fmt::Write;

use super::ggf::{Ending, GgfResult};
use crate::game::{Color, Game};
use crate::othello::{Move, Position};

/// A game to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotated {
    /// The position after the last move, with its history.
    pub position: Position,
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// Where it was played; may be empty.
    pub place: String,
    /// When; may be empty.
    pub date: String,
    /// For each ply of the history, the mover's evaluation in discs and the seconds used; may be shorter.
    pub notes: Vec<(Option<f64>, Option<f64>)>,
    /// How it ended, if it did.
    pub result: Option<GgfResult>,
    /// Words about the end; may be empty.
    pub comment: String,
}

/// Writes a game in Smart Game Format on one line, squares named, notes as comments.
///
/// # Source
/// The dialect is that of Edax: `B[f5]`, passes `B[PA]`.
///
/// # Examples
/// ```
/// use heibai::othello::notation::annotated::{Annotated, write_sgf};
/// use heibai::othello::notation::transcript;
/// let game = Annotated {
///     position: transcript::parse("f5d6").unwrap().position,
///     black: "anna".to_owned(),
///     white: "bo [2]".to_owned(),
///     place: String::new(),
///     date: "2026-01-31".to_owned(),
///     notes: vec![(Some(1.5), None)],
///     result: None,
///     comment: String::new(),
/// };
/// let text = "(;GM[2]FF[4]CA[UTF-8]AP[Heibai]SZ[8]PB[anna]PW[bo [2\\]]DT[2026-01-31];B[f5]C[+1.50];W[d6])";
/// assert_eq!(write_sgf(&game), text);
/// ```
#[must_use]
pub fn write_sgf(game: &Annotated) -> String {
    let mut text = "(;GM[2]FF[4]CA[UTF-8]AP[Heibai]SZ[8]".to_owned();
    let mut tag = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = write!(text, "{name}[{}]", escape(value));
        }
    };
    tag("PB", &game.black);
    tag("PW", &game.white);
    tag("DT", &game.date);
    tag("PC", &game.place);
    tag("RE", &result(game));
    tag("C", &game.comment);
    let origin = game.position.origin();
    if origin != Position::start() {
        set_up(&mut text, &origin);
    }
    for (index, ply) in game.position.history().iter().enumerate() {
        let side = if ply.side == Color::Black { 'B' } else { 'W' };
        let _ = match ply.mv {
            Move::Place(square) => write!(text, ";{side}[{square}]"),
            Move::Pass => write!(text, ";{side}[PA]"),
        };
        let (score, seconds) = game.notes.get(index).copied().unwrap_or_default();
        if score.is_some() || seconds.is_some() {
            let score = score.map(|score| format!("{score:+.2}"));
            let seconds = seconds.map(|seconds| format!("{seconds:.3} s"));
            let words: Vec<String> = score.into_iter().chain(seconds).collect();
            let _ = write!(text, "C[{}]", words.join(", "));
        }
    }
    text + ")"
}

/// Returns the result, `B+24`, `W+T`, `0`.
fn result(game: &Annotated) -> String {
    let Some(result) = game.result else { return String::new() };
    let winner = match result.centidiscs {
        0 => return "0".to_owned(),
        difference if difference > 0 => 'B',
        _ => 'W',
    };
    match result.ending {
        Ending::Played | Ending::Agreed => format!("{winner}+{}", result.centidiscs.abs() / 100),
        Ending::Resigned => format!("{winner}+R"),
        Ending::Timeout => format!("{winner}+T"),
        Ending::Left => format!("{winner}+F"),
    }
}

/// Writes the discs of a set-up and the side to move.
fn set_up(text: &mut String, origin: &Position) {
    let discs = origin.discs();
    for (name, bits) in [("AB", discs.black), ("AW", discs.white)] {
        if bits != 0 {
            text.push_str(name);
        }
        for square in crate::othello::bitboard::squares(bits) {
            let _ = write!(text, "[{square}]");
        }
    }
    let side = if origin.side_to_move() == Color::Black { 'B' } else { 'W' };
    let _ = write!(text, "PL[{side}]");
}

/// Escapes what ends a value; one line stays one line.
fn escape(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.collect::<String>().replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::notation::{board_text, transcript};

    fn game(position: Position, result: Option<GgfResult>) -> Annotated {
        Annotated {
            position,
            black: "a".to_owned(),
            white: "b".to_owned(),
            place: "a\\b]\nc".to_owned(),
            date: String::new(),
            notes: Vec::new(),
            result,
            comment: String::new(),
        }
    }

    #[test]
    fn results_and_escapes_are_written() {
        let position = transcript::parse("f5").unwrap().position;
        for (centidiscs, ending, expected) in [
            (2400, Ending::Played, "RE[B+24]"),
            (-6400, Ending::Timeout, "RE[W+T]"),
            (6400, Ending::Left, "RE[B+F]"),
            (-200, Ending::Resigned, "RE[W+R]"),
            (0, Ending::Played, "RE[0]"),
        ] {
            let text = write_sgf(&game(position.clone(), Some(GgfResult { centidiscs, ending })));
            assert!(text.contains(expected), "{text}");
            assert!(text.contains(r"PC[a\\b\] c]"), "{text}");
        }
    }

    #[test]
    fn set_ups_and_passes_are_written() {
        let board = format!("OX{} X", "-".repeat(62));
        let mut position = board_text::parse(&board).unwrap().position;
        position.play(Move::Pass).unwrap();
        position.play("c1".parse().unwrap()).unwrap();
        let text = write_sgf(&game(position, None));
        assert!(text.ends_with("AB[b1]AW[a1]PL[B];B[PA];W[c1])"), "{text}");
    }
}
