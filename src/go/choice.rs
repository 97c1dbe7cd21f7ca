//! Taking off what is dead: which move captures stones that the random games call dead.

use crate::engine::StopFlag;
use crate::game::Color;
use crate::go::estimate::estimate_until;
use crate::go::playout::is_sensible;
use crate::go::{Board, Point, Position};

/// Chooses a move of `color` among those that `allowed` lets pass that attacks dead stones of the opponent; `None`
/// where no stone that can be attacked is dead.
pub fn clean_up(
    position: &Position,
    color: Color,
    allowed: impl Fn(Point) -> bool,
    stop: &StopFlag,
) -> Option<Point> {
    let estimate = estimate_until(position, stop);
    let board = position.board();
    let dead = board
        .chains()
        .into_iter()
        .filter(|chain| chain.color != color && chain.stones.is_subset(&estimate.dead));
    let targets = dead.flat_map(|chain| chain.liberties.iter());
    let open = targets.filter(|&point| is_sensible(board, color, point) && allowed(point));
    let mut trial = board.clone();
    open.map(|point| (worth(&mut trial, color, point), point))
        .max_by_key(|&(worth, point)| (worth, std::cmp::Reverse(point)))
        .map(|(_, point)| point)
}

/// Judges a legal move by what it captures and the liberties it is left with.
fn worth(board: &mut Board, color: Color, point: Point) -> usize {
    let change = board.play_unchecked(color, point);
    let liberties = board.liberties(point).min(4);
    board.undo(change);
    10 * change.captured() + liberties
}
