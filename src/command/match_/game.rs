//! Which game a match is of, and by which rules: what the command line says and the record keeps.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::go::{Board as GoBoard, Komi};
use crate::renju::opening::Opening;
use crate::renju::{Rule, Rules};

/// The rules of Go that are known.
const JAPANESE: &str = "japanese";

/// Lines of a board of Renju, and of Go.
const RENJU_SIZE: u8 = 15;
const GO_SIZE: u8 = 19;

/// White's points for moving second where none are given.
const KOMI: Komi = Komi(650);

/// A game with its rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "lowercase")]
pub(super) enum GameRules {
    /// Othello has one set of rules.
    #[default]
    Othello,
    /// Renju or plain gomoku.
    Renju {
        /// What wins: `renju`, `standard`, `freestyle`.
        rules: String,
        /// Columns and rows.
        size: u8,
    },
    /// Go.
    Go {
        /// The only rules there are.
        rules: String,
        /// Columns and rows.
        size: u8,
        /// What White gets, as it is written.
        komi: String,
    },
}

impl GameRules {
    /// Reads the game's name and what holds for it.
    ///
    /// # Errors
    /// The game has no such rules, size or komi.
    pub(super) fn read(
        game: GameName,
        rules: Option<&str>,
        size: Option<u8>,
        komi: Option<Komi>,
    ) -> anyhow::Result<Self> {
        let name = game.name();
        if let (Some(komi), false) = (komi, game == GameName::Go) {
            bail!("--komi {komi}: {name} has no komi");
        }
        match game {
            GameName::Othello => {
                if let Some(rules) = rules {
                    bail!("--rules {rules}: othello has one set of rules");
                }
                if let Some(size) = size.filter(|&size| size != 8) {
                    bail!("--size {size}: othello has 8 columns and rows");
                }
                Ok(GameRules::Othello)
            }
            GameName::Renju => {
                let rules = rules.unwrap_or(Rule::Renju.name());
                let rule: Option<Rule> = rules.parse().ok();
                let rule = rule.with_context(|| {
                    format!("--rules {rules}: expected renju, standard or freestyle")
                })?;
                let size = size.unwrap_or(RENJU_SIZE);
                if ![15, 20].contains(&size) {
                    bail!("--size {size}: expected 15 or 20");
                }
                Ok(GameRules::Renju { rules: rule.name().to_owned(), size })
            }
            GameName::Go => {
                if let Some(rules) = rules.filter(|rules| !rules.eq_ignore_ascii_case(JAPANESE)) {
                    bail!("--rules {rules}: expected {JAPANESE}");
                }
                let size = size.unwrap_or(GO_SIZE);
                GoBoard::new(size).with_context(|| format!("--size {size}"))?;
                let komi = komi.unwrap_or(KOMI).to_string();
                Ok(GameRules::Go { rules: JAPANESE.to_owned(), size, komi })
            }
        }
    }

    /// Returns whether the game is Othello.
    pub(super) fn is_othello(&self) -> bool {
        *self == GameRules::Othello
    }

    /// Returns the name that protocols know the game by.
    pub(super) fn title(&self) -> &'static str {
        match self {
            GameRules::Othello => "Othello",
            GameRules::Renju { .. } => "Renju",
            GameRules::Go { .. } => "Go",
        }
    }

    /// Returns the columns and rows.
    pub(super) fn size(&self) -> u8 {
        match self {
            GameRules::Othello => 8,
            GameRules::Renju { size, .. } | GameRules::Go { size, .. } => *size,
        }
    }

    /// Returns what a game of Renju or gomoku is played by: a forbidden stone loses at once, nobody passes.
    pub(super) fn renju(&self) -> Rules {
        let (rule, size) = match self {
            GameRules::Renju { rules, size } => (rules.parse().unwrap_or_default(), *size),
            _ => (Rule::default(), RENJU_SIZE),
        };
        Rules {
            rule,
            size,
            opening: Opening::Free,
            strict: true,
            passes: false,
            limit: None,
            ..Rules::document()
        }
    }

    /// Returns what White gets in Go.
    pub(super) fn komi(&self) -> Komi {
        match self {
            GameRules::Go { komi, .. } => komi.parse().unwrap_or(KOMI),
            _ => KOMI,
        }
    }
}

impl fmt::Display for GameRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameRules::Othello => f.write_str("othello"),
            GameRules::Renju { rules, size } => write!(f, "renju {rules} {size}x{size}"),
            GameRules::Go { rules, size, komi } => {
                write!(f, "go {rules} {size}x{size} komi {komi}")
            }
        }
    }
}

/// A game by its name alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameName {
    Othello,
    Renju,
    Go,
}

impl GameName {
    const ALL: [GameName; 3] = [GameName::Othello, GameName::Renju, GameName::Go];

    /// Returns the name in lower case.
    pub(super) fn name(self) -> &'static str {
        match self {
            GameName::Othello => "othello",
            GameName::Renju => "renju",
            GameName::Go => "go",
        }
    }
}

impl FromStr for GameName {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let mut all = GameName::ALL.into_iter();
        let found = all.find(|game| game.name().eq_ignore_ascii_case(text));
        found.with_context(|| format!("--game {text}: expected othello, renju or go"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_with_defaults_and_refused_with_reasons() {
        let read = |game, rules, size, komi: Option<&str>| {
            GameRules::read(game, rules, size, komi.map(|komi| komi.parse().unwrap()))
                .map(|rules| rules.to_string())
                .map_err(|error| format!("{error:#}"))
        };
        for (game, rules, size, komi, expected) in [
            (GameName::Othello, None, Some(8), None, Ok("othello")),
            (GameName::Renju, None, None, None, Ok("renju renju 15x15")),
            (GameName::Renju, Some("Freestyle"), Some(20), None, Ok("renju freestyle 20x20")),
            (GameName::Go, None, None, None, Ok("go japanese 19x19 komi 6.5")),
            (GameName::Go, Some("Japanese"), Some(9), Some("7"), Ok("go japanese 9x9 komi 7")),
            (GameName::Othello, None, None, Some("1"), Err("--komi 1: othello has no komi")),
            (GameName::Othello, None, Some(6), None, Err("--size 6: othello has 8 columns")),
            (GameName::Renju, Some("caro"), None, None, Err("--rules caro: expected renju, s")),
            (GameName::Renju, None, Some(9), None, Err("--size 9: expected 15 or 20")),
            (GameName::Go, Some("chinese"), None, None, Err("--rules chinese: expected japan")),
            (GameName::Go, None, Some(26), None, Err("--size 26: ")),
        ] {
            match (read(game, rules, size, komi), expected) {
                (Ok(found), Ok(expected)) => assert_eq!(found, expected),
                (Err(found), Err(expected)) => assert!(found.starts_with(expected), "{found}"),
                (found, expected) => panic!("{found:?} is not {expected:?}"),
            }
        }
    }

    #[test]
    fn rules_are_kept_as_they_are_written() {
        let rules = GameRules::read(GameName::Go, None, Some(9), None).unwrap();
        let text = serde_json::to_string(&rules).unwrap();
        assert_eq!(text, r#"{"name":"go","rules":"japanese","size":9,"komi":"6.5"}"#);
        assert_eq!(serde_json::from_str::<GameRules>(&text).unwrap(), rules);
    }
}
