//! Counting the leaves of the game tree.

use crate::game::Game;

/// Counts the positions `depth` plies below `game`; a pass is a ply.
///
/// A game that ended earlier has no moves and adds nothing to a deeper count.
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
    if depth == 1 {
        return moves.len() as u64;
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
