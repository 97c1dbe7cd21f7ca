//! Counting the last flips with parallel bit extract.
#![allow(unsafe_code)]

use core::arch::x86_64::_pext_u64;

use crate::othello::kernel::portable::RAYS;

/// Discs turned on a line of eight: `[place on the line][player's discs]`, the rest the opponent's.
static TURNED: [[u8; 256]; 8] = build_turned();

/// The whole diagonals through each square: `[square][south-east or south-west]`.
static DIAGONALS: [[u64; 2]; 64] = build_diagonals();

/// How many squares of each diagonal come before the square: `[square][south-east or south-west]`.
static PLACES: [[u8; 2]; 64] = build_places();

const fn build_turned() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0usize;
        while line < 256 {
            let above: usize = (line >> place) >> 1;
            let below = line & ((1 << place) - 1);
            let mut turned = 0;
            if above != 0 {
                turned += above.trailing_zeros();
            }
            if below != 0 {
                turned += place as u32 - 1 - (31 - (below as u32).leading_zeros());
            }
            table[place][line] = turned as u8;
            line += 1;
        }
        place += 1;
    }
    table
}

const fn build_diagonals() -> [[u64; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let rays = &RAYS.0[square];
        table[square] = [rays[3] | rays[7] | 1 << square, rays[2] | rays[6] | 1 << square];
        square += 1;
    }
    table
}

const fn build_places() -> [[u8; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let rays = &RAYS.0[square];
        table[square] = [rays[7].count_ones() as u8, rays[6].count_ones() as u8];
        square += 1;
    }
    table
}

/// Returns how many discs are turned when the board's last empty `square` is filled by `player`.
///
/// # Safety
/// The processor has BMI2.
/// # Source
/// Extraction of the four lines, one table look-up a line, after Edax-AVX `count_last_flip_bmi2.c`.
#[must_use]
#[target_feature(enable = "bmi2")]
#[inline]
pub fn count_last_flip(square: usize, player: u64) -> u32 {
    let (file, rank) = (square & 7, (square >> 3) & 7);
    let [falling, rising] = DIAGONALS[square & 63];
    let [falling_place, rising_place] = PLACES[square & 63];
    let row = (player >> (square & 56)) & 255;
    let column = _pext_u64(player, 0x0101_0101_0101_0101 << file);
    u32::from(TURNED[file][row as usize])
        + u32::from(TURNED[rank][(column & 255) as usize])
        + u32::from(
            TURNED[(falling_place & 7) as usize][(_pext_u64(player, falling) & 255) as usize],
        )
        + u32::from(TURNED[(rising_place & 7) as usize][(_pext_u64(player, rising) & 255) as usize])
}
