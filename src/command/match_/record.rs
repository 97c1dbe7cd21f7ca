//! The complete record of a match: one JSON object a line, the match first and then each finished game.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::{ByColor, Color, Outcome};
use crate::othello::{FinalScore, Scoring};

use super::board::Board;
use super::board::count::Presumed;
use super::fault::Termination;
use super::game::GameRules;
use super::spec::EngineSpec;
use super::wire::Note;

/// The version of the record that is written and read.
pub(super) const VERSION: u32 = 1;

/// One line of the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Line {
    Match(Header),
    Game(GameRecord),
}

/// What must agree for games to belong to one match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) version: u32,
    /// Records of before there was a choice are of Othello.
    #[serde(default)]
    pub(super) game: GameRules,
    pub(super) engines: Vec<EngineRecord>,
    pub(super) gauntlet: bool,
    /// Games of each pairing.
    pub(super) games: u64,
    pub(super) openings: Option<OpeningsRecord>,
    pub(super) order: String,
    pub(super) seed: u64,
    pub(super) scoring: String,
    /// Milliseconds.
    pub(super) timemargin: u64,
    pub(super) shard: Option<String>,
}

/// An engine as it took part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct EngineRecord {
    pub(super) name: String,
    pub(super) command: Vec<String>,
    pub(super) protocol: String,
    pub(super) dir: Option<String>,
    pub(super) sends_passes: bool,
    pub(super) options: Vec<(String, String)>,
    pub(super) init: Vec<String>,
    pub(super) limit: String,
}

impl From<&EngineSpec> for EngineRecord {
    fn from(spec: &EngineSpec) -> Self {
        EngineRecord {
            name: spec.name.clone(),
            command: spec.command.clone(),
            protocol: spec.proto.name().to_owned(),
            dir: spec.dir.as_ref().map(|dir| dir.to_string_lossy().into_owned()),
            sends_passes: spec.sends_passes,
            options: spec.options.clone(),
            init: spec.init.clone(),
            limit: spec.limit.to_string(),
        }
    }
}

/// What identifies a list of openings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct OpeningsRecord {
    pub(super) count: u64,
    pub(super) crc32: u32,
}

impl Header {
    /// Returns the convention by which discs count.
    pub(super) fn scoring(&self) -> Scoring {
        Scoring::from_name(&self.scoring).unwrap_or_default()
    }

    /// Lists what differs between two matches, each with both values.
    pub(super) fn differences(&self, other: &Header) -> Vec<String> {
        let value = |header: &Header| serde_json::to_value(header).unwrap_or_default();
        let mut found = Vec::new();
        compare("", &value(self), &value(other), &mut found);
        found
    }
}

fn compare(path: &str, one: &Value, other: &Value, found: &mut Vec<String>) {
    let below =
        |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            for (name, value) in one {
                compare(&below(name), value, other.get(name).unwrap_or(&Value::Null), found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                compare(&below(&(index + 1).to_string()), one, other, found);
            }
        }
        _ if one == other => {}
        _ => found.push(format!("{path}: {one} and {other}")),
    }
}

/// One finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct GameRecord {
    /// Number in the match, from 1.
    pub(super) game: u64,
    pub(super) pair: u64,
    pub(super) black: String,
    pub(super) white: String,
    /// When it began, UTC.
    pub(super) date: String,
    /// The board that was set up and its side to move; empty for the start of a game.
    pub(super) setup: String,
    /// Moves of the opening, passes included.
    pub(super) opening: String,
    pub(super) moves: Vec<MoveRecord>,
    pub(super) result: Winner,
    pub(super) termination: Termination,
    /// What the loser did wrong.
    pub(super) fault: Option<String>,
    /// Discs on the board at the end, in Othello.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) discs: Option<Discs>,
    /// Why it ended, where the rules have several reasons.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) reason: Option<String>,
    /// The count of a game of Go, such as `B+3.5`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) score: Option<String>,
    /// What of the count was presumed and not proved.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) presumed: Option<Presumed>,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Winner {
    Black,
    White,
    Draw,
}

impl From<Outcome> for Winner {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Color::Black) => Winner::Black,
            Outcome::Win(Color::White) => Winner::White,
            Outcome::Draw => Winner::Draw,
        }
    }
}

/// Discs of each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Discs {
    pub(super) black: u32,
    pub(super) white: u32,
}

/// One move an engine made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct MoveRecord {
    pub(super) r#move: String,
    /// Seconds.
    pub(super) time: f64,
    #[serde(flatten)]
    pub(super) note: Note,
}

impl GameRecord {
    /// Returns the points of a side.
    ///
    /// # Units
    /// Half points: 2 a win, 1 a draw.
    pub(super) fn half_points(&self, color: Color) -> u64 {
        match (self.result, color) {
            (Winner::Draw, _) => 1,
            (Winner::Black, Color::Black) | (Winner::White, Color::White) => 2,
            _ => 0,
        }
    }

    /// Returns the discs that count, in half discs; a game lost by a fault counts 0:64.
    pub(super) fn half_discs(&self, scoring: Scoring) -> ByColor<u64> {
        if let (Termination::Normal, Some(Discs { black, white })) = (self.termination, self.discs)
        {
            let discs = ByColor { black, white };
            let halves = FinalScore::new(discs, scoring).half_discs();
            return ByColor { black: u64::from(halves.black), white: u64::from(halves.white) };
        }
        ByColor::from_fn(|color| 64 * self.half_points(color))
    }

    /// Returns whose fault ended the game.
    pub(super) fn loser_by_fault(&self) -> Option<&str> {
        match (self.termination, self.result) {
            (Termination::Normal, _) | (_, Winner::Draw) => None,
            (_, Winner::Black) => Some(&self.white),
            (_, Winner::White) => Some(&self.black),
        }
    }

    /// Returns the game on the board, with the number of plies of the opening.
    ///
    /// # Errors
    /// The record was changed by hand.
    pub(super) fn board(&self, rules: &GameRules) -> anyhow::Result<(Board, usize)> {
        let mut board = Board::restore(rules, &self.setup)?;
        board.play_list(&self.opening)?;
        let opening = board.plies().len();
        for record in &self.moves {
            board.play_list(&record.r#move)?;
        }
        Ok((board, opening))
    }
}
