//! Exact answers without the whole graph: the prover keeps to few moves, the other side has all of them.
//!
//! [`super::dfpn`] proposes the prover's moves. In the graph of these moves and all answers the usual fixpoints are
//! taken. If the prover wins there it wins: leaving moves out can only hurt it. If it does not, what the search
//! believed of the positions that were lost is forgotten, and it is asked again.

use super::budget::{Budget, Spent, Stop};
use super::dfpn::Oracle;
use super::extract::extract;
use super::graph::{Graph, Key, Question};
use super::proof::Proof;
use super::region::{Move, Region};
use super::solve::Solution;

/// How often a refuted strategy is mended.
const ROUNDS: usize = 12;

/// Answers a question about a position too large for its whole graph; `ground` is the question's, in points.
///
/// In a zone only its prover's answer counts.
///
/// # Errors
/// The budget is used up, no strategy stood the test, or the other side seems to win a zone.
pub fn solve(
    region: &Region,
    question: Question,
    ground: &[usize],
    key: Key,
    budget: &Budget,
    spent: &mut Spent,
) -> Result<Proof, Stop> {
    let limit = usize::try_from(budget.states).unwrap_or(usize::MAX);
    let mut oracle = Oracle::new(region, question, limit);
    for round in 0..ROUNDS {
        let Some(root) = oracle.nodes(&key).next() else { break };
        let winner = oracle.decide(root, budget, spent)?;
        if region.prover().is_some_and(|prover| prover != winner) {
            return Err(Stop::Zone);
        }
        let mut choose = |key: &Key, spent: &mut Spent, moves: &mut Vec<Move>| {
            let nodes: Vec<_> = oracle.nodes(key).collect();
            for node in &nodes {
                if oracle.winner(node) == Some(winner) {
                    oracle.winning_moves(node, 1 + round / 2, moves)?;
                }
            }
            if moves.is_empty()
                && let Some(node) = nodes.first()
                && oracle.decide(*node, budget, spent)? == winner
            {
                oracle.winning_moves(node, 1 + round / 2, moves)?;
            }
            Ok(())
        };
        let graph = Graph::narrow(region, &question, key, winner, &mut choose, budget, spent)?;
        let solution = Solution::new(&graph, question, budget, spent)?;
        if solution.attacker_wins() == (winner != question.owner) {
            return extract(region, &solution, ground, budget, spent);
        }
        for (node, key) in graph.positions() {
            let owner_wins = if solution.is_before(node) {
                !solution.is_taken(node)
            } else {
                solution.is_lasting(node)
            };
            if owner_wins != (winner == question.owner) {
                for node in oracle.nodes(key).collect::<Vec<_>>() {
                    if oracle.winner(&node) == Some(winner) {
                        oracle.forget(&node);
                    }
                }
            }
        }
    }
    Err(Stop::Cycles)
}
