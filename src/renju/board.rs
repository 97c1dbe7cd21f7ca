//! The stones on the board, as bits along each of its lines.
//!
//! Owns where stones stand and what is around a point; must not know whose turn it is, forbidden shapes or results.

use crate::game::Color;
use crate::renju::point::{Direction, MAX_SIZE, MIN_SIZE, Point};

/// Lines of each direction on the largest board, rounded up.
pub(super) const LINES: usize = 2 * MAX_SIZE as usize;
/// Cells around a point that [`Board::window`] shows on each side.
pub const REACH: u32 = 5;

/// Why a board cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The board has no such size.
    #[error("expected a board of 5 to 20 lines, found {0}")]
    Size(u8),
    /// A point lies outside.
    #[error("{0} is outside the board")]
    Outside(Point),
    /// A point holds a stone already.
    #[error("{0} is occupied")]
    Occupied(Point),
}

/// Where a point lies on the lines through it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Index of the line, for each direction.
    pub(super) line: [u8; 4],
    /// Bit on the line, for each direction.
    pub(super) bit: [u8; 4],
}

/// Where every point lies.
pub(super) const PLACES: [Place; Point::COUNT] = places();

const fn places() -> [Place; Point::COUNT] {
    let mut places = [Place { line: [0; 4], bit: [0; 4] }; Point::COUNT];
    let mut index = 0;
    while index < Point::COUNT {
        let (col, row) = ((index % MAX_SIZE as usize) as u8, (index / MAX_SIZE as usize) as u8);
        // In the order of `Direction::ALL`; the bit grows along the direction's step.
        places[index] = Place {
            line: [row, col, col + MAX_SIZE - 1 - row, col + row],
            bit: [col, row, col, row],
        };
        index += 1;
    }
    places
}

/// What lies on one line within [`REACH`] of a point: bit 5 is the point itself, bits grow along the direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Stones of one colour.
    pub own: u32,
    /// Points inside the board that hold no stone of the other colour.
    pub open: u32,
}

/// The stones of both colours.
///
/// # Shape
/// Each colour has one word for each line of each direction.
///
/// # Examples
/// ```
/// use heibai::game::Color;
/// use heibai::renju::{Board, Point};
/// let mut board = Board::new(15).unwrap();
/// let centre = Point::centre(15);
/// board.put(centre, Color::Black);
/// assert_eq!(board.get(centre), Some(Color::Black));
/// assert_eq!(board.n_empties(), 224);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    size: u8,
    n_stones: u16,
    stones: [[[u32; LINES]; 4]; 2],
    inside: [[u32; LINES]; 4],
}

