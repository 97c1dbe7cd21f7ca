//! Generic Game Format: whole games as NBoard and the Generic Game Server keep them, and the server's boards.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{alpha1, char, digit1, multispace1};
use nom::combinator::{opt, value};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::game::{Color, Game};
use crate::othello::notation::annotated::Annotated;
use crate::othello::notation::board_text::{glyph, read_discs, set_up};
use crate::othello::notation::cursor::{Cursor, any_move, side};
use crate::othello::notation::transcript::{peek_move, play_moves};
use crate::othello::notation::{NotationError, ParsedPosition};
use crate::othello::{Move, Position};

/// How a game came to its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Played to the end.
    Played,
    /// A side resigned (`:r`).
    Resigned,
    /// A side ran out of time (`:t`).
    Timeout,
    /// A side left (`:l`).
    Left,
    /// The sides agreed on the score (`:s`).
    Agreed,
}

/// The result written in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GgfResult {
    /// Black's discs minus White's.
    ///
    /// # Units
    /// 1/100 disc.
    pub centidiscs: i32,
    /// How it came about.
    pub ending: Ending,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GgfGame {
    /// The position after the last move, with its history.
    pub position: Position,
    /// Black's name, empty if it was not given.
    pub black: String,
    /// White's name, empty if it was not given.
    pub white: String,
    /// The result, if it was given and understood.
    pub result: Option<GgfResult>,
}

const MOVE: &str = "a move a1 to h8 or a pass";

/// Reads one game `(;GM[Othello]…;)`; of the two games of a synchro match, the first.
///
/// A count `1 ` or `2 ` may stand before it. Moves are `square[/eval][/time]` or a pass; forced passes may be left
/// out. Tags that do not bear on the moves are ignored, a result that is not understood too.
///
/// # Errors
/// A bracket is left open, the game is not Othello, its board is not 8×8, or a move is not the side's that is
/// to move or breaks a rule.
///
/// # Examples
/// ```
/// use heibai::othello::notation::ggf;
/// let game = ggf::parse("(;GM[Othello]PB[anna]PW[bo]TY[8]B[f5/1.2/0.5]W[d6//3.1];)").unwrap();
/// assert_eq!((game.black.as_str(), game.position.history().len()), ("anna", 2));
/// ```
pub fn parse(text: &str) -> Result<GgfGame, NotationError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_blanks();
    cursor.take((digit1, char(' ')));
    cursor.skip_blanks();
    let game = read_game(&mut cursor)?;
    cursor.skip_blanks();
    while !cursor.is_done() {
        read_game(&mut cursor)?;
        cursor.skip_blanks();
    }
    Ok(game)
}

/// Reads a board `[8 -------- … *]`, `BO[8 … *]` or `8 … *`, with moves behind it if there are any.
///
/// # Errors
/// As for a board in general; or its size is not 8, or its side or closing bracket is missing.
pub fn parse_board(text: &str) -> Result<ParsedPosition, NotationError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_blanks();
    let bare = cursor.rest().starts_with(|c: char| c.is_ascii_digit());
    if !bare {
        cursor.take(tag_no_case("BO"));
        cursor.require(char('['), "'['")?;
    }
    let mut position = read_board(&mut cursor)?;
    if !bare {
        cursor.skip_blanks();
        cursor.require(char(']'), "']'")?;
    }
    play_moves(&mut cursor, &mut position, MOVE)?;
    Ok(ParsedPosition::from(position))
}

/// Writes a game on one line, with its result once it is over.
///
/// Brackets and control characters are dropped from the names.
#[must_use]
pub fn write(position: &Position, black: &str, white: &str) -> String {
    let place = "Heibai".to_owned();
    write_annotated(&Annotated { place, ..Annotated::new(position.clone(), black, white) })
}

