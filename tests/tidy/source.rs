//! Just enough of Rust's lexical grammar to tell code from comments and strings.

/// One line of a source file, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The code, strings and characters emptied, comments left out.
    pub code: String,
    /// The text of all comments on the line, markers included.
    pub comment: String,
}

/// Takes `source` apart, one [`Line`] for each of its lines.
pub fn lines(source: &str) -> Vec<Line> {
    let chars: Vec<char> = source.chars().collect();
    let mut lines = vec![Line::default()];
    let mut at = 0;
    while at < chars.len() {
        let end = token_end(&chars, at);
        let kind = kind(&chars, at);
        for (i, &c) in chars[at..end].iter().enumerate() {
            let edge = i == 0 || at + i + 1 == end;
            if c == '\n' {
                lines.push(Line::default());
            } else if let Some(line) = lines.last_mut() {
                match kind {
                    Kind::Comment => line.comment.push(c),
                    Kind::Text if !edge => {}
                    _ => line.code.push(c),
                }
            }
        }
        at = end;
    }
    lines
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Comment,
    Text,
    Code,
}

fn kind(chars: &[char], at: usize) -> Kind {
    let next = chars.get(at + 1).copied();
    match chars[at] {
        '/' if next == Some('/') || next == Some('*') => Kind::Comment,
        '"' => Kind::Text,
        '\'' if character_end(chars, at).is_some() => Kind::Text,
        'r' if raw_hashes(chars, at).is_some() => Kind::Text,
        _ => Kind::Code,
    }
}

fn token_end(chars: &[char], at: usize) -> usize {
    let find = |from: usize, stop: &dyn Fn(usize) -> bool| {
        (from..chars.len()).find(|&i| stop(i)).unwrap_or(chars.len())
    };
    match kind(chars, at) {
        Kind::Comment if chars[at + 1] == '/' => find(at, &|i| chars[i] == '\n'),
        Kind::Comment => block_comment_end(chars, at),
        Kind::Text if chars[at] == '"' => {
            let mut i = at + 1;
            while i < chars.len() && chars[i] != '"' {
                i += if chars[i] == '\\' { 2 } else { 1 };
            }
            (i + 1).min(chars.len())
        }
        Kind::Text if chars[at] == 'r' => {
            let hashes = raw_hashes(chars, at).unwrap_or(0);
            let closing: Vec<char> = std::iter::once('"').chain((0..hashes).map(|_| '#')).collect();
            let start = at + hashes + 2;
            let close = find(start, &|i| chars[i..].starts_with(&closing));
            (close + closing.len()).min(chars.len())
        }
        Kind::Text => character_end(chars, at).unwrap_or(at + 1),
        // A word is one token, so that an `r` at its end never starts a raw string.
        Kind::Code if is_word(chars[at]) => find(at, &|i| !is_word(chars[i])),
        Kind::Code => at + 1,
    }
}

fn block_comment_end(chars: &[char], at: usize) -> usize {
    let (mut i, mut depth) = (at, 0);
    while i < chars.len() {
        if chars[i..].starts_with(&['/', '*']) {
            depth += 1;
            i += 2;
        } else if chars[i..].starts_with(&['*', '/']) {
            depth -= 1;
            i += 2;
            if depth == 0 {
                return i;
            }
        } else {
            i += 1;
        }
    }
    chars.len()
}

/// Returns where the character literal at `at` ends, or `None` if it is a lifetime.
fn character_end(chars: &[char], at: usize) -> Option<usize> {
    match (chars.get(at + 1)?, chars.get(at + 2)?) {
        ('\\', _) => (at + 3..chars.len()).find(|&i| chars[i] == '\'').map(|i| i + 1),
        (_, '\'') => Some(at + 3),
        _ => None,
    }
}

/// Returns with how many hashes a raw string starts at the `r` at `at`, or `None` if none does.
fn raw_hashes(chars: &[char], at: usize) -> Option<usize> {
    let hashes = chars[at + 1..].iter().take_while(|&&c| c == '#').count();
    (chars.get(at + 1 + hashes) == Some(&'"')).then_some(hashes)
}

/// Returns whether `c` may stand in an identifier.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns whether `word` stands in `text` with no identifier character on either side.
pub fn has_word(text: &str, word: &str) -> bool {
    count_word(text, word) > 0
}

/// Counts how often `word` stands in `text` with no identifier character on either side.
pub fn count_word(text: &str, word: &str) -> usize {
    text.match_indices(word)
        .filter(|(at, _)| {
            !text[..*at].ends_with(is_word) && !text[at + word.len()..].starts_with(is_word)
        })
        .count()
}

/// Lists the module paths that `code` names from `root` (`crate`, `heibai`): `use crate::{a::b, c}` gives
/// `a::b` and `c`.
pub fn paths(code: &str, root: &str) -> Vec<String> {
    let start = format!("{root}::");
    code.match_indices(&start)
        .filter(|(at, _)| !code[..*at].ends_with(is_word) && !code[..*at].ends_with(':'))
        .flat_map(|(at, _)| tree(&mut code[at + start.len()..].chars().peekable(), ""))
        .collect()
}

/// Reads one use tree or path, each leaf prefixed by `prefix`.
fn tree(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, prefix: &str) -> Vec<String> {
    let skip_blanks = |chars: &mut std::iter::Peekable<std::str::Chars<'_>>| {
        while chars.next_if(|c| c.is_whitespace()).is_some() {}
    };
    skip_blanks(chars);
    if chars.next_if_eq(&'{').is_some() {
        let mut found = Vec::new();
        loop {
            found.extend(tree(chars, prefix));
            // What follows a leaf (`as name`) does not matter.
            while chars.next_if(|&c| c != ',' && c != '}').is_some() {}
            if chars.next() != Some(',') {
                return found;
            }
        }
    }
    let mut name = prefix.to_string();
    while let Some(c) = chars.next_if(|&c| is_word(c) || c == '*') {
        name.push(c);
    }
    let mut ahead = chars.clone();
    if ahead.next() == Some(':') && ahead.next() == Some(':') {
        *chars = ahead;
        return tree(chars, &format!("{name}::"));
    }
    if name == prefix { Vec::new() } else { vec![name] }
}

#[test]
fn source_code_is_told_from_comments_and_strings() {
    let source = "let a = \"x // no\"; // yes 'q'\nlet b = 'c'; let r = r#\"un\"safe\"#; /* one\ntwo */ fn f<'a>() {}\n'\\'' \"a\\\"b\" for\"d\"";
    let got: Vec<(String, String)> =
        lines(source).into_iter().map(|line| (line.code, line.comment)).collect();
    let expected = [
        ("let a = \"\"; ", "// yes 'q'"),
        ("let b = ''; let r = r#; ", "/* one"),
        (" fn f<'a>() {}", "two */"),
        ("'' \"\" for\"\"", ""),
    ];
    for (got, expected) in got.iter().zip(expected) {
        assert_eq!((got.0.as_str(), got.1.as_str()), expected);
    }
    assert_eq!(got.len(), expected.len());
}

#[test]
fn source_paths_are_found_in_every_form() {
    let code = "use crate::{a::{self, b}, c as d, e::*};\nlet x = crate::f::G::new(); $crate::h!(); mycrate::i()";
    assert_eq!(paths(code, "crate"), ["a::self", "a::b", "c", "e::*", "f::G::new", "h"]);
}
