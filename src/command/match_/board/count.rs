//! The count of a game of Go after two passes: the referee's ruling, and who is believed where it finds nothing out.
//!
//! A chain whose life is proved or disproved within the budget counts as that. Of another one the engines are asked
//! (`final_status_list dead` in GTP) and believed against their own interest alone: a chain that its owner calls dead
//! is dead, one that its opponent does not call dead is alive. Where that says nothing, or both, small tree searches
//! decide.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::command::match_::record::Winner;
use crate::engine::StopFlag;
use crate::game::{ByColor, Color, Outcome};
use crate::go::komi::points;
use crate::go::life_death::Budget;
use crate::go::ruling::{self, Ruling};
use crate::go::score::Territory;
use crate::go::search::presumed_dead;
use crate::go::{Board, Point, PointSet, Position};

/// Positions that the ruling may look at for one question and for all of them.
const STATES: u64 = 100_000;
const TOTAL_STATES: u64 = 640_000;
const BYTES: usize = 256 << 20;

/// No ruling takes longer, and one that is of no use any more ends within a glance.
const LONGEST: Duration = Duration::from_secs(20);
const GLANCE: Duration = Duration::from_millis(20);

/// What decided the life of the chains that were not found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::command::match_) struct Presumed {
    /// Chains by the engines' word.
    pub(in crate::command::match_) agreed: u32,
    /// Chains by the estimate.
    pub(in crate::command::match_) estimated: u32,
}

/// A counted game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::command::match_) struct Count {
    pub(in crate::command::match_) winner: Winner,
    /// `B+3.5`, `W+0.5`, `0`.
    pub(in crate::command::match_) score: String,
    pub(in crate::command::match_) presumed: Presumed,
}

/// The stones an engine calls dead; `None` if it does not tell.
pub(in crate::command::match_) type DeadList = Option<Vec<String>>;

/// Counts a stopped game; `ask` is called once, and only where the ruling leaves something open. Once `interrupted` is
/// raised nothing more is found out.
///
/// # Errors
/// Those of `ask`.
pub(in crate::command::match_) fn count<E>(
    position: &Position,
    interrupted: &AtomicBool,
    ask: impl FnOnce() -> Result<ByColor<DeadList>, E>,
) -> Result<Count, E> {
    let ruling = rule(position.board(), interrupted);
    let mut lives = ruling.lives;
    let mut presumed = Presumed::default();
    if lives.iter().any(|(_, life)| life.is_none()) {
        let told = ask()?;
        let dead = ByColor::from_fn(|color| {
            let told = told[color].as_ref()?;
            Some(told.iter().filter_map(|name| name.parse().ok()).collect::<PointSet>())
        });
        let stop = StopFlag::new();
        if interrupted.load(Ordering::Relaxed) {
            stop.raise();
        }
        let mut guess = None;
        for (chain, life) in lives.iter_mut().filter(|(_, life)| life.is_none()) {
            let stones: Vec<Point> =
                chain.points.iter().filter_map(|&at| ruling::point(&ruling.field, at)).collect();
            *life = admitted(chain.color, &stones, &dead);
            match life {
                Some(_) => presumed.agreed += 1,
                None => {
                    presumed.estimated += 1;
                    let found = || presumed_dead(position.board(), &stop).unwrap_or_default();
                    let dead = guess.get_or_insert_with(found);
                    *life = Some(!stones.iter().all(|&at| dead.contains(at)));
                }
            }
        }
    }
    let territory = Territory::new(&ruling.field, &lives);
    let lead = territory.score(ruling.prisoners, f64::from(position.komi().0) / 100.0);
    let lead = (lead * 100.0).round() as i32;
    let score = match lead {
        0 => "0".to_owned(),
        1.. => format!("B+{}", points(lead)),
        _ => format!("W+{}", points(-lead)),
    };
    Ok(Count { winner: Outcome::from_difference(lead).into(), score, presumed })
}

