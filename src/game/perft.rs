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
    if depth == 0 {
        return 1;
    }
    let moves = game.legal_moves();
    if moves.is_empty() || depth == 1 {
        return moves.len().max(1) as u64;
    }
    let mut nodes = 0;
    for mv in moves {
        if game.play(mv).is_ok() {
            nodes += perft(game, depth - 1);
            game.undo();
        }
    }
    nodes
}
