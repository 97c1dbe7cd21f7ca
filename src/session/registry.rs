//! The games by name: the one place outside `command` that names concrete games.

use crate::engine::Engine;
use crate::othello::OthelloEngine;

/// The games there are.
pub const GAMES: [&str; 1] = ["othello"];

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
    match game.to_ascii_lowercase().as_str() {
        "othello" => Some(Box::new(OthelloEngine::new())),
        _ => None,
    }
}
