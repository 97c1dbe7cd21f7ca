//! Arguments: colours, vertices and times, read in any case.

use std::time::Duration;

use crate::game::{Color, PASS_WORDS, time};
use crate::protocol::ProtocolError;

/// What any argument that is not understood is answered.
pub(super) const SYNTAX: ProtocolError = ProtocolError::Fixed("syntax error");

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
    Ok(match letter {
        'j'..='z' if !skips_i => format!("{}{row}", char::from(letter as u8 - 1)),
        _ => word,
    })
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

/// Writes a move of the engine as a vertex: letters in upper case, a pass in lower.
pub(super) fn write_vertex(mv: &str, skips_i: bool) -> String {
    match mv.as_bytes() {
        b"pass" => mv.to_owned(),
        &[letter @ b'i'..=b'y', ref row @ ..] if !skips_i && row.iter().all(u8::is_ascii_digit) => {
            let row = String::from_utf8_lossy(row);
            format!("{}{row}", char::from(letter + 1).to_ascii_uppercase())
        }
        _ => mv.to_ascii_uppercase(),
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
        // Words of a game's own are no vertices.
        assert_eq!(write_vertex("swap", false), "SWAP");
    }
}
