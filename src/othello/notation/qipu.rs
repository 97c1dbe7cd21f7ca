//! The record form of Chinese Othello boards: a set-up in brackets, then moves.
//!
//! Owns brackets, tags and the letter case of the set-up; the moves are a transcript's.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{anychar, multispace0, one_of};
use nom::combinator::{opt, value};
use nom::{IResult, Parser};

use crate::game::{ByColor, Color, Game};
use crate::othello::Position;
use crate::othello::bitboard::squares;
use crate::othello::notation::board_text::{infer_side, set_up};
use crate::othello::notation::cursor::{Cursor, square};
use crate::othello::notation::transcript::{self, peek_move, play_moves};
use crate::othello::notation::{NotationError, ParsedPosition};

const OPENING: &str = "[qipu]";
const CLOSING: &str = "[/qipu]";
/// The word for a game's record; a colon follows.
const HEADING: &str = "谱";

/// Reads `(D1E1f1…)f8…`, or a plain transcript from the start.
///
/// The bracket names every disc on the board, a black one by a capital letter, a white one by a small letter.
/// The moves behind it alternate whatever their case, left-out passes inserted; Black begins unless only White
/// can make the first, and without moves unless he must pass. `[qipu]…[/qipu]`, a leading `谱:` and full-width
/// brackets and colons are read too; behind the closing tag a caption may stand, and the same game again.
///
/// # Errors
/// A bracket is left open, a square is named twice, a token is no square or move, a move breaks a rule, or
/// another game stands behind the closing tag.
///
/// # Examples
/// ```
/// use heibai::othello::notation::qipu;
/// let parsed = qipu::parse("谱:（D1E1F1D2E2f2D3E3f3D4E4f4D5E5f5D6e6f6D7E7f7E8）f8").unwrap();
/// assert_eq!(parsed.position.counts().black, 22);
/// ```
pub fn parse(text: &str) -> Result<ParsedPosition, NotationError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_blanks();
    if cursor.take(tag_no_case(OPENING)).is_none() {
        return read_game(cursor).map(ParsedPosition::from);
    }
    let Some(inside) = cursor.take_until_tag(CLOSING) else {
        cursor.skip_while(|_| true);
        return Err(cursor.syntax("'[/qipu]' behind the game"));
    };
    let position = read_game(inside)?;
    skip_caption(cursor, &position)?;
    Ok(ParsedPosition::from(position))
}

/// Reads a game without tags up to the end of the text.
fn read_game(mut cursor: Cursor<'_>) -> Result<Position, NotationError> {
    cursor.skip_blanks();
    if cursor.take(tag(HEADING)).is_some() {
        cursor.skip_blanks();
        cursor.require(one_of(":："), "':' behind '谱'")?;
        cursor.skip_blanks();
    }
    let mut position = match cursor.take(one_of("(（")) {
        None => Position::start(),
        Some(_) => {
            let discs = read_discs(&mut cursor)?;
            set_up(discs, infer_side(discs, peek_move(cursor)))
        }
    };
    play_moves(&mut cursor, &mut position, "a move a1 to h8 or a pass")?;
    Ok(position)
}

/// Skips what stands behind the closing tag: words, and `position`'s own game once more.
///
/// Where a line begins like a game it has to be that game: nothing that may be meant as a move is lost.
fn skip_caption(mut cursor: Cursor<'_>, position: &Position) -> Result<(), NotationError> {
    const EXPECTED: &str = "a caption or the same game again";
    let mut begins_line = true;
    loop {
        cursor.skip_while(|c| c != '\n' && c.is_whitespace());
        if cursor.is_done() {
            return Ok(());
        }
        let mut ahead = cursor;
        if ahead.take(heading).is_some() {
            let again = cursor.take_line();
            if read_game(again)? != *position {
                return Err(again.syntax(EXPECTED));
            }
        } else if begins_line && ahead.take(game_start).is_some() {
            let again = cursor.take_line();
            if read_game(again).as_ref() != Ok(position) {
                return Err(again.syntax(EXPECTED));
            }
        } else if ahead.take(alt((tag_no_case(OPENING), tag_no_case(CLOSING)))).is_some() {
            return Err(cursor.syntax(EXPECTED));
        } else {
            begins_line = cursor.take(anychar) == Some('\n');
        }
    }
}

/// Reads `谱:`.
fn heading(input: &str) -> IResult<&str, ()> {
    value((), (tag(HEADING), multispace0, one_of(":："))).parse(input)
}

/// Reads the first square of a game or of its set-up.
fn game_start(input: &str) -> IResult<&str, ()> {
    value((), (opt((one_of("(（"), multispace0)), square)).parse(input)
}

