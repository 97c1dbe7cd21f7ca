//! The patterns: which squares are looked at together, and how a filling of them becomes a number.
//!
//! Owns shapes, their images on the board and the symmetry of their fillings; must not know weights.
//!
//! A filling is read as a number in balanced ternary: a disc of the side to move counts +1, one of the other
//! side -1, an empty square 0, the i-th square of the shape times 3^i. Seen from the other side it is the
//! negative number, so that one table of weights serves both.

use crate::othello::Square;
use crate::othello::bitboard::symmetry;

/// The most squares of a shape.
pub const MAX_SQUARES: usize = 10;

/// The number of shapes.
pub const N_SHAPES: usize = 15;

/// The number of instances on the board, all shapes together.
pub const N_FEATURES: usize = 64;

/// Names and squares of the shapes in their home orientation.
///
/// # Source
/// Classic choices since Logistello and Zebra: edges with X-squares, corners, rows and diagonals; the wider
/// ones follow the kinds Edax and Egaroucid use.
pub static SHAPES: [(&str, &str); N_SHAPES] = SHAPE_LIST;

const SHAPE_LIST: [(&str, &str); N_SHAPES] = [
    ("edge and X", "a1b1c1d1e1f1g1h1b2g2"),
    ("edge and row 2", "a1b1c1d1e1f1g1h1c2f2"),
    ("row 2", "a2b2c2d2e2f2g2h2"),
    ("row 3", "a3b3c3d3e3f3g3h3"),
    ("row 4", "a4b4c4d4e4f4g4h4"),
    ("corner 3x3", "a1b1a2c1b2a3c2b3c3"),
    ("corner 2x5", "a1b1c1d1e1a2b2c2d2e2"),
    ("triangle", "a1b1a2c1b2a3d1c2b3a4"),
    ("band", "a1b1a2b2c2b3c3d3c4d4"),
    ("edge centre", "c1d1e1f1c2d2e2f2d3e3"),
    ("diagonal 8 and C", "a1b2c3d4e5f6g7h8b1h7"),
    ("diagonal 7 and corners", "b1c2d3e4f5g6h7a1h8"),
    ("diagonal 6 and X", "c1d2e3f4g5h6b2g7"),
    ("diagonal 5 and edges", "d1e2f3g4h5c1h6"),
    ("corners and edge block", "a1c1d1c2d2e2f2e1f1h1"),
];

/// One instance of a shape on the board.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Which shape.
    pub shape: usize,
    /// How many squares it has.
    pub len: usize,
    /// Its squares in the shape's order, 64 beyond `len`.
    pub squares: [u8; MAX_SQUARES],
}

/// The instances of all shapes, shape by shape.
pub static FEATURES: [Feature; N_FEATURES] = FEATURE_LIST;

const FEATURE_LIST: [Feature; N_FEATURES] = build_features();

const fn image(square: u8, index: usize) -> u8 {
    symmetry(1 << square, index).trailing_zeros() as u8
}

const fn shape_squares(shape: usize) -> ([u8; MAX_SQUARES], usize) {
    let text = SHAPE_LIST[shape].1.as_bytes();
    let mut squares = [64; MAX_SQUARES];
    let mut i = 0;
    while 2 * i < text.len() {
        squares[i] = (text[2 * i + 1] - b'1') * 8 + (text[2 * i] - b'a');
        i += 1;
    }
    (squares, i)
}

const fn build_features() -> [Feature; N_FEATURES] {
    let mut features = [Feature { shape: 0, len: 0, squares: [64; MAX_SQUARES] }; N_FEATURES];
    let mut n = 0;
    let mut shape = 0;
    while shape < N_SHAPES {
        let (home, len) = shape_squares(shape);
        let mut seen = [0u64; 8];
        let mut index = 0;
        while index < 8 {
            let mut squares = [64; MAX_SQUARES];
            let mut i = 0;
            while i < len {
                squares[i] = image(home[i], index);
                seen[index] |= 1 << squares[i];
                i += 1;
            }
            let mut is_new = true;
            let mut before = 0;
            while before < index {
                is_new &= seen[before] != seen[index];
                before += 1;
            }
            if is_new {
                features[n] = Feature { shape, len, squares };
                n += 1;
            }
            index += 1;
        }
        shape += 1;
    }
    assert!(n == N_FEATURES, "the shapes have as many instances as there are features");
    features
}

/// The powers of three.
const POWER: [i16; MAX_SQUARES] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683];

