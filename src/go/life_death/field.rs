//! The board as confirmation sees it: stones, walls that are alive whatever happens, and points nobody may play on.
//!
//! Owns the record form of a board and the search for chains. Knows no rules of play.

use std::fmt;

use crate::game::Color;

/// The longest side of a board.
///
/// # Units
/// Points.
pub const MAX_SIDE: usize = 25;

/// What stands on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing; either side may play here.
    Empty,
    /// A stone that may die.
    Stone(Color),
    /// A stone that cannot be captured, whatever is played.
    Wall(Color),
    /// No point of the board, or one that is left out of it.
    Off,
}

impl Cell {
    /// Returns the colour of the stone, a wall's too.
    #[must_use]
    pub fn color(self) -> Option<Color> {
        match self {
            Cell::Stone(color) | Cell::Wall(color) => Some(color),
            Cell::Empty | Cell::Off => None,
        }
    }

    /// Returns the letter of the record form.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Cell::Empty => '.',
            Cell::Stone(Color::Black) => 'X',
            Cell::Stone(Color::White) => 'O',
            Cell::Wall(Color::Black) => 'B',
            Cell::Wall(Color::White) => 'W',
            Cell::Off => '#',
        }
    }
}

/// Why rows are no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    /// No row, or a row without points.
    #[error("a board has at least one row and one column")]
    Empty,
    /// A side is too long.
    #[error("a board has at most {MAX_SIDE} rows and columns, not {0}")]
    TooLarge(usize),
    /// The rows differ in length.
    #[error("row {row} has {found} points, the first row {expected}")]
    Ragged {
        /// The row, from 1.
        row: usize,
        /// Its points.
        found: usize,
        /// Those of the first row.
        expected: usize,
    },
    /// A letter that means nothing.
    #[error("row {row}, column {column}: {letter:?} is none of X O B W . #")]
    Letter {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The letter.
        letter: char,
    },
    /// Stones without a liberty, which cannot stand on a board.
    #[error("the stones at {0} have no liberty")]
    NoLiberty(String),
}

/// Stones of a colour that hang together; walls are in no chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Their colour.
    pub color: Color,
    /// Their points in rising order.
    pub points: Vec<usize>,
}

impl Chain {
    /// Returns the first point, which names the chain.
    #[must_use]
    pub fn head(&self) -> usize {
        self.points[0]
    }
}

/// A rectangle of points.
///
/// # Shape
/// Point `y * width + x`, `x` from the left, `y` from the top.
///
/// # Examples
/// ```
/// use heibai::go::life_death::Field;
/// let field = Field::parse(&[".X.W", "WWWW"]).unwrap();
/// assert_eq!(field.chains().len(), 1);
/// assert_eq!(field.name(1), "ba");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    width: usize,
    height: usize,
    cells: Vec<Cell>,
}

impl Field {
    /// Builds an empty board.
    ///
    /// # Errors
    /// A side is 0 or above [`MAX_SIDE`].
    pub fn new(width: usize, height: usize) -> Result<Self, FieldError> {
        if width == 0 || height == 0 {
            return Err(FieldError::Empty);
        }
        if width.max(height) > MAX_SIDE {
            return Err(FieldError::TooLarge(width.max(height)));
        }
        Ok(Field { width, height, cells: vec![Cell::Empty; width * height] })
    }

