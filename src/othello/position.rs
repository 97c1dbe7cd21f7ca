//! A game in progress: board, side to move, history, passes and the end.

use crate::game::{ByColor, Color, Game, Outcome, PlayError};
use crate::othello::bitboard::squares;
use crate::othello::{Board, FinalScore, Move, Scoring, Square};

/// A position with the moves that led to it from where it was set up.
///
/// # Examples
/// ```
/// use heibai::game::Game;
/// use heibai::othello::{Move, Position};
/// let mut position = Position::start();
/// position.play("f5".parse().unwrap()).unwrap();
/// assert_eq!(position.history().len(), 1);
/// assert!(position.undo());
/// assert_eq!(position, Position::start());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    side: Color,
    history: Vec<Ply>,
}

/// One ply of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The board before the move, seen from `side`.
    pub board: Board,
    /// Who moved.
    pub side: Color,
    /// What was played.
    pub mv: Move,
}

impl Position {
    /// Sets up a board, seen from `side`, which is to move.
    #[must_use]
    pub fn new(board: Board, side: Color) -> Self {
        Position { board, side, history: Vec::new() }
    }

    /// Sets up a board given by colours.
    ///
    /// # Errors
    /// A square holds discs of both colours.
    pub fn from_discs(
        discs: ByColor<u64>,
        side: Color,
    ) -> Result<Self, crate::othello::BoardError> {
        Ok(Position::new(Board::new(discs[side], discs[!side])?, side))
    }

    /// Returns the discs, seen from the side to move.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Returns the discs of each colour.
    #[must_use]
    pub fn discs(&self) -> ByColor<u64> {
        match self.side {
            Color::Black => ByColor { black: self.board.player(), white: self.board.opponent() },
            Color::White => ByColor { black: self.board.opponent(), white: self.board.player() },
        }
    }

    /// Returns the number of discs of each colour.
    #[must_use]
    pub fn counts(&self) -> ByColor<u32> {
        let discs = self.discs();
        ByColor { black: discs.black.count_ones(), white: discs.white.count_ones() }
    }

    /// Returns the plies played since the set-up, oldest first.
    #[must_use]
    pub fn history(&self) -> &[Ply] {
        &self.history
    }

    /// Returns the position that was set up, without the moves played since.
    #[must_use]
    pub fn origin(&self) -> Position {
        self.history.first().map_or_else(
            || Position::new(self.board, self.side),
            |p| Position::new(p.board, p.side),
        )
    }

    /// Returns the number of empty squares.
    #[must_use]
    pub fn n_empties(&self) -> u32 {
        self.board.n_empties()
    }

    /// Returns whether neither side can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.board.is_over()
    }

    /// Returns whether the side to move has no move while the other has one.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.board.must_pass()
    }

    /// Checks whether `mv` is legal.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, mv: Move) -> Result<(), PlayError> {
        let legal = self.board.legal_moves();
        match mv {
            _ if legal == 0 && self.board.opponent_moves() == 0 => Err(PlayError::Over),
            Move::Pass if legal != 0 => Err(PlayError::PassForbidden),
            Move::Pass => Ok(()),
            Move::Place(square) if self.board.empties() & square.bit() == 0 => {
                Err(PlayError::Occupied)
            }
            Move::Place(_) if legal == 0 => Err(PlayError::MustPass),
            Move::Place(square) if legal & square.bit() == 0 => Err(PlayError::NoFlip),
            Move::Place(_) => Ok(()),
        }
    }

    /// Plays `mv`; where a placed disc comes from the side that is not to move because a forced pass was
    /// left out, plays the pass first.
    ///
    /// # Errors
    /// The move is legal for neither; the position is then unchanged.
    pub fn play_with_passes(&mut self, mv: Move) -> Result<(), PlayError> {
        if let Move::Place(square) = mv
            && self.must_pass()
            && self.board.pass().flips(square) != 0
        {
            self.play(Move::Pass)?;
        }
        self.play(mv)
    }

    /// Returns the final totals; meaningful once the game is over.
    #[must_use]
    pub fn final_score(&self, scoring: Scoring) -> FinalScore {
        FinalScore::new(self.counts(), scoring)
    }

    /// Returns the squares the side to move may play on.
    pub fn legal_squares(&self) -> impl Iterator<Item = Square> + Clone + use<> {
        squares(self.board.legal_moves())
    }
}

impl Game for Position {
    type Move = Move;

    fn start() -> Self {
        Position::new(Board::START, Color::Black)
    }

    fn side_to_move(&self) -> Color {
        self.side
    }

    fn legal_moves(&self) -> Vec<Move> {
        if self.must_pass() {
            return vec![Move::Pass];
        }
        self.legal_squares().map(Move::Place).collect()
    }

    fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.check(mv)?;
        self.history.push(Ply { board: self.board, side: self.side, mv });
        self.board = match mv {
            Move::Pass => self.board.pass(),
            Move::Place(square) => self.board.after(square, self.board.flips(square)),
        };
        self.side = !self.side;
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let Some(ply) = self.history.pop() else { return false };
        self.board = ply.board;
        self.side = ply.side;
        true
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.final_score(Scoring::Winner).outcome())
    }
}
