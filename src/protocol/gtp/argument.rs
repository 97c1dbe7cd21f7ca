//! Arguments: colours, vertices and times, read in any case.

use std::time::Duration;

use crate::game::{Color, PASS_WORDS, time};
use crate::protocol::ProtocolError;

/// What any argument that is not understood is answered.
pub(super) const SYNTAX: ProtocolError = ProtocolError::Fixed("syntax error");

/// What a vertex is answered that no board has.
const OFF_BOARD: ProtocolError = ProtocolError::Fixed("illegal move");

/// Reads `b`, `black`, `w` or `white`.
pub(super) fn color(word: Option<&str>) -> Result<Color, ProtocolError> {
    maybe_color(word).ok_or(SYNTAX)
}

pub(super) fn maybe_color(word: Option<&str>) -> Option<Color> {
    match word?.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Reads a letter and a number, or a pass in any spelling, as the engine spells it: a vertex leaves out the
/// letter i, and so does the engine if it `skips_i`.
pub(super) fn vertex(word: Option<&str>, skips_i: bool) -> Result<String, ProtocolError> {
    let word = word.ok_or(SYNTAX)?.to_ascii_lowercase();
    if PASS_WORDS.contains(&word.as_str()) {
        return Ok("pass".to_owned());
    }
    let mut letters = word.chars();
    let letter = letters.next().unwrap_or_default();
    let file = letter.is_ascii_lowercase();
    let row = letters.as_str();
    let digits = !row.is_empty() && row.len() <= 2 && row.bytes().all(|byte| byte.is_ascii_digit());
    if !file || !digits {
        return Err(SYNTAX);
    }
    match letter {
        'j'..='z' if !skips_i => Ok(format!("{}{row}", char::from(letter as u8 - 1))),
        // No column has this letter: it is not that of the engine.
        'i' if !skips_i => Err(OFF_BOARD),
        _ => Ok(word),
    }
}

/// The first words of what an opening or the end of a game asks for beside vertices.
const STEPS: [&str; 7] = ["swap", "noswap", "declare", "offer", "choose", "claim", "draw"];

/// Reads a move: a vertex, a pass, or in games that have openings one of their steps with its points, as
/// [`write_vertex`] writes it.
pub(super) fn game_move<'a>(
    mut words: impl Iterator<Item = &'a str>,
    is_go: bool,
    skips_i: bool,
) -> Result<String, ProtocolError> {
    let first = words.next();
    let step = first.map(str::to_ascii_lowercase).filter(|word| STEPS.contains(&word.as_str()));
    match step.filter(|_| !is_go) {
        None => vertex(first, skips_i),
        Some(mut step) => {
            for word in words {
                step.push(' ');
                step.push_str(&with_points(&word.to_ascii_lowercase(), skips_i)?);
            }
            Ok(step)
        }
    }
}

/// Rewrites every vertex among the words of `text` as the engine spells it; other words stay.
pub(super) fn with_points(text: &str, skips_i: bool) -> Result<String, ProtocolError> {
    let word = |word| match vertex(Some(word), skips_i) {
        Err(error) if error == OFF_BOARD => Err(error),
        point => Ok(point.unwrap_or_else(|_| word.to_owned())),
    };
    let words: Vec<String> = text.split_whitespace().map(word).collect::<Result<_, _>>()?;
    Ok(words.join(" "))
}

/// Reads a number with or without a fraction, a negative one too.
pub(super) fn number(word: Option<&str>) -> Result<f64, ProtocolError> {
    let number = word.ok_or(SYNTAX)?.parse::<f64>().map_err(|_| SYNTAX)?;
    if number.is_finite() { Ok(number) } else { Err(SYNTAX) }
}

/// Reads seconds; negative ones are none.
pub(super) fn seconds(word: Option<&str>) -> Result<Duration, ProtocolError> {
    number(word).map(time::seconds)
}

/// Reads a number of moves or periods; negative ones are none.
pub(super) fn count(word: Option<&str>) -> Result<u32, ProtocolError> {
    number(word).map(|number| number as u32)
}

