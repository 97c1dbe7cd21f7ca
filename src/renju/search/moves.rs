//! Which moves a node tries, and in what order.
//!
//! Owns the staged replies: where the other side threatens a straight four only what may stop it, else everything near a
//! stone. Must not know scores.

use std::sync::OnceLock;

use arrayvec::ArrayVec;

use super::history::History;
use crate::game::Color;
use crate::renju::eval::code::codes;
use crate::renju::pattern::class::Class;
use crate::renju::pattern::{Field, Set, Threat};
use crate::renju::point::Direction;
use crate::renju::{Point, Rule};

/// A move with what orders it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) point: Point,
    pub(super) score: i32,
    /// Whether neither side would make a three or a four here.
    pub(super) quiet: bool,
}

/// The moves of a node.
pub(super) type List = ArrayVec<Candidate, { Point::COUNT }>;

/// Takes the best move that is left.
pub(super) fn next(list: &mut List) -> Option<Candidate> {
    let best = (0..list.len()).reduce(|a, b| if list[b].score > list[a].score { b } else { a })?;
    Some(list.swap_remove(best))
}

/// What is tried first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hints {
    pub(super) table: Option<Point>,
    pub(super) answer: Option<Point>,
}

/// Returns whether `color` could make a straight four, where the rules allow it.
pub(super) fn straight_four(field: &mut Field, color: Color) -> Option<Point> {
    if field.count(color, Threat::StraightFour) == 0 {
        return None;
    }
    let found =
        field.fours(color).iter().filter(|&p| field.threat(p, color) == Threat::StraightFour);
    let found: ArrayVec<Point, 16> = found.take(16).collect();
    found.into_iter().find(|&point| field.is_allowed(point, color))
}

/// Returns the moves of `side`, none left out that could help; Black's forbidden points are still among them.
pub(super) fn all(field: &mut Field, side: Color, history: &History, hints: Hints) -> List {
    let points = near(field);
    scored(field, side, history, hints, points)
}

/// Returns the moves of `side` that may stop the other side, who threatens a straight four, or gain time by a four.
///
/// A stone elsewhere leaves the straight four on the board, and with it the loss.
pub(super) fn defences(field: &mut Field, side: Color, history: &History, hints: Hints) -> List {
    let points = stops(field, side).or(field.fours(side));
    scored(field, side, history, hints, points)
}

/// Returns every point whose loss to the other colour changes each of the straight fours it threatens.
fn stops(field: &mut Field, side: Color) -> Set {
    let other = !side;
    let found =
        field.fours(other).iter().filter(|&p| field.threat(p, other) == Threat::StraightFour);
    let threats: ArrayVec<Point, 32> = found.take(32).collect();
    let mut stops: Option<Set> = None;
    for threat in threats {
        if !field.is_allowed(threat, other) {
            continue;
        }
        let lines = lines(field, threat, other);
        stops = Some(stops.map_or(lines, |stops| stops.and(lines)));
    }
    stops.unwrap_or_default()
}

/// Returns a point with the empty points along which a stone of `color` on it makes fours.
fn lines(field: &Field, point: Point, color: Color) -> Set {
    let mut set = Set::default();
    set.insert(point);
    let key = field.key(point, color);
    for (d, direction) in Direction::ALL.into_iter().enumerate() {
        if Class::of_bits(key >> (4 * d)) < Class::Four {
            continue;
        }
        let (dcol, drow) = direction.step();
        for sign in [-1, 1] {
            for steps in 1..=4 {
                let at =
                    point.offset(sign * steps * dcol, sign * steps * drow, field.board().size());
                match at.map(|at| (at, field.board().get(at))) {
                    Some((at, None)) => set.insert(at),
                    Some((_, Some(found))) if found == color => {}
                    _ => break,
                }
            }
        }
    }
    set
}

/// Returns the empty points near stones: two lines away, or three along a row; the centre of an empty board.
pub(super) fn near(field: &Field) -> Set {
    let board = field.board();
    let size = usize::from(board.size());
    if board.n_stones() == 0 {
        let mut set = Set::default();
        set.insert(Point::centre(board.size()));
        return set;
    }
    let mut close = [0u32; 26];
    let mut far = [0u32; 26];
    for row in 0..size {
        let stones = board.row(row);
        let wide = stones | stones << 1 | stones >> 1 | stones << 2 | stones >> 2;
        for rows in &mut close[row + 1..=row + 5] {
            *rows |= wide;
        }
        let ends = stones << 3 | stones >> 3;
        for at in [row, row + 3, row + 6] {
            far[at] |= ends;
        }
        far[row] |= stones;
        far[row + 6] |= stones;
    }
    let mut set = Set::default();
    let inside = (1u32 << size) - 1;
    for row in 0..size {
        let mut left = (close[row + 3] | far[row + 3]) & inside & !board.row(row);
        while left != 0 {
            let col = left.trailing_zeros();
            left &= left - 1;
            if let Some(point) = Point::new(col as u8, row as u8) {
                set.insert(point);
            }
        }
    }
    set
}

