//! Whether a side can force a lead with so much effort, more and more of it.
//!
//! Owns the search of the small-board solver. What bounds it is the effort that the attacker may still spend: on a
//! stone, more on one that does not look the best, less after a pass of the defender, a little on a pass. All that the
//! defender does is free, so that one who plays on without hope, or goes round in circles that he loses, buys no depth,
//! and moves that look good are searched further than others. A win that is kept in the table is a win whatever came
//! before: the attacker gets there, or goes round circles that it wins. One that needs a circle through positions before
//! it is not kept. A loss, too, is kept for good: the defender gets there in so many moves, and never twice to the same
//! position. A failure for want of effort holds for one search only.

use arrayvec::ArrayVec;

use crate::engine::StopFlag;
use crate::go::solve::image::Images;
use crate::go::solve::order::{Child, Children, NO_KEY, Order, PASS};
use crate::go::solve::safe::certain;
use crate::go::solve::table::{Entry, LOST, Table, UNKNOWN};
use crate::go::solve::tiny::{Grid, Tiny};

/// No search is given more effort.
pub(super) const MOST_EFFORT: u8 = 200;

/// The effort of a stone, which is one more for each move that looks better, up to so much more.
const STONE: u8 = 2;
const MOST_MORE: u8 = 6;

/// The effort of the attacker's pass.
const PASSING: u8 = 1;

/// With less effort left than this the table is not asked where all the moves lead: its memory is slow.
const LOOKS_AHEAD: u8 = 4;

/// A path that long is given up, as a failure.
const LONGEST: usize = 800;

/// A win that goes back to no position before it.
const FREE: usize = usize::MAX;

/// What a search finds out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// The attacker wins; the first position on the way that the win goes back to, [`FREE`] if it needs none.
    Win(usize),
    /// It does not, whatever it spends.
    Loss,
    /// It does not with so much effort.
    Open,
}

impl Found {
    /// Returns what is known of a position that the attacker wins, or loses, whatever came before.
    fn known(wins: bool) -> Self {
        if wins { Found::Win(FREE) } else { Found::Loss }
    }

