//! Smart Game Format as text: nodes, properties and values, whatever the game.
//!
//! Owns the syntax of FF\[4\] and its escapes; must not know what a property means.
//!
//! # Source
//! The format after its specification FF\[4\] by A. Hollosi.

/// Where something stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
}

/// A value of a property, its escapes taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// What it says.
    pub text: String,
    /// Where it stands.
    pub place: Place,
}

/// A property with at least one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name, the capital letters alone.
    pub name: String,
    /// Its values.
    pub values: Vec<Value>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Node {
    /// Its properties in their order.
    pub properties: Vec<Property>,
}

/// What a text does not say as it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {}, column {}: expected {expected}, found '{found}'", place.line, place.column)]
pub struct SyntaxError {
    /// Where.
    pub place: Place,
    /// What may stand there.
    pub expected: &'static str,
    /// What stands there, nothing at the end.
    pub found: String,
}

/// The text that is left and where it stands.
struct Cursor<'a> {
    rest: std::str::Chars<'a>,
    place: Place,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn take(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        // CR LF is one end of a line, and so is each alone.
        let is_end = letter == '\n' || (letter == '\r' && self.peek() != Some('\n'));
        if is_end {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(letter)
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|letter| letter.is_whitespace() || letter == '\u{feff}') {
            self.take();
        }
    }

    fn expected(&self, expected: &'static str) -> SyntaxError {
        let found = self.rest.clone().take_while(|c| !c.is_whitespace()).take(20);
        let found = found.flat_map(char::escape_debug).collect();
        SyntaxError { place: self.place, expected, found }
    }

    fn starts_game(&self) -> bool {
        let mut rest = self.rest.clone();
        rest.next() == Some('(') && rest.find(|c| !c.is_whitespace()) == Some(';')
    }

    /// Reads what is left of a value behind its bracket.
    fn value(&mut self) -> Result<Value, SyntaxError> {
        let place = self.place;
        let mut text = String::new();
        loop {
            match self.take() {
                None => return Err(self.expected("']'")),
                Some(']') => return Ok(Value { text, place }),
                // A backslash keeps what follows it, and joins lines.
                Some('\\') => match self.take() {
                    Some('\r') if self.peek() == Some('\n') => {
                        self.take();
                    }
                    Some('\r' | '\n') | None => {}
                    Some(kept) => text.push(kept),
                },
                Some(letter) => text.push(letter),
            }
        }
    }
}

/// Reads the nodes of the main line of the first game; text before it and variations are skipped.
///
/// # Errors
/// There is no game, or the text is not as the format has it.
///
/// # Examples
/// ```
/// use heibai::game::sgf;
/// let nodes = sgf::main_line("(;SZ[9];B[aa](;W[bb];B[])(;W[cc]))").unwrap();
/// assert_eq!(nodes.len(), 4);
/// assert_eq!(nodes[2].properties[0].values[0].text, "bb");
/// let error = sgf::main_line("(;SZ[9]\n;B)").unwrap_err().to_string();
/// assert_eq!(error, "line 2, column 3: expected '[' behind the property, found ')'");
/// ```
pub fn main_line(text: &str) -> Result<Vec<Node>, SyntaxError> {
    let mut cursor = Cursor { rest: text.chars(), place: Place { line: 1, column: 1 } };
    while !cursor.starts_game() {
        if cursor.take().is_none() {
            return Err(cursor.expected("'(;'"));
        }
    }
    let mut nodes = Vec::new();
    loop {
        cursor.skip_blanks();
        match cursor.peek() {
            Some(';') => {
                cursor.take();
                nodes.push(Node::default());
            }
            Some('(') => {
                cursor.take();
            }
            Some(')') => return Ok(nodes),
            Some(letter) if letter.is_ascii_alphanumeric() => {
                let property = property(&mut cursor)?;
                if let Some(node) = nodes.last_mut() {
                    node.properties.push(property);
                }
            }
            _ => return Err(cursor.expected("';', '(', ')' or a property")),
        }
    }
}

fn property(cursor: &mut Cursor<'_>) -> Result<Property, SyntaxError> {
    let mut name = String::new();
    while let Some(letter) = cursor.peek().filter(char::is_ascii_alphanumeric) {
        cursor.take();
        // Lower-case letters in a name are a habit of old files.
        if !letter.is_ascii_lowercase() {
            name.push(letter);
        }
    }
    let mut values = Vec::new();
    cursor.skip_blanks();
    while cursor.peek() == Some('[') {
        cursor.take();
        values.push(cursor.value()?);
        cursor.skip_blanks();
    }
    if values.is_empty() {
        return Err(cursor.expected("'[' behind the property"));
    }
    Ok(Property { name, values })
}

/// Writes a text as a value: with escapes, and without the line ends that a simple text has not.
///
/// # Examples
/// ```
/// use heibai::game::sgf;
/// assert_eq!(sgf::escape("a]b\\c\nd"), "a\\]b\\\\c d");
/// ```
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            ']' | '\\' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lose_their_escapes() {
        let text = "mail (\n(;C[a\\]b\\\\c\\\nd\\:e]\r\nAB[aa]\n[bb] ; )";
        let nodes = main_line(text).expect("a game");
        assert_eq!(nodes.len(), 2);
        let [comment, black] = &nodes[0].properties[..] else { panic!("two properties") };
        assert_eq!(comment.values[0].text, "a]b\\cd:e");
        assert_eq!(
            black.values[1],
            Value { text: "bb".to_owned(), place: Place { line: 5, column: 2 } }
        );
    }

    #[test]
    fn texts_that_are_no_game_are_refused_where_they_break_off() {
        for (text, words) in [
            ("", "line 1, column 1: expected '(;', found ''"),
            ("(a\nb", "line 2, column 2: expected '(;', found ''"),
            ("(;B[aa", "line 1, column 7: expected ']', found ''"),
            ("(;B[aa]\r\n*)", "line 2, column 1: expected ';', '(', ')' or a property, found '*)'"),
            ("(;B", "line 1, column 4: expected '[' behind the property, found ''"),
            ("(;B[aa]", "line 1, column 8: expected ';', '(', ')' or a property, found ''"),
        ] {
            assert_eq!(main_line(text).expect_err(text).to_string(), words);
        }
    }
}
