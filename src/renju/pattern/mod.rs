//! Line patterns kept up to date stone by stone: what either colour would make on every empty point.
//!
//! Owns the tables of patterns and the board that a search plays on, [`Field`]; must not know searches or how good a
//! pattern is. Reading order: `class` (one line), `threat` (four lines together), `field`.

pub mod class;
mod field;
mod threat;

pub use field::{Field, Set, Values};
pub use threat::{Threat, threat_of};
