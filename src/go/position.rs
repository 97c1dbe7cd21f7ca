//! A game of Go in progress: turns, passes, the stop, its resumption and how a game ends.
//!
//! Owns articles 1 to 6, 9 and 11 to 14 of the Japanese rules as far as they are about play: who moves, when play
//! stops, what a violation costs. Must not know scoring, records or engines. Entry point: [`Position`].

use std::fmt;

use crate::game::{Color, PlayError};
use crate::go::komi::Komi;
use crate::go::{Board, Change, DiagramError, Move, Point, SizeError};

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Moves are played.
    Playing,
    /// Both sides have passed: no move is accepted until the game is resumed, and life and death are confirmed.
    Stopped,
    /// The game has ended.
    Ended(Ending),
}

/// How a game ended without, or with, a count of territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Both sides have confirmed life and death and territory (article 9).
    Confirmed,
    /// This side resigned (article 11).
    Resigned(Color),
    /// This side broke a rule (article 14).
    Violated(Color, PlayError),
    /// Both agreed on it when the same position came back (article 12).
    NoResult,
    /// Both lose (article 13).
    BothLose,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Confirmed => f.pad("confirmed"),
            Ending::Resigned(color) => write!(f, "{color} resigned"),
            Ending::Violated(color, reason) => write!(f, "{color} broke a rule: {reason}"),
            Ending::NoResult => f.pad("no result"),
            Ending::BothLose => f.pad("both lose"),
        }
    }
}

/// One move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Whose it is.
    pub color: Color,
    /// What was played.
    pub mv: Move,
}

/// What was done to a game, one thing after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move, which is legal.
    Ply(Ply),
    /// Points were given stones or emptied, and the turn to a side.
    SetUp {
        /// What stands where now.
        points: Vec<(Option<Color>, Point)>,
        /// How many of them are a handicap.
        handicap: u32,
        /// Whose turn it is.
        side: Color,
    },
    /// A side passed once more after the stop, which changes nothing.
    PassedAgain(Color),
    /// The stop was lifted because this side asked for it.
    Resumed(Color),
    /// The game ended.
    Ended(Ending),
}

/// An event and what takes it back.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    event: Event,
    side: Color,
    phase: Phase,
    ko: Option<(Color, Point)>,
    change: Option<Change>,
    board: Option<Box<Board>>,
}

/// Why something beside a move was refused; nothing has then changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    /// It is done between moves only.
    #[error("play has stopped or the game is over")]
    NotPlaying,
    /// It is done after two passes only.
    #[error("play has not stopped")]
    NotStopped,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Nobody has seen this position before.
    #[error("this position has not come back")]
    NotRepeated,
    /// A handicap comes before all else.
    #[error("board not empty")]
    NotEmpty,
    /// A handicap of so many stones is not given here.
    #[error("invalid number of stones")]
    Stones,
    /// The points are not on the board, not empty or named twice.
    #[error("bad vertex list")]
    Points,
    /// A stone that was set up could not stand.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

/// A game with its history.
///
/// # Examples
/// ```
/// use heibai::game::{Color, Game};
/// use heibai::go::{Move, Phase, Position};
/// let mut game = Position::new(9).unwrap();
/// game.play(Move::Place("e5".parse().unwrap())).unwrap();
/// game.play(Move::Pass).unwrap();
/// game.play(Move::Pass).unwrap();
/// assert_eq!(game.phase(), Phase::Stopped);
/// assert!(game.play(Move::Pass).is_err());
/// game.resume(Color::White).unwrap();
/// assert_eq!(game.side_to_move(), Color::Black);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    board: Board,
    side: Color,
    phase: Phase,
    komi: Komi,
    is_strict: bool,
    entries: Vec<Entry>,
}

impl Position {
    /// Starts a game on an empty board with as many rows as columns, without komi.
    ///
    /// # Errors
    /// The size is not between 2 and 25.
    pub fn new(size: u8) -> Result<Self, SizeError> {
        Board::new(size).map(|board| Position::from_board(board, Color::Black))
    }

    /// Starts a game from a board with stones.
    #[must_use]
    pub fn from_board(board: Board, side: Color) -> Self {
        Position {
            board,
            side,
            phase: Phase::Playing,
            komi: Komi::default(),
            is_strict: false,
            entries: Vec::new(),
        }
    }

