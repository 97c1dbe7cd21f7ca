//! The Go engine's options.

use crate::engine::{
    EngineError, Goal, HASH, Limits, OptionKind, OptionSpec, Spin, bad_value, read_choice,
};
use crate::game::Color;
use crate::go::point::{MAX_SIZE, MIN_SIZE};
use crate::go::search::Config;
use crate::go::{Board, Komi, ParseKomiError, Position};

pub(super) const KOMI: &str = "Komi";
const SIZE: &str = "Board Size";
const VIOLATIONS: &str = "Violations";
pub(super) const CLEAR_HASH: &str = "Clear Hash";
const SEED: &str = "Seed";
const THREADS: &str = "Threads";
const MULTI_PV: &str = "MultiPV";
const LEVEL: &str = "Level";
const RESIGN: &str = "Resign";

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
    hash_mib: i64,
    threads: i64,
    pub(super) multi_pv: usize,
    pub(super) level: u32,
    /// The share of games won below which the player gives up, in percent; 0 = it never does.
    pub(super) resign: u32,
}

fn small(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

const SPINS: [Spin<Values>; 7] = [
    Spin {
        name: SIZE,
        min: MIN_SIZE as i64,
        max: MAX_SIZE as i64,
        get: |values| i64::from(values.size),
        set: |values, value| values.size = u8::try_from(value).unwrap_or(values.size),
        help: "Columns and rows of the board; another size starts a new game.",
    },
    Spin {
        name: HASH,
        min: 1,
        max: 65_536,
        get: |values| values.hash_mib,
        set: |values, value| values.hash_mib = value,
        help: "MiB of memory for the tree; at most three quarters of what the machine has.",
    },
    Spin {
        name: THREADS,
        min: 1,
        max: 256,
        get: |values| values.threads,
        set: |values, value| values.threads = value,
        help: "Threads that search.",
    },
    Spin {
        name: MULTI_PV,
        min: 1,
        max: 361,
        get: |values| values.multi_pv as i64,
        set: |values, value| values.multi_pv = small(value) as usize,
        help: "How many best lines are shown.",
    },
    Spin {
        name: LEVEL,
        min: 1,
        max: 16,
        get: |values| i64::from(values.level),
        set: |values, value| values.level = small(value),
        help: "How strong a go without limits plays; each level plays twice as many games as the one before.",
    },
    Spin {
        name: RESIGN,
        min: 0,
        max: 50,
        get: |values| i64::from(values.resign),
        set: |values, value| values.resign = small(value),
        help: "Gives up when fewer percent of the games are won; 0 = never.",
    },
    Spin {
        name: SEED,
        min: 0,
        max: i64::MAX,
        get: |values| values.seed,
        set: |values, value| values.seed = value,
        help: "Where the player's random numbers start.",
    },
];

/// Returns the most games that a search with these limits plays.
pub(super) fn games(limits: &Limits, level: u32) -> Option<u64> {
    let own = match limits.goal {
        Goal::Deepen => None,
        Goal::Depth(depth) => Some(16 << depth.min(40)),
        Goal::Level | Goal::CleanUp | Goal::Exact | Goal::Wld | Goal::Solve => Some(50 << level),
    };
    own.into_iter().chain(limits.nodes).min()
}

impl Default for Values {
    fn default() -> Self {
        Values {
            size: 19,
            komi: Komi(650),
            is_strict: false,
            seed: 0,
            hash_mib: 64,
            threads: 1,
            multi_pv: 1,
            level: 8,
            resign: 0,
        }
    }
}

impl Values {
    pub(super) fn config(&self) -> Config {
        Config { threads: small(self.threads) as usize, hash_mib: small(self.hash_mib) as usize }
    }

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
        if let Some(spin) = SPINS.iter().find(|spin| is(spin.name)) {
            return spin.take(self, value);
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
        Err(EngineError::UnknownOption(name.to_owned()))
    }

    /// Lists the options with their values.
    pub(super) fn list(&self) -> Vec<OptionSpec> {
        let defaults = Values::default();
        let word = |values: &Values| VIOLATION_CHOICES[usize::from(values.is_strict)].to_owned();
        let spins = SPINS.iter().map(|spin| spin.spec(self, &defaults));
        let others = [
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
                name: CLEAR_HASH,
                kind: OptionKind::Button,
                help: "Forgets what earlier searches found.",
            },
        ];
        spins.chain(others).collect()
    }
}
