//! Problems of life and death: can the marked chain be captured, by whom must what be played, and does it take a ko?
//!
//! The chain's side of the board is cut out along the opponent's stones around it, which are taken to be alive, and every
//! position that can arise there is looked at, as the referee does. Kos are fought three times: without threats elsewhere
//! (a ko is retaken after a pass), and with all the threats in either side's hands. Where that makes a difference the
//! result is a ko.
//!
//! Owns the question and its answers; must not know files or words. Entry point: [`solve`]. Reading order: `enclose`
//! (the part of the board), `fight` (who wins it), this file.

mod enclose;
mod fight;

use crate::game::Color;
use crate::go::life_death::{Budget, Spent, Stop};
use crate::go::{Board, Move, Point};

pub use self::enclose::{LARGEST, OpenError};

use self::enclose::Part;
use self::fight::Fight;

/// How a problem ends with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The chain is captured, whoever has ko threats.
    Dead,
    /// The chain lives, whoever has ko threats.
    Alive,
    /// It depends on a ko; the side wins it if neither has a threat elsewhere.
    Ko {
        /// Who wins without threats.
        without_threats: Color,
    },
}

/// What was found out about a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The chain's colour.
    pub owner: Color,
    /// How it ends.
    pub outcome: Outcome,
    /// The first moves of the side to move that reach the outcome; empty where nothing it does changes it for the
    /// better.
    pub keys: Vec<Move>,
    /// Moves of both sides, the loser holding out as long as it can.
    pub line: Vec<Move>,
    /// Points of the part of the board that was searched, stones that may die included.
    pub points: usize,
    /// Positions looked at.
    pub states: u64,
}

/// Why a problem was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TsumeError {
    /// There is no stone.
    #[error("no stone stands on {0}")]
    Empty(Point),
    /// The chain is not enclosed.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The search gave up.
    #[error("unknown: {0}")]
    Stop(#[from] Stop),
}

/// Solves the problem of the chain on `target`, `side` to move.
///
/// # Errors
/// No stone stands there, the chain is not enclosed, or the budget is used up.
/// # Cost
/// All positions of the part: about threefold with every empty point.
/// # Examples
/// ```
/// use heibai::game::Color;
/// use heibai::go::Board;
/// use heibai::go::life_death::Budget;
/// use heibai::go::tsume::{Outcome, solve};
/// // Three points in a row: whoever takes the middle decides.
/// let board: Board = "
///     . . . X O .
///     X X X X O .
///     O O O O O .
///     . . . . . .".parse().unwrap();
/// let target = "a3".parse().unwrap();
/// let answer = solve(&board, target, Color::White, &Budget::default()).unwrap();
/// assert_eq!(answer.outcome, Outcome::Dead);
/// assert_eq!(answer.keys[0].to_string(), "b4");
/// ```
pub fn solve(
    board: &Board,
    target: Point,
    side: Color,
    budget: &Budget,
) -> Result<Answer, TsumeError> {
    let owner = board.color_at(target).ok_or(TsumeError::Empty(target))?;
    let part = Part::around(board, target)?;
    let mut spent = Spent::default();
    let mut fight = |threats| Fight::new(&part, owner, side, threats, budget, &mut spent);
    // With all threats on the owner's side; with none; with all on the attacker's.
    let hardest = fight(Some(owner))?;
    let plain = fight(None)?;
    let easiest = fight(Some(!owner))?;
    let outcome = match (hardest.is_captured(), easiest.is_captured()) {
        (true, _) => Outcome::Dead,
        (false, false) => Outcome::Alive,
        (false, true) => {
            let without_threats = if plain.is_captured() { !owner } else { owner };
            Outcome::Ko { without_threats }
        }
    };
    // The line shows the fight in which the side to move gets what it can get at most.
    let shown = match outcome {
        Outcome::Dead => &hardest,
        Outcome::Alive => &easiest,
        Outcome::Ko { .. } if side == owner => &hardest,
        Outcome::Ko { .. } => &easiest,
    };
    let name =
        |mv: &Option<usize>| mv.and_then(|point| part.point(point)).map_or(Move::Pass, Move::Place);
    Ok(Answer {
        owner,
        outcome,
        keys: shown.keys().iter().map(&name).collect(),
        line: shown.line().iter().map(&name).collect(),
        points: part.points.len(),
        states: spent.states,
    })
}
