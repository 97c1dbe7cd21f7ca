//! A game with names, notes to its moves and a result, as the notations write it.

use super::ggf::GgfResult;
use crate::othello::Position;

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