/// What the table's move counts more than any other, and the usual answer more than most.
const TABLE_MOVE: i32 = 1 << 20;
const ANSWER: i32 = 60;

fn scored(field: &mut Field, side: Color, history: &History, hints: Hints, points: Set) -> List {
    let order = order();
    let restricted =
        |color: Color| usize::from(color == Color::Black && field.rule() == Rule::Renju);
    let (own_table, other_table) = (&order.0[restricted(side)], &order.0[restricted(!side)]);
    let mut list = List::new();
    for point in points.iter() {
        let (own, other) = (field.threat(point, side), field.threat(point, !side));
        if own == Threat::Forbidden {
            continue;
        }
        let gain = i32::from(own_table[usize::from(field.key(point, side))]);
        let harm = i32::from(other_table[usize::from(field.key(point, !side))]);
        let mut score = 2 * gain + harm + harm / 2 + history.get(side, point) / 64;
        if hints.table == Some(point) {
            score += TABLE_MOVE;
        } else if hints.answer == Some(point) {
            score += ANSWER;
        }
        let loud = |threat: Threat| threat >= Threat::Three && threat <= Threat::Five;
        list.push(Candidate { point, score, quiet: !loud(own) && !loud(other) });
    }
    list
}

/// By the key of a point, what a stone there does for its colour: without and with the restrictions of Black.
struct Order([Vec<i16>; 2]);

fn order() -> &'static Order {
    static ORDER: OnceLock<Order> = OnceLock::new();
    ORDER.get_or_init(|| {
        let codes = codes();
        let table = |restricted: bool| {
            let worth: Vec<i16> =
                codes.classes.iter().map(|classes| worth(classes, restricted)).collect();
            codes.of_key.iter().map(|&code| worth[usize::from(code)]).collect()
        };
        Order([table(false), table(true)])
    })
}

fn worth(classes: &[Class; 4], restricted: bool) -> i16 {
    let line = |class: Class| match class {
        Class::Dead | Class::DoubleFour | Class::Overline => 0,
        Class::BlockedOne => 1,
        Class::One => 3,
        Class::BlockedTwo => 4,
        Class::TwoA => 12,
        Class::TwoB => 14,
        Class::TwoC => 16,
        Class::BlockedThree => 15,
        Class::Three => 36,
        Class::OpenThree => 42,
        Class::Four => 40,
        Class::StraightFour => 600,
        Class::Five => 3000,
    };
    let count = |wanted: &[Class]| classes.iter().filter(|class| wanted.contains(class)).count();
    let fours = count(&[Class::Four, Class::StraightFour]);
    let threes = count(&[Class::Three, Class::OpenThree]);
    let twos = count(&[Class::TwoA, Class::TwoB, Class::TwoC, Class::BlockedThree]);
    let together = match (fours, threes, twos) {
        (2.., ..) if restricted => -60,
        (2.., ..) => 500,
        (1, 1.., _) => 300,
        (1, _, 1..) => 30,
        (_, 2.., _) if restricted => -40,
        (_, 2.., _) => 120,
        (_, 1, 1..) => 35,
        (.., 2..) => 15,
        _ => 0,
    };
    classes.iter().map(|&class| line(class)).sum::<i16>() + together
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::renju::fuzz;
    use crate::renju::pattern::Values;
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn near_points_are_those_within_reach() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for size in [9, 15, 20] {
            let board = fuzz::random_board(&mut rng, size);
            let field = Field::new(&board, Rule::Renju, Values::none());
            let stones: Vec<Point> =
                Color::ALL.iter().flat_map(|&color| board.stones(color)).collect();
            let expected: Vec<Point> = board
                .empties()
                .filter(|&point| {
                    stones.iter().any(|&stone| {
                        let col = point.col().abs_diff(stone.col());
                        let row = point.row().abs_diff(stone.row());
                        point.distance(stone) <= 2
                            || point.distance(stone) == 3 && (col == 0 || row == 0 || col == row)
                    })
                })
                .collect();
            assert_eq!(near(&field).iter().collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn what_is_no_defence_leaves_a_straight_four() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let history = History::new();
        let mut checked = 0;
        for round in 0..300 {
            let rule = [Rule::Renju, Rule::Standard, Rule::Freestyle][round % 3];
            let board = fuzz::random_board(&mut rng, 15);
            let mut field = Field::new(&board, rule, Values::none());
            for side in Color::ALL {
                let quiet = field.five(side).is_none() && field.five(!side).is_none();
                if !quiet || straight_four(&mut field, !side).is_none() {
                    continue;
                }
                let list = defences(&mut field, side, &history, Hints::default());
                for point in board.empties() {
                    if list.iter().any(|listed| listed.point == point)
                        || !field.is_allowed(point, side)
                    {
                        continue;
                    }
                    field.make(point, side);
                    let left = straight_four(&mut field, !side);
                    assert!(left.is_some(), "{side} {point} {rule:?}\n{board:?}");
                    assert!(field.five(side).is_none());
                    field.unmake();
                    checked += 1;
                }
            }
        }
        assert!(checked > 1000, "{checked}");
    }
}
