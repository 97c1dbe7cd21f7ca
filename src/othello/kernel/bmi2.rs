//! Counting the last flips with parallel bit extract.
#![allow(unsafe_code)]

use core::arch::x86_64::_pext_u64;

use crate::othello::kernel::portable::RAYS;

/// Where the counts of lines begin in [`COUNTS`]: `[length][place of the square]`.
const STARTS: [[u16; 8]; 9] = build_starts();

/// Discs turned on a full line when its one empty square is filled: at [`STARTS`]`[length][place]` and the line of
/// the player's discs, those that the player would turn, and 256 times those that the other side would.
static COUNTS: [u16; 4096] = build_counts();

/// The lines through a square.
#[derive(Clone, Copy)]
struct Lines {
    /// The diagonals: falling, rising.
    diagonals: [u64; 2],
    /// Where the counts of a line begin: row, column, falling, rising.
    starts: [u16; 4],
}

static LINES: [Lines; 64] = build_lines();

const fn build_starts() -> [[u16; 8]; 9] {
    let mut starts = [[0; 8]; 9];
    let mut next = 0;
    // The one-square line turns nothing: it shares the first entry of the two-square lines.
    let mut length = 2;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            starts[length][place] = next;
            next += 1 << length;
            place += 1;
        }
        length += 1;
    }
    starts
}

const fn line_count(length: usize, place: usize, discs: usize) -> u32 {
    let above = (discs >> place) >> 1;
    let below = discs & ((1 << place) - 1);
    let mut turned = 0;
    if above != 0 {
        turned += above.trailing_zeros();
    }
    if below != 0 {
        turned += (place - 1) as u32 - below.ilog2();
    }
    debug_assert!(place < length, "the square is on its line");
    turned
}

const fn build_counts() -> [u16; 4096] {
    let mut counts = [0; 4096];
    let mut length = 2;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            let mut discs = 0;
            while discs < 1 << length {
                let others = ((1 << length) - 1) & !discs & !(1 << place);
                let count =
                    line_count(length, place, discs) | line_count(length, place, others) << 8;
                counts[STARTS[length][place] as usize + discs] = count as u16;
                discs += 1;
            }
            place += 1;
        }
        length += 1;
    }
    counts
}

const fn build_lines() -> [Lines; 64] {
    let mut lines = [Lines { diagonals: [0; 2], starts: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let rays = &RAYS.0[square];
        let mut starts = [STARTS[8][square % 8], STARTS[8][square / 8], 0, 0];
        // Rays towards higher squares, and those that lead back.
        let pairs = [(3, 7), (2, 6)];
        let mut diagonals = [0; 2];
        let mut i = 0;
        while i < 2 {
            let (up, down) = (rays[pairs[i].0], rays[pairs[i].1]);
            diagonals[i] = up | down | 1 << square;
            let place = down.count_ones() as usize;
            starts[2 + i] = STARTS[diagonals[i].count_ones() as usize][place];
            i += 1;
        }
        lines[square] = Lines { diagonals, starts };
        square += 1;
    }
    lines
}

/// Returns how many discs are turned when the board's last empty `square` is filled, by `player` or by the other
/// side.
///
/// # Shape
/// `[player's turns, opponent's turns]`
/// # Safety
/// The processor has BMI2.
/// # Source
/// Extraction of the four lines, one table look-up a line for both sides, after Edax-AVX.
#[must_use]
#[target_feature(enable = "bmi2")]
#[inline]
pub fn count_last_flips(square: usize, player: u64) -> [u32; 2] {
    let lines = &LINES[square & 63];
    let row = (player >> (square & 56)) & 255;
    let column = _pext_u64(player, 0x0101_0101_0101_0101 << (square & 7));
    let count = |i: usize, line: u64| {
        u32::from(COUNTS[(usize::from(lines.starts[i]) + line as usize) & 4095])
    };
    let sum = count(0, row)
        + count(1, column)
        + count(2, _pext_u64(player, lines.diagonals[0]))
        + count(3, _pext_u64(player, lines.diagonals[1]));
    [sum & 255, sum >> 8]
}
