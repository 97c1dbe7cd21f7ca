//! Boards of at most 30 points as sets of bits: moves, captures, the simple ko and the count of area.
//!
//! Owns positions of small boards as the solver needs them; must not know searching. Must agree with
//! [`Board`], which is the law.

use crate::game::Color;
use crate::go::{Board, Point};

/// No board of the solver has more points.
pub const MOST_POINTS: u32 = 30;

/// What a ko or a move is written as where there is none.
pub(super) const NONE: u8 = 32;

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Every point.
    pub(super) all: u32,
    not_left: u32,
    not_right: u32,
}

impl Grid {
    pub(super) fn new(width: u32, height: u32) -> Option<Self> {
        let points = width.checked_mul(height)?;
        if !(2..=MOST_POINTS).contains(&points) {
            return None;
        }
        let all = (1 << points) - 1;
        let left = (0..height).fold(0, |set, row| set | 1 << (row * width));
        Some(Grid {
            width,
            height,
            all,
            not_left: all & !left,
            not_right: all & !(left << (width - 1)),
        })
    }

    pub(super) fn points(&self) -> u32 {
        self.all.count_ones()
    }

    /// Returns the points beside those of a set, of which some may be its own.
    #[inline(always)]
    pub(super) fn beside(&self, set: u32) -> u32 {
        ((set & self.not_right) << 1
            | (set & self.not_left) >> 1
            | set << self.width
            | set >> self.width)
            & self.all
    }

    /// Returns the part of `mask` that hangs together with `seed`.
    #[inline(always)]
    pub(super) fn flood(&self, seed: u32, mask: u32) -> u32 {
        let mut set = seed & mask;
        loop {
            let next = (set | self.beside(set)) & mask;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    pub(super) fn index(&self, point: Point) -> u32 {
        u32::from(point.row()) * self.width + u32::from(point.column())
    }

    pub(super) fn point(&self, index: u8) -> Option<Point> {
        let index = u32::from(index);
        if index >= self.points() {
            return None;
        }
        Point::new((index % self.width) as u8, (index / self.width) as u8)
    }
}

/// Stones, ko, turn and whether the last move was a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Tiny {
    /// Black's stones, White's stones.
    pub(super) stones: [u32; 2],
    pub(super) ko: u8,
    /// Index of the side to move.
    pub(super) side: u8,
    pub(super) passed: bool,
}

impl Tiny {
    pub(super) fn new(grid: &Grid, board: &Board, side: Color) -> Self {
        let set =
            |color| board.stones(color).iter().fold(0, |set, point| set | 1 << grid.index(point));
        let ko = board.ko().filter(|&(color, _)| color == side);
        Tiny {
            stones: Color::ALL.map(set),
            ko: ko.map_or(NONE, |(_, point)| grid.index(point) as u8),
            side: side.index() as u8,
            passed: false,
        }
    }

    #[inline(always)]
    pub(super) fn empty(&self, grid: &Grid) -> u32 {
        grid.all & !(self.stones[0] | self.stones[1])
    }

    /// Returns the position after a pass.
    #[inline(always)]
    pub(super) fn pass(&self) -> Tiny {
        Tiny { stones: self.stones, ko: NONE, side: self.side ^ 1, passed: true }
    }

    /// Returns the position after a stone on an empty point, or `None` where the rules forbid it.
    #[inline(always)]
    pub(super) fn place(&self, grid: &Grid, index: u8) -> Option<Tiny> {
        if index == self.ko {
            return None;
        }
        let (own, other) = (usize::from(self.side), usize::from(self.side ^ 1));
        let stone = 1_u32 << index;
        let mut stones = self.stones;
        stones[own] |= stone;
        let empty = self.empty(grid) & !stone;
        let around = grid.beside(stone);
        let mut near = around & stones[other];
        let mut taken = 0;
        while near != 0 {
            let chain = grid.flood(near & near.wrapping_neg(), stones[other]);
            if grid.beside(chain) & empty == 0 {
                taken |= chain;
            }
            near &= !chain;
        }
        stones[other] &= !taken;
        let mut ko = NONE;
        if around & (empty | taken) == 0 {
            let chain = grid.flood(stone, stones[own]);
            if grid.beside(chain) & empty == 0 {
                return None;
            }
        } else if taken.is_power_of_two() && around & (empty | stones[own]) == 0 {
            // One stone took one and has no other liberty: it could be taken back.
            ko = taken.trailing_zeros() as u8;
        }
        Some(Tiny { stones, ko, side: self.side ^ 1, passed: false })
    }

    /// Returns Black's area less White's: stones, and empty points that stones of one side alone surround.
    pub(super) fn area(&self, grid: &Grid) -> i32 {
        let [black, white] = self.stones;
        let mut open = self.empty(grid);
        let mut lead = black.count_ones() as i32 - white.count_ones() as i32;
        while open != 0 {
            let region = grid.flood(open & open.wrapping_neg(), open);
            open &= !region;
            let around = grid.beside(region);
            match (around & black != 0, around & white != 0) {
                (true, false) => lead += region.count_ones() as i32,
                (false, true) => lead -= region.count_ones() as i32,
                _ => {}
            }
        }
        lead
    }

    /// Returns a number that no other position of the same board has.
    #[inline(always)]
    pub(super) fn key(&self) -> u64 {
        // A ko is an empty point: both sets together mark it.
        let ko = if self.ko == NONE { 0 } else { 1_u32 << self.ko };
        let [black, white] = self.stones;
        u64::from(black | ko)
            | u64::from(white | ko) << MOST_POINTS
            | u64::from(self.side) << 60
            | u64::from(self.passed) << 61
            | 1 << 62
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks through games and compares every move with the rules' board.
    #[test]
    fn tiny_boards_follow_the_rules() {
        let mut random = 1_u64;
        for (width, height) in [(2, 2), (3, 3), (2, 5), (5, 2), (4, 4), (6, 5)] {
            let grid = Grid::new(width, height).unwrap();
            for _ in 0..20 {
                let mut board = Board::rectangle(width as u8, height as u8).unwrap();
                let mut tiny = Tiny::new(&grid, &board, Color::Black);
                let mut side = Color::Black;
                for _ in 0..60 {
                    let points: Vec<Point> = board.points().collect();
                    let legal: Vec<Point> = points
                        .into_iter()
                        .filter(|&at| {
                            let index = grid.index(at);
                            let may = tiny.empty(&grid) >> index & 1 == 1
                                && tiny.place(&grid, index as u8).is_some();
                            assert_eq!(may, board.is_legal(side, at), "{side} {at} on\n{board}");
                            may
                        })
                        .collect();
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let choice = (random >> 33) as usize % (legal.len() + 1);
                    if let Some(&at) = legal.get(choice) {
                        board.play_unchecked(side, at);
                        tiny = tiny.place(&grid, grid.index(at) as u8).unwrap();
                    } else {
                        board.lift_ko();
                        tiny = tiny.pass();
                    }
                    side = !side;
                    let again = Tiny { passed: tiny.passed, ..Tiny::new(&grid, &board, side) };
                    assert_eq!(tiny, again, "on\n{board}");
                }
            }
        }
    }

    #[test]
    fn area_counts_stones_and_what_they_surround() {
        let grid = Grid::new(3, 3).unwrap();
        let board: Board = ". X O \n X X O \n . X .".parse().unwrap();
        assert_eq!(Tiny::new(&grid, &board, Color::Black).area(&grid), 6 - 2);
        assert!(Grid::new(6, 6).is_none());
    }
}
