//! The search's numbers, and the formulas made of them.

use std::sync::OnceLock;

/// Nodes a search by fours may take at a node of some depth.
pub(super) fn fours_nodes(depth: i32) -> u64 {
    (48 + 24 * depth.clamp(0, 12)) as u64
}

/// How far a leaf follows the other side's open threes.
pub(super) const DEEPEST_LEAF: i32 = -4;

/// How far the score must stand above the window for a node to be left as it is.
///
/// # Units
/// 1/100 point.
pub(super) fn futility_margin(depth: i32, improving: bool) -> i32 {
    35 * depth - if improving { 20 } else { 0 }
}

/// How far the score must stand below the window for a node to be given up.
pub(super) fn razor_margin(depth: i32) -> i32 {
    150 + 120 * depth
}

/// How far the score must stand below the window for a quiet move to be left out.
pub(super) fn quiet_margin(depth: i32) -> i32 {
    30 + 40 * depth
}

/// How many moves a node tries before it leaves quiet ones out.
pub(super) fn move_count(depth: i32, improving: bool) -> usize {
    let all = 6 + 3 * depth + depth * depth;
    (if improving { all } else { all * 2 / 3 }) as usize
}

/// Returns by how many plies the `count`-th move of a node of `depth` is reduced.
pub(super) fn reduction(depth: i32, count: usize) -> i32 {
    static TABLE: OnceLock<Vec<[u8; 64]>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        (0..64)
            .map(|depth| {
                let mut row = [0; 64];
                for (count, plies) in row.iter_mut().enumerate() {
                    let product =
                        libm::log(f64::from(depth).max(1.0)) * libm::log((count as f64).max(1.0));
                    *plies = (0.3 + product / 1.9) as u8;
                }
                row
            })
            .collect()
    });
    i32::from(table[depth.clamp(0, 63) as usize][count.min(63)])
}
