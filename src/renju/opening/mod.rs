//! The beginning of a game: who puts what where, swaps, fifth moves.
//!
//! Owns the scripts as data ([`Opening`], [`Step`]), the 26 named openings ([`named`]) and the symmetry of fifth moves
//! ([`symmetry`]). Must not know the state of a game; [`crate::renju::Position`] follows a script with a [`Cursor`].

pub mod named;
pub mod symmetry;

use crate::game::Color;
use crate::renju::Point;

/// Where a stone may be put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// In a square around the centre with so many lines a side; 1 is the centre itself.
    Square(u8),
    /// On any empty point.
    Anywhere,
}

impl Area {
    /// Returns whether a board's point lies inside.
    #[must_use]
    pub fn contains(self, point: Point, size: u8) -> bool {
        match self {
            Area::Square(side) => point.distance(Point::centre(size)) <= side / 2,
            Area::Anywhere => true,
        }
    }
}

/// How many fifth moves are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Exactly(u8),
    /// As many as were declared.
    Declared,
}

/// One step of a script; `actor` is the colour that the acting player holds at that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A stone is put.
    Place {
        /// Who puts it.
        actor: Color,
        /// Its colour.
        stone: Color,
        /// Where it may be put.
        area: Area,
    },
    /// A player says whether the colours are exchanged; the other must accept.
    Swap {
        /// Who says so.
        actor: Color,
    },
    /// A player says how many fifth moves will be offered.
    Declare {
        /// Who says so.
        actor: Color,
        /// The least.
        least: u8,
        /// The most.
        most: u8,
    },
    /// A player offers fifth moves of which no two are symmetric.
    Offer {
        /// Who offers them.
        actor: Color,
        /// How many.
        count: Count,
    },
    /// A player keeps one of the fifth moves offered and takes the others off.
    Choose {
        /// Who chooses.
        actor: Color,
    },
    /// A player goes on in one of several ways: his action fits the first step of one alone.
    Branch {
        /// The ways.
        ways: &'static [&'static [Step]],
    },
}

/// Every opening rule.
///
/// # Examples
/// ```
/// use heibai::renju::opening::Opening;
/// assert_eq!("Soosorv8".parse(), Ok(Opening::Soosorv8));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Opening {
    /// The document's rule, RIF's of 1996 to 2008: 26 openings, one swap after three, two fifth moves.
    #[default]
    Rif,
    /// Yamaguchi's: the first player puts an opening and says how many fifth moves there will be.
    Yamaguchi,
    /// Soosõrv's with at most eight fifth moves, the rule of the world championships since 2017.
    Soosorv8,
    /// Taraguchi's with ten fifth moves: a swap after every stone, in growing squares.
    Taraguchi10,
    /// The same in larger squares.
    SuperTaraguchi10,
    /// Three stones anywhere, one swap.
    Swap1,
    /// Three stones anywhere; the other swaps, stays, or puts two more and leaves the choice.
    Swap2,
    /// None: moves are free, as where the opening is given (Gomocup).
    Free,
}

const B: Color = Color::Black;
const W: Color = Color::White;

const fn put(actor: Color, stone: Color, side: u8) -> Step {
    Step::Place { actor, stone, area: Area::Square(side) }
}

const fn anywhere(actor: Color, stone: Color) -> Step {
    Step::Place { actor, stone, area: Area::Anywhere }
}

const fn swap(actor: Color) -> Step {
    Step::Swap { actor }
}

const fn offer(count: Count) -> Step {
    Step::Offer { actor: B, count }
}

const CHOOSE: Step = Step::Choose { actor: W };
const FIRST: Step = put(B, B, 1);
const SIXTH: Step = anywhere(W, W);

const RIF: &[Step] = &[
    FIRST,
    put(B, W, 3),
    put(B, B, 5),
    swap(W),
    anywhere(W, W),
    offer(Count::Exactly(2)),
    CHOOSE,
    SIXTH,
];

// The rule names no bound for what is declared; twelve is the most that [`crate::renju::Points`] holds.
const YAMAGUCHI: &[Step] = &[
    FIRST,
    put(B, W, 3),
    put(B, B, 5),
    Step::Declare { actor: B, least: 1, most: 12 },
    swap(W),
    anywhere(W, W),
    offer(Count::Declared),
    CHOOSE,
    SIXTH,
];

const SOOSORV: &[Step] = &[
    FIRST,
    put(B, W, 3),
    put(B, B, 5),
    swap(W),
    anywhere(W, W),
    Step::Declare { actor: W, least: 1, most: 8 },
    swap(B),
    offer(Count::Declared),
    CHOOSE,
    SIXTH,
];

const TEN: &[Step] = &[offer(Count::Exactly(10)), CHOOSE, SIXTH];
const NINE: &[Step] = &[swap(B), put(B, B, 9), swap(W), SIXTH];

