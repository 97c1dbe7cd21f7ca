//! A board for random games: as small and quick as the rules allow, without history.
//!
//! Owns stones, chains, liberties, the ko and the surroundings of every point, kept up to date move by move. Points
//! are indices into rows of `width + 1`, so that what is copied for each game is no longer than the board needs. Must
//! agree with [`Board`], which is the law; knows no turn but the colour it is told. Entry point: [`Fast`].

use crate::game::Color;
use crate::go::search::shape::{self, Shapes};
use crate::go::{Board, Point};

/// A power of two above the number of indices of the largest board: indices are masked instead of checked.
const ROOM: usize = 1024;

/// No point: what passes and missing kos are written as.
pub const PASS: u16 = 0;

pub(super) const EMPTY: u8 = 0;
pub(super) const EDGE: u8 = 3;

/// Returns how cells write a colour.
pub(super) const fn code(color: Color) -> u8 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

#[inline(always)]
const fn at(index: u16) -> usize {
    index as usize & (ROOM - 1)
}

/// What is known of a chain, under the index of its head.
///
/// # Units
/// A liberty counts once for each stone beside it.
#[derive(Clone, Copy, Default)]
struct Links {
    liberties: u16,
    stones: u16,
    sum: u32,
    squares: u32,
}

/// A board for random games.
///
/// # Examples
/// ```
/// use heibai::game::Color;
/// use heibai::go::Board;
/// use heibai::go::search::Fast;
/// let mut board = Fast::new(&Board::new(9).unwrap());
/// let point = board.index("e5".parse().unwrap());
/// assert!(board.is_legal(Color::Black, point));
/// board.play(Color::Black, point);
/// assert!(!board.is_legal(Color::White, point));
/// ```
#[derive(Clone)]
pub struct Fast {
    width: u16,
    height: u16,
    stride: u16,
    /// How many indices there are.
    len: usize,
    /// Distances to the neighbours (right, up, left, down) and then to the corners between them.
    around: [i16; 8],
    ko: u16,
    /// Who may not take the ko.
    ko_color: u8,
    n_empty: u16,
    cells: [u8; ROOM],
    heads: [u16; ROOM],
    next: [u16; ROOM],
    links: [Links; ROOM],
    /// The eight points around each, two bits each, in the order of `around`.
    near: [u16; ROOM],
    empty: [u16; ROOM],
    /// Where each empty point stands in `empty`.
    place: [u16; ROOM],
    /// Black's stones placed less White's, those captured since included.
    balance: i32,
    shapes: &'static Shapes,
}

