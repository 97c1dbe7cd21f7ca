//! What a position is worth: an estimate while it is played, the referee's ruling behind the stop.

use crate::game::{ByColor, Color};
use crate::go::estimate::{Estimate, estimate};
use crate::go::life_death::{Budget, Cell, Chain, Field, confirm};
use crate::go::score::{PointKind, Territory};
use crate::go::{Phase, Point, PointSet, Position};

/// Positions that the ruling may look at, about half a second: a client waits for it.
const STATES: u64 = 100_000;

/// Which stones are alive, and the score.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    /// The stones that are dead.
    pub(super) dead: PointSet,
    /// Those that live in seki.
    pub(super) seki: PointSet,
    /// Those of which this is presumed and not proved.
    pub(super) presumed: PointSet,
    /// Black's lead in hundredths of a point.
    pub(super) lead: i32,
}

impl Verdict {
    /// Judges a position. Behind the stop, random games presume what the referee does not find out.
    pub(super) fn of(position: &Position) -> Self {
        let Estimate { dead, lead, .. } = estimate(position);
        let board = position.board();
        let presumed = board.stones(Color::Black).union(&board.stones(Color::White));
        let guess = Verdict { dead, seki: PointSet::EMPTY, presumed, lead };
        if position.phase() == Phase::Playing {
            return guess;
        }
        match field(position) {
            Some(field) => Verdict::rule(position, &field, &guess),
            None => guess,
        }
    }

    fn rule(position: &Position, field: &Field, guess: &Verdict) -> Self {
        let none = PointSet::EMPTY;
        let mut verdict = Verdict { dead: none, seki: none, presumed: none, lead: 0 };
        let budget = Budget { states: STATES, total_states: 2 * STATES, ..Budget::default() };
        let mut lives = confirm(field, &budget).lives();
        for (chain, life) in &mut lives {
            if life.is_none() {
                let stones = stones(field, chain);
                *life = Some(!stones.is_subset(&guess.dead));
                verdict.presumed = verdict.presumed.union(&stones);
            }
        }
        let territory = Territory::new(field, &lives);
        for (chain, life) in &lives {
            let stones = stones(field, chain);
            let kind = territory.points.get(chain.head());
            if *life == Some(false) {
                verdict.dead = verdict.dead.union(&stones);
            } else if matches!(kind, Some(PointKind::Living { seki: true, .. })) {
                verdict.seki = verdict.seki.union(&stones);
            }
        }
        let prisoners = ByColor::from_fn(|color| position.board().prisoners(color) as u32);
        let points = territory.score(prisoners, f64::from(position.komi().0) / 100.0);
        verdict.lead = (points * 100.0).round() as i32;
        verdict
    }
}

/// Returns the board in the form of confirmation, whose points go row by row from the top.
fn field(position: &Position) -> Option<Field> {
    let board = position.board();
    let (width, height) = (usize::from(board.width()), usize::from(board.height()));
    let mut field = Field::new(width, height).ok()?;
    for at in board.points() {
        if let Some(color) = board.color_at(at) {
            let row = height - 1 - usize::from(at.row());
            field.set(row * width + usize::from(at.column()), Cell::Stone(color));
        }
    }
    Some(field)
}

fn stones(field: &Field, chain: &Chain) -> PointSet {
    let (width, height) = (field.width(), field.height());
    let point = |&at: &usize| Point::new((at % width) as u8, (height - 1 - at / width) as u8);
    chain.points.iter().filter_map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Move;

    fn stopped(text: &str) -> Verdict {
        let board = text.parse().expect("a board");
        let mut position = Position::from_board(board, Color::Black);
        for _ in 0..2 {
            position.play(Move::Pass).expect("a pass");
        }
        Verdict::of(&position)
    }

    #[test]
    fn a_settled_board_is_ruled_without_presuming() {
        let verdict = stopped(". X O . \n X X O O \n . X O . \n . X O .");
        assert_eq!((verdict.lead, verdict.dead.len(), verdict.seki.len()), (0, 0, 0));
        assert!(verdict.presumed.is_empty());
    }

    #[test]
    fn dead_stones_are_prisoners_and_count_their_points() {
        // The white stone in the corner is dead: three points and one stone more for Black.
        let verdict = stopped("O . X O . \n . . X O O \n X X X O . \n . X O O O \n X X O . O");
        assert_eq!(verdict.dead.iter().map(|at| at.to_string()).collect::<Vec<_>>(), ["a5"]);
        assert_eq!(verdict.lead, (4 + 1 + 1 - 3) * 100);
    }
}
