//! Problem lines: board, side to move and what is known of the scores.
//!
//! Owns one line; the reader of a file skips the lines [`is_comment`] names and numbers the others.

use nom::character::complete::char;

use crate::othello::notation::board_text::{self, read_discs, set_up};
use crate::othello::notation::cursor::{Cursor, any_move, number, side};
use crate::othello::notation::{NotationError, ParsedPosition};
use crate::othello::{DiscDiff, Position};

/// What Edax writes as the score of no move.
const END_MARKER: i32 = -127;

/// Returns whether a line of a problem file holds no position: it is blank or begins with `%`.
#[must_use]
pub fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('%')
}

/// Reads one line: 64 squares, the side to move, then `;` and `move:score;` pairs or one lone score.
///
/// `--:-127;` ends the pairs and is not a pass. What follows a `%` behind the side is a remark.
///
/// # Errors
/// A part is missing or not understood, a score is beyond 64 discs, a move is named twice or is illegal.
///
/// # Examples
/// ```
/// use heibai::othello::{DiscDiff, notation::obf};
/// let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;";
/// let parsed = obf::parse(line).unwrap();
/// assert_eq!(parsed.scores[0], ("g8".parse().unwrap(), DiscDiff(18)));
/// ```
pub fn parse(text: &str) -> Result<ParsedPosition, NotationError> {
    let mut cursor = Cursor::new(text);
    let discs = read_discs(&mut cursor)?;
    cursor.skip_blanks();
    let side = cursor.require(side, "the side to move (X or O)")?;
    let mut parsed = ParsedPosition::from(set_up(discs, side));
    cursor.skip_blanks();
    let mut separated = cursor.take(char(';')).is_some();
    loop {
        cursor.skip_while(|c| c.is_whitespace() || c == ';');
        if cursor.is_done() || cursor.rest().starts_with('%') {
            return Ok(parsed);
        }
        if !separated {
            return Err(cursor.syntax("';'"));
        }
        read_entry(&mut cursor, &mut parsed)?;
        cursor.skip_blanks();
        separated = cursor.take(char(';')).is_some();
    }
}

/// Writes the present position as a line without scores.
#[must_use]
pub fn write(position: &Position) -> String {
    board_text::write(position) + ";"
}

/// Reads one `move:score` or a lone score.
fn read_entry(cursor: &mut Cursor<'_>, parsed: &mut ParsedPosition) -> Result<(), NotationError> {
    if parsed.position_score.is_some() {
        return Err(cursor.syntax("the end of the line"));
    }
    let before = *cursor;
    if let Some(mv) = cursor.take(any_move) {
        cursor.skip_blanks();
        cursor.require(char(':'), "':' and a score")?;
        cursor.skip_blanks();
        let dashes = before.rest().starts_with("--");
        if dashes && number(cursor.rest()).is_ok_and(|(_, score)| score == END_MARKER) {
            cursor.take(number);
            return end_of_line(*cursor);
        }
        let score = read_score(cursor)?;
        parsed.position.check(mv).map_err(|reason| before.illegal(reason))?;
        if parsed.scores.iter().any(|&(known, _)| known == mv) {
            return Err(before.twice());
        }
        parsed.scores.push((mv, score));
        return Ok(());
    }
    let lone = parsed.scores.is_empty() && cursor.rest().starts_with(is_score_start);
    if !lone {
        return Err(cursor.syntax("a move with its score"));
    }
    parsed.position_score = Some(read_score(cursor)?);
    Ok(())
}

fn is_score_start(letter: char) -> bool {
    letter.is_ascii_digit() || letter == '+' || letter == '-'
}

fn read_score(cursor: &mut Cursor<'_>) -> Result<DiscDiff, NotationError> {
    let before = *cursor;
    match cursor.take(number) {
        Some(score) if score.abs() > 64 => Err(before.score_range()),
        Some(_) if cursor.rest().starts_with(|c: char| c.is_ascii_digit()) => {
            Err(before.score_range())
        }
        Some(score) => Ok(DiscDiff(score)),
        None => Err(cursor.syntax("a score from -64 to +64")),
    }
}

