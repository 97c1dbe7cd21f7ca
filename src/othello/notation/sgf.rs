//! Smart Game Format in the three dialects that Othello programs write.
//!
//! Edax names squares (`f5`), Quarry counts letters from the top left (`fe`), GoGui letters from the bottom
//! left (`fd`). Owns reading of all three and writing of the first.
//!
//! # Source
//! The format after its specification FF\[4\]; the dialects after files of those programs.

mod write;

pub use write::{write, write_annotated};

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{anychar, char, none_of};
use nom::combinator::{recognize, value};
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use crate::game::{ByColor, Color, Game, PASS_WORDS, PlayError};
use crate::othello::notation::NotationError;
use crate::othello::notation::board_text::{infer_side, set_up};
use crate::othello::notation::cursor::Cursor;
use crate::othello::{Move, Position, Square};

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfGame {
    /// The position after the last move, with its history since the last set-up.
    pub position: Position,
    /// Black's name, empty if it was not given.
    pub black: String,
    /// White's name, empty if it was not given.
    pub white: String,
    /// The result as it is written, empty if it was not given.
    pub result: String,
}

/// How a point is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Points {
    /// `f5`.
    Named,
    /// Letters, the row from the top.
    FromTop,
    /// Letters, the row from the bottom.
    FromBottom,
}

/// A value of a property and where it stands.
#[derive(Clone, Debug)]
struct Value<'a> {
    text: String,
    at: Cursor<'a>,
}

/// What a node of the main line asks for.
#[derive(Clone, Debug)]
enum Step<'a> {
    /// Discs put or, without a colour, taken.
    Put(Option<Color>, Vec<Value<'a>>),
    /// The side to move.
    Turn(Color),
    /// A move; the cursor is at the name of the property.
    Play(Color, Cursor<'a>, Value<'a>),
}

/// What the main line says.
#[derive(Default)]
struct Record<'a> {
    steps: Vec<Step<'a>>,
    black: String,
    white: String,
    result: String,
    game: Option<Value<'a>>,
    size: Option<Value<'a>>,
    application: String,
}

/// Tells whether a text that begins like a game in brackets is one of this format: it names the game by its number,
/// or has neither the name nor the board that a GGF game has.
///
/// # Examples
/// ```
/// use heibai::othello::notation::sgf::looks_like_game;
/// assert!(looks_like_game("( ;FF[4]GM[2];B[f5])") && looks_like_game("(;B[f5])"));
/// assert!(!looks_like_game("(;GM[Othello]B[f5];)") && !looks_like_game("f5d6"));
/// ```
#[must_use]
pub fn looks_like_game(text: &str) -> bool {
    let body = text.trim_start().strip_prefix('(').map(str::trim_start);
    body.is_some_and(|body| {
        let upper = body.to_ascii_uppercase();
        let has = |word: &str| upper.contains(word);
        body.starts_with(';') && (has("GM[2]") || !(has("GM[OTHELLO]") || has("BO[")))
    })
}

/// Reads the main line of the first game.
///
/// Text before the game, variations and properties that do not bear on the moves are skipped; passes may be
/// left out. With `AB` or `AW` in the first node the board holds those discs alone, later they change it.
///
/// # Errors
/// Which line and column is not understood, is another game or breaks a rule.
///
/// # Examples
/// ```
/// use heibai::othello::notation::sgf;
/// for game in ["(;GM[2];B[f5];W[f6])", "(;GM[2];B[fe];W[ff])", "(;GM[2]AP[gogui];B[fd];W[fc])"] {
///     assert_eq!(sgf::parse(game).unwrap().position.history().len(), 2);
/// }
/// let error = sgf::parse("(;GM[2]\n;B[a1])").unwrap_err();
/// assert!(error.to_string().starts_with("line 2, column 4: "), "{error}");
/// ```
pub fn parse(text: &str) -> Result<SgfGame, NotationError> {
    parse_text(text).map_err(|error| error.on_line(text))
}

