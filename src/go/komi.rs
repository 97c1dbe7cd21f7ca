//! What White gets for moving second.

use std::fmt;
use std::str::FromStr;

/// Points added to White's score, whole, half or finer.
///
/// # Units
/// 1/100 of a point; negative where Black gets them.
///
/// # Examples
/// ```
/// use heibai::go::Komi;
/// let komi: Komi = "6.5".parse().unwrap();
/// assert_eq!((komi.0, komi.to_string().as_str()), (650, "6.5"));
/// assert!("much".parse::<Komi>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Komi(pub i32);

/// No komi is larger: as many points as the largest board has.
const MOST: f64 = 625.0;

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&points(self.0))
    }
}

/// Writes hundredths of a point without needless digits.
#[must_use]
pub fn points(hundredths: i32) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let size = hundredths.unsigned_abs();
    let text = format!("{sign}{}.{:02}", size / 100, size % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A text that is no komi.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of points from -625 to 625, found '{0}'")]
pub struct ParseKomiError(pub String);

impl FromStr for Komi {
    type Err = ParseKomiError;

    fn from_str(text: &str) -> Result<Self, ParseKomiError> {
        let number = text.trim().parse::<f64>().ok();
        let number = number.filter(|number| number.is_finite() && number.abs() <= MOST);
        match number {
            Some(number) => Ok(Komi((number * 100.0).round() as i32)),
            None => Err(ParseKomiError(text.chars().take(32).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_prints_as_it_is_read() {
        for text in ["0", "6.5", "-3.75", "7", "0.25", "-0.5", "625"] {
            assert_eq!(text.parse::<Komi>().map(|komi| komi.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("-0.0".parse(), Ok(Komi(0)));
        for text in ["", "x", "NaN", "inf", "625.01", "1e9", "6,5"] {
            assert_eq!(text.parse::<Komi>(), Err(ParseKomiError(text.to_owned())), "{text}");
        }
    }
}
