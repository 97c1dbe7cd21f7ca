//! Discs that can never be turned again: all of them where few squares are empty, else a bound.
//!
//! Owns the count players are told; the cheaper bound for cut-offs is `crate::othello::stability`'s.
//!
//! Entry point: [`Stable::of`].

use std::collections::HashSet;

use crate::game::ByColor;
use crate::othello::bitboard::{FILE_A, FILE_H, squares};
use crate::othello::stability::full_lines;
use crate::othello::{Board, Position};

/// The stable discs of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stable {
    /// The discs found stable.
    pub discs: ByColor<u64>,
    /// Whether every line of play was looked at, so that no other disc is stable.
    pub exhaustive: bool,
}

impl Stable {
    /// The most empty squares at which every line of play is looked at.
    pub const EXHAUSTIVE_EMPTIES: u32 = 8;

    /// The most boards visited before the lower bound is taken instead.
    const MAX_BOARDS: usize = 150_000;

    /// Finds the stable discs: all of them with few empty squares or once the game is over, else a lower
    /// bound.
    ///
    /// A disc is stable when no sequence of legal moves by both sides, with the forced passes, turns it.
    ///
    /// # Cost
    /// A walk through every board that can arise from eight or fewer empty squares.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let discs = position.discs();
        let bound = lower_bound(discs);
        let known = bound.black | bound.white;
        let few = position.n_empties() <= Stable::EXHAUSTIVE_EMPTIES || position.is_over();
        let found =
            if few { exhaustive(position.board(), known, Stable::MAX_BOARDS) } else { None };
        match found {
            Some(stable) => Stable {
                discs: ByColor { black: stable & discs.black, white: stable & discs.white },
                exhaustive: true,
            },
            None => Stable { discs: bound, exhaustive: false },
        }
    }
}

/// Returns the discs that full lines and stable neighbours prove stable.
///
/// On each of its four lines such a disc has a full line, the rim beside it, or a stable disc of its colour
/// beside it.
///
/// # Source
/// The classical contact argument, as in the stability count of Edax.
pub(super) fn lower_bound(discs: ByColor<u64>) -> ByColor<u64> {
    let full = full_lines(discs.black | discs.white);
    ByColor::from_fn(|color| {
        let own = discs[color];
        let mut stable = 0;
        loop {
            let safe = AXES
                .iter()
                .zip(full)
                .fold(own, |safe, (axis, full)| safe & (full | axis.beside_rim_or(stable)));
            if safe == stable {
                return stable;
            }
            stable = safe;
        }
    })
}

/// Returns the discs that no line of play turns, or `None` once more than `max_boards` have been met.
///
/// `known` are discs proved stable otherwise; the walk ends once all others have been turned.
pub(super) fn exhaustive(board: Board, known: u64, max_boards: usize) -> Option<u64> {
    let doubtful = !board.empties() & !known;
    let mut turned = 0;
    let mut seen = HashSet::from([board]);
    let mut open = vec![board];
    while let Some(mut board) = open.pop() {
        if doubtful & !turned == 0 {
            break;
        }
        if board.must_pass() {
            board = board.pass();
        }
        for square in squares(board.legal_moves()) {
            let flipped = board.flips(square);
            turned |= flipped;
            let after = board.after(square, flipped);
            if seen.insert(after) {
                open.push(after);
            }
        }
        if seen.len() > max_boards {
            return None;
        }
    }
    Some(!board.empties() & !turned)
}

/// One of the four directions of a line, as a shift towards higher squares.
struct Axis {
    shift: u32,
    /// The squares whose line ends here, towards higher or lower squares.
    rim: u64,
    /// The squares a shift up may come from.
    up: u64,
    /// The squares a shift down may come from.
    down: u64,
}

const ROWS_1_8: u64 = 0xFF00_0000_0000_00FF;

/// Row, column, and the two diagonals, in the order of [`full_lines`].
const AXES: [Axis; 4] = [
    Axis { shift: 1, rim: FILE_A | FILE_H, up: !FILE_H, down: !FILE_A },
    Axis { shift: 8, rim: ROWS_1_8, up: !0, down: !0 },
    Axis { shift: 7, rim: FILE_A | FILE_H | ROWS_1_8, up: !FILE_A, down: !FILE_H },
    Axis { shift: 9, rim: FILE_A | FILE_H | ROWS_1_8, up: !FILE_H, down: !FILE_A },
];

impl Axis {
    /// Returns the squares that have the rim or a square of `stable` beside them on this axis.
    const fn beside_rim_or(&self, stable: u64) -> u64 {
        self.rim | ((stable & self.up) << self.shift) | ((stable & self.down) >> self.shift)
    }
}
