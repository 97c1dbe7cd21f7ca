//! Depth-first proof-number search: who seems to win a question, and by which moves.
//!
//! Owns a table of proof numbers. What it says of cycles depends on the way a position was reached, so nothing it
//! says is taken as true: it only proposes moves, and [`super::narrow`] solves the graph of those moves exactly.
//!
//! # Source
//! A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", PhD thesis, University of Tokyo
//! (2002); the trouble with cycles: A. Kishimoto and M. Müller, "A general solution to the graph history interaction
//! problem", AAAI (2004).

use std::collections::HashMap;

use super::budget::{Budget, Spent, Stop};
use super::graph::{self, Key, Question};
use super::region::{Move, Region};
use crate::game::Color;

/// What the owner is keeping.
///
/// # Shape
/// [`BEFORE`]: the chain; [`FREE`]: nothing; below 64: the new stone on that cell. Once a kept stone is taken it is the
/// turn of the next new stone on the board, in a fixed order that goes round: the owner keeps some stone for ever
/// exactly if in the end the kept one no longer changes.
pub type Mode = u8;

/// The chain still stands.
pub const BEFORE: Mode = 255;

/// The chain has been captured and there is no new stone.
pub const FREE: Mode = 254;

/// A number that stands for: never.
const NEVER: u32 = 1 << 30;

/// A longer line of play counts as a cycle.
const MAX_DEPTH: usize = 300;

/// How many positions a search may look at for each that its table may hold.
///
/// Where play goes round a position is won or lost by the way to it, so that it may be looked at again without end and
/// without a new one in the table. Searches that come to an end look at each twice or so.
const LOOKS: u64 = 8;

/// Bytes a position takes in the table.
const NODE_BYTES: usize = 2 * size_of::<(Node, Numbers)>();

/// A position and what the owner keeps in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The position.
    pub key: Key,
    /// What the owner keeps.
    pub mode: Mode,
}

/// How far the side to move is from winning (`phi`) and from losing (`delta`); 0 is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    phi: u32,
    delta: u32,
}

impl Numbers {
    const WON: Numbers = Numbers { phi: 0, delta: NEVER };
    const LOST: Numbers = Numbers { phi: NEVER, delta: 0 };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Node(Node),
    Winner(Color),
}

/// The search of one question.
#[derive(Debug)]
pub struct Oracle<'a> {
    region: &'a Region,
    question: Question,
    table: HashMap<Node, Numbers, std::hash::BuildHasherDefault<Mix>>,
    /// The positions on the way to the present one, with their places.
    path: HashMap<Node, usize>,
    /// For each place on the way, the last place where the owner's duty began anew.
    fresh: Vec<usize>,
    /// What the owner keeps in the present position.
    kept: Mode,
    /// The most positions its table holds.
    limit: usize,
    /// How many positions may still be looked at.
    looks: u64,
}

/// A quick hash of whole words.
#[derive(Debug, Default)]
pub struct Mix(u64);

impl std::hash::Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 29;
    }
}

impl<'a> Oracle<'a> {
    /// Builds the search of `question`, with at most `limit` positions in its table.
    #[must_use]
    pub fn new(region: &'a Region, question: Question, limit: usize) -> Self {
        Oracle {
            region,
            question,
            table: HashMap::default(),
            path: HashMap::new(),
            fresh: Vec::new(),
            kept: FREE,
            limit,
            looks: (limit as u64).saturating_mul(LOOKS),
        }
    }

    /// Returns a position of the graph with each thing that the owner may be keeping in it.
    pub fn nodes(&self, key: &Key) -> impl Iterator<Item = Node> + use<> {
        let key = *key;
        let mut new = self.question.new_stones(&key);
        let none = match key.old {
            graph::BEFORE => Some(BEFORE),
            _ => (new == 0).then_some(FREE),
        };
        let each = std::iter::from_fn(move || {
            let cell = (new != 0).then(|| new.trailing_zeros() as u8)?;
            new &= new - 1;
            Some(cell)
        });
        none.into_iter().chain(each).map(move |mode| Node { key, mode })
    }

    /// Searches a position until it seems won or lost; returns who seems to win.
    ///
    /// # Errors
    /// The budget is used up, or the search goes round without end ([`Stop::Cycles`]).
    pub fn decide(
        &mut self,
        node: Node,
        budget: &Budget,
        spent: &mut Spent,
    ) -> Result<Color, Stop> {
        let mover = node.key.state.to_move;
        loop {
            let numbers = self.look_up(&node);
            if numbers.phi == 0 {
                return Ok(mover);
            }
            if numbers.delta == 0 {
                return Ok(!mover);
            }
            self.path.clear();
            self.fresh.clear();
            self.search(node, NEVER, NEVER, budget, spent)?;
        }
    }

    /// Returns who seems to win a position that has been searched.
    #[must_use]
    pub fn winner(&self, node: &Node) -> Option<Color> {
        let mover = node.key.state.to_move;
        match self.table.get(node) {
            Some(Numbers { phi: 0, .. }) => Some(mover),
            Some(Numbers { delta: 0, .. }) => Some(!mover),
            _ => None,
        }
    }

    /// Forgets a position, so that it is searched again.
    pub fn forget(&mut self, node: &Node) {
        self.table.remove(node);
    }

