//! What a client can ask for, whatever protocol it speaks.

use crate::engine::{Goal, PositionFormat};
use crate::game::ByColor;

/// One line of a client, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A blank line.
    Empty,
    /// Says who the engine is and which options it has; `ack` is the word that ends the answer.
    Identify {
        /// The closing word.
        ack: &'static str,
    },
    /// Asks for a sign of life once everything sent so far has been taken in.
    IsReady,
    /// Forgets the game and what was learned in it.
    NewGame,
    /// Sets an option.
    SetOption {
        /// Its name, blanks single.
        name: String,
        /// The value, if one was given.
        value: Option<String>,
    },
    /// Sets a position up and plays moves from it.
    Position {
        /// How it is written.
        format: PositionFormat,
        /// What is written.
        text: String,
        /// The moves.
        moves: Vec<String>,
    },
    /// Starts a search.
    Go(Go),
    /// Ends the search.
    Stop,
    /// The expected reply was played: the search's clock starts.
    PonderHit,
    /// Ends the process.
    Quit,
    /// Asks a question about the position.
    Query(Query),
    /// Draws the position.
    Show,
    /// Prints the static evaluation.
    Evaluate,
    /// Prints the position in the game's own terms.
    Features,
    /// Counts the leaves of the game tree.
    Perft(u32),
    /// Runs the fixed benchmark.
    Bench,
    /// Explains.
    Help(HelpTopic),
}

/// What a search is asked for.
///
/// # Units
/// Times are milliseconds as the client sent them, negative ones included.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Go {
    /// An explicit goal.
    pub goal: Option<Goal>,
    /// The most nodes it may visit.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub movetime: Option<i64>,
    /// What the clocks show.
    pub time: ByColor<Option<i64>>,
    /// What the clocks gain with each move.
    pub increment: ByColor<Option<i64>>,
    /// Moves until the clocks are refilled.
    pub moves_to_go: Option<u32>,
    /// No answer before a stop.
    pub infinite: bool,
    /// No answer before a stop or a ponderhit, which starts the clock.
    pub ponder: bool,
    /// The moves it may choose from; empty = all.
    pub search_moves: Vec<String>,
}

/// A question about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is it the first player's turn?
    FirstPlayerTurn,
    /// Is the game over?
    GameOver,
    /// Who won?
    Result,
}

/// What help is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpTopic {
    /// Every command, one line each.
    Commands,
    /// One command.
    Command(&'static str),
    /// The terms of [`Command::Features`].
    Features,
    /// The options.
    Options,
}
