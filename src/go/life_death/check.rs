//! Replays a [`Proof`] on the board: an independent checker with rules of its own.
//!
//! Shares no code with the search: not the rules, not the positions, not the tables. It takes nothing for granted
//! but the board: it plays every step itself, sees that no move of the other side was left out, and that what the
//! graph of all plays can do for ever fits the claim:
//!
//! - *cannot be captured*: the chain is never taken;
//! - *can be captured*: no play goes on for ever, so that every play ends by taking the chain;
//! - *dead*: the same until the capture; after it no new stone on the ground stays for ever, that is, the positions
//!   in which it stands, with the moves that leave it, have no cycle;
//! - *enabling*: after a capture, every play that goes on for ever keeps a new stone from some time on, that is,
//!   each knot of positions that reach one another has a stone that stands in all of them and that no move between
//!   them takes.

use std::collections::{BTreeMap, HashMap};

use super::field::{Cell, Field};
use super::proof::{Claim, LEAF, Proof, ProofMove};
use crate::game::Color;
use crate::go::benson::pass_alive;

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// No stone stands where the claim says.
    #[error("no stone on the point of the claim")]
    NoStone,
    /// The scope ends neither at a wall nor at the edge.
    #[error("the scope is open at {0}")]
    OpenScope(String),
    /// Something that can change counts as a wall.
    #[error("{0} is no wall")]
    NoWall(String),
    /// A new stone would count on a point that the proof does not look at.
    #[error("the ground reaches beyond the scope at {0}")]
    Ground(String),
    /// A chain of the prover's has no liberty inside the zone, so that it may be taken from outside.
    #[error("the prover's chain at {0} has no liberty in the zone")]
    NoLiberty(String),
    /// The proof names a node that it does not have.
    #[error("node {0} does not exist")]
    NoNode(u32),
    /// A node is reached with two positions.
    #[error("node {0} stands for two positions")]
    TwoPositions(u32),
    /// A move is not allowed.
    #[error("node {0}: an illegal move")]
    Illegal(u32),
    /// The side that must answer everything left a move out, or the prover has not exactly one.
    #[error("node {0}: not the moves that must be there")]
    Moves(u32),
    /// A play ends though nothing is decided.
    #[error("node {0}: a play ends undecided")]
    Undecided(u32),
    /// What happened contradicts the claim.
    #[error("node {0}: the claim fails")]
    Fails(u32),
    /// A play can go on for ever against the claim.
    #[error("a play goes on for ever against the claim")]
    Forever,
}

/// A position: all points of the board, the bans, who moves, and what is past.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Position {
    cells: Vec<Cell>,
    /// From the stone that took last in a ko to the point it took on.
    bans: BTreeMap<usize, usize>,
    to_move: Color,
    /// Whether the chain has been captured.
    captured: bool,
    /// New stones of the owner on the ground.
    new: Vec<usize>,
}

/// What one move did.
enum Turn {
    Illegal,
    Goes(Position, Vec<usize>),
}

/// Checks that `proof` shows its claim on `field`.
///
/// Walls are taken to be what they are called; whether they are is for the caller to know.
///
/// # Errors
/// The first flaw found.
pub fn check(field: &Field, proof: &Proof) -> Result<(), CheckError> {
    Checker::new(field, proof)?.run()
}

struct Checker<'a> {
    field: &'a Field,
    proof: &'a Proof,
    in_scope: Vec<bool>,
    owner: Color,
    prover: Color,
    /// The first position that each node was reached with.
    reached: Vec<Option<Position>>,
}

impl<'a> Checker<'a> {
    fn new(field: &'a Field, proof: &'a Proof) -> Result<Self, CheckError> {
        let mut in_scope = vec![false; field.n_points()];
        for &point in &proof.scope.points {
            if !matches!(field.cell(point), Cell::Empty | Cell::Stone(_)) {
                return Err(CheckError::NoWall(field.name(point)));
            }
            in_scope[point] = true;
        }
        if !in_scope[proof.point] {
            return Err(CheckError::NoStone);
        }
        if proof.claim == Claim::Dead
            && let Some(point) = proof.ground.iter().find(|point| !in_scope[**point])
        {
            return Err(CheckError::Ground(field.name(*point)));
        }
        let Cell::Stone(owner) = field.cell(proof.point) else { return Err(CheckError::NoStone) };
        let prover = if proof.claim.owner_proves() { owner } else { !owner };
        // What counts as a wall must be alive whatever happens inside: also where nobody may play there at all.
        let mut without = field.clone();
        proof.scope.points.iter().for_each(|point| without.set(*point, Cell::Off));
        let alive = pass_alive(&without, prover);
        for &wall in &proof.scope.walls {
            if in_scope[wall] || field.cell(wall) != Cell::Stone(prover) || !alive[wall] {
                return Err(CheckError::NoWall(field.name(wall)));
            }
        }
        for &point in &proof.scope.points {
            for beside in field.neighbours(point).filter(|p| !in_scope[*p]) {
                let open = matches!(field.cell(beside), Cell::Empty | Cell::Stone(_));
                if open && proof.scope.around != Some(!prover) {
                    return Err(CheckError::OpenScope(field.name(beside)));
                }
            }
        }
        let reached = vec![None; proof.n_nodes()];
        Ok(Checker { field, proof, in_scope, owner, prover, reached })
    }