fn parse_text(text: &str) -> Result<SgfGame, NotationError> {
    let record = read_record(Cursor::new(text))?;
    check_game(&record)?;
    let named = record.steps.iter().any(|step| {
        let digit = |value: &Value<'_>| value.text.contains(|c: char| c.is_ascii_digit());
        match step {
            Step::Put(_, values) => values.iter().any(digit),
            Step::Play(_, _, value) => digit(value),
            Step::Turn(..) => false,
        }
    });
    let dialects: &[Points] = match () {
        () if named => &[Points::Named],
        () if record.application.to_ascii_lowercase().contains("gogui") => {
            &[Points::FromBottom, Points::FromTop]
        }
        () => &[Points::FromTop, Points::FromBottom],
    };
    let mut first = None;
    for &points in dialects {
        match replay(&record.steps, points) {
            Ok(position) => {
                let Record { black, white, result, .. } = record;
                return Ok(SgfGame { position, black, white, result });
            }
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or_else(|| Cursor::new(text).syntax("a game")))
}

/// Checks that the record is one of Othello on eight by eight squares.
fn check_game(record: &Record<'_>) -> Result<(), NotationError> {
    let size = record.size.as_ref().map(|size| (size.text.trim(), size.at));
    if let Some((text, at)) = size
        && !matches!(text, "8" | "8:8")
    {
        return Err(at.syntax("the board size 8"));
    }
    let Some(game) = &record.game else { return Ok(()) };
    match game.text.trim() {
        "2" => Ok(()),
        // GoGui keeps the number of the game it was made for.
        "1" if size.is_some() => Ok(()),
        text if text.eq_ignore_ascii_case("othello") || text.eq_ignore_ascii_case("reversi") => {
            Ok(())
        }
        _ => Err(game.at.syntax("the game 2, Othello")),
    }
}

fn property(input: &str) -> IResult<&str, &str> {
    take_while1(|c: char| c.is_ascii_alphanumeric()).parse(input)
}

fn bracketed(input: &str) -> IResult<&str, &str> {
    let inside = recognize(many0_count(alt((
        value((), preceded(char('\\'), anychar)),
        value((), none_of("\\]")),
    ))));
    delimited(char('['), inside, char(']')).parse(input)
}

/// Takes the escapes out: a backslash keeps what follows it, and joins lines.
fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut letters = raw.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next() {
            Some('\r') => {
                letters.next_if_eq(&'\n');
            }
            Some('\n') | None => {}
            Some(kept) => text.push(kept),
        }
    }
    text
}

fn read_record(mut cursor: Cursor<'_>) -> Result<Record<'_>, NotationError> {
    let mut record = Record::default();
    // Mail and other text may stand before the game.
    loop {
        cursor.skip_while(|c| c != '(');
        let mut ahead = cursor;
        cursor.require(char('('), "'(;'")?;
        cursor.skip_blanks();
        if cursor.rest().starts_with(';') {
            break;
        }
        ahead.take(tag("("));
        cursor = ahead;
    }
    loop {
        cursor.skip_blanks();
        if cursor.take(alt((char(';'), char('(')))).is_some() {
            continue;
        }
        if cursor.take(char(')')).is_some() {
            return Ok(record);
        }
        let at = cursor;
        let name = cursor.require(property, "';', '(', ')' or a property")?;
        // Lower-case letters in a name are a habit of old files.
        let name: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        let mut values = Vec::new();
        cursor.skip_blanks();
        while cursor.rest().starts_with('[') {
            let mut inside = cursor;
            inside.take(char('['));
            let Some(raw) = cursor.take(bracketed) else {
                inside.skip_while(|_| true);
                return Err(inside.syntax("']'"));
            };
            values.push(Value { text: unescape(raw), at: inside });
            cursor.skip_blanks();
        }
        if values.is_empty() {
            return Err(cursor.syntax("'[' behind the property"));
        }
        keep(&mut record, &name, at, values)?;
    }
}

/// Keeps what bears on the game.
fn keep<'a>(
    record: &mut Record<'a>,
    name: &str,
    at: Cursor<'a>,
    mut values: Vec<Value<'a>>,
) -> Result<(), NotationError> {
    let color = match name.as_bytes() {
        [.., b'B'] => Some(Color::Black),
        [.., b'W'] => Some(Color::White),
        _ => None,
    };
    match (name, color) {
        ("AB" | "AW" | "AE", color) => record.steps.push(Step::Put(color, values)),
        ("B" | "W", Some(color)) => {
            // Of several values of a move only the first can be one.
            values.truncate(1);
            let moves = values.into_iter().map(|value| Step::Play(color, at, value));
            record.steps.extend(moves);
        }
        _ => {
            if let Some(first) = values.into_iter().next() {
                return keep_word(record, name, first);
            }
        }
    }
    Ok(())
}