impl Fast {
    /// Takes over stones, ko and prisoners.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let (width, height) = (u16::from(board.width()), u16::from(board.height()));
        let stride = width + 1;
        let s = stride as i16;
        let mut fast = Fast {
            width,
            height,
            stride,
            len: usize::from((height + 2) * stride + 1),
            around: [1, s, -1, -s, s + 1, s - 1, -s - 1, -s + 1],
            ko: PASS,
            ko_color: 0,
            n_empty: 0,
            cells: [EDGE; ROOM],
            heads: [0; ROOM],
            next: [0; ROOM],
            links: [Links::default(); ROOM],
            near: [0xffff; ROOM],
            empty: [0; ROOM],
            place: [0; ROOM],
            balance: 0,
            shapes: shape::shapes(),
        };
        for point in board.points() {
            let index = fast.index(point);
            fast.cells[at(index)] = EMPTY;
            fast.push_empty(index);
        }
        for point in board.points() {
            let index = fast.index(point);
            let mut near = 0;
            for (bit, offset) in fast.around.into_iter().enumerate() {
                near |= u16::from(fast.cells[at(step(index, offset))]) << (2 * bit);
            }
            fast.near[at(index)] = near;
        }
        for point in board.points() {
            if let Some(color) = board.color_at(point) {
                fast.play(color, fast.index(point));
            }
        }
        let taken = |color| board.prisoners(color) as i32;
        fast.balance += taken(Color::White) - taken(Color::Black);
        (fast.ko, fast.ko_color) =
            board.ko().map_or((PASS, 0), |(color, point)| (fast.index(point), code(color)));
        fast
    }

    /// Becomes equal to a board of the same size, at the cost of what differs between boards alone.
    pub fn copy_from(&mut self, other: &Fast) {
        debug_assert_eq!(
            (self.width, self.height),
            (other.width, other.height),
            "boards differ in size"
        );
        let len = other.len;
        self.ko = other.ko;
        self.ko_color = other.ko_color;
        self.n_empty = other.n_empty;
        self.balance = other.balance;
        let n = usize::from(other.n_empty);
        self.cells[..len].copy_from_slice(&other.cells[..len]);
        self.heads[..len].copy_from_slice(&other.heads[..len]);
        self.next[..len].copy_from_slice(&other.next[..len]);
        self.links[..len].copy_from_slice(&other.links[..len]);
        self.near[..len].copy_from_slice(&other.near[..len]);
        self.place[..len].copy_from_slice(&other.place[..len]);
        self.empty[..n].copy_from_slice(&other.empty[..n]);
    }

    /// Returns the index of a point of this board.
    #[must_use]
    pub fn index(&self, point: Point) -> u16 {
        (u16::from(point.row()) + 1) * self.stride + u16::from(point.column()) + 1
    }

    /// Returns the point of an index; `None` for [`PASS`].
    #[must_use]
    pub fn point(&self, index: u16) -> Option<Point> {
        let (column, row) = (index % self.stride, index / self.stride);
        Point::new(
            u8::try_from(column.checked_sub(1)?).ok()?,
            u8::try_from(row.checked_sub(1)?).ok()?,
        )
    }

    /// Returns an index above that of every point.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether no stone stands on the board.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.n_empty == self.width * self.height
    }

    /// Returns columns and rows.
    pub(super) fn size(&self) -> (u16, u16) {
        (self.width, self.height)
    }

    /// Returns the index of every point.
    pub(super) fn points(&self) -> impl Iterator<Item = u16> + use<> {
        let (width, height, stride) = (self.width, self.height, self.stride);
        (1..=height).flat_map(move |row| (1..=width).map(move |column| row * stride + column))
    }

    /// Returns the empty points in no order.
    #[must_use]
    pub fn empties(&self) -> &[u16] {
        &self.empty[..usize::from(self.n_empty)]
    }

    /// Returns how many more stones Black has placed than White.
    #[must_use]
    pub fn balance(&self) -> i32 {
        self.balance
    }

    #[inline(always)]
    pub(super) fn cell(&self, index: u16) -> u8 {
        self.cells[at(index)]
    }

    /// Returns the points beside one; some may be off the board.
    #[inline(always)]
    pub(super) fn beside(&self, index: u16) -> [u16; 4] {
        let [right, up, left, down, ..] = self.around;
        [step(index, right), step(index, up), step(index, left), step(index, down)]
    }

    /// Returns the eight points around one; some may be off the board.
    #[inline(always)]
    pub(super) fn ring(&self, index: u16) -> [u16; 8] {
        self.around.map(|offset| step(index, offset))
    }

    #[inline(always)]
    pub(super) fn head(&self, index: u16) -> u16 {
        self.heads[at(index)]
    }

    /// Returns how many stones the chain on `index` has.
    #[inline(always)]
    pub(super) fn stones(&self, index: u16) -> u16 {
        self.links[at(self.head(index))].stones
    }

    /// Returns the only liberty of the chain on `index`; [`PASS`] if it has others.
    #[inline(always)]
    pub(super) fn atari(&self, index: u16) -> u16 {
        let links = &self.links[at(self.head(index))];
        let (n, sum) = (u32::from(links.liberties), links.sum);
        // All counted liberties are the same one where their mean square is the square of their mean.
        if u64::from(n) * u64::from(links.squares) == u64::from(sum) * u64::from(sum) && n > 0 {
            (sum / n) as u16
        } else {
            PASS
        }
    }

    /// Puts up to `N` different liberties of the chain on `index` into an array and returns how many were found.
    pub(super) fn liberties<const N: usize>(&self, index: u16) -> (usize, [u16; N]) {
        let mut found = [PASS; N];
        let mut n = 0;
        let first = self.head(index);
        let mut here = first;
        loop {
            for beside in self.beside(here) {
                if self.cells[at(beside)] == EMPTY && !found[..n].contains(&beside) {
                    found[n] = beside;
                    n += 1;
                    if n == N {
                        return (n, found);
                    }
                }
            }
            here = self.next[at(here)];
            if here == first {
                return (n, found);
            }
        }
    }

    /// Calls `f` with every stone of the chain on `index`.
    pub(super) fn each_stone(&self, index: u16, mut f: impl FnMut(u16)) {
        let first = self.head(index);
        let mut here = first;
        loop {
            f(here);
            here = self.next[at(here)];
            if here == first {
                return;
            }
        }
    }

    /// Returns what shape the stones around a point are.
    #[inline(always)]
    pub(super) fn shape(&self, index: u16) -> u8 {
        self.shapes.of(self.near[at(index)])
    }

    /// Returns whether an empty point is an eye of `color` that a move should not fill.
    #[inline(always)]
    pub(super) fn is_eye(&self, color: Color, index: u16) -> bool {
        self.shape(index) & shape::eye(color) != 0
    }

    /// Returns whether `color` may play on an empty point.
    #[must_use]
    #[inline]
    pub fn is_legal(&self, color: Color, index: u16) -> bool {
        if self.cells[at(index)] != EMPTY || (index == self.ko && code(color) == self.ko_color) {
            return false;
        }
        if self.shape(index) & shape::OPEN != 0 {
            return true;
        }
        let own = code(color);
        self.beside(index).into_iter().any(|beside| {
            let cell = self.cells[at(beside)];
            // `index` is a liberty of each: own chains need another, others must have none.
            cell != EDGE && (cell == own) == (self.atari(beside) == PASS)
        })
    }

    /// Lets the ko be taken back: somebody has passed.
    #[inline]
    pub fn pass(&mut self) {
        self.ko = PASS;
    }

    /// Places a stone where it may stand and takes off what has no liberty; returns how many were taken.
    #[inline]
    pub fn play(&mut self, color: Color, index: u16) -> u16 {
        let own = code(color);
        let other = 3 - own;
        self.balance += if own == 1 { 1 } else { -1 };
        self.cells[at(index)] = own;
        self.drop_empty(index);
        self.mark(index, own);
        let mut links = Links { stones: 1, ..Links::default() };
        let around = self.beside(index);
        for beside in around {
            match self.cells[at(beside)] {
                EMPTY => add(&mut links, beside),
                EDGE => {}
                _ => subtract(&mut self.links[at(self.heads[at(beside)])], index),
            }
        }
        self.heads[at(index)] = index;
        self.next[at(index)] = index;
        self.links[at(index)] = links;
        let (mut taken, mut last_taken) = (0, PASS);
        for beside in around {
            let cell = self.cells[at(beside)];
            if cell == own {
                self.join(beside, index);
            } else if cell == other && self.links[at(self.heads[at(beside)])].liberties == 0 {
                taken += self.take_off(beside);
                last_taken = beside;
            }
        }
        self.ko = PASS;
        if taken == 1 {
            let links = &self.links[at(self.heads[at(index)])];
            if links.stones == 1 && links.liberties == 1 {
                (self.ko, self.ko_color) = (last_taken, other);
            }
        }
        taken
    }

    /// Enters a stone into the surroundings of the points around it, or takes it out.
    #[inline(always)]
    fn mark(&mut self, index: u16, cell: u8) {
        let cell = u16::from(cell);
        // Seen from its right neighbour a stone stands to the left, and so on.
        const SEEN: [u32; 8] = [4, 6, 0, 2, 12, 14, 8, 10];
        for (offset, shift) in self.around.into_iter().zip(SEEN) {
            self.near[at(step(index, offset))] ^= cell << shift;
        }
    }

    fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.heads[at(a)], self.heads[at(b)]);
        if a == b {
            return;
        }
        let swap = self.links[at(a)].stones < self.links[at(b)].stones;
        let (large, small) = if swap { (b, a) } else { (a, b) };
        let moved = self.links[at(small)];
        let links = &mut self.links[at(large)];
        links.liberties += moved.liberties;
        links.stones += moved.stones;
        links.sum += moved.sum;
        links.squares += moved.squares;
        let mut here = small;
        loop {
            self.heads[at(here)] = large;
            let next = self.next[at(here)];
            if next == small {
                break;
            }
            here = next;
        }
        self.next[at(here)] = self.next[at(large)];
        self.next[at(large)] = small;
    }

    fn take_off(&mut self, index: u16) -> u16 {
        let first = index;
        let cell = self.cells[at(index)];
        let stones = self.links[at(self.heads[at(index)])].stones;
        let mut here = first;
        loop {
            self.cells[at(here)] = EMPTY;
            self.push_empty(here);
            self.mark(here, cell);
            here = self.next[at(here)];
            if here == first {
                break;
            }
        }
        loop {
            for beside in self.beside(here) {
                if matches!(self.cells[at(beside)], 1 | 2) {
                    add(&mut self.links[at(self.heads[at(beside)])], here);
                }
            }
            here = self.next[at(here)];
            if here == first {
                return stones;
            }
        }
    }

    #[inline(always)]
    fn push_empty(&mut self, index: u16) {
        self.empty[at(self.n_empty)] = index;
        self.place[at(index)] = self.n_empty;
        self.n_empty += 1;
    }

    #[inline(always)]
    fn drop_empty(&mut self, index: u16) {
        self.n_empty -= 1;
        let last = self.empty[at(self.n_empty)];
        let place = self.place[at(index)];
        self.empty[at(place)] = last;
        self.place[at(last)] = place;
    }

    /// Returns whose point one is in the end: its stone's, or that of all the stones beside it.
    #[inline(always)]
    pub(super) fn owner(&self, index: u16) -> u8 {
        match self.cells[at(index)] {
            EMPTY => self.shapes.beside(self.near[at(index)]),
            cell => cell,
        }
    }

    /// Returns Black's points less White's, stones and what they surround alone.
    #[must_use]
    pub fn area(&self) -> i32 {
        let mut count = [0_i32; 4];
        for index in self.points() {
            count[usize::from(self.owner(index))] += 1;
        }
        count[1] - count[2]
    }
}

/// Goes from a point to another around it.
#[inline(always)]
const fn step(index: u16, offset: i16) -> u16 {
    index.wrapping_add_signed(offset)
}

#[inline(always)]
fn add(links: &mut Links, index: u16) {
    let index = u32::from(index);
    links.liberties += 1;
    links.sum += index;
    links.squares += index * index;
}

#[inline(always)]
fn subtract(links: &mut Links, index: u16) {
    let index = u32::from(index);
    links.liberties -= 1;
    links.sum -= index;
    links.squares -= index * index;
}
