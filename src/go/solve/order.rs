//! The order in which the search of the small-board solver tries moves.
//!
//! Owns what a move looks like before it is searched; must not know the table or what wins.

use arrayvec::ArrayVec;

use crate::go::solve::table::UNKNOWN;
use crate::go::solve::tiny::{Grid, NONE, Tiny};

/// The pass in the order of moves.
pub(super) const PASS: u8 = NONE;

/// The key of a move that nobody has filled in.
pub(super) const NO_KEY: u64 = 0;

/// Moves of a path that are told apart by how far they are from its start.
const PLIES: usize = 128;

/// What is worth how much. Set by the nodes of searches on 4x4, 4x5 and 5x5: the middle of the board counts most, without
/// it a search to nine stones on 5x5 takes ten times the nodes.
const CENTRE: i32 = 30;
const NEIGHBOUR: i32 = 20;
const LIBERTY: i32 = 8;
const EYE: i32 = 60;
const STONE: i32 = 8;
const ATARI: i32 = 120;
const CONTACT: i32 = 4;
const OWN_CONTACT: i32 = -6;
const HISTORY: i32 = 8;
const KILLERS: [i32; 2] = [30, 20];
const ATTACKERS_PASS: i32 = -100;

/// A move and where it leads.
#[derive(Clone, Copy)]
pub(super) struct Child {
    worth: i32,
    pub(super) mv: u8,
    pub(super) position: Tiny,
    pub(super) key: u64,
    /// The image of the board that the key is of.
    pub(super) image: u8,
}

/// Moves, the most promising first.
pub(super) type Children = ArrayVec<Child, 32>;

/// What earlier searches say of moves.
pub(super) struct Order {
    grid: Grid,
    centre: [i32; 30],
    killers: Vec<[u8; 2]>,
    history: [[u32; 33]; 2],
}

impl Order {
    pub(super) fn new(grid: Grid) -> Self {
        let (width, height) = (grid.width as i32, grid.height as i32);
        let mut centre = [0; 30];
        for (index, worth) in (0..).zip(&mut centre).take(grid.points() as usize) {
            let (x, y) = (index % width, index / width);
            let beside = grid.beside(1 << index).count_ones() as i32;
            *worth = NEIGHBOUR * beside + CENTRE * (x * (width - 1 - x) + y * (height - 1 - y));
        }
        Order { grid, centre, killers: vec![[UNKNOWN; 2]; PLIES], history: [[0; 33]; 2] }
    }

    /// Takes note that a move decided its position.
    pub(super) fn reward(&mut self, mv: u8, side: u8, effort: u8, ply: usize) {
        let killers = &mut self.killers[ply % PLIES];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        let history = &mut self.history[usize::from(side)];
        history[usize::from(mv)] += 4 * u32::from(effort) * u32::from(effort);
        if history[usize::from(mv)] > 1 << 28 {
            history.iter_mut().for_each(|count| *count /= 2);
        }
    }

    /// Lists the moves that are no second pass, `known` before all others; the attacker passes late, the defender soon.
    pub(super) fn children(
        &self,
        position: &Tiny,
        attacks: bool,
        known: u8,
        ply: usize,
    ) -> Children {
        let mut children = Children::new();
        let mut add = |worth, mv, position| {
            let worth = if mv == known { i32::MAX } else { worth };
            children.push(Child { worth, mv, position, key: NO_KEY, image: 0 });
        };
        let killers = self.killers[ply % PLIES];
        let history = &self.history[usize::from(position.side)];
        let mut open = position.empty(&self.grid);
        while open != 0 {
            let mv = open.trailing_zeros() as u8;
            open &= open - 1;
            let Some(next) = position.place(&self.grid, mv) else { continue };
            let mut worth = self.looks(&next, mv);
            worth += HISTORY * (32 - history[usize::from(mv)].leading_zeros() as i32);
            for (killer, more) in killers.into_iter().zip(KILLERS) {
                worth += if killer == mv { more } else { 0 };
            }
            add(worth, mv, next);
        }
        if !position.passed {
            add(if attacks { ATTACKERS_PASS } else { 0 }, PASS, position.pass());
        }
        children.sort_unstable_by_key(|child| std::cmp::Reverse((child.worth, child.mv)));
        children
    }

    /// Returns how the board looks for the side that has just played `mv`.
    #[inline(always)]
    fn looks(&self, next: &Tiny, mv: u8) -> i32 {
        let grid = &self.grid;
        let stone = 1_u32 << mv;
        let (own, other) =
            (next.stones[usize::from(next.side ^ 1)], next.stones[usize::from(next.side)]);
        let empty = next.empty(grid);
        let count = |set: u32| set.count_ones() as i32;
        let liberties = |stones: u32| count(grid.beside(stones) & empty);
        let eyes = |stones: u32| count(empty & !grid.beside(grid.all & !stones));
        let around = grid.beside(stone);
        let is_atari = liberties(grid.flood(stone, own)) == 1;
        LIBERTY * (liberties(own) - liberties(other))
            + EYE * (eyes(own) - eyes(other))
            + STONE * (count(own) - count(other))
            - if is_atari { ATARI } else { 0 }
            + CONTACT * count(around & other)
            + OWN_CONTACT * count(around & own)
            + self.centre[usize::from(mv)]
    }
}
