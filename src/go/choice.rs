//! The one-ply player: every move judged by what it does at once, none that only fills what is settled.

use rand::Rng;

use crate::engine::StopFlag;
use crate::game::{Color, Game as _};
use crate::go::estimate::{Estimate, estimate_until};
use crate::go::playout::is_sensible;
use crate::go::{Board, Point, Position};

/// What the player found.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Where to play; `None` = pass.
    pub point: Option<Point>,
    /// How many moves were judged.
    pub judged: u64,
    /// What the position looked like.
    pub estimate: Estimate,
}

/// Chooses a move for `color` among those that `allowed` lets pass.
///
/// Points that look settled are left alone; with `clean_up` on the contrary the stones of the opponent that look
/// dead are attacked, and nothing else is played.
pub fn choose(
    position: &Position,
    color: Color,
    clean_up: bool,
    allowed: impl Fn(Point) -> bool,
    stop: &StopFlag,
    rng: &mut impl Rng,
) -> Choice {
    let estimate = estimate_until(position, stop);
    if position.legal_moves().is_empty() {
        return Choice { point: None, judged: 0, estimate };
    }
    let board = position.board();
    let targets = clean_up_targets(board, color, &estimate);
    let settled = estimate.territory.black.union(&estimate.territory.white);
    let is_early = settled.len() * 4 < usize::from(board.width()) * usize::from(board.height());
    let mut best: Option<(f64, Point)> = None;
    let mut judged = 0;
    let mut trial = board.clone();
    for point in board.points().filter(|&point| is_sensible(board, color, point)) {
        let has_sense = if clean_up {
            targets.contains(&point)
        } else {
            is_early || !settled.contains(point) || touches_atari(board, point)
        };
        if !has_sense || !allowed(point) {
            continue;
        }
        judged += 1;
        let worth = worth(&mut trial, color, point) + rng.random::<f64>();
        // What only loses the stone is worse than a pass.
        let is_open = worth > -5.0 || clean_up;
        if is_open && best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, point));
        }
    }
    Choice { point: best.map(|(_, point)| point), judged, estimate }
}

/// Returns the liberties of the opponent's stones that look dead.
fn clean_up_targets(board: &Board, color: Color, estimate: &Estimate) -> Vec<Point> {
    let dead = board
        .chains()
        .into_iter()
        .filter(|chain| chain.color != color && chain.stones.is_subset(&estimate.dead));
    dead.flat_map(|chain| chain.liberties.iter()).collect()
}

/// Returns whether a chain beside `point` has no other liberty and is not just a stone thrown in.
fn touches_atari(board: &Board, point: Point) -> bool {
    board.neighbours(point).any(|beside| board.atari(beside) == Some(point))
}

/// Judges a legal move by the captures, ataris and dangers it makes and the line it stands on.
fn worth(board: &mut Board, color: Color, point: Point) -> f64 {
    let saved: usize = beside(board, color, point)
        .filter(|&at| board.atari(at) == Some(point))
        .map(|at| board.chain_stones(at).count())
        .sum();
    let change = board.play_unchecked(color, point);
    let own = board.chain_at(point);
    let (stones, liberties) = own.map_or((1, 4), |c| (c.stones.len(), c.liberties.len()));
    let threatened: usize = beside(board, !color, point)
        .filter(|&at| board.atari(at).is_some())
        .map(|at| board.chain_stones(at).count())
        .sum();
    board.undo(change);
    let mut worth = 10.0 * change.captured() as f64;
    match liberties {
        1 => worth -= 12.0 * stones as f64,
        _ => worth += 8.0 * saved as f64 + 3.0 * threatened as f64,
    }
    let column = point.column().min(board.width() - 1 - point.column());
    let row = point.row().min(board.height() - 1 - point.row());
    worth
        + match column.min(row) {
            0 => -2.0,
            1 => 0.0,
            2 | 3 => 2.0,
            _ => 1.5,
        }
}

/// Returns one stone of each chain of `color` beside a point.
fn beside(board: &Board, color: Color, point: Point) -> impl Iterator<Item = Point> + '_ {
    let stones: Vec<Point> =
        board.neighbours(point).filter(|&at| board.color_at(at) == Some(color)).collect();
    let mut seen = crate::go::PointSet::EMPTY;
    stones.into_iter().filter(move |&at| {
        let is_new = !seen.contains(at);
        seen.extend(board.chain_stones(at));
        is_new
    })
}
