//! Flips and mobility in plain integer code: the reference every other kernel must equal.

use crate::othello::bitboard::{FILE_A, FILE_H};

/// Rays from each square: `[square][ray]`, the four towards higher squares, then the four towards lower.
///
/// # Shape
/// Order of the rays: east, south, south-west, south-east; west, north, north-east, north-west.
/// # Source
/// The layout, one cache line a square, follows Edax `flip_avx.c`.
#[repr(align(64))]
pub struct Rays(pub [[u64; 8]; 64]);

/// The rays of all 64 squares.
pub static RAYS: Rays = Rays(build_rays());

const STEPS: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 1), (1, 1), (-1, 0), (0, -1), (1, -1), (-1, -1)];

const fn build_rays() -> [[u64; 8]; 64] {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 8 {
            let (mut file, mut rank) = (square as i32 % 8, square as i32 / 8);
            loop {
                file += STEPS[ray].0;
                rank += STEPS[ray].1;
                if file < 0 || file > 7 || rank < 0 || rank > 7 {
                    break;
                }
                rays[square][ray] |= 1 << (rank * 8 + file);
            }
            ray += 1;
        }
        square += 1;
    }
    rays
}

/// Returns the discs of `opponent` that `player` turns by playing on `square` (0 to 63, empty).
#[must_use]
#[inline]
pub fn flip(square: usize, player: u64, opponent: u64) -> u64 {
    let rays = &RAYS.0[square & 63];
    let mut flipped = 0;
    for &ray in &rays[..4] {
        let stop = ray & !opponent;
        let outflank = stop & stop.wrapping_neg() & player;
        flipped |= outflank.wrapping_sub(u64::from(outflank != 0)) & ray;
    }
    for &ray in &rays[4..] {
        let stop = ray & !opponent;
        // The highest bit of `stop`: the first square along the ray that is not the opponent's.
        let outflank = (1 << 63 >> (stop | 1).leading_zeros()) & stop & player;
        flipped |= (outflank.wrapping_neg() << 1) & ray;
    }
    flipped
}

/// Returns how many discs are turned when the board's last empty `square` is filled, by `player`, whose discs are
/// given, or by the other side, whose is every other square.
///
/// # Shape
/// `[player's turns, opponent's turns]`
#[must_use]
#[inline]
pub fn count_last_flips(square: usize, player: u64) -> [u32; 2] {
    let opponent = !player & !(1 << (square & 63));
    [flip(square, player, opponent).count_ones(), flip(square, opponent, player).count_ones()]
}

/// Returns the empty squares on which `player` turns at least one disc.
///
/// # Source
/// Parallel prefix over the four axes, as in most bitboard engines.
#[must_use]
#[inline]
pub fn mobility(player: u64, opponent: u64) -> u64 {
    const INNER_FILES: u64 = !(FILE_A | FILE_H);
    let axis = |shift: u32, mask: u64| {
        let through = opponent & mask;
        let mut up = through & (player << shift);
        let mut down = through & (player >> shift);
        up |= through & (up << shift);
        down |= through & (down >> shift);
        let up_pair = through & (through << shift);
        let down_pair = through & (through >> shift);
        up |= up_pair & (up << (2 * shift));
        down |= down_pair & (down >> (2 * shift));
        up |= up_pair & (up << (2 * shift));
        down |= down_pair & (down >> (2 * shift));
        (up << shift) | (down >> shift)
    };
    (axis(1, INNER_FILES) | axis(8, !0) | axis(7, INNER_FILES) | axis(9, INNER_FILES))
        & !(player | opponent)
}
