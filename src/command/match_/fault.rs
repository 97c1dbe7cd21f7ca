//! Why a game ended: by the rules, or by what an engine did wrong.

use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Termination {
    /// Neither side could move.
    Normal,
    /// An engine ended or closed its output.
    Crash,
    /// A move was against the rules, or no move.
    Illegal,
    /// No answer came.
    Silence,
    /// A move came too late.
    Time,
    /// The engine refused a command that its protocol has.
    Protocol,
    /// The engine gave the game up.
    Resign,
}

impl Termination {
    /// Every way that costs an engine the game.
    pub(super) const LOSSES: [Termination; 6] = [
        Termination::Crash,
        Termination::Illegal,
        Termination::Silence,
        Termination::Time,
        Termination::Protocol,
        Termination::Resign,
    ];

    /// Returns whether an engine did something wrong: whoever resigns did not.
    pub(super) fn is_fault(self) -> bool {
        !matches!(self, Termination::Normal | Termination::Resign)
    }

    /// Returns the name in tables, `number` of them.
    pub(super) fn count_name(self, number: u64) -> String {
        let (one, many) = match self {
            Termination::Normal => ("normal end", "normal ends"),
            Termination::Crash => ("crash", "crashes"),
            Termination::Illegal => ("illegal move", "illegal moves"),
            Termination::Silence => ("silence", "silences"),
            Termination::Time => ("time loss", "time losses"),
            Termination::Protocol => ("refused command", "refused commands"),
            Termination::Resign => ("resignation", "resignations"),
        };
        format!("{number} {}", if number == 1 { one } else { many })
    }
}

/// Why an engine gave no move to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The engine loses the game this way, with what happened in words.
    Loss(Termination, String),
    /// The match is being ended; nobody is to blame.
    Interrupted,
}

impl Fault {
    pub(super) fn crash(what: impl Into<String>) -> Self {
        Fault::Loss(Termination::Crash, what.into())
    }

    pub(super) fn silence(what: impl Into<String>) -> Self {
        Fault::Loss(Termination::Silence, what.into())
    }

    pub(super) fn protocol(what: impl Into<String>) -> Self {
        Fault::Loss(Termination::Protocol, what.into())
    }

    /// Returns whether the engine can be talked to no more.
    pub(super) fn is_deadly(&self) -> bool {
        !matches!(
            self,
            Fault::Loss(Termination::Illegal | Termination::Time | Termination::Resign, _)
        )
    }
}
