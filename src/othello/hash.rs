//! Hashing boards.

use crate::othello::Board;

/// A board's hash: two independent words, one to find its bucket and one to tell boards apart in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardHash {
    /// Chooses the bucket.
    pub(crate) index: u64,
    /// Tells boards of one bucket apart.
    pub(crate) check: u64,
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ (product >> 64) as u64
}

/// Hashes a board.
///
/// # Source
/// Two folded 64-bit products over different constants, as in wyhash.
#[inline]
pub(crate) fn hash(board: Board) -> BoardHash {
    let (p, o) = (board.player(), board.opponent());
    BoardHash {
        index: fold(p ^ 0x9E37_79B9_7F4A_7C15, o ^ 0xD1B5_4A32_D192_ED03),
        check: fold(p ^ 0x8CB9_2BA7_2F3D_8DD7, o.rotate_left(32) ^ 0xAEF1_7502_108E_F2D9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn hash_words_of_near_boards_differ() {
        let mut level = vec![Board::START];
        let mut boards = HashSet::new();
        for _ in 0..7 {
            level = level.iter().flat_map(|b| b.children().map(|(_, c)| c)).collect();
            boards.extend(level.iter().copied());
        }
        let index: HashSet<u64> = boards.iter().map(|&b| hash(b).index).collect();
        let check: HashSet<u64> = boards.iter().map(|&b| hash(b).check).collect();
        assert_eq!((index.len(), check.len()), (boards.len(), boards.len()));
        let high: HashSet<u64> = boards.iter().map(|&b| hash(b).index >> 40).collect();
        // 24 bits, tens of thousands of boards: a handful of meetings at most is what chance gives.
        let meetings = boards.len() - high.len();
        assert!(meetings < 4 * ((boards.len() * boards.len()) >> 25) + 8, "{meetings}");
    }
}
