//! What `INFO` tells: times, memory, limits and the rule. It is never answered, unless it asks for a rule that is not
//! played here.

use std::time::Duration;

use crate::engine::Goal;
use crate::game::{Color, TimeSettings, time::LONGEST};
use crate::protocol::token::quote;
use crate::protocol::{Command, ProtocolError};

/// What stands for no limit of a game's time.
const NO_LIMIT: i64 = i32::MAX as i64;
/// Of the memory allowed so much is left for everything but the table.
const TABLE_SHARE: i64 = 2;

/// What the manager has told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    /// The manager is one of Yixin's family, whose rules have other numbers.
    pub(super) yixin: bool,
    /// What wins, in the engine's words.
    pub(super) rule: Option<&'static str>,
    turn: Option<Duration>,
    game: Option<Duration>,
    left: Option<Duration>,
    increment: Duration,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Told {
    /// Returns how far a search may go.
    pub(super) fn goal(&self) -> Option<Goal> {
        self.depth.map(Goal::Depth)
    }

    /// Returns how many nodes a search may visit.
    pub(super) fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// Takes `key value` in and returns what is to be done about it, nothing at all most often.
    pub(super) fn take(&mut self, key: &str, value: &str) -> Result<Vec<Command>, ProtocolError> {
        let number =
            || value.trim().parse::<f64>().ok().filter(|n| n.is_finite()).map(|n| n as i64);
        let millis = |number: i64| Duration::from_millis(number.max(0).unsigned_abs()).min(LONGEST);
        let option = |name: &str, value: i64| {
            vec![Command::SetOption { name: name.to_owned(), value: Some(value.to_string()) }]
        };
        let before = self.clone();
        let key = key.to_ascii_lowercase();
        if key == "rule" {
            return self.rule(value.trim());
        }
        let Some(number) = number() else {
            log::info!("INFO {} {}: not understood", quote(&key), quote(value));
            return Ok(Vec::new());
        };
        match key.as_str() {
            "timeout_turn" => self.turn = Some(millis(number)),
            "timeout_match" => {
                self.game = (number > 0 && number < NO_LIMIT).then(|| millis(number));
            }
            "time_left" => self.left = (number < NO_LIMIT).then(|| millis(number)),
            "time_increment" => self.increment = millis(number),
            "max_depth" => {
                self.depth = u32::try_from(number).ok().filter(|&depth| depth > 0);
            }
            "max_node" => self.nodes = u64::try_from(number).ok().filter(|&nodes| nodes > 0),
            "max_memory" if number > 0 => {
                return Ok(option("Hash", ((number / TABLE_SHARE) >> 20).max(1)));
            }
            "hash_size" if number > 0 => return Ok(option("Hash", (number >> 10).max(1))),
            "thread_num" if number > 0 => return Ok(option("Threads", number)),
            _ => {}
        }
        Ok(self.clocks(&before))
    }

    /// Sets the clocks to what is known of them now.
    fn clocks(&self, before: &Told) -> Vec<Command> {
        let mut commands = Vec::new();
        if self.settings() != before.settings() {
            commands.push(Command::Time(self.settings()));
        }
        // Setting the time of the game anew sets the clocks back as well.
        if let Some(left) = self.left.filter(|_| self.left != before.left || !commands.is_empty()) {
            let told = |color| Command::TimeLeft { color, left, count: 0 };
            commands.extend(Color::ALL.map(told));
        }
        commands
    }

    fn settings(&self) -> TimeSettings {
        match (self.game, self.turn) {
            (_, Some(turn)) if turn.is_zero() => TimeSettings::PerMove(turn),
            (None, Some(turn)) if self.left.is_none() => TimeSettings::PerMove(turn),
            (None, None) => TimeSettings::Unlimited,
            (game, most) => TimeSettings::Fischer {
                main: game.or(self.left).unwrap_or(LONGEST),
                increment: self.increment,
                limit: None,
                most,
            },
        }
    }

    /// Returns the clocks' commands for a session that begins anew.
    pub(super) fn again(&self) -> Vec<Command> {
        let left = self
            .left
            .into_iter()
            .flat_map(|left| Color::ALL.map(|color| Command::TimeLeft { color, left, count: 0 }));
        left.collect()
    }

    /// Takes a rule in: a mask of 1 exactly five, 2 continuous, 4 renju, 8 caro, or one of Yixin's numbers.
    fn rule(&mut self, value: &str) -> Result<Vec<Command>, ProtocolError> {
        let rule = match value.parse::<u32>() {
            Ok(2) if self.yixin => "renju",
            // Yixin names the opening with the rule; its steps are asked for one by one.
            Ok(5) if self.yixin => "freestyle",
            Ok(6) if self.yixin => "freestyle",
            Ok(0) => "freestyle",
            Ok(1) => "standard",
            Ok(4 | 5) => "renju",
            Ok(mask) if mask & 8 != 0 => {
                return Err(ProtocolError::Fixed("rule: caro (8) is not played here"));
            }
            Ok(mask) if mask & 2 != 0 => {
                return Err(ProtocolError::Fixed("rule: continuous games (2) are not played here"));
            }
            _ => {
                return Err(ProtocolError::Fixed(
                    "rule: expected 0 freestyle, 1 exactly five or 4 renju",
                ));
            }
        };
        if self.rule == Some(rule) {
            return Ok(Vec::new());
        }
        self.rule = Some(rule);
        Ok(vec![Command::SetOption { name: "Rule".to_owned(), value: Some(rule.to_owned()) }])
    }
}
