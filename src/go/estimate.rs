//! What a position is worth, as far as a glance tells: an estimate, never a ruling.

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::engine::StopFlag;
use crate::game::{ByColor, Color};
use crate::go::playout::play_out;
use crate::go::{Board, Point, PointSet, Position};

/// So many games are played on at random for an estimate.
const GAMES: u64 = 64;
/// Points of which a side had at least this share in the end are taken for its own.
///
/// # Units
/// Percent of the games.
const SURE: u64 = 70;

/// An estimate of who owns what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The stones that look dead.
    pub dead: PointSet,
    /// The points that look like each side's territory, those under dead stones among them.
    pub territory: ByColor<PointSet>,
    /// Black's lead, prisoners and komi counted.
    ///
    /// # Units
    /// 1/100 of a point.
    pub lead: i32,
}

/// Estimates who owns what by playing the game out at random many times.
///
/// # Determinism
/// The same position gives the same estimate.
#[must_use]
pub fn estimate(position: &Position) -> Estimate {
    estimate_until(position, &StopFlag::new())
}

/// Estimates who owns what from the games played until `stop` was raised; without any, nothing is anybody's.
#[must_use]
pub fn estimate_until(position: &Position, stop: &StopFlag) -> Estimate {
    let board = position.board();
    let points: Vec<Point> = board.points().collect();
    let mut black = vec![0; points.len()];
    let mut games = 0;
    while games < GAMES && !stop.is_raised() {
        let mut rng = ChaCha8Rng::seed_from_u64(games);
        let mut end = board.clone();
        let first = if games.is_multiple_of(2) { Color::Black } else { Color::White };
        play_out(&mut end, first, &mut rng);
        for (count, &point) in black.iter_mut().zip(&points) {
            *count += u64::from(owner(&end, point) == Some(Color::Black));
        }
        games += 1;
    }
    let sure = |count: u64, color| match color {
        Color::Black => games > 0 && count * 100 >= SURE * games,
        Color::White => games > 0 && (games - count) * 100 >= SURE * games,
    };
    let mut dead = PointSet::EMPTY;
    for chain in board.chains() {
        let own = points.iter().zip(&black).filter(|&(&at, _)| chain.stones.contains(at));
        let black: u64 = own.map(|(_, &n)| n).sum();
        let all = games * chain.stones.len() as u64;
        let lost = if chain.color == Color::Black { all - black } else { black };
        if lost * 2 > all {
            dead = dead.union(&chain.stones);
        }
    }
    let territory = ByColor::from_fn(|color| {
        let own = points.iter().zip(&black).filter(|&(&at, &n)| {
            sure(n, color)
                && board.color_at(at) != Some(color)
                && (board.is_empty(at) || dead.contains(at))
        });
        own.map(|(&at, _)| at).collect()
    });
    let lead = lead(position, &territory, &dead);
    Estimate { dead, territory, lead }
}

/// Counts a position as it stands, every stone taken for alive: Black's lead.
///
/// # Units
/// 1/100 of a point.
#[must_use]
pub fn all_alive(position: &Position) -> i32 {
    let board = position.board();
    let mut territory = ByColor::from_fn(|_| PointSet::EMPTY);
    let mut seen = PointSet::EMPTY;
    for point in board.points().filter(|&at| board.is_empty(at)) {
        if seen.contains(point) {
            continue;
        }
        let (region, borders) = region(board, point);
        seen = seen.union(&region);
        for color in Color::ALL {
            if borders[color] && !borders[!color] {
                territory[color] = territory[color].union(&region);
            }
        }
    }
    lead(position, &territory, &PointSet::EMPTY)
}

/// Returns the empty points connected with `start` and whose stones are beside them.
fn region(board: &Board, start: Point) -> (PointSet, ByColor<bool>) {
    let mut region: PointSet = [start].into_iter().collect();
    let mut borders = ByColor::default();
    let mut open = vec![start];
    while let Some(point) = open.pop() {
        for beside in board.neighbours(point) {
            match board.color_at(beside) {
                Some(color) => borders[color] = true,
                None if region.insert(beside) => open.push(beside),
                None => {}
            }
        }
    }
    (region, borders)
}

fn lead(position: &Position, territory: &ByColor<PointSet>, dead: &PointSet) -> i32 {
    let board = position.board();
    let total = |color: Color| {
        let fallen = dead.intersection(&board.stones(!color)).len();
        territory[color].len() + board.prisoners(color) + fallen
    };
    let points = total(Color::Black) as i32 - total(Color::White) as i32;
    points * 100 - position.komi().0
}

/// Returns whose stone is on a point, or whose stones alone are beside it.
fn owner(board: &Board, point: Point) -> Option<Color> {
    board.color_at(point).or_else(|| {
        let mut beside = board.neighbours(point).filter_map(|at| board.color_at(at));
        let first = beside.next()?;
        beside.all(|color| color == first).then_some(first)
    })
}
