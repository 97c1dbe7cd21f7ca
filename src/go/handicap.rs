//! Where handicap stones stand.
//!
//! # Source
//! The fixed points and their order are those of the GTP specification, version 2, draft 2.

use crate::go::{ActionError, Board, Point};

/// Returns the traditional points of a handicap of so many stones.
///
/// # Errors
/// The board is smaller than 7 or has different sides, or no such handicap is laid down for it: 2 to 4 stones on
/// 7x7 and on boards of even size, 2 to 9 on others.
pub fn fixed(board: &Board, stones: u32) -> Result<Vec<Point>, ActionError> {
    let size = board.width();
    let most = match size {
        _ if size < 7 || size != board.height() => 0,
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    };
    if !(2..=most).contains(&stones) {
        return Err(ActionError::Stones);
    }
    let low = if size < 13 { 2 } else { 3 };
    let (middle, high) = (size / 2, size - 1 - low);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let (n_corners, n_sides) = match stones {
        2..=4 => (stones, 0),
        5 => (4, 0),
        6 | 7 => (4, 2),
        _ => (4, 4),
    };
    let has_centre = stones > 4 && stones % 2 == 1;
    let mut points: Vec<(u8, u8)> = corners[..n_corners as usize].to_vec();
    points.extend(&sides[..n_sides as usize]);
    points.extend(has_centre.then_some((middle, middle)));
    Ok(points.into_iter().filter_map(|(column, row)| Point::new(column, row)).collect())
}

/// Chooses points for a handicap of so many stones on any board: the traditional ones where there are any, and
/// beyond them always the one farthest from all others, away from the edge.
///
/// # Errors
/// There are fewer than 2 stones, or too many to leave an empty point.
pub fn free(board: &Board, stones: u32) -> Result<Vec<Point>, ActionError> {
    let all: Vec<Point> = board.points().collect();
    if stones < 2 || stones as usize >= all.len() {
        return Err(ActionError::Stones);
    }
    let known = (2..=stones.min(9)).rev().find_map(|n| fixed(board, n).ok());
    let mut points = known.unwrap_or_default();
    while points.len() < stones as usize {
        let worth = |at: &Point| {
            let distance = |to: &Point| {
                let columns = i32::from(at.column()) - i32::from(to.column());
                let rows = i32::from(at.row()) - i32::from(to.row());
                columns * columns + rows * rows
            };
            let nearest = points.iter().map(distance).min().unwrap_or(0);
            (nearest.min(25) * line(board, *at), std::cmp::Reverse(at.index()))
        };
        let best = all.iter().filter(|at| !points.contains(at)).max_by_key(|at| worth(at));
        points.extend(best);
    }
    Ok(points)
}

/// Returns how far a point is from the edge, 1 on it, no more than 4.
fn line(board: &Board, at: Point) -> i32 {
    let columns = at.column().min(board.width() - 1 - at.column());
    let rows = at.row().min(board.height() - 1 - at.row());
    i32::from(columns.min(rows).min(3)) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(points: &[Point]) -> String {
        points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn fixed_handicaps_stand_on_the_star_points() {
        let board = |size| Board::new(size).expect("a size");
        let fixed = |size, stones| fixed(&board(size), stones).map(|points| names(&points));
        assert_eq!(fixed(19, 2).as_deref(), Ok("d4 q16"));
        assert_eq!(fixed(19, 5).as_deref(), Ok("d4 q16 d16 q4 k10"));
        assert_eq!(fixed(19, 6).as_deref(), Ok("d4 q16 d16 q4 d10 q10"));
        assert_eq!(fixed(19, 9).as_deref(), Ok("d4 q16 d16 q4 d10 q10 k4 k16 k10"));
        assert_eq!(fixed(9, 3).as_deref(), Ok("c3 g7 c7"));
        assert_eq!(fixed(13, 8).as_deref(), Ok("d4 k10 d10 k4 d7 k7 g4 g10"));
        for (size, stones) in [(19, 1), (19, 10), (7, 5), (8, 5), (6, 2), (5, 2)] {
            assert_eq!(fixed(size, stones), Err(ActionError::Stones), "{size} {stones}");
        }
    }

    #[test]
    fn free_handicaps_are_as_many_different_points() {
        for (size, stones) in [(2, 2), (2, 3), (5, 7), (9, 9), (9, 80), (19, 25), (25, 40)] {
            let board = Board::new(size).expect("a size");
            let points = free(&board, stones).expect("a handicap");
            let set: crate::go::PointSet = points.iter().copied().collect();
            assert_eq!(set.len(), stones as usize, "{size} {stones}");
        }
        let board = Board::new(9).expect("a size");
        assert_eq!(free(&board, 81), Err(ActionError::Stones));
        assert_eq!(free(&board, 1), Err(ActionError::Stones));
    }
}
