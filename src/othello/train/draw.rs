//! Random choices that stay the same from version to version.
//!
//! The ranges of the `rand` crate may be drawn differently in its next version; these are drawn here from the
//! generator's words.

use rand::RngCore;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Returns the generator of piece `index` of what `seed` makes.
pub(super) fn generator(seed: u64, index: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&index.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

/// Draws a number below `bound`, 0 if that is 0.
///
/// A bound of at most 2^16 makes the shares of two numbers differ by less than 2^-16.
pub(super) fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}

/// Shuffles a list of any length.
pub(super) fn shuffle<T>(rng: &mut ChaCha8Rng, list: &mut [T]) {
    for i in (1..list.len()).rev() {
        let other = (u128::from(rng.next_u64()) * (i as u128 + 1)) >> 64;
        list.swap(i, other as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_the_same_for_ever() {
        let mut rng = generator(1, 2);
        let drawn: Vec<usize> = (0..8).map(|_| below(&mut rng, 1000)).collect();
        let mut list: Vec<u32> = (0..8).collect();
        shuffle(&mut rng, &mut list);
        assert_eq!(drawn, [188, 329, 267, 276, 686, 477, 521, 239]);
        assert_eq!(list, [5, 2, 3, 4, 6, 1, 7, 0]);
    }
}
