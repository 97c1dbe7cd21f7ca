//! Stones, chains and their liberties, captures, prisoners and the ko that was just taken.
//!
//! Owns the rules of one move (articles 3 to 6 of the Japanese rules): a stone stands as long as its chain has a
//! liberty, captures come before the own stone is judged, and a ko is not taken back at once. Must not know
//! turns, passes or the end of a game. Chains are circles of linked points, with the number, the sum and the sum
//! of squares of their liberties' indices, each counted once for each stone it touches: captures and ataris are
//! seen without a walk.

use std::fmt;

use crate::game::{ByColor, Color, PlayError};
use crate::go::PointSet;
use crate::go::point::{LEN, MAX_SIZE, MIN_SIZE, Point};
use crate::go::zobrist;

/// A board cannot have this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a board of {MIN_SIZE} to {MAX_SIZE} columns and rows, found {width}x{height}")]
pub struct SizeError {
    /// The columns asked for.
    pub width: u8,
    /// The rows asked for.
    pub height: u8,
}

/// What is on a point, or that it is none.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Black,
    White,
    Empty,
    Edge,
}

impl Cell {
    const fn of(color: Color) -> Self {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }

    const fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Empty | Cell::Edge => None,
        }
    }
}

/// What is known of a chain; kept under the index of its head.
///
/// # Units
/// A liberty counts once for each stone of the chain beside it.
#[derive(Clone, Copy, Default)]
struct Links {
    stones: u16,
    liberties: u16,
    sum: u32,
    squares: u32,
}

impl Links {
    fn add(&mut self, index: usize) {
        let index = index as u32;
        self.liberties += 1;
        self.sum += index;
        self.squares += index * index;
    }

    fn subtract(&mut self, index: usize) {
        let index = index as u32;
        self.liberties -= 1;
        self.sum -= index;
        self.squares -= index * index;
    }

    /// Returns the only liberty: counted values are all equal exactly where their mean square is the square of
    /// their mean.
    fn single(&self) -> Option<Point> {
        let (n, sum) = (u64::from(self.liberties), u64::from(self.sum));
        let is_single = n > 0 && n * u64::from(self.squares) == sum * sum;
        is_single.then(|| Point::from_index((sum / n) as usize))
    }
}

/// Stones of one colour that are connected along lines, and the empty points beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Whose it is.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// Its liberties.
    pub liberties: PointSet,
}

/// What a move has changed, to take it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    color: Color,
    point: Point,
    /// The neighbours, as bits in the order of [`Point::around`], whose chains were taken off.
    taken: u8,
    captured: u16,
    ko: Option<(Color, Point)>,
}

impl Change {
    /// Returns how many stones were captured.
    #[must_use]
    pub const fn captured(&self) -> usize {
        self.captured as usize
    }

    /// Returns whose move it was.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.color
    }

    /// Returns where the stone was placed.
    #[must_use]
    pub const fn point(&self) -> Point {
        self.point
    }
}

/// A board with its stones, prisoners and the ko that may not be taken back.
///
/// # Examples
/// ```
/// use heibai::game::{Color, PlayError};
/// use heibai::go::Board;
/// let mut board: Board = "
///     . X O .
///     X O . O
///     . X O .
///     . . . .".parse().unwrap();
/// board.play(Color::Black, "c3".parse().unwrap()).unwrap();
/// assert_eq!(board.ko(), Some((Color::White, "b3".parse().unwrap())));
/// assert_eq!(board.play(Color::White, "b3".parse().unwrap()), Err(PlayError::Ko));
/// ```
#[derive(Clone)]
pub struct Board {
    width: u8,
    height: u8,
    cells: [Cell; LEN],
    heads: [u16; LEN],
    next: [u16; LEN],
    chains: [Links; LEN],
    prisoners: ByColor<u32>,
    ko: Option<(Color, Point)>,
    hash: u64,
}

impl Board {
    /// Builds an empty board with as many rows as columns.
    ///
    /// # Errors
    /// The size is not between 2 and 25.
    pub fn new(size: u8) -> Result<Self, SizeError> {
        Board::rectangle(size, size)
    }

    /// Builds an empty board.
    ///
    /// # Errors
    /// One of the sizes is not between 2 and 25.
    pub fn rectangle(width: u8, height: u8) -> Result<Self, SizeError> {
        let sizes = MIN_SIZE..=MAX_SIZE;
        if !sizes.contains(&width) || !sizes.contains(&height) {
            return Err(SizeError { width, height });
        }
        Ok(Board::of_size(width, height))
    }

