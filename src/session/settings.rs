//! The options that are the session's own: what concerns the wire and the clock, whatever the game.

use std::time::Duration;

use crate::engine::{EngineError, OptionKind, OptionSpec, read_check, read_spin};

/// The session's options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    /// Whether a best move names the reply it expects.
    pub(super) ponder: bool,
    /// What every move costs between the client's clock and the search.
    pub(super) overhead: Duration,
    /// The most a move may take that nothing else limits.
    pub(super) move_time: Duration,
}

pub(super) const GAME: &str = "Game";
const PONDER: &str = "Ponder";
const OVERHEAD: &str = "Move Overhead";
const OVERHEAD_DEFAULT: u64 = 10;
const OVERHEAD_MAX: i64 = 10_000;
const MOVE_TIME: &str = "Move Time";
const MOVE_TIME_DEFAULT: u64 = 5_000;
const MOVE_TIME_MAX: i64 = 86_400_000;

impl Default for Settings {
    fn default() -> Self {
        Settings {
            ponder: false,
            overhead: Duration::from_millis(OVERHEAD_DEFAULT),
            move_time: Duration::from_millis(MOVE_TIME_DEFAULT),
        }
    }
}

impl Settings {
    /// Sets an option; `None` when it is not one of these.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Option<Result<Option<String>, EngineError>> {
        if name.eq_ignore_ascii_case(PONDER) {
            return Some(read_check(PONDER, value).map(|ponder| {
                self.ponder = ponder;
                None
            }));
        }
        if name.eq_ignore_ascii_case(OVERHEAD) {
            return Some(read_spin(OVERHEAD, value, 0, OVERHEAD_MAX).map(|(millis, note)| {
                self.overhead = Duration::from_millis(millis.unsigned_abs());
                note
            }));
        }
        if name.eq_ignore_ascii_case(MOVE_TIME) {
            return Some(read_spin(MOVE_TIME, value, 1, MOVE_TIME_MAX).map(|(millis, note)| {
                self.move_time = Duration::from_millis(millis.unsigned_abs());
                note
            }));
        }
        None
    }

    /// Lists the options, the game among them: `played` of `games`.
    pub(super) fn options(&self, played: &str, games: &[&str]) -> Vec<OptionSpec> {
        vec![
            OptionSpec {
                name: GAME,
                kind: OptionKind::Combo {
                    value: played.to_owned(),
                    default: games.first().copied().unwrap_or_default().to_owned(),
                    choices: games.iter().map(|&game| game.to_owned()).collect(),
                },
                help: "The game; another one starts afresh.",
            },
            OptionSpec {
                name: PONDER,
                kind: OptionKind::Check { value: self.ponder, default: false },
                help: "Best moves name the reply they expect.",
            },
            OptionSpec {
                name: OVERHEAD,
                kind: OptionKind::Spin {
                    value: i64::try_from(self.overhead.as_millis()).unwrap_or(OVERHEAD_MAX),
                    default: OVERHEAD_DEFAULT.cast_signed(),
                    min: 0,
                    max: OVERHEAD_MAX,
                },
                help: "Milliseconds a move loses between the client's clock and the search.",
            },
            OptionSpec {
                name: MOVE_TIME,
                kind: OptionKind::Spin {
                    value: i64::try_from(self.move_time.as_millis()).unwrap_or(MOVE_TIME_MAX),
                    default: MOVE_TIME_DEFAULT.cast_signed(),
                    min: 1,
                    max: MOVE_TIME_MAX,
                },
                help: "Milliseconds a move may take that no clock and no other limit bounds.",
            },
        ]
    }
}
