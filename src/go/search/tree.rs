//! The tree that all threads grow together: nodes in one store, counted without locks.
//!
//! Owns nodes and their numbers; must not know boards or random games. A node belongs to the move that led to it, and
//! its numbers are from the view of the side that made that move. Threads only add to numbers; a lost race costs
//! nothing but a little accuracy.

use std::sync::atomic::Ordering::{Acquire, Release};
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering::Relaxed};

/// What a whole win counts in sums.
pub(super) const WIN: u64 = 1 << 12;

/// The children of a node are not there yet.
const NONE: u32 = 0;
/// A thread is making the children.
const BUSY: u32 = u32::MAX;

/// One move from one position.
#[derive(Default)]
pub(super) struct Node {
    /// Index of the move's point, [`super::fast::PASS`] for a pass.
    mv: AtomicU32,
    children: AtomicU32,
    n_children: AtomicU32,
    /// Games through this node, those still under way included: they count as lost until they end.
    visits: AtomicU32,
    wins: AtomicU64,
    /// Games in which the side made this move later.
    amaf_visits: AtomicU32,
    /// What is believed before any game, in games and in games won (of 256).
    prior: AtomicU32,
    amaf_wins: AtomicU64,
    /// Sum of the leads, in hundredths of a point, of the side that made the move.
    leads: AtomicI64,
}

/// A node's numbers at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Numbers {
    pub(super) visits: f32,
    pub(super) wins: f32,
    pub(super) amaf_visits: f32,
    pub(super) amaf_wins: f32,
    pub(super) prior_visits: f32,
    pub(super) prior_wins: f32,
}

impl Node {
    #[inline(always)]
    pub(super) fn mv(&self) -> u16 {
        self.mv.load(Relaxed) as u16
    }

    #[inline(always)]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Returns the share of games won.
    pub(super) fn rate(&self) -> f64 {
        let visits = self.visits();
        if visits == 0 {
            0.0
        } else {
            self.wins.load(Relaxed) as f64 / (f64::from(visits) * WIN as f64)
        }
    }

    /// Returns the mean lead in points of the side that made the move.
    pub(super) fn lead(&self) -> f64 {
        let visits = self.visits();
        if visits == 0 {
            0.0
        } else {
            self.leads.load(Relaxed) as f64 / (100.0 * f64::from(visits))
        }
    }

    #[inline(always)]
    pub(super) fn numbers(&self) -> Numbers {
        let scale = 1.0 / WIN as f32;
        let prior = self.prior.load(Relaxed);
        Numbers {
            visits: self.visits.load(Relaxed) as f32,
            wins: self.wins.load(Relaxed) as f32 * scale,
            amaf_visits: self.amaf_visits.load(Relaxed) as f32,
            amaf_wins: self.amaf_wins.load(Relaxed) as f32 * scale,
            prior_visits: (prior >> 16) as f32 * (1.0 / 16.0),
            prior_wins: (prior & 0xffff) as f32 * (1.0 / 16.0),
        }
    }

    /// Counts a game that begins to go through the node.
    #[inline(always)]
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// Counts the end of a game that went through the node.
    #[inline(always)]
    pub(super) fn leave(&self, wins: u64, lead: i64) {
        self.wins.fetch_add(wins, Relaxed);
        self.leads.fetch_add(lead, Relaxed);
    }

    /// Counts a game in which the side made the move later.
    #[inline(always)]
    pub(super) fn see(&self, wins: u64) {
        self.amaf_visits.fetch_add(1, Relaxed);
        self.amaf_wins.fetch_add(wins, Relaxed);
    }

    fn start(&self, seed: &Seed) {
        let part = |x: f32| (x * 16.0).clamp(0.0, 65_535.0) as u32;
        self.mv.store(u32::from(seed.mv), Relaxed);
        self.children.store(NONE, Relaxed);
        self.n_children.store(0, Relaxed);
        self.visits.store(0, Relaxed);
        self.wins.store(0, Relaxed);
        self.amaf_visits.store(0, Relaxed);
        self.amaf_wins.store(0, Relaxed);
        self.leads.store(0, Relaxed);
        self.prior.store(part(seed.visits) << 16 | part(seed.wins), Relaxed);
    }

    fn copy_numbers(&self, from: &Node) {
        self.mv.store(from.mv.load(Relaxed), Relaxed);
        self.visits.store(from.visits.load(Relaxed), Relaxed);
        self.wins.store(from.wins.load(Relaxed), Relaxed);
        self.amaf_visits.store(from.amaf_visits.load(Relaxed), Relaxed);
        self.amaf_wins.store(from.amaf_wins.load(Relaxed), Relaxed);
        self.leads.store(from.leads.load(Relaxed), Relaxed);
        self.prior.store(from.prior.load(Relaxed), Relaxed);
        self.children.store(NONE, Relaxed);
        self.n_children.store(0, Relaxed);
    }
}

/// What a new node starts from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seed {
    pub(super) mv: u16,
    /// Games believed to have been played.
    pub(super) visits: f32,
    /// Those of them believed to have been won.
    pub(super) wins: f32,
}

