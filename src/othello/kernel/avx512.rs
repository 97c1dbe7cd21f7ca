//! Flips for processors with AVX-512VL and AVX-512CD, four rays to a register.
#![allow(unsafe_code)]

use core::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256,
    _mm256_lzcnt_epi64, _mm256_min_epi64, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_ternarylogic_epi64,
};

use crate::othello::kernel::portable::RAYS;

/// Returns the discs of `opponent` that `player` turns by playing on `square` (0 to 63, empty).
///
/// # Safety
/// The processor has AVX-512F, -VL and -CD.
#[must_use]
#[target_feature(enable = "avx512f,avx512vl,avx512cd")]
#[inline]
pub fn flip(square: usize, player: u64, opponent: u64) -> u64 {
    let both =
        flip_rays(square, _mm256_set1_epi64x(player as i64), _mm256_set1_epi64x(opponent as i64));
    let half = _mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}

/// Returns the discs turned, those of an upper and of a lower ray in each lane, of sides that fill every lane.
///
/// # Safety
/// The processor has AVX-512F, -VL and -CD.
/// # Source
/// Leading-zero count for the lower rays, lowest-bit isolation for the upper, after Edax-AVX
/// `flip_avx512cd.c`.
#[must_use]
#[target_feature(enable = "avx512f,avx512vl,avx512cd")]
#[inline]
pub(super) fn flip_rays(square: usize, player: __m256i, opponent: __m256i) -> __m256i {
    let rays = &RAYS.0[square & 63];
    // SAFETY: `rays` is eight u64: both unaligned 32-byte loads stay inside it.
    let (up, down) = unsafe {
        let base = rays.as_ptr().cast::<__m256i>();
        (_mm256_loadu_si256(base), _mm256_loadu_si256(base.add(1)))
    };
    let zero = _mm256_setzero_si256();
    let ones = _mm256_set1_epi64x(-1);

    // Square a1 always stops, so that the shift below never empties the lane; whose it is decides then.
    let stop = _mm256_or_si256(_mm256_andnot_si256(opponent, down), _mm256_set1_epi64x(1));
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(stop));
    let outflank = _mm256_ternarylogic_epi64::<0x80>(highest, player, down);
    // What lies above the outflanking disc: the ray without x - 1 and x, all of it where x is 0.
    let below = _mm256_add_epi64(outflank, ones);
    let lower = _mm256_ternarylogic_epi64::<0x10>(down, below, outflank);

    let stop = _mm256_andnot_si256(opponent, up);
    // lowest bit of `stop`, kept where it is the player's: stop & -stop & player
    let outflank = _mm256_ternarylogic_epi64::<0x80>(stop, _mm256_sub_epi64(zero, stop), player);
    // !min(-x, -1) is x - 1, and 0 where x is 0.
    let not_below = _mm256_min_epi64(_mm256_sub_epi64(zero, outflank), ones);
    _mm256_ternarylogic_epi64::<0xF4>(lower, up, not_below)
}
