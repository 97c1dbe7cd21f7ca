//! Summing the weights of all features at once.
//!
//! Owns the look-ups; each way equals the portable one on every input.
#![allow(unsafe_code)]

use super::feature::Features;
use super::pattern::{CENTRES, N_FEATURES};
use super::weights::TABLE_LEN;

/// Returns the sum of the weights of a board's fillings.
#[must_use]
#[inline(always)]
pub(super) fn sum(table: &[i16; TABLE_LEN], features: &Features) -> i32 {
    cfg_select! {
        all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bw") => {
            // SAFETY: the whole crate is compiled for a processor with these features.
            unsafe { sum_avx512(table, features) }
        }
        _ => { sum_portable(table, features) }
    }
}

/// The portable sum.
#[must_use]
#[inline]
#[cfg_attr(target_feature = "avx512bw", cfg_attr(not(test), expect(dead_code)))]
pub(super) fn sum_portable(table: &[i16; TABLE_LEN], features: &Features) -> i32 {
    let fillings = features.0.iter().zip(&CENTRES);
    fillings
        .map(|(&filling, &centre)| {
            let index = (centre + i32::from(filling)) as usize;
            i32::from(table[index.min(TABLE_LEN - 1)])
        })
        .sum()
}

/// The sum by four gathers of sixteen.
///
/// # Safety
/// The processor has AVX-512F and AVX-512BW.
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bw"))]
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn sum_avx512(table: &[i16; TABLE_LEN], features: &Features) -> i32 {
    use core::arch::x86_64::{
        _mm256_loadu_si256, _mm512_add_epi32, _mm512_cvtepi16_epi32, _mm512_i32gather_epi32,
        _mm512_loadu_si512, _mm512_min_epu32, _mm512_reduce_add_epi32, _mm512_set1_epi32,
        _mm512_setzero_si512, _mm512_slli_epi32, _mm512_srai_epi32,
    };
    let last = _mm512_set1_epi32(TABLE_LEN as i32 - 2);
    let mut total = _mm512_setzero_si512();
    for i in 0..N_FEATURES / 16 {
        // SAFETY: there are 64 fillings of 16 bits and 64 centres of 32; both loads stay inside for i < 4.
        let (fillings, centres) = unsafe {
            (
                _mm256_loadu_si256(features.0.as_ptr().add(16 * i).cast()),
                _mm512_loadu_si512(CENTRES.as_ptr().add(16 * i).cast()),
            )
        };
        let index = _mm512_add_epi32(centres, _mm512_cvtepi16_epi32(fillings));
        let index = _mm512_min_epu32(index, last);
        // SAFETY: an index is at most TABLE_LEN - 2, so the four bytes read from there are the table's.
        let pairs = unsafe { _mm512_i32gather_epi32::<2>(index, table.as_ptr().cast()) };
        let weights = _mm512_srai_epi32::<16>(_mm512_slli_epi32::<16>(pairs));
        total = _mm512_add_epi32(total, weights);
    }
    _mm512_reduce_add_epi32(total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};

    #[test]
    fn sum_matches_portable() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(12);
        let mut table: Box<[i16]> = vec![0; TABLE_LEN].into();
        rng.fill(&mut table[..]);
        let table = table.first_chunk().unwrap();
        for _ in 0..1000 {
            let mut features = Features([0; N_FEATURES]);
            for filling in &mut features.0 {
                *filling = rng.random_range(-1093..=1093);
            }
            assert_eq!(sum(table, &features), sum_portable(table, &features));
        }
    }
}
