//! Whether a side can force a lead within so many moves, deeper and deeper.
//!
//! Owns the search of the small-board solver, its table and its order of moves. A win that is kept in the table is a win
//! whatever came before: the attacker gets there in a bounded number of moves, or goes round a circle that it wins. One
//! that needs a circle through positions before it is not kept. A failure is one within so many moves only.

use crate::engine::StopFlag;
use crate::go::solve::safe::certain;
use crate::go::solve::tiny::{Grid, NONE, Tiny};

/// An entry: the position, and what is known of it.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// The attacker wins within so many moves; 255 = not known.
    wins: u8,
    /// It does not within so many, as far as the search of depth `round` could tell: on another way here a circle might
    /// have closed.
    fails: u8,
    round: u8,
    mv: u8,
    /// What the entry cost, as a power of two: the dearer one stays.
    cost: u8,
}

/// No position is searched deeper.
pub(super) const DEEPEST: u8 = 120;

/// Fewer stones than this on the board: a position is looked up as the smallest of its mirrored and turned images.
const SYMMETRIC: u32 = 7;

/// A win that goes back to no position before it.
const FREE: usize = usize::MAX;

/// No move is known to be good.
const UNKNOWN: u8 = NONE + 1;
/// The move of an entry that is being made.
const NEW: u8 = NONE + 2;

/// The pass in the order of moves.
pub(super) const PASS: u8 = NONE;

