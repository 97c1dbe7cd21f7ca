//! Reading and writing positions and games: one file a notation.
//!
//! Every parser is total and says what it did not understand and where. Must not know sessions or protocols.
//! Entry point: [`parse_position`]. Reading order: `cursor`, `transcript`, `board_text`, `obf`, `qipu`, `ggf`, `sgf`,
//! `wthor`, `diagram`.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::string_slice
    )
)]

use std::fmt;

use crate::engine::PositionFormat;
use crate::game::{Color, Game, PlayError};
use crate::othello::{DiscDiff, Move, Position};

pub mod annotated;
pub mod board_text;
mod cursor;
pub mod diagram;
pub mod ggf;
pub mod obf;
pub mod qipu;
pub mod sgf;
pub mod transcript;
pub mod wthor;

/// Why a text is no position or game.
///
/// # Units
/// Columns count characters from 1. A token is at most 32 characters long, control characters replaced; it is
/// empty where the text ended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Something else should have stood here.
    #[error("column {column}: expected {expected}, found {}", Quoted(.token))]
    Syntax {
        /// What was found.
        token: String,
        /// Where.
        column: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// The board does not have 64 squares.
    #[error("column {column}: expected 64 squares (X, O or -), found {found} and then {}", Quoted(.token))]
    SquareCount {
        /// What stood where the next square was expected.
        token: String,
        /// Where.
        column: usize,
        /// How many squares were read.
        found: usize,
    },
    /// A square was named before and may be named once.
    #[error("column {column}: expected each square once, found {} again", Quoted(.token))]
    Twice {
        /// The square as written.
        token: String,
        /// Where it stands the second time.
        column: usize,
    },
    /// A score is beyond what the board allows.
    #[error("column {column}: expected a score from -64 to +64, found {}", Quoted(.token))]
    ScoreRange {
        /// The score as written.
        token: String,
        /// Where.
        column: usize,
    },
    /// A move is given to the side that is not to move.
    #[error("column {column}: expected a move of {expected}, found {}", Quoted(.token))]
    WrongSide {
        /// The side as written.
        token: String,
        /// Where.
        column: usize,
        /// Whose move was expected.
        expected: Color,
    },
    /// Something is wrong on a line of a text of several.
    #[error("line {line}, {error}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What is wrong; its column counts from the start of the line.
        error: Box<NotationError>,
    },
    /// A move is well formed but breaks a rule.
    #[error("column {column}: expected a legal move, found {}: {reason}", Quoted(.token))]
    IllegalMove {
        /// The move as written.
        token: String,
        /// Where.
        column: usize,
        /// The rule it breaks.
        reason: PlayError,
    },
}

impl NotationError {
    /// Returns what was found, as it is quoted.
    #[must_use]
    pub fn token(&self) -> &str {
        match self {
            NotationError::Syntax { token, .. }
            | NotationError::SquareCount { token, .. }
            | NotationError::Twice { token, .. }
            | NotationError::ScoreRange { token, .. }
            | NotationError::WrongSide { token, .. }
            | NotationError::IllegalMove { token, .. } => token,
            NotationError::Line { error, .. } => error.token(),
        }
    }

    /// Returns the column it was found at, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        match self {
            NotationError::Syntax { column, .. }
            | NotationError::SquareCount { column, .. }
            | NotationError::Twice { column, .. }
            | NotationError::ScoreRange { column, .. }
            | NotationError::WrongSide { column, .. }
            | NotationError::IllegalMove { column, .. } => *column,
            NotationError::Line { error, .. } => error.column(),
        }
    }

    /// Names the line where that is not the first.
    fn beyond_first_line(self, text: &str) -> Self {
        let before = self.column().saturating_sub(1);
        let is_beyond = text.chars().take(before).any(|c| c == '\n');
        if is_beyond && !matches!(self, NotationError::Line { .. }) {
            self.on_line(text)
        } else {
            self
        }
    }

    /// Turns a column of the whole text into a line and a column of that line.
    fn on_line(mut self, text: &str) -> Self {
        let before = self.column().saturating_sub(1);
        let feeds = text.chars().take(before).enumerate().filter(|&(_, c)| c == '\n');
        let (line, start) = feeds.fold((1, 0), |(line, _), (at, _)| (line + 1, at + 1));
        match &mut self {
            NotationError::Syntax { column, .. }
            | NotationError::SquareCount { column, .. }
            | NotationError::Twice { column, .. }
            | NotationError::ScoreRange { column, .. }
            | NotationError::WrongSide { column, .. }
            | NotationError::IllegalMove { column, .. } => *column -= start,
            NotationError::Line { .. } => return self,
        }
        NotationError::Line { line, error: Box::new(self) }
    }
}

