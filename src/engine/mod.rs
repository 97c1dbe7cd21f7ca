//! The contract between the session and a game's engine.
//!
//! Owns the object-safe trait [`Engine`], what is asked of a search ([`Limits`]) and what it tells
//! ([`Info`], [`BestMove`]). Must not know any concrete game, protocol, thread or clock.

pub mod info;
pub mod limits;
pub mod options;
pub mod stop;
pub mod words;

pub use info::{BestMove, Bound, Info, Iteration, Observer, SearchValue};
pub use limits::{Choice, Goal, Limits};
pub use options::{
    HASH, OptionKind, OptionSpec, Spin, bad_value, read_check, read_choice, read_nearest, read_spin,
};
pub use stop::StopFlag;
pub use words::GameWords;

use crate::game::{Color, Outcome};

/// How a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionFormat {
    /// The start of a game; the text is empty.
    Start,
    /// Board squares and the side to move.
    Fen,
    /// A line of a problem file, board, side and perhaps scores.
    Obf,
    /// The documents' set-up in brackets, capital letter = black, followed by moves.
    Qipu,
    /// Smart Game Format.
    Sgf,
    /// Whatever of all known forms fits.
    Any,
}

/// A position as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionText<'a> {
    /// How it is written.
    pub format: PositionFormat,
    /// What is written.
    pub text: &'a str,
}

/// Why an engine refused what it was told; the engine is then unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The text of a position or move was not understood.
    #[error("{0}")]
    Syntax(String),
    /// A move is well formed but not legal.
    #[error("illegal move '{mv}': {reason}")]
    IllegalMove {
        /// The move as written.
        mv: String,
        /// Which rule it breaks.
        reason: String,
    },
    /// There is no move to take back.
    #[error("cannot undo: no move has been played")]
    NothingToUndo,
    /// No option has this name.
    #[error("unknown option '{0}'")]
    UnknownOption(String),
    /// An option's value was not understood.
    #[error("option '{name}': expected {expected}, found '{value}'")]
    BadValue {
        /// The option.
        name: String,
        /// What it takes.
        expected: String,
        /// What was given.
        value: String,
    },
    /// The game has no such thing.
    #[error("{0} is not supported here")]
    Unsupported(String),
    /// The rules forbid it, in the words of the game.
    #[error("{0}")]
    Refused(String),
}

/// Who is to move and whether the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The side to move; meaningless once the game is over.
    pub side_to_move: Color,
    /// Whether the side to move has no move but a pass.
    pub must_pass: bool,
    /// The result, once the game is over.
    pub outcome: Option<Outcome>,
    /// The final totals in the game's own words (`37:27 (+10)`), once the game is over.
    pub result: Option<String>,
}

impl Status {
    /// Returns whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }
}

/// A file format a game is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExportFormat {
    /// One line: squares and side to move, the form `position fen` reads.
    Fen,
    /// The moves alone.
    Transcript,
    /// Generic Game Format.
    Ggf,
    /// Smart Game Format.
    Sgf,
}

/// A position's answers, detached from the engine so that they can be given while it searches.
pub trait View: Send {
    /// Returns who is to move and whether the game goes on.
    fn status(&self) -> Status;

    /// Returns the legal moves, a forced pass among them; empty once the game is over.
    fn legal(&self) -> Vec<String>;

    /// Draws the position for a person: coordinates, side to move, counts, legal moves; lines without a
    /// final line feed and without blank lines.
    fn render(&self) -> String;

    /// Writes the game so far.
    ///
    /// # Errors
    /// The game has no such format.
    fn export(&self, format: ExportFormat) -> Result<String, EngineError>;

    /// Describes the position in the game's own terms, one a line.
    fn describe(&self) -> String;

    /// Explains every term of [`View::describe`], one a line.
    fn describe_help(&self) -> String;

    /// Prints the static evaluation with its parts, one a line.
    fn evaluate(&self) -> String;

    /// Returns the legal moves of `color` if it were its turn; a pass alone where it has none, nothing once
    /// the game is over.
    fn legal_for(&self, color: Color) -> Vec<String> {
        if self.status().side_to_move == color { self.legal() } else { Vec::new() }
    }

