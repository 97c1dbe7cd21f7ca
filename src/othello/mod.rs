//! Othello: rules, notation, evaluation, search and the exact endgame solver.
//!
//! Entry points: [`Position`] for rules, [`Board`] for search. Reading order: `square`, `bitboard`, `board`,
//! `kernel`, `position`, `score`, `notation`, `search`.

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
pub mod perft;
pub mod position;
pub mod score;
pub mod search;
pub mod square;
pub mod stability;

pub use board::{Board, BoardError};
pub use engine::OthelloEngine;
pub use position::{Ply, Position};
pub use score::{DiscDiff, FinalScore, Score, Scoring};
pub use square::{Move, ParseMoveError, ParseSquareError, Square};