fn keep_word<'a>(
    record: &mut Record<'a>,
    name: &str,
    first: Value<'a>,
) -> Result<(), NotationError> {
    match name {
        "PB" => record.black = one_line(&first.text),
        "PW" => record.white = one_line(&first.text),
        "RE" => record.result = one_line(&first.text),
        "AP" => record.application = first.text,
        "GM" => record.game = Some(first),
        "SZ" => record.size = Some(first),
        "PL" => {
            let color = match first.text.trim().to_ascii_lowercase().as_str() {
                "b" | "black" | "1" | "x" | "*" => Color::Black,
                "w" | "white" | "2" | "o" => Color::White,
                _ => return Err(first.at.syntax("the side to move (B or W)")),
            };
            record.steps.push(Step::Turn(color));
        }
        _ => {}
    }
    Ok(())
}

fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.trim().to_owned()
}

/// The board while the main line is followed.
struct Board {
    position: Position,
    /// Discs of a set-up whose side to move is still to be said.
    open: Option<ByColor<u64>>,
}

impl Board {
    fn discs(&self) -> ByColor<u64> {
        self.open.unwrap_or_else(|| self.position.discs())
    }

    /// Ends a set-up: whoever moves first behind it was to move.
    fn settle(&mut self, first: Option<(Color, Move)>) {
        let Some(discs) = self.open.take() else { return };
        let side = match first {
            Some((color, _)) => {
                let other = set_up(discs, !color);
                if other.must_pass() { !color } else { color }
            }
            None => infer_side(discs, None),
        };
        self.position = set_up(discs, side);
    }
}