/// Checks that the end marker is the last entry.
fn end_of_line(mut cursor: Cursor<'_>) -> Result<(), NotationError> {
    cursor.skip_while(|c| c.is_whitespace() || c == ';');
    if cursor.is_done() || cursor.rest().starts_with('%') {
        Ok(())
    } else {
        Err(cursor.syntax("the end of the line behind the end marker"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Color, Game, PlayError};
    use crate::othello::Move;

    const HARD: &str = "-OOO------OOOO--XXXOOXXX-XOOOXX-XXXXOOOOOXXOOOO---OXOO---OOOO---";
    /// Black must pass.
    const PASS: &str = "OX--------------------------------------------------------------";

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn pairs_and_the_end_marker_are_read() {
        let parsed = parse(&format!("{HARD} X; E1:+0; F8:-2;h6 : -6 ; --:-127;")).unwrap();
        let expected =
            [(mv("e1"), DiscDiff(0)), (mv("f8"), DiscDiff(-2)), (mv("h6"), DiscDiff(-6))];
        assert_eq!(parsed.scores, expected);
        assert_eq!(parsed.position_score, None);
        assert_eq!(parsed.best_score(), Some(DiscDiff(0)));
        assert_eq!(parsed.position.side_to_move(), Color::Black);
        let marker_alone = parse(&format!("{HARD} X; --:-127")).unwrap();
        assert_eq!(marker_alone.best_score(), None);
    }

    #[test]
    fn a_lone_score_is_read() {
        for tail in ["; +18;", ";+18", "; 18 ;", "; +18; % from a game"] {
            let parsed = parse(&format!("{HARD} O{tail}")).unwrap();
            assert_eq!(parsed.position_score, Some(DiscDiff(18)), "{tail}");
            assert_eq!(parsed.best_score(), Some(DiscDiff(18)));
            assert!(parsed.scores.is_empty());
        }
        for tail in ["", ";", " ;  ", " % remark; +3", "; % remark"] {
            assert_eq!(parse(&format!("{HARD} O{tail}")).unwrap().best_score(), None, "{tail}");
        }
    }

    #[test]
    fn every_letter_form_is_read() {
        let plain = parse(&format!("{HARD} X;")).unwrap();
        let stars = HARD.replace('X', "*").replace('-', ".");
        let letters = HARD.replace('X', "b").replace('O', "w");
        for line in [format!("{stars} *;"), format!("{letters} B;"), format!("{letters}b")] {
            assert_eq!(parse(&line).unwrap(), plain, "{line}");
        }
        let spaced: Vec<String> = HARD.chars().map(String::from).collect();
        assert_eq!(parse(&format!("{} black;", spaced.join(" "))).unwrap(), plain);
    }

    #[test]
    fn a_pass_may_have_a_score() {
        for word in ["PA", "ps", "pass", "--"] {
            let parsed = parse(&format!("{PASS} X; {word}:-60;")).unwrap();
            assert_eq!(parsed.scores, [(Move::Pass, DiscDiff(-60))], "{word}");
        }
        let error = parse(&format!("{HARD} X; --:-12;")).unwrap_err();
        let token = "--".to_owned();
        let reason = PlayError::PassForbidden;
        assert_eq!(error, NotationError::IllegalMove { token, column: 69, reason });
    }

    #[test]
    fn comments_and_blank_lines_are_told() {
        assert!(is_comment(""));
        assert!(is_comment(" \t\r"));
        assert!(is_comment(" % a remark"));
        assert!(!is_comment(HARD));
    }

    #[test]
    fn syntax_errors_name_token_and_column() {
        let syntax = |tail: &str| match parse(&format!("{HARD}{tail}")) {
            Err(NotationError::Syntax { token, column, expected }) => (token, column, expected),
            other => panic!("{tail:?}: {other:?}"),
        };
        assert_eq!(syntax(""), (String::new(), 65, "the side to move (X or O)"));
        assert_eq!(syntax(" ;"), (";".to_owned(), 66, "the side to move (X or O)"));
        assert_eq!(syntax(" X E1:+0"), ("E1".to_owned(), 68, "';'"));
        assert_eq!(syntax(" X; E1+0"), ("+0".to_owned(), 71, "':' and a score"));
        assert_eq!(syntax(" X; E1:z"), ("z".to_owned(), 72, "a score from -64 to +64"));
        assert_eq!(syntax(" X; E1:"), (String::new(), 72, "a score from -64 to +64"));
        assert_eq!(syntax(" X; E1:+0 F8:-2"), ("F8".to_owned(), 75, "';'"));
        assert_eq!(syntax(" X; +3; E1:+3").2, "the end of the line");
        assert_eq!(syntax(" X; E1:+3; +3;"), ("+3".to_owned(), 76, "a move with its score"));
        assert_eq!(syntax(" X; J9:+3;").0, "J9");
        let marker_first = syntax(" X; --:-127; E1:+0;");
        assert_eq!((marker_first.0.as_str(), marker_first.1), ("E1", 78));
    }

    #[test]
    fn other_errors_name_token_and_column() {
        let fail = |tail: &str| parse(&format!("{HARD} X; {tail}")).unwrap_err();
        for (tail, token, column) in [
            ("E1:+65;", "+65", 72),
            ("-65;", "-65", 69),
            ("E1:-127;", "-127", 72),
            ("E1:99999999999;", "99999999999", 72),
        ] {
            let token = token.to_owned();
            assert_eq!(fail(tail), NotationError::ScoreRange { token, column }, "{tail}");
        }
        let token = "e1".to_owned();
        assert_eq!(fail("E1:+0; e1:+0;"), NotationError::Twice { token, column: 76 });
        let (token, reason) = ("a8".to_owned(), PlayError::NoFlip);
        assert_eq!(fail("a8:+0;"), NotationError::IllegalMove { token, column: 69, reason });
        let error = parse(&HARD[1..]).unwrap_err();
        assert_eq!(
            error,
            NotationError::SquareCount { token: String::new(), column: 64, found: 63 }
        );
        let error = parse(&format!("{} X; +3;", &HARD[1..])).unwrap_err();
        assert_eq!(error, NotationError::SquareCount { token: "X".into(), column: 65, found: 63 });
    }
}
