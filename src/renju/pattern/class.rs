//! What a stone on an empty point makes along one line, told by the ten cells around it.
//!
//! Owns the classes and their tables for each rule, made by asking of every neighbourhood what one more stone makes of
//! it; must not know boards or more than one line at a time.
//!
//! # Source
//! The idea of classes by the "one more stone" recursion is that of Rapfi's pattern tables; the classes and their
//! definitions here are our own and agree with [`crate::renju::line`].

use std::sync::OnceLock;

use crate::renju::Rule;
use crate::renju::pattern::threat;

/// What a stone makes along one line, from the least on.
///
/// A five, four or three is one that the stone itself belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Class {
    /// No room for five.
    #[default]
    Dead,
    /// Three stones more could make a four.
    BlockedOne,
    /// Two stones more could make an open three.
    One,
    /// Two stones more could make a four.
    BlockedTwo,
    /// One point makes an open three of it.
    TwoA,
    /// Two points do.
    TwoB,
    /// Three or more points do.
    TwoC,
    /// One stone more makes a four.
    BlockedThree,
    /// One point makes a straight four of it.
    Three,
    /// Two or more points do.
    OpenThree,
    /// One point makes five.
    Four,
    /// Two points make five.
    StraightFour,
    /// Two fours at once, which Black must not make.
    DoubleFour,
    /// A row that wins.
    Five,
    /// A row that is too long, which Black must not make.
    Overline,
}

impl Class {
    /// How many there are.
    pub const COUNT: usize = 15;

    /// Every class, the least first.
    pub const ALL: [Class; Class::COUNT] = [
        Class::Dead,
        Class::BlockedOne,
        Class::One,
        Class::BlockedTwo,
        Class::TwoA,
        Class::TwoB,
        Class::TwoC,
        Class::BlockedThree,
        Class::Three,
        Class::OpenThree,
        Class::Four,
        Class::StraightFour,
        Class::DoubleFour,
        Class::Five,
        Class::Overline,
    ];

    /// Returns the class of the four lowest bits.
    #[must_use]
    pub fn of_bits(bits: u16) -> Self {
        Class::ALL[usize::from(bits & 15).min(Class::COUNT - 1)]
    }
}

/// The tables of one rule.
pub(super) struct Tables {
    /// By ten cells of two bits each, the class for Black in the low half, White's in the high half.
    pub(super) line: Vec<u8>,
    /// By the classes along the four directions, for each colour.
    pub(super) threat: [Vec<u8>; 2],
}

/// Returns the tables of a rule.
///
/// # Cost
/// The first call for a rule builds a megabyte.
pub(super) fn tables(rule: Rule) -> &'static Tables {
    static TABLES: [OnceLock<Tables>; 3] = [const { OnceLock::new() }; 3];
    TABLES[rule as usize].get_or_init(|| {
        let [black, white] = match rule {
            Rule::Renju => [Maker::new(true, true).all(), Maker::new(false, false).all()],
            Rule::Standard => [Maker::new(true, false).all(), Maker::new(true, false).all()],
            Rule::Freestyle => [Maker::new(false, false).all(), Maker::new(false, false).all()],
        };
        Tables {
            line: join(&black, &white),
            threat: [threat::table(rule.has_forbidden()), threat::table(false)],
        }
    })
}

/// A cell of a line, as the colour sees it that puts the stone.
const BLOCKED: u8 = 0;
const EMPTY: u8 = 1;
const OWN: u8 = 2;

/// The place of the stone among the eleven cells.
const CENTRE: usize = 5;
/// Neighbourhoods of ten cells.
const COUNT: usize = 59_049;

type Cells = [u8; 11];

/// Indexes both colours' tables by cells of two bits: 0 empty, 1 black, 2 white, 3 outside.
fn join(black: &[Class], white: &[Class]) -> Vec<u8> {
    let half = |own: u32| {
        (0..1024u32)
            .map(|bits| {
                (0..5).rev().fold(0, |index, cell| {
                    let digit = match bits >> (2 * cell) & 3 {
                        0 => u32::from(EMPTY),
                        found if found == own => u32::from(OWN),
                        _ => u32::from(BLOCKED),
                    };
                    index * 3 + digit
                }) as usize
            })
            .collect::<Vec<usize>>()
    };
    let (as_black, as_white) = (half(1), half(2));
    (0..1usize << 20)
        .map(|key| {
            let at = |half: &[usize]| half[key & 1023] + 243 * half[key >> 10];
            black[at(&as_black)] as u8 | (white[at(&as_white)] as u8) << 4
        })
        .collect()
}

/// Makes the classes of one colour.
struct Maker {
    /// Whether more than five in a row is no five.
    exact: bool,
    /// Whether overlines and two fours are forbidden.
    forbidden: bool,
    known: Vec<Option<Class>>,
}

impl Maker {
    fn new(exact: bool, forbidden: bool) -> Self {
        Maker { exact, forbidden, known: vec![None; COUNT] }
    }

    fn all(mut self) -> Vec<Class> {
        (0..COUNT).map(|index| self.class(&mut cells(index))).collect()
    }

    fn class(&mut self, cells: &mut Cells) -> Class {
        let index = index(cells);
        if let Some(class) = self.known[index] {
            return class;
        }
        let class = self.find(cells);
        self.known[index] = Some(class);
        class
    }

