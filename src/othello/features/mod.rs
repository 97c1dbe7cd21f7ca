//! The terms of Othello strategy, counted on a position.
//!
//! Owns what `features` and `help features` print; must not know search or evaluation. Entry points:
//! [`Features::of`], [`help`], and [`creeping`] for a whole game. Reading order: `term` (what each term
//! means), `count`, `moves`, `region`, `stability`, `edge`, `trap`, `creep`, `text`.

mod count;
mod creep;
mod edge;
mod moves;
mod region;
mod stability;
mod term;
mod text;
mod trap;

pub use count::Discs;
pub use creep::{Creep, creeping};
pub use edge::Edge;
pub use moves::Moves;
pub use region::Region;
pub use stability::Stable;
pub use term::{Term, help};
pub use trap::Trap;

use crate::game::{ByColor, Color};
use crate::othello::{Board, Position};

/// Every term's value on one position, for both sides.
///
/// The side that is not to move is counted as if it were. Stable discs alone depend on whose turn it is.
///
/// # Examples
/// ```
/// use heibai::game::Game;
/// use heibai::othello::{Position, features::Features};
/// let features = Features::of(&Position::start());
/// assert_eq!(features.moves.black.legal.count_ones(), 4);
/// assert!(features.to_string().starts_with("discs: 2 | 2\nmobility: 4 | 4\n"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// The discs by where they lie.
    pub discs: ByColor<Discs>,
    /// The legal moves by what they do.
    pub moves: ByColor<Moves>,
    /// The regions of empty squares, the smallest first.
    pub regions: Vec<Region>,
    /// The stable discs.
    pub stable: Stable,
    /// The Stoner traps each side can set.
    pub traps: ByColor<Vec<Trap>>,
}

impl Features {
    /// Counts every term.
    ///
    /// # Cost
    /// Well under 50 ms: every line of play is walked through for the stable discs at few empty squares and
    /// for the tempo of small regions.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let discs = position.discs();
        let views = ByColor::from_fn(|color| Board::new_unchecked(discs[color], discs[!color]));
        Features {
            discs: ByColor::from_fn(|color| Discs::of(views[color])),
            moves: ByColor::from_fn(|color| Moves::of(views[color])),
            regions: Region::all(views),
            stable: Stable::of(position),
            traps: ByColor::from_fn(|color| trap::traps(views[color], color)),
        }
    }

    /// Returns the centre: the internal discs of both sides.
    #[must_use]
    pub fn centre(&self) -> u64 {
        self.discs.black.internal | self.discs.white.internal
    }

    /// Returns the colour that balances `edge`, or `None` when it is unbalanced.
    #[must_use]
    pub fn balanced(&self, edge: Edge) -> Option<Color> {
        edge.balanced(ByColor { black: self.discs.black.all, white: self.discs.white.all })
    }
}

#[cfg(test)]
mod tests;
