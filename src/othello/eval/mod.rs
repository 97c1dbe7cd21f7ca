//! Judging a board without searching it.
//!
//! [`Evaluator`] is the only door: search and solver know nothing of what stands behind it.

pub mod feature;
pub mod handmade;
pub mod pattern;
pub mod weights;

use crate::othello::{Board, Score};

/// The largest verdict an evaluation gives: just short of a certain wipe-out.
pub const LIMIT: i32 = 63 * Score::DISC;

/// An evaluation function.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluator;

impl Evaluator {
    /// Judges a board on which the side to move has a move.
    ///
    /// # Units
    /// 1/128 disc, the expected final difference, side to move's view, within ±[`LIMIT`].
    #[must_use]
    #[inline]
    pub fn evaluate(&self, board: Board) -> Score {
        Score(handmade::evaluate(board).clamp(-LIMIT, LIMIT))
    }
}