    fn run(mut self) -> Result<(), CheckError> {
        let cells: Vec<Cell> =
            (0..self.field.n_points()).map(|point| self.outside(point)).collect();
        for &point in &self.proof.scope.points {
            if cells[point] == Cell::Stone(self.prover) && self.chain(&cells, point).1 == Some(0) {
                return Err(CheckError::NoLiberty(self.field.name(point)));
            }
        }
        let start = Position {
            cells,
            bans: BTreeMap::new(),
            to_move: !self.owner,
            captured: false,
            new: Vec::new(),
        };
        if self.proof.n_nodes() == 0 {
            return self.leaf(0, &start, false);
        }
        // For every edge between nodes: the new stones it leaves standing.
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); self.proof.n_nodes()];
        self.reached[0] = Some(start);
        let mut open = vec![0u32];
        while let Some(node) = open.pop() {
            let Some(position) = self.reached[node as usize].clone() else { continue };
            let steps = self.proof.steps(node).ok_or(CheckError::NoNode(node))?;
            self.complete(node, &position, steps)?;
            for (mv, next) in steps {
                let Turn::Goes(after, taken) = self.turn(&position, *mv) else {
                    return Err(CheckError::Illegal(node));
                };
                let zone_lost = self.zone_is_lost(&position, &taken);
                if zone_lost {
                    return Err(CheckError::Fails(node));
                }
                let now_captured = after.captured && !position.captured;
                if now_captured && self.proof.claim == Claim::Uncapturable {
                    return Err(CheckError::Fails(node));
                }
                if *next == LEAF {
                    self.leaf(node, &after, now_captured)?;
                    continue;
                }
                let known =
                    self.reached.get_mut(*next as usize).ok_or(CheckError::NoNode(*next))?;
                match known {
                    None => {
                        *known = Some(after);
                        open.push(*next);
                    }
                    Some(known) if *known == after => {}
                    Some(_) => return Err(CheckError::TwoPositions(*next)),
                }
                edges[node as usize].push(*next);
            }
        }
        self.forever(&edges)
    }

    /// Returns what the scope takes a point to be.
    fn outside(&self, point: usize) -> Cell {
        match (self.in_scope[point], self.field.cell(point), self.proof.scope.around) {
            _ if self.proof.scope.walls.contains(&point) => Cell::Wall(self.prover),
            (false, Cell::Empty | Cell::Stone(_), Some(color)) => Cell::Wall(color),
            (_, cell, _) => cell,
        }
    }

    /// Sees that the prover has one move and the other side every legal one.
    fn complete(
        &self,
        node: u32,
        position: &Position,
        steps: &[(ProofMove, u32)],
    ) -> Result<(), CheckError> {
        if position.to_move == self.prover {
            return if steps.len() == 1 { Ok(()) } else { Err(CheckError::Moves(node)) };
        }
        let mut there: Vec<ProofMove> = steps.iter().map(|(mv, _)| *mv).collect();
        there.sort_unstable();
        let mut wanted: Vec<ProofMove> = Vec::new();
        for &point in &self.proof.scope.points {
            let mv = ProofMove::Play(point as u16);
            if matches!(self.turn(position, mv), Turn::Goes(..)) {
                wanted.push(mv);
            }
        }
        // A pass for a ko gives its side all that a bare pass gives, and the ko.
        let kos = position
            .bans
            .keys()
            .filter(|taker| position.cells[**taker] == Cell::Stone(!position.to_move));
        let passes: Vec<ProofMove> = kos.map(|taker| ProofMove::PassFor(*taker as u16)).collect();
        if passes.is_empty() {
            wanted.push(ProofMove::Pass);
        }
        wanted.extend(passes);
        wanted.sort_unstable();
        if there == wanted { Ok(()) } else { Err(CheckError::Moves(node)) }
    }

    /// Plays a move by the rules of confirmation.
    fn turn(&self, position: &Position, mv: ProofMove) -> Turn {
        let me = position.to_move;
        let mut after = position.clone();
        after.to_move = !me;
        let point = match mv {
            ProofMove::Pass => return Turn::Goes(after, Vec::new()),
            ProofMove::PassFor(taker) => {
                let taker = usize::from(taker);
                let theirs = position.cells.get(taker) == Some(&Cell::Stone(!me));
                if !theirs || after.bans.remove(&taker).is_none() {
                    return Turn::Illegal;
                }
                return Turn::Goes(after, Vec::new());
            }
            ProofMove::Play(point) => usize::from(point),
        };
        if !self.in_scope.get(point).is_some_and(|inside| *inside)
            || position.cells[point] != Cell::Empty
        {
            return Turn::Illegal;
        }
        after.cells[point] = Cell::Stone(me);
        let mut taken = Vec::new();
        for beside in self.field.neighbours(point) {
            if after.cells[beside] == Cell::Stone(!me) {
                let (chain, liberties) = self.chain(&after.cells, beside);
                if liberties == Some(0) {
                    for point in chain {
                        after.cells[point] = Cell::Empty;
                        taken.push(point);
                    }
                }
            }
        }
        let (chain, liberties) = self.chain(&after.cells, point);
        if liberties == Some(0) {
            return Turn::Illegal;
        }
        // At the border of a zone the prover's stone may have liberties that are not seen: no ko to rely on.
        let hidden = me == self.prover && self.is_at_border(point);
        let ko = (taken.len() == 1 && chain.len() == 1 && liberties == Some(1) && !hidden)
            .then(|| taken[0]);
        if let Some(ko) = ko
            && position.bans.get(&ko) == Some(&point)
        {
            return Turn::Illegal;
        }
        // A ban lasts while its taker stands alone and nobody has played where it took.
        let lasting: Vec<usize> = after
            .bans
            .iter()
            .filter(|(taker, from)| {
                matches!(after.cells[**taker], Cell::Stone(_))
                    && self.chain(&after.cells, **taker).0.len() == 1
                    && after.cells[**from] == Cell::Empty
            })
            .map(|(taker, _)| *taker)
            .collect();
        after.bans.retain(|taker, _| lasting.contains(taker));
        if let Some(ko) = ko {
            after.bans.insert(point, ko);
        }
        after.new.retain(|point| !taken.contains(point));
        if position.captured && me == self.owner && self.proof.ground.contains(&point) {
            after.new.push(point);
            after.new.sort_unstable();
        }
        if !position.captured && taken.contains(&self.proof.point) {
            after.captured = true;
        }
        Turn::Goes(after, taken)
    }

    /// Returns the chain at `point` and the number of its liberties, `None` if it hangs on a wall of its colour.
    fn chain(&self, cells: &[Cell], point: usize) -> (Vec<usize>, Option<usize>) {
        let Cell::Stone(color) = cells[point] else { return (Vec::new(), None) };
        let chain = self.field.connected(point, |p| cells[p] == Cell::Stone(color));
        let mut liberties = Vec::new();
        for beside in chain.iter().flat_map(|point| self.field.neighbours(*point)) {
            match cells[beside] {
                Cell::Wall(wall) if wall == color => return (chain, None),
                Cell::Empty if !liberties.contains(&beside) => liberties.push(beside),
                _ => {}
            }
        }
        let count = liberties.len();
        (chain, Some(count))
    }

    /// Returns whether the prover lost stones that stood at the border of a zone.
    fn zone_is_lost(&self, before: &Position, taken: &[usize]) -> bool {
        before.to_move != self.prover && taken.iter().any(|point| self.is_at_border(*point))
    }

    /// Returns whether something open lies beside `point` outside a zone.
    fn is_at_border(&self, point: usize) -> bool {
        self.proof.scope.around.is_some()
            && self.field.neighbours(point).any(|beside| {
                !self.in_scope[beside]
                    && matches!(self.field.cell(beside), Cell::Empty | Cell::Stone(_))
                    && !self.proof.scope.walls.contains(&beside)
            })
    }

    /// Sees that the rules decide a play for the prover at its end.
    fn leaf(&self, node: u32, at: &Position, now_captured: bool) -> Result<(), CheckError> {
        let hangs_on_wall = |point: usize| {
            at.cells[point] == Cell::Stone(self.owner) && self.chain(&at.cells, point).1.is_none()
        };
        let decided = match self.proof.claim {
            Claim::Uncapturable => hangs_on_wall(self.proof.point),
            Claim::Capturable => now_captured,
            Claim::Enabling if !at.captured => hangs_on_wall(self.proof.point),
            Claim::Enabling => at.new.iter().any(|point| hangs_on_wall(*point)),
            Claim::Dead => false,
        };
        if decided { Ok(()) } else { Err(CheckError::Undecided(node)) }
    }

    /// Sees that no play that goes on for ever contradicts the claim.
    fn forever(&self, edges: &[Vec<u32>]) -> Result<(), CheckError> {
        let all = |_: u32, _: u32| true;
        let captured = |node: u32| self.reached[node as usize].as_ref().is_some_and(|p| p.captured);
        let sound = match self.proof.claim {
            Claim::Uncapturable => true,
            Claim::Capturable => knots(edges, all).is_empty(),
            Claim::Dead => {
                let early = |from, to| !captured(from) && !captured(to);
                knots(edges, early).is_empty()
                    && self.proof.ground.iter().all(|point| {
                        let new = |node: u32| {
                            let position = self.reached[node as usize].as_ref();
                            position.is_some_and(|p| p.new.contains(point))
                        };
                        knots(edges, |from, to| new(from) && new(to)).is_empty()
                    })
            }
            Claim::Enabling => {
                let late = |from, to| captured(from) && captured(to);
                knots(edges, late).iter().all(|knot| {
                    let mut kept = self.proof.ground.clone();
                    for node in knot {
                        let new = self.reached[*node as usize].as_ref().map(|p| &p.new);
                        kept.retain(|point| new.is_some_and(|new| new.contains(point)));
                    }
                    !kept.is_empty()
                })
            }
        };
        if sound { Ok(()) } else { Err(CheckError::Forever) }
    }
}

