//! Othello: rules, notation, evaluation, search and the exact endgame solver.
//!
//! Owns everything that is Othello's own; must not know sessions, protocols, clocks or another game. Entry points:
//! [`Position`] for rules, [`Board`] and [`search::Searcher`] for search, [`OthelloEngine`] for a session. Reading
//! order: `square`, `bitboard`, `board`, `kernel`, `position`, `score`, `perft`; `notation`, `features`; `stability`,
//! `hash`, `eval`, `ordering_weights`, `endgame`, `search`, `bench`; `engine`.

pub mod bench;
pub mod bitboard;
pub mod board;
mod endgame;
pub mod engine;
pub mod eval;
pub mod features;
mod hash;
pub mod kernel;
pub mod notation;
pub mod ordering_weights;
pub mod perft;
pub mod position;
pub mod score;
pub mod search;
pub mod square;
pub mod stability;
pub mod train;

pub use board::{Board, BoardError};
pub use engine::OthelloEngine;
pub use position::{Ply, Position};
pub use score::{DiscDiff, FinalScore, Score, Scoring};
pub use square::{Move, ParseMoveError, ParseSquareError, Square};
