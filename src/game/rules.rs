//! The laws a rules core keeps, as a trait for tests, perft and self-play.
//!
//! Compile-time twin of [`crate::engine::Engine`]: generic code asks for `Game`, the session for `Engine`.

use std::fmt::{Debug, Display};

use crate::game::{Color, Outcome};

/// Every spelling of a pass that is read, in lower case; any case is taken.
pub const PASS_WORDS: [&str; 6] = ["pass", "pa", "ps", "--", "@@@@", "0000"];

/// Why a rules core refused a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The square holds a disc already.
    #[error("the square is occupied")]
    Occupied,
    /// The move turns no disc.
    #[error("it turns no disc")]
    NoFlip,
    /// The side to move has a move and may not pass.
    #[error("a pass is allowed only without a legal move")]
    PassForbidden,
    /// The side to move has no move and must pass.
    #[error("the side to move has no legal move and must pass")]
    MustPass,
    /// It is the other side's turn.
    #[error("it is the other side's turn")]
    OutOfTurn,
    /// The board has no such point.
    #[error("it is outside the board")]
    Outside,
    /// The stone would stand without a liberty.
    #[error("the stone would have no liberty")]
    Suicide,
    /// The stone would retake a ko at once.
    #[error("a ko is not taken back on the next move")]
    Ko,
    /// A rule of the game's own forbids the move.
    #[error("the rules do not allow it here")]
    NotAllowed,
}

/// A game with two sides that move in turn.
///
/// A forced pass is a move like any other: [`Game::legal_moves`] then holds it alone.
pub trait Game: Clone + Debug + PartialEq {
    /// One move, a pass among them.
    type Move: Copy + Debug + Display + PartialEq;

    /// Returns the position a game starts from.
    fn start() -> Self;

    /// Returns the side to move; meaningless once the game is over.
    fn side_to_move(&self) -> Color;

    /// Returns every legal move; empty exactly when the game is over.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// Plays `mv`.
    ///
    /// # Errors
    /// The move is not legal; the position is then unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), PlayError>;

    /// Takes the last move back; `false` when there is none.
    fn undo(&mut self) -> bool;

    /// Returns the result once the game is over.
    fn outcome(&self) -> Option<Outcome>;
}
