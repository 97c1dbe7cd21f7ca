//! Words and numbers of a line: total parsers, no input makes them fail otherwise than by `Err`.

use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::i64 as signed;
use nom::combinator::all_consuming;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::protocol::ProtocolError;

/// The most characters of a client's text that an error quotes.
const QUOTED: usize = 40;

/// Returns the first characters of `text`, made printable, for an error to quote.
///
/// # Examples
/// ```
/// use heibai::protocol::token::quote;
/// assert_eq!(quote("a\u{7}b"), "a\\u{7}b");
/// assert!(quote(&"x".repeat(1000)).len() < 50);
/// ```
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted: String = text
        .chars()
        .take(QUOTED)
        .flat_map(|c| {
            // Letters of any script stay readable; quotes need no escape inside a sentence.
            let plain =
                !c.is_control() && (c.is_alphanumeric() || c.is_ascii_graphic() || c == ' ');
            plain
                .then_some(c)
                .into_iter()
                .chain((!plain).then(|| c.escape_debug()).into_iter().flatten())
        })
        .collect();
    if text.chars().nth(QUOTED).is_some() {
        quoted.push_str("...");
    }
    quoted
}

/// Reads blanks, then one word.
///
/// # Errors
/// Only blanks are left.
pub fn word(input: &str) -> IResult<&str, &str> {
    preceded(take_while(char::is_whitespace), take_while1(|c: char| !c.is_whitespace()))
        .parse(input)
}

/// Reads a whole number that fills `text`, or `None` if it is none or does not fit 64 bits.
#[must_use]
pub fn integer(text: &str) -> Option<i64> {
    let (_, number) = all_consuming(signed::<&str, nom::error::Error<&str>>).parse(text).ok()?;
    Some(number)
}

/// One word of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The word.
    pub text: &'a str,
    /// Where it starts.
    ///
    /// # Units
    /// Bytes from the start of the line.
    pub offset: usize,
}

impl Token<'_> {
    /// Returns whether the word is `keyword` in any case.
    #[must_use]
    pub fn is(&self, keyword: &str) -> bool {
        self.text.eq_ignore_ascii_case(keyword)
    }
}

/// The words of a line, one after the other.
///
/// # Examples
/// ```
/// use heibai::protocol::token::Tokens;
/// let mut tokens = Tokens::new("go  depth 12");
/// assert!(tokens.next().unwrap().is("GO"));
/// assert_eq!(tokens.rest(), "depth 12");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tokens<'a> {
    line: &'a str,
    rest: &'a str,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let (rest, text) = word(self.rest).ok()?;
        self.rest = rest;
        Some(Token { text, offset: self.line.len() - rest.len() - text.len() })
    }
}

impl<'a> Tokens<'a> {
    /// Starts at the head of `line`.
    #[must_use]
    pub fn new(line: &'a str) -> Self {
        Tokens { line, rest: line }
    }

    /// Returns the next word without taking it.
    #[must_use]
    pub fn peek(&self) -> Option<Token<'a>> {
        Clone::clone(self).next()
    }

    /// Returns what is left, blanks at both ends removed.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        self.rest.trim()
    }

    /// Takes words up to and including `keyword` and returns the text before it, or everything if it
    /// does not follow; the flag tells whether it did.
    pub fn until(&mut self, keyword: &str) -> (&'a str, bool) {
        let before = self.rest;
        let start = self.line.len() - before.len();
        while let Some(token) = self.next() {
            if token.is(keyword) {
                let text = self.line.get(start..token.offset).unwrap_or("");
                return (text.trim(), true);
            }
        }
        (before.trim(), false)
    }

    /// Returns the column of a word of this line, in characters from 1.
    #[must_use]
    pub fn column(&self, token: Token<'_>) -> usize {
        self.line.get(..token.offset).map_or(1, |before| before.chars().count() + 1)
    }

    /// Builds the error for `found` standing where `expected` should, or nothing standing there.
    #[must_use]
    pub fn unexpected(
        &self,
        command: &'static str,
        expected: impl Into<String>,
        found: Option<Token<'_>>,
    ) -> ProtocolError {
        let expected = expected.into();
        match found {
            None => ProtocolError::Missing { command, expected },
            Some(token) => ProtocolError::Unexpected {
                command,
                expected,
                found: quote(token.text),
                column: self.column(token),
            },
        }
    }

    /// Checks that no word is left.
    ///
    /// # Errors
    /// One is left.
    pub fn finish(mut self, command: &'static str) -> Result<(), ProtocolError> {
        match self.next() {
            None => Ok(()),
            found => Err(self.unexpected(command, "the end of the line", found)),
        }
    }

    /// Takes a whole number of at least `min`.
    ///
    /// # Errors
    /// The next word is no such number.
    pub fn number(
        &mut self,
        command: &'static str,
        what: &str,
        min: i64,
    ) -> Result<i64, ProtocolError> {
        let found = self.next();
        match found.and_then(|token| integer(token.text)) {
            Some(number) if number >= min => Ok(number),
            _ => Err(self.unexpected(command, what, found)),
        }
    }
}
