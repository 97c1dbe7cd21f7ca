//! Discs that can never be turned again, and the bound on the score they give.
//!
//! Owns a lower bound good enough for cut-offs; the exact count by exhaustion belongs to `features`.

use crate::othello::bitboard::{CORNERS, EDGES, FILE_A, FILE_H};

/// Squares from which `steps` steps along an axis leave the board: `[axis][steps - 1]` for 1, 2 and 4 steps.
const fn leaves_board(file_step: i32, rank_step: i32, steps: i32) -> u64 {
    let mut bits = 0;
    let mut square = 0;
    while square < 64 {
        let file = square % 8 + file_step * steps;
        let rank = square / 8 + rank_step * steps;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            bits |= 1 << square;
        }
        square += 1;
    }
    bits
}

/// The four axes: shift, and the squares that leave the board after 1, 2 and 4 steps up and down.
const AXES: [(u32, [u64; 3], [u64; 3]); 4] = [axis(1, 0), axis(0, 1), axis(-1, 1), axis(1, 1)];

const fn axis(file_step: i32, rank_step: i32) -> (u32, [u64; 3], [u64; 3]) {
    let shift = (rank_step * 8 + file_step) as u32;
    let mut up = [0; 3];
    let mut down = [0; 3];
    let mut i = 0;
    while i < 3 {
        up[i] = leaves_board(file_step, rank_step, 1 << i);
        down[i] = leaves_board(-file_step, -rank_step, 1 << i);
        i += 1;
    }
    (shift, up, down)
}

/// Returns, for each of the four axes, the squares whose whole line along it holds discs.
///
/// # Shape
/// `[row, column, rising diagonal, falling diagonal]`, as rising reads from the bottom left.
#[must_use]
#[inline]
pub fn full_lines(discs: u64) -> [u64; 4] {
    AXES.map(|(shift, up_edge, down_edge)| {
        let mut up = discs;
        let mut down = discs;
        let mut i = 0;
        while i < 3 {
            up &= up_edge[i] | (up >> (shift << i));
            down &= down_edge[i] | (down << (shift << i));
            i += 1;
        }
        up & down
    })
}

/// Stable discs of an edge whatever is played on it: `[player's eight][opponent's eight]`.
///
/// # Shape
/// Entries with overlapping discs are 0.
static STABLE_EDGE: [[u8; 256]; 256] = build_stable_edge();

const fn edge_flip(square: usize, player: usize, opponent: usize) -> usize {
    let mut flipped = 0;
    let mut run = 0;
    let mut i = square + 1;
    while i < 8 && opponent >> i & 1 == 1 {
        run |= 1 << i;
        i += 1;
    }
    if i < 8 && player >> i & 1 == 1 {
        flipped |= run;
    }
    run = 0;
    i = square;
    while i > 0 && opponent >> (i - 1) & 1 == 1 {
        i -= 1;
        run |= 1 << i;
    }
    if i > 0 && player >> (i - 1) & 1 == 1 {
        flipped |= run;
    }
    flipped
}

#[allow(long_running_const_eval)]
const fn build_stable_edge() -> [[u8; 256]; 256] {
    let mut table = [[0u8; 256]; 256];
    // Fewer empties first: an entry depends on the entries with one disc more.
    let mut n_discs = 9;
    while n_discs > 0 {
        n_discs -= 1;
        let mut player = 0usize;
        while player < 256 {
            // The opponent's discs run through the subsets of what the player leaves.
            let free = !player & 255;
            let mut opponent = free;
            loop {
                if (player | opponent).count_ones() == n_discs {
                    let empties = free & !opponent;
                    let mut stable = player;
                    let mut left = empties;
                    while left != 0 {
                        let square = left.trailing_zeros() as usize;
                        left &= left - 1;
                        let turned = edge_flip(square, player, opponent);
                        stable &= table[player | turned | 1 << square][opponent & !turned] as usize;
                        let turned = edge_flip(square, opponent, player);
                        stable &= table[player & !turned][opponent | turned | 1 << square] as usize;
                    }
                    table[player][opponent] = stable as u8;
                }
                if opponent == 0 {
                    break;
                }
                opponent = (opponent - 1) & free;
            }
            player += 1;
        }
    }
    table
}