/// Returns the strongly connected parts that have an edge, of the graph of those edges that `holds` lets stand.
///
/// # Source
/// R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972).
fn knots(edges: &[Vec<u32>], holds: impl Fn(u32, u32) -> bool) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let n = edges.len();
    let (mut order, mut low) = (vec![NEW; n], vec![0u32; n]);
    let mut on_stack = vec![false; n];
    let (mut stack, mut found) = (Vec::new(), Vec::new());
    let mut count = 0;
    for root in 0..n {
        if order[root] != NEW {
            continue;
        }
        let mut work = vec![(root, 0usize)];
        while let Some((node, next)) = work.last_mut() {
            let node = *node;
            if *next == 0 {
                order[node] = count;
                low[node] = count;
                count += 1;
                stack.push(node as u32);
                on_stack[node] = true;
            }
            if let Some(&end) = edges[node].get(*next) {
                *next += 1;
                let to = end as usize;
                if !holds(node as u32, end) {
                    continue;
                }
                if order[to] == NEW {
                    work.push((to, 0));
                } else if on_stack[to] {
                    low[node] = low[node].min(order[to]);
                }
                continue;
            }
            work.pop();
            if let Some((above, _)) = work.last() {
                low[*above] = low[*above].min(low[node]);
            }
            if low[node] == order[node] {
                let mut knot = Vec::new();
                while let Some(top) = stack.pop() {
                    on_stack[top as usize] = false;
                    knot.push(top);
                    if top as usize == node {
                        break;
                    }
                }
                let inside: HashMap<u32, ()> = knot.iter().map(|node| (*node, ())).collect();
                let has_edge = knot.iter().any(|from| {
                    edges[*from as usize]
                        .iter()
                        .any(|to| holds(*from, *to) && inside.contains_key(to))
                });
                if has_edge {
                    found.push(knot);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::knots;

    #[test]
    fn knots_are_found_and_edges_can_be_left_out() {
        // 0 → 1 → 2 → 0, 2 → 3 → 4 → 3, 5 → 5, 6.
        let edges = [vec![1], vec![2], vec![0, 3], vec![4], vec![3], vec![5], vec![]];
        let mut found = knots(&edges, |_, _| true);
        found.iter_mut().for_each(|knot| knot.sort_unstable());
        found.sort();
        assert_eq!(found, [vec![0, 1, 2], vec![3, 4], vec![5]]);
        assert_eq!(knots(&edges, |from, to| (from, to) != (2, 0) && from < 3).len(), 0);
    }
}
