//! A board with the patterns of every empty point, kept up to date by each stone.
//!
//! Owns stones, patterns, counts and sums; must not know whose turn it is.

use std::sync::{Arc, OnceLock};

use crate::game::Color;
use crate::renju::board::{LINES, PLACES};
use crate::renju::pattern::Threat;
use crate::renju::pattern::class::{Tables, tables};
use crate::renju::pattern::threat::DOUBTFUL;
use crate::renju::point::MAX_SIZE;
use crate::renju::{Board, Kind, Point, Rule, forbidden};

/// Cells beyond the edge that a line's word holds on each side.
const PAD: u8 = 5;
/// The index steps along `Direction::ALL`.
const STEPS: [isize; 4] = [1, MAX_SIZE as isize, MAX_SIZE as isize + 1, MAX_SIZE as isize - 1];
/// Words of a set of points.
const WORDS: usize = Point::COUNT.div_ceil(64);

/// What the patterns of a point are worth.
///
/// # Shape
/// `[colour that would put the stone][classes along the four directions][colour to move]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values(pub [Vec<[i16; 2]>; 2]);

impl Values {
    /// Returns values of nothing, for those who only look at threats.
    #[must_use]
    pub fn none() -> Arc<Self> {
        static NONE: OnceLock<Arc<Values>> = OnceLock::new();
        let build = || Arc::new(Values([vec![[0; 2]; 1 << 16], vec![[0; 2]; 1 << 16]]));
        Arc::clone(NONE.get_or_init(build))
    }
}

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Set([u64; WORDS]);

impl Set {
    /// Adds or takes away a point.
    #[inline]
    fn set(&mut self, index: usize, is: bool) {
        let bit = 1 << (index % 64);
        if is {
            self.0[index / 64] |= bit;
        } else {
            self.0[index / 64] &= !bit;
        }
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.set(point.index(), true);
    }

    /// Returns whether a point is in it.
    #[must_use]
    #[inline]
    pub fn contains(self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    /// Returns the points that are in both.
    #[must_use]
    pub fn and(self, other: Set) -> Set {
        Set(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Returns the points that are in either.
    #[must_use]
    pub fn or(self, other: Set) -> Set {
        Set(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Returns the points, the least index first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Point> {
        self.0.into_iter().enumerate().flat_map(|(word, mut left)| {
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let bit = left.trailing_zeros() as usize;
                    left &= left - 1;
                    Point::from_index(64 * word + bit)
                })
            })
        })
    }
}

/// The board that a search plays on.
///
/// # Examples
/// ```
/// use heibai::game::Color;
/// use heibai::renju::pattern::{Field, Threat, Values};
/// use heibai::renju::{Board, Point, Rule};
/// let points = |text: &str| text.split(' ').map(|p| p.parse().unwrap()).collect::<Vec<Point>>();
/// let board = Board::with_stones(15, points("g8 h8 i8"), []).unwrap();
/// let field = Field::new(&board, Rule::Renju, Values::none());
/// assert_eq!(field.threat("f8".parse().unwrap(), Color::Black), Threat::StraightFour);
/// assert_eq!(field.count(Color::Black, Threat::StraightFour), 2);
/// ```
#[derive(Clone)]
pub struct Field {
    rule: Rule,
    board: Board,
    tables: &'static Tables,
    values: Arc<Values>,
    /// Two bits a cell: 0 empty, 1 black, 2 white, 3 outside; the first [`PAD`] cells are outside.
    lines: [[u64; LINES]; 4],
    /// The classes along the four directions, for either colour; 0 where a stone stands.
    keys: [[u16; 2]; Point::COUNT],
    /// The entries of the table of threats.
    threats: [[u8; 2]; Point::COUNT],
    counts: [[u16; 16]; 2],
    /// Where a colour would make a four or more.
    fours: [Set; 2],
    /// The sums of the values, Black's view, by the colour to move.
    sums: [i32; 2],
    hash: u64,
    stones: Vec<(Point, Color)>,
    /// What each stone has changed, for [`Field::unmake`].
    saved: Vec<Saved>,
    changes: Vec<Change>,
}

/// What stood before a stone was put.
#[derive(Clone)]
struct Saved {
    counts: [[u16; 16]; 2],
    fours: [Set; 2],
    sums: [i32; 2],
    /// How many changes there were.
    n_changes: usize,
}

/// What stood at a point before.
#[derive(Clone)]
struct Change {
    index: u16,
    keys: [u16; 2],
    threats: [u8; 2],
}

impl Field {
    /// Builds the field of a board.
    #[must_use]
    pub fn new(board: &Board, rule: Rule, values: Arc<Values>) -> Self {
        let mut field = Field {
            rule,
            board: Board::clamped(board.size()),
            tables: tables(rule),
            values,
            lines: [[!0; LINES]; 4],
            keys: [[0; 2]; Point::COUNT],
            threats: [[0; 2]; Point::COUNT],
            counts: [[0; 16]; 2],
            fours: [Set::default(); 2],
            sums: [0; 2],
            hash: 0,
            stones: Vec::new(),
            saved: Vec::new(),
            changes: Vec::new(),
        };
        for point in Point::all(board.size()) {
            let place = PLACES[point.index()];
            for (d, lines) in field.lines.iter_mut().enumerate() {
                lines[usize::from(place.line[d])] &= !(3 << shift(place.bit[d]));
            }
        }
        for point in Point::all(board.size()) {
            field.enter(point.index());
        }
        for color in Color::ALL {
            for point in board.stones(color) {
                field.make(point, color);
            }
        }
        field.stones.clear();
        field.saved.clear();
        field.changes.clear();
        field
    }

