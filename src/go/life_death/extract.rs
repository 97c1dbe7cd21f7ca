//! The winner's strategy out of a [`Solution`], as a [`Proof`].

use std::collections::HashMap;

use super::budget::{Budget, Spent, Stop};
use super::graph::{ATTACKER_WINS, OWNER_WINS, ROOT};
use super::proof::{Claim, LEAF, Proof, ProofMove};
use super::region::{Move, Region};
use super::solve::{NONE, Solution};

/// A node of the strategy: a node of the graph, and the new stone that the attacker is after (64: none).
type Memory = (u32, u8);

/// Bytes a node of a proof takes while it is made and checked.
const NODE_BYTES: usize = 120;

/// Returns the claim that holds at the root, with the strategy that shows it; `ground` is the question's, in points.
///
/// # Errors
/// The strategy takes more memory than the budget allows, or the flag is raised.
pub fn extract(
    region: &Region,
    solution: &Solution,
    ground: &[usize],
    budget: &Budget,
    spent: &mut Spent,
) -> Result<Proof, Stop> {
    let question = solution.question;
    let claim = match (solution.attacker_wins(), question.ground.is_some()) {
        (false, false) => Claim::Uncapturable,
        (true, false) => Claim::Capturable,
        (false, true) => Claim::Enabling,
        (true, true) => Claim::Dead,
    };
    let point = region.point(question.cell);
    let mut proof = Proof::new(claim, point, region.scope().clone(), ground.to_vec());
    let mut walk = Walk { solution, doomed: vec![None; 64] };
    let mut nodes: Vec<Memory> = vec![(ROOT, 64)];
    let mut known: HashMap<Memory, u32> = HashMap::from([((ROOT, 64), 0)]);
    let mut next = 0;
    while let Some(&(node, target)) = nodes.get(next) {
        next += 1;
        if next.is_multiple_of(256) {
            // A proof may hold no more positions than a search.
            budget.check(spent, nodes.len(), nodes.len() * NODE_BYTES + walk.bytes())?;
        }
        let ends = solution.graph.out(node);
        let owner_moves = solution.owner_moves(node);
        let chosen = (claim.owner_proves() == owner_moves).then(|| {
            let seen = |end: u32| end <= ATTACKER_WINS || known.contains_key(&(end, 64));
            walk.choose(node, target, claim, seen)
        });
        let mut steps = Vec::new();
        for (mv, &end) in solution.graph.moves(node).iter().zip(ends) {
            if chosen.is_some_and(|chosen| chosen != end) {
                continue;
            }
            let to = if end == OWNER_WINS || end == ATTACKER_WINS {
                LEAF
            } else {
                let memory = (end, walk.target(end, target, claim));
                *known.entry(memory).or_insert_with(|| {
                    nodes.push(memory);
                    nodes.len() as u32 - 1
                })
            };
            steps.push((proof_move(region, *mv), to));
            if chosen.is_some() {
                break;
            }
        }
        proof.push(steps);
    }
    Ok(proof)
}

fn proof_move(region: &Region, mv: Move) -> ProofMove {
    let point = |cell: usize| region.point(cell) as u16;
    match (mv.cell(), mv.ko()) {
        (Some(cell), _) => ProofMove::Play(point(cell)),
        (None, Some(cell)) => ProofMove::PassFor(point(cell)),
        (None, None) => ProofMove::Pass,
    }
}

/// The choices of the winner.
struct Walk<'a, 'g> {
    solution: &'a Solution<'g>,
    /// For each cell, what [`Solution::doomed`] gives, found when first needed.
    doomed: Vec<Option<Vec<u32>>>,
}

impl Walk<'_, '_> {
    /// Returns where the prover moves from a node.
    fn choose(&mut self, node: u32, target: u8, claim: Claim, seen: impl Fn(u32) -> bool) -> u32 {
        let solution = self.solution;
        let ends = solution.graph.out(node);
        // A pass stands last and leads to the fewest new positions.
        let pick = |good: &dyn Fn(u32) -> bool| {
            let good = |end: &&u32| good(**end);
            let known = ends.iter().filter(good).find(|end| seen(**end));
            known.or_else(|| ends.iter().rev().find(good)).copied().unwrap_or(NONE)
        };
        match (claim.owner_proves(), solution.is_before(node)) {
            (true, true) => pick(&|end| {
                end == OWNER_WINS || (solution.is_before(end) && !solution.is_taken(end))
            }),
            (true, false) => solution.lasting_choice(node),
            (false, true) => solution.taking_choice(node),
            (false, false) if target == 64 => pick(&|end| !solution.is_lasting(end)),
            (false, false) => self.doomed(target)[node as usize],
        }
    }

    fn bytes(&self) -> usize {
        let held = self.doomed.iter().flatten().map(Vec::len).sum::<usize>();
        held * size_of::<u32>()
    }

    fn doomed(&mut self, cell: u8) -> &[u32] {
        let solution = self.solution;
        self.doomed[usize::from(cell)].get_or_insert_with(|| solution.doomed(usize::from(cell)))
    }

    /// Returns the new stone that the attacker is after at `node`, having been after `target` one move before.
    ///
    /// Each in turn, so that none is left out for ever.
    fn target(&self, node: u32, target: u8, claim: Claim) -> u8 {
        let new = self.solution.new_stones(node);
        if claim != Claim::Dead || new == 0 {
            return 64;
        }
        let target = target & 63;
        (0..64).map(|step| (target + step) & 63).find(|cell| new >> cell & 1 != 0).unwrap_or(64)
    }
}