/// Writes a move of the engine: points as vertices in upper case, words such as a pass or the step of an opening in
/// lower case.
pub(super) fn write_vertex(mv: &str, skips_i: bool) -> String {
    let word = |word: &str| {
        let is_point = word.len() > 1 && word.bytes().skip(1).all(|byte| byte.is_ascii_digit());
        match is_point {
            true => shifted(word, skips_i).to_ascii_uppercase(),
            false => word.to_owned(),
        }
    };
    mv.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Rewrites the points and the letters of the columns in a drawing or sentence of the engine, which leave out the
/// letter i then as a vertex does.
pub(super) fn write_drawing(text: &str, skips_i: bool) -> String {
    let is_letter =
        |word: &str| word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let line = |line: &str| {
        let are_columns = line.split_whitespace().all(is_letter);
        let word = |word: &str| match word.as_bytes() {
            &[letter @ b'i'..=b'y'] if are_columns && !skips_i => {
                char::from(letter + 1).to_string()
            }
            [_, _, ..] => shifted(word, skips_i),
            _ => word.to_owned(),
        };
        line.split(' ').map(word).collect::<Vec<_>>().join(" ")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Moves the letter of a point from i on to the next one, if the engine's letters do not leave out the i.
fn shifted(word: &str, skips_i: bool) -> String {
    match word.as_bytes() {
        &[letter @ b'i'..=b'y', ref row @ ..]
            if !skips_i && !row.is_empty() && row.iter().all(u8::is_ascii_digit) =>
        {
            format!("{}{}", char::from(letter + 1), &word[1..])
        }
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_leave_out_the_letter_i() {
        for (word, engine, skips_i) in [
            ("D4", "d4", false),
            ("J10", "i10", false),
            ("P1", "o1", false),
            ("J10", "j10", true),
            ("Z25", "z25", true),
            ("pass", "pass", false),
        ] {
            assert_eq!(vertex(Some(word), skips_i), Ok(engine.to_owned()));
            assert_eq!(write_vertex(engine, skips_i), word);
        }
        // Words of a game's own are no vertices, but those among them are.
        for (engine, words) in
            [("swap", "swap"), ("offer h8 i9 o1", "offer H8 J9 P1"), ("declare 3", "declare 3")]
        {
            assert_eq!(write_vertex(engine, false), words);
            let read = with_points(words, false).unwrap();
            assert_eq!(read.to_ascii_lowercase(), engine);
            for words in [words.to_owned(), words.to_ascii_uppercase()] {
                let read = game_move(words.split(' '), false, false);
                assert_eq!(read.as_deref(), Ok(engine), "{words}");
                assert_eq!(game_move(words.split(' '), true, true), Err(SYNTAX), "{words}");
            }
        }
        assert_eq!(game_move("J9 more".split(' '), false, false).as_deref(), Ok("i9"));
        assert_eq!(game_move("dance".split(' '), false, false), Err(SYNTAX));
        assert_eq!(game_move("choose I9".split(' '), false, false), Err(OFF_BOARD));
        assert_eq!(game_move("".split_whitespace(), false, false), Err(SYNTAX));
        assert_eq!(with_points("dead J9 PASS", true), Ok("dead j9 pass".to_owned()));
        for off_board in ["i8", "I8"] {
            assert_eq!(vertex(Some(off_board), false), Err(OFF_BOARD));
            assert_eq!(with_points(&format!("choose {off_board}"), false), Err(OFF_BOARD));
        }
    }

    #[test]
    fn drawings_leave_out_the_letter_i() {
        let drawing = "   a h i j\n 2 . X . O\nfen 2/o2x b\nside black\nforbidden h8 33 i9 44";
        assert_eq!(
            write_drawing(drawing, false),
            "   a h j k\n 2 . X . O\nfen 2/o2x b\nside black\nforbidden h8 33 j9 44"
        );
        assert_eq!(write_drawing(drawing, true), drawing);
    }
}
