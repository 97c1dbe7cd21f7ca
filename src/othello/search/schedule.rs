//! Which depths a search runs through, and how selectively.

use super::params::Selectivity;
use crate::engine::Goal;

/// One iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
}

/// With no more empties than this, the game is played out without iterations before.
const DIRECT_EMPTIES: u32 = 13;

/// Returns the iterations of a search, in order; never empty.
pub(super) fn steps(goal: Goal, level: u32, percent: u32, n_empties: u32) -> Vec<Step> {
    let selectivity = Selectivity::from_percent(percent);
    match goal {
        Goal::Exact | Goal::Wld => solving(n_empties, Selectivity::EXACT),
        Goal::Solve => solving(n_empties, selectivity),
        Goal::Depth(depth) if depth >= n_empties => solving(n_empties, Selectivity::EXACT),
        Goal::Depth(depth) => deepening(depth.max(1), selectivity),
        Goal::Level | Goal::CleanUp => {
            let (depth, solve) = level_plan(level, n_empties);
            match solve {
                Some(until) => solving(n_empties, until),
                None => deepening(depth, selectivity),
            }
        }
        Goal::Deepen => {
            let mut steps = deepening(last_depth(n_empties), selectivity);
            if n_empties <= DIRECT_EMPTIES {
                steps.truncate(2);
            }
            for percent in [73, 87, 95, 98, 99, 100] {
                let selectivity = Selectivity::from_percent(percent);
                if percent == 100
                    || n_empties > DIRECT_EMPTIES && n_empties > 11 + 2 * selectivity.class()
                {
                    steps.push(Step { depth: n_empties, selectivity });
                }
            }
            steps
        }
    }
}

/// The depth after which a deepening search turns to solving.
///
/// # Source
/// Egaroucid turns ten plies before the end.
fn last_depth(n_empties: u32) -> u32 {
    if n_empties <= 20 { (n_empties / 2).max(1) } else { n_empties - 10 }
}

fn deepening(depth: u32, selectivity: Selectivity) -> Vec<Step> {
    (1..=depth).map(|depth| Step { depth, selectivity }).collect()
}

/// Plays the game out: a few depths for the ordering, then the whole game ever less selectively.
///
/// # Source
/// The selectivities left out with few empties follow Edax's rules.
fn solving(n_empties: u32, until: Selectivity) -> Vec<Step> {
    let fastest = Selectivity::from_percent(73);
    let mut steps = Vec::new();
    if n_empties > DIRECT_EMPTIES {
        let last = last_depth(n_empties).saturating_sub(2);
        steps.extend((2..=last).step_by(2).map(|depth| Step { depth, selectivity: fastest }));
        for (percent, least_empties) in [(73, 14), (87, 22), (95, 25), (98, 28), (99, 31)] {
            let selectivity = Selectivity::from_percent(percent);
            if n_empties >= least_empties && selectivity < until {
                steps.push(Step { depth: n_empties, selectivity });
            }
        }
    }
    steps.push(Step { depth: n_empties, selectivity: until });
    steps
}

/// Returns the depth of a level, and how surely the game is played out at it, if it is.
///
/// # Source
/// Edax's levels; between its steps the bounds rise evenly.
fn level_plan(level: u32, n_empties: u32) -> (u32, Option<Selectivity>) {
    let level = level.clamp(1, 60);
    let solved_from = |percent: u32| match (level, percent) {
        (0..=10, _) => 2 * level,
        (11..=18, 100) => 21,
        (11..=18, 98) => 24,
        (11..=12, 87) => 24,
        (13..=18, 87) => 27,
        (_, 100) => level.max(24),
        (_, 98) => level.max(24) + 3,
        _ => level.max(24) + 6,
    };
    let solve = [100, 98, 87]
        .into_iter()
        .find(|&percent| n_empties <= solved_from(percent))
        .map(Selectivity::from_percent);
    (level, solve)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(goal: Goal, level: u32, n_empties: u32) -> String {
        let steps = steps(goal, level, 73, n_empties);
        let words = steps.iter().map(|s| format!("{}@{}", s.depth, s.selectivity.percent()));
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn steps_end_with_the_whole_game() {
        assert_eq!(text(Goal::Exact, 1, 10), "10@100");
        assert_eq!(text(Goal::Exact, 1, 20), "2@73 4@73 6@73 8@73 20@73 20@100");
        assert_eq!(
            text(Goal::Exact, 1, 26),
            "2@73 4@73 6@73 8@73 10@73 12@73 14@73 26@73 26@87 26@95 26@100"
        );
        assert_eq!(text(Goal::Depth(3), 1, 40), "1@73 2@73 3@73");
        assert_eq!(text(Goal::Depth(60), 1, 12), "12@100");
        assert_eq!(text(Goal::Deepen, 1, 4), "1@73 2@73 4@100");
    }

    #[test]
    fn levels_solve_as_users_know_them() {
        assert_eq!(level_plan(5, 40), (5, None));
        assert_eq!(level_plan(5, 10), (5, Some(Selectivity::EXACT)));
        assert_eq!(level_plan(21, 24), (21, Some(Selectivity::EXACT)));
        assert_eq!(level_plan(21, 27), (21, Some(Selectivity::from_percent(98))));
        assert_eq!(level_plan(21, 30), (21, Some(Selectivity::from_percent(87))));
        assert_eq!(level_plan(21, 31), (21, None));
        assert_eq!(level_plan(60, 60), (60, Some(Selectivity::EXACT)));
    }

    #[test]
    fn every_goal_has_a_step_everywhere() {
        for n_empties in 0..=60 {
            for goal in [Goal::Level, Goal::Deepen, Goal::Depth(1), Goal::Exact, Goal::Wld] {
                for level in [1, 10, 11, 18, 19, 21, 30, 60] {
                    assert!(!steps(goal, level, 100, n_empties).is_empty());
                }
            }
        }
    }
}
