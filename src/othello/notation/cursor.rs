//! A place in a text that nom parsers move forward, and the small tokens every notation shares.
//!
//! Owns columns and the quoting of what was not understood; must not know any one notation.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while_m_n};
use nom::character::complete::{alpha1, char, one_of};
use nom::combinator::{map, map_res, not, opt, recognize, value};
use nom::error::{Error, ErrorKind};
use nom::sequence::terminated;
use nom::{IResult, Parser};

use crate::game::{Color, PASS_WORDS, PlayError};
use crate::othello::notation::NotationError;
use crate::othello::{Move, Square};

/// The most characters of a token that an error quotes.
const QUOTED: usize = 32;

/// A part of a text still to be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    /// Builds a cursor at the start of `text`.
    pub(super) fn new(text: &'a str) -> Self {
        Cursor { text, at: 0, end: text.len() }
    }

    /// Returns what is still to be read.
    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    /// Returns whether everything has been read.
    pub(super) fn is_done(&self) -> bool {
        self.rest().is_empty()
    }

    /// Reads one token, or leaves the cursor where it is.
    pub(super) fn take<P>(&mut self, mut parser: P) -> Option<P::Output>
    where
        P: Parser<&'a str, Error = Error<&'a str>>,
    {
        let rest = self.rest();
        let (left, output) = parser.parse(rest).ok()?;
        self.at += rest.len().saturating_sub(left.len());
        Some(output)
    }

    /// Reads one token or says that it is missing.
    pub(super) fn require<P>(
        &mut self,
        parser: P,
        expected: &'static str,
    ) -> Result<P::Output, NotationError>
    where
        P: Parser<&'a str, Error = Error<&'a str>>,
    {
        self.take(parser).ok_or_else(|| self.syntax(expected))
    }

    /// Skips blanks of every kind.
    pub(super) fn skip_blanks(&mut self) {
        self.skip_while(char::is_whitespace);
    }

    /// Skips characters as long as `skip` holds.
    pub(super) fn skip_while(&mut self, skip: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(skip).len();
    }

    /// Reads up to `stop` and over it; the part before it comes back as a cursor of its own.
    pub(super) fn take_until(&mut self, stop: char) -> Option<Cursor<'a>> {
        let length = self.rest().find(stop)?;
        let part = Cursor { text: self.text, at: self.at, end: self.at + length };
        self.at = part.end + stop.len_utf8();
        Some(part)
    }

    /// Reads up to `tag`, in any case, and over it; the part before it comes back as a cursor of its own.
    pub(super) fn take_until_tag(&mut self, tag: &str) -> Option<Cursor<'a>> {
        let rest = self.rest();
        let is_there = |at: usize| {
            rest.get(at..at + tag.len()).is_some_and(|part| part.eq_ignore_ascii_case(tag))
        };
        let at = self.at + rest.char_indices().map(|(at, _)| at).find(|&at| is_there(at))?;
        let part = Cursor { text: self.text, at: self.at, end: at };
        self.at = at + tag.len();
        Some(part)
    }

    /// Reads up to the end of the line or the text, which comes back as a cursor of its own.
    pub(super) fn take_line(&mut self) -> Cursor<'a> {
        let length = self.rest().find('\n').unwrap_or(self.rest().len());
        let part = Cursor { text: self.text, at: self.at, end: self.at + length };
        self.at = part.end;
        part
    }

    /// Returns the column of the next character, from 1.
    pub(super) fn column(&self) -> usize {
        self.text.get(..self.at).unwrap_or_default().chars().count() + 1
    }

    /// Returns what an error here quotes: a tag in brackets, a sign with digits, letters with digits, or one
    /// character.
    pub(super) fn token(&self) -> String {
        let rest = self.rest();
        let tag: IResult<&str, &str> =
            recognize((char('['), opt(char('/')), alpha1, char(']'))).parse(rest);
        if let Ok((_, tag)) = tag {
            return tag.chars().take(QUOTED).collect();
        }
        let after_sign = rest
            .strip_prefix(['+', '-'])
            .filter(|digits| digits.starts_with(char::is_numeric))
            .unwrap_or(rest);
        let after_letters = after_sign.trim_start_matches(char::is_alphabetic);
        let length = rest.len() - after_letters.trim_start_matches(char::is_numeric).len();
        let characters = rest.get(..length).map_or(0, |token| token.chars().count()).max(1);
        rest.chars()
            .take(characters.min(QUOTED))
            .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
            .collect()
    }

    /// Builds the error that something else was expected here.
    pub(super) fn syntax(&self, expected: &'static str) -> NotationError {
        NotationError::Syntax { token: self.token(), column: self.column(), expected }
    }

    /// Builds the error that the board ended here.
    pub(super) fn square_count(&self, found: usize) -> NotationError {
        NotationError::SquareCount { token: self.token(), column: self.column(), found }
    }

    /// Builds the error that the score here is beyond the board.
    pub(super) fn score_range(&self) -> NotationError {
        NotationError::ScoreRange { token: self.token(), column: self.column() }
    }

    /// Builds the error that the square here has been named before.
    pub(super) fn twice(&self) -> NotationError {
        NotationError::Twice { token: self.token(), column: self.column() }
    }

    /// Builds the error that it is the other side's turn here.
    pub(super) fn wrong_side(&self, expected: Color) -> NotationError {
        NotationError::WrongSide { token: self.token(), column: self.column(), expected }
    }

    /// Builds the error that `mv`, read here, breaks a rule.
    pub(super) fn illegal(&self, reason: PlayError) -> NotationError {
        let mut after = *self;
        let length = if after.take(any_move).is_some() { after.at - self.at } else { 0 };
        let token = self.rest().get(..length).unwrap_or_default().to_owned();
        NotationError::IllegalMove { token, column: self.column(), reason }
    }
}

