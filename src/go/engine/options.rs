//! The Go engine's options.

use crate::engine::{EngineError, OptionKind, OptionSpec, bad_value, read_choice, read_spin};
use crate::game::Color;
use crate::go::point::{MAX_SIZE, MIN_SIZE};
use crate::go::{Board, Komi, ParseKomiError, Position};

pub(super) const KOMI: &str = "Komi";
const SIZE: &str = "Board Size";
const VIOLATIONS: &str = "Violations";
const SEED: &str = "Seed";

/// What happens to an illegal move.
const VIOLATION_CHOICES: [&str; 2] = ["refused", "lose"];

/// What the options are set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Values {
    /// Columns and rows of a new board.
    pub(super) size: u8,
    pub(super) komi: Komi,
    /// Whether a violation loses the game.
    pub(super) is_strict: bool,
    pub(super) seed: i64,
}

impl Default for Values {
    fn default() -> Self {
        Values { size: 19, komi: Komi(650), is_strict: false, seed: 0 }
    }
}

impl Values {
    /// Starts a game as the options say.
    pub(super) fn start(&self) -> Position {
        let board = Board::new(self.size).unwrap_or_default();
        let mut position = Position::from_board(board, Color::Black);
        position.set_komi(self.komi);
        position.set_strict(self.is_strict);
        position
    }

    /// Sets an option; see [`crate::engine::Engine::set_option`].
    pub(super) fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<String>, EngineError> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is(SIZE) {
            let (size, note) = read_spin(SIZE, value, i64::from(MIN_SIZE), i64::from(MAX_SIZE))?;
            self.size = u8::try_from(size).unwrap_or(self.size);
            return Ok(note);
        }
        if is(KOMI) {
            let komi = value.unwrap_or("").parse::<Komi>();
            self.komi = komi.map_err(|ParseKomiError(_)| {
                bad_value(KOMI, "a number of points from -625 to 625", value)
            })?;
            return Ok(None);
        }
        if is(VIOLATIONS) {
            self.is_strict = read_choice(VIOLATIONS, value, &VIOLATION_CHOICES)? == "lose";
            return Ok(None);
        }
        if is(SEED) {
            let (seed, note) = read_spin(SEED, value, 0, i64::MAX)?;
            self.seed = seed;
            return Ok(note);
        }
        Err(EngineError::UnknownOption(name.to_owned()))
    }

    /// Lists the options with their values.
    pub(super) fn list(&self) -> Vec<OptionSpec> {
        let defaults = Values::default();
        let word = |values: &Values| VIOLATION_CHOICES[usize::from(values.is_strict)].to_owned();
        vec![
            OptionSpec {
                name: SIZE,
                kind: OptionKind::Spin {
                    value: i64::from(self.size),
                    default: i64::from(defaults.size),
                    min: i64::from(MIN_SIZE),
                    max: i64::from(MAX_SIZE),
                },
                help: "Columns and rows of the board; another size starts a new game.",
            },
            OptionSpec {
                name: KOMI,
                kind: OptionKind::Text {
                    value: self.komi.to_string(),
                    default: defaults.komi.to_string(),
                },
                help: "Points that White gets for moving second.",
            },
            OptionSpec {
                name: VIOLATIONS,
                kind: OptionKind::Combo {
                    value: word(self),
                    default: word(&defaults),
                    choices: VIOLATION_CHOICES.map(str::to_owned).to_vec(),
                },
                help: "What becomes of an illegal move: it is refused, or loses the game (article 14).",
            },
            OptionSpec {
                name: SEED,
                kind: OptionKind::Spin {
                    value: self.seed,
                    default: defaults.seed,
                    min: 0,
                    max: i64::MAX,
                },
                help: "Where the player's choices among equal moves start.",
            },
        ]
    }
}