/// Rules on a board within the budget and the time there is.
fn rule(board: &Board, interrupted: &AtomicBool) -> Ruling {
    let stop = StopFlag::new();
    let budget =
        Budget { states: STATES, bytes: BYTES, total_states: TOTAL_STATES, stop: stop.clone() };
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let begun = Instant::now();
            while !is_done.load(Ordering::Relaxed) {
                if interrupted.load(Ordering::Relaxed) || begun.elapsed() > LONGEST {
                    return stop.raise();
                }
                std::thread::sleep(GLANCE);
            }
        });
        let ruling = Ruling::new(board, &budget, |_| None);
        is_done.store(true, Ordering::Relaxed);
        ruling
    })
}

/// Returns whether a chain lives by what engines say against their own interest; `None` if they say nothing, or both.
fn admitted(owner: Color, stones: &[Point], dead: &ByColor<Option<PointSet>>) -> Option<bool> {
    let called_dead = |color: Color| {
        let list = dead[color].as_ref()?;
        Some(stones.iter().any(|&at| list.contains(at)))
    };
    let given_up = called_dead(owner) == Some(true);
    let conceded = called_dead(!owner) == Some(false);
    match (given_up, conceded) {
        (true, false) => Some(false),
        (false, true) => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::go::Move;

    fn stopped(text: &str) -> Position {
        let board: Board = text.parse().unwrap();
        let mut position = Position::from_board(board, Color::Black);
        position.play(Move::Pass).unwrap();
        position.play(Move::Pass).unwrap();
        assert!(position.outcome().is_some());
        position
    }

    #[test]
    fn a_proved_count_asks_nobody() {
        let mut position = stopped(". X O . \n X X O O \n . X O . \n . X O .");
        position.set_komi("0.5".parse().unwrap());
        let found = count(&position, &AtomicBool::new(false), || Err(())).unwrap();
        let expected = Count {
            winner: Winner::White,
            score: "W+0.5".to_owned(),
            presumed: Presumed::default(),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn an_open_board_is_counted_by_what_engines_admit() {
        let mut position = Position::new(9).unwrap();
        for mv in ["e5", "c3", "pass", "pass"] {
            position.play(mv.parse().unwrap()).unwrap();
        }
        // Interrupted, the ruling finds nothing out: White gives its stone up, Black's is conceded.
        let white = vec!["c3".to_owned()];
        let told = ByColor { black: Some(white.clone()), white: Some(white) };
        let found = count(&position, &AtomicBool::new(true), || Ok::<_, ()>(told)).unwrap();
        // 80 points and one stone.
        let presumed = Presumed { agreed: 2, estimated: 0 };
        assert_eq!(found, Count { winner: Winner::Black, score: "B+81".to_owned(), presumed });
    }

    #[test]
    fn engines_are_believed_against_their_own_interest_alone() {
        let stones: Vec<Point> = vec!["a1".parse().unwrap(), "a2".parse().unwrap()];
        let set =
            |names: &[&str]| names.iter().map(|name| name.parse::<Point>().unwrap()).collect();
        let dead: Option<PointSet> = Some(set(&["a1", "a2"]));
        let other: Option<PointSet> = Some(set(&["c3"]));
        for (black, white, expected) in [
            (&None, &None, None),
            // Black's own chain: given up by Black, claimed alive by him alone, conceded by White.
            (&dead, &None, Some(false)),
            (&dead, &dead, Some(false)),
            (&other, &None, None),
            (&other, &dead, None),
            (&None, &other, Some(true)),
            (&other, &other, Some(true)),
            (&None, &dead, None),
            // Each gives way.
            (&dead, &other, None),
        ] {
            let told = ByColor { black: *black, white: *white };
            assert_eq!(admitted(Color::Black, &stones, &told), expected, "{told:?}");
            let turned = ByColor { black: *white, white: *black };
            assert_eq!(admitted(Color::White, &stones, &turned), expected, "{turned:?}");
        }
    }
}
