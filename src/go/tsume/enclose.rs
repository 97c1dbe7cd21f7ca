//! Which part of a board a problem is about: what the opponent's living stones enclose.

use crate::go::life_death::{Cell, Field};
use crate::go::ruling;
use crate::go::{Board, Point, PointSet};

/// The most points of a part, stones that may die included.
pub const LARGEST: usize = 40;

/// The marked chain is not enclosed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the marked chain is not enclosed by stones of the other side within {LARGEST} points")]
pub struct OpenError;

/// The part of the board around a chain.
#[derive(Debug)]
pub(super) struct Part {
    /// The board with walls around the part, and nothing beyond them.
    pub(super) field: Field,
    /// The points of the part, rising.
    pub(super) points: Vec<usize>,
    /// The marked stone.
    pub(super) target: usize,
}

impl Part {
    /// Finds what belongs to a chain: all that hangs together with it through empty points and its own side's stones,
    /// and the opponent's chains that have no liberty elsewhere. The opponent's other chains are walls.
    pub(super) fn around(board: &Board, target: Point) -> Result<Self, OpenError> {
        let owner = board.color_at(target).ok_or(OpenError)?;
        let mut inside = PointSet::EMPTY;
        let mut open = vec![target];
        inside.insert(target);
        loop {
            while let Some(point) = open.pop() {
                for beside in board.neighbours(point) {
                    let is_other = board.color_at(beside) == Some(!owner);
                    if !is_other && inside.insert(beside) {
                        open.push(beside);
                    }
                }
                if inside.len() > LARGEST {
                    return Err(OpenError);
                }
            }
            let enclosed = board.chains().into_iter().find(|chain| {
                chain.color != owner
                    && chain.stones.intersection(&inside).is_empty()
                    && chain.liberties.is_subset(&inside)
            });
            let Some(chain) = enclosed else { break };
            open.extend(chain.stones.iter());
            inside.extend(chain.stones.iter());
        }
        let mut field = ruling::field(board);
        let mut points = Vec::new();
        let mut found = None;
        for at in 0..field.n_points() {
            let Some(point) = ruling::point(&field, at) else { continue };
            if inside.contains(point) {
                points.push(at);
                if point == target {
                    found = Some(at);
                }
                continue;
            }
            let is_wall = board.color_at(point) == Some(!owner)
                && board.neighbours(point).any(|beside| inside.contains(beside));
            field.set(at, if is_wall { Cell::Wall(!owner) } else { Cell::Off });
        }
        let has_wall = (0..field.n_points()).any(|at| matches!(field.cell(at), Cell::Wall(_)));
        match found {
            Some(target) if has_wall => Ok(Part { field, points, target }),
            _ => Err(OpenError),
        }
    }

    /// Returns the board's point.
    pub(super) fn point(&self, at: usize) -> Option<Point> {
        ruling::point(&self.field, at)
    }
}
