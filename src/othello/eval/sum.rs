//! Summing the weights of all features.
//!
//! Owns the look-ups and that each of them stays inside the table.
#![allow(unsafe_code)]

use super::feature::Features;
use super::pattern::{CENTRES, FEATURES, N_FEATURES, N_FILLINGS, n_fillings};

/// How far a filling lies from "all empty" at most, by feature.
static SPANS: [u16; N_FEATURES] = {
    let mut spans = [0; N_FEATURES];
    let mut feature = 0;
    while feature < N_FEATURES {
        spans[feature] = (n_fillings(FEATURES[feature].shape) / 2) as u16;
        feature += 1;
    }
    spans
};

/// Returns the sum of the weights of a board's fillings.
///
/// Sixty-four loads of their own: this processor family takes the gather instruction apart into more than that.
#[must_use]
#[inline(always)]
pub(super) fn sum(table: &[i16; N_FILLINGS], features: &Features) -> i32 {
    // All are looked at, whatever the first says: so it is a matter of two registers.
    let fits = features
        .0
        .iter()
        .zip(&SPANS)
        .fold(true, |fits, (filling, &span)| fits & (filling.unsigned_abs() <= span));
    if !fits {
        return sum_checked(table, features);
    }
    // Read one by one at places known to the compiler: widened together they would have to be taken apart again.
    macro_rules! sum {
        ($($feature:literal)*) => {
            0 $(+ {
                // SAFETY: a reference is valid to read, and a filling within its span of its centre stands among
                // those of its shape.
                i32::from(unsafe {
                    let filling = std::ptr::read_volatile(&features.0[$feature]) as isize;
                    *table.get_unchecked((const { CENTRES[$feature] as isize } + filling) as usize)
                })
            })*
        };
    }
    const { assert!(N_FEATURES == 64) }
    sum!(
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
        32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
    )
}

/// The sum over fillings that need not be a board's.
#[cold]
fn sum_checked(table: &[i16; N_FILLINGS], features: &Features) -> i32 {
    let fillings = features.0.iter().zip(&CENTRES);
    fillings
        .map(|(&filling, &centre)| {
            let index = (centre + i32::from(filling)) as usize;
            i32::from(table[index.min(N_FILLINGS - 1)])
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};

    #[test]
    fn sum_matches_the_checked_one() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(12);
        let mut table: Box<[i16]> = vec![0; N_FILLINGS].into();
        rng.fill(&mut table[..]);
        let table = table.first_chunk().unwrap();
        for i in 0..1000 {
            let mut features = Features([0; N_FEATURES]);
            for (filling, &span) in features.0.iter_mut().zip(&SPANS) {
                let span = if i % 2 == 0 { span as i16 } else { i16::MAX };
                *filling = rng.random_range(-span..=span);
            }
            assert_eq!(sum(table, &features), sum_checked(table, &features));
        }
    }
}
