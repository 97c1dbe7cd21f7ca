//! What a position is worth: an estimate while it is played, the referee's ruling behind the stop.

use crate::game::Color;
use crate::go::estimate::{Estimate, estimate};
use crate::go::life_death::{Budget, Chain};
use crate::go::ruling::{self, FinalStatus, Ruling};
use crate::go::{Phase, PointSet, Position};

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
        Verdict::rule(position, &guess)
    }

    fn rule(position: &Position, guess: &Verdict) -> Self {
        let board = position.board();
        let shape = ruling::field(board);
        let stones = |chain: &Chain| -> PointSet {
            chain.points.iter().filter_map(|&at| ruling::point(&shape, at)).collect()
        };
        let budget = Budget { states: STATES, total_states: 2 * STATES, ..Budget::default() };
        let presume = |chain: &Chain| Some(!stones(chain).is_subset(&guess.dead));
        let ruling = Ruling::new(board, &budget, presume);
        let none = PointSet::EMPTY;
        let mut verdict = Verdict { dead: none, seki: none, presumed: none, lead: guess.lead };
        for (chain, _) in &ruling.lives {
            match ruling.status(chain.head()) {
                FinalStatus::Dead => verdict.dead = verdict.dead.union(&stones(chain)),
                FinalStatus::Seki => verdict.seki = verdict.seki.union(&stones(chain)),
                FinalStatus::Alive | FinalStatus::Unknown => {}
            }
        }
        for chain in &ruling.presumed {
            verdict.presumed = verdict.presumed.union(&stones(chain));
        }
        if let Some(points) = ruling.score(f64::from(position.komi().0) / 100.0) {
            verdict.lead = (points * 100.0).round() as i32;
        }
        verdict
    }
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
