//! An engine's options as a client sees them.

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