    /// Returns the rule.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the stones.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the stones put since the field was built, oldest first.
    #[must_use]
    pub fn stones(&self) -> &[(Point, Color)] {
        &self.stones
    }

    /// Returns a number that tells the stones on the board, whoever is to move.
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the sum of the values with `to_move` to move, Black's view.
    #[must_use]
    #[inline]
    pub fn sum(&self, to_move: Color) -> i32 {
        self.sums[to_move.index()]
    }

    /// Returns the classes along the four directions that a stone of `color` would make, four bits each.
    #[must_use]
    #[inline]
    pub fn key(&self, point: Point, color: Color) -> u16 {
        self.keys[point.index()][color.index()]
    }

    /// Returns what a stone of `color` on an empty point threatens, forbidden double-threes not told apart.
    #[must_use]
    #[inline]
    pub fn threat(&self, point: Point, color: Color) -> Threat {
        Threat::of_entry(self.threats[point.index()][color.index()])
    }

    /// Returns on how many empty points a stone of `color` would threaten this.
    #[must_use]
    #[inline]
    pub fn count(&self, color: Color, threat: Threat) -> u32 {
        u32::from(self.counts[color.index()][threat as usize])
    }

    /// Returns on how many empty points a stone of `color` would make a four or a five.
    #[must_use]
    #[inline]
    pub fn n_fours(&self, color: Color) -> u32 {
        let counts = &self.counts[color.index()];
        counts[Threat::Four as usize..=Threat::Five as usize].iter().map(|&n| u32::from(n)).sum()
    }

    /// Returns where a stone of `color` would make a four or a five, points forbidden as double-threes among them.
    #[must_use]
    #[inline]
    pub fn fours(&self, color: Color) -> Set {
        self.fours[color.index()]
    }

    /// Returns a point on which a stone of `color` would win.
    #[must_use]
    #[inline]
    pub fn five(&self, color: Color) -> Option<Point> {
        if self.count(color, Threat::Five) == 0 {
            return None;
        }
        self.fours(color).iter().find(|&point| self.threat(point, color) == Threat::Five)
    }

    /// Returns whether the rules allow a stone of `color` on an empty point, forbidden moves counted as not allowed.
    #[must_use]
    #[inline]
    pub fn is_allowed(&mut self, point: Point, color: Color) -> bool {
        let entry = self.threats[point.index()][color.index()];
        if entry & 15 == Threat::Forbidden as u8 {
            return false;
        }
        entry & DOUBTFUL == 0 || forbidden::kind(&mut self.board, point) != Kind::ThreeThree
    }