/// Reads a square in any case; no digit may follow but those of the pass `0000`.
pub(super) fn square(input: &str) -> IResult<&str, Square> {
    let name = recognize((one_of("abcdefghABCDEFGH"), one_of("12345678")));
    let digit = (not(tag("0000")), one_of("0123456789"));
    map_res(terminated(name, not(digit)), str::parse).parse(input)
}

/// Reads a pass in every spelling of [`PASS_WORDS`], in any case.
pub(super) fn pass(input: &str) -> IResult<&str, Move> {
    for word in PASS_WORDS {
        let read: IResult<&str, &str> = tag_no_case(word).parse(input);
        if let Ok((rest, _)) = read {
            return Ok((rest, Move::Pass));
        }
    }
    Err(nom::Err::Error(Error::new(input, ErrorKind::Alt)))
}

/// Reads a square or a pass.
pub(super) fn any_move(input: &str) -> IResult<&str, Move> {
    alt((map(square, Move::Place), pass)).parse(input)
}

/// Reads a side: one of the board's letters or `black`, `white`, with no letter or digit behind it.
pub(super) fn side(input: &str) -> IResult<&str, Color> {
    let color = alt((
        value(Color::Black, tag_no_case("black")),
        value(Color::White, tag_no_case("white")),
        value(Color::Black, one_of("Xx*bB")),
        value(Color::White, one_of("OowW")),
    ));
    terminated(color, not(take_while_m_n(1, 1, char::is_alphanumeric))).parse(input)
}

/// Reads a move number, `12.` or `3...`.
pub(super) fn move_number(input: &str) -> IResult<&str, ()> {
    let digits = take_while_m_n(1, 3, |c: char| c.is_ascii_digit());
    value((), (digits, char('.'), take_while_m_n(0, 2, |c| c == '.'))).parse(input)
}

/// Reads a whole number of at most six digits with or without a sign.
pub(super) fn number(input: &str) -> IResult<&str, i32> {
    let sign = opt(alt((tag("+"), tag("-"))));
    let digits = take_while_m_n(1, 6, |c: char| c.is_ascii_digit());
    map_res(recognize((sign, digits)), str::parse).parse(input)
}