impl Board {
    /// Builds an empty board.
    ///
    /// # Errors
    /// There is no board of this size.
    pub fn new(size: u8) -> Result<Self, BoardError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(BoardError::Size(size));
        }
        Ok(Board::clamped(size))
    }

    /// Builds an empty board of the nearest size there is.
    #[must_use]
    pub fn clamped(size: u8) -> Self {
        let size = size.clamp(MIN_SIZE, MAX_SIZE);
        let mut inside = [[0; LINES]; 4];
        for point in Point::all(size) {
            toggle(&mut inside, point);
        }
        Board { size, n_stones: 0, stones: [[[0; LINES]; 4]; 2], inside }
    }

    /// Builds a board with stones on it.
    ///
    /// # Errors
    /// The size is unknown, a point lies outside or is named twice.
    pub fn with_stones(
        size: u8,
        black: impl IntoIterator<Item = Point>,
        white: impl IntoIterator<Item = Point>,
    ) -> Result<Self, BoardError> {
        let mut board = Board::new(size)?;
        let black = black.into_iter().map(|point| (point, Color::Black));
        for (point, color) in black.chain(white.into_iter().map(|point| (point, Color::White))) {
            if !board.contains(point) {
                return Err(BoardError::Outside(point));
            }
            if board.get(point).is_some() {
                return Err(BoardError::Occupied(point));
            }
            board.put(point, color);
        }
        Ok(board)
    }

    /// Returns the width and height.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Returns whether the board has this point.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        point.col() < self.size && point.row() < self.size
    }

    /// Returns whose stone is on a point.
    #[must_use]
    #[inline]
    pub fn get(&self, point: Point) -> Option<Color> {
        let place = PLACES[point.index()];
        let at = |color: Color| {
            self.stones[color.index()][0][usize::from(place.line[0])] >> place.bit[0] & 1 != 0
        };
        if at(Color::Black) {
            return Some(Color::Black);
        }
        at(Color::White).then_some(Color::White)
    }

    /// Returns whether a point lies inside and holds no stone.
    #[must_use]
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.contains(point) && self.get(point).is_none()
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub fn put(&mut self, point: Point, color: Color) {
        debug_assert!(self.is_empty(point), "a stone is put on an empty point, not {point}");
        toggle(&mut self.stones[color.index()], point);
        self.n_stones += 1;
    }

    /// Lifts a stone of `color` from its point.
    #[inline]
    pub fn lift(&mut self, point: Point, color: Color) {
        debug_assert_eq!(self.get(point), Some(color), "the stone lifted is there");
        toggle(&mut self.stones[color.index()], point);
        self.n_stones -= 1;
    }

    /// Returns the number of stones.
    #[must_use]
    pub fn n_stones(&self) -> u32 {
        u32::from(self.n_stones)
    }

    /// Returns the number of empty points.
    #[must_use]
    pub fn n_empties(&self) -> u32 {
        u32::from(self.size) * u32::from(self.size) - self.n_stones()
    }

    /// Returns every empty point, row by row from a1 on.
    pub fn empties(&self) -> impl Iterator<Item = Point> + '_ {
        Point::all(self.size).filter(|&point| self.get(point).is_none())
    }

    /// Returns every stone of a colour, row by row from a1 on.
    pub fn stones(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        Point::all(self.size).filter(move |&point| self.get(point) == Some(color))
    }

    /// Returns the stones of both colours on a row, a bit for each column.
    #[must_use]
    #[inline]
    pub(super) fn row(&self, row: usize) -> u32 {
        self.stones[0][0][row] | self.stones[1][0][row]
    }

    /// Returns what lies on a line around a point, as `color` sees it.
    #[must_use]
    #[inline]
    pub fn window(&self, point: Point, direction: Direction, color: Color) -> Window {
        let place = PLACES[point.index()];
        let d = direction as usize;
        let line = usize::from(place.line[d]);
        let own = self.stones[color.index()][d][line];
        let open = self.inside[d][line] & !self.stones[(!color).index()][d][line];
        let cut = |bits: u32| ((u64::from(bits) << REACH >> place.bit[d]) & 0x7ff) as u32;
        Window { own: cut(own), open: cut(open) }
    }

    /// Returns the length of the unbroken row that a stone of `color` on `point` stands in or would make.
    #[must_use]
    #[inline]
    pub fn run(&self, point: Point, direction: Direction, color: Color) -> u32 {
        let place = PLACES[point.index()];
        let d = direction as usize;
        let own = self.stones[color.index()][d][usize::from(place.line[d])];
        let bit = u32::from(place.bit[d]);
        let above = (own >> bit >> 1).trailing_ones();
        let below = (own << (31 - bit) << 1).leading_ones();
        above + 1 + below
    }
}

#[inline]
fn toggle(lines: &mut [[u32; LINES]; 4], point: Point) {
    let place = PLACES[point.index()];
    for ((lines, line), bit) in lines.iter_mut().zip(place.line).zip(place.bit) {
        lines[usize::from(line)] ^= 1 << bit;
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in (0..self.size).rev() {
            for col in 0..self.size {
                let stone = Point::new(col, row).and_then(|point| self.get(point));
                write!(f, "{}", stone.map_or('.', Color::letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(black: &[&str], white: &[&str]) -> Board {
        let points =
            |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect::<Vec<Point>>();
        Board::with_stones(15, points(black), points(white)).unwrap()
    }

    #[test]
    fn runs_and_windows_follow_every_direction_to_the_edges() {
        for size in [5, 15, 20] {
            let mut board = Board::new(size).unwrap();
            for point in Point::all(size) {
                board.put(point, Color::White);
            }
            assert_eq!(board.n_empties(), 0);
            for point in Point::all(size) {
                for direction in Direction::ALL {
                    let (dcol, drow) = direction.step();
                    let reach = |sign: i32| {
                        (1..i32::from(size))
                            .take_while(|k| {
                                point.offset(sign * k * dcol, sign * k * drow, size).is_some()
                            })
                            .count() as u32
                    };
                    let (ahead, behind) = (reach(1), reach(-1));
                    let run = board.run(point, direction, Color::White);
                    assert_eq!(run, ahead + behind + 1, "{point} {direction:?}");
                    let window = board.window(point, direction, Color::White);
                    let expected = (0..11u32)
                        .filter(|i| i + behind >= 5 && *i <= 5 + ahead)
                        .fold(0, |bits, i| bits | 1 << i);
                    assert_eq!((window.own, window.open), (expected, expected), "{point}");
                    assert_eq!(board.window(point, direction, Color::Black).open, 0);
                }
            }
        }
    }

    #[test]
    fn stones_outside_and_twice_are_refused() {
        let points = |names: &[&str]| names.iter().map(|n| n.parse().unwrap()).collect::<Vec<_>>();
        let error = Board::with_stones(15, points(&["p1"]), []).unwrap_err();
        assert_eq!(error.to_string(), "p1 is outside the board");
        let error = Board::with_stones(15, points(&["h8"]), points(&["h8"])).unwrap_err();
        assert_eq!(error.to_string(), "h8 is occupied");
        assert_eq!(Board::new(21).unwrap_err(), BoardError::Size(21));
        assert_eq!(board(&["a1"], &["o15"]).n_stones(), 2);
    }
}