    fn is_win(self) -> bool {
        matches!(self, Found::Win(_))
    }
}

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
    /// The effort of this search.
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

    /// Returns whether the attacker forces its lead with so much effort.
    pub(super) fn attack(&mut self, position: Tiny, effort: u8) -> bool {
        self.path.clear();
        self.round = effort;
        let (key, image) = self.images.key(&position);
        let found = self.search(&position, key, image, effort, 0);
        found.is_win() && !self.stopped
    }

    /// Returns the moves of a proof: the attacker's, and answers that make it spend much effort.
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
                // A pass shows little of the proof.
                let best = known.max_by_key(|&(wins, mv)| (wins > 0 && mv != PASS, wins));
                best.map_or(UNKNOWN, |(_, mv)| mv)
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

    /// Searches for a win.
    fn search(&mut self, position: &Tiny, key: u64, image: u8, effort: u8, passes: i16) -> Found {
        self.nodes += 1;
        if self.nodes & 0xfff == 0 && (self.stop.is_raised() || self.nodes >= self.most_nodes) {
            self.stopped = true;
        }
        if self.stopped {
            return Found::Open;
        }
        if let Some(wins) = self.decided(position) {
            return Found::known(wins);
        }
        let ply = self.path.len();
        if effort < price(position, 0) || ply >= LONGEST {
            return Found::Open;
        }
        // A circle is won by the side that passed more often in it, and so captured more stones; else it is a draw. Where
        // the board comes back mirrored or turned the same moves, so turned, go on until it comes back as it was.
        if let Some(before) = self.path.iter().rposition(|&(known, _)| known == key) {
            let more = passes - self.path[before].1;
            if more > 0 || more == 0 && self.wanted <= 0 {
                return Found::Win(before);
            }
        }
        let entry = self.table.get(key);
        if let Some(found) = entry.and_then(|entry| self.told(&entry, effort)) {
            return found;
        }
        let known = entry.map_or(UNKNOWN, |entry| self.images.turned_back(entry.mv, image));
        let mine = position.side == self.attacker;
        let before = self.nodes;
        let mut children = self.order.children(position, mine, known, ply);
        // What is known of where the moves lead may settle the matter at once.
        if effort >= LOOKS_AHEAD
            && let Some((mv, found)) = self.known_answer(position, &mut children, mine, effort)
        {
            self.store(key, image, effort, found, mv, 0);
            return found;
        }
        self.path.push((key, passes));
        let (found, best) = self.try_all(position, &mut children, effort, passes);
        self.path.pop();
        if self.stopped {
            return Found::Open;
        }
        match found {
            // A circle that begins above: true here and now alone.
            Found::Win(back) if back < ply => found,
            _ => {
                let found = if found.is_win() { Found::Win(FREE) } else { found };
                let cost = (self.nodes - before + 1).ilog2() as u8;
                self.store(key, image, effort, found, best, cost);
                found
            }
        }
    }

    /// Searches the moves of a position, and returns what comes of them and the move that settles it.
    fn try_all(
        &mut self,
        position: &Tiny,
        children: &mut Children,
        effort: u8,
        passes: i16,
    ) -> (Found, u8) {
        let mine = position.side == self.attacker;
        let ply = self.path.len() - 1;
        // All moves lose, until one does not; all win, until one does not.
        let mut all = if mine { Found::Loss } else { Found::Win(FREE) };
        let mut rank = 0;
        for child in children {
            let (cost, passes) = match (child.mv, mine) {
                (PASS, true) => (PASSING, passes + 1),
                (PASS, false) => (0, passes - 1),
                (_, true) => {
                    rank += 1;
                    (price(position, rank - 1), passes)
                }
                (_, false) => (0, passes),
            };
            let Some(left) = effort.checked_sub(cost) else {
                all = Found::Open;
                continue;
            };
            if child.key == NO_KEY {
                (child.key, child.image) = self.images.key(&child.position);
            }
            let found = self.search(&child.position, child.key, child.image, left, passes);
            if self.stopped {
                return (Found::Open, UNKNOWN);
            }
            if found.is_win() == mine {
                self.order.reward(child.mv, position.side, effort, ply);
                return (found, child.mv);
            }
            all = match (all, found) {
                (Found::Win(all), Found::Win(back)) => Found::Win(all.min(back)),
                (_, Found::Open) => Found::Open,
                _ => all,
            };
        }
        (all, UNKNOWN)
    }

    /// Fills the keys of moves in, and returns one that the table says decides for the side to move, and how.
    fn known_answer(
        &self,
        position: &Tiny,
        children: &mut Children,
        mine: bool,
        effort: u8,
    ) -> Option<(u8, Found)> {
        let turned = self.images.all(position);
        for child in children.iter_mut() {
            (child.key, child.image) =
                self.images.key_after(&turned, position, child.mv, &child.position);
            self.table.prefetch(child.key);
        }
        let mut answer = None;
        for child in children.iter() {
            let Some(entry) = self.table.get(child.key) else { continue };
            match self.told(&entry, effort) {
                Some(Found::Win(back)) if mine => return Some((child.mv, Found::Win(back))),
                Some(Found::Loss) if !mine => return Some((child.mv, Found::Loss)),
                Some(Found::Open) if !mine && answer.is_none() => {
                    answer = Some((child.mv, Found::Open));
                }
                _ => {}
            }
        }
        answer
    }

    /// Returns what an entry tells of a position that is to be searched with so much effort.
    #[inline(always)]
    fn told(&self, entry: &Entry, effort: u8) -> Option<Found> {
        if entry.wins != u8::MAX {
            return Some(Found::Win(FREE));
        }
        if entry.fails == LOST {
            return Some(Found::Loss);
        }
        (entry.fails >= effort && entry.round == self.round).then_some(Found::Open)
    }

    fn store(&mut self, key: u64, image: u8, effort: u8, found: Found, mv: u8, cost: u8) {
        let known = self.table.get(key).unwrap_or(Entry::NEW);
        let mut entry = known;
        match found {
            Found::Win(_) => entry.wins = entry.wins.min(effort),
            Found::Loss => entry.fails = LOST,
            Found::Open => {
                let fails = if entry.round == self.round { entry.fails } else { 0 };
                entry.fails = fails.max(effort);
                entry.round = self.round;
            }
        }
        if mv != UNKNOWN {
            entry.mv = self.images.turned(mv, image);
        }
        entry.cost = known.cost.max(cost);
        self.table.set(key, entry);
    }
}

/// Returns the effort of a stone of the attacker before which so many moves look better. After a pass of the defender the
/// best is free: there is nothing to answer.
#[inline(always)]
fn price(position: &Tiny, better: u8) -> u8 {
    better.min(MOST_MORE) + if position.passed { 0 } else { STONE }
}
