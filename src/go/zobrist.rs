//! Keys of stones on points, for hashing boards.

use crate::game::Color;
use crate::go::point::{LEN, Point};

/// One key for each index and colour.
static KEYS: [[u64; LEN]; 2] = keys();

/// Returns the key of a stone.
pub(super) fn stone(color: Color, point: Point) -> u64 {
    KEYS[color.index()][point.index()]
}

/// Fills the table with the outputs of a counter mixed twice by multiplication.
///
/// # Source
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
const fn keys() -> [[u64; LEN]; 2] {
    let mut keys = [[0; LEN]; 2];
    let mut state = 0x6a09_e667_f3bc_c908_u64;
    let mut i = 0;
    while i < 2 * LEN {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut key = state;
        key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[i % 2][i / 2] = key ^ (key >> 31);
        i += 1;
    }
    keys
}
