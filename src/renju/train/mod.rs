//! Making the evaluation: games of the program with itself, and weights fitted to their results.
//!
//! Owns files of games, self-play and the fit; the search and the evaluation know nothing of it. Reading order: `games`,
//! `selfplay`, `features`, `fit`.

mod features;
pub mod fit;
pub mod games;
pub mod selfplay;
