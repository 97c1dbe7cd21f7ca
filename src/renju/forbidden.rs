//! What a stone makes: five, and Black's forbidden shapes, by table and exact recursion.
//!
//! Owns the verdict on a point; must not know whose turn it is or what becomes of a claim. [`crate::renju::oracle`]
//! gives the same verdicts from the definitions alone.
//!
//! # Source
//! RIF, The International Rules of Renju, chapter 9: a double-three is allowed if not more than one of its threes can
//! be made a straight four without an overline, a double-four, a five or a forbidden double-three in the same move.

use std::fmt;

use crate::game::Color;
use crate::renju::line::Shape;
use crate::renju::point::{Direction, Point};
use crate::renju::{Board, Rule};

/// What a stone on an empty point makes, the strongest of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Nothing of the others: a legal move.
    None,
    /// A forbidden double-three.
    ThreeThree,
    /// A double-four, two fours on one line included.
    FourFour,
    /// A row of six or more, forbidden to Black.
    Overline,
    /// A row that wins.
    Five,
}

impl Kind {
    /// Returns whether the point is forbidden to Black.
    #[must_use]
    pub const fn is_forbidden(self) -> bool {
        matches!(self, Kind::ThreeThree | Kind::FourFour | Kind::Overline)
    }

    /// Returns the name: `none`, `33`, `44`, `overline` or `five`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::None => "none",
            Kind::ThreeThree => "33",
            Kind::FourFour => "44",
            Kind::Overline => "overline",
            Kind::Five => "five",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// All the forbidden shapes one stone makes: a claim of the one may lapse while another stands.
///
/// # Examples
/// ```
/// use heibai::renju::{Kind, Kinds};
/// let kinds = Kinds::EMPTY.with(Kind::ThreeThree).with(Kind::Overline);
/// assert_eq!(kinds.strongest(), Kind::Overline);
/// assert!(kinds.contains(Kind::ThreeThree) && !kinds.contains(Kind::FourFour));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kinds(u8);

impl Kinds {
    /// No shape.
    pub const EMPTY: Kinds = Kinds(0);
    const ORDER: [Kind; 3] = [Kind::Overline, Kind::FourFour, Kind::ThreeThree];

    /// Adds a forbidden shape; others change nothing.
    #[must_use]
    pub const fn with(self, kind: Kind) -> Self {
        if kind.is_forbidden() { Kinds(self.0 | 1 << kind as u8) } else { self }
    }

    /// Takes a shape away.
    #[must_use]
    pub const fn without(self, kind: Kind) -> Self {
        Kinds(self.0 & !(1 << kind as u8))
    }

    /// Returns whether a shape is among them.
    #[must_use]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind as u8 & 1 != 0
    }

    /// Returns whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the one to name: overline before double-four before double-three.
    #[must_use]
    pub fn strongest(self) -> Kind {
        Self::ORDER.into_iter().find(|&kind| self.contains(kind)).unwrap_or(Kind::None)
    }

    /// Returns them, the strongest first.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Self::ORDER.into_iter().filter(move |&kind| self.contains(kind))
    }
}

/// Returns whether a stone of `color` on `point` makes a row that wins.
#[must_use]
#[inline]
pub fn wins(board: &Board, point: Point, color: Color, rule: Rule) -> bool {
    let exact = match rule {
        Rule::Renju => color == Color::Black,
        Rule::Standard => true,
        Rule::Freestyle => false,
    };
    Direction::ALL.into_iter().any(|direction| match board.run(point, direction, color) {
        5 => true,
        6.. => !exact,
        _ => false,
    })
}

/// Returns what a black stone on an empty point makes under the rules of Renju; the board is left as it was.
///
/// # Examples
/// ```
/// use heibai::renju::{Board, Kind, Point, forbidden};
/// let points = |text: &str| text.split(' ').map(|p| p.parse().unwrap()).collect::<Vec<Point>>();
/// let mut board = Board::with_stones(15, points("h7 g8 i8 h9"), []).unwrap();
/// assert_eq!(forbidden::kind(&mut board, "h8".parse().unwrap()), Kind::ThreeThree);
/// ```
#[must_use]
pub fn kind(board: &mut Board, point: Point) -> Kind {
    let shapes = shapes(board, point);
    if shapes.iter().any(|shape| shape.is_five()) {
        return Kind::Five;
    }
    if shapes.iter().any(|shape| shape.is_overline()) {
        return Kind::Overline;
    }
    if shapes.iter().map(|shape| shape.fours()).sum::<u32>() >= 2 {
        return Kind::FourFour;
    }
    if is_double_three(board, point, &shapes) { Kind::ThreeThree } else { Kind::None }
}

/// Returns every forbidden shape a black stone on an empty point makes; none where it makes five.
#[must_use]
pub fn kinds(board: &mut Board, point: Point) -> Kinds {
    let shapes = shapes(board, point);
    let mut kinds = Kinds::EMPTY;
    if shapes.iter().any(|shape| shape.is_five()) {
        return kinds;
    }
    if shapes.iter().any(|shape| shape.is_overline()) {
        kinds = kinds.with(Kind::Overline);
    }
    if shapes.iter().map(|shape| shape.fours()).sum::<u32>() >= 2 {
        kinds = kinds.with(Kind::FourFour);
    }
    if is_double_three(board, point, &shapes) {
        kinds = kinds.with(Kind::ThreeThree);
    }
    kinds
}

/// Returns every point of the board that is forbidden to Black.
///
/// # Cost
/// The board is copied once.
#[must_use]
pub fn points(board: &Board) -> Vec<(Point, Kind)> {
    let mut after = board.clone();
    let verdicts = board.empties().map(|point| (point, kind(&mut after, point)));
    verdicts.filter(|(_, kind)| kind.is_forbidden()).collect()
}

#[inline]
fn shapes(board: &Board, point: Point) -> [Shape; 4] {
    Direction::ALL.map(|direction| Shape::of(board.window(point, direction, Color::Black)))
}

fn is_double_three(board: &mut Board, point: Point, shapes: &[Shape; 4]) -> bool {
    if shapes.iter().filter(|shape| shape.may_be_three()).count() < 2 {
        return false;
    }
    board.put(point, Color::Black);
    let size = board.size();
    let mut threes = 0;
    for (direction, shape) in Direction::ALL.into_iter().zip(shapes) {
        let (dcol, drow) = direction.step();
        let real = shape
            .straight_fours()
            .filter_map(|steps| point.offset(steps * dcol, steps * drow, size))
            .any(|at| kind(board, at) == Kind::None);
        threes += u32::from(real);
    }
    board.lift(point, Color::Black);
    threes >= 2
}