/// What one own disc adds to every feature: `[square][feature]`.
pub static WEIGHT_OF_SQUARE: [[i16; N_FEATURES]; 64] = build_weight_of_square();

const fn build_weight_of_square() -> [[i16; N_FEATURES]; 64] {
    let mut table = [[0; N_FEATURES]; 64];
    let mut feature = 0;
    while feature < N_FEATURES {
        let mut i = 0;
        while i < FEATURE_LIST[feature].len {
            table[FEATURE_LIST[feature].squares[i] as usize][feature] = POWER[i];
            i += 1;
        }
        feature += 1;
    }
    table
}

/// Returns the number of fillings of a shape, 3 to the number of its squares.
#[must_use]
pub const fn n_fillings(shape: usize) -> usize {
    let (_, len) = shape_squares(shape);
    let mut fillings = 1;
    let mut i = 0;
    while i < len {
        fillings *= 3;
        i += 1;
    }
    fillings
}

/// Where each shape's fillings begin in a stage's table, and the length of it at the end.
pub static OFFSETS: [usize; N_SHAPES + 1] = OFFSET_LIST;

const OFFSET_LIST: [usize; N_SHAPES + 1] = {
    let mut offsets = [0; N_SHAPES + 1];
    let mut shape = 0;
    while shape < N_SHAPES {
        offsets[shape + 1] = offsets[shape] + n_fillings(shape);
        shape += 1;
    }
    offsets
};

/// The number of fillings of all shapes.
pub const N_FILLINGS: usize = OFFSET_LIST[N_SHAPES];

/// Where the filling "all empty" of each feature's shape stands in a stage's table.
pub static CENTRES: [i32; N_FEATURES] = {
    let mut centres = [0; N_FEATURES];
    let mut feature = 0;
    while feature < N_FEATURES {
        let shape = FEATURE_LIST[feature].shape;
        centres[feature] = (OFFSET_LIST[shape] + n_fillings(shape) / 2) as i32;
        feature += 1;
    }
    centres
};

/// Returns, for every square of a shape, the place of its mirror image within the shape, for the symmetry
/// that maps the shape to itself; the identity where there is none.
#[must_use]
pub fn mirror(shape: usize) -> [usize; MAX_SQUARES] {
    let (home, len) = shape_squares(shape);
    let home = &home[..len];
    let mut places = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    for index in 1..8 {
        let images: Vec<u8> = home.iter().map(|&square| image(square, index)).collect();
        if images.iter().all(|square| home.contains(square)) {
            for (place, square) in places.iter_mut().zip(&images) {
                *place = home.iter().position(|s| s == square).unwrap_or(*place);
            }
        }
    }
    places
}

/// Returns the index of the filling that a shape's mirror makes of filling `index` (0 = all squares the other
/// side's).
#[must_use]
pub fn mirrored_index(shape: usize, index: usize) -> usize {
    mirrored_by(&mirror(shape), shape, index)
}

/// Returns what [`mirrored_index`] does, given the shape's [`mirror`].
#[must_use]
pub fn mirrored_by(places: &[usize; MAX_SQUARES], shape: usize, index: usize) -> usize {
    let (_, len) = shape_squares(shape);
    let mut rest = index;
    let mut mirrored = 0;
    for &place in &places[..len] {
        mirrored += rest % 3 * usize::from(POWER[place].unsigned_abs());
        rest /= 3;
    }
    mirrored
}

/// Iterates over the squares of a feature.
pub fn squares_of(feature: usize) -> impl Iterator<Item = Square> {
    let Feature { len, squares, .. } = FEATURES[feature % N_FEATURES];
    squares.into_iter().take(len).filter_map(Square::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_in_several_features() {
        for square in Square::all() {
            let of = (0..N_FEATURES).filter(|&f| squares_of(f).any(|s| s == square)).count();
            assert!(of >= 4, "{square} is in {of} features");
        }
    }

    #[test]
    fn mirrored_index_is_an_involution_that_keeps_the_empty_filling() {
        for shape in 0..N_SHAPES {
            let n = n_fillings(shape);
            for index in 0..n {
                assert_eq!(mirrored_index(shape, mirrored_index(shape, index)), index);
            }
            assert_eq!(mirrored_index(shape, n / 2), n / 2);
        }
    }

    #[test]
    fn instances_of_a_shape_are_its_images() {
        for feature in &FEATURES {
            let (home, len) = shape_squares(feature.shape);
            let fits =
                (0..8).any(|index| (0..len).all(|i| image(home[i], index) == feature.squares[i]));
            assert!(fits && len == feature.len);
        }
    }
}