    fn find(&mut self, cells: &mut Cells) -> Class {
        let (from, to) = row(cells);
        match to - from {
            5 => return Class::Five,
            6.. if !self.exact => return Class::Five,
            6.. if self.forbidden => return Class::Overline,
            6.. => return Class::Dead,
            _ => {}
        }
        let mut next = [0u8; Class::COUNT];
        let mut fours = Vec::new();
        for at in 0..cells.len() {
            if cells[at] != EMPTY {
                continue;
            }
            cells[at] = OWN;
            let class = self.class(cells);
            next[class as usize] += 1;
            if class == Class::Five {
                // Each four is told by the stones it consists of.
                let (from, to) = row(cells);
                let four = (from..to).filter(|&i| i != at).fold(0u16, |set, i| set | 1 << i);
                if !fours.contains(&four) {
                    fours.push(four);
                }
            }
            cells[at] = EMPTY;
        }
        let count = |class: Class| next[class as usize];
        let twos = count(Class::Three) + count(Class::OpenThree);
        match (count(Class::Five), count(Class::StraightFour), twos) {
            (1.., ..) if self.forbidden && fours.len() > 1 => Class::DoubleFour,
            (2.., ..) => Class::StraightFour,
            (1, ..) => Class::Four,
            (_, 2.., _) => Class::OpenThree,
            (_, 1, _) => Class::Three,
            _ if count(Class::Four) > 0 => Class::BlockedThree,
            (.., 3..) => Class::TwoC,
            (.., 2) => Class::TwoB,
            (.., 1) => Class::TwoA,
            _ if count(Class::BlockedThree) > 0 => Class::BlockedTwo,
            _ if count(Class::TwoA) + count(Class::TwoB) + count(Class::TwoC) > 0 => Class::One,
            _ if count(Class::BlockedTwo) > 0 => Class::BlockedOne,
            _ => Class::Dead,
        }
    }
}

/// Returns the first cell of the row through the stone and the one behind its last.
fn row(cells: &Cells) -> (usize, usize) {
    let from = (0..CENTRE).rev().take_while(|&i| cells[i] == OWN).last().unwrap_or(CENTRE);
    let to = (CENTRE + 1..cells.len()).take_while(|&i| cells[i] == OWN).last().unwrap_or(CENTRE);
    (from, to + 1)
}

fn cells(mut index: usize) -> Cells {
    let mut cells = [OWN; 11];
    for (i, cell) in cells.iter_mut().enumerate() {
        if i != CENTRE {
            *cell = (index % 3) as u8;
            index /= 3;
        }
    }
    cells
}

fn index(cells: &Cells) -> usize {
    let around = cells.iter().enumerate().rev().filter(|&(i, _)| i != CENTRE);
    around.fold(0, |index, (_, &cell)| index * 3 + usize::from(cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::renju::board::Window;
    use crate::renju::line::Shape;

    #[test]
    fn classes_of_black_agree_with_the_shapes_of_the_rules() {
        let classes = Maker::new(true, true).all();
        for (at, &class) in classes.iter().enumerate() {
            let cells = cells(at);
            assert_eq!(index(&cells), at);
            let bits = |least: u8| {
                cells.iter().enumerate().fold(0, |b, (i, &c)| b | u32::from(c >= least) << i)
            };
            let shape = Shape::of(Window { own: bits(OWN), open: bits(EMPTY) });
            let fours = match class {
                Class::Four | Class::StraightFour => 1,
                Class::DoubleFour => 2,
                _ => 0,
            };
            assert_eq!(shape.fours().min(2), fours, "{cells:?} {class:?}");
            assert_eq!(shape.is_five(), class == Class::Five, "{cells:?}");
            assert_eq!(shape.is_overline(), class == Class::Overline, "{cells:?}");
            let three = matches!(class, Class::Three | Class::OpenThree);
            if shape.fours() == 0 {
                assert_eq!(shape.may_be_three(), three, "{cells:?} {class:?}");
            }
        }
    }

    fn class(text: &str, exact: bool, forbidden: bool) -> Class {
        let mut cells = [BLOCKED; 11];
        for (cell, letter) in cells.iter_mut().zip(text.chars()) {
            *cell = match letter {
                'x' => OWN,
                '.' => EMPTY,
                _ => BLOCKED,
            };
        }
        Maker::new(exact, forbidden).class(&mut cells)
    }

    #[test]
    fn classes_by_rule() {
        for (text, renju_black, standard, freestyle) in [
            ("...xxxxxx..", Class::Overline, Class::Dead, Class::Five),
            ("...x.xxx.x.", Class::DoubleFour, Class::StraightFour, Class::StraightFour),
            ("x.xxxx.....", Class::Four, Class::Four, Class::StraightFour),
            ("....xxx....", Class::OpenThree, Class::OpenThree, Class::OpenThree),
            ("....xxo....", Class::BlockedTwo, Class::BlockedTwo, Class::BlockedTwo),
            ("....oxo....", Class::Dead, Class::Dead, Class::Dead),
            (".....x.....", Class::One, Class::One, Class::One),
        ] {
            assert_eq!(class(text, true, true), renju_black, "{text}");
            assert_eq!(class(text, true, false), standard, "{text}");
            assert_eq!(class(text, false, false), freestyle, "{text}");
        }
    }
}