/// Writes a game on one line, with evaluations, times and the result it gives; its comment has no place here.
///
/// Brackets and control characters are dropped from the texts.
#[must_use]
pub fn write_annotated(game: &Annotated) -> String {
    let plain = |text: &str| -> String {
        text.chars().filter(|&c| !c.is_control() && !"[]();".contains(c)).collect()
    };
    let origin = game.position.origin();
    let mark = |color| if color == Color::Black { '*' } else { 'O' };
    let side = origin.side_to_move();
    let squares: Vec<char> = origin.board().to_text(mark(side), mark(!side), '-').chars().collect();
    let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
    let date = plain(&game.date);
    let mut text = format!(
        "(;GM[Othello]PC[{}]{}PB[{}]PW[{}]TY[8]BO[8 {} {}]",
        plain(&game.place),
        if date.is_empty() { date } else { format!("DT[{date}]") },
        plain(&game.black),
        plain(&game.white),
        rows.join(" "),
        mark(side)
    );
    for (index, ply) in game.position.history().iter().enumerate() {
        let tag = if ply.side == Color::Black { 'B' } else { 'W' };
        let mv = match ply.mv {
            Move::Place(square) => square.to_string().to_uppercase(),
            Move::Pass => "PA".to_owned(),
        };
        let note = match game.notes.get(index) {
            Some((score, Some(seconds))) => {
                format!("/{}/{seconds:.2}", score.map_or_else(String::new, |s| format!("{s:.2}")))
            }
            Some((Some(score), None)) => format!("/{score:.2}"),
            Some((None, None)) | None => String::new(),
        };
        text.push_str(&format!("{tag}[{mv}{note}]"));
    }
    if let Some(GgfResult { centidiscs, ending }) = game.result {
        let suffix = match ending {
            Ending::Played => "",
            Ending::Resigned => ":r",
            Ending::Timeout => ":t",
            Ending::Left => ":l",
            Ending::Agreed => ":s",
        };
        text.push_str(&format!("RE[{:+.2}{suffix}]", f64::from(centidiscs) / 100.0));
    }
    text + ";)"
}

/// Tells whether a text begins like a game, a count before it or not.
pub(super) fn looks_like_game(body: &str) -> bool {
    body.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').starts_with("(;")
}

