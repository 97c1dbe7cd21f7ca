//! Random boards on which black rows are frequent, to compare the two ways of judging a point.

use rand::Rng;
use rand::seq::IndexedRandom;

use crate::game::Color;
use crate::renju::{Board, Kind, Kinds, Point, forbidden, oracle::Oracle};

/// Returns a board with a random number of stones; half of the boards crowd them into a square of 9 lines.
///
/// # Determinism
/// The same generator in the same state gives the same board.
pub fn random_board(rng: &mut impl Rng, size: u8) -> Board {
    let mut board = Board::clamped(size);
    let size = board.size();
    let crowded = rng.random_bool(0.5) && size > 9;
    let (corner, side) = match crowded {
        true => ((rng.random_range(0..=size - 9), rng.random_range(0..=size - 9)), 9),
        false => ((0, 0), size),
    };
    let area: Vec<Point> = Point::all(side)
        .filter_map(|point| Point::new(point.col() + corner.0, point.row() + corner.1))
        .collect();
    let black = rng.random_range(0.1..0.45);
    let white = rng.random_range(0.0..0.35);
    for point in area {
        let throw: f64 = rng.random();
        if throw < black {
            board.put(point, Color::Black);
        } else if throw < black + white {
            board.put(point, Color::White);
        }
    }
    board
}

/// A point on which table and definitions disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The board.
    pub board: Board,
    /// The empty point.
    pub point: Point,
    /// What the table's way says.
    pub fast: (Kind, Kinds),
    /// What the definitions say.
    pub slow: (Kind, Kinds),
}

/// Judges random empty points both ways until `points` are judged; counts the verdicts by [`Kind`] and returns the
/// first difference.
///
/// # Errors
/// The first point on which they differ.
pub fn compare(rng: &mut impl Rng, points: u64) -> Result<[u64; 5], Box<Difference>> {
    let mut counts = [0; 5];
    let sizes = [15, 15, 15, 15, 9, 20];
    let mut judged = 0;
    while judged < points {
        let size = sizes.choose(rng).copied().unwrap_or(15);
        let mut board = random_board(rng, size);
        let before = board.clone();
        let mut oracle = Oracle::new(&board);
        for point in before.empties() {
            if judged == points {
                break;
            }
            let fast = (forbidden::kind(&mut board, point), forbidden::kinds(&mut board, point));
            let slow = (oracle.kind(point), oracle.kinds(point));
            if fast != slow || board != before {
                return Err(Box::new(Difference { board: before.clone(), point, fast, slow }));
            }
            counts[fast.0 as usize] += 1;
            judged += 1;
        }
    }
    Ok(counts)
}
