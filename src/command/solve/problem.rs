//! One position to solve, and what became of it.

use crate::engine::PositionFormat;
use crate::othello::notation::{NotationError, parse_position};
use crate::othello::{Board, DiscDiff, Move};

use super::row::Row;

/// A position with what its line claims about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    /// Its place among the positions of the input, from 1.
    pub(super) number: u64,
    /// Its line in the input, from 1.
    pub(super) line: u64,
    /// The position, from the side to move.
    pub(super) board: Board,
    /// The scores the line carries.
    pub(super) given: Given,
}

/// Scores that a line carries.
///
/// # Units
/// Discs, side to move's view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Given {
    /// Scores of moves.
    pub(super) moves: Vec<(Move, DiscDiff)>,
    /// The score of the position.
    pub(super) position: Option<DiscDiff>,
}

impl Given {
    /// Returns the best score.
    pub(super) fn best(&self) -> Option<DiscDiff> {
        self.moves.iter().map(|&(_, score)| score).max().or(self.position)
    }

    /// Returns the score of one move.
    pub(super) fn of(&self, mv: Move) -> Option<DiscDiff> {
        self.moves.iter().find(|&&(given, _)| given == mv).map(|&(_, score)| score)
    }
}

impl Problem {
    /// Reads a line.
    pub(super) fn read(number: u64, line: u64, text: &str) -> Result<Self, NotationError> {
        let parsed = parse_position(PositionFormat::Any, text)?;
        let given = Given { moves: parsed.scores, position: parsed.position_score };
        Ok(Problem { number, line, board: parsed.position.board(), given })
    }
}

/// What became of a position.
#[derive(Debug)]
pub(super) struct Outcome {
    /// Its number.
    pub(super) number: u64,
    /// Its row, or why there is none.
    pub(super) result: Result<Row, Failure>,
}

/// Why a position has no row.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The line was not understood or the search failed; a sentence that names the line.
    Bad(String),
    /// An interruption came first.
    Abandoned,
    /// It has a row already, or belongs to another part.
    Skipped,
}