/// A tree in a store of fixed size.
pub(super) struct Tree {
    nodes: Vec<Node>,
    used: AtomicU32,
}

/// Index of the root.
pub(super) const ROOT: u32 = 1;

impl Tree {
    /// Makes room for as many nodes as `mib` hold.
    pub(super) fn new(mib: usize) -> Self {
        let room = (mib << 20) / size_of::<Node>();
        let room = room.clamp(4096, u32::MAX as usize / 2);
        let mut nodes = Vec::new();
        nodes.resize_with(room, Node::default);
        Tree { nodes, used: AtomicU32::new(ROOT + 1) }
    }

    /// Forgets everything but an unknown root.
    pub(super) fn clear(&self) {
        self.used.store(ROOT + 1, Relaxed);
        self.node(ROOT).start(&Seed { mv: 0, visits: 0.0, wins: 0.0 });
    }

    #[inline(always)]
    pub(super) fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    /// Returns the index of the first child and their number, once there are any.
    #[inline(always)]
    pub(super) fn children(&self, index: u32) -> Option<std::ops::Range<u32>> {
        let node = self.node(index);
        let first = node.children.load(Acquire);
        if first == NONE || first == BUSY {
            return None;
        }
        Some(first..first + node.n_children.load(Relaxed))
    }

    /// Gives a node the children that `seeds` makes, unless it has some, another thread is at it, or there is no room.
    pub(super) fn expand(&self, index: u32, seeds: impl FnOnce() -> Vec<Seed>) {
        let node = self.node(index);
        if node.children.compare_exchange(NONE, BUSY, Acquire, Relaxed).is_err() {
            return;
        }
        let seeds = seeds();
        let n = seeds.len() as u32;
        let first = self.take(n);
        let Some(first) = first.filter(|_| n > 0) else {
            node.children.store(NONE, Release);
            return;
        };
        for (seed, at) in seeds.iter().zip(first..) {
            self.node(at).start(seed);
        }
        node.n_children.store(n, Relaxed);
        node.children.store(first, Release);
    }

    fn take(&self, n: u32) -> Option<u32> {
        if u64::from(self.used.load(Relaxed)) + u64::from(n) > self.nodes.len() as u64 {
            return None;
        }
        let first = self.used.fetch_add(n, Relaxed);
        if u64::from(first) + u64::from(n) > self.nodes.len() as u64 {
            self.used.fetch_sub(n, Relaxed);
            return None;
        }
        Some(first)
    }

    /// Returns how full the store is.
    ///
    /// # Units
    /// Thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let used = u64::from(self.used.load(Relaxed)).min(self.nodes.len() as u64);
        (used * 1000 / self.nodes.len() as u64) as u32
    }

    /// Finds a child by its move.
    pub(super) fn child(&self, index: u32, mv: u16) -> Option<u32> {
        self.children(index)?.find(|&child| self.node(child).mv() == mv)
    }

    /// Takes over the part of another tree below one of its nodes, which becomes the root, as far as there is room.
    pub(super) fn take_over(&mut self, other: &Tree, root: u32) {
        self.clear();
        self.node(ROOT).copy_numbers(other.node(root));
        let mut open = std::collections::VecDeque::from([(root, ROOT)]);
        // Breadth first: what does not fit is deep.
        while let Some((from, to)) = open.pop_front() {
            let Some(children) = other.children(from) else { continue };
            let n = children.len() as u32;
            let Some(first) = self.take(n) else { continue };
            for (child, at) in children.zip(first..) {
                self.node(at).copy_numbers(other.node(child));
                open.push_back((child, at));
            }
            self.node(to).n_children.store(n, Relaxed);
            self.node(to).children.store(first, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed(mv: u16) -> Seed {
        Seed { mv, visits: 10.0, wins: 5.0 }
    }

    #[test]
    fn a_branch_taken_over_keeps_its_numbers() {
        let (tree, mut next) = (Tree::new(1), Tree::new(1));
        tree.clear();
        tree.expand(ROOT, || vec![seed(7), seed(8)]);
        let child = tree.child(ROOT, 8).unwrap();
        tree.expand(child, || vec![seed(9)]);
        let grandchild = tree.child(child, 9).unwrap();
        tree.node(grandchild).enter();
        tree.node(grandchild).leave(WIN, 150);
        next.take_over(&tree, child);
        let found = next.child(ROOT, 9).unwrap();
        assert_eq!(next.node(found).numbers(), tree.node(grandchild).numbers());
        assert_eq!((next.node(found).rate(), next.node(found).lead()), (1.0, 1.5));
        assert_eq!(next.child(ROOT, 7), None);
    }

    #[test]
    fn a_full_store_grows_no_further() {
        let tree = Tree::new(0);
        tree.clear();
        let mut grown = 0;
        let mut at = ROOT;
        while let Some(children) = {
            tree.expand(at, || (0..100).map(seed).collect());
            tree.children(at)
        } {
            grown += 1;
            at = children.start;
        }
        assert_eq!(grown, 40);
        assert!(tree.fullness() > 970);
    }
}