/// One question: can this side force this lead?
pub(super) struct Search<'a> {
    grid: Grid,
    /// Index of the attacker.
    pub(super) attacker: u8,
    /// The lead it wants, from its own view.
    wanted: i32,
    table: Vec<Entry>,
    images: Vec<[u8; 30]>,
    killers: Vec<[u8; 2]>,
    /// The positions on the way here, each with the attacker's passes less the defender's.
    path: Vec<(u64, i8)>,
    /// The depth that is searched.
    round: u8,
    history: [[u32; 33]; 2],
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
        let buckets = ((table_mib.max(1) << 20) / (2 * size_of::<Entry>())).next_power_of_two() / 2;
        Search {
            grid,
            attacker,
            wanted,
            table: vec![Entry::default(); 2 * buckets.max(1024)],
            images: images(&grid),
            killers: vec![[UNKNOWN; 2]; usize::from(DEEPEST) + 2],
            path: Vec::with_capacity(usize::from(DEEPEST) + 2),
            round: 0,
            history: [[0; 33]; 2],
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
        self.table.fill(Entry::default());
    }

    /// Returns whether the attacker forces its lead within `depth` moves.
    pub(super) fn attack(&mut self, position: Tiny, depth: u8) -> bool {
        self.path.clear();
        self.round = depth;
        self.search(position, depth.min(DEEPEST), 0).is_some() && !self.stopped
    }

    /// Returns the moves of a proof: the attacker's shortest, and answers that hold out longest.
    pub(super) fn line(&mut self, start: Tiny) -> Vec<u8> {
        let mut position = start;
        let mut line = Vec::new();
        while line.len() < usize::from(DEEPEST) {
            let mine = position.side == self.attacker;
            let ends = position.passed && self.lead(position.area(&self.grid)) >= self.wanted;
            if mine && ends {
                line.push(NONE);
                return line;
            }
            if (!position.passed || ends) && self.settled(&position) == Some(true) {
                return line;
            }
            let mut best: Option<(u8, u8)> = None;
            for mv in self.moves(&position, UNKNOWN, 0) {
                if mv == PASS && position.passed {
                    continue;
                }
                let Some(next) = self.play(&position, mv) else { continue };
                let stands = !next.passed || self.lead(next.area(&self.grid)) >= self.wanted;
                let wins = match self.settled(&next) {
                    Some(true) if stands => 0,
                    _ => self.wins(&next).unwrap_or(u8::MAX),
                };
                let better = match best {
                    None => true,
                    Some((known, _)) if mine => wins < known,
                    Some((known, _)) => wins > known,
                };
                if better {
                    best = Some((wins, mv));
                }
            }
            let Some((wins, mv)) = best else { break };
            if wins == u8::MAX {
                break;
            }
            line.push(mv);
            match self.play(&position, mv) {
                Some(next) => position = next,
                None => break,
            }
        }
        line
    }

    fn wins(&self, position: &Tiny) -> Option<u8> {
        let key = self.key(position).0;
        let at = self.bucket(key);
        let entry = self.table[at..at + 2].iter().find(|entry| entry.key == key)?;
        (entry.wins != u8::MAX).then_some(entry.wins)
    }

    fn lead(&self, black: i32) -> i32 {
        if self.attacker == 0 { black } else { -black }
    }

    #[inline(always)]
    pub(super) fn play(&self, position: &Tiny, mv: u8) -> Option<Tiny> {
        if mv == PASS { Some(position.pass()) } else { position.place(&self.grid, mv) }
    }

    /// Returns a position's smallest image under the symmetries of the board, and its key.
    pub(super) fn smallest(&self, position: &Tiny) -> (Tiny, u64) {
        let images = self.images.iter().map(|image| {
            let position = turned(position, image);
            (position, position.key())
        });
        images.min_by_key(|&(_, key)| key).unwrap_or((*position, position.key()))
    }

    /// Lists the moves that are no second pass, the most promising first.
    pub(super) fn all_moves(&self, position: &Tiny) -> arrayvec::ArrayVec<u8, 32> {
        let mut moves = self.moves(position, UNKNOWN, 0);
        if position.passed {
            moves.retain(|mv| *mv != PASS);
        }
        moves
    }

    /// Returns who has made it, where the board as it stands or what is certain tells.
    pub(super) fn decided(&self, position: &Tiny) -> Option<bool> {
        if position.passed {
            let wins = self.lead(position.area(&self.grid)) >= self.wanted;
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
        if own.count_ones() >= 2 {
            let sure = certain(&self.grid, own, empty).count_ones() as i32;
            if 2 * sure - points >= self.wanted {
                return Some(true);
            }
        }
        let other = position.stones[usize::from(self.attacker ^ 1)];
        if other.count_ones() >= 2 {
            let sure = certain(&self.grid, other, empty).count_ones() as i32;
            if points - 2 * sure < self.wanted {
                return Some(false);
            }
        }
        None
    }

    /// Searches for a win; `Some` names the first position on the way that it goes back to, [`FREE`] if it needs none.
    fn search(&mut self, position: Tiny, depth: u8, passes: i8) -> Option<usize> {
        let ply = self.path.len();
        self.nodes += 1;
        if self.nodes & 0xfff == 0 && (self.stop.is_raised() || self.nodes >= self.most_nodes) {
            self.stopped = true;
        }
        if self.stopped {
            return None;
        }
        let mine = position.side == self.attacker;
        if let Some(wins) = self.decided(&position) {
            return wins.then_some(FREE);
        }
        // A circle is won by the side that passed more often in it, and so captured more stones; else it is nobody's.
        let own_key = position.key();
        for (before, &(key, count)) in self.path.iter().enumerate().rev().skip(1) {
            if key == own_key {
                return (passes > count).then_some(before);
            }
        }
        if depth == 0 {
            return None;
        }
        let (key, image) = self.key(&position);
        let at = self.bucket(key);
        let mut known = UNKNOWN;
        for entry in &self.table[at..at + 2] {
            if entry.key == key {
                if entry.wins <= depth {
                    return Some(FREE);
                }
                if entry.fails >= depth && entry.round == self.round {
                    return None;
                }
                known = self.turned_back(entry.mv, image);
            }
        }
        let before = self.nodes;
        let moves = self.moves(&position, known, ply);
        // A known answer to one of the moves may settle the matter at once.
        if depth >= 3 {
            for &mv in &moves {
                if mv == PASS && position.passed {
                    continue;
                }
                let Some(next) = self.play(&position, mv) else { continue };
                if self.probe(&next, depth - 1) == Some(mine) {
                    self.store(key, image, depth, mine, mv, 0);
                    return mine.then_some(FREE);
                }
            }
        }
        let mut result = if mine { None } else { Some(FREE) };
        let mut best = UNKNOWN;
        self.path.push((own_key, passes));
        for &mv in &moves {
            if mv == PASS && position.passed {
                // The game is over: what it comes to has been looked at.
                continue;
            }
            let Some(next) = self.play(&position, mv) else { continue };
            let more = if mv == PASS { if mine { 1 } else { -1 } } else { 0 };
            let found = self.search(next, depth - 1, passes + more);
            if self.stopped {
                break;
            }
            if found.is_some() == mine {
                result = found;
                best = mv;
                self.reward(mv, position.side, depth, ply);
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
        let cost = (self.nodes - before + 1).ilog2() as u8;
        match result {
            // A circle that begins above: true here and now alone.
            Some(back) if back < ply => result,
            _ => {
                self.store(key, image, depth, result.is_some(), best, cost);
                result.map(|_| FREE)
            }
        }
    }

    fn reward(&mut self, mv: u8, side: u8, depth: u8, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        let history = &mut self.history[usize::from(side)];
        history[usize::from(mv)] += u32::from(depth) * u32::from(depth);
        if history[usize::from(mv)] > 1 << 28 {
            history.iter_mut().for_each(|count| *count /= 2);
        }
    }

    /// Lists the moves, the most promising first.
    fn moves(&self, position: &Tiny, known: u8, ply: usize) -> arrayvec::ArrayVec<u8, 32> {
        let mut rated = arrayvec::ArrayVec::<(u32, u8), 32>::new();
        let (own, other) = (usize::from(position.side), usize::from(position.side ^ 1));
        let all_empty = position.empty(&self.grid);
        let killers = self.killers[ply];
        let history = &self.history[own];
        let mut open = all_empty;
        while open != 0 {
            let mv = open.trailing_zeros() as u8;
            open &= open - 1;
            let around = self.grid.beside(1 << mv);
            let mut worth = history[usize::from(mv)] >> 4;
            if killers[0] == mv {
                worth += 1 << 26;
            } else if killers[1] == mv {
                worth += 1 << 25;
            }
            if around & all_empty == 0 {
                // Either a capture, a connection or the filling of an eye.
                worth = if around & position.stones[other] == 0 { 0 } else { worth + (1 << 24) };
            }
            if mv == known {
                worth = u32::MAX;
            }
            rated.push((worth, mv));
        }
        let worth = match (known == PASS || (known == UNKNOWN && ply > 0), position.passed) {
            (true, _) => u32::MAX - 1,
            (_, true) => 1,
            _ => history[usize::from(PASS)] >> 6,
        };
        rated.push((worth, PASS));
        rated.sort_unstable_by(|a, b| b.cmp(a));
        rated.into_iter().map(|(_, mv)| mv).collect()
    }

    fn probe(&self, position: &Tiny, depth: u8) -> Option<bool> {
        let key = self.key(position).0;
        let at = self.bucket(key);
        let entry = self.table[at..at + 2].iter().find(|entry| entry.key == key)?;
        if entry.wins <= depth {
            return Some(true);
        }
        (entry.fails >= depth && entry.round == self.round).then_some(false)
    }

    fn store(&mut self, key: u64, image: usize, depth: u8, wins: bool, mv: u8, cost: u8) {
        let at = self.bucket(key);
        let mv = if mv >= NONE { mv } else { self.images[image][usize::from(mv)] };
        let bucket = &mut self.table[at..at + 2];
        let slot = match bucket.iter().position(|entry| entry.key == key) {
            Some(slot) => slot,
            None => {
                let slot = usize::from(bucket[0].cost > cost && bucket[0].key != 0);
                bucket[slot] = Entry { key, wins: u8::MAX, mv: NEW, ..Entry::default() };
                slot
            }
        };
        let entry = &mut bucket[slot];
        if wins {
            entry.wins = entry.wins.min(depth);
        } else {
            let known = if entry.round == self.round { entry.fails } else { 0 };
            entry.fails = known.max(depth);
            entry.round = self.round;
        }
        if mv != UNKNOWN || entry.mv == NEW {
            entry.mv = mv;
        }
        entry.cost = entry.cost.max(cost);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> usize {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (key >> 29);
        let hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (hash >> 20) as usize % (self.table.len() / 2) * 2
    }

    /// Returns the key of a position, and the image of the board it is the key of.
    fn key(&self, position: &Tiny) -> (u64, usize) {
        let [black, white] = position.stones;
        if (black | white).count_ones() >= SYMMETRIC {
            return (position.key(), 0);
        }
        let keys = self.images.iter().map(|image| turned(position, image).key());
        keys.zip(0..).min().unwrap_or((position.key(), 0))
    }

    /// Returns the point that an image shows as `mv`.
    fn turned_back(&self, mv: u8, image: usize) -> u8 {
        if mv >= NONE {
            return mv;
        }
        self.images[image].iter().position(|&turned| turned == mv).map_or(UNKNOWN, |at| at as u8)
    }
}

/// Returns a position as an image shows it.
fn turned(position: &Tiny, image: &[u8; 30]) -> Tiny {
    let turn = |mut set: u32| {
        let mut turned = 0;
        while set != 0 {
            turned |= 1_u32 << image[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        turned
    };
    let ko = if position.ko == NONE { NONE } else { image[usize::from(position.ko)] };
    Tiny { stones: position.stones.map(turn), ko, ..*position }
}

/// Returns where each point goes when the board is mirrored and turned; the board itself first.
fn images(grid: &Grid) -> Vec<[u8; 30]> {
    let (width, height) = (grid.width, grid.height);
    let mut images = Vec::new();
    for way in 0..8 {
        let turns = way & 4 != 0;
        if turns && width != height {
            break;
        }
        let mut image = [0; 30];
        for index in 0..grid.points() {
            let (mut x, mut y) = (index % width, index / width);
            if way & 1 != 0 {
                x = width - 1 - x;
            }
            if way & 2 != 0 {
                y = height - 1 - y;
            }
            if turns {
                (x, y) = (y, x);
            }
            image[index as usize] = (y * width + x) as u8;
        }
        images.push(image);
    }
    images
}
