//! What a black stone makes along one line, looked up by the ten cells around it.
//!
//! Owns the table over all neighbourhoods and the plain reading of one that fills it; must not know boards, recursion
//! or more than one line at a time.

use std::sync::OnceLock;

use crate::renju::board::{REACH, Window};

/// Neighbourhoods of ten cells, each blocked, empty or own.
const SHAPES: usize = 59_049;
/// The place of the stone itself in a window.
const CENTRE: usize = REACH as usize;

/// What a stone makes along one line.
///
/// # Shape
/// Bits 0-1: fours, 0 to 2. Bit 2: exactly five. Bit 3: six or more. Bits 4-10: the points of the line, from three
/// before the stone to three behind it, where a further stone would make a straight four with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape(u16);

impl Shape {
    const FIVE: u16 = 1 << 2;
    const OVERLINE: u16 = 1 << 3;

    /// Returns the number of fours: sets of four stones, this one among them, that one stone turns into exactly five.
    #[must_use]
    #[inline]
    pub const fn fours(self) -> u32 {
        (self.0 & 3) as u32
    }

    /// Returns whether the row is exactly five long.
    #[must_use]
    #[inline]
    pub const fn is_five(self) -> bool {
        self.0 & Self::FIVE != 0
    }

    /// Returns whether the row is longer than five.
    #[must_use]
    #[inline]
    pub const fn is_overline(self) -> bool {
        self.0 & Self::OVERLINE != 0
    }

    /// Returns whether one more stone would make a straight four, were that point not forbidden.
    #[must_use]
    #[inline]
    pub const fn may_be_three(self) -> bool {
        self.0 >> 4 != 0
    }

    /// Returns how many steps along the line, from -3 to 3, the points lie where a straight four would be made.
    #[inline]
    pub fn straight_fours(self) -> impl Iterator<Item = i32> {
        let mut left = u32::from(self.0 >> 4);
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let bit = left.trailing_zeros();
                left &= left - 1;
                bit.cast_signed() - 3
            })
        })
    }

    /// Looks a neighbourhood up, the stone itself taken to be there.
    #[must_use]
    #[inline]
    pub fn of(window: Window) -> Self {
        let tables = tables();
        let squeeze = |bits: u32| ((bits & 0x1f) | (bits >> 1 & 0x3e0)) as usize;
        let ternary = &tables.ternary;
        // Own stones count 2, empty points 1, everything else 0.
        let index = ternary[squeeze(window.own)] + ternary[squeeze(window.open)];
        tables.shapes[usize::from(index)]
    }
}

struct Tables {
    /// Binary digits read as ternary ones.
    ternary: [u16; 1024],
    shapes: Vec<Shape>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let digits = |bits: u16| (0..10).rev().fold(0, |value: u16, i| value * 3 + (bits >> i & 1));
        let mut ternary = [0; 1024];
        for (bits, value) in (0u16..).zip(ternary.iter_mut()) {
            *value = digits(bits);
        }
        let shapes = (0..SHAPES).map(|index| read(&cells(index))).collect();
        Tables { ternary, shapes }
    })
}

/// A cell of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Blocked,
    Empty,
    Own,
}

type Cells = [Cell; 2 * CENTRE + 1];

fn cells(mut index: usize) -> Cells {
    let mut cells = [Cell::Own; 2 * CENTRE + 1];
    for (i, cell) in cells.iter_mut().enumerate() {
        if i != CENTRE {
            *cell = [Cell::Blocked, Cell::Empty, Cell::Own][index % 3];
            index /= 3;
        }
    }
    cells
}

/// Returns the first cell of the row through `at` and the one behind its last.
fn row(cells: &Cells, at: usize) -> (usize, usize) {
    let own = |i: &usize| cells.get(*i) == Some(&Cell::Own);
    let from = (0..at).rev().take_while(own).last().unwrap_or(at);
    let to = (at + 1..cells.len()).take_while(own).last().unwrap_or(at);
    (from, to + 1)
}

/// Returns whether a stone on `at`, if it is empty, makes a row of exactly five; the row and whether it holds the centre.
fn five_at(cells: &Cells, at: usize) -> bool {
    if cells.get(at) != Some(&Cell::Empty) {
        return false;
    }
    let mut after = *cells;
    after[at] = Cell::Own;
    let (from, to) = row(&after, at);
    to - from == 5
}

/// Reads one neighbourhood by trying stones out.
fn read(cells: &Cells) -> Shape {
    let (from, to) = row(cells, CENTRE);
    match to - from {
        5 => return Shape(Shape::FIVE),
        6.. => return Shape(Shape::OVERLINE),
        _ => {}
    }
    // Each four is told apart by the four stones it consists of.
    let mut fours: Vec<Vec<usize>> = Vec::new();
    for at in (0..cells.len()).filter(|&at| five_at(cells, at)) {
        let mut after = *cells;
        after[at] = Cell::Own;
        let (from, to) = row(&after, at);
        let four: Vec<usize> = (from..to).filter(|&i| i != at).collect();
        if four.contains(&CENTRE) && !fours.contains(&four) {
            fours.push(four);
        }
    }
    let mut bits = fours.len() as u16;
    for at in CENTRE - 3..=CENTRE + 3 {
        if cells[at] != Cell::Empty {
            continue;
        }
        let mut after = *cells;
        after[at] = Cell::Own;
        let (from, to) = row(&after, at);
        let straight = to - from == 4
            && (from..to).contains(&CENTRE)
            && from > 0
            && five_at(&after, from - 1)
            && five_at(&after, to);
        if straight {
            bits |= 1 << (4 + at + 3 - CENTRE);
        }
    }
    Shape(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads `.` as empty, `x` as own, anything else as blocked; the sixth is the stone.
    fn shape(text: &str) -> Shape {
        let mut window = Window { own: 0, open: 0 };
        for (i, c) in text.chars().enumerate() {
            window.own |= u32::from(c == 'x') << i;
            window.open |= u32::from(c == 'x' || c == '.') << i;
        }
        assert_eq!(text.chars().count(), 11);
        Shape::of(window)
    }

    #[test]
    fn shapes_of_one_line() {
        assert!(shape("...xxxxx...").is_five());
        assert!(shape("..xxxxxx...").is_overline());
        assert_eq!(shape("...xxxx....").fours(), 1, "a straight four is one");
        assert_eq!(shape("...x.xxx.x.").fours(), 2, "two fours on one line");
        assert_eq!(shape("oxx.xx.xxo.").fours(), 2);
        assert_eq!(shape("x.xxxx.....").fours(), 1, "one end only makes six");
        assert_eq!(shape("x.xxxx.x...").fours(), 0, "both ends make six");
        let three = shape("....xxx....");
        assert_eq!(three.straight_fours().collect::<Vec<_>>(), [-2, 2]);
        assert!(!shape("...oxxx.o..").may_be_three());
        assert_eq!(shape("..o.xxx..o.").straight_fours().collect::<Vec<_>>(), [2]);
        assert!(!shape("..o.xxx.o..").may_be_three(), "no room for five");
    }
}
