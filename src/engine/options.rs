//! An engine's options as a client sees them.

use crate::engine::EngineError;

/// What values an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number in a range.
    Spin {
        /// The present value.
        value: i64,
        /// The value at start.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// True or false.
    Check {
        /// The present value.
        value: bool,
        /// The value at start.
        default: bool,
    },
    /// One of several words.
    Combo {
        /// The present value.
        value: String,
        /// The value at start.
        default: String,
        /// The words.
        choices: Vec<String>,
    },
    /// Any text.
    Text {
        /// The present value.
        value: String,
        /// The value at start.
        default: String,
    },
    /// Something to press.
    Button,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name, blanks allowed.
    pub name: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// One sentence for `help`.
    pub help: &'static str,
}

/// What a client wrote is quoted in errors up to this many characters.
const QUOTED: usize = 40;

/// Builds the error that `value` is not what an option takes; what it quotes is short and printable.
#[must_use]
pub fn bad_value(name: &str, expected: impl Into<String>, value: Option<&str>) -> EngineError {
    EngineError::BadValue {
        name: name.to_owned(),
        expected: expected.into(),
        value: value.unwrap_or("").chars().take(QUOTED).flat_map(char::escape_debug).collect(),
    }
}

/// Reads a whole number, clamped into `min..=max`; the sentence tells the user that it was.
///
/// # Errors
/// `value` is missing or not a whole number.
///
/// # Examples
/// ```
/// use heibai::engine::read_spin;
/// let (threads, note) = read_spin("Threads", Some("9000"), 1, 256).unwrap();
/// assert_eq!((threads, note.is_some()), (256, true));
/// assert!(read_spin("Threads", Some("many"), 1, 256).is_err());
/// ```
pub fn read_spin(
    name: &str,
    value: Option<&str>,
    min: i64,
    max: i64,
) -> Result<(i64, Option<String>), EngineError> {
    let expected = || format!("a whole number from {min} to {max}");
    let text = value.unwrap_or("").trim();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(bad_value(name, expected(), value));
    }
    // Only a number too long for 64 bits is left to fail here.
    let beyond = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    let given = text.parse::<i64>().unwrap_or(beyond);
    let taken = given.clamp(min, max);
    let shown: String = text.chars().take(QUOTED).collect();
    let note = (taken != given)
        .then(|| format!("option '{name}': {shown} is outside {min} to {max}, set to {taken}"));
    Ok((taken, note))
}

/// Reads `true` or `false` in any case.
///
/// # Errors
/// `value` is missing or neither.
pub fn read_check(name: &str, value: Option<&str>) -> Result<bool, EngineError> {
    match value.unwrap_or("").trim() {
        text if text.eq_ignore_ascii_case("true") => Ok(true),
        text if text.eq_ignore_ascii_case("false") => Ok(false),
        _ => Err(bad_value(name, "true or false", value)),
    }
}

/// Reads one of `choices` in any case and returns it as it is spelled there.
///
/// # Errors
/// `value` is missing or none of them.
pub fn read_choice<'a>(
    name: &str,
    value: Option<&str>,
    choices: &[&'a str],
) -> Result<&'a str, EngineError> {
    let text = value.unwrap_or("").trim();
    choices
        .iter()
        .find(|choice| choice.eq_ignore_ascii_case(text))
        .copied()
        .ok_or_else(|| bad_value(name, format!("one of {}", choices.join(" ")), value))
}
