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

    /// Explains [`Evaluator::evaluate`]: each part's name, what was counted and what it adds.
    ///
    /// # Units
    /// 1/128 disc, side to move's view; rounding apart, the parts add up to the verdict before its limit.
    #[must_use]
    pub fn parts(&self, board: Board) -> Vec<(&'static str, i32, Score)> {
        let weights = &handmade::WEIGHTS[handmade::stage(board)];
        let parts = handmade::TERM_NAMES.iter().zip(handmade::terms(board)).zip(weights);
        parts
            .enumerate()
            .map(|(index, ((&name, count), weight))| {
                let scale = if index == 1 || index == 2 { 64 } else { 1 };
                (name, count, Score(count * weight / scale))
            })
            .collect()
    }
}