    fn of_size(width: u8, height: u8) -> Self {
        let mut board = Board {
            width,
            height,
            cells: [Cell::Edge; LEN],
            heads: [0; LEN],
            next: [0; LEN],
            chains: [Links::default(); LEN],
            prisoners: ByColor::default(),
            ko: None,
            hash: 0,
        };
        for point in board.points() {
            board.cells[point.index()] = Cell::Empty;
        }
        board
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Returns every point, a1 first, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height)
            .flat_map(move |row| (0..width).filter_map(move |column| Point::new(column, row)))
    }

    /// Returns the points beside `point`, at most four.
    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (self.width, self.height);
        let inside = move |point: &Point| point.is_on(width, height);
        let around = [(0, 1), (1, 2), (2, 1), (1, 0)].into_iter().filter_map(move |(dx, dy)| {
            let (column, row) = (point.column() + dx, point.row() + dy);
            Point::new(column.checked_sub(1)?, row.checked_sub(1)?)
        });
        around.filter(inside)
    }

    /// Returns whether the board has `point`.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.cells[point.index()] != Cell::Edge
    }

    /// Returns the colour of the stone on `point`.
    #[must_use]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        self.cells[point.index()].color()
    }

    /// Returns whether `point` is on the board and empty.
    #[must_use]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point.index()] == Cell::Empty
    }

    /// Returns the stones of a colour.
    #[must_use]
    pub fn stones(&self, color: Color) -> PointSet {
        self.points().filter(|&point| self.color_at(point) == Some(color)).collect()
    }

    /// Returns the chain with a stone on `point`.
    #[must_use]
    pub fn chain_at(&self, point: Point) -> Option<Chain> {
        let color = self.color_at(point)?;
        let mut chain = Chain { color, stones: PointSet::EMPTY, liberties: PointSet::EMPTY };
        for stone in self.chain_stones(point) {
            chain.stones.insert(stone);
            for index in stone.around() {
                if self.cells[index] == Cell::Empty {
                    chain.liberties.insert(Point::from_index(index));
                }
            }
        }
        Some(chain)
    }

    /// Returns every chain, in the order of their first stones.
    #[must_use]
    pub fn chains(&self) -> Vec<Chain> {
        let mut seen = PointSet::EMPTY;
        let mut chains = Vec::new();
        for point in self.points() {
            if !seen.contains(point)
                && let Some(chain) = self.chain_at(point)
            {
                seen = seen.union(&chain.stones);
                chains.push(chain);
            }
        }
        chains
    }

    /// Walks over the stones of the chain on `point`; none where it is empty.
    pub fn chain_stones(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let first = point.index();
        let mut here = self.color_at(point).map(|_| first);
        std::iter::from_fn(move || {
            let index = here?;
            let next = usize::from(self.next[index]);
            here = (next != first).then_some(next);
            Some(Point::from_index(index))
        })
    }

    /// Returns the number of liberties of the chain on `point`; 0 where it is empty.
    #[must_use]
    pub fn liberties(&self, point: Point) -> usize {
        self.chain_at(point).map_or(0, |chain| chain.liberties.len())
    }

    /// Returns the only liberty of the chain on `point`, if it has no second one.
    #[must_use]
    pub fn atari(&self, point: Point) -> Option<Point> {
        self.color_at(point)?;
        self.chain(point.index()).single()
    }

    /// Returns how many stones `color` has captured.
    #[must_use]
    pub fn prisoners(&self, color: Color) -> usize {
        self.prisoners[color] as usize
    }

    /// Adds stones to those that `color` has captured: what a record or a set-up says was captured before.
    pub fn add_prisoners(&mut self, color: Color, stones: u32) {
        self.prisoners[color] = self.prisoners[color].saturating_add(stones);
    }

    /// Returns who may not play where on the next move, because a stone just captured there would retake the ko.
    #[must_use]
    pub const fn ko(&self) -> Option<(Color, Point)> {
        self.ko
    }

    /// Lets the ko be taken back: somebody has passed.
    pub const fn lift_ko(&mut self) {
        self.ko = None;
    }

    /// Returns a hash of the stones: equal for equal boards, whatever was played and captured.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns whether `color` may play on `point`, whoever's turn it is.
    #[must_use]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.check(color, point).is_ok()
    }

    /// Returns why `color` may not play on `point`, if so.
    ///
    /// # Errors
    /// The point is outside or occupied, the stone would have no liberty, or it would retake a ko at once.
    pub fn check(&self, color: Color, point: Point) -> Result<(), PlayError> {
        match self.cells[point.index()] {
            Cell::Edge => return Err(PlayError::Outside),
            Cell::Empty => {}
            _ => return Err(PlayError::Occupied),
        }
        if self.ko == Some((color, point)) {
            return Err(PlayError::Ko);
        }
        let stands = point.around().into_iter().any(|index| match self.cells[index] {
            Cell::Empty => true,
            Cell::Edge => false,
            // `point` is one of its liberties: own chains need another, others must have none.
            cell => (cell == Cell::of(color)) == self.chain(index).single().is_none(),
        });
        if stands { Ok(()) } else { Err(PlayError::Suicide) }
    }

    /// Places a stone, takes off what has no liberty left and says what has changed.
    ///
    /// # Errors
    /// The move is not legal; nothing has then changed.
    pub fn play(&mut self, color: Color, point: Point) -> Result<Change, PlayError> {
        self.check(color, point)?;
        Ok(self.play_unchecked(color, point))
    }

    /// Does what [`Board::play`] does, of a move that is known to be legal.
    pub fn play_unchecked(&mut self, color: Color, point: Point) -> Change {
        debug_assert!(self.is_legal(color, point), "{color} {point} is not legal on\n{self}");
        let mut change = Change { color, point, taken: 0, captured: 0, ko: self.ko.take() };
        let (own, opponent) = (Cell::of(color), Cell::of(!color));
        self.put(color, point);
        let around = point.around();
        for (bit, index) in around.into_iter().enumerate() {
            if self.cells[index] == opponent && self.chain(index).liberties == 0 {
                change.taken |= 1 << bit;
                change.captured += self.take_off(index);
            }
        }
        for index in around {
            if self.cells[index] == own {
                self.join(point.index(), index);
            }
        }
        self.prisoners[color] += u32::from(change.captured);
        let chain = self.chain(point.index());
        // The taken stone stood alone among stones of this colour, so one that retakes it stands alone too.
        if change.captured == 1 && chain.stones == 1 {
            self.ko = chain.single().map(|taken| (!color, taken));
        }
        change
    }

    /// Says who may not play where on the next move.
    pub(super) const fn restore_ko(&mut self, ko: Option<(Color, Point)>) {
        self.ko = ko;
    }

    /// Gives `point` a stone or empties it, as a set-up does, whatever is there.
    pub fn replace(&mut self, color: Option<Color>, point: Point) {
        let here = self.color_at(point);
        if here == color || !self.contains(point) {
            return;
        }
        if here.is_some() {
            let mut board =
                Board { prisoners: self.prisoners, ..Board::of_size(self.width, self.height) };
            for at in self.points().filter(|&at| at != point) {
                if let Some(color) = self.color_at(at) {
                    board.set_up(color, at);
                }
            }
            *self = board;
        }
        if let Some(color) = color {
            self.set_up(color, point);
        }
    }

    /// Puts a stone on an empty point as a set-up does: nothing is captured, no liberty is asked for, and no ko is
    /// left. Returns whether the point was empty.
    pub fn set_up(&mut self, color: Color, point: Point) -> bool {
        if !self.is_empty(point) {
            return false;
        }
        self.ko = None;
        self.put(color, point);
        for index in point.around() {
            if self.cells[index] == Cell::of(color) {
                self.join(point.index(), index);
            }
        }
        true
    }

    /// Takes a move back: `change` must be that of the last move not yet taken back.
    pub fn undo(&mut self, change: Change) {
        let Change { color, point, taken, captured, ko } = change;
        self.prisoners[color] -= u32::from(captured);
        self.ko = ko;
        // A captured chain had stones of this colour all around it: what is empty there now is all of it.
        for (bit, index) in point.around().into_iter().enumerate() {
            if taken & (1 << bit) != 0 && self.cells[index] == Cell::Empty {
                self.put_back(!color, Point::from_index(index));
            }
        }
        // The chain falls apart into what the stone had joined.
        let stones: Vec<Point> = self.chain_stones(point).collect();
        self.hash ^= zobrist::stone(color, point);
        self.cells[point.index()] = Cell::Empty;
        for stone in &stones {
            self.heads[stone.index()] = 0;
        }
        for &stone in &stones {
            if stone != point && self.heads[stone.index()] == 0 {
                self.link(stone);
            }
        }
        for index in point.around() {
            if self.cells[index] == Cell::of(!color) {
                self.chains[usize::from(self.heads[index])].add(point.index());
            }
        }
    }

    fn chain(&self, index: usize) -> &Links {
        &self.chains[usize::from(self.heads[index])]
    }

    /// Puts a stone on the board as a chain of its own.
    fn put(&mut self, color: Color, point: Point) {
        let here = point.index();
        self.cells[here] = Cell::of(color);
        self.hash ^= zobrist::stone(color, point);
        self.heads[here] = here as u16;
        self.next[here] = here as u16;
        let mut links = Links { stones: 1, ..Links::default() };
        for index in point.around() {
            match self.cells[index] {
                Cell::Empty => links.add(index),
                Cell::Edge => {}
                _ => self.chains[usize::from(self.heads[index])].subtract(here),
            }
        }
        self.chains[here] = links;
    }

    /// Makes one chain of the two with stones on `a` and `b`.
    fn join(&mut self, a: usize, b: usize) {
        let (mut large, mut small) = (self.heads[a], self.heads[b]);
        if large == small {
            return;
        }
        if self.chains[usize::from(large)].stones < self.chains[usize::from(small)].stones {
            (large, small) = (small, large);
        }
        let (head, other) = (usize::from(large), usize::from(small));
        let mut index = other;
        loop {
            self.heads[index] = large;
            index = usize::from(self.next[index]);
            if index == other {
                break;
            }
        }
        self.next.swap(head, other);
        let added = self.chains[other];
        let links = &mut self.chains[head];
        links.stones += added.stones;
        links.liberties += added.liberties;
        links.sum += added.sum;
        links.squares += added.squares;
    }

    /// Takes a chain off the board and returns how many stones it had.
    fn take_off(&mut self, first: usize) -> u16 {
        let Some(color) = self.cells[first].color() else { return 0 };
        let stones = self.chain(first).stones;
        let mut index = first;
        loop {
            let point = Point::from_index(index);
            self.cells[index] = Cell::Empty;
            self.hash ^= zobrist::stone(color, point);
            for beside in point.around() {
                if self.cells[beside] == Cell::of(!color) {
                    self.chains[usize::from(self.heads[beside])].add(index);
                }
            }
            index = usize::from(self.next[index]);
            if index == first {
                return stones;
            }
        }
    }

    /// Fills the empty region around `first` with stones of one chain.
    fn put_back(&mut self, color: Color, first: Point) {
        let mut open = vec![first];
        while let Some(point) = open.pop() {
            if !self.is_empty(point) {
                continue;
            }
            self.put(color, point);
            for index in point.around() {
                match self.cells[index] {
                    Cell::Empty => open.push(Point::from_index(index)),
                    cell if cell == Cell::of(color) => self.join(point.index(), index),
                    _ => {}
                }
            }
        }
    }

    /// Links the stones around `first` that stand already.
    fn link(&mut self, first: Point) {
        let (head, own) = (first.index(), self.cells[first.index()]);
        let mut links = Links::default();
        let mut last = head;
        let mut open = vec![head];
        self.heads[head] = head as u16;
        while let Some(here) = open.pop() {
            links.stones += 1;
            self.next[last] = here as u16;
            last = here;
            for index in Point::from_index(here).around() {
                if self.cells[index] == Cell::Empty {
                    links.add(index);
                } else if self.cells[index] == own && self.heads[index] != head as u16 {
                    self.heads[index] = head as u16;
                    open.push(index);
                }
            }
        }
        self.next[last] = head as u16;
        self.chains[head] = links;
    }
}

impl Default for Board {
    /// An empty board of 19 columns and rows.
    fn default() -> Self {
        Board::of_size(19, 19)
    }
}

impl PartialEq for Board {
    /// Compares what is on the boards, the prisoners and the ko; how chains are linked does not count.
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height) == (other.width, other.height)
            && self.cells == other.cells
            && self.prisoners == other.prisoners
            && self.ko == other.ko
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}\nprisoners {:?}, ko {:?}", self.prisoners, self.ko)
    }
}