    /// Returns whether it takes the recursion of the rules to tell if a point is forbidden.
    #[must_use]
    #[inline]
    pub fn is_doubtful(&self, point: Point, color: Color) -> bool {
        self.threats[point.index()][color.index()] & DOUBTFUL != 0
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub fn make(&mut self, point: Point, color: Color) {
        self.board.put(point, color);
        self.stones.push((point, color));
        self.saved.push(Saved {
            counts: self.counts,
            fours: self.fours,
            sums: self.sums,
            n_changes: self.changes.len(),
        });
        self.hash ^= KEYS[point.index()][color.index()];
        self.leave(point.index());
        let place = PLACES[point.index()];
        for (d, step) in STEPS.into_iter().enumerate() {
            let word = &mut self.lines[d][usize::from(place.line[d])];
            let at = place.bit[d] + PAD;
            *word |= (color.index() as u64 + 1) << (2 * at);
            let word = *word;
            for cell in at - 5..=at + 5 {
                if word >> (2 * cell) & 3 != 0 {
                    continue;
                }
                let away = isize::from(i16::from(cell) - i16::from(at));
                let index = point.index().wrapping_add_signed(away * step);
                self.update(index, d, look_up(self.tables, word, cell));
            }
        }
    }

    /// Takes the last stone back.
    ///
    /// # Panics
    /// There is none.
    #[inline]
    pub fn unmake(&mut self) {
        let (Some((point, color)), Some(saved)) = (self.stones.pop(), self.saved.pop()) else {
            unreachable!("a stone taken back was put")
        };
        self.board.lift(point, color);
        self.hash ^= KEYS[point.index()][color.index()];
        let place = PLACES[point.index()];
        for (lines, (line, bit)) in self.lines.iter_mut().zip(place.line.into_iter().zip(place.bit))
        {
            lines[usize::from(line)] &= !(3 << shift(bit));
        }
        self.counts = saved.counts;
        self.fours = saved.fours;
        self.sums = saved.sums;
        // A point changes but once by a stone.
        for change in self.changes.drain(saved.n_changes..) {
            let index = usize::from(change.index);
            self.keys[index] = change.keys;
            self.threats[index] = change.threats;
        }
    }

    /// Gives an empty point new classes along one direction.
    #[inline]
    fn update(&mut self, index: usize, d: usize, classes: u8) {
        let mask = !(0xf << (4 * d));
        let old = self.keys[index];
        let new = [
            old[0] & mask | u16::from(classes & 15) << (4 * d),
            old[1] & mask | u16::from(classes >> 4) << (4 * d),
        ];
        if new == old {
            return;
        }
        self.save(index);
        for color in 0..2 {
            if new[color] != old[color] {
                self.replace(index, color, old[color], new[color]);
            }
        }
    }

    #[inline]
    fn save(&mut self, index: usize) {
        let (keys, threats) = (self.keys[index], self.threats[index]);
        self.changes.push(Change { index: index as u16, keys, threats });
    }

    #[inline]
    fn replace(&mut self, index: usize, color: usize, old: u16, new: u16) {
        self.keys[index][color] = new;
        let values = &self.values.0[color];
        let (from, to) = (values[usize::from(old)], values[usize::from(new)]);
        let sign = 1 - 2 * color as i32;
        for side in 0..2 {
            self.sums[side] += sign * (i32::from(to[side]) - i32::from(from[side]));
        }
        let entry = self.tables.threat[color][usize::from(new)];
        let before = std::mem::replace(&mut self.threats[index][color], entry);
        if entry & 15 != before & 15 {
            self.counts[color][usize::from(before & 15)] -= 1;
            self.counts[color][usize::from(entry & 15)] += 1;
            if is_four(entry) != is_four(before) {
                self.fours[color].set(index, is_four(entry));
            }
        }
    }

    /// A point becomes empty: its patterns count.
    fn enter(&mut self, index: usize) {
        for color in 0..2 {
            self.counts[color][0] += 1;
        }
        let place = PLACES[index];
        for d in 0..4 {
            let word = self.lines[d][usize::from(place.line[d])];
            self.update(index, d, look_up(self.tables, word, place.bit[d] + PAD));
        }
    }

    /// A point is taken: its patterns no longer count.
    fn leave(&mut self, index: usize) {
        self.save(index);
        for color in 0..2 {
            let old = self.keys[index][color];
            self.replace(index, color, old, 0);
            self.counts[color][0] -= 1;
        }
    }
}

const fn shift(bit: u8) -> u32 {
    2 * (bit + PAD) as u32
}

#[inline]
fn is_four(entry: u8) -> bool {
    (Threat::Four as u8..=Threat::Five as u8).contains(&(entry & 15))
}

/// Returns the classes of a cell of a line for both colours.
#[inline]
fn look_up(tables: &Tables, word: u64, cell: u8) -> u8 {
    let window = word >> (2 * (cell - 5));
    let key = window & 0x3ff | window >> 2 & 0xf_fc00;
    tables.line[key as usize]
}

/// Random numbers of stones.
static KEYS: [[u64; 2]; Point::COUNT] = keys();

const fn keys() -> [[u64; 2]; Point::COUNT] {
    let mut keys = [[0; 2]; Point::COUNT];
    // The generator splitmix64.
    let mut state: u64 = 0x5eed_0f2e_170a_1100;
    let mut index = 0;
    while index < 2 * Point::COUNT {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[index / 2][index % 2] = z ^ (z >> 31);
        index += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::renju::oracle::Oracle;
    use crate::renju::{fuzz, line::Shape, point::Direction};
    use rand::seq::IndexedRandom as _;
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    fn same(field: &Field, rebuilt: &Field) {
        assert_eq!(field.keys, rebuilt.keys);
        assert_eq!(field.threats, rebuilt.threats);
        assert_eq!(field.counts, rebuilt.counts);
        assert_eq!(field.fours, rebuilt.fours);
        assert_eq!(field.sums, rebuilt.sums);
        assert_eq!(field.hash, rebuilt.hash);
        assert_eq!(field.lines, rebuilt.lines);
    }

    fn values() -> Arc<Values> {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut table = || {
            let mut table: Vec<[i16; 2]> =
                (0..1 << 16).map(|_| [rng.random_range(-9..9), rng.random_range(-9..9)]).collect();
            table[0] = [0; 2];
            table
        };
        Arc::new(Values([table(), table()]))
    }

    #[test]
    fn patterns_kept_stone_by_stone_equal_those_built_anew() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let values = values();
        for round in 0..40 {
            let (size, rule) = [
                (15, Rule::Renju),
                (15, Rule::Standard),
                (15, Rule::Freestyle),
                (20, Rule::Freestyle),
                (9, Rule::Renju),
            ][round % 5];
            let mut field = Field::new(&Board::clamped(size), rule, Arc::clone(&values));
            for _ in 0..150 {
                let empties: Vec<Point> = field.board().empties().collect();
                if rng.random_bool(0.65) && !empties.is_empty() {
                    let point = *empties.choose(&mut rng).unwrap();
                    field.make(point, Color::ALL[rng.random_range(0..2)]);
                } else if !field.stones().is_empty() {
                    field.unmake();
                }
            }
            same(&field, &Field::new(field.board(), rule, Arc::clone(&values)));
            while !field.stones().is_empty() {
                field.unmake();
            }
            same(&field, &Field::new(&Board::clamped(size), rule, Arc::clone(&values)));
        }
    }

    #[test]
    fn verdicts_on_points_are_those_of_the_definitions() {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let mut seen = [0; 5];
        for _ in 0..150 {
            let board = fuzz::random_board(&mut rng, 15);
            let mut field = Field::new(&board, Rule::Renju, Values::none());
            let mut oracle = Oracle::new(&board);
            for point in board.empties() {
                let kind = oracle.kind(point);
                seen[kind as usize] += 1;
                let five = field.threat(point, Color::Black) == Threat::Five;
                assert_eq!(five, kind == Kind::Five, "{point}\n{board:?}");
                let allowed = field.is_allowed(point, Color::Black);
                assert_eq!(allowed, !kind.is_forbidden(), "{point}\n{board:?}");
                let wins = forbidden::wins(&board, point, Color::White, Rule::Renju);
                assert_eq!(field.threat(point, Color::White) == Threat::Five, wins);
                assert!(field.is_allowed(point, Color::White));
                let four = Direction::ALL.into_iter().any(|direction| {
                    Shape::of(board.window(point, direction, Color::Black)).fours() > 0
                });
                let listed = field.fours(Color::Black).iter().any(|listed| listed == point);
                assert!(!listed || four || five, "{point}\n{board:?}");
            }
        }
        assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
    }
}