    /// Reads rows of the record form: `X` and `O` stones, `B` and `W` walls, `.` empty, `#` not playable.
    ///
    /// # Errors
    /// The rows are no rectangle of these letters, or some stones have no liberty.
    pub fn parse<S: AsRef<str>>(rows: &[S]) -> Result<Self, FieldError> {
        let width = rows.first().map_or(0, |row| row.as_ref().chars().count());
        let mut field = Field::new(width, rows.len())?;
        for (y, row) in rows.iter().enumerate() {
            let found = row.as_ref().chars().count();
            if found != width {
                return Err(FieldError::Ragged { row: y + 1, found, expected: width });
            }
            for (x, letter) in row.as_ref().chars().enumerate() {
                field.cells[y * width + x] = match letter {
                    '.' => Cell::Empty,
                    'X' => Cell::Stone(Color::Black),
                    'O' => Cell::Stone(Color::White),
                    'B' => Cell::Wall(Color::Black),
                    'W' => Cell::Wall(Color::White),
                    '#' => Cell::Off,
                    _ => return Err(FieldError::Letter { row: y + 1, column: x + 1, letter }),
                };
            }
        }
        for chain in field.chains() {
            let mut around = chain.points.iter().flat_map(|point| field.neighbours(*point));
            if !around.any(|n| [Cell::Empty, Cell::Wall(chain.color)].contains(&field.cells[n])) {
                return Err(FieldError::NoLiberty(field.name(chain.head())));
            }
        }
        Ok(field)
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the number of points, those not playable included.
    #[must_use]
    pub fn n_points(&self) -> usize {
        self.cells.len()
    }

    /// Returns what stands on `point`.
    ///
    /// # Panics
    /// The point is not on the board.
    #[must_use]
    pub fn cell(&self, point: usize) -> Cell {
        self.cells[point]
    }

    /// Sets what stands on `point`.
    ///
    /// # Panics
    /// The point is not on the board.
    pub fn set(&mut self, point: usize, cell: Cell) {
        self.cells[point] = cell;
    }

    /// Returns the points next to `point`, at most four: up, left, right, down.
    pub fn neighbours(&self, point: usize) -> impl Iterator<Item = usize> + use<> {
        let (x, y) = (point % self.width, point / self.width);
        let (width, height) = (self.width, self.height);
        [
            (y > 0).then(|| point - width),
            (x > 0).then(|| point - 1),
            (x + 1 < width).then(|| point + 1),
            (y + 1 < height).then(|| point + width),
        ]
        .into_iter()
        .flatten()
    }

    /// Returns the name of `point`: two letters, `aa` the top left, the first letter the column.
    #[must_use]
    pub fn name(&self, point: usize) -> String {
        let letter = |n: usize| char::from(b'a' + n as u8);
        [letter(point % self.width), letter(point / self.width)].iter().collect()
    }

    /// Returns the point of a name, or `None` if it is not on the board.
    #[must_use]
    pub fn point(&self, name: &str) -> Option<usize> {
        let [x, y] = name.as_bytes() else { return None };
        let place = |letter: u8| letter.checked_sub(b'a').map(usize::from);
        let (x, y) = (place(*x)?, place(*y)?);
        (x < self.width && y < self.height).then(|| y * self.width + x)
    }

    /// Returns the points that hang together with `point` over points for which `through` holds; `point` first.
    pub fn connected(&self, point: usize, through: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut seen = vec![false; self.cells.len()];
        seen[point] = true;
        let mut found = vec![point];
        let mut next = 0;
        while let Some(&point) = found.get(next) {
            next += 1;
            for neighbour in self.neighbours(point) {
                if !seen[neighbour] && through(neighbour) {
                    seen[neighbour] = true;
                    found.push(neighbour);
                }
            }
        }
        found
    }

    /// Returns the chain of stones at `point`; `None` where no stone stands, or a wall.
    #[must_use]
    pub fn chain_at(&self, point: usize) -> Option<Chain> {
        let Cell::Stone(color) = self.cells[point] else { return None };
        let mut points = self.connected(point, |p| self.cells[p] == Cell::Stone(color));
        points.sort_unstable();
        Some(Chain { color, points })
    }

    /// Returns every chain, in the order of their first points.
    #[must_use]
    pub fn chains(&self) -> Vec<Chain> {
        let mut seen = vec![false; self.cells.len()];
        let mut chains = Vec::new();
        for point in 0..self.cells.len() {
            if seen[point] {
                continue;
            }
            if let Some(chain) = self.chain_at(point) {
                for &point in &chain.points {
                    seen[point] = true;
                }
                chains.push(chain);
            }
        }
        chains
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(self.width) {
            let row: String = row.iter().map(|cell| cell.letter()).collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_refuses_what_is_no_board() {
        let none: [&str; 0] = [];
        assert_eq!(Field::parse(&none), Err(FieldError::Empty));
        assert_eq!(
            Field::parse(&["..", "."]).unwrap_err().to_string(),
            "row 2 has 1 points, the first row 2"
        );
        assert!(matches!(Field::parse(&[".x"]), Err(FieldError::Letter { column: 2, .. })));
        assert!(matches!(Field::parse(&["XO."]), Err(FieldError::NoLiberty(_))));
        assert!(matches!(Field::parse(&[".".repeat(26)]), Err(FieldError::TooLarge(26))));
    }

    #[test]
    fn field_names_and_prints_back() {
        let field = Field::parse(&["X.#", "BOW"]).unwrap();
        assert_eq!(field.to_string(), "X.#\nBOW\n");
        for point in 0..6 {
            assert_eq!(field.point(&field.name(point)), Some(point));
        }
        assert_eq!(field.point("da"), None);
        assert_eq!(field.point("a"), None);
    }
}