/// Prints a token in quotes, or that the text ended.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("the end") } else { write!(f, "'{}'", self.0) }
    }
}

/// What a text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedPosition {
    /// The position, with its history where moves were given.
    pub position: Position,
    /// Moves of the side to move with their scores, in the order given.
    ///
    /// # Units
    /// Discs, side to move's view.
    pub scores: Vec<(Move, DiscDiff)>,
    /// The score that was given without a move.
    ///
    /// # Units
    /// Discs, side to move's view.
    pub position_score: Option<DiscDiff>,
}

impl ParsedPosition {
    /// Returns the best score the text claims, if it claims any.
    ///
    /// # Units
    /// Discs, side to move's view.
    #[must_use]
    pub fn best_score(&self) -> Option<DiscDiff> {
        self.scores.iter().map(|&(_, score)| score).max().or(self.position_score)
    }
}

impl From<Position> for ParsedPosition {
    fn from(position: Position) -> Self {
        ParsedPosition { position, scores: Vec::new(), position_score: None }
    }
}

/// Reads a position written in `format`, or in another form that the text plainly has.
///
/// The form is told by how the text begins: a bracket or its tags (`qipu`), `(;` (`sgf` or `ggf`), `[8`, `BO[8` or `8` and
/// squares (a GGS board), a board, with `;` behind it a line of a problem file, or a move (a transcript).
///
/// # Errors
/// What was not understood and where, or which move breaks which rule: told as `format` reads the text unless
/// another form's opening leaves no doubt; columns count within their line.
///
/// # Examples
/// ```
/// use heibai::engine::PositionFormat;
/// use heibai::othello::notation::parse_position;
/// let parsed = parse_position(PositionFormat::Any, "(D1E1F1D2E2f2)").unwrap();
/// assert_eq!(parsed.position.counts().black, 5);
/// assert_eq!(parse_position(PositionFormat::Fen, "(D1E1F1D2E2f2)"), Ok(parsed));
/// let error = parse_position(PositionFormat::Any, "f5d6 x9").unwrap_err();
/// assert_eq!(error.to_string(), "column 6: expected a move a1 to h8 or a pass, found 'x9'");
/// ```
pub fn parse_position(format: PositionFormat, text: &str) -> Result<ParsedPosition, NotationError> {
    let parsed = match format {
        PositionFormat::Start => parse_start(text),
        PositionFormat::Any => parse_any(text),
        PositionFormat::Sgf => Form::Sgf.parse(text),
        PositionFormat::Fen => parse_named(Form::Board, text),
        PositionFormat::Obf => parse_named(Form::Obf, text),
        PositionFormat::Qipu => parse_named(Form::Qipu, text),
    };
    parsed.map_err(|error| error.beyond_first_line(text))
}

/// Reads a text in the form named, or in the one it plainly has.
fn parse_named(named: Form, text: &str) -> Result<ParsedPosition, NotationError> {
    named.parse(text).or_else(|error| {
        let Some(form) = Form::of(text) else { return Err(error) };
        form.parse(text).map_err(|other| if form.is_unmistakable() { other } else { error })
    })
}

fn parse_start(text: &str) -> Result<ParsedPosition, NotationError> {
    let mut cursor = cursor::Cursor::new(text);
    cursor.skip_blanks();
    if cursor.is_done() {
        Ok(ParsedPosition::from(Position::start()))
    } else {
        Err(cursor.syntax("nothing behind the start"))
    }
}

