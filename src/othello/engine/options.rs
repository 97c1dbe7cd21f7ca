//! The Othello engine's options.

use crate::engine::{EngineError, HASH, OptionKind, OptionSpec, Spin, read_choice, read_nearest};
use crate::othello::Scoring;
use crate::othello::search::Config;

pub(super) const CLEAR_HASH: &str = "Clear Hash";
pub(super) const EVAL_FILE: &str = "EvalFile";
const THREADS: &str = "Threads";
const MULTI_PV: &str = "MultiPV";
const LEVEL: &str = "Level";
const SELECTIVITY: &str = "Selectivity";
const SCORING: &str = "Scoring";
const VARIETY: &str = "Variety";
const SEED: &str = "Seed";

const SELECTIVITIES: [i64; 6] = [73, 87, 95, 98, 99, 100];

/// What the options are set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Values {
    hash_mib: i64,
    threads: i64,
    pub(super) multi_pv: usize,
    pub(super) level: u32,
    pub(super) selectivity: u32,
    pub(super) scoring: Scoring,
    /// Discs the root may give up.
    pub(super) variety: u32,
    pub(super) seed: i64,
    /// The file of the weights; empty = those built in.
    pub(super) eval_file: String,
}

impl Default for Values {
    fn default() -> Self {
        Values {
            hash_mib: 64,
            threads: 1,
            multi_pv: 1,
            level: 21,
            selectivity: 73,
            scoring: Scoring::Winner,
            variety: 0,
            seed: 0,
            eval_file: String::new(),
        }
    }
}

fn scorings() -> [&'static str; 3] {
    Scoring::NAMES.map(|(name, _)| name)
}

fn small(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

const SPINS: [Spin<Values>; 6] = [
    Spin {
        name: HASH,
        min: 1,
        max: 65_536,
        get: |values| values.hash_mib,
        set: |values, value| values.hash_mib = value,
        help: "MiB of memory for the table; at most three quarters of what the machine has.",
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
        max: 33,
        get: |values| values.multi_pv as i64,
        set: |values, value| values.multi_pv = small(value) as usize,
        help: "How many best lines are shown.",
    },
    Spin {
        name: LEVEL,
        min: 1,
        max: 60,
        get: |values| i64::from(values.level),
        set: |values, value| values.level = small(value),
        help: "How strong a go without limits plays.",
    },
    Spin {
        name: VARIETY,
        min: 0,
        max: 64,
        get: |values| i64::from(values.variety),
        set: |values, value| values.variety = small(value),
        help: "Discs a move may give up so that games differ; 0 = always the best move.",
    },
    Spin {
        name: SEED,
        min: 0,
        max: i64::MAX,
        get: |values| values.seed,
        set: |values, value| values.seed = value,
        help: "Where the choices of Variety start; the same seed gives the same choices.",
    },
];

impl Values {
    pub(super) fn config(&self) -> Config {
        Config { threads: small(self.threads) as usize, hash_mib: small(self.hash_mib) as usize }
    }

    /// Sets an option; see [`crate::engine::Engine::set_option`].
    pub(super) fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<String>, EngineError> {
        if let Some(spin) = SPINS.iter().find(|spin| spin.name.eq_ignore_ascii_case(name)) {
            return spin.take(self, value);
        }
        if name.eq_ignore_ascii_case(SELECTIVITY) {
            let (percent, note) = read_nearest(SELECTIVITY, value, &SELECTIVITIES)?;
            self.selectivity = small(percent);
            return Ok(note);
        }
        if name.eq_ignore_ascii_case(SCORING) {
            let choice = read_choice(SCORING, value, &scorings())?;
            self.scoring = Scoring::from_name(choice).unwrap_or(self.scoring);
            return Ok(None);
        }
        Err(EngineError::UnknownOption(name.to_owned()))
    }

    /// Lists the options with their values.
    pub(super) fn list(&self) -> Vec<OptionSpec> {
        let defaults = Values::default();
        let mut list: Vec<OptionSpec> =
            SPINS.iter().map(|spin| spin.spec(self, &defaults)).collect();
        let combo = |name, value, default, choices, help| OptionSpec {
            name,
            kind: OptionKind::Combo { value, default, choices },
            help,
        };
        list.push(combo(
            SELECTIVITY,
            self.selectivity.to_string(),
            defaults.selectivity.to_string(),
            SELECTIVITIES.map(|percent| percent.to_string()).to_vec(),
            "Percent of probability with which a pruned line is rightly pruned; 100 prunes nothing.",
        ));
        list.push(combo(
            SCORING,
            self.scoring.name().to_owned(),
            defaults.scoring.name().to_owned(),
            scorings().map(str::to_owned).to_vec(),
            "How squares left empty count when a finished game is printed; the search maximises winner.",
        ));
        list.push(OptionSpec {
            name: EVAL_FILE,
            kind: OptionKind::Text {
                value: self.eval_file.clone(),
                default: defaults.eval_file.clone(),
            },
            help: "A file of evaluation weights; empty = those built in, handmade = hand-chosen terms.",
        });
        list.push(OptionSpec {
            name: CLEAR_HASH,
            kind: OptionKind::Button,
            help: "Forgets what earlier searches found.",
        });
        list
    }
}
