//! Whether a side can force a lead with so many stones, more and more of them.
//!
//! Owns the search of the small-board solver. What bounds it is the stones that the attacker may still place: its passes
//! and all that the defender does are free, so that a defender who plays on without hope, or goes round in circles that
//! he loses, buys no depth. A win that is kept in the table is a win whatever came before: the attacker gets there, or
//! goes round circles that it wins. One that needs a circle through positions before it is not kept. A failure holds for
//! the stones of one search only: on another way here a circle might have closed.

use arrayvec::ArrayVec;

use crate::engine::StopFlag;
use crate::go::solve::image::Images;
use crate::go::solve::order::{Child, Children, Order, PASS};
use crate::go::solve::safe::certain;
use crate::go::solve::table::{Entry, Table, UNKNOWN};
use crate::go::solve::tiny::{Grid, Tiny};

/// No search is given more stones.
pub(super) const MOST_STONES: u8 = 60;

/// A path that long is given up, as a failure.
const LONGEST: usize = 800;

/// A win that goes back to no position before it.
const FREE: usize = usize::MAX;

/// One question: can this side force this lead?
pub(super) struct Search<'a> {
    grid: Grid,
    /// Index of the attacker.
    pub(super) attacker: u8,
    /// The lead it wants, from its own view.
    wanted: i32,
    table: Table,
    images: Images,
    order: Order,
    /// The positions on the way here, each with the attacker's passes less the defender's.
    path: Vec<(u64, i16)>,
    /// The stones of this search.
    round: u8,
    pub(super) nodes: u64,
    stop: &'a StopFlag,
    most_nodes: u64,
    /// Whether the search broke off.
    pub(super) stopped: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        grid: Grid,
        attacker: u8,
        wanted: i32,
        table_mib: usize,
        stop: &'a StopFlag,
    ) -> Self {
        Search {
            grid,
            attacker,
            wanted,
            table: Table::new(table_mib),
            images: Images::new(&grid),
            order: Order::new(grid),
            path: Vec::with_capacity(LONGEST),
            round: 0,
            nodes: 0,
            stop,
            most_nodes: u64::MAX,
            stopped: false,
        }
    }

    /// Searches no more than so many nodes from here on.
    pub(super) fn limit(&mut self, nodes: u64) {
        self.most_nodes = self.nodes.saturating_add(nodes);
    }

    /// Asks for another lead; what was found out for the old one is forgotten.
    pub(super) fn want(&mut self, wanted: i32) {
        self.wanted = wanted;
        self.table.clear();
    }

    /// Returns whether the attacker forces its lead with `stones` stones.
    pub(super) fn attack(&mut self, position: Tiny, stones: u8) -> bool {
        self.path.clear();
        self.round = stones;
        let (key, image) = self.images.key(&position);
        let found = self.search(&position, key, image, stones, 0);
        found.is_some() && !self.stopped
    }

    /// Returns the moves of a proof: the attacker's, and answers that make it place many stones.
    pub(super) fn line(&self, start: Tiny) -> Vec<u8> {
        let mut position = start;
        let (mut line, mut seen) = (Vec::new(), Vec::new());
        loop {
            if self.settled(&position) == Some(true) {
                return line;
            }
            let (key, image) = self.images.key(&position);
            if seen.contains(&key) {
                return line;
            }
            seen.push(key);
            let mine = position.side == self.attacker;
            if mine && position.passed && self.has_lead(&position) {
                line.push(PASS);
                return line;
            }
            let mv = if mine {
                let known = self.table.get(key).filter(|entry| entry.wins != u8::MAX);
                known.map_or(UNKNOWN, |entry| self.images.turned_back(entry.mv, image))
            } else {
                let children = self.order.children(&position, false, UNKNOWN, 0);
                let wins = |child: &Child| {
                    if self.decided(&child.position) == Some(true) {
                        return Some(0);
                    }
                    let entry = self.table.get(self.images.key(&child.position).0)?;
                    (entry.wins != u8::MAX).then_some(entry.wins)
                };
                let known = children.iter().filter_map(|child| Some((wins(child)?, child.mv)));
                known.max_by_key(|&(wins, _)| wins).map_or(UNKNOWN, |(_, mv)| mv)
            };
            if mv == UNKNOWN {
                return line;
            }
            let Some(next) = self.play(&position, mv) else { return line };
            line.push(mv);
            position = next;
        }
    }

    /// Returns a position's smallest image, and its key.
    pub(super) fn smallest(&self, position: &Tiny) -> (Tiny, u64) {
        self.images.smallest(position)
    }

    /// Lists the moves that are no second pass, the most promising first.
    pub(super) fn all_moves(&self, position: &Tiny) -> ArrayVec<u8, 32> {
        let mine = position.side == self.attacker;
        let children = self.order.children(position, mine, UNKNOWN, 0);
        children.iter().map(|child| child.mv).collect()
    }

    /// Returns the position after a move, or `None` where the rules forbid it.
    #[inline(always)]
    pub(super) fn play(&self, position: &Tiny, mv: u8) -> Option<Tiny> {
        if mv == PASS { Some(position.pass()) } else { position.place(&self.grid, mv) }
    }

    /// Returns whether the attacker has its lead if the game ends here.
    fn has_lead(&self, position: &Tiny) -> bool {
        let area = position.area(&self.grid);
        (if self.attacker == 0 { area } else { -area }) >= self.wanted
    }

    /// Returns who has made it, where the board as it stands or what is certain tells.
    #[inline(always)]
    pub(super) fn decided(&self, position: &Tiny) -> Option<bool> {
        if position.passed {
            let wins = self.has_lead(position);
            if wins == (position.side == self.attacker) {
                return Some(wins);
            }
        }
        self.settled(position)
    }

    /// Returns whether what is certain decides the position.
    fn settled(&self, position: &Tiny) -> Option<bool> {
        let empty = position.empty(&self.grid);
        let points = self.grid.points() as i32;
        let own = position.stones[usize::from(self.attacker)];
        if 2 * certain(&self.grid, own, empty).count_ones() as i32 - points >= self.wanted {
            return Some(true);
        }
        let other = position.stones[usize::from(self.attacker ^ 1)];
        let most = points - 2 * certain(&self.grid, other, empty).count_ones() as i32;
        (most < self.wanted).then_some(false)
    }

    /// Searches for a win; `Some` names the first position on the way that it goes back to, [`FREE`] if it needs none.
    fn search(
        &mut self,
        position: &Tiny,
        key: u64,
        image: u8,
        stones: u8,
        passes: i16,
    ) -> Option<usize> {
        self.nodes += 1;
        if self.nodes & 0xfff == 0 && (self.stop.is_raised() || self.nodes >= self.most_nodes) {
            self.stopped = true;
        }
        if self.stopped {
            return None;
        }
        if let Some(wins) = self.decided(position) {
            return wins.then_some(FREE);
        }
        let ply = self.path.len();
        if stones == 0 || ply >= LONGEST {
            return None;
        }
        // A circle is won by the side that passed more often in it, and so captured more stones; else it is a draw. Where
        // the board comes back mirrored or turned the same moves, so turned, go on until it comes back as it was.
        if let Some(before) = self.path.iter().rposition(|&(known, _)| known == key) {
            let more = passes - self.path[before].1;
            if more > 0 || more == 0 && self.wanted <= 0 {
                return Some(before);
            }
        }
        let entry = self.table.get(key);
        if let Some(wins) = entry.and_then(|entry| entry.tells(stones, self.round)) {
            return wins.then_some(FREE);
        }
        let known = entry.map_or(UNKNOWN, |entry| self.images.turned_back(entry.mv, image));
        let mine = position.side == self.attacker;
        let before = self.nodes;
        let mut children = self.order.children(position, mine, known, ply);
        // What is known of where the moves lead may settle the matter at once.
        if let Some(mv) = self.known_answer(&mut children, mine, stones) {
            self.store(key, image, stones, mine, mv, 0);
            return mine.then_some(FREE);
        }
        let mut result = if mine { None } else { Some(FREE) };
        let mut best = UNKNOWN;
        self.path.push((key, passes));
        for child in &children {
            let left = stones - cost(mine, child.mv);
            let passes = match (child.mv, mine) {
                (PASS, true) => passes + 1,
                (PASS, false) => passes - 1,
                _ => passes,
            };
            let found = self.search(&child.position, child.key, child.image, left, passes);
            if self.stopped {
                break;
            }
            if found.is_some() == mine {
                result = found;
                best = child.mv;
                self.order.reward(child.mv, position.side, stones, ply);
                break;
            }
            if let (Some(all), Some(found)) = (&mut result, found) {
                *all = (*all).min(found);
            }
        }
        self.path.pop();
        if self.stopped {
            return None;
        }
        match result {
            // A circle that begins above: true here and now alone.
            Some(back) if back < ply => result,
            _ => {
                let cost = (self.nodes - before + 1).ilog2() as u8;
                self.store(key, image, stones, result.is_some(), best, cost);
                result.map(|_| FREE)
            }
        }
    }

    /// Fills the keys of moves in, and returns one that the table says decides for the side to move.
    fn known_answer(&self, children: &mut Children, mine: bool, stones: u8) -> Option<u8> {
        for child in children.iter_mut() {
            // Where no stone is left nothing is looked up.
            if stones > cost(mine, child.mv) {
                (child.key, child.image) = self.images.key(&child.position);
                self.table.prefetch(child.key);
            }
        }
        let decides = |child: &&Child| {
            let left = stones - cost(mine, child.mv);
            left > 0
                && self.table.get(child.key).and_then(|entry| entry.tells(left, self.round))
                    == Some(mine)
        };
        children.iter().find(decides).map(|child| child.mv)
    }

    fn store(&mut self, key: u64, image: u8, stones: u8, wins: bool, mv: u8, cost: u8) {
        let known = self.table.get(key).unwrap_or(Entry::NEW);
        let mut entry = known;
        if wins {
            entry.wins = entry.wins.min(stones);
        } else {
            let fails = if entry.round == self.round { entry.fails } else { 0 };
            entry.fails = fails.max(stones);
            entry.round = self.round;
        }
        if mv != UNKNOWN {
            entry.mv = self.images.turned(mv, image);
        }
        entry.cost = known.cost.max(cost);
        self.table.set(key, entry);
    }
}

/// Returns the stones that a move takes off those that are left.
#[inline(always)]
fn cost(mine: bool, mv: u8) -> u8 {
    u8::from(mine && mv != PASS)
}
