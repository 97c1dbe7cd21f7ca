//! Which rows win, and whether Black has forbidden moves.

/// What wins.
///
/// # Examples
/// ```
/// use heibai::renju::Rule;
/// assert_eq!("Renju".parse(), Ok(Rule::Renju));
/// assert!(Rule::Renju.has_forbidden());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Black wins by exactly five and has forbidden moves, White by five or more.
    #[default]
    Renju,
    /// Both win by exactly five.
    Standard,
    /// Both win by five or more.
    Freestyle,
}

impl Rule {
    /// Every rule with its name.
    pub const NAMES: [(&str, Rule); 3] =
        [("renju", Rule::Renju), ("standard", Rule::Standard), ("freestyle", Rule::Freestyle)];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Renju => "renju",
            Rule::Standard => "standard",
            Rule::Freestyle => "freestyle",
        }
    }

    /// Returns whether Black has forbidden moves.
    #[must_use]
    pub const fn has_forbidden(self) -> bool {
        matches!(self, Rule::Renju)
    }
}

impl std::str::FromStr for Rule {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let found = Rule::NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        found.map(|&(_, rule)| rule).ok_or(())
    }
}
