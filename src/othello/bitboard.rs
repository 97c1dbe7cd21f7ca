//! Sets of squares as `u64`: bit `i` is square `i`, a1 the lowest bit, h8 the highest.
//!
//! Owns shifts, neighbourhoods and symmetries of sets; must not know whose discs they are.

use crate::othello::Square;

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The X-squares b2, g2, b7, g7.
pub const X_SQUARES: u64 = 0x0042_0000_0000_4200;
/// The eight C-squares beside the corners on the edges.
pub const C_SQUARES: u64 = 0x4281_0000_0000_8142;
/// The eight A-squares, two from a corner on the edges.
pub const A_SQUARES: u64 = 0x2400_8100_0081_0024;
/// The eight B-squares in the middle of the edges.
pub const B_SQUARES: u64 = 0x1800_0081_8100_0018;
/// The 28 squares on the rim.
pub const EDGES: u64 = 0xFF81_8181_8181_81FF;
/// The 20 squares one step from the rim.
pub const SECOND_RING: u64 = 0x007E_4242_4242_7E00;
/// Column a.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// Column h.
pub const FILE_H: u64 = 0x8080_8080_8080_8080;

/// Iterates over the squares of a set, lowest first.
///
/// # Examples
/// ```
/// use heibai::othello::bitboard::{CORNERS, squares};
/// let names: Vec<String> = squares(CORNERS).map(|s| s.to_string()).collect();
/// assert_eq!(names, ["a1", "h1", "a8", "h8"]);
/// ```
pub fn squares(mut bits: u64) -> impl Iterator<Item = Square> + Clone {
    std::iter::from_fn(move || {
        let square = Square::lowest(bits)?;
        bits &= bits - 1;
        Some(square)
    })
}

/// Returns every square beside one of `bits`, in the eight directions; squares of `bits` only if they
/// touch another.
#[must_use]
pub const fn neighbours(bits: u64) -> u64 {
    let west = (bits & !FILE_A) >> 1;
    let east = (bits & !FILE_H) << 1;
    let row = bits | west | east;
    west | east | (row << 8) | (row >> 8)
}

/// Returns the connected parts of `bits`, joined through sides and corners, in the order of their lowest
/// square.
#[must_use]
pub fn regions(mut bits: u64) -> Vec<u64> {
    let mut found = Vec::new();
    while bits != 0 {
        let mut region = bits & bits.wrapping_neg();
        loop {
            let grown = (region | neighbours(region)) & bits;
            if grown == region {
                break;
            }
            region = grown;
        }
        found.push(region);
        bits &= !region;
    }
    found
}

/// Mirrors top and bottom: row 1 becomes row 8.
#[must_use]
pub const fn flip_vertical(bits: u64) -> u64 {
    bits.swap_bytes()
}

/// Mirrors left and right: column a becomes column h.
#[must_use]
pub const fn flip_horizontal(mut bits: u64) -> u64 {
    bits = ((bits >> 1) & 0x5555_5555_5555_5555) | ((bits & 0x5555_5555_5555_5555) << 1);
    bits = ((bits >> 2) & 0x3333_3333_3333_3333) | ((bits & 0x3333_3333_3333_3333) << 2);
    ((bits >> 4) & 0x0F0F_0F0F_0F0F_0F0F) | ((bits & 0x0F0F_0F0F_0F0F_0F0F) << 4)
}

/// Mirrors along the a1–h8 diagonal: column a becomes row 1.
#[must_use]
pub const fn transpose(mut bits: u64) -> u64 {
    let mut t = (bits ^ (bits >> 7)) & 0x00AA_00AA_00AA_00AA;
    bits = bits ^ t ^ (t << 7);
    t = (bits ^ (bits >> 14)) & 0x0000_CCCC_0000_CCCC;
    bits = bits ^ t ^ (t << 14);
    t = (bits ^ (bits >> 28)) & 0x0000_0000_F0F0_F0F0;
    bits ^ t ^ (t << 28)
}

/// Returns the image of `bits` under symmetry `index` of the eight (modulo 8); 0 is the identity.
///
/// Bit 0 of `index` mirrors left and right, bit 1 top and bottom, bit 2 transposes last.
#[must_use]
pub const fn symmetry(mut bits: u64, index: usize) -> u64 {
    if index & 1 != 0 {
        bits = flip_horizontal(bits);
    }
    if index & 2 != 0 {
        bits = flip_vertical(bits);
    }
    if index & 4 != 0 {
        bits = transpose(bits);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetry_maps_squares() {
        let b1 = "b1".parse::<Square>().unwrap().bit();
        let images: Vec<String> =
            (0..8).map(|i| Square::lowest(symmetry(b1, i)).unwrap().to_string()).collect();
        assert_eq!(images, ["b1", "g1", "b8", "g8", "a2", "a7", "h2", "h7"]);
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        for square in Square::all() {
            let near = neighbours(square.bit());
            for other in Square::all() {
                let df = square.file().abs_diff(other.file());
                let dr = square.rank().abs_diff(other.rank());
                assert_eq!(near & other.bit() != 0, df.max(dr) == 1, "{square} {other}");
            }
        }
    }

    #[test]
    fn square_classes_partition_the_rim() {
        assert_eq!(CORNERS | C_SQUARES | A_SQUARES | B_SQUARES, EDGES);
        let sizes = [CORNERS, C_SQUARES, A_SQUARES, B_SQUARES, X_SQUARES].map(u64::count_ones);
        assert_eq!(sizes, [4, 8, 8, 8, 4]);
        assert_eq!(SECOND_RING.count_ones(), 20);
    }
}