    /// Returns the board row by row from row 1 on, `X` for Black, `O` for White, `.` for an empty point.
    fn rows(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the plies played since the set-up, oldest first, passes among them.
    fn moves(&self) -> Vec<(Color, String)> {
        Vec::new()
    }

    /// Returns Black's final total minus White's, once the game is over.
    ///
    /// # Units
    /// 1/100 of a disc or point.
    fn margin(&self) -> Option<i32> {
        None
    }

    /// Answers a question that this game alone knows, in words that the game defines; lines without a final line
    /// feed and without blank lines.
    ///
    /// # Errors
    /// The game knows no such question, or has no answer to it now.
    fn ask(&self, question: &str) -> Result<String, EngineError> {
        let word = question.split_whitespace().next().unwrap_or_default();
        Err(EngineError::Unsupported(format!("'{word}'")))
    }

    /// Returns whether every answer is at hand; where not, [`Engine::judge`] works out what takes long, and an answer
    /// that needs it waits or works it out itself.
    fn is_judged(&self) -> bool {
        true
    }

    /// Weighs the thinking time that this move (first) and each later move of the same side deserve.
    ///
    /// # Units
    /// Relative to one another; as many as the side may still have to make at most, at least one.
    fn pace(&self) -> Vec<u32> {
        vec![1; 30]
    }
}

/// A game engine: position, history, table and thread pool in one.
///
/// Every call but [`Engine::search`], [`Engine::judge`], [`Engine::perft`] and [`Engine::bench`] returns at once. Whatever is refused leaves the engine unchanged.
pub trait Engine: Send {
    /// Returns the name of the game in lower case, `othello`.
    fn game(&self) -> &'static str;

    /// Forgets position, history and everything learned by searching.
    fn new_game(&mut self);

    /// Sets a position up and plays `moves` from it; forced passes may be left out.
    ///
    /// # Errors
    /// The position or a move was not understood or is not legal.
    fn set_position(&mut self, text: &PositionText<'_>, moves: &[&str]) -> Result<(), EngineError>;

    /// Plays one move; with a colour, a forced pass of the other side is inserted. With a colour, a pass is
    /// taken once the game is over too, and changes nothing.
    ///
    /// # Errors
    /// The move was not understood, is not legal, or it is not `color`'s turn.
    fn play(&mut self, color: Option<Color>, mv: &str) -> Result<(), EngineError>;

    /// Plays one move for `color` whosever turn it is: a turn of the other side is taken to have been passed,
    /// as protocols need whose moves name their side.
    ///
    /// Where the rules forbid that pass, the game so far becomes a position that was set up.
    ///
    /// # Errors
    /// The move was not understood or is not legal for `color`.
    fn play_out_of_turn(&mut self, color: Color, mv: &str) -> Result<(), EngineError> {
        self.play(Some(color), mv)
    }

    /// Does what this game alone has beside moves (a handicap, a resignation, an agreement), in words that the
    /// game defines, and returns what there is to tell of it.
    ///
    /// It is taken back by [`Engine::undo`] like a move.
    ///
    /// # Errors
    /// The game has no such action, or its rules forbid it now.
    fn action(&mut self, text: &str) -> Result<String, EngineError> {
        let word = text.split_whitespace().next().unwrap_or_default();
        Err(EngineError::Unsupported(format!("'{word}'")))
    }

    /// Goes back to the start of a game on a board of this size; nothing else is forgotten.
    ///
    /// # Errors
    /// The game is not played on such a board.
    fn set_size(&mut self, width: usize, height: usize) -> Result<(), EngineError> {
        let rows = self.view().rows();
        if rows.len() == height && rows.first().is_some_and(|row| row.chars().count() == width) {
            self.new_game();
            return Ok(());
        }
        Err(EngineError::Unsupported(format!("a board of {width}x{height}")))
    }

    /// Takes back what the last call of [`Engine::play`] or [`Engine::play_out_of_turn`] did, a pass that was
    /// inserted included; of the moves of [`Engine::set_position`], one ply.
    ///
    /// # Errors
    /// Nothing has been played since the set-up.
    fn undo(&mut self) -> Result<(), EngineError>;

    /// Returns the position's answers as they are now.
    fn view(&self) -> Box<dyn View>;

    /// Lists the options with their present values.
    fn options(&self) -> Vec<OptionSpec>;

    /// Sets an option, its name in any case; a value out of range is clamped.
    ///
    /// Returns a sentence for the user when the value taken is not the value given.
    ///
    /// # Errors
    /// The option is unknown or the value not understood.
    fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<String>, EngineError>;

    /// Allocates what the options ask for, so that the next search starts at once.
    fn prepare(&mut self);

    /// Searches the present position until the limits are met, the observer breaks off, or `stop` is raised.
    ///
    /// Calls [`Observer::info`] at least once before it returns.
    ///
    /// # Errors
    /// `search_moves` names a move that is not legal.
    fn search(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<BestMove, EngineError>;

    /// Works out, for this position, what its views' answers need and takes long; a raised `stop` makes do with what is
    /// known by then.
    fn judge(&self, _stop: &StopFlag) {}

    /// Counts the leaves of the game tree below the position, or `None` if `stop` was raised first.
    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64>;

    /// Searches the fixed benchmark positions with one thread and returns the nodes, or `None` if stopped.
    ///
    /// # Determinism
    /// The same number on every machine and every run: the signature of the search.
    fn bench(&mut self, stop: &StopFlag) -> Option<u64>;
}
