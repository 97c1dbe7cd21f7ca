//! A game with names, notes to its moves and a result, for those who keep games: written as GGF by
//! [`ggf::write_annotated`](super::ggf::write_annotated), as SGF by [`sgf::write_annotated`](super::sgf::write_annotated).

use super::ggf::{Ending, GgfResult};
use crate::othello::{DiscDiff, Position, Scoring};

/// A game to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotated {
    /// The position after the last move, with its history.
    pub position: Position,
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// Where it was played; may be empty.
    pub place: String,
    /// When; may be empty.
    pub date: String,
    /// For each ply of the history, the mover's evaluation in discs and the seconds used; may be shorter.
    pub notes: Vec<(Option<f64>, Option<f64>)>,
    /// How it ended, if it did.
    pub result: Option<GgfResult>,
    /// Words about the end; may be empty.
    pub comment: String,
}

impl Annotated {
    /// Takes a game with the names of its players and, once it is over, its result.
    #[must_use]
    pub fn new(position: Position, black: &str, white: &str) -> Self {
        let result = position.is_over().then(|| {
            let DiscDiff(difference) = position.final_score(Scoring::Winner).difference();
            GgfResult { centidiscs: 100 * difference, ending: Ending::Played }
        });
        Annotated {
            position,
            black: black.to_owned(),
            white: white.to_owned(),
            place: String::new(),
            date: String::new(),
            notes: Vec::new(),
            result,
            comment: String::new(),
        }
    }
}
