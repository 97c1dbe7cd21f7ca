//! What a client is told, whatever protocol it speaks.

use std::time::Duration;

use crate::engine::{BestMove, EngineError, Info, OptionSpec, Status};
use crate::game::{Color, Outcome};
use crate::protocol::HelpTopic;

/// One answer or event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Who the engine is and its options; closed by the word the client asked for.
    Identity {
        /// The options.
        options: Vec<OptionSpec>,
        /// The closing word.
        ack: &'static str,
    },
    /// The sign of life.
    Ready,
    /// Something was refused; nothing has changed.
    Error(String),
    /// A sentence for the user.
    Note(String),
    /// Progress of a search.
    Info {
        /// What was found.
        info: Info,
        /// Since the search began.
        elapsed: Duration,
    },
    /// The choice of a search.
    BestMove(BestMove),
    /// The answer to a query.
    Answer(Answer),
    /// Lines for a person.
    Text(String),
    /// Leaves of the game tree.
    Perft {
        /// Plies.
        depth: u32,
        /// Leaves.
        nodes: u64,
        /// Time used.
        elapsed: Duration,
    },
    /// The benchmark's signature.
    Bench {
        /// Nodes visited.
        nodes: u64,
        /// Time used.
        elapsed: Duration,
    },
    /// Help on the protocol's own commands.
    Help(HelpTopic),
    /// The options with their explanations.
    OptionHelp(Vec<OptionSpec>),
    /// A command was carried out and has nothing to tell.
    Done,
    /// The engine refused something; nothing has changed.
    Refused(EngineError),
    /// Something failed that was not asked for; the answer itself is still to come.
    Failure(String),
    /// A search that tells its progress has begun.
    Begin {
        /// Points still empty in the position that is searched.
        empties: u32,
    },
    /// Its progress.
    Progress {
        /// Every line there is, the best first.
        lines: Vec<Info>,
        /// Since it began.
        elapsed: Duration,
    },
    /// It was cancelled.
    Cancelled,
    /// All there is to know about the position.
    Facts(Box<Facts>),
    /// One position of a review has been judged: its progress says how.
    Reviewed {
        /// The plies played before it.
        plies: usize,
    },
    /// What is being searched.
    SearchState(Option<SearchState>),
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchState {
    /// Nodes visited when it last told its progress.
    pub nodes: u64,
    /// Since it began.
    pub elapsed: Duration,
}

/// A position in the words that every protocol can make its own of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Who is to move and whether the game goes on.
    pub status: Status,
    /// The legal moves of the side to move.
    pub legal: Vec<String>,
    /// The legal moves of Black and White, were it their turn.
    pub legal_for: [Vec<String>; 2],
    /// The board from row 1 on, `X` Black, `O` White, `.` empty.
    pub rows: Vec<String>,
    /// The plies since the set-up.
    pub moves: Vec<(Color, String)>,
    /// Black's final total minus White's, once the game is over.
    ///
    /// # Units
    /// 1/100 of a disc or point.
    pub margin: Option<i32>,
}

impl Reply {
    /// Returns whether a client that has stopped reading may do without it: it is for a person, or repeats
    /// what the client can ask for again.
    #[must_use]
    pub fn is_dispensable(&self) -> bool {
        match self {
            Reply::Identity { .. }
            | Reply::Error(_)
            | Reply::Note(_)
            | Reply::Text(_)
            | Reply::Help(_)
            | Reply::OptionHelp(_)
            | Reply::Facts(_) => true,
            Reply::Ready
            | Reply::Info { .. }
            | Reply::BestMove(_)
            | Reply::Answer(_)
            | Reply::Perft { .. }
            | Reply::Bench { .. }
            | Reply::Done
            | Reply::Refused(_)
            | Reply::Failure(_)
            | Reply::Begin { .. }
            | Reply::Reviewed { .. }
            | Reply::SearchState(_)
            | Reply::Progress { .. }
            | Reply::Cancelled => false,
        }
    }
}

/// The answer to a [`Query`](crate::protocol::Query).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes or no.
    Truth(bool),
    /// Who won; `None` while the game goes on.
    Result(Option<Outcome>),
}

/// Returns nodes in a second; a time too short to measure counts as a microsecond.
#[must_use]
pub fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    let rate = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_per_second_survives_no_time_at_all() {
        assert_eq!(nodes_per_second(3, Duration::ZERO), 3_000_000);
        assert_eq!(nodes_per_second(u64::MAX, Duration::from_micros(1)), u64::MAX);
        assert_eq!(nodes_per_second(500, Duration::from_millis(2)), 250_000);
    }
}