fn replay(steps: &[Step<'_>], points: Points) -> Result<Position, NotationError> {
    let mut board = Board { position: Position::start(), open: None };
    let mut fresh = true;
    for step in steps {
        match step {
            Step::Put(color, values) => {
                let empty = ByColor { black: 0, white: 0 };
                let mut discs = if fresh { empty } else { board.discs() };
                for value in values {
                    let squares = read_squares(value, points)?;
                    discs.black &= !squares;
                    discs.white &= !squares;
                    if let Some(color) = *color {
                        discs[color] |= squares;
                    }
                }
                board.open = Some(discs);
                fresh = false;
            }
            Step::Turn(color) => {
                // A turn that is said again changes nothing and keeps the history.
                if board.open.is_some() || board.position.side_to_move() != *color {
                    board.position = set_up(board.discs(), *color);
                    board.open = None;
                }
            }
            Step::Play(color, at, value) => {
                fresh = false;
                let mv = read_move(value, points)?;
                board.settle(Some((*color, mv)));
                play(&mut board.position, *color, mv, *at, value)?;
            }
        }
    }
    board.settle(None);
    Ok(board.position)
}

fn play(
    position: &mut Position,
    color: Color,
    mv: Move,
    at: Cursor<'_>,
    value: &Value<'_>,
) -> Result<(), NotationError> {
    let illegal = |reason: PlayError| NotationError::IllegalMove {
        token: quote(&value.text),
        column: value.at.column(),
        reason,
    };
    if position.is_over() && mv == Move::Pass {
        // Programs whose games end with two passes write them.
        return Ok(());
    }
    if position.side_to_move() != color && !position.is_over() {
        if !position.must_pass() {
            return Err(at.wrong_side(!color));
        }
        position.play(Move::Pass).map_err(illegal)?;
    }
    position.play(mv).map_err(illegal)
}

/// Returns what an error quotes of a value.
fn quote(text: &str) -> String {
    let plain = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    text.trim().chars().take(32).map(plain).collect()
}

const MOVE: &str = "a move or a pass";
const POINT: &str = "a square";

fn read_move(value: &Value<'_>, points: Points) -> Result<Move, NotationError> {
    let text = value.text.trim();
    let named_pass = PASS_WORDS.iter().any(|word| word.eq_ignore_ascii_case(text));
    if text.is_empty() || named_pass || text.eq_ignore_ascii_case("tt") {
        return Ok(Move::Pass);
    }
    let square = read_square(text, points);
    square.map(Move::Place).ok_or_else(|| misread(value, MOVE))
}

/// Reads a square or a rectangle of squares, `aa:cc`.
fn read_squares(value: &Value<'_>, points: Points) -> Result<u64, NotationError> {
    let text = value.text.trim();
    let mut corners = text.splitn(2, ':').map(|corner| read_square(corner.trim(), points));
    let first = corners.next().flatten().ok_or_else(|| misread(value, POINT))?;
    let Some(second) = corners.next() else { return Ok(first.bit()) };
    let second = second.ok_or_else(|| misread(value, POINT))?;
    let between = |one: u8, two: u8| one.min(two)..=one.max(two);
    let mut squares = 0;
    for rank in between(first.rank(), second.rank()) {
        for file in between(first.file(), second.file()) {
            squares |= Square::at(file, rank).bit();
        }
    }
    Ok(squares)
}

fn read_square(text: &str, points: Points) -> Option<Square> {
    if points == Points::Named {
        return text.parse().ok();
    }
    let mut letters = text.bytes();
    let (file, rank) = (letters.next()?, letters.next()?);
    let index =
        |letter: u8| letter.to_ascii_lowercase().checked_sub(b'a').filter(|&index| index < 8);
    let (file, rank) = (index(file)?, index(rank)?);
    let rank = if points == Points::FromBottom { 7 - rank } else { rank };
    letters.next().is_none().then(|| Square::at(file, rank))
}

fn misread(value: &Value<'_>, expected: &'static str) -> NotationError {
    NotationError::Syntax { token: quote(&value.text), column: value.at.column(), expected }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::notation::transcript;

    const EDAX: &str = include_str!("../../../tests/data/sgf/edax.sgf");
    const QUARRY: &str = include_str!("../../../tests/data/sgf/quarry.sgf");
    const GOGUI: &str = include_str!("../../../tests/data/sgf/gogui.sgf");

    fn game(text: &str) -> SgfGame {
        parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn fail(text: &str) -> String {
        parse(text).expect_err(text).to_string()
    }

    #[test]
    fn the_three_dialects_hold_one_game() {
        let found = game(EDAX);
        assert_eq!((found.black.as_str(), found.white.as_str()), ("anna", "bo ] c"));
        assert_eq!(found.result, "B+62");
        assert!(found.position.is_over());
        assert_eq!(found.position.counts().black, 63);
        assert_eq!(found.position.history().iter().filter(|ply| ply.mv == Move::Pass).count(), 7);
        assert_eq!(game(QUARRY), found);
        assert_eq!(game(GOGUI), found);
        assert_eq!(game(&GOGUI.replace("AP[gogui-twogtp:1.6.0]", "")), found);
        assert_eq!(game(&EDAX.replace('\n', "\r\n")), found);
        assert_eq!(game(&QUARRY.replace("\r\n", "\n")), found);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut position = game(EDAX).position;
        loop {
            let text = write(&position, "a]\\b\n", "");
            assert!(!text.contains("\n\n"), "{text}");
            let found = game(&text);
            assert_eq!(found.position, position);
            assert_eq!(found.black, "a]\\b");
            // The same board as a set-up with the moves to come.
            let from_here = Position::new(position.board(), position.side_to_move());
            assert_eq!(game(&write(&from_here, "", "")).position, from_here);
            if !position.undo() {
                break;
            }
        }
        assert!(
            write(&game(EDAX).position, "", "").contains("RE[B+64]") || game(EDAX).result == "B+62"
        );
    }

    #[test]
    fn set_ups_are_read() {
        let start = Position::start();
        for text in [
            "(;GM[2]AB[e4][d5]AW[d4][e5])",
            "(;GM[2]AB[ed][de]AW[dd][ee]PL[B])",
            "(;GM[2]AB[dd:ee]AW[dd][ee])",
            "(;GM[Othello]SZ[8]AB[a1]AE[a1]AB[e4][d5]AW[d4][e5]PL[black])",
            "x ( y (\n; (;) ",
        ] {
            assert_eq!(parse(text).map(|game| game.position), Ok(start.clone()), "{text}");
        }
        let white = game("(;AB[b1]AW[a1]PL[B];W[c1])").position;
        assert_eq!(white.history().len(), 2);
        let white = game("(;AB[b1]AW[a1];W[c1])").position;
        assert_eq!((white.counts().white, white.counts().black), (3, 0));
        let later = game("(;B[f5];AE[f5]AB[e3]PL[W])").position;
        assert_eq!((later.side_to_move(), later.history().len()), (Color::White, 0));
    }

    #[test]
    fn variations_and_odd_properties_are_skipped() {
        let text = "(;GaMe[2]X1[\\]a][b]\\n(;B[f5]C[;W(\\]];W[f6](;B[e6])(;B[zz]))(;B[zz]))";
        let text = text.replace("\\n", "\n");
        assert_eq!(transcript::write(&game(&text).position, false), "f5f6e6");
    }

    #[test]
    fn errors_name_line_and_column() {
        for (text, expected) in [
            ("", "line 1, column 1: expected '(;', found the end"),
            ("(;GM[1]\n)", "line 1, column 6: expected the game 2, Othello, found '1'"),
            ("(;GM[2]\nSZ[19])", "line 2, column 4: expected the board size 8, found '19'"),
            ("(;\r\nB[f5", "line 2, column 5: expected ']', found the end"),
            ("(;B f5", "line 1, column 5: expected '[' behind the property, found 'f5'"),
            ("(;B[f5]\n;W[i9])", "line 2, column 4: expected a move or a pass, found 'i9'"),
            ("(;AB[a1:z9])", "line 1, column 6: expected a square, found 'a1:z9'"),
            ("(;PL[x1])", "line 1, column 6: expected the side to move (B or W), found 'x1'"),
            ("(;B[f5]\n;B[f6])", "line 2, column 2: expected a move of white, found 'B'"),
            (
                "(;B[f5]\n\n;W[f4\u{7}a])",
                "line 3, column 4: expected a move or a pass, found 'f4\u{fffd}a'",
            ),
            (
                "(;B[pass])",
                "line 1, column 5: expected a legal move, found 'pass': a pass is allowed only without a legal move",
            ),
            (
                "(;B[f5];W[f5])",
                "line 1, column 11: expected a legal move, found 'f5': the square is occupied",
            ),
            ("(;B[fe]", "line 1, column 8: expected ';', '(', ')' or a property, found the end"),
        ] {
            assert_eq!(fail(text), expected, "{text:?}");
        }
    }

    #[test]
    fn any_text_is_taken() {
        let letters = [
            "(", ";", ")", "[", "]", "\\", "B", "W", "AB", "PL", "f5", "fe", "tt", "\n", "é", ":",
            "aa:bb",
        ];
        let mut state = 7_u64;
        for _ in 0..20_000 {
            let mut text = String::from("(;");
            for _ in 0..(state % 24) {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text.push_str(letters[(state >> 33) as usize % letters.len()]);
            }
            state = state.wrapping_add(1);
            if let Ok(found) = parse(&text) {
                assert_eq!(
                    game(&write(&found.position, "", "")).position.board(),
                    found.position.board()
                );
            }
        }
    }
}
