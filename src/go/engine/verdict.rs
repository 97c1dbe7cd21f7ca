//! What a position is worth: an estimate while it is played, the referee's ruling behind the stop.

use std::sync::OnceLock;

use crate::engine::StopFlag;
use crate::game::Color;
use crate::go::estimate::{Estimate, estimate, estimate_until};
use crate::go::life_death::{Budget, Chain, Field};
use crate::go::ruling::{self, FinalStatus, Ruling};
use crate::go::search::presumed_dead;
use crate::go::{Ending, Phase, PointSet, Position};

/// Positions that one search of the ruling may hold, all together about half a second: a client waits for it.
const STATES: u64 = 100_000;

/// Positions of a ruling that nobody has to wait for.
const FEW_STATES: u64 = 5_000;

/// What a position is worth, once somebody has asked.
#[derive(Debug, Default)]
pub(super) struct Judgement {
    verdict: OnceLock<Verdict>,
    /// Whether the ruling needs no more than [`FEW_STATES`].
    is_easy: OnceLock<bool>,
}

impl Judgement {
    /// Returns the verdict, which is worked out if it is not known.
    pub(super) fn of(&self, position: &Position, stop: &StopFlag) -> &Verdict {
        self.verdict.get_or_init(|| Verdict::of(position, stop))
    }

    /// Returns the verdict if it is known.
    pub(super) fn known(&self) -> Option<&Verdict> {
        self.verdict.get()
    }

    /// Returns whether the verdict is known, or found out in no time.
    pub(super) fn is_known(&self, position: &Position) -> bool {
        if !is_ruled(position) || self.verdict.get().is_some() {
            return true;
        }
        *self.is_easy.get_or_init(|| match Verdict::proved(position) {
            Some(verdict) => self.verdict.set(verdict).is_ok(),
            None => false,
        })
    }
}

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
    /// Judges a position. Behind the stop, small tree searches presume what the referee does not find out, or has not
    /// found out once `stop` is raised.
    pub(super) fn of(position: &Position, stop: &StopFlag) -> Self {
        let Estimate { dead, lead, .. } = estimate_until(position, stop);
        let board = position.board();
        let presumed = board.stones(Color::Black).union(&board.stones(Color::White));
        let guess = Verdict { dead, seki: PointSet::EMPTY, presumed, lead };
        if !is_ruled(position) {
            return guess;
        }
        Verdict::rule(position, &guess, stop)
    }

    /// Rules on a stopped game if that takes few positions and leaves nothing open.
    fn proved(position: &Position) -> Option<Self> {
        let budget = Budget { states: FEW_STATES, total_states: FEW_STATES, ..Budget::default() };
        let ruling = Ruling::new(position.board(), &budget, |_| None);
        ruling.is_proved().then(|| Verdict::by(&ruling, position, 0))
    }

    fn rule(position: &Position, guess: &Verdict, stop: &StopFlag) -> Self {
        let board = position.board();
        let shape = ruling::field(board);
        let budget = Budget {
            states: STATES,
            total_states: 3 * STATES,
            stop: stop.clone(),
            ..Budget::default()
        };
        let mut dead = None;
        let presume = |chain: &Chain| {
            // Where there is no time at all a few random games say something still.
            let found = || presumed_dead(board, stop).unwrap_or_else(|| estimate(position).dead);
            let dead = dead.get_or_insert_with(found);
            Some(!stones(&shape, chain).is_subset(dead))
        };
        Verdict::by(&Ruling::new(board, &budget, presume), position, guess.lead)
    }

    /// Takes over what a ruling says; `lead` is that of a ruling which does not tell.
    fn by(ruling: &Ruling, position: &Position, lead: i32) -> Self {
        let shape = &ruling.field;
        let none = PointSet::EMPTY;
        let mut verdict = Verdict { dead: none, seki: none, presumed: none, lead };
        for (chain, _) in &ruling.lives {
            match ruling.status(chain.head()) {
                FinalStatus::Dead => verdict.dead = verdict.dead.union(&stones(shape, chain)),
                FinalStatus::Seki => verdict.seki = verdict.seki.union(&stones(shape, chain)),
                FinalStatus::Alive | FinalStatus::Unknown => {}
            }
        }
        for chain in &ruling.presumed {
            verdict.presumed = verdict.presumed.union(&stones(shape, chain));
        }
        if let Some(points) = ruling.score(f64::from(position.komi().0) / 100.0) {
            verdict.lead = (points * 100.0).round() as i32;
        }
        verdict
    }
}

/// Returns whether life and death are confirmed in the position: play has stopped and nobody has given up.
fn is_ruled(position: &Position) -> bool {
    matches!(position.phase(), Phase::Stopped | Phase::Ended(Ending::Confirmed))
}

/// Returns a chain's stones as points of the board.
fn stones(shape: &Field, chain: &Chain) -> PointSet {
    chain.points.iter().filter_map(|&at| ruling::point(shape, at)).collect()
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
        Verdict::of(&position, &StopFlag::new())
    }

    #[test]
    fn a_settled_board_is_ruled_without_presuming() {
        let verdict = stopped(". X O . \n X X O O \n . X O . \n . X O .");
        assert_eq!((verdict.lead, verdict.dead.len(), verdict.seki.len()), (0, 0, 0));
        assert!(verdict.presumed.is_empty());
    }

    #[test]
    fn what_is_easy_is_known_without_waiting() {
        let board: crate::go::Board = ". X O . \n X X O O \n . X O . \n . X O .".parse().unwrap();
        let mut position = Position::from_board(board, Color::Black);
        let judgement = Judgement::default();
        assert!(judgement.is_known(&position) && judgement.verdict.get().is_none());
        position.play(Move::Pass).unwrap();
        position.play(Move::Pass).unwrap();
        assert!(judgement.is_known(&position));
        assert_eq!(judgement.verdict.get().map(|verdict| verdict.lead), Some(0));
        // An open board is not: everything on it may live or die.
        let mut open = Position::new(9).unwrap();
        for mv in ["e5", "c3", "g7", "g3", "pass", "pass"] {
            open.play(mv.parse().unwrap()).unwrap();
        }
        let judgement = Judgement::default();
        assert!(!judgement.is_known(&open) && !judgement.is_known(&open));
        let stop = StopFlag::new();
        stop.raise();
        // Cut short, everything is presumed.
        assert_eq!(judgement.of(&open, &stop).presumed.len(), 4);
        assert!(judgement.is_known(&open));
    }

    #[test]
    fn dead_stones_are_prisoners_and_count_their_points() {
        // The white stone in the corner is dead: three points and one stone more for Black.
        let verdict = stopped("O . X O . \n . . X O O \n X X X O . \n . X O O O \n X X O . O");
        assert_eq!(verdict.dead.iter().map(|at| at.to_string()).collect::<Vec<_>>(), ["a5"]);
        assert_eq!(verdict.lead, (4 + 1 + 1 - 3) * 100);
    }
}