fn parse_any(text: &str) -> Result<ParsedPosition, NotationError> {
    if let Some(form) = Form::of(text) {
        return form.parse(text);
    }
    let mut cursor = cursor::Cursor::new(text);
    cursor.skip_blanks();
    Err(cursor.syntax(
        "a board of 64 squares, a set-up in brackets, a game in GGF or SGF or a move a1 to h8",
    ))
}

/// A form as a text's beginning tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Sgf,
    Game,
    ServerBoard,
    Qipu,
    Transcript,
    Obf,
    Board,
}

impl Form {
    /// Tells the form of a text, if it begins like any.
    fn of(text: &str) -> Option<Form> {
        let body = text.trim_start();
        if sgf::looks_like_game(body) {
            Some(Form::Sgf)
        } else if ggf::looks_like_game(body) {
            Some(Form::Game)
        } else if ggf::looks_like_board(body) {
            Some(Form::ServerBoard)
        } else if qipu::looks_like_qipu(body) {
            Some(Form::Qipu)
        } else if transcript::peek_move(cursor::Cursor::new(body)).is_some()
            && !looks_like_board(body)
        {
            Some(Form::Transcript)
        } else if looks_like_board(body) {
            Some(if body.contains(';') { Form::Obf } else { Form::Board })
        } else {
            None
        }
    }

    fn parse(self, text: &str) -> Result<ParsedPosition, NotationError> {
        match self {
            Form::Sgf => sgf::parse(text).map(|game| ParsedPosition::from(game.position)),
            Form::Game => ggf::parse(text).map(|game| ParsedPosition::from(game.position)),
            Form::ServerBoard => ggf::parse_board(text),
            Form::Qipu => qipu::parse(text),
            Form::Transcript => transcript::parse(text),
            Form::Obf => obf::parse(text),
            Form::Board => board_text::parse(text),
        }
    }

    /// Returns whether nothing else begins like this.
    fn is_unmistakable(self) -> bool {
        matches!(self, Form::Sgf | Form::Game | Form::ServerBoard | Form::Qipu)
    }
}

