//! Boards as text: one row a line, the highest first.

use std::fmt;
use std::str::FromStr;

use crate::game::Color;
use crate::go::point::Point;
use crate::go::{Board, SizeError};

/// A text that shows no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// A character stands for nothing.
    #[error("line {line}: expected X, O or . for each point, found '{found}'")]
    Cell {
        /// Where, from 1.
        line: usize,
        /// What stands there.
        found: char,
    },
    /// A row has more or fewer points than the first.
    #[error("line {line}: expected {expected} points as in the first row, found {found}")]
    Width {
        /// Where, from 1.
        line: usize,
        /// The points of the first row.
        expected: usize,
        /// Those of this row.
        found: usize,
    },
    /// There is no board of this size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A stone could not stand.
    #[error("the {color} stone on {point} has no liberty")]
    NoLiberty {
        /// Its colour.
        color: Color,
        /// Where it stands.
        point: Point,
    },
}

impl Board {
    /// Builds a board from rows, the highest first, of `Some` stones and `None` for empty points.
    ///
    /// # Errors
    /// The rows are not equally long, there is no board of this size, or a stone has no liberty.
    pub fn from_rows(rows: &[Vec<Option<Color>>]) -> Result<Board, DiagramError> {
        let width = rows.first().map_or(0, Vec::len);
        if let Some((i, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != width) {
            return Err(DiagramError::Width { line: i + 1, expected: width, found: row.len() });
        }
        let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let mut board = Board::rectangle(small(width), small(rows.len()))?;
        for (row, cells) in (0..).zip(rows.iter().rev()) {
            for (column, cell) in (0..).zip(cells) {
                if let (Some(color), Some(point)) = (*cell, Point::new(column, row)) {
                    board.set_up(color, point);
                }
            }
        }
        board.check_liberties()?;
        Ok(board)
    }

    /// Returns an error for a stone that has no liberty.
    ///
    /// # Errors
    /// There is one.
    pub fn check_liberties(&self) -> Result<(), DiagramError> {
        for chain in self.chains() {
            if let (true, Some(point)) = (chain.liberties.is_empty(), chain.stones.first()) {
                return Err(DiagramError::NoLiberty { color: chain.color, point });
            }
        }
        Ok(())
    }
}

impl FromStr for Board {
    type Err = DiagramError;

    /// Reads rows of `X` or `x` for Black, `O` or `o` for White and `.`, `-` or `+` for empty points; blanks
    /// between them and blank lines count for nothing.
    fn from_str(text: &str) -> Result<Self, DiagramError> {
        let mut rows = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let mut row = Vec::new();
            for found in line.chars().filter(|c| !c.is_whitespace()) {
                row.push(match found {
                    'X' | 'x' => Some(Color::Black),
                    'O' | 'o' => Some(Color::White),
                    '.' | '-' | '+' => None,
                    _ => return Err(DiagramError::Cell { line: i + 1, found }),
                });
            }
            let expected = rows.first().map_or(row.len(), Vec::len);
            if row.is_empty() {
                continue;
            }
            if row.len() != expected {
                return Err(DiagramError::Width { line: i + 1, expected, found: row.len() });
            }
            rows.push(row);
        }
        Board::from_rows(&rows)
    }
}

impl fmt::Display for Board {
    /// Writes the rows without line numbers, `X`, `O` and `.` with blanks between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.height()).rev() {
            for column in 0..self.width() {
                let color = Point::new(column, row).and_then(|point| self.color_at(point));
                let separator = if column == 0 { "" } else { " " };
                write!(f, "{separator}{}", color.map_or('.', Color::letter))?;
            }
            if row > 0 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_print_as_they_are_read() {
        let text = "X X . O\n. O O .\n. . X .";
        let board: Board = text.parse().expect("a board");
        assert_eq!((board.width(), board.height()), (4, 3));
        assert_eq!(board.to_string(), text);
        assert_eq!(board.to_string().parse(), Ok(board));
    }

    #[test]
    fn diagrams_that_show_no_board_are_refused() {
        let refused = |text: &str| text.parse::<Board>().expect_err("a refusal").to_string();
        assert_eq!(refused(".."), "expected a board of 2 to 25 columns and rows, found 2x1");
        assert_eq!(
            refused("...\n..\n..."),
            "line 2: expected 3 points as in the first row, found 2"
        );
        assert_eq!(refused("..\n.#"), "line 2: expected X, O or . for each point, found '#'");
        assert_eq!(refused("XO\nO."), "the black stone on a2 has no liberty");
        assert!(refused("").contains("found 0x0"));
        assert!(refused(&vec![".".repeat(300); 300].join("\n")).contains("found 255x255"));
    }
}
