//! The Renju engine's options.

use crate::engine::{EngineError, OptionKind, OptionSpec, read_check, read_choice, read_spin};
use crate::renju::opening::Opening;
use crate::renju::{Rule, Rules};

const RULE: &str = "Rule";
const OPENING: &str = "Opening";
const SIZE: &str = "Size";
const FORBIDDEN: &str = "Forbidden";
const PASSES: &str = "Passes";
const MOVE_LIMIT: &str = "Move Limit";
const SEED: &str = "Seed";

/// What a forbidden stone comes to: White must point it out, or Black has lost at once.
const FORBIDDEN_WORDS: [&str; 2] = ["claim", "loss"];

/// What the options are set to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Values {
    pub(super) rules: Rules,
    pub(super) seed: i64,
}

fn rule_names() -> Vec<&'static str> {
    Rule::NAMES.iter().map(|(name, _)| *name).collect()
}

fn opening_names() -> Vec<&'static str> {
    Opening::NAMES.iter().map(|(name, _)| *name).collect()
}

impl Values {
    /// Sets an option; see [`crate::engine::Engine::set_option`].
    pub(super) fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<String>, EngineError> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let rules = &mut self.rules;
        if is(RULE) {
            let choice = read_choice(RULE, value, &rule_names())?;
            rules.rule = choice.parse().unwrap_or(rules.rule);
        } else if is(OPENING) {
            let value = value.map(|value| {
                if value.trim().eq_ignore_ascii_case("document") { "rif" } else { value }
            });
            let choice = read_choice(OPENING, value, &opening_names())?;
            rules.opening = choice.parse().unwrap_or(rules.opening);
        } else if is(SIZE) {
            let (size, note) = read_spin(SIZE, value, 5, 20)?;
            rules.size = u8::try_from(size).unwrap_or(15);
            return Ok(note);
        } else if is(FORBIDDEN) {
            rules.strict = read_choice(FORBIDDEN, value, &FORBIDDEN_WORDS)? == "loss";
        } else if is(PASSES) {
            rules.passes = read_check(PASSES, value)?;
        } else if is(MOVE_LIMIT) {
            let (limit, note) = read_spin(MOVE_LIMIT, value, 0, 400)?;
            rules.limit = u16::try_from(limit).ok().filter(|limit| *limit > 0);
            return Ok(note);
        } else if is(SEED) {
            let (seed, note) = read_spin(SEED, value, 0, i64::MAX)?;
            self.seed = seed;
            return Ok(note);
        } else {
            return Err(EngineError::UnknownOption(name.to_owned()));
        }
        Ok(None)
    }

    /// Lists the options with their values.
    pub(super) fn list(&self) -> Vec<OptionSpec> {
        let Values { rules, seed } = *self;
        let usual = Rules::document();
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        let combo = |name, value: &str, default: &str, choices, help| OptionSpec {
            name,
            kind: OptionKind::Combo {
                value: value.to_owned(),
                default: default.to_owned(),
                choices,
            },
            help,
        };
        let spin = |name, value, default, min, max, help| OptionSpec {
            name,
            kind: OptionKind::Spin { value, default, min, max },
            help,
        };
        let word = |strict: bool| FORBIDDEN_WORDS[usize::from(strict)];
        vec![
            combo(
                RULE,
                rules.rule.name(),
                usual.rule.name(),
                owned(rule_names()),
                "What wins: renju, exactly five (standard), five or more (freestyle).",
            ),
            combo(
                OPENING,
                rules.opening.name(),
                usual.opening.name(),
                owned(opening_names()),
                "How a game begins; rif is the rule of 26 openings, one swap and two fifth moves.",
            ),
            combo(
                FORBIDDEN,
                word(rules.strict),
                word(usual.strict),
                owned(FORBIDDEN_WORDS.to_vec()),
                "Whether White must point a forbidden stone out or Black has lost at once.",
            ),
            OptionSpec {
                name: PASSES,
                kind: OptionKind::Check { value: rules.passes, default: usual.passes },
                help: "Whether one may pass once the opening is over.",
            },
            spin(SIZE, i64::from(rules.size), i64::from(usual.size), 5, 20, "Lines of the board."),
            spin(
                MOVE_LIMIT,
                rules.limit.map_or(0, i64::from),
                0,
                0,
                400,
                "Stones at which a game is a draw; 0 = none.",
            ),
            spin(SEED, seed, 0, 0, i64::MAX, "Where the player's choices among equal moves start."),
        ]
    }
}
