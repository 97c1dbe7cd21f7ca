//! Every position that can arise from a question about one chain, with the moves between them.
//!
//! Owns the table of nodes and their edges, forwards and backwards. Knows when a question is decided at once, not
//! who wins: that is [`super::solve`]'s.

use super::budget::{Budget, Spent, Stop};
use super::region::{Move, Played, Region, State};
use crate::game::Color;

/// What is asked about a chain of `owner`, its opponent moving first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The colour of the chain.
    pub owner: Color,
    /// A cell of the chain.
    pub cell: usize,
    /// `None`: can it be captured? Otherwise the cells where a new stone counts once it has been captured.
    pub ground: Option<u64>,
}

/// A position and what is past: before the capture [`BEFORE`], later the owner's stones that stood on the ground
/// when the chain was captured and still stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The position.
    pub state: State,
    /// [`BEFORE`], or the old stones.
    pub old: u64,
}

/// Marks a position in which the chain still stands.
pub const BEFORE: u64 = 1 << 63;

/// The node that means: the owner has made it.
pub const OWNER_WINS: u32 = 0;

/// The node that means: the attacker has made it.
pub const ATTACKER_WINS: u32 = 1;

/// The first node of a position; it is the root.
pub const ROOT: u32 = 2;

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A position.
    Key(Key),
    /// The owner has made it.
    Owner,
    /// The attacker has made it.
    Attacker,
}

impl Question {
    /// Returns the root of the question.
    #[must_use]
    pub fn root(&self, region: &Region, start: State) -> Next {
        let state = State { to_move: !self.owner, ..start };
        self.judge(region, Key { state, old: BEFORE })
    }

    /// Returns the owner's new stones on the ground; none before the capture.
    #[must_use]
    pub fn new_stones(&self, key: &Key) -> u64 {
        match self.ground {
            Some(ground) if key.old != BEFORE => key.state.stones[self.owner] & ground & !key.old,
            _ => 0,
        }
    }

    /// Returns what playing `mv` leads to; `Ok(None)` if it is not allowed.
    ///
    /// # Errors
    /// The position has more bans than can be held.
    pub fn next(&self, region: &Region, key: &Key, mv: Move) -> Result<Option<Next>, Stop> {
        let (state, taken) = match region.play(&key.state, mv) {
            Played::State(state, taken) => (state, taken),
            Played::Illegal => return Ok(None),
            Played::Overflow => return Err(Stop::Bans),
        };
        // In a zone the prover must keep every chain that reaches the border.
        if region.is_lost(&state, taken) {
            let lost = if state.to_move == self.owner { Next::Attacker } else { Next::Owner };
            return Ok(Some(lost));
        }
        let mut old = key.old;
        if old == BEFORE {
            if taken >> self.cell & 1 != 0 && state.to_move == self.owner {
                match self.ground {
                    None => return Ok(Some(Next::Attacker)),
                    Some(ground) => old = state.stones[self.owner] & ground,
                }
            }
        } else {
            old &= state.stones[self.owner];
        }
        Ok(Some(self.judge(region, Key { state, old })))
    }

    /// Finds what is decided without another move: stones that hang together with a wall stay.
    fn judge(&self, region: &Region, key: Key) -> Next {
        let stones = key.state.stones[self.owner];
        if key.old == BEFORE {
            if region.is_immortal(region.chain(1 << self.cell, stones), self.owner) {
                return Next::Owner;
            }
            return Next::Key(key);
        }
        let mut new = self.new_stones(&key);
        while new != 0 {
            let chain = region.chain(new & new.wrapping_neg(), stones);
            if region.is_immortal(chain, self.owner) {
                return Next::Owner;
            }
            new &= !chain;
        }
        Next::Key(key)
    }
}

/// Edges of all nodes, in one list.
#[derive(Debug, Default)]
pub struct Edges {
    first: Vec<u32>,
    ends: Vec<u32>,
}

impl Edges {
    /// Returns where the edges of `node` lead.
    #[must_use]
    pub fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.ends[self.first[node] as usize..self.first[node + 1] as usize]
    }

    fn reversed(&self) -> Edges {
        let n = self.first.len() - 1;
        let mut first = vec![0u32; n + 1];
        for end in &self.ends {
            first[*end as usize + 1] += 1;
        }
        for node in 0..n {
            first[node + 1] += first[node];
        }
        let mut place = first.clone();
        let mut ends = vec![0; self.ends.len()];
        for node in 0..n {
            for end in self.of(node as u32) {
                let place = &mut place[*end as usize];
                ends[*place as usize] = node as u32;
                *place += 1;
            }
        }
        Edges { first, ends }
    }
}

/// The graph of a question: nodes 0 and 1 are decided, the root is [`ROOT`] unless the question is decided at once.
#[derive(Debug)]
pub struct Graph {
    keys: Vec<Key>,
    out: Edges,
    back: Edges,
    /// The move of each edge of `out`.
    moves: Vec<Move>,
}

/// Chooses moves of a side in a position; none gives the position up.
pub type Choose<'a> = dyn FnMut(&Key, &mut Spent, &mut Vec<Move>) -> Result<(), Stop> + 'a;

/// Positions by their place in a list; an open-addressed table of indices.
#[derive(Debug)]
struct Index {
    slots: Vec<u32>,
}

/// Bytes a node takes: its key, its slots, its places in the lists of edges, and what is found out of it.
const NODE_BYTES: usize = size_of::<Key>() + 16 + 8 + 24;

/// Bytes an edge takes: both ways, and its move.
const EDGE_BYTES: usize = 2 * size_of::<u32>() + size_of::<Move>();

