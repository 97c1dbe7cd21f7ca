//! The framing of a line: control characters, comments and the number before the command.

/// Numbers before a command lie below this.
const MAX_ID: u64 = 1 << 31;

/// A line with a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The number as it was sent, or nothing.
    pub(super) id: String,
    /// The command.
    pub(super) name: String,
    /// What follows it.
    pub(super) arguments: String,
}

/// Drops control characters and the comment, and turns tabs into blanks.
fn clean(line: &str) -> String {
    let text = line.split('#').next().unwrap_or_default();
    let kept = text.chars().map(|c| if c == '\t' { ' ' } else { c });
    kept.filter(|c| !c.is_control() && *c != '\u{feff}').collect()
}

/// Returns whether a line holds no command.
#[must_use]
pub fn is_blank(line: &str) -> bool {
    clean(line).trim().is_empty()
}

/// Returns whether a line is the comment that interrupts the running command.
pub(super) fn is_interrupt(line: &str) -> bool {
    let comment = line.trim().strip_prefix('#').map(str::trim);
    comment.is_some_and(|text| text.eq_ignore_ascii_case("interrupt"))
}

impl Line {
    /// Takes a line apart; `None` when it holds no command.
    pub(super) fn new(line: &str) -> Option<Self> {
        let text = clean(line);
        let cut = |text: &str| {
            let text = text.trim();
            let (head, tail) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            (head.to_owned(), tail.trim().to_owned())
        };
        let (first, rest) = cut(&text);
        if first.is_empty() {
            return None;
        }
        let is_id = first.bytes().all(|byte| byte.is_ascii_digit())
            && first.parse::<u64>().is_ok_and(|id| id < MAX_ID);
        if !is_id {
            return Some(Line { id: String::new(), name: first, arguments: rest });
        }
        let (name, arguments) = cut(&rest);
        Some(Line { id: first, name, arguments })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Option<(String, String, String)> {
        Line::new(text).map(|line| (line.id, line.name, line.arguments))
    }

    fn parts(id: &str, name: &str, arguments: &str) -> Option<(String, String, String)> {
        Some((id.to_owned(), name.to_owned(), arguments.to_owned()))
    }

    #[test]
    fn lines_are_taken_apart() {
        assert_eq!(line("5 name"), parts("5", "name", ""));
        assert_eq!(line(" 007\tplay \u{7}b  D3\r # so"), parts("007", "play", "b  D3"));
        assert_eq!(line("2147483648 name"), parts("", "2147483648", "name"));
        assert_eq!(line("2147483647"), parts("2147483647", "", ""));
        assert_eq!(line("na\0me"), parts("", "name", ""));
        for text in ["", "  \t", "# name", "\r", "\u{1}#"] {
            assert_eq!(line(text), None, "{text:?}");
            assert!(is_blank(text));
        }
    }

    #[test]
    fn an_interrupt_is_a_comment() {
        assert!(is_interrupt("# interrupt") && is_interrupt("#interrupt\r"));
        assert!(!is_interrupt("# interrupted") && !is_interrupt("interrupt"));
    }
}
