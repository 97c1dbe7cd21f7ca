//! Renju and plain gomoku: board, forbidden moves, opening scripts, game state and records.
//!
//! Owns everything that is Renju's own; must not know sessions, protocols, clocks or another game.
//!
//! # API
//! - [`Point`]: a1 (bottom left) to o15, or t20 on the largest board; `parse`, `to_string`, [`Point::index`].
//! - [`Board`]: stones of both colours as bits along each line; `put` and `lift` are four XORs, [`Board::window`] shows the
//!   neighbourhood of a point on a line and [`line::Shape::of`] looks it up in one table. No history, no side to move:
//!   what a search copies or plays on.
//! - [`forbidden::kind`]: what a stone of a colour on an empty point makes, five or one of the forbidden shapes
//!   (`kinds` tells all of them at once). Exact at any depth. Every call restores the board it borrows.
//! - [`oracle`]: the same verdicts from the definitions alone, slow; what tests and `heibai check` compare with.
//!
//! - [`Position`]: a game by [`Rules`]: [`Position::check`] says why an [`Action`] is refused, [`Position::play`] does it,
//!   [`Position::undo`] takes it back, [`Position::actions`] lists what is allowed. Openings, passes, claims, draw offers.
//! - [`referee::Referee`]: the same with violations, rulings and agreements; [`timing::Timing`]: the clocks' verdicts.
//! - [`pattern::Field`]: a board with the patterns of every empty point, kept stone by stone; [`vcf::Solver`]: wins by
//!   fours alone, the shortest or any.
//! - [`notation`], [`sgf`], [`record`]: positions and actions as words, files, record sheets; [`pairing`]: who begins.
//! - [`eval::Evaluator`]: how good a position is; [`search::Searcher`]: the best moves, by alpha-beta with wins by fours.
//! - [`RenjuEngine`]: the contract with the session.
//!
//! Reading order: `point`, `rule`, `board`, `line`, `forbidden`, `oracle`, `fuzz`; `opening`, `action`, `position`,
//! `referee`, `timing`, `pairing`; `notation`, `sgf`, `record`; `pattern`, `vcf`, `eval`,
//! `search`, `bench`; `engine`.

pub mod action;
pub mod bench;
pub mod board;
pub mod engine;
pub mod eval;
pub mod forbidden;
pub mod fuzz;
pub mod line;
pub mod notation;
pub mod opening;
pub mod oracle;
pub mod pairing;
pub mod pattern;
pub mod point;
pub mod position;
pub mod record;
pub mod referee;
pub mod rule;
pub mod search;
pub mod sgf;
pub mod timing;
pub mod train;
pub mod vcf;

pub use action::{Action, Points, Reason, Refusal};
pub use board::{Board, BoardError};
pub use engine::RenjuEngine;
pub use forbidden::{Kind, Kinds};
pub use point::{ParsePointError, Point};
pub use position::{Conclusion, Entry, Position, Rules};
pub use rule::Rule;
