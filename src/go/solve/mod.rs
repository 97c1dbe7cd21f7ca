//! Small boards solved exactly: what each side can force.
//!
//! Area is counted: stones, and empty points that one side's stones alone surround. The ko rule is the simple one; two
//! passes end the game. Play that goes round in circles for ever is won by the side that passed more often in it, which
//! captured more stones (as where two stones are sent and one is returned); where both passed as often it is a draw.
//!
//! Owns the solver and its boards; must not know protocols or clocks. Entry point: [`solve`]. Reading order: `tiny`
//! (positions), `image` (symmetry), `safe` (what is certain), `order` (moves), `table`, `search` (what is forced),
//! `hold` (what cannot be forced).

#[cfg(test)]
mod graph;
mod hold;
mod image;
mod order;
mod safe;
mod search;
mod table;
mod tiny;

use crate::engine::StopFlag;
use crate::game::Color;
use crate::go::{Board, Move};

pub use self::tiny::MOST_POINTS;

use self::hold::{Effort, Held, hold};
use self::search::{MOST_EFFORT, Search};
use self::tiny::{Grid, NONE, Tiny};

/// What the solver is asked to keep to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The value that is tried first, as Black's lead.
    pub guess: Option<i32>,
    /// The most positions that are looked at.
    pub nodes: u64,
    /// Memory for the tables.
    ///
    /// # Units
    /// MiB.
    pub table_mib: usize,
    /// The most effort of the side that proves something: two for a stone, more for one that does not look the
    /// best, one for a pass.
    pub depth: u8,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { guess: None, nodes: u64::MAX, table_mib: 64, depth: MOST_EFFORT }
    }
}

/// What is known of a board's value, as Black's lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// It is at least this.
    pub low: i32,
    /// It is at most this.
    pub high: i32,
}

impl Bounds {
    /// Returns the value if it is known.
    #[must_use]
    pub fn exact(&self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The value, or between what it lies.
    pub bounds: Bounds,
    /// The effort with which it was searched, that of the side that tries to get something.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// Moves of the proof by the side that gets a lead, the other holding out as long as it can.
    pub line: Vec<Move>,
}

/// The board has more points than the solver takes, or fewer than two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a board of 2 to {MOST_POINTS} points, found {0}")]
pub struct TooLarge(pub u32);

/// A defence that never ends is looked for after this much effort, and then each time after so much more.
const HOLD_FROM: u8 = 6;
const HOLD_EVERY: u8 = 9;
/// What is done to find it at the first try; later ones may have twice as many positions, and a pass more.
const HOLD: Effort = Effort { attack: 6, positions: 100_000, passes: 3 };

/// The effort by which a side that is said to lose everything stays behind: it has nothing to show unless the guess is
/// wrong, and would take most of the time.
const LAG: u8 = 10;

/// Solves a board, `side` to move; `progress` takes what is known at the end of each depth.
///
/// # Errors
/// The board is too large.
/// # Determinism
/// The same plan gives the same solution and the same count of nodes.
/// # Examples
/// ```
/// use heibai::engine::StopFlag;
/// use heibai::game::Color;
/// use heibai::go::Board;
/// use heibai::go::solve::{Plan, solve};
/// let board = Board::new(3).unwrap();
/// let plan = Plan { table_mib: 1, ..Plan::default() };
/// let solution = solve(&board, Color::Black, &plan, &StopFlag::new(), &mut |_| {}).unwrap();
/// assert_eq!(solution.bounds.exact(), Some(9));
/// assert_eq!(solution.line[0].to_string(), "b2");
/// ```
pub fn solve(
    board: &Board,
    side: Color,
    plan: &Plan,
    stop: &StopFlag,
    progress: &mut dyn FnMut(&Solution),
) -> Result<Solution, TooLarge> {
    let (width, height) = (u32::from(board.width()), u32::from(board.height()));
    let grid = Grid::new(width, height).ok_or(TooLarge(width * height))?;
    let start = Tiny::new(&grid, board, side);
    let points = grid.points() as i32;
    let goal = plan.guess.map_or(0, |goal| goal.clamp(-points, points));
    let mut attacks = Color::ALL.map(|color| {
        // Of a board of which nothing is said each side tries to get a point.
        let wanted = match (goal, color) {
            (0, _) => 1,
            (_, Color::Black) => goal,
            (_, Color::White) => -goal,
        };
        // Who is said to lose everything has nothing to show.
        let mib = match wanted.abs() == points {
            true if wanted < 0 => 1,
            true => plan.table_mib,
            false => (plan.table_mib / 2).max(1),
        };
        Attack {
            search: Search::new(grid, color.index() as u8, wanted, mib, stop),
            wanted,
            lag: if wanted == -points { LAG } else { 0 },
            reached: -points,
            searched: 0,
            line: Vec::new(),
        }
    });
    let mut known = Solution {
        bounds: Bounds { low: -points, high: points },
        depth: 0,
        nodes: 0,
        line: Vec::new(),
    };
    let mut effort = HOLD;
    for depth in 1..=plan.depth.min(MOST_EFFORT) {
        known.depth = depth;
        let holds = depth >= HOLD_FROM && (depth - HOLD_FROM).is_multiple_of(HOLD_EVERY);
        for index in 0..2 {
            let most = -attacks[1 - index].reached;
            let attack = &mut attacks[index];
            let before = attack.search.nodes;
            attack.search.limit(plan.nodes.saturating_sub(known.nodes));
            attack.advance(start, depth.saturating_sub(attack.lag), most);
            let held = if holds { attack.held(start, most, effort) } else { None };
            known.nodes += attack.search.nodes - before;
            if let Some(lead) = held {
                attacks[1 - index].reached = lead;
            }
        }
        if holds {
            effort.positions *= 2;
            effort.passes = (effort.passes + 1).min(12);
        }
        let [black, white] = &attacks;
        known.bounds = Bounds { low: black.reached, high: -white.reached };
        let ahead = attacks.iter().find(|attack| attack.reached > 0);
        known.line = ahead
            .map_or(Vec::new(), |attack| attack.line.iter().map(|&mv| word(&grid, mv)).collect());
        progress(&known);
        let is_over = attacks.iter().any(|attack| attack.search.stopped);
        if is_over || known.bounds.exact().is_some() {
            break;
        }
    }
    Ok(known)
}

fn word(grid: &Grid, mv: u8) -> Move {
    if mv == NONE { Move::Pass } else { grid.point(mv).map_or(Move::Pass, Move::Place) }
}

/// A side's attempts to force a lead, a greater one after each that it can force.
struct Attack<'a> {
    search: Search<'a>,
    /// The lead that it tries to force; negative where it tries not to lose more.
    wanted: i32,
    /// The effort by which it stays behind the other side.
    lag: u8,
    /// The lead that it is known to force.
    reached: i32,
    /// The effort with which it has tried.
    searched: u8,
    /// The moves of the last proof.
    line: Vec<u8>,
}

