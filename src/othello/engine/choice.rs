//! Variety: choosing among lines that are nearly as good as the best.

use rand::Rng as _;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::engine::Bound;
use crate::othello::Score;
use crate::othello::search::Line;

/// How many lines a search with variety is asked for.
pub(super) const LINES: usize = 8;

/// A seeded choice.
///
/// # Determinism
/// The same seed gives the same choices on every machine.
#[derive(Clone, Debug)]
pub(super) struct Choice(ChaCha8Rng);

impl Choice {
    pub(super) fn new(seed: i64) -> Self {
        Choice(ChaCha8Rng::seed_from_u64(seed.cast_unsigned()))
    }

    /// Chooses among the lines at most `variety` discs worse than the best; with 0 the best itself.
    pub(super) fn among<'a>(&mut self, lines: &'a [Line], variety: u32) -> Option<&'a Line> {
        let best = lines.first()?;
        if variety == 0 {
            return Some(best);
        }
        let least = best.score.0 - i32::try_from(variety).unwrap_or(64) * Score::DISC;
        // A stopped search leaves lines of an earlier depth behind: their scores do not compare.
        let open: Vec<&Line> = lines
            .iter()
            .filter(|line| {
                line.score.0 >= least && line.bound == Bound::Exact && line.depth == best.depth
            })
            .collect();
        if open.len() < 2 {
            return Some(best);
        }
        let index = self.0.random_range(0..open.len());
        open.get(index).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::{DiscDiff, Move};

    fn line(discs: i32) -> Line {
        Line {
            score: Score::from_discs(DiscDiff(discs)),
            bound: Bound::Exact,
            depth: 8,
            seldepth: 8,
            selectivity: 73,
            pv: vec![Move::Pass],
        }
    }

    #[test]
    fn choice_stays_within_the_discs_given_up() {
        let lines = [line(6), line(5), line(4), line(3), line(-2)];
        let mut choice = Choice::new(7);
        let mut seen = [0; 5];
        for _ in 0..300 {
            let chosen = choice.among(&lines, 2).unwrap();
            seen[lines.iter().position(|line| line == chosen).unwrap()] += 1;
        }
        assert!(seen[..3].iter().all(|&times| times > 50), "{seen:?}");
        assert_eq!(seen[3..], [0, 0]);
        assert_eq!(choice.among(&lines, 0), Some(&lines[0]));
        assert_eq!(choice.among(&[], 3), None);
    }

    #[test]
    fn choice_repeats_with_its_seed() {
        let lines = [line(1), line(1), line(0), line(0)];
        let run = |seed| {
            let mut choice = Choice::new(seed);
            (0..20)
                .map(|_| {
                    let chosen = choice.among(&lines, 64).unwrap();
                    lines.iter().position(|line| std::ptr::eq(line, chosen)).unwrap()
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }
}