/// Gathers column a into eight bits, row 1 lowest.
#[inline]
const fn pack_file_a(bits: u64) -> usize {
    ((bits & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

/// Spreads eight bits over column a, row 1 the lowest bit.
#[inline]
const fn unpack_file_a(bits: u8) -> u64 {
    (((bits & 0x7F) as u64).wrapping_mul(0x0002_0408_1020_4081) & FILE_A)
        | ((bits as u64 & 0x80) << 49)
}

/// Returns the discs of `player` on the four edges that are stable whatever is played there.
#[must_use]
#[inline]
pub fn stable_edges(player: u64, opponent: u64) -> u64 {
    let row = |shift: u32| {
        let p = (player >> shift) as usize & 255;
        let o = (opponent >> shift) as usize & 255;
        u64::from(STABLE_EDGE[p & 255][o & 255]) << shift
    };
    let file = |shift: u32| {
        let p = pack_file_a(player >> shift);
        let o = pack_file_a(opponent >> shift);
        unpack_file_a(STABLE_EDGE[p & 255][o & 255]) << shift
    };
    row(0) | row(56) | file(0) | file(7)
}

/// Returns discs of `player` that can never be turned: a lower bound of all that are.
///
/// # Source
/// Stable edges, full lines, then spreading from stable neighbours, as Edax `get_stability`.
#[must_use]
#[inline]
pub fn stable_discs(player: u64, opponent: u64) -> u64 {
    let full = full_lines(player | opponent);
    let inner = player & !EDGES;
    let mut stable =
        stable_edges(player, opponent) | (full[0] & full[1] & full[2] & full[3] & inner);
    if stable == 0 {
        return 0;
    }
    loop {
        let row = (stable >> 1) | (stable << 1) | full[0];
        let column = (stable >> 8) | (stable << 8) | full[1];
        let rising = (stable >> 7) | (stable << 7) | full[2];
        let falling = (stable >> 9) | (stable << 9) | full[3];
        let grown = stable | (row & column & rising & falling & inner);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// Returns how many corners `player` holds together with the stable discs beside them: a cheap guide for
/// move ordering.
#[must_use]
#[inline]
pub fn corner_stability(player: u64) -> u32 {
    let corners = player & CORNERS;
    let west = corners & FILE_A;
    let east = corners & FILE_H;
    let beside = (west << 1) | (east >> 1) | (corners << 8) | (corners >> 8);
    (corners | (beside & EDGES & player)).count_ones()
}

/// From this many empty squares on, no stability cut-off is tried.
const MAX_EMPTIES: usize = 48;

/// The least alpha at which a stability cut-off is worth a try: `[empties]`.
///
/// # Units
/// Discs.
/// # Source
/// The thresholds most engines took over from Edax.
static THRESHOLD: [i8; MAX_EMPTIES] = [
    64, 64, 64, 64, 6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44,
    46, //
    48, 48, 50, 50, 52, 52, 54, 54, 56, 56, 58, 58, 60, 60, 62, 62, 64, 64, 64, 64, 64, 64, 64, 64,
];

/// Twice the discs that are never stable on a board worth trying.
///
/// # Source
/// The check before the count as in Neural Reversi.
const UNSTABLE: i32 = 16;

/// Returns an upper bound of the score at or below `alpha`, if the opponent's stable discs prove one.
///
/// # Units
/// Discs, side to move's view.
#[must_use]
#[inline]
pub(crate) fn cutoff(player: u64, opponent: u64, alpha: i32, n_empties: u32) -> Option<i32> {
    let threshold = THRESHOLD.get(n_empties as usize)?;
    // The opponent's stable discs must take up `64 - alpha` of twice its discs; that nearly all are is too rare.
    if alpha < i32::from(*threshold) || 2 * (opponent.count_ones() as i32) < 64 - alpha + UNSTABLE {
        return None;
    }
    let bound = 64 - 2 * stable_discs(opponent, player).count_ones() as i32;
    (bound <= alpha).then_some(bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_columns_round_trip() {
        for bits in 0..=255u8 {
            let column = unpack_file_a(bits);
            assert_eq!(pack_file_a(column), usize::from(bits));
            for row in 0..8 {
                assert_eq!(column >> (8 * row) & 1, u64::from(bits >> row & 1));
            }
            assert_eq!(column & !FILE_A, 0);
        }
    }

    #[test]
    fn a_full_edge_is_stable_and_a_lone_c_square_is_not() {
        assert_eq!(stable_edges(0xFF, 0), 0xFF);
        assert_eq!(stable_edges(0x02, 0), 0);
        assert_eq!(stable_edges(0x07, 0), 0x07);
        assert_eq!(stable_edges(0x7E, 0), 0);
    }

    #[test]
    fn full_lines_of_a_full_board_are_everywhere() {
        assert_eq!(full_lines(!0), [!0; 4]);
        let [row, column, rising, falling] = full_lines(!(1 << 27));
        assert_eq!(!row, 0xFF << 24);
        assert_eq!(!column, FILE_A << 3);
        assert_eq!(!rising & (1 << 27), 1 << 27);
        assert_eq!((!rising).count_ones(), 7);
        assert_eq!((!falling).count_ones(), 8);
    }
}
