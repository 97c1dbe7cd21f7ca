//! Judging a board without searching it.
//!
//! [`Evaluator`] is the only door: search and solver know nothing of what stands behind it. Must not know the search.
//! Reading order: this file, `handmade`; `pattern`, `feature`, `weights`, `file`.

pub mod feature;
pub mod file;
pub mod handmade;
pub mod pattern;
mod sum;
pub mod weights;

use std::path::Path;
use std::sync::{Arc, LazyLock};

use self::feature::Features;
use self::file::{Provenance, WeightsError};
use self::weights::Weights;
use crate::othello::{Board, Score, Square};

/// The largest verdict an evaluation gives: just short of a certain wipe-out.
pub const LIMIT: i32 = 63 * Score::DISC;

/// A board with what the evaluation keeps up to date from move to move.
///
/// # Examples
/// ```
/// use heibai::othello::Board;
/// use heibai::othello::eval::Tracked;
/// let start = Tracked::new(Board::START);
/// let f5 = "f5".parse().unwrap();
/// let after = start.after(f5, Board::START.flips(f5));
/// assert_eq!(after, Tracked::new(Board::START.play(f5).unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tracked {
    board: Board,
    features: Features,
}

impl Tracked {
    /// Reads a board.
    #[must_use]
    pub fn new(board: Board) -> Self {
        Tracked { board, features: Features::of(board) }
    }

    /// Returns the board.
    #[must_use]
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Returns the features.
    #[must_use]
    #[inline]
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// Returns the board after a legal move whose flips are known, the other side to move.
    #[must_use]
    #[inline]
    pub fn after(&self, square: Square, flipped: u64) -> Self {
        Tracked {
            board: self.board.after(square, flipped),
            features: self.features.after(square, flipped),
        }
    }

    /// Returns the board with the other side to move.
    #[must_use]
    #[inline]
    pub fn pass(&self) -> Self {
        Tracked { board: self.board.pass(), features: self.features.pass() }
    }
}

/// An evaluation function; the default one judges by the weights in the program.
#[derive(Clone, Debug)]
pub struct Evaluator {
    judge: Judge,
}

#[derive(Clone, Debug)]
enum Judge {
    /// The weights in the program, not unpacked yet.
    BuiltIn,
    Handmade,
    Patterns(Arc<(Weights, Provenance)>),
}

impl Default for Evaluator {
    fn default() -> Self {
        Evaluator { judge: Judge::BuiltIn }
    }
}

/// A file of weights, see [`file`].
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// The weights in the program; `None` if they are damaged, which a test rules out.
static BUILT_IN: LazyLock<Option<Arc<(Weights, Provenance)>>> =
    LazyLock::new(|| match file::parse(WEIGHTS) {
        Ok(patterns) => Some(Arc::new(patterns)),
        Err(error) => {
            log::error!("the weights built in: {error}; the hand-chosen terms stand in");
            None
        }
    });

impl Evaluator {
    /// Unpacks the weights in the program, where they are what judges.
    ///
    /// # Cost
    /// Some hundredths of a second the first time; nothing afterwards.
    #[must_use]
    pub fn ready(&self) -> Self {
        let judge = match &self.judge {
            Judge::BuiltIn => match &*BUILT_IN {
                Some(patterns) => Judge::Patterns(patterns.clone()),
                None => Judge::Handmade,
            },
            judge => judge.clone(),
        };
        Evaluator { judge }
    }

    /// Returns the evaluation by hand-chosen terms.
    #[must_use]
    pub fn handmade() -> Self {
        Evaluator { judge: Judge::Handmade }
    }

    /// Returns the evaluation by pattern weights.
    #[must_use]
    pub fn patterns(weights: Weights, provenance: Provenance) -> Self {
        Evaluator { judge: Judge::Patterns(Arc::new((weights, provenance))) }
    }

    /// Reads pattern weights from a file; the name `handmade` stands for the evaluation by hand-chosen terms.
    ///
    /// # Errors
    /// The file cannot be read, or is not a whole file of weights for these patterns.
    pub fn load(path: &Path) -> Result<Self, WeightsError> {
        if path == Path::new("handmade") {
            return Ok(Evaluator::handmade());
        }
        let (weights, provenance) = file::read(path)?;
        Ok(Evaluator::patterns(weights, provenance))
    }

    /// Returns where the pattern weights come from; `None` for the evaluation by hand-chosen terms.
    #[must_use]
    pub fn provenance(&self) -> Option<&Provenance> {
        match &self.judge {
            Judge::BuiltIn => BUILT_IN.as_ref().map(|patterns| &patterns.1),
            Judge::Handmade => None,
            Judge::Patterns(patterns) => Some(&patterns.1),
        }
    }

    /// Returns the pattern weights; `None` for the evaluation by hand-chosen terms.
    #[must_use]
    pub fn weights(&self) -> Option<&Weights> {
        match &self.judge {
            Judge::BuiltIn => BUILT_IN.as_ref().map(|patterns| &patterns.0),
            Judge::Handmade => None,
            Judge::Patterns(patterns) => Some(&patterns.0),
        }
    }

    /// Judges a board on which the side to move has a move.
    ///
    /// # Units
    /// 1/128 disc, the expected final difference, side to move's view, within ±[`LIMIT`].
    #[must_use]
    #[inline]
    pub fn evaluate(&self, at: &Tracked) -> Score {
        self.evaluate_with(at, at.board.legal_moves())
    }

    /// Judges a board as [`Evaluator::evaluate`] does, its legal moves known already.
    #[must_use]
    #[inline]
    pub fn evaluate_with(&self, at: &Tracked, moves: u64) -> Score {
        debug_assert_eq!(moves, at.board.legal_moves(), "the moves are the board's");
        self.judge(at.board, moves, &at.features)
    }

    /// Judges a board. It comes in registers: out of a [`Tracked`] just written, two words loaded as one would wait for
    /// the memory.
    #[inline(never)]
    fn judge(&self, board: Board, moves: u64, features: &Features) -> Score {
        let verdict = match &self.judge {
            Judge::Handmade => handmade::evaluate(board),
            Judge::BuiltIn => return self.ready().judge(board, moves, features),
            Judge::Patterns(patterns) => patterns.0.evaluate(board, moves, features).0,
        };
        Score(verdict.clamp(-LIMIT, LIMIT))
    }

    /// Explains [`Evaluator::evaluate`]: each part's name, what was counted, if anything, and what it adds.
    ///
    /// # Units
    /// 1/128 disc, side to move's view; rounding apart, the parts add up to the verdict before its limit.
    #[must_use]
    pub fn parts(&self, board: Board) -> Vec<Part> {
        match &self.judge {
            Judge::Handmade => handmade::parts(board),
            Judge::BuiltIn => self.ready().parts(board),
            Judge::Patterns(patterns) => patterns.0.parts(board),
        }
    }
}

/// One part of a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is called.
    pub name: &'static str,
    /// What was counted; `None` for a pattern.
    pub count: Option<i32>,
    /// What it adds.
    pub adds: Score,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_in_the_program_are_whole() {
        let (weights, provenance) = file::parse(WEIGHTS).unwrap();
        assert_eq!(weights.stages.len(), weights::N_STAGES);
        assert!(provenance.positions > 0 && !provenance.data.is_empty(), "{provenance:?}");
        // The start is about even.
        let start = Evaluator::default().evaluate(&Tracked::new(Board::START));
        assert!(start.0.abs() < 4 * Score::DISC, "{start:?}");
    }
}
