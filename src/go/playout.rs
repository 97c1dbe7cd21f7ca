//! Games played on at random, without moves that only destroy the own eyes.

use rand::Rng;
use rand::seq::SliceRandom as _;

use crate::game::Color;
use crate::go::{Board, Point};

/// More moves than this for each point no game is played on with.
const MOVES_PER_POINT: usize = 3;

/// Returns whether `point` is an eye of `color` that a move should not fill: stones of `color` or the edge all
/// around it, and of the four corners beside it at most one, none at the edge, in the opponent's hands.
#[must_use]
pub fn is_eye(board: &Board, color: Color, point: Point) -> bool {
    if board.neighbours(point).any(|beside| board.color_at(beside) != Some(color)) {
        return false;
    }
    let (column, row) = (i32::from(point.column()), i32::from(point.row()));
    let (mut hostile, mut outside) = (0, 0);
    for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let corner = u8::try_from(column + dx).ok().zip(u8::try_from(row + dy).ok());
        let corner = corner.and_then(|(column, row)| Point::new(column, row));
        match corner.filter(|&corner| board.contains(corner)) {
            Some(corner) => hostile += i32::from(board.color_at(corner) == Some(!color)),
            None => outside += 1,
        }
    }
    hostile + i32::from(outside > 0) < 2
}

/// Returns whether a move is legal and does not fill an eye of its own.
#[must_use]
pub fn is_sensible(board: &Board, color: Color, point: Point) -> bool {
    board.is_legal(color, point) && !is_eye(board, color, point)
}

/// Plays on until neither side has a sensible move, from `color` on: takes the stone just played if it can, saves
/// a chain that it put in atari, and else plays at random.
pub fn play_out(board: &mut Board, color: Color, rng: &mut impl Rng) {
    let mut empty: Vec<Point> = board.points().filter(|&at| board.is_empty(at)).collect();
    let most = MOVES_PER_POINT * usize::from(board.width()) * usize::from(board.height());
    let (mut color, mut passes) = (color, 0);
    let mut last = None;
    empty.shuffle(rng);
    for _ in 0..most {
        let answer = last.and_then(|last| answer(board, color, last));
        let start = if empty.is_empty() { 0 } else { rng.random_range(0..empty.len()) };
        let order = (start..empty.len()).chain(0..start);
        let found = match answer {
            Some(point) => empty.iter().position(|&at| at == point),
            None => { order }.find(|&i| is_sensible(board, color, empty[i])),
        };
        match found {
            Some(i) => {
                let point = empty.swap_remove(i);
                last = Some(point);
                let change = board.play_unchecked(color, point);
                if change.captured() > 0 {
                    empty.clear();
                    empty.extend(board.points().filter(|&at| board.is_empty(at)));
                }
                passes = 0;
            }
            None => {
                last = None;
                board.lift_ko();
                passes += 1;
                if passes == 2 {
                    return;
                }
            }
        }
        color = !color;
    }
}

/// Returns where `color` takes the chain just played or saves one of its own that the move put in atari.
fn answer(board: &Board, color: Color, last: Point) -> Option<Point> {
    let taken = board.atari(last);
    let saved = board
        .neighbours(last)
        .filter(|&at| board.color_at(at) == Some(color))
        .find_map(|at| board.atari(at));
    // What is saved must have more than one liberty then, else it is lost all the same.
    let lives =
        |&point: &Point| board.neighbours(point).filter(|&at| board.is_empty(at)).count() > 1;
    taken.into_iter().chain(saved.filter(lives)).find(|&at| is_sensible(board, color, at))
}