const TARAGUCHI: &[Step] = &[
    FIRST,
    swap(W),
    put(W, W, 3),
    swap(B),
    put(B, B, 5),
    swap(W),
    put(W, W, 7),
    Step::Branch { ways: &[NINE, TEN] },
];

const SUPER_TARAGUCHI: &[Step] = &[
    FIRST,
    swap(W),
    put(W, W, 5),
    swap(B),
    put(B, B, 7),
    swap(W),
    put(W, W, 9),
    Step::Branch { ways: &[NINE, TEN] },
];

const SWAP1: &[Step] = &[anywhere(B, B), anywhere(B, W), anywhere(B, B), swap(W)];

const SWAP2: &[Step] = &[
    anywhere(B, B),
    anywhere(B, W),
    anywhere(B, B),
    Step::Branch { ways: &[&[swap(W)], &[anywhere(W, W), anywhere(W, B), swap(B)]] },
];

impl Opening {
    /// Every rule with its name; `document` is another name of `rif`.
    pub const NAMES: [(&str, Opening); 8] = [
        ("rif", Opening::Rif),
        ("yamaguchi", Opening::Yamaguchi),
        ("soosorv8", Opening::Soosorv8),
        ("taraguchi10", Opening::Taraguchi10),
        ("supertaraguchi10", Opening::SuperTaraguchi10),
        ("swap1", Opening::Swap1),
        ("swap2", Opening::Swap2),
        ("free", Opening::Free),
    ];

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Opening::NAMES.iter().find(|(_, opening)| *opening == self).map_or("free", |(name, _)| name)
    }

    /// Returns the script.
    #[must_use]
    pub const fn script(self) -> &'static [Step] {
        match self {
            Opening::Rif => RIF,
            Opening::Yamaguchi => YAMAGUCHI,
            Opening::Soosorv8 => SOOSORV,
            Opening::Taraguchi10 => TARAGUCHI,
            Opening::SuperTaraguchi10 => SUPER_TARAGUCHI,
            Opening::Swap1 => SWAP1,
            Opening::Swap2 => SWAP2,
            Opening::Free => &[],
        }
    }
}

impl std::str::FromStr for Opening {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text.eq_ignore_ascii_case("document") {
            return Ok(Opening::Rif);
        }
        let found = Opening::NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        found.map(|&(_, opening)| opening).ok_or(())
    }
}

/// What is left of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor(&'static [Step]);

impl Cursor {
    /// The end: moves are free.
    pub const END: Cursor = Cursor(&[]);

    /// Returns the beginning of a rule's script.
    #[must_use]
    pub const fn start(opening: Opening) -> Self {
        Cursor(opening.script())
    }

    /// Returns the steps that an action may fit now: one, several at a branch, none at the end.
    pub fn steps(self) -> impl Iterator<Item = Step> {
        let (ways, one): (&[&[Step]], _) = match self.0.first() {
            Some(Step::Branch { ways }) => (ways, None),
            step => (&[], step),
        };
        ways.iter().filter_map(|way| way.first()).chain(one).copied()
    }

    /// Returns what is left once `step`, one of [`Cursor::steps`], is done.
    #[must_use]
    pub fn after(self, step: Step) -> Self {
        let way: &[Step] = match self.0.first() {
            Some(Step::Branch { ways }) => {
                ways.iter().find(|way| way.first() == Some(&step)).copied().unwrap_or(&[])
            }
            _ => self.0,
        };
        Cursor(way.get(1..).unwrap_or(&[]))
    }

    /// Returns whether the script is done.
    #[must_use]
    pub const fn is_done(self) -> bool {
        self.0.is_empty()
    }
}

impl Step {
    /// Returns the colour of the player who acts; `None` for a branch, whose ways say so.
    #[must_use]
    pub const fn actor(self) -> Option<Color> {
        match self {
            Step::Place { actor, .. }
            | Step::Swap { actor }
            | Step::Declare { actor, .. }
            | Step::Offer { actor, .. }
            | Step::Choose { actor } => Some(actor),
            Step::Branch { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_lie_around_the_centre() {
        for (side, points) in [(1, 1), (3, 9), (5, 25), (7, 49), (9, 81)] {
            let area = Area::Square(side);
            assert_eq!(Point::all(15).filter(|&p| area.contains(p, 15)).count(), points);
        }
    }

    #[test]
    fn cursors_take_the_way_an_action_fits() {
        let mut cursor = Cursor::start(Opening::Taraguchi10);
        for _ in 0..7 {
            let step = cursor.steps().next().unwrap();
            cursor = cursor.after(step);
        }
        let ways: Vec<Step> = cursor.steps().collect();
        assert_eq!(ways, [swap(B), offer(Count::Exactly(10))]);
        assert_eq!(cursor.after(ways[1]).steps().next(), Some(CHOOSE));
        assert_eq!(cursor.after(ways[0]).steps().next(), Some(put(B, B, 9)));
        assert!(Cursor::END.is_done() && Cursor::END.steps().next().is_none());
    }
}
