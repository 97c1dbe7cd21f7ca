//! Go by the Japanese rules of 1989: board, rules of play, records, confirmation of life and death.
//!
//! Owns everything that is Go's own; must not know sessions, protocols, clocks or another game. Entry points:
//! [`Board`] for stones and captures, a [`PointSet`] wherever points are gathered, [`Position`] for a game with its
//! history, [`GoEngine`] for a session. Reading order: `point`, `point_set`, `zobrist`, `board`, `diagram`; `komi`,
//! `position`, `rules`, `handicap`; `fen`, `sgf`; `playout`, `estimate`, `choice`; `engine`.
//!
//! A [`Point`] is the same on every board: column and row are counted from the lower left corner, as players write
//! them (`c4`, the letter `i` left out). Boards have 2 to 25 columns and rows, most often as many of both.
//!
//! ```
//! use heibai::game::Color::{Black, White};
//! use heibai::go::{Board, Point};
//!
//! let mut board = Board::new(9).unwrap();
//! let corner: Point = "a1".parse().unwrap();
//! board.play(White, corner).unwrap();
//! board.play(Black, "a2".parse().unwrap()).unwrap();
//! let change = board.play(Black, "b1".parse().unwrap()).unwrap();
//! assert_eq!((change.captured(), board.prisoners(Black)), (1, 1));
//! assert_eq!(board.color_at(corner), None);
//! board.undo(change);
//! assert_eq!(board.color_at(corner), Some(White));
//! assert_eq!(board.chain_at(corner).unwrap().liberties.len(), 1);
//! ```

pub mod bench;
pub mod benson;
pub mod board;
pub mod choice;
mod diagram;
pub mod engine;
pub mod estimate;
pub mod fen;
pub mod handicap;
pub mod komi;
pub mod life_death;
pub mod playout;
pub mod point;
pub mod point_set;
pub mod position;
mod rules;
pub mod ruling;
pub mod score;
pub mod search;
pub mod sgf;
pub mod solve;
pub mod tsume;
mod zobrist;

pub use board::{Board, Chain, Change, SizeError};
pub use diagram::DiagramError;
pub use engine::GoEngine;
pub use komi::{Komi, ParseKomiError};
pub use point::{Move, ParseMoveError, ParsePointError, Point};
pub use point_set::PointSet;
pub use position::{ActionError, Ending, Event, Phase, Ply, Position};
