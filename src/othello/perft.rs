//! Counting the leaves of the game tree on bitboards: the fast twin of [`crate::game::perft()`].

use crate::engine::StopFlag;
use crate::othello::Board;

/// Plies above the leaves below which the stop flag is not looked at.
const UNWATCHED: u32 = 4;

/// Counts the lines of `depth` plies from `board`; a pass is a ply, and a game that ends earlier is one line.
///
/// # Examples
/// ```
/// use heibai::othello::{Board, perft::perft};
/// assert_eq!(perft(Board::START, 5), 1396);
/// ```
#[must_use]
pub fn perft(board: Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => leaves(board),
        _ if board.is_over() => 1,
        _ => successors(board).map(|child| perft(child, depth - 1)).sum(),
    }
}

/// Counts like [`perft`], or returns `None` if `stop` was raised first.
#[must_use]
pub fn perft_until(board: Board, depth: u32, stop: &StopFlag) -> Option<u64> {
    if stop.is_raised() {
        return None;
    }
    if depth <= UNWATCHED || board.is_over() {
        return Some(perft(board, depth));
    }
    let mut nodes: u64 = 0;
    for child in successors(board) {
        nodes = nodes.saturating_add(perft_until(child, depth - 1, stop)?);
    }
    Some(nodes)
}

/// Returns the number of legal moves; where there is none, 1 for the forced pass or the end of the game.
fn leaves(board: Board) -> u64 {
    u64::from(board.legal_moves().count_ones()).max(1)
}

/// Iterates over the boards after each legal move, a forced pass among them.
fn successors(board: Board) -> impl Iterator<Item = Board> {
    let passed = board.must_pass().then(|| board.pass());
    board.children().map(|(_, child)| child).chain(passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_flag_ends_the_count() {
        let stop = StopFlag::new();
        assert_eq!(perft_until(Board::START, 6, &stop), Some(8200));
        stop.raise();
        assert_eq!(perft_until(Board::START, 30, &stop), None);
    }
}
