//! Go as one of the games with common laws.

use crate::game::{Color, Game, Outcome, PlayError};
use crate::go::{Board, Ending, Move, Phase, Position, estimate};

impl Game for Position {
    type Move = Move;

    /// Starts on 19 columns and rows.
    fn start() -> Self {
        Position::from_board(Board::default(), Color::Black)
    }

    fn side_to_move(&self) -> Color {
        Position::side_to_move(self)
    }

    /// Lists the legal points and the pass; nothing once play has stopped.
    fn legal_moves(&self) -> Vec<Move> {
        if self.phase() != Phase::Playing {
            return Vec::new();
        }
        let (board, color) = (self.board(), Position::side_to_move(self));
        let points = board.points().filter(|&point| board.is_legal(color, point));
        points.map(Move::Place).chain([Move::Pass]).collect()
    }

    fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        Position::play(self, mv)
    }

    fn undo(&mut self) -> bool {
        Position::undo(self)
    }

    /// Returns who won; a stopped game is counted as it stands, every stone taken for alive. No result and a loss
    /// of both are a draw in these words.
    fn outcome(&self) -> Option<Outcome> {
        match self.phase() {
            Phase::Playing => None,
            Phase::Stopped | Phase::Ended(Ending::Confirmed) => {
                Some(Outcome::from_difference(estimate::all_alive(self)))
            }
            Phase::Ended(ending) => Some(ending.outcome()),
        }
    }
}

impl Ending {
    /// Returns who won an end without a count; a draw where nobody did.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            Ending::Resigned(loser) | Ending::Violated(loser, _) => match loser {
                Color::Black => Outcome::Win(Color::White),
                Color::White => Outcome::Win(Color::Black),
            },
            Ending::NoResult | Ending::BothLose | Ending::Confirmed => Outcome::Draw,
        }
    }
}
