//! Random games, light and heavy: what is played in them, and what came out.
//!
//! Owns the rules of thumb of a move in a random game; must not know the tree. Light games play anywhere but into own
//! eyes. Heavy ones first answer what the last move did: they save and capture chains, take the point that kills, make
//! a known shape; and keep large chains out of atari elsewhere.
//!
//! # Source
//! The order of answers follows S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with patterns in
//! Monte-Carlo Go", INRIA RR-6062 (2006), and P. Baudis and J.-L. Gailly, "Pachi: state of the art open source Go
//! program", ACG 13 (2011); the chances are our own.

use crate::game::Color;
use crate::go::search::fast::{EMPTY, Fast, PASS, code};
use crate::go::search::rng::Rng;
use crate::go::search::shape;
use crate::go::search::tactics::{self, Few};

/// How games are played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Anywhere but into own eyes.
    Light,
    /// With answers to the last move.
    Heavy,
}

/// Longer games than this for each point of the board are broken off: there is a cycle.
const MOVES_PER_POINT: usize = 3;

/// How often each kind of answer is looked for.
///
/// # Units
/// Percent.
const SAVE: u32 = 90;
const TAKE: u32 = 90;
const NAKADE: u32 = 90;
const SHORT: u32 = 60;
const PATTERN: u32 = 95;

/// A game under way, with what the search wants to know of it.
pub struct Game<'a> {
    /// The board it is played on.
    pub board: &'a mut Fast,
    /// The side to move.
    pub side: Color,
    /// The last two moves, the last first; [`PASS`] where there was none.
    pub last: [u16; 2],
    /// Consecutive passes.
    pub passes: u32,
}

impl Game<'_> {
    /// Makes a move, which must be legal.
    #[inline]
    pub fn play(&mut self, index: u16) {
        if index == PASS {
            self.board.pass();
            self.passes += 1;
        } else {
            self.board.play(self.side, index);
            self.passes = 0;
        }
        self.last = [index, self.last[0]];
        self.side = !self.side;
    }

    /// Plays on until both sides pass; calls `seen` with every stone placed.
    pub fn play_out(&mut self, policy: Policy, rng: &mut Rng, mut seen: impl FnMut(Color, u16)) {
        let (width, height) = self.board.size();
        let most = MOVES_PER_POINT * usize::from(width) * usize::from(height);
        for _ in 0..most {
            if self.passes >= 2 {
                return;
            }
            let index = match policy {
                Policy::Light => self.anywhere(rng, |_, _| true),
                Policy::Heavy => self.answer(rng),
            };
            if index != PASS {
                seen(self.side, index);
            }
            self.play(index);
        }
    }

    /// Returns a random move that fills no own eye and passes `allowed`, or a pass.
    #[inline]
    fn anywhere(&self, rng: &mut Rng, allowed: impl Fn(&Fast, u16) -> bool) -> u16 {
        let empties = self.board.empties();
        if empties.is_empty() {
            return PASS;
        }
        let start = rng.below(empties.len());
        let (before, from) = empties.split_at(start);
        let side = self.side;
        let found = from.iter().chain(before).find(|&&index| {
            !self.board.is_eye(side, index)
                && self.board.is_legal(side, index)
                && allowed(self.board, index)
        });
        found.copied().unwrap_or(PASS)
    }

    fn answer(&self, rng: &mut Rng) -> u16 {
        let (board, side) = (&*self.board, self.side);
        let [last, before] = self.last;
        if last != PASS {
            let mut moves = Few::new();
            if rng.happens(TAKE) {
                self.takes(last, &mut moves);
            }
            if rng.happens(SAVE) {
                self.saves(last, &mut moves);
            }
            if let Some(index) = pick(&mut moves, rng) {
                return index;
            }
            if rng.happens(NAKADE)
                && let Some(index) = nakade(board, side, last)
            {
                return index;
            }
            if rng.happens(SHORT) {
                self.shortages(last, &mut moves);
                if let Some(index) = pick(&mut moves, rng) {
                    return index;
                }
            }
            if rng.happens(PATTERN) {
                let known = shape::pattern(side);
                for centre in [last, before] {
                    if centre == PASS {
                        continue;
                    }
                    for index in board.ring(centre) {
                        if board.cell(index) == EMPTY
                            && board.shape(index) & known != 0
                            && !board.is_eye(side, index)
                            && !moves.contains(&index)
                            && board.is_legal(side, index)
                            && !tactics::is_bad_self_atari(board, side, index)
                        {
                            let _ = moves.try_push(index);
                        }
                    }
                }
                if let Some(index) = pick(&mut moves, rng) {
                    return index;
                }
            }
        }
        self.anywhere(rng, |board, index| !tactics::is_bad_self_atari(board, side, index))
    }

    /// Lists where the stone just placed is captured.
    fn takes(&self, last: u16, moves: &mut Few) {
        let liberty = self.board.atari(last);
        if liberty != PASS && self.board.is_legal(self.side, liberty) {
            let _ = moves.try_push(liberty);
        }
    }

    /// Lists where chains that the last move put in atari are saved.
    fn saves(&self, last: u16, moves: &mut Few) {
        let (board, side) = (&*self.board, self.side);
        for beside in board.beside(last) {
            if board.cell(beside) != code(side) || board.atari(beside) == PASS {
                continue;
            }
            let mut saving = Few::new();
            tactics::saving_moves(board, beside, &mut saving);
            for index in saving {
                if board.is_legal(side, index)
                    && !moves.contains(&index)
                    && tactics::after(board, side, index, 2).0 >= 2
                {
                    let _ = moves.try_push(index);
                }
            }
        }
    }

    /// Lists moves that take the second last liberty of a chain beside the last move, or gain one for an own chain.
    fn shortages(&self, last: u16, moves: &mut Few) {
        let (board, side) = (&*self.board, self.side);
        let own = code(side);
        let mut chains = arrayvec::ArrayVec::<u16, 5>::new();
        chains.push(last);
        chains.extend(board.beside(last).into_iter().filter(|&at| board.cell(at) == own));
        for chain in chains {
            let (n, liberties) = board.liberties::<3>(chain);
            if n != 2 {
                continue;
            }
            for index in [liberties[0], liberties[1]] {
                if moves.contains(&index)
                    || !board.is_legal(side, index)
                    || board.is_eye(side, index)
                {
                    continue;
                }
                let (mine, _, _) = tactics::after(board, side, index, 3);
                // An own chain must gain by it; an attacking stone must not stand in atari itself.
                if mine >= if board.cell(chain) == own { 3 } else { 2 } {
                    let _ = moves.try_push(index);
                }
            }
        }
    }
}