/// Tells a board from a move list, which begins with a square, and from a word.
fn looks_like_board(body: &str) -> bool {
    /// A row of squares; a shorter run of letters is a word if one of them is no square.
    const ROW: usize = 8;
    let is_square = |letter: char| board_text::glyph(letter).is_some();
    let mut letters = body.chars();
    let begins = letters.next().is_some_and(is_square)
        && !letters.next().is_some_and(|second| second.is_ascii_digit());
    let word = body.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    begins && (word.chars().all(is_square) || word.chars().count() >= ROW)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "--------------------X------XXX-----XO---------------------------";

    #[test]
    fn any_form_is_told_by_its_beginning() {
        let ggs = format!("[8 {} *]", BOARD.replace('X', "*"));
        for text in [
            format!("{BOARD} X"),
            format!("{BOARD} X;"),
            format!("{BOARD} X; +3;"),
            BOARD.replace('-', "."),
            ggs.clone(),
            format!("BO{ggs}"),
            "(E3D4E4F4D5e5)".to_owned(),
            "[qipu](E3D4E4F4D5e5)[/qipu]".to_owned(),
            "谱:（E3D4E4F4D5e5）".to_owned(),
            format!("1 (;GM[Othello]BO{ggs};)"),
        ] {
            let parsed = parse_position(PositionFormat::Any, &format!(" {text}\n"));
            let found = parsed.unwrap_or_else(|error| panic!("{text}: {error}")).position;
            assert_eq!(board_text::write(&found), format!("{BOARD} X"), "{text}");
        }
        let game = parse_position(PositionFormat::Any, "f5 d6").unwrap();
        assert_eq!(game.position.history().len(), 2);
    }

    #[test]
    fn any_form_is_read_under_every_name() {
        let squares = BOARD.replace('X', "*");
        let rows: Vec<&str> = (0..8).map(|row| &squares[8 * row..8 * row + 8]).collect();
        let ggs = format!("8 {} *", rows.join(" "));
        for text in [
            ggs.clone(),
            format!("[{ggs}]"),
            format!("(;GM[Othello]BO[{ggs}];)"),
            format!("{BOARD} X"),
            format!("{BOARD} X; e6:+3;"),
            "(E3D4E4F4D5e5)".to_owned(),
            "[qipu](E3D4E4F4D5e5)[/qipu] 局".to_owned(),
        ] {
            for format in [
                PositionFormat::Fen,
                PositionFormat::Obf,
                PositionFormat::Qipu,
                PositionFormat::Any,
            ] {
                let parsed = parse_position(format, &text);
                let found = parsed.unwrap_or_else(|error| panic!("{text}: {error}")).position;
                assert_eq!(board_text::write(&found), format!("{BOARD} X"), "{format:?} {text}");
            }
        }
        let game = transcript::parse("f5d6c3").unwrap();
        for format in [PositionFormat::Fen, PositionFormat::Obf] {
            assert_eq!(parse_position(format, " f5D6 c3"), Ok(game.clone()));
            assert_eq!(parse_position(format, "(;GM[Othello]B[f5]W[d6]B[c3];)"), Ok(game.clone()));
            for sgf in ["(;GM[2];B[f5];W[d6];B[c3])", "(\r\n;FF[4]GM[2]\r\n;B[fe];W[df]\r\n;B[cc])"]
            {
                assert_eq!(parse_position(format, sgf), Ok(game.clone()), "{sgf}");
            }
        }
    }

    #[test]
    fn errors_are_those_of_the_form_named_unless_another_is_unmistakable() {
        let message = |format, text: &str| parse_position(format, text).unwrap_err().to_string();
        let (fen, qipu, any) = (PositionFormat::Fen, PositionFormat::Qipu, PositionFormat::Any);
        let cases = [
            (fen, "XO- X", "column 6: expected 64 squares (X, O or -), found 4 and then the end"),
            (fen, "z", "column 1: expected 64 squares (X, O or -), found 0 and then 'z'"),
            (fen, "f5 a1", "column 1: expected 64 squares (X, O or -), found 0 and then 'f5'"),
            (
                fen,
                "(;GM[Othello]B[z9];)",
                "column 16: expected a move a1 to h8 or a pass, found 'z9'",
            ),
            (fen, "(D4z4)", "column 4: expected a square a1 to h8 or ')', found 'z4'"),
            (fen, "10 --------- *", "column 1: expected the board size 8, found '10'"),
            (qipu, "XO- X", "column 1: expected a move a1 to h8 or a pass, found 'XO'"),
            (
                any,
                "junk f5",
                "column 1: expected a board of 64 squares, a set-up in brackets, a game in GGF or SGF or a move a1 to h8, \
                 found 'junk'",
            ),
            (any, "XO-q", "column 4: expected 64 squares (X, O or -), found 3 and then 'q'"),
        ];
        for (format, text, words) in cases {
            assert_eq!(message(format, text), words, "{format:?} {text}");
        }
        for word in ["bogus", "white", "once", "board"] {
            assert!(message(any, word).contains("a set-up in brackets"), "{word}");
        }
    }

    #[test]
    fn start_takes_no_text() {
        let start = parse_position(PositionFormat::Start, " \t").unwrap();
        assert_eq!(start, ParsedPosition::from(Position::start()));
        let error = parse_position(PositionFormat::Start, " f5").unwrap_err();
        assert_eq!((error.token(), error.column()), ("f5", 2));
    }

    #[test]
    fn nothing_is_no_position() {
        for text in ["", "  "] {
            let error = parse_position(PositionFormat::Any, text).unwrap_err();
            assert_eq!((error.token(), error.column()), ("", text.len() + 1));
            assert!(error.to_string().ends_with("found the end"), "{error}");
        }
    }

    #[test]
    fn a_move_on_the_b_file_is_no_board() {
        let error = parse_position(PositionFormat::Any, "b4").unwrap_err();
        assert!(matches!(error, NotationError::IllegalMove { column: 1, .. }), "{error}");
    }
}
