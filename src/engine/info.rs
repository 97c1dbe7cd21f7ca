//! What a search tells while it runs and when it ends.

use std::ops::ControlFlow;

/// What a value stands for, given that a search may prove a bound only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The true value is this or less.
    Upper,
    /// The true value is this or more.
    Lower,
    /// The value itself, as far as the search's depth and selectivity go.
    Exact,
}

/// A search's verdict on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchValue {
    /// # Units
    /// 1/100 of a disc or point, side to move's view.
    Centi(i32),
    /// Win (1), draw (0) or loss (-1) of the side to move.
    Wld(i8),
    /// What games played on from here came to, side to move's view.
    Rated {
        /// The mean lead.
        ///
        /// # Units
        /// 1/100 of a disc or point.
        centi: i32,
        /// How many of the games were won, draws by half.
        ///
        /// # Units
        /// 1/10000.
        win: u32,
        /// How many games were played with this line's first move.
        visits: u64,
    },
}

/// One line of progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Plies searched.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The probability in percent with which pruned lines were rightly pruned; 100 = nothing pruned.
    pub selectivity: u32,
    /// The verdict.
    pub value: SearchValue,
    /// What the verdict proves.
    pub bound: Bound,
    /// Nodes visited so far.
    pub nodes: u64,
    /// How full the table is.
    ///
    /// # Units
    /// Thousandths.
    pub hashfull: u32,
    /// Which of several best lines this is, from 1.
    pub multi_pv: u32,
    /// The best line, moves in the game's notation, passes named.
    pub pv: Vec<String>,
}

/// A search's choice.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BestMove {
    /// The move; `None` once the game is over.
    pub mv: Option<String>,
    /// The reply it expects.
    pub ponder: Option<String>,
}

/// What the time manager needs to know when an iteration ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Plies searched.
    pub depth: u32,
    /// Whether the best move is another than an iteration ago.
    pub best_move_changed: bool,
    /// How much the score fell since the last iteration, 0 if it rose.
    ///
    /// # Units
    /// 1/100 of a disc or point.
    pub score_drop: i32,
    /// Whether only one legal move exists.
    pub only_move: bool,
    /// Whether the search is now solving the rest of the game instead of deepening.
    pub solving: bool,
}

/// Listens to a search; called on the searching thread.
pub trait Observer {
    /// Takes one line of progress.
    fn info(&mut self, info: &Info);

    /// Decides, when an iteration ends, whether another one begins.
    fn iteration(&mut self, _iteration: &Iteration) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// An observer that listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn info(&mut self, _info: &Info) {}
}
