//! Words every game shares: colours, results and the laws a rules core keeps.
//!
//! Owns nothing that one game alone needs; must not know any concrete game.

pub mod color;
pub mod outcome;
pub mod perft;
pub mod rules;
pub mod sgf;
pub mod time;

pub use color::{ByColor, Color};
pub use outcome::Outcome;
pub use perft::{perft, perft_until};
pub use rules::{Game, PASS_WORDS, PlayError};
pub use time::TimeSettings;
