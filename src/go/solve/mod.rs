//! Small boards solved exactly: what each side can force.
//!
//! Area is counted: stones, and empty points that one side's stones alone surround. The ko rule is the simple one; two
//! passes end the game. Play that goes round in circles for ever is won by the side that passed more often in it, which
//! captured more stones (as where two stones are sent and one is returned); where both passed as often it is a draw.
//!
//! Owns the solver and its boards; must not know protocols or clocks. Entry point: [`solve`]. Reading order: `tiny`
//! (positions), `safe` (what is certain), `search` (what is forced), `hold` (what cannot be forced).

#[cfg(test)]
mod graph;
mod hold;
mod safe;
mod search;
mod tiny;

use crate::engine::StopFlag;
use crate::game::Color;
use crate::go::{Board, Move};

pub use self::tiny::MOST_POINTS;

use self::hold::{Effort, Held, hold};
use self::search::{DEEPEST, Search};
use self::tiny::{Grid, NONE, Tiny};

/// What the solver is asked to keep to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The value to be proved, as Black's lead; `None` = whatever it is.
    pub guess: Option<i32>,
    /// The most positions that are looked at.
    pub nodes: u64,
    /// Memory for the tables.
    ///
    /// # Units
    /// MiB.
    pub table_mib: usize,
    /// The most moves that a proof may take.
    pub depth: u8,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { guess: None, nodes: u64::MAX, table_mib: 64, depth: DEEPEST }
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
    /// The moves within which it was searched.
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

/// A defence that never ends is looked for from this depth on, and then at every further one of these.
const HOLD_FROM: u8 = 6;
const HOLD_EVERY: u8 = 4;
/// What is done to find it at the first try; later ones may have twice as many positions, and a pass more.
const HOLD: Effort = Effort { depth: 6, positions: 250_000, passes: 3 };

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
    let goal = plan.guess.map(|goal| goal.clamp(-points, points));
    let share = (plan.table_mib / 2).max(1);
    let mut attacks = Color::ALL.map(|color| {
        let sign = if color == Color::Black { 1 } else { -1 };
        // The attacker that is not to get the guess must be held to it.
        let wanted = goal.map_or(0, |goal| sign * goal);
        Attack {
            search: Search::new(grid, color.index() as u8, wanted.max(1), share, stop),
            wanted,
            lead: wanted.max(1),
            reached: 0,
            is_held: false,
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
    for depth in 1..=plan.depth.min(DEEPEST) {
        known.depth = depth;
        let holds = depth >= HOLD_FROM && (depth - HOLD_FROM).is_multiple_of(HOLD_EVERY);
        for index in 0..2 {
            // Only one side can have a lead.
            let other = attacks[1 - index].reached > 0 || attacks[1 - index].wanted > 0;
            let attack = &mut attacks[index];
            if other {
                continue;
            }
            let left = plan.nodes.saturating_sub(known.nodes);
            let before = attack.search.nodes;
            // That a guess is too high is not looked for.
            let holds = (holds && attack.reached >= attack.wanted).then_some(effort);
            attack.advance(start, depth, holds, left, points);
            known.nodes += attack.search.nodes - before;
        }
        if holds {
            effort.positions *= 2;
            effort.passes = (effort.passes + 1).min(12);
        }
        let [black, white] = &attacks;
        known.bounds.low = black.low(white, points);
        known.bounds.high = -white.low(black, points);
        let line = if black.reached > 0 { &black.line } else { &white.line };
        known.line = line.iter().map(|&mv| word(&grid, mv)).collect();
        progress(&known);
        let is_over = attacks.iter().any(|attack| attack.search.stopped);
        if is_over || known.bounds.low >= known.bounds.high {
            break;
        }
    }
    Ok(known)
}

fn word(grid: &Grid, mv: u8) -> Move {
    if mv == NONE { Move::Pass } else { grid.point(mv).map_or(Move::Pass, Move::Place) }
}

/// A side's attempt to force a lead.
struct Attack<'a> {
    search: Search<'a>,
    /// The lead that it is said to have; 0 if nothing is said of it.
    wanted: i32,
    /// The lead it tries to force now.
    lead: i32,
    /// The lead it is known to force; 0 if none.
    reached: i32,
    /// It is known that it cannot force `lead`.
    is_held: bool,
    /// The last proof's moves.
    line: Vec<u8>,
}

impl Attack<'_> {
    /// Searches to a depth, and looks for a defence if it finds nothing.
    fn advance(&mut self, start: Tiny, depth: u8, holds: Option<Effort>, left: u64, points: i32) {
        self.search.limit(left);
        while !self.is_held && self.lead <= points && self.search.attack(start, depth) {
            self.reached = self.lead;
            self.line = self.search.line(start);
            self.lead += 1;
            self.search.want(self.lead);
        }
        if let Some(effort) = holds
            && !self.is_held
            && self.lead <= points
            && !self.search.stopped
        {
            self.is_held = matches!(hold(&mut self.search, start, effort), Held::Yes);
        }
    }

    /// Returns what the attacker's side has at least, as its own lead.
    fn low(&self, other: &Attack<'_>, points: i32) -> i32 {
        if self.reached > 0 {
            return self.reached;
        }
        if other.is_held { 1 - other.lead } else { -points }
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