impl Attack<'_> {
    /// Tries with up to so much effort, for no more than `most`, which the other side is known to allow.
    fn advance(&mut self, start: Tiny, effort: u8, most: i32) {
        while self.reached < most && !self.search.stopped {
            let wanted = self.wanted.max(self.reached + 1).min(most);
            if wanted != self.wanted {
                self.wanted = wanted;
                self.searched = 0;
                self.search.want(wanted);
            }
            let mut wins = false;
            while self.searched < effort && !wins && !self.search.stopped {
                self.searched += 1;
                wins = self.search.attack(start, self.searched);
            }
            if !wins {
                return;
            }
            self.reached = self.wanted;
            self.line = self.search.line(start);
        }
    }

    /// Looks for a defence against a lead one point greater than what the attacker has, and returns what the other side
    /// then gets.
    fn held(&mut self, start: Tiny, most: i32, effort: Effort) -> Option<i32> {
        // Whether a guess is too high is not looked for.
        let looks =
            self.reached < most && self.wanted >= 1 && self.wanted <= (self.reached + 1).max(1);
        let is_held = looks
            && !self.search.stopped
            && matches!(hold(&mut self.search, start, effort), Held::Yes);
        is_held.then_some(1 - self.wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;

    fn board(grid: &Grid, tiny: &Tiny) -> Option<(Board, Color)> {
        let mut board = Board::rectangle(grid.width as u8, grid.height as u8).ok()?;
        let mut set = |stones: u32, color| {
            let points: Vec<Point> = (0..30)
                .filter(|at| stones >> at & 1 == 1)
                .filter_map(|at| grid.point(at))
                .collect();
            points.into_iter().all(|at| board.play(color, at).is_ok())
        };
        let stands = set(tiny.stones[0], Color::Black) && set(tiny.stones[1], Color::White);
        let [black, white] = Color::ALL.map(|color| board.stones(color).len());
        let all = black == tiny.stones[0].count_ones() as usize
            && white == tiny.stones[1].count_ones() as usize;
        board.lift_ko();
        let side = if tiny.side == 0 { Color::Black } else { Color::White };
        (stands && all).then_some((board, side))
    }

    /// Every position of the smallest boards, and some of larger ones, has the value that going through all of them
    /// gives.
    #[test]
    fn the_search_agrees_with_the_whole_graph() {
        for (width, height, every) in [(2, 2, 1), (2, 3, 19), (3, 3, 800)] {
            let grid = Grid::new(width, height).unwrap();
            let empty = Board::rectangle(width as u8, height as u8).unwrap();
            let values = graph::values(&grid, Tiny::new(&grid, &empty, Color::Black));
            let mut compared = 0;
            for (tiny, value) in values.into_iter().step_by(every) {
                if tiny.passed || tiny.ko != NONE {
                    continue;
                }
                let Some((board, side)) = board(&grid, &tiny) else { continue };
                let plan = Plan { table_mib: 1, depth: 40, ..Plan::default() };
                let found = solve(&board, side, &plan, &StopFlag::new(), &mut |_| {}).unwrap();
                assert_eq!(found.bounds.exact(), Some(value), "{side} to move on\n{board}");
                compared += 1;
            }
            assert!(compared >= 15, "{compared} positions of {width}x{height}");
        }
    }
}
