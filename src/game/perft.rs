//! Counting the leaves of the game tree.

use crate::game::Game;

/// Counts the lines of `depth` plies from `game`; a pass is a ply, and a game that ends earlier is one line.
///
/// # Examples
/// ```
/// use heibai::game::{Game, perft};
/// use heibai::othello::Position;
/// assert_eq!(perft(&mut Position::start(), 4), 244);
/// ```
pub fn perft<G: Game>(game: &mut G, depth: u32) -> u64 {
    // Nothing stops it, so there is a count.
    perft_until(game, depth, &|| false).unwrap_or_default()
}

/// Counts like [`perft`], or returns `None` once `stopped` says so; the game is then as it was.
pub fn perft_until<G: Game>(game: &mut G, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if stopped() {
        return None;
    }
    let moves = game.legal_moves();
    if moves.is_empty() || depth == 1 {
        return Some(moves.len().max(1) as u64);
    }
    let mut nodes = 0;
    for mv in moves {
        if game.play(mv).is_ok() {
            let below = perft_until(game, depth - 1, stopped);
            game.undo();
            nodes += below?;
        }
    }
    Some(nodes)
}
