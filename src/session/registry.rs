//! The games by name: the one place outside `command` that names concrete games.

use crate::engine::{Engine, GameWords};
use crate::go::GoEngine;
use crate::othello::OthelloEngine;
use crate::renju::RenjuEngine;
use crate::session::Builder;

/// A game: its words and what builds an engine for it.
type Row = (&'static GameWords, fn() -> Box<dyn Engine>);

/// Every game; the first is played unless another is asked for.
const TABLE: [Row; 3] = [
    (&OthelloEngine::WORDS, || Box::new(OthelloEngine::new())),
    (&RenjuEngine::WORDS, || Box::new(RenjuEngine::new())),
    (&GoEngine::WORDS, || Box::new(GoEngine::new())),
];

/// Returns the games by their names.
#[must_use]
pub fn games() -> [&'static str; TABLE.len()] {
    TABLE.map(|(words, _)| words.name)
}

fn row(game: &str) -> Option<&'static Row> {
    static ROWS: [Row; TABLE.len()] = TABLE;
    ROWS.iter().find(|(words, _)| words.is_called(game))
}

/// Builds a fresh engine for a game, or `None` if no game is called that.
///
/// # Examples
/// ```
/// use heibai::session::registry::engine;
/// assert_eq!(engine("Othello").map(|engine| engine.game()), Some("othello"));
/// assert!(engine("ludo").is_none());
/// ```
#[must_use]
pub fn engine(game: &str) -> Option<Box<dyn Engine>> {
    row(game).map(|(_, build)| build())
}

/// Returns what builds fresh engines for a game, or `None` if no game is called that.
#[must_use]
pub fn builder(game: &str) -> Option<Builder> {
    let (_, build) = row(game)?;
    Some(Box::new(build))
}

/// Returns the words of every game.
#[must_use]
pub fn all_words() -> [&'static GameWords; TABLE.len()] {
    TABLE.map(|(words, _)| words)
}

/// Returns a game's words; those of the first where no game is called that.
#[must_use]
pub fn words(game: &str) -> &'static GameWords {
    row(game).map_or(TABLE[0].0, |(words, _)| words)
}
