//! Variety: choosing among lines that are nearly as good as the best.

use rand::Rng;
use rand::seq::IndexedRandom as _;

use crate::engine::Bound;
use crate::renju::search::{Line, PROVED};

/// How many lines a search with variety is asked for.
pub(super) const LINES: usize = 6;

/// Chooses among the lines at most `variety` worse than the best; with 0 the best itself. Wins and losses are never
/// varied.
///
/// # Determinism
/// The same generator in the same state gives the same choice.
pub(super) fn among<'a>(lines: &'a [Line], variety: i32, rng: &mut impl Rng) -> Option<&'a Line> {
    let best = lines.first()?;
    if variety == 0 || best.score.abs() >= PROVED {
        return Some(best);
    }
    // A stopped search leaves lines of an earlier depth behind: their scores do not compare.
    let open: Vec<&Line> = lines
        .iter()
        .filter(|line| {
            line.score >= best.score - variety
                && line.bound == Bound::Exact
                && line.depth == best.depth
        })
        .collect();
    open.choose(rng).copied().or(Some(best))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::renju::Point;
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn choice_stays_within_what_is_given_up() {
        let line = |score| Line {
            score,
            bound: Bound::Exact,
            depth: 8,
            seldepth: 8,
            pv: vec![Point::centre(15)],
        };
        let lines = [line(60), line(55), line(50), line(20)];
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut seen = [0; 4];
        for _ in 0..300 {
            let chosen = among(&lines, 10, &mut rng).unwrap();
            seen[lines.iter().position(|line| line == chosen).unwrap()] += 1;
        }
        assert!(seen[..3].iter().all(|&times| times > 50) && seen[3] == 0, "{seen:?}");
        assert_eq!(among(&lines, 0, &mut rng), Some(&lines[0]));
        let won = [line(PROVED), line(PROVED - 5)];
        assert_eq!(among(&won, 100, &mut rng), Some(&won[0]));
        assert_eq!(among(&[], 3, &mut rng), None);
    }
}
