//! What is believed of a move before any game was played with it.
//!
//! Owns the rules of thumb of the tree's new nodes; must not know how they are searched.

use crate::game::Color;
use crate::go::search::fast::{EDGE, EMPTY, Fast, PASS, code};
use crate::go::search::params::Params;
use crate::go::search::policy::vital_point;
use crate::go::search::shape;
use crate::go::search::tactics::{self, Few, Reader};
use crate::go::search::tree::Seed;

/// Lists the moves worth a node in a position, with what is believed of each; the pass is always among them.
pub(super) fn seeds(
    board: &Fast,
    side: Color,
    last: [u16; 2],
    reader: &mut Reader,
    params: &Params,
) -> Vec<Seed> {
    let mut seeds = Vec::with_capacity(board.empties().len() + 1);
    let urgent = Urgent::new(board, side, reader);
    let distances = last.map(|from| (from != PASS).then(|| Distances::new(board, from)));
    let known = shape::pattern(side);
    for index in board.points() {
        if board.cell(index) != EMPTY || board.is_eye(side, index) || !board.is_legal(side, index) {
            continue;
        }
        let mut seed = Seed { mv: index, visits: params.even, wins: params.even / 2.0 };
        let mut believe = |visits: f32, share: f32| {
            seed.visits += visits;
            seed.wins += visits * share;
        };
        if tactics::is_bad_self_atari(board, side, index) {
            believe(params.self_atari, 0.0);
        } else if board.shape(index) & known != 0 {
            believe(params.pattern, 1.0);
        }
        for (points, visits, share) in [
            (&urgent.captures, params.capture, 1.0),
            (&urgent.big_captures, params.capture, 1.0),
            (&urgent.saves, params.save, 1.0),
            (&urgent.ladders, params.ladder, 1.0),
            (&urgent.escapes, params.escape, 1.0),
            (&urgent.hopeless, params.hopeless, 0.0),
        ] {
            if points.contains(&index) {
                believe(visits, share);
            }
        }
        if let Some(distances) = &distances[0] {
            let near = distances.of(index);
            if let Some(&visits) = params.near.get(near.saturating_sub(1)) {
                believe(visits, 1.0);
            }
        }
        if let Some(distances) = &distances[1]
            && distances.of(index) <= 2
        {
            believe(params.near_before, 1.0);
        }
        let line = line(board, index);
        if is_lonely(board, index) {
            match line {
                1 | 2 => believe(params.low, 0.0),
                3 | 4 => believe(params.good_line, 1.0),
                _ => {}
            }
        }
        let is_vital = board
            .beside(index)
            .into_iter()
            .chain([index])
            .any(|at| board.cell(at) == EMPTY && vital_point(board, at) == Some(index));
        if is_vital {
            believe(params.vital, 1.0);
        }
        seeds.push(seed);
    }
    // A pass is tried late: only where everything else has come to look worse.
    seeds.push(Seed { mv: PASS, visits: params.pass, wins: params.pass * 0.1 });
    seeds
}

/// Returns the line a point stands on, 1 at the edge.
fn line(board: &Fast, index: u16) -> u16 {
    let (width, height) = board.size();
    let (column, row) = (index % (width + 1), index / (width + 1));
    column.min(width + 1 - column).min(row.min(height + 1 - row))
}

/// Returns whether no stone stands within three lines of a point.
fn is_lonely(board: &Fast, index: u16) -> bool {
    let (width, height) = board.size();
    let stride = i32::from(width) + 1;
    let (column, row) = (i32::from(index) % stride, i32::from(index) / stride);
    for y in (row - 3).max(1)..=(row + 3).min(i32::from(height)) {
        for x in (column - 3).max(1)..=(column + 3).min(i32::from(width)) {
            if (x - column).abs() + (y - row).abs() <= 3
                && board.cell((y * stride + x) as u16) != EMPTY
            {
                return false;
            }
        }
    }
    true
}

/// Points where something is captured or saved.
struct Urgent {
    captures: Few,
    big_captures: Few,
    saves: Few,
    /// Where a chain of the opponent is captured in a ladder.
    ladders: Few,
    /// Where an own chain is saved from one.
    escapes: Few,
    /// Where an own chain runs in vain.
    hopeless: Few,
}

impl Urgent {
    fn new(board: &Fast, side: Color, reader: &mut Reader) -> Self {
        let mut urgent = Urgent {
            captures: Few::new(),
            big_captures: Few::new(),
            saves: Few::new(),
            ladders: Few::new(),
            escapes: Few::new(),
            hopeless: Few::new(),
        };
        let own = code(side);
        for head in board.points() {
            let cell = board.cell(head);
            if cell == EMPTY || cell == EDGE || board.head(head) != head {
                continue;
            }
            let liberty = board.atari(head);
            if liberty != PASS {
                if cell == own {
                    urgent.save(board, side, head, reader);
                } else {
                    let _ = urgent.captures.try_push(liberty);
                    if board.stones(head) > 2 {
                        let _ = urgent.big_captures.try_push(liberty);
                    }
                }
                continue;
            }
            let (n, liberties) = board.liberties::<3>(head);
            if n != 2 {
                continue;
            }
            if let Some(at) = reader.ladder(board, head) {
                if cell != own {
                    let _ = urgent.ladders.try_push(at);
                    continue;
                }
                for index in [liberties[0], liberties[1]] {
                    if board.is_legal(side, index) && tactics::after(board, side, index, 3).0 >= 3 {
                        let _ = urgent.escapes.try_push(index);
                    }
                }
            }
        }
        urgent
    }

    fn save(&mut self, board: &Fast, side: Color, head: u16, reader: &mut Reader) {
        let is_lost = reader.is_lost(board, head);
        let mut moves = Few::new();
        tactics::saving_moves(board, head, &mut moves);
        let extension = board.atari(head);
        for index in moves {
            if !board.is_legal(side, index) {
                continue;
            }
            if !is_lost && tactics::after(board, side, index, 2).0 >= 2 {
                let _ = self.saves.try_push(index);
            } else if is_lost && index == extension {
                let _ = self.hopeless.try_push(index);
            }
        }
    }
}

/// How far points are from one, stones of a chain being together.
struct Distances {
    near: Vec<u8>,
}

/// Nothing farther is told apart.
const FAR: u8 = 5;

impl Distances {
    fn new(board: &Fast, from: u16) -> Self {
        let mut near = vec![FAR; board.len() + usize::from(board.size().0) + 2];
        let mut open = vec![from];
        near[usize::from(from)] = 0;
        let mut i = 0;
        while i < open.len() {
            let index = open[i];
            i += 1;
            let here = near[usize::from(index)];
            if here + 1 >= FAR {
                continue;
            }
            let cell = board.cell(index);
            for beside in board.beside(index) {
                let next = board.cell(beside);
                if next == EDGE {
                    continue;
                }
                let step = u8::from(next == EMPTY || next != cell);
                if near[usize::from(beside)] > here + step {
                    near[usize::from(beside)] = here + step;
                    // Stones of the same chain are looked at before anything farther.
                    if step == 0 { open.insert(i, beside) } else { open.push(beside) }
                }
            }
        }
        Distances { near }
    }

    fn of(&self, index: u16) -> usize {
        usize::from(self.near[usize::from(index)])
    }
}