    /// Returns the board as it stands.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move; after the stop, the one that would have been.
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side
    }

    /// Returns where the game stands.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns what White gets for moving second.
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// Sets what White gets for moving second.
    pub const fn set_komi(&mut self, komi: Komi) {
        self.komi = komi;
    }

    /// Returns whether a violation loses the game; else it is refused.
    #[must_use]
    pub const fn is_strict(&self) -> bool {
        self.is_strict
    }

    /// Says whether a violation loses the game (article 14) or is refused.
    pub const fn set_strict(&mut self, is_strict: bool) {
        self.is_strict = is_strict;
    }

    /// Returns all that was done, oldest first.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.entries.iter().map(|entry| &entry.event)
    }

    /// Returns the moves played, oldest first.
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = Ply> + '_ {
        self.events().filter_map(|event| match event {
            Event::Ply(ply) => Some(*ply),
            _ => None,
        })
    }

    /// Returns how many handicap stones were given.
    #[must_use]
    pub fn handicap(&self) -> u32 {
        let given = self.events().map(|event| match event {
            Event::SetUp { handicap, .. } => *handicap,
            _ => 0,
        });
        given.sum()
    }

    /// Returns whether nothing has been done since the start.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns why `color` may not make a move now, if so.
    ///
    /// # Errors
    /// Play has stopped or the game is over, or the move is not legal.
    pub fn check_as(&self, color: Color, mv: Move) -> Result<(), PlayError> {
        match (self.phase, mv) {
            (Phase::Playing, Move::Pass) => Ok(()),
            (Phase::Playing, Move::Place(point)) => self.board.check(color, point),
            _ => Err(PlayError::Over),
        }
    }

    /// Makes a move for the side to move.
    ///
    /// # Errors
    /// See [`Position::play_as`].
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.play_as(self.side, mv)
    }

    /// Makes a move for `color`, whosever turn it is: between equals one may be left out, as set-ups by moves do.
    ///
    /// Where violations lose, an illegal move or one out of turn is taken and ends the game.
    ///
    /// # Errors
    /// Play has stopped or the game is over, or the move is not legal and violations are refused.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<(), PlayError> {
        let mut checked = self.check_as(color, mv);
        if self.is_strict && self.phase == Phase::Playing {
            if color != self.side {
                checked = Err(PlayError::OutOfTurn);
            }
            if let Err(reason) = checked {
                self.finish(Ending::Violated(color, reason));
                return Ok(());
            }
        }
        checked?;
        let mut entry = self.entry(Event::Ply(Ply { color, mv }));
        match mv {
            Move::Place(point) => entry.change = Some(self.board.play_unchecked(color, point)),
            Move::Pass => self.board.lift_ko(),
        }
        let before = self.entries.last().map(|entry| &entry.event);
        let is_second = matches!(before,
            Some(Event::Ply(Ply { color: other, mv: Move::Pass })) if *other != color);
        if mv == Move::Pass && is_second {
            self.phase = Phase::Stopped;
        }
        self.side = !color;
        self.entries.push(entry);
        Ok(())
    }

    /// Takes note that `color` passes although play has stopped or the game is over, which changes nothing.
    ///
    /// # Errors
    /// Play goes on.
    pub fn pass_again(&mut self, color: Color) -> Result<(), ActionError> {
        if self.phase == Phase::Playing {
            return Err(ActionError::NotStopped);
        }
        let entry = self.entry(Event::PassedAgain(color));
        self.entries.push(entry);
        Ok(())
    }

    /// Returns the game before everything that was done.
    #[must_use]
    pub fn at_start(&self) -> Position {
        let mut start = self.clone();
        while start.undo() {}
        start
    }

    /// Takes back what was done last; `false` when there is nothing.
    pub fn undo(&mut self) -> bool {
        let Some(entry) = self.entries.pop() else { return false };
        if let Some(change) = entry.change {
            self.board.undo(change);
        } else if let Some(board) = entry.board {
            self.board = *board;
        } else {
            self.board.restore_ko(entry.ko);
        }
        self.side = entry.side;
        self.phase = entry.phase;
        true
    }

    /// Resumes a stopped game because `color` asks for it: the other side moves first (article 9).
    ///
    /// # Errors
    /// Play has not stopped.
    pub fn resume(&mut self, color: Color) -> Result<(), ActionError> {
        self.stopped()?;
        let entry = self.entry(Event::Resumed(color));
        self.entries.push(entry);
        self.side = !color;
        self.phase = Phase::Playing;
        Ok(())
    }

    /// Ends a stopped game: both sides have confirmed life and death and territory (article 9).
    ///
    /// # Errors
    /// Play has not stopped.
    pub fn confirm(&mut self) -> Result<(), ActionError> {
        self.stopped()?;
        self.finish(Ending::Confirmed);
        Ok(())
    }

    /// Ends the game: `color` resigns (article 11).
    ///
    /// # Errors
    /// The game is over.
    pub fn resign(&mut self, color: Color) -> Result<(), ActionError> {
        if matches!(self.phase, Phase::Ended(_)) {
            return Err(ActionError::Over);
        }
        self.finish(Ending::Resigned(color));
        Ok(())
    }

    /// Ends the game without a result: both sides agree that the position has come back (article 12).
    ///
    /// # Errors
    /// Play has stopped or the game is over, or the position has not come back.
    pub fn no_result(&mut self) -> Result<(), ActionError> {
        self.playing()?;
        if !self.is_repeated() {
            return Err(ActionError::NotRepeated);
        }
        self.finish(Ending::NoResult);
        Ok(())
    }

    /// Ends a stopped game with a loss for both sides, who cannot agree on its end (article 13).
    ///
    /// # Errors
    /// Play has not stopped.
    pub fn both_lose(&mut self) -> Result<(), ActionError> {
        self.stopped()?;
        self.finish(Ending::BothLose);
        Ok(())
    }

    /// Returns whether the same stones stood on the board before, since a stone was played in between.
    #[must_use]
    pub fn is_repeated(&self) -> bool {
        let mut earlier = self.clone();
        let hash = self.board.hash();
        let mut has_moved = false;
        while let Some(entry) = earlier.entries.last() {
            let is_move = entry.change.is_some();
            earlier.undo();
            has_moved |= is_move;
            if has_moved && is_move && earlier.board.hash() == hash {
                return true;
            }
        }
        false
    }

    /// Gives points stones or empties them, and the turn to `side`, as records and teachers do between moves.
    ///
    /// # Errors
    /// Play has stopped or the game is over, a point is not on the board, or a stone would have no liberty.
    pub fn set_up(
        &mut self,
        points: Vec<(Option<Color>, Point)>,
        handicap: u32,
        side: Color,
    ) -> Result<(), ActionError> {
        self.playing()?;
        let mut board = self.board.clone();
        if points.iter().any(|&(_, point)| !board.contains(point)) {
            return Err(ActionError::Points);
        }
        for &(color, point) in &points {
            board.replace(color, point);
        }
        board.check_liberties()?;
        let mut entry = self.entry(Event::SetUp { points, handicap, side });
        entry.board = Some(Box::new(std::mem::replace(&mut self.board, board)));
        self.entries.push(entry);
        self.side = side;
        Ok(())
    }

    /// Gives Black these stones before the first move, which is then White's.
    ///
    /// # Errors
    /// The board is not empty, the points are not on it or named twice, or there are fewer than 2.
    pub fn give_handicap(&mut self, points: &[Point]) -> Result<(), ActionError> {
        self.playing()?;
        if self.plies().next().is_some() || self.board.points().any(|at| !self.board.is_empty(at)) {
            return Err(ActionError::NotEmpty);
        }
        let all = self.board.points().count();
        if points.len() < 2 || points.len() >= all {
            return Err(ActionError::Stones);
        }
        let different: crate::go::PointSet = points.iter().copied().collect();
        if different.len() < points.len() {
            return Err(ActionError::Points);
        }
        let stones = points.iter().map(|&point| (Some(Color::Black), point)).collect();
        self.set_up(stones, points.len() as u32, Color::White)
    }

    fn playing(&self) -> Result<(), ActionError> {
        if self.phase == Phase::Playing { Ok(()) } else { Err(ActionError::NotPlaying) }
    }

    fn stopped(&self) -> Result<(), ActionError> {
        if self.phase == Phase::Stopped { Ok(()) } else { Err(ActionError::NotStopped) }
    }

    fn finish(&mut self, ending: Ending) {
        let entry = self.entry(Event::Ended(ending));
        self.entries.push(entry);
        self.phase = Phase::Ended(ending);
    }

    fn entry(&self, event: Event) -> Entry {
        let (side, phase, ko) = (self.side, self.phase, self.board.ko());
        Entry { event, side, phase, ko, change: None, board: None }
    }
}