fn pick(moves: &mut Few, rng: &mut Rng) -> Option<u16> {
    if moves.is_empty() {
        return None;
    }
    let chosen = moves[rng.below(moves.len())];
    moves.clear();
    Some(chosen)
}

/// The largest eye space that one move can still divide or keep whole.
const MOST_ROOM: usize = 6;

/// Returns the vital point of a small eye space beside the last move, if it has one.
fn nakade(board: &Fast, side: Color, last: u16) -> Option<u16> {
    for start in board.beside(last) {
        if board.cell(start) == EMPTY
            && let Some(vital) = vital_point(board, start)
            && board.is_legal(side, vital)
        {
            return Some(vital);
        }
    }
    None
}

/// Returns the point that makes two eyes of a small space, or prevents them; `None` where nothing does.
pub(super) fn vital_point(board: &Fast, start: u16) -> Option<u16> {
    let mut room = arrayvec::ArrayVec::<u16, MOST_ROOM>::new();
    room.push(start);
    let mut walls = 0;
    let mut i = 0;
    while i < room.len() {
        for beside in board.beside(room[i]) {
            match board.cell(beside) {
                EMPTY if room.contains(&beside) => {}
                EMPTY => room.try_push(beside).ok()?,
                cell => walls |= cell,
            }
        }
        // Both colours around it: no eye of either. The edge sets both bits and is no colour.
        i += 1;
    }
    let has = |color: u8| {
        room.iter().any(|&at| board.beside(at).into_iter().any(|next| board.cell(next) == color))
    };
    if room.len() < 3 || walls == 0 || (has(1) && has(2)) {
        return None;
    }
    let links = |at: u16| board.beside(at).into_iter().filter(|next| room.contains(next)).count();
    let edges: usize = room.iter().map(|&at| links(at)).sum::<usize>() / 2;
    let (&vital, most) = room.iter().map(|at| (at, links(*at))).max_by_key(|&(_, n)| n)?;
    let splits = match (room.len(), edges, most) {
        // Three in a row, bent or straight; four around one; five around one, or a square with one more.
        (3, _, 2) | (4, _, 3) | (5, _, 4) | (5, 5, 3) => true,
        // A square with two more on either side of one corner.
        (6, 6, 4) => true,
        _ => false,
    };
    splits.then_some(vital)
}
