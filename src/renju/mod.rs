//! Renju and plain gomoku: board, forbidden moves, opening scripts, game state and records.
//!
//! Owns everything that is Renju's own; must not know sessions, protocols, clocks or another game.
//!
//! # API
//! - [`Point`]: a1 (bottom left) to o15, or t20 on the largest board; `parse`, `to_string`, [`Point::index`].
//! - [`Board`]: stones of both colours as bits along each line; `put`/`lift` are four XORs, [`Board::shape`] looks the
//!   neighbourhood of a point up in one table per line. No history, no side to move: what a search copies or plays on.
//! - [`forbidden::kind`]: what a stone of a colour on an empty point makes, five or one of the forbidden shapes
//!   (`kinds` tells all of them at once). Exact at any depth. Every call restores the board it borrows.
//! - [`oracle`]: the same verdicts from the definitions alone, slow; what tests and `heibai check` compare with.
//!
//! Reading order: `point`, `board`, `line`, `forbidden`, `oracle`, `fuzz`.

pub mod board;
pub mod forbidden;
pub mod fuzz;
pub mod line;
pub mod oracle;
pub mod point;
pub mod rule;

pub use board::{Board, BoardError};
pub use forbidden::{Kind, Kinds};
pub use point::{ParsePointError, Point};
pub use rule::Rule;
