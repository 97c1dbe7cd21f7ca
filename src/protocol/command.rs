//! What a client can ask for, whatever protocol it speaks.

use std::time::Duration;

use crate::engine::{Choice, ExportFormat, Goal, PositionFormat};
use crate::game::{ByColor, Color, TimeSettings};

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
    /// Asks for a sign of life at once; what the next search needs is made ready behind the answer.
    Ping,
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
    /// Is answered by what the protocol itself knows.
    Say(String),
    /// Clears a board of so many columns and rows.
    BoardSize {
        /// The columns.
        width: usize,
        /// The rows.
        height: usize,
    },
    /// Does one after the other; the last one's answer is given, or that of the first that is refused.
    All(Vec<Command>),
    /// Does what the game alone has beside moves, in its own words.
    Action(String),
    /// Asks what the game alone knows of the position, in its own words.
    Ask(String),
    /// Plays one move.
    Play {
        /// Whose move it is; `None` = the side to move.
        color: Option<Color>,
        /// The move in the engine's notation.
        mv: String,
    },
    /// Plays moves one after the other, or none if one of them is refused.
    PlayAll(Vec<(Color, String)>),
    /// Takes back what was played last.
    Undo,
    /// Searches for a side and, perhaps, plays what it finds.
    Think(Think),
    /// Agrees on the time of the game.
    Time(TimeSettings),
    /// Says what a clock shows.
    TimeLeft {
        /// Whose clock.
        color: Color,
        /// What is left.
        left: Duration,
        /// The moves or periods it is for; 0 = main time.
        count: u32,
    },
    /// Reads a game from a file.
    Load {
        /// The file's name.
        file: String,
        /// The ply before which to stop, from 1; `None` = the end.
        before: Option<u32>,
    },
    /// Writes the game to a file, or answers with it.
    Write {
        /// In which form.
        format: ExportFormat,
        /// The file's name.
        file: Option<String>,
    },
    /// Asks for all there is to know about the position.
    Facts,
    /// Asks for the number of the process.
    ProcessId,
    /// Asks for the processor time used so far.
    CpuTime,
    /// Asks whether a search is running and how far it has come.
    SearchState,
}

/// What becomes of a search's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It is played.
    Play,
    /// It is told.
    Choose,
    /// Progress alone is asked for, until the next line arrives.
    Analyse,
    /// Each position of the game so far is judged, the last first.
    Review,
}

/// A search for a side, whosever turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Think {
    /// A position to set up before.
    pub position: Option<(PositionFormat, String)>,
    /// How far it goes within the time of a clock that was agreed on; `None` = as clock and options say.
    pub goal: Option<Goal>,
    /// The most nodes it may visit.
    pub nodes: Option<u64>,
    /// The probability in percent with which pruned lines must be rightly pruned; `None` = as the options say.
    pub selectivity: Option<u32>,
    /// For whom; `None` = the side to move.
    pub color: Option<Color>,
    /// What for.
    pub purpose: Purpose,
    /// Whether the next line that arrives cancels it.
    pub cancellable: bool,
    /// How often progress is told; `None` = never.
    pub interval: Option<Duration>,
    /// How many best lines are told; `None` = as the options say.
    pub lines: Option<usize>,
    /// The moves it may choose from; empty = all.
    pub allowed: Vec<String>,
    /// The moves it may not choose, unless nothing else is left.
    pub avoided: Vec<String>,
    /// What is chosen.
    pub choice: Choice,
}

impl Think {
    /// Asks for a search of the side to move, without progress, as clocks and options say.
    #[must_use]
    pub fn new(purpose: Purpose) -> Self {
        Think {
            position: None,
            goal: None,
            nodes: None,
            selectivity: None,
            color: None,
            purpose,
            cancellable: false,
            interval: None,
            lines: None,
            allowed: Vec::new(),
            avoided: Vec::new(),
            choice: Choice::Best,
        }
    }
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