/// Writes where the position was set up and the moves played since, passes left out where a reader puts them
/// back.
///
/// The form has no word for the side to move: where a reader would guess the wrong one, `None` comes back.
#[must_use]
pub fn write(position: &Position) -> Option<String> {
    let origin = position.origin();
    let moves = transcript::write(position, false);
    let text = if origin == Position::start() {
        moves
    } else {
        let discs = origin.discs();
        let named: String = squares(discs.black | discs.white)
            .map(|square| {
                let name = square.to_string();
                if discs.black & square.bit() != 0 { name.to_uppercase() } else { name }
            })
            .collect();
        format!("({named}){moves}")
    };
    parse(&text).is_ok_and(|parsed| parsed.position == *position).then_some(text)
}

/// Tells whether a text begins like this form, a plain transcript apart.
pub(super) fn looks_like_qipu(body: &str) -> bool {
    let tagged = body.get(..6).is_some_and(|start| start.eq_ignore_ascii_case(OPENING));
    tagged || body.starts_with(['(', '（', '谱'])
}

/// Reads the set-up behind its opening bracket, up to and over the closing one.
fn read_discs(cursor: &mut Cursor<'_>) -> Result<ByColor<u64>, NotationError> {
    let mut discs = ByColor { black: 0u64, white: 0 };
    loop {
        cursor.skip_while(|c| c.is_whitespace() || c == ',' || c == '，');
        if cursor.take(alt((tag(")"), tag("）")))).is_some() {
            return Ok(discs);
        }
        let before = *cursor;
        let square = cursor.require(square, "a square a1 to h8 or ')'")?;
        if (discs.black | discs.white) & square.bit() != 0 {
            return Err(before.twice());
        }
        let black = before.rest().starts_with(|c: char| c.is_ascii_uppercase());
        discs[if black { Color::Black } else { Color::White }] |= square.bit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::PositionFormat;
    use crate::game::PlayError;
    use crate::othello::Move;
    use crate::othello::notation::{board_text, parse_position};

    const SET_UP: &str = "D1E1F1D2E2f2D3E3f3D4E4f4D5E5f5D6e6f6D7E7f7E8";

    fn position(text: &str) -> Position {
        parse(text).unwrap().position
    }

    #[test]
    fn every_wrapping_is_read() {
        let plain = position(&format!("({SET_UP})f8"));
        assert_eq!(plain.counts(), ByColor { black: 22, white: 1 });
        for text in [
            format!("[qipu]({SET_UP})f8[/qipu]"),
            format!("  [QiPu] ({SET_UP}) F8 [/QIPU]\r\n"),
            format!("谱:({SET_UP})f8"),
            format!("谱：（{SET_UP}）f8"),
            format!("[qipu]谱 : （{SET_UP}) f8[/qipu]"),
            format!("({})f8", SET_UP.replace("D2", " D2, ")),
        ] {
            assert_eq!(position(&text), plain, "{text}");
        }
    }

    #[test]
    fn a_plain_transcript_is_a_game_from_the_start() {
        for text in ["f5f6e6f4e3c5", "[qipu]f5f6e6f4e3c5[/qipu]", "谱:f5f6e6f4e3c5"] {
            let found = position(text);
            assert_eq!(found.origin(), Position::start(), "{text}");
            assert_eq!(found.history().len(), 6, "{text}");
        }
    }

    #[test]
    fn a_block_is_read_with_its_caption() {
        let plain = position("f5f6e6f4e3c5");
        for tail in [
            " 局1-1",
            "\r\n    局1-1\r\n    谱:f5f6e6f4e3c5\r\n",
            "\n局1-1\n谱：F5 F6 e6f4 e3c5\n作者: anna\n",
            " 局1-1 谱:f5f6e6f4e3c5",
            "\nf5f6e6f4e3c5\nthe move e3 is new [1]",
        ] {
            let text = format!("[qipu]f5f6e6f4e3c5[/qipu]{tail}");
            assert_eq!(position(&text), plain, "{text:?}");
        }
        let set_up = format!("({SET_UP})f8");
        let block = format!("[qipu]{set_up}[/qipu]\n(局1-2)\n谱:{set_up}");
        assert_eq!(position(&block), position(&set_up));
    }

    #[test]
    fn another_game_behind_a_block_is_refused() {
        let game = "[qipu]f5f6e6[/qipu]";
        for (tail, words) in [
            ("f4", "column 20: expected a caption or the same game again, found 'f4'"),
            (" f5 is best", "column 21: expected a caption or the same game again, found 'f5'"),
            (
                "\n局1\n 谱:f5f6",
                "line 3, column 2: expected a caption or the same game again, found '谱'",
            ),
            ("\n谱:f5 a1", "line 2, column 6: expected a legal move, found 'a1': it turns no disc"),
            (
                "\n(D4e4)c4",
                "line 2, column 1: expected a caption or the same game again, found '('",
            ),
            (game, "column 20: expected a caption or the same game again, found '[qipu]'"),
            ("x[/qipu]", "column 21: expected a caption or the same game again, found '[/qipu]'"),
        ] {
            let text = format!("{game}{tail}");
            let error = parse_position(PositionFormat::Qipu, &text).unwrap_err();
            assert_eq!(error.to_string(), words, "{tail:?}");
        }
    }

    #[test]
    fn the_side_to_move_follows_the_first_move() {
        // Both sides can play f4.
        let both = position("(D4e4F5f6)f4");
        assert_eq!(both.history()[0].side, Color::Black);
        assert_ne!(both.origin().board().pass().flips("f4".parse().unwrap()), 0);
        let white = position("(D4e4)c4");
        assert_eq!(white.history()[0].side, Color::White);
        assert_eq!(white.history().len(), 1);
        assert_eq!(position("(D4e4)f4").history()[0].side, Color::Black);
        assert_eq!(position("(B1a1)").side_to_move(), Color::White);
        assert_eq!(position("(A1B1)").side_to_move(), Color::Black);
        assert_eq!(position("()").side_to_move(), Color::Black);
    }

    #[test]
    fn moves_alternate_whatever_their_case() {
        let moves = |text: &str| -> Vec<Color> {
            position(text).history().iter().map(|ply| ply.side).collect()
        };
        let start = "(d4E4D5e5)";
        for tail in ["f5d6", "F5D6", "f5D6", "F5d6"] {
            assert_eq!(moves(&format!("{start}{tail}")), [Color::Black, Color::White]);
        }
    }

    #[test]
    fn left_out_passes_are_inserted() {
        let text = "(c1D1E1F1G1H1c2D2E2f2G2h2c3D3E3F3G3H3d4E4F4G4H4c5D5E5F5G5H5A6B6C6D6E6F6G6H6\
            A7B7C7D7E7F7G7H7A8B8C8D8E8F8G8H8)b1";
        let before = position(text);
        assert_eq!(before.counts(), ByColor { black: 49, white: 5 });
        assert_eq!(before.legal_moves(), ["b2".parse::<Move>().unwrap()]);
        let set_up = text.strip_suffix("b1").unwrap();
        assert!(position(&format!("{set_up}pab1")).history().len() == 2);
    }

    #[test]
    fn writing_gives_back_what_was_read() {
        for text in
            ["(D1E1F1D2E2f2D3E3f3D4E4f4D5E5f5D6e6f6D7E7f7E8)f8", "f5f6e6f4e3c5", "(D4e4)c4", ""]
        {
            let found = position(text);
            let written = write(&found).unwrap();
            assert_eq!(position(&written), found, "{text}");
        }
        // Both sides can move: the form cannot say that White is to move.
        let white =
            board_text::parse(&format!("{} O", "-".repeat(27) + "OX------XO" + &"-".repeat(27)));
        assert_eq!(write(&white.unwrap().position), None);
    }

    #[test]
    fn errors_name_token_and_column() {
        let syntax = |text: &str| match parse(text) {
            Err(NotationError::Syntax { token, column, expected }) => (token, column, expected),
            other => panic!("{text:?}: {other:?}"),
        };
        assert_eq!(syntax("(D4e4"), (String::new(), 6, "a square a1 to h8 or ')'"));
        assert_eq!(syntax("（D4z4）").0, "z4");
        assert_eq!(syntax("（D4z4）").1, 4);
        assert_eq!(syntax("[qipu]f5"), (String::new(), 9, "'[/qipu]' behind the game"));
        assert_eq!(syntax("谱f5"), ("f5".to_owned(), 2, "':' behind '谱'"));
        assert_eq!(syntax("(D4e4)c4)"), (")".to_owned(), 9, "a move a1 to h8 or a pass"));
        let error = parse("(D4e4 d4)").unwrap_err();
        assert_eq!(error, NotationError::Twice { token: "d4".to_owned(), column: 7 });
        let error = parse("谱：(D4e4)h8").unwrap_err();
        let (token, reason) = ("h8".to_owned(), PlayError::NoFlip);
        assert_eq!(error, NotationError::IllegalMove { token, column: 9, reason });
    }
}