    /// Returns the moves after which the side to move seems to win, at most `most`.
    pub fn winning_moves(
        &self,
        node: &Node,
        most: usize,
        moves: &mut Vec<Move>,
    ) -> Result<(), Stop> {
        let mover = node.key.state.to_move;
        let mut all = Vec::new();
        self.region.moves(&node.key.state, &mut all);
        let mut added = 0;
        // Passes stand last and change the least.
        for &mv in all.iter().rev() {
            let wins = match self.next(node, mv)? {
                Some(Next::Winner(color)) => color == mover,
                Some(Next::Node(next)) => self.winner(&next) == Some(mover),
                None => false,
            };
            if wins && added < most {
                added += 1;
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
        }
        Ok(())
    }

    fn look_up(&self, node: &Node) -> Numbers {
        self.table.get(node).copied().unwrap_or_else(|| self.first_guess(node))
    }

    /// The more liberties the stones in question have, the farther off is their capture.
    fn first_guess(&self, node: &Node) -> Numbers {
        let cell = match node.mode {
            BEFORE => self.question.cell,
            FREE => return Numbers { phi: 1, delta: 1 },
            cell => usize::from(cell),
        };
        let liberties = self.region.liberties(&node.key.state, cell, self.question.owner).max(1);
        if node.key.state.to_move == self.question.owner {
            Numbers { phi: 1, delta: liberties }
        } else {
            Numbers { phi: liberties, delta: 1 }
        }
    }

    fn next(&self, node: &Node, mv: Move) -> Result<Option<Next>, Stop> {
        let owner = self.question.owner;
        let key = match self.question.next(self.region, &node.key, mv)? {
            None => return Ok(None),
            Some(graph::Next::Owner) => return Ok(Some(Next::Winner(owner))),
            Some(graph::Next::Attacker) => return Ok(Some(Next::Winner(!owner))),
            Some(graph::Next::Key(key)) => key,
        };
        let mode = match key.old {
            graph::BEFORE => BEFORE,
            _ => next_kept(self.question.new_stones(&key), node.mode),
        };
        Ok(Some(Next::Node(Node { key, mode })))
    }

    /// Returns the numbers of a position one move on, seen from its own side to move.
    fn value(&self, next: &Next, mover: Color) -> Numbers {
        let lost_for_next = |winner: Color| {
            if winner == mover { Numbers::LOST } else { Numbers::WON }
        };
        match next {
            Next::Winner(winner) => lost_for_next(*winner),
            Next::Node(node) => {
                let known = self.look_up(node);
                if known.phi == 0 || known.delta == 0 {
                    return known;
                }
                match self.path.get(node) {
                    Some(place) => lost_for_next(self.cycle_winner(*place)),
                    None if self.fresh.len() > MAX_DEPTH => {
                        lost_for_next(self.cycle_winner(self.fresh.len() - 1))
                    }
                    None => known,
                }
            }
        }
    }

    /// Returns who wins when play goes round from `place` on for ever.
    fn cycle_winner(&self, place: usize) -> Color {
        let owner = self.question.owner;
        match self.fresh.last() {
            // Since then the same stone has been kept, or the chain itself.
            Some(fresh) if *fresh <= place => owner,
            _ => !owner,
        }
    }

    fn search(
        &mut self,
        node: Node,
        phi_limit: u32,
        delta_limit: u32,
        budget: &Budget,
        spent: &mut Spent,
    ) -> Result<(), Stop> {
        spent.states += 1;
        if self.looks.is_multiple_of(256) {
            budget.check(spent, self.table.len(), self.table.len() * NODE_BYTES)?;
        }
        if self.table.len() > self.limit {
            return Err(Stop::States);
        }
        self.looks = self.looks.checked_sub(1).ok_or(Stop::Cycles)?;
        let mover = node.key.state.to_move;
        let place = self.fresh.len();
        let fresh = match self.fresh.last() {
            // Play without a stone to keep is never the owner's.
            _ if node.mode == FREE => usize::MAX,
            Some(&fresh) if self.kept == node.mode => fresh,
            _ => place,
        };
        let kept_above = std::mem::replace(&mut self.kept, node.mode);
        self.fresh.push(fresh);
        self.path.insert(node, place);
        let mut moves = Vec::new();
        self.region.moves(&node.key.state, &mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for &mv in &moves {
            children.extend(self.next(&node, mv)?);
        }
        loop {
            let (mut phi, mut second, mut delta, mut best) = (NEVER, NEVER, 0u32, 0);
            let mut best_phi = 0;
            for (index, child) in children.iter().enumerate() {
                let value = self.value(child, mover);
                delta = delta.saturating_add(value.phi).min(NEVER);
                if value.delta < phi {
                    second = phi;
                    (phi, best, best_phi) = (value.delta, index, value.phi);
                } else {
                    second = second.min(value.delta);
                }
            }
            if phi == 0 {
                delta = NEVER;
            }
            if phi >= phi_limit || delta >= delta_limit || phi == 0 || delta == 0 {
                self.table.insert(node, Numbers { phi, delta });
                break;
            }
            let Next::Node(child) = children[best] else { break };
            let child_delta = phi_limit.min(second.saturating_add(second / 4 + 1));
            let child_phi = delta_limit.saturating_sub(delta - best_phi).min(NEVER);
            self.search(child, child_phi, child_delta, budget, spent)?;
        }
        self.kept = kept_above;
        self.fresh.pop();
        self.path.remove(&node);
        Ok(())
    }
}

/// Returns the new stone to keep when the last one was `kept`: the same while it stands, else the next that does.
#[must_use]
pub fn next_kept(new: u64, kept: Mode) -> Mode {
    let from = kept & 63;
    let ring = (0..64).map(|step| (from + step) & 63);
    ring.into_iter().find(|cell| new >> cell & 1 != 0).unwrap_or(FREE)
}
