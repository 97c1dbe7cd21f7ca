//! Flips and mobility for processors with AVX2, four rays or four axes to a register.
#![allow(unsafe_code)]

use core::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_slli_epi64, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm256_sub_epi64,
};

use crate::othello::bitboard::{FILE_A, FILE_H};
use crate::othello::kernel::portable::RAYS;

#[target_feature(enable = "avx2")]
#[inline]
fn or_lanes(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}

/// Returns the discs of `opponent` that `player` turns by playing on `square` (0 to 63, empty).
///
/// # Safety
/// The processor has AVX2.
#[must_use]
#[target_feature(enable = "avx2")]
#[inline]
pub fn flip(square: usize, player: u64, opponent: u64) -> u64 {
    or_lanes(flip_rays(
        square,
        _mm256_set1_epi64x(player as i64),
        _mm256_set1_epi64x(opponent as i64),
    ))
}

/// Returns the discs turned, those of an upper and of a lower ray in each lane, of sides that fill every lane.
///
/// # Safety
/// The processor has AVX2.
/// # Source
/// As the AVX-512 kernel, the highest bit of a lower ray found by smearing it along its step.
#[must_use]
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn flip_rays(square: usize, player: __m256i, opponent: __m256i) -> __m256i {
    let rays = &RAYS.0[square & 63];
    // SAFETY: `rays` is eight u64: both unaligned 32-byte loads stay inside it.
    let (up, down) = unsafe {
        let base = rays.as_ptr().cast::<__m256i>();
        (_mm256_loadu_si256(base), _mm256_loadu_si256(base.add(1)))
    };
    let zero = _mm256_setzero_si256();

    let step = _mm256_setr_epi64x(1, 8, 7, 9);
    let mut smeared = _mm256_andnot_si256(opponent, down);
    smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, step));
    smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, _mm256_slli_epi64::<1>(step)));
    smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, _mm256_slli_epi64::<2>(step)));
    let highest = _mm256_andnot_si256(_mm256_srlv_epi64(smeared, step), smeared);
    let outflank = _mm256_and_si256(highest, player);
    let above = _mm256_slli_epi64::<1>(_mm256_sub_epi64(zero, outflank));
    let lower = _mm256_and_si256(above, down);

    let stop = _mm256_andnot_si256(opponent, up);
    let lowest = _mm256_and_si256(stop, _mm256_sub_epi64(zero, stop));
    let outflank = _mm256_and_si256(lowest, player);
    // x - 1, and 0 where x is 0: the comparison yields -1 there.
    let below = _mm256_sub_epi64(
        _mm256_add_epi64(outflank, _mm256_set1_epi64x(-1)),
        _mm256_cmpeq_epi64(outflank, zero),
    );
    _mm256_or_si256(lower, _mm256_and_si256(below, up))
}

/// Returns the empty squares on which `player` turns at least one disc.
///
/// # Safety
/// The processor has AVX2.
/// # Source
/// The portable kernel with one lane an axis.
#[must_use]
#[target_feature(enable = "avx2")]
#[inline]
pub fn mobility(player: u64, opponent: u64) -> u64 {
    const INNER: i64 = !(FILE_A | FILE_H) as i64;
    let shift = _mm256_setr_epi64x(1, 8, 7, 9);
    let shift2 = _mm256_setr_epi64x(2, 16, 14, 18);
    let p = _mm256_set1_epi64x(player as i64);
    let through = _mm256_and_si256(
        _mm256_set1_epi64x(opponent as i64),
        _mm256_setr_epi64x(INNER, !0, INNER, INNER),
    );
    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(p, shift));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(p, shift));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, shift)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, shift)));
    let up_pair = _mm256_and_si256(through, _mm256_sllv_epi64(through, shift));
    let down_pair = _mm256_srlv_epi64(up_pair, shift);
    up = _mm256_or_si256(up, _mm256_and_si256(up_pair, _mm256_sllv_epi64(up, shift2)));
    down = _mm256_or_si256(down, _mm256_and_si256(down_pair, _mm256_srlv_epi64(down, shift2)));
    up = _mm256_or_si256(up, _mm256_and_si256(up_pair, _mm256_sllv_epi64(up, shift2)));
    down = _mm256_or_si256(down, _mm256_and_si256(down_pair, _mm256_srlv_epi64(down, shift2)));
    let reached = _mm256_or_si256(_mm256_sllv_epi64(up, shift), _mm256_srlv_epi64(down, shift));
    or_lanes(reached) & !(player | opponent)
}