/// Tells whether a text begins like a board in brackets, or like one without them: its size, then a square.
pub(super) fn looks_like_board(body: &str) -> bool {
    fn opening(input: &str) -> IResult<&str, ()> {
        value((), (opt(tag_no_case("BO")), char('['))).parse(input)
    }
    fn size(input: &str) -> IResult<&str, &str> {
        preceded(digit1, multispace1).parse(input)
    }
    let is_square = |letter: char| glyph(letter).is_some();
    let bare = size(body).is_ok_and(|(rest, _)| {
        rest.starts_with(is_square)
            && peek_move(Cursor::new(rest)).is_none_or(|mv| mv == Move::Pass)
    });
    bare || opening(body)
        .is_ok_and(|(rest, ())| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
}

/// Reads `8`, 64 squares and the side to move.
fn read_board(cursor: &mut Cursor<'_>) -> Result<Position, NotationError> {
    const SIZE: &str = "the board size 8";
    cursor.skip_blanks();
    let before = *cursor;
    if cursor.require(digit1, SIZE)? != "8" {
        return Err(before.syntax(SIZE));
    }
    let discs = read_discs(cursor)?;
    cursor.skip_blanks();
    let side = cursor.require(side, "the side to move (* or O)")?;
    Ok(set_up(discs, side))
}

fn read_game(cursor: &mut Cursor<'_>) -> Result<GgfGame, NotationError> {
    cursor.require(tag("(;"), "'(;'")?;
    let mut game = GgfGame {
        position: Position::start(),
        black: String::new(),
        white: String::new(),
        result: None,
    };
    loop {
        cursor.skip_blanks();
        if cursor.take(alt((tag(";)"), tag(")")))).is_some() {
            return Ok(game);
        }
        let name = *cursor;
        let tag = cursor.require(alpha1, "a tag or ';)'")?.to_ascii_uppercase();
        cursor.skip_blanks();
        cursor.require(char('['), "'[' behind the tag")?;
        let open = *cursor;
        let Some(content) = cursor.take_until(']') else {
            let mut end = open;
            end.skip_while(|_| true);
            return Err(end.syntax("']'"));
        };
        read_tag(&mut game, &tag, name, content)?;
    }
}

fn read_tag(
    game: &mut GgfGame,
    tag: &str,
    name: Cursor<'_>,
    mut content: Cursor<'_>,
) -> Result<(), NotationError> {
    match tag {
        "GM" if !content.rest().trim().eq_ignore_ascii_case("othello") => {
            return Err(content.syntax("the game Othello"));
        }
        "PB" => game.black = content.rest().trim().to_owned(),
        "PW" => game.white = content.rest().trim().to_owned(),
        "RE" => game.result = read_result(content.rest().trim()),
        "BO" if !game.position.history().is_empty() => {
            return Err(name.syntax("the board before the first move"));
        }
        "BO" => {
            game.position = read_board(&mut content)?;
            content.skip_blanks();
            if !content.is_done() {
                return Err(content.syntax("']'"));
            }
        }
        "B" => play(&mut game.position, Color::Black, name, content)?,
        "W" => play(&mut game.position, Color::White, name, content)?,
        _ => {}
    }
    Ok(())
}

/// Plays the move of a `B[…]` or `W[…]`.
fn play(
    position: &mut Position,
    color: Color,
    name: Cursor<'_>,
    mut content: Cursor<'_>,
) -> Result<(), NotationError> {
    content.skip_blanks();
    let before = content;
    let mv = content.require(any_move, MOVE)?;
    content.skip_blanks();
    if !content.is_done() && !content.rest().starts_with('/') {
        return Err(content.syntax("'/' or ']' behind the move"));
    }
    if position.side_to_move() != color && !position.is_over() {
        if !position.must_pass() {
            return Err(name.wrong_side(!color));
        }
        position.play(Move::Pass).map_err(|reason| before.illegal(reason))?;
    }
    position.play(mv).map_err(|reason| before.illegal(reason))
}

/// Reads `+10.00`, `-3`, `+64.00:r`; whatever else is written is no result.
fn read_result(text: &str) -> Option<GgfResult> {
    let (score, ending) = match text.split_once(':') {
        None => (text, Ending::Played),
        Some((score, "r")) => (score, Ending::Resigned),
        Some((score, "t")) => (score, Ending::Timeout),
        Some((score, "l")) => (score, Ending::Left),
        Some((score, "s")) => (score, Ending::Agreed),
        Some(_) => return None,
    };
    let discs: f64 = score.parse().ok().filter(|discs: &f64| discs.abs() <= 64.0)?;
    Some(GgfResult { centidiscs: (discs * 100.0).round() as i32, ending })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::PlayError;
    use crate::othello::notation::transcript;

    const START: &str =
        "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";

    fn game(text: &str) -> GgfGame {
        parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn a_whole_game_is_read() {
        let text = format!(
            "(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[anna b.]PW[ bo ]RB[2700.1]RW[2600]\
             TI[15:00//02:00]TY[8]BO[{START}]B[F5/1.2/0.5]W[d6//3.1]B[C3] W[ d3 ]B[C4/2]KM[0]RE[-10.00:r];)"
        );
        for text in [
            text.clone(),
            format!("1 {text}\n"),
            format!("2 {text}{text}"),
            text.replace(";)", ")"),
        ] {
            let found = game(&text);
            let moves = transcript::write(&found.position, true);
            assert_eq!(moves, "f5d6c3d3c4", "{text}");
            assert_eq!((found.black.as_str(), found.white.as_str()), ("anna b.", "bo"));
            let result = GgfResult { centidiscs: -1000, ending: Ending::Resigned };
            assert_eq!(found.result, Some(result));
        }
    }

    #[test]
    fn results_are_read() {
        for (text, centidiscs, ending) in [
            ("+10.00", 1000, Ending::Played),
            ("0", 0, Ending::Played),
            ("-0.50:t", -50, Ending::Timeout),
            ("+64:l", 6400, Ending::Left),
            ("+2.00:s", 200, Ending::Agreed),
        ] {
            let found = game(&format!("(;GM[othello]RE[{text}];)")).result;
            assert_eq!(found, Some(GgfResult { centidiscs, ending }), "{text}");
        }
        for text in ["", "?", "nan", "+10:x", "1e9"] {
            assert_eq!(game(&format!("(;RE[{text}];)")).result, None, "{text}");
        }
    }

    #[test]
    fn passes_are_read_or_inserted() {
        let board = format!("8 OX{} X", "-".repeat(62)).replace('X', "*");
        for moves in ["B[PA]W[C1]", "B[pass//3.1]W[C1]", "W[C1]"] {
            let found = game(&format!("(;BO[{board}]{moves};)"));
            assert_eq!(found.position.history().len(), 2, "{moves}");
            assert_eq!(found.position.counts().white, 3);
        }
    }

    #[test]
    fn a_server_board_is_read() {
        let read = |text: &str| parse_board(text).unwrap().position;
        assert_eq!(read(&format!("[{START}]")), Position::start());
        assert_eq!(read(&format!(" BO[ {START} ]")), Position::start());
        assert_eq!(read(&format!(" {START}\n")), Position::start());
        assert_eq!(read(&format!("{START} f5d6")).history().len(), 2);
        let white = read(&format!("[{}]", START.replace(" *", " O")));
        assert_eq!(white.side_to_move(), Color::White);
        assert_eq!(read(&format!("[{START}] f5 d6")).history().len(), 2);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3h5h2d2c5c6b4e3b5f2c8d8b6c7f1g8b7a3e8g7d1a4a6a8c2\
            b8e2a7a5b3h8h7a2a1b2b1h1c1g2e1g1";
        let position = transcript::parse(text).unwrap().position;
        let written = write(&position, "a[n]n;a", "bo\n");
        let found = game(&written);
        assert_eq!(found.position, position);
        assert_eq!((found.black.as_str(), found.white.as_str()), ("anna", "bo"));
        assert_eq!(found.result.map(|r| r.centidiscs), Some(6200));
        assert!(written.starts_with(&format!(
            "(;GM[Othello]PC[Heibai]PB[anna]PW[bo]TY[8]BO[{START}]B[F5]W[D6]"
        )));
        assert!(written.ends_with("RE[+62.00];)"), "{written}");
    }

    #[test]
    fn errors_name_token_and_column() {
        let syntax = |text: &str| match parse(text) {
            Err(NotationError::Syntax { token, column, expected }) => (token, column, expected),
            other => panic!("{text:?}: {other:?}"),
        };
        assert_eq!(syntax("GM[Othello]"), ("GM".to_owned(), 1, "'(;'"));
        assert_eq!(syntax("(;GM[Chess];)"), ("Chess".to_owned(), 6, "the game Othello"));
        assert_eq!(syntax("(;PB[a"), (String::new(), 7, "']'"));
        assert_eq!(syntax("(;PB;)"), (";".to_owned(), 5, "'[' behind the tag"));
        assert_eq!(syntax("(;PB[a]"), (String::new(), 8, "a tag or ';)'"));
        assert_eq!(syntax("(;B[z9];)"), ("z9".to_owned(), 5, MOVE));
        assert_eq!(syntax("(;B[f5 2];)"), ("2".to_owned(), 8, "'/' or ']' behind the move"));
        assert_eq!(syntax("(;BO[10 --];)"), ("10".to_owned(), 6, "the board size 8"));
        let late = syntax(&format!("(;B[f5]BO[{START}];)"));
        assert_eq!(late, ("BO".to_owned(), 8, "the board before the first move"));
        let full = syntax(&format!("(;BO[{START} X];)"));
        assert_eq!(full, ("X".to_owned(), 6 + START.len() + 1, "']'"));
        let no_side = syntax(&format!("(;BO[{}];)", &START[..START.len() - 1]));
        assert_eq!(no_side, (String::new(), 5 + START.len(), "the side to move (* or O)"));
    }

    #[test]
    fn other_errors_name_token_and_column() {
        let fail = |text: &str| parse(text).unwrap_err();
        let (token, expected) = ("W".to_owned(), Color::Black);
        assert_eq!(fail("(;W[f5];)"), NotationError::WrongSide { token, column: 3, expected });
        let (token, reason) = ("f4".to_owned(), PlayError::NoFlip);
        assert_eq!(fail("(;B[f4/1];)"), NotationError::IllegalMove { token, column: 5, reason });
        let error = fail("(;BO[8 ---- *];)");
        let token = String::new();
        assert_eq!(error, NotationError::SquareCount { token, column: 14, found: 5 });
        let board = |text: &str| parse_board(text).unwrap_err();
        assert_eq!((board("8").token(), board("8").column()), ("", 2));
        assert_eq!((board("8 f5").token(), board("x").token()), ("f5", "x"));
        assert_eq!(board(&format!("[{START}")).column(), START.len() + 2);
        assert_eq!(board("[9 --").token(), "9");
    }
}
