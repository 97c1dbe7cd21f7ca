//! What a search is asked for, clocks apart: the session turns those into stops.

use crate::game::Color;

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Goal {
    /// As the engine's configured level says.
    #[default]
    Level,
    /// Deeper and deeper, into the exact solution, until stopped.
    Deepen,
    /// To a fixed depth in plies; the exact solution if the game ends within it.
    Depth(u32),
    /// The exact result.
    Exact,
    /// Win, loss or draw only.
    Wld,
    /// As the level says, but on until nothing is left to be played, dead stones included.
    CleanUp,
    /// The whole game, pruned as selectively as is asked for.
    Solve,
}

/// What a search chooses.
///
/// Several moves are told as one, apart by a comma and a blank. Only games that have openings of several steps know more
/// than the best move; others choose that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Choice {
    /// The best move.
    #[default]
    Best,
    /// Everything that the player to act does until it is the other one's turn.
    Turn,
    /// A move, or one of each side, that leaves a position worth as near as can be to a value.
    Balanced {
        /// Whether the other side moves as well.
        two: bool,
        /// The value, as the side to move sees it.
        ///
        /// # Units
        /// 1/100 of a point.
        value: i32,
    },
}

/// What a search is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// How far it goes.
    pub goal: Goal,
    /// The most nodes it may visit.
    pub nodes: Option<u64>,
    /// The root moves it may choose from; empty = all.
    pub search_moves: Vec<String>,
    /// Whose turn it is taken to be; `None` = the side to move. The position itself does not change.
    pub side: Option<Color>,
    /// The probability in percent with which pruned lines must be rightly pruned; `None` = as the engine's options
    /// say.
    pub selectivity: Option<u32>,
    /// How many best lines are shown; `None` = as the engine's options say.
    pub lines: Option<usize>,
    /// What is chosen.
    pub choice: Choice,
}