impl Index {
    fn new() -> Self {
        Index { slots: vec![u32::MAX; 1 << 10] }
    }

    fn hash(key: &Key) -> u64 {
        let State { stones, bans: _, to_move } = key.state;
        let bans = key.state.bans.iter().fold(0u64, |all, (q, d)| all << 8 | (q << 2 | d) as u64);
        let mut hash = to_move as u64;
        for word in [stones.black, stones.white, bans, key.old] {
            hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 29;
        }
        hash.wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    /// Returns the place of `key` in `keys`, putting it there if it is new.
    fn find(&mut self, keys: &mut Vec<Key>, key: Key) -> u32 {
        if keys.len() * 2 > self.slots.len() {
            let mut slots = vec![u32::MAX; self.slots.len() * 2];
            for (place, key) in keys.iter().enumerate().skip(ROOT as usize) {
                let mut slot = Self::hash(key) as usize & (slots.len() - 1);
                while slots[slot] != u32::MAX {
                    slot = (slot + 1) & (slots.len() - 1);
                }
                slots[slot] = place as u32;
            }
            self.slots = slots;
        }
        let mask = self.slots.len() - 1;
        let mut slot = Self::hash(&key) as usize & mask;
        loop {
            match self.slots[slot] {
                u32::MAX => {
                    self.slots[slot] = keys.len() as u32;
                    keys.push(key);
                    return keys.len() as u32 - 1;
                }
                place if keys[place as usize] == key => return place,
                _ => slot = (slot + 1) & mask,
            }
        }
    }
}

impl Graph {
    /// Builds every position that can arise from `key`.
    ///
    /// # Errors
    /// The budget is used up, or a position cannot be held.
    pub fn build(
        region: &Region,
        question: &Question,
        key: Key,
        budget: &Budget,
        spent: &mut Spent,
    ) -> Result<Graph, Stop> {
        Self::grow(region, question, key, None, budget, spent)
    }

    /// Builds every position that can arise from `key` when `side` keeps to the moves that `choose` gives.
    ///
    /// Where it gives none the other side wins.
    ///
    /// # Errors
    /// As for [`Graph::build`], and those of `choose`.
    pub fn narrow(
        region: &Region,
        question: &Question,
        key: Key,
        side: Color,
        choose: &mut Choose,
        budget: &Budget,
        spent: &mut Spent,
    ) -> Result<Graph, Stop> {
        Self::grow(region, question, key, Some((side, choose)), budget, spent)
    }

    fn grow(
        region: &Region,
        question: &Question,
        key: Key,
        mut narrow: Option<(Color, &mut Choose)>,
        budget: &Budget,
        spent: &mut Spent,
    ) -> Result<Graph, Stop> {
        let filler = Key { old: 0, ..key };
        let mut keys = vec![filler, filler];
        let mut index = Index::new();
        index.find(&mut keys, key);
        let mut out = Edges { first: vec![0, 0, 0], ends: Vec::new() };
        let mut played = Vec::new();
        let mut moves = Vec::new();
        let mut node = ROOT as usize;
        let bytes = |nodes: usize, edges: usize| nodes * NODE_BYTES + edges * EDGE_BYTES;
        while let Some(&key) = keys.get(node) {
            spent.states += 1;
            if node.is_multiple_of(256) {
                budget.check(spent, keys.len(), bytes(keys.len(), played.len()))?;
            }
            match &mut narrow {
                Some((side, choose)) if *side == key.state.to_move => {
                    moves.clear();
                    choose(&key, spent, &mut moves)?;
                    if moves.is_empty() {
                        let lost = *side == question.owner;
                        out.ends.push(if lost { ATTACKER_WINS } else { OWNER_WINS });
                        played.push(Move::PASS);
                    }
                }
                _ => region.moves(&key.state, &mut moves),
            }
            for &mv in &moves {
                let end = match question.next(region, &key, mv)? {
                    None => continue,
                    Some(Next::Owner) => OWNER_WINS,
                    Some(Next::Attacker) => ATTACKER_WINS,
                    Some(Next::Key(key)) => index.find(&mut keys, key),
                };
                out.ends.push(end);
                played.push(mv);
            }
            out.first.push(out.ends.len() as u32);
            node += 1;
        }
        budget.check(spent, keys.len(), bytes(keys.len(), played.len()))?;
        drop(index);
        let back = out.reversed();
        Ok(Graph { keys, out, back, moves: played })
    }

    /// Returns the number of nodes, the two decided ones included.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.keys.len()
    }

    /// Returns the position of a node, which is no decided one.
    #[must_use]
    pub fn key(&self, node: u32) -> &Key {
        &self.keys[node as usize]
    }

    /// Returns the nodes that moves lead to, in the order of [`Region::moves`] without those not allowed.
    #[must_use]
    pub fn out(&self, node: u32) -> &[u32] {
        self.out.of(node)
    }

    /// Returns the moves to the nodes of [`Graph::out`].
    #[must_use]
    pub fn moves(&self, node: u32) -> &[Move] {
        let node = node as usize;
        &self.moves[self.out.first[node] as usize..self.out.first[node + 1] as usize]
    }

    /// Yields every node that is a position.
    pub fn positions(&self) -> impl Iterator<Item = (u32, &Key)> {
        (0..).zip(&self.keys).skip(ROOT as usize)
    }

    /// Returns the nodes from which moves lead here, once for each such move.
    #[must_use]
    pub fn back(&self, node: u32) -> &[u32] {
        self.back.of(node)
    }
}
