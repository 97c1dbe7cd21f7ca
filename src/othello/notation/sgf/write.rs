//! Writing Smart Game Format: one game on one line, squares named as Edax does.

use std::fmt::Write;

use crate::game::{Color, Game};
use crate::othello::bitboard::squares;
use crate::othello::notation::annotated::Annotated;
use crate::othello::notation::ggf::Ending;
use crate::othello::{Move, Position};

/// Writes a game, with its result once it is over; a position that is not the start of play is a set-up.
#[must_use]
pub fn write(position: &Position, black: &str, white: &str) -> String {
    write_annotated(&Annotated::new(position.clone(), black, white))
}

/// Writes a game with its notes as comments, passes as `PA`.
///
/// # Source
/// The dialect is that of Edax: `B[f5]`, passes `B[PA]`.
///
/// # Examples
/// ```
/// use heibai::othello::notation::annotated::Annotated;
/// use heibai::othello::notation::{sgf, transcript};
/// let position = transcript::parse("f5d6").unwrap().position;
/// let game = Annotated { notes: vec![(Some(1.5), None)], ..Annotated::new(position, "anna", "bo [2]") };
/// let text = sgf::write_annotated(&game);
/// assert!(text.starts_with("(;GM[2]FF[4]"), "{text}");
/// assert!(text.ends_with(r"SZ[8]PB[anna]PW[bo [2\]];B[f5]C[+1.50];W[d6])"), "{text}");
/// ```
#[must_use]
pub fn write_annotated(game: &Annotated) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("(;GM[2]FF[4]CA[UTF-8]AP[Heibai:{version}]SZ[8]");
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
        for square in squares(bits) {
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
    use crate::othello::notation::ggf::GgfResult;
    use crate::othello::notation::{board_text, transcript};

    fn game(position: Position, result: Option<GgfResult>) -> Annotated {
        let place = "a\\b]\nc".to_owned();
        Annotated { place, result, ..Annotated::new(position, "a", "b") }
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
            let text =
                write_annotated(&game(position.clone(), Some(GgfResult { centidiscs, ending })));
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
        let text = write_annotated(&game(position, None));
        assert!(text.ends_with("AB[b1]AW[a1]PL[B];B[PA];W[c1])"), "{text}");
    }
}
