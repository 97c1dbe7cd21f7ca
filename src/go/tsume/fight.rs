//! Who wins a problem when the ko threats are with one side, or with none: every position, and how far each is from
//! the capture.

use crate::game::Color;
use crate::go::life_death::graph::{ATTACKER_WINS, BEFORE, Graph, Key, OWNER_WINS, Question, ROOT};
use crate::go::life_death::region::Region;
use crate::go::life_death::solve::Solution;
use crate::go::life_death::{Budget, Scope, Spent, Stop};
use crate::go::tsume::enclose::Part;

/// A move as a point of the field; `None` is a pass.
pub(super) type Step = Option<usize>;

/// Not captured.
const NEVER: u32 = u32::MAX;

/// A longer line is not told.
const LONGEST: usize = 60;

/// All positions of a problem with who wins them.
pub(super) struct Fight {
    region: Region,
    graph: Graph,
    owner: Color,
    /// How many moves each position is from the capture.
    far: Vec<u32>,
}

impl Fight {
    pub(super) fn new(
        part: &Part,
        owner: Color,
        side: Color,
        threats: Option<Color>,
        budget: &Budget,
        spent: &mut Spent,
    ) -> Result<Self, Stop> {
        let region = Region::new(&part.field, &Scope::closed(&part.points)).ok_or(Stop::Points)?;
        let region = region.with_threats(threats);
        let cell = region.cell(part.target).ok_or(Stop::Points)?;
        let state = region.start(&part.field, side);
        // A stone that comes to stand where the chain was and lasts keeps the place alive.
        let ground = region.chain(1 << cell, state.stones[owner]);
        let question = Question { owner, cell, ground: Some(ground) };
        let key = Key { state, old: BEFORE };
        let graph = Graph::build(&region, &question, key, budget, spent)?;
        let far = distances(&Solution::new(&graph, question, budget, spent)?);
        Ok(Fight { region, graph, owner, far })
    }

    pub(super) fn is_captured(&self) -> bool {
        self.far[ROOT as usize] != NEVER
    }

    /// Returns whether the side to move at a node gets its way if the move to `next` is made.
    fn succeeds(&self, node: u32, next: u32) -> bool {
        let owner_moves = self.graph.key(node).state.to_move == self.owner;
        (self.far[next as usize] == NEVER) == owner_moves
    }

    fn step(&self, node: u32, index: usize) -> Step {
        self.graph.moves(node)[index].cell().map(|cell| self.region.point(cell))
    }

    /// Lists the first moves that get the side to move its way, the quickest captures first.
    pub(super) fn keys(&self) -> Vec<Step> {
        let next = self.graph.out(ROOT);
        let good = (0..next.len()).filter(|&i| self.succeeds(ROOT, next[i]));
        let mut good: Vec<usize> = good.collect();
        good.sort_by_key(|&i| self.far[next[i] as usize]);
        let mut steps: Vec<Step> = good.into_iter().map(|i| self.step(ROOT, i)).collect();
        steps.dedup();
        steps
    }

    /// Returns the line: the winner's shortest way, or until the owner need not answer any more.
    pub(super) fn line(&self) -> Vec<Step> {
        let mut line = Vec::new();
        let mut node = ROOT;
        while line.len() < LONGEST && node > ATTACKER_WINS && self.graph.key(node).old == BEFORE {
            let next = self.graph.out(node);
            let owner_moves = self.graph.key(node).state.to_move == self.owner;
            let captured = self.far[node as usize] != NEVER;
            let may_pass = (0..next.len())
                .any(|i| self.step(node, i).is_none() && self.far[next[i] as usize] == NEVER);
            if owner_moves && !captured && may_pass {
                break;
            }
            let chosen = match (captured, owner_moves) {
                (true, true) => (0..next.len()).max_by_key(|&i| self.far[next[i] as usize]),
                (true, false) => (0..next.len()).min_by_key(|&i| self.far[next[i] as usize]),
                (false, true) => (0..next.len()).find(|&i| self.far[next[i] as usize] == NEVER),
                // The attacker tries what leaves the fewest answers.
                (false, false) => (0..next.len()).min_by_key(|&i| self.answers(next[i])),
            };
            let Some(chosen) = chosen else { break };
            let step = self.step(node, chosen);
            if !captured && !owner_moves && step.is_none() {
                break;
            }
            line.push(step);
            node = next[chosen];
        }
        line
    }

    /// Counts the moves that keep the owner's chain in a position where it moves.
    fn answers(&self, node: u32) -> usize {
        if node <= ATTACKER_WINS {
            return usize::MAX;
        }
        let next = self.graph.out(node).iter();
        next.filter(|&&next| self.far[next as usize] == NEVER).count()
    }
}

/// Returns how many moves each position is from a capture that stands, best play on both sides.
fn distances(solution: &Solution<'_>) -> Vec<u32> {
    let graph = solution.graph;
    let n = graph.n_nodes();
    let mut far = vec![NEVER; n];
    let mut open: Vec<usize> = (0..n as u32)
        .map(|node| if node > ATTACKER_WINS { graph.out(node).len() } else { 0 })
        .collect();
    let mut found = std::collections::VecDeque::new();
    for node in 0..n as u32 {
        let is_over = node == ATTACKER_WINS
            || (node != OWNER_WINS && !solution.is_before(node) && !solution.is_lasting(node));
        if is_over {
            far[node as usize] = 0;
            found.push_back(node);
        }
    }
    // In the order of distance: the owner's positions are reached by the longest way out of them.
    while let Some(node) = found.pop_front() {
        for &before in graph.back(node) {
            if !solution.is_before(before) || far[before as usize] != NEVER {
                continue;
            }
            if graph.key(before).state.to_move == solution.question.owner {
                open[before as usize] -= 1;
                if open[before as usize] > 0 {
                    continue;
                }
            }
            far[before as usize] = far[node as usize] + 1;
            found.push_back(before);
        }
    }
    far
}
