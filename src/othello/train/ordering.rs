//! Weights of the move ordering, annealed on the nodes that solving takes.
//!
//! Owns the walk through the weights and its count of nodes; must not know how moves are ordered. Entry point:
//! [`Annealing::run`]. One thread a position, each from an empty table: the count is the same everywhere.

use std::sync::atomic::{AtomicU64, Ordering};

use rand_chacha::ChaCha8Rng;

use super::draw::{below, generator};
use super::job;
use crate::engine::{Goal, StopFlag};
use crate::othello::Board;
use crate::othello::eval::Evaluator;
use crate::othello::ordering_weights::OrderingWeights;
use crate::othello::search::Request;

/// How far a weight moves in one try.
///
/// # Units
/// Percent of the weight itself, one at the least.
const STRIDES: [i32; 6] = [-50, -25, -12, 12, 25, 50];

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Annealing {
    /// What the tries are drawn by.
    pub seed: u64,
    /// How many tries.
    pub tries: u32,
    /// At the first try a choice that takes this share of nodes more is taken with a chance of 1/e; the share falls
    /// to 0 by the last.
    pub temperature: f64,
}

/// One try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Try {
    /// 0 = the weights it begins with.
    pub number: u32,
    /// What was tried.
    pub weights: OrderingWeights,
    /// What solving all positions took with them.
    pub nodes: u64,
    /// Whether the walk went on from here.
    pub is_taken: bool,
}

/// Solves all positions and returns the nodes.
///
/// # Errors
/// No threads could be started.
pub fn count_nodes(
    boards: &[Board],
    weights: OrderingWeights,
    threads: usize,
    evaluator: &Evaluator,
) -> anyhow::Result<u64> {
    let nodes = AtomicU64::new(0);
    job::run(boards, threads, evaluator, |&board, searcher| {
        searcher.set_ordering(weights);
        searcher.clear();
        let request = Request { goal: Goal::Exact, ..Request::default() };
        let report = searcher.search(board, &request, &StopFlag::new(), &mut ());
        nodes.fetch_add(report.nodes, Ordering::Relaxed);
        Ok(())
    })?;
    Ok(nodes.into_inner())
}

impl Annealing {
    /// Walks through the weights, tells `heard` of every try, and returns the try of the fewest nodes.
    ///
    /// `known` holds the nodes of the first tries of an earlier run of the same walk: they are not counted anew.
    ///
    /// # Errors
    /// Counting or `heard` fails.
    /// # Determinism
    /// The same whatever the number of threads.
    pub fn run(
        &self,
        start: OrderingWeights,
        known: &[u64],
        mut count: impl FnMut(OrderingWeights) -> anyhow::Result<u64>,
        mut heard: impl FnMut(&Try) -> anyhow::Result<()>,
    ) -> anyhow::Result<Try> {
        let mut rng = generator(self.seed, 0);
        let mut known = known.iter().copied();
        let mut nodes_of = |weights| known.next().map_or_else(|| count(weights), Ok);
        let first = Try { number: 0, weights: start, nodes: nodes_of(start)?, is_taken: true };
        heard(&first)?;
        let (mut here, mut best) = (first, first);
        for number in 1..=self.tries {
            let weights = neighbour(here.weights, &mut rng);
            let chance = draw_share(&mut rng);
            let nodes = nodes_of(weights)?;
            let left = f64::from(self.tries - number) / f64::from(self.tries);
            let growth = (nodes as f64 - here.nodes as f64) / here.nodes.max(1) as f64;
            let allowed = -libm::log(chance) * self.temperature * left;
            let tried = Try { number, weights, nodes, is_taken: growth < 0.0 || growth < allowed };
            heard(&tried)?;
            if tried.is_taken {
                here = tried;
            }
            if nodes < best.nodes {
                best = tried;
            }
        }
        Ok(best)
    }
}

/// Draws from above 0 to 1.
fn draw_share(rng: &mut ChaCha8Rng) -> f64 {
    const STEPS: usize = 1 << 20;
    (below(rng, STEPS) + 1) as f64 / STEPS as f64
}

/// Moves one weight or two.
fn neighbour(weights: OrderingWeights, rng: &mut ChaCha8Rng) -> OrderingWeights {
    let mut values = weights.to_array();
    for _ in 0..=below(rng, 2) {
        let value = &mut values[below(rng, OrderingWeights::N)];
        let percent = STRIDES[below(rng, STRIDES.len())];
        let stride = *value * percent / 100;
        *value += if stride == 0 { percent.signum() } else { stride };
    }
    OrderingWeights::from_array(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A count that is least where the first weight is 40.
    fn made(weights: OrderingWeights) -> anyhow::Result<u64> {
        Ok(1000 + u64::from(weights.near_end.mobility.abs_diff(40)))
    }

    fn walk(tries: u32, known: &[u64]) -> (Try, Vec<Try>) {
        let annealing = Annealing { seed: 2, tries, temperature: 0.001 };
        let mut all = Vec::new();
        let heard = |tried: &Try| {
            all.push(*tried);
            Ok(())
        };
        let best = annealing.run(OrderingWeights::DEFAULT, known, made, heard).unwrap();
        (best, all)
    }

    #[test]
    fn the_walk_finds_the_least() {
        let (best, all) = walk(300, &[]);
        assert_eq!(best.weights.near_end.mobility, 40);
        assert_eq!(all.len(), 301);
        assert!(all.iter().any(|tried| !tried.is_taken));
    }

    #[test]
    fn a_walk_goes_on_where_it_was_stopped() {
        let (best, all) = walk(60, &[]);
        let known: Vec<u64> = all[..25].iter().map(|tried| tried.nodes).collect();
        let mut counted = 0;
        let annealing = Annealing { seed: 2, tries: 60, temperature: 0.001 };
        let count = |weights| {
            counted += 1;
            made(weights)
        };
        let again = annealing.run(OrderingWeights::DEFAULT, &known, count, |_| Ok(())).unwrap();
        assert_eq!((again, counted), (best, 61 - 25));
    }

    #[test]
    fn nodes_are_counted_alike_by_any_number_of_threads() {
        let boards: Vec<Board> = (0..4)
            .filter_map(|i| crate::othello::endgame::tests::random_board(&mut generator(i, 0), 13))
            .collect();
        let evaluator = Evaluator::handmade();
        let count = |weights, threads| count_nodes(&boards, weights, threads, &evaluator).unwrap();
        let usual = count(OrderingWeights::DEFAULT, 1);
        assert_eq!(usual, count(OrderingWeights::DEFAULT, 2));
        let mut values = OrderingWeights::DEFAULT.to_array();
        values[0] = -values[0];
        assert!(count(OrderingWeights::from_array(values), 1) > usual);
    }
}
