//! The definitions of five and of the forbidden shapes, followed step by step on a plain board.
//!
//! Slow and obviously right: the reference for [`crate::renju::forbidden`], which shares no code with it. Must not know
//! tables or bits.
//!
//! # Source
//! RIF, The International Rules of Renju: the definitions of row, five, overline, four, straight four and three, and 9.3.

use crate::game::Color;
use crate::renju::forbidden::{Kind, Kinds};
use crate::renju::{Board, Point};

/// The directions of the four lines through a point, as column and row.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A board with one cell for each point, addressed by column and row.
#[derive(Clone, Debug)]
pub struct Oracle {
    size: isize,
    cells: Vec<Option<Color>>,
}

type At = (isize, isize);

impl Oracle {
    /// Copies a board.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let size = board.size();
        let cells = Point::all(size).map(|point| board.get(point)).collect();
        Oracle { size: isize::from(size), cells }
    }

    /// Returns what a black stone on an empty point makes, the strongest of it.
    #[must_use]
    pub fn kind(&mut self, point: Point) -> Kind {
        self.kind_at(at(point))
    }

    /// Returns every forbidden shape a black stone on an empty point makes; none where it makes five.
    #[must_use]
    pub fn kinds(&mut self, point: Point) -> Kinds {
        let p = at(point);
        self.set(p, Some(Color::Black));
        let mut kinds = Kinds::EMPTY;
        if !self.makes_five(p) {
            if self.makes_overline(p) {
                kinds = kinds.with(Kind::Overline);
            }
            if self.count_fours(p) >= 2 {
                kinds = kinds.with(Kind::FourFour);
            }
            if self.count_threes(p) >= 2 {
                kinds = kinds.with(Kind::ThreeThree);
            }
        }
        self.set(p, None);
        kinds
    }

    fn kind_at(&mut self, p: At) -> Kind {
        self.set(p, Some(Color::Black));
        let kind = if self.makes_five(p) {
            Kind::Five
        } else if self.makes_overline(p) {
            Kind::Overline
        } else if self.count_fours(p) >= 2 {
            Kind::FourFour
        } else if self.count_threes(p) >= 2 {
            Kind::ThreeThree
        } else {
            Kind::None
        };
        self.set(p, None);
        kind
    }

    fn makes_five(&self, p: At) -> bool {
        DIRECTIONS.iter().any(|&d| self.row(p, d).len() == 5)
    }

    fn makes_overline(&self, p: At) -> bool {
        DIRECTIONS.iter().any(|&d| self.row(p, d).len() > 5)
    }

    /// Counts the sets of four stones, the one on `p` among them, that one more stone makes a row of exactly five.
    fn count_fours(&mut self, p: At) -> usize {
        DIRECTIONS.iter().map(|&d| self.fours(p, d)).sum()
    }

    fn fours(&mut self, p: At, d: At) -> usize {
        let mut found: Vec<Vec<At>> = Vec::new();
        for e in self.line(p, d) {
            if let Some(mut row) = self.five_by(e, d) {
                row.retain(|&stone| stone != e);
                if row.contains(&p) && !found.contains(&row) {
                    found.push(row);
                }
            }
        }
        found.len()
    }

    fn count_threes(&mut self, p: At) -> usize {
        DIRECTIONS.iter().filter(|&&d| self.is_three(p, d)).count()
    }

    /// Returns whether a stone on some point of the line makes a straight four with the one on `p`, no five at the same
    /// time, and may be played there.
    fn is_three(&mut self, p: At, d: At) -> bool {
        self.line(p, d).into_iter().any(|e| {
            if self.get(e).is_some() {
                return false;
            }
            self.set(e, Some(Color::Black));
            let row = self.row(e, d);
            let straight = row.len() == 4 && row.contains(&p) && {
                let (first, last) = (row[0], row[3]);
                let before = (first.0 - d.0, first.1 - d.1);
                let behind = (last.0 + d.0, last.1 + d.1);
                self.five_by(before, d).is_some() && self.five_by(behind, d).is_some()
            };
            self.set(e, None);
            // A five at the same time is a kind of its own.
            straight && self.kind_at(e) == Kind::None
        })
    }

    /// Returns the row of exactly five that a stone on `e` makes along `d`.
    fn five_by(&mut self, e: At, d: At) -> Option<Vec<At>> {
        if !self.contains(e) || self.get(e).is_some() {
            return None;
        }
        self.set(e, Some(Color::Black));
        let row = self.row(e, d);
        self.set(e, None);
        (row.len() == 5).then_some(row)
    }

    /// Returns the unbroken black row through the stone on `p`, from one end to the other.
    fn row(&self, p: At, d: At) -> Vec<At> {
        let black = |q: At| self.contains(q) && self.get(q) == Some(Color::Black);
        let mut first = p;
        while black((first.0 - d.0, first.1 - d.1)) {
            first = (first.0 - d.0, first.1 - d.1);
        }
        let mut row = Vec::new();
        let mut next = first;
        while black(next) {
            row.push(next);
            next = (next.0 + d.0, next.1 + d.1);
        }
        row
    }

    /// Returns every point of the line through `p`.
    fn line(&self, p: At, d: At) -> Vec<At> {
        (-self.size..=self.size)
            .map(|k| (p.0 + k * d.0, p.1 + k * d.1))
            .filter(|&q| self.contains(q))
            .collect()
    }

    fn contains(&self, (col, row): At) -> bool {
        (0..self.size).contains(&col) && (0..self.size).contains(&row)
    }

    fn get(&self, (col, row): At) -> Option<Color> {
        self.cells[(row * self.size + col).cast_unsigned()]
    }

    fn set(&mut self, (col, row): At, stone: Option<Color>) {
        self.cells[(row * self.size + col).cast_unsigned()] = stone;
    }
}

fn at(point: Point) -> At {
    (isize::from(point.col()), isize::from(point.row()))
}
