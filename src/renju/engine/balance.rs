//! Stones after which a position is worth a given value: what is put before somebody else chooses a colour.
//!
//! Owns which stones are compared; what they are worth is the search's. Stones are looked at twice: all of them by small
//! searches, then the few that come nearest by larger ones.

use super::opening::{Opener, coloured};
use crate::renju::opening::symmetry::figure_with;
use crate::renju::{Action, Point, Position};

/// A stone is put within so many lines of another one, or of the centre of an empty board.
const REACH: u8 = 3;
/// Answers that are compared for each first stone where two are put.
const ANSWERS: usize = 10;
/// Choices that are looked at more closely.
const CLOSELY: usize = 6;
/// With more stones no two points are taken to look the same.
const FEW: u32 = 6;

/// Stones and what they leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Balance {
    /// The stones, the two sides' in turn.
    pub(super) stones: Vec<Point>,
    /// What the position is then worth to the side that put the first one.
    ///
    /// # Units
    /// 1/100 point.
    pub(super) worth: i32,
}

impl Opener<'_> {
    /// Chooses one stone, or one of each side, that leaves a position worth as near to `value` as can be to the side
    /// whose stone is next; `None` if no stone may be put or each ends the game.
    pub(super) fn balance(
        &mut self,
        position: &Position,
        allowed: &[Action],
        two: bool,
        value: i32,
    ) -> Option<Balance> {
        let firsts = candidates(position, allowed);
        let parts = 2 * firsts.len() as u64;
        let mut found: Vec<Balance> = Vec::new();
        for &first in &firsts {
            if self.is_stopped() && !found.is_empty() {
                break;
            }
            let Some(after) = with(position, &[first]) else { continue };
            let wanted = if two { ANSWERS } else { 1 };
            for line in self.lines(&after, wanted, Vec::new(), parts) {
                let second = line.pv.first().copied().filter(|_| two);
                let stones: Vec<Point> = std::iter::once(first).chain(second).collect();
                if stones.len() == 1 + usize::from(two) && with(position, &stones).is_some() {
                    // A line without depth says nothing of its move.
                    let worth = if line.depth == 0 { i32::MAX } else { -line.score };
                    found.push(Balance { stones, worth });
                }
            }
        }
        let far = |found: &Balance| found.worth.abs_diff(value);
        found.sort_by_key(far);
        found.truncate(CLOSELY);
        let parts = 2 * found.len() as u64;
        for choice in &mut found {
            let Some(after) = with(position, &choice.stones) else { continue };
            if let Some(line) = self.lines(&after, 1, Vec::new(), parts).first()
                && line.depth > 0
            {
                choice.worth = if two { line.score } else { -line.score };
            }
        }
        found.into_iter().min_by_key(far)
    }
}

/// Returns the position after stones of the two sides in turn, unless one may not be put or ends the game.
fn with(position: &Position, stones: &[Point]) -> Option<Position> {
    let mut after = position.clone();
    for &point in stones {
        after.play(Action::Place(point)).ok()?;
        if after.conclusion().is_some() {
            return None;
        }
    }
    Some(after)
}

/// Returns the points near stones that may be taken, on a board with few stones one of each set that look the same.
fn candidates(position: &Position, allowed: &[Action]) -> Vec<Point> {
    let board = position.board();
    let stones = coloured(position);
    let centre = Point::centre(board.size());
    let near = |point: &Point| match stones.is_empty() {
        true => point.distance(centre) <= REACH,
        false => stones.iter().any(|(stone, _)| stone.distance(*point) <= REACH),
    };
    let may = |point: &Point| allowed.is_empty() || allowed.contains(&Action::Place(*point));
    let mut points: Vec<Point> = board.empties().filter(may).collect();
    if points.iter().any(near) {
        points.retain(near);
    }
    if board.n_stones() <= FEW {
        let mut figures = Vec::new();
        points.retain(|&point| {
            let figure = figure_with(&stones, point);
            let is_new = !figures.contains(&figure);
            figures.push(figure);
            is_new
        });
    }
    points
}
