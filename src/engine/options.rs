//! An engine's options as a client sees them, and how an engine reads them.

use crate::engine::EngineError;
use crate::util::memory;

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

/// The option for the memory of a table, in MiB; more than the machine can spare is not taken.
pub const HASH: &str = "Hash";

/// An option that is a whole number: its name, range, how it is read from and written to an engine's values `V`, and
/// what it is for.
#[derive(Clone, Copy, Debug)]
pub struct Spin<V> {
    /// Its name, blanks allowed.
    pub name: &'static str,
    /// The smallest value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
    /// Reads the present value.
    pub get: fn(&V) -> i64,
    /// Takes a value of the range.
    pub set: fn(&mut V, i64),
    /// One sentence for `help`.
    pub help: &'static str,
}

impl<V> Spin<V> {
    /// Sets the option from what a client wrote; the sentence tells the user that another value was taken.
    ///
    /// # Errors
    /// `text` is missing or not a whole number.
    pub fn take(&self, values: &mut V, text: Option<&str>) -> Result<Option<String>, EngineError> {
        let (value, note) = read_spin(self.name, text, self.min, self.max)?;
        let (value, note) = if self.name == HASH {
            affordable(value, note, memory::most_for_tables_mib())
        } else {
            (value, note)
        };
        (self.set)(values, value);
        Ok(note)
    }

    /// Describes the option with its present value and that at start.
    pub fn spec(&self, values: &V, defaults: &V) -> OptionSpec {
        OptionSpec {
            name: self.name,
            kind: OptionKind::Spin {
                value: (self.get)(values),
                default: (self.get)(defaults),
                min: self.min,
                max: self.max,
            },
            help: self.help,
        }
    }
}

/// Bounds a table by what the machine has, and says so.
fn affordable(mib: i64, note: Option<String>, most: Option<u64>) -> (i64, Option<String>) {
    match most.and_then(|most| i64::try_from(most).ok()) {
        Some(most) if mib > most => {
            let note = format!(
                "option '{HASH}': {mib} MiB is more than this machine can spare, set to {most}"
            );
            (most, Some(note))
        }
        _ => (mib, note),
    }
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
    let Some((given, fits)) = whole_number(value) else {
        return Err(bad_value(name, format!("a whole number from {min} to {max}"), value));
    };
    let taken = given.clamp(min, max);
    let note = (!fits || taken != given).then(|| {
        let shown = shorten(value);
        format!("option '{name}': {shown} is outside {min} to {max}, set to {taken}")
    });
    Ok((taken, note))
}

/// Reads a whole number and takes the nearest of `choices`, the greater of two that are as near; the sentence
/// tells the user that it is another.
///
/// # Errors
/// `value` is missing or not a whole number.
///
/// # Examples
/// ```
/// use heibai::engine::read_nearest;
/// assert_eq!(read_nearest("Selectivity", Some("95"), &[73, 95]).unwrap(), (95, None));
/// let (percent, note) = read_nearest("Selectivity", Some("80"), &[73, 95]).unwrap();
/// assert_eq!(note.unwrap(), "option 'Selectivity': 80 is none of 73 95, set to 73");
/// ```
pub fn read_nearest(
    name: &str,
    value: Option<&str>,
    choices: &[i64],
) -> Result<(i64, Option<String>), EngineError> {
    let list = || choices.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
    let number = whole_number(value);
    let nearest = number.and_then(|(given, _)| {
        let distance = |choice: &&i64| (choice.abs_diff(given), std::cmp::Reverse(**choice));
        choices.iter().min_by_key(distance).copied()
    });
    let (Some((given, _)), Some(taken)) = (number, nearest) else {
        return Err(bad_value(name, format!("one of {}", list()), value));
    };
    let note = (taken != given).then(|| {
        format!("option '{name}': {} is none of {}, set to {taken}", shorten(value), list())
    });
    Ok((taken, note))
}

/// Reads a whole number; one too long for 64 bits becomes the end of their range, and the flag says no.
fn whole_number(value: Option<&str>) -> Option<(i64, bool)> {
    let text = value.unwrap_or("").trim();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // Only a number too long for 64 bits is left to fail here.
    let beyond = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().map_or((beyond, false), |number| (number, true)))
}

fn shorten(value: Option<&str>) -> String {
    value.unwrap_or("").trim().chars().take(QUOTED).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_too_long_for_the_range_is_clamped_and_told() {
        let most = i64::MAX;
        for (text, min, max, taken) in [
            ("99999999999999999999", 0, most, most),
            ("-99999999999999999999", i64::MIN, 9, i64::MIN),
            ("-1", 0, most, 0),
        ] {
            let (value, note) = read_spin("Seed", Some(text), min, max).unwrap();
            assert_eq!(value, taken, "{text}");
            let words = format!("option 'Seed': {text} is outside {min} to {max}, set to {taken}");
            assert_eq!(note, Some(words));
        }
        assert_eq!(read_spin("Seed", Some("9223372036854775807"), 0, most), Ok((most, None)));
    }

    #[test]
    fn the_nearest_choice_is_taken_and_told() {
        let choices = [73, 87, 95];
        for (text, taken) in [
            ("73", 73),
            (" +87 ", 87),
            ("79", 73),
            ("80", 87),
            ("81", 87),
            ("1000", 95),
            ("-99999999999999999999", 73),
            ("99999999999999999999", 95),
        ] {
            let (value, note) = read_nearest("Selectivity", Some(text), &choices).unwrap();
            assert_eq!(value, taken, "{text}");
            let is_choice = text.trim().parse().is_ok_and(|number| choices.contains(&number));
            assert_eq!(note.is_none(), is_choice, "{text}: {note:?}");
        }
        for text in ["", "high", "80.5", "0x50", "--80"] {
            let error = read_nearest("Selectivity", Some(text), &choices).unwrap_err();
            assert!(error.to_string().contains("one of 73 87 95"), "{error}");
        }
        assert!(read_nearest("Selectivity", None, &choices).is_err());
    }

    #[test]
    fn a_table_larger_than_the_machine_is_bounded_and_told() {
        let (mib, note) = affordable(65_536, None, Some(18_075));
        assert_eq!(mib, 18_075);
        let words = "option 'Hash': 65536 MiB is more than this machine can spare, set to 18075";
        assert_eq!(note.as_deref(), Some(words));
        assert_eq!(affordable(64, None, Some(64)), (64, None));
        assert_eq!(affordable(65_536, None, None), (65_536, None));
        let clamped = Some("clamped".to_owned());
        assert_eq!(affordable(1, clamped.clone(), Some(9)), (1, clamped));
    }
}
