//! One side's discs kept where flips need them: in every lane of a register.
//!
//! Owns the passage between 64-bit words and registers, so that a line of moves is played without leaving them;
//! must not know rules beyond the flip. Without AVX2 a side is a plain word.
#![allow(unsafe_code)]

cfg_select! {
    all(target_arch = "x86_64", target_feature = "avx2") => {
        use core::arch::x86_64::{
            __m256i, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm_or_si128, _mm_unpackhi_epi64, _mm256_or_si256, _mm256_permute2x128_si256,
            _mm256_set1_epi64x, _mm256_shuffle_epi32, _mm256_xor_si256, _mm_cvtsi128_si64,
        };

        /// The discs of one side.
        #[derive(Clone, Copy, Debug)]
        pub struct Side(__m256i);

        #[inline(always)]
        fn flip_rays(square: usize, player: __m256i, opponent: __m256i) -> __m256i {
            cfg_select! {
                all(target_feature = "avx512vl", target_feature = "avx512cd") => {
                    // SAFETY: the whole crate is compiled for a processor with these features.
                    unsafe { super::avx512::flip_rays(square, player, opponent) }
                }
                _ => {
                    // SAFETY: the whole crate is compiled for a processor with this feature.
                    unsafe { super::avx2::flip_rays(square, player, opponent) }
                }
            }
        }

        impl Side {
            /// Takes a side out of a word.
            #[must_use]
            #[inline(always)]
            pub fn new(discs: u64) -> Self {
                // SAFETY: the whole crate is compiled for a processor with AVX2.
                Side(unsafe { _mm256_set1_epi64x(discs as i64) })
            }

            /// Returns the discs as a word.
            #[must_use]
            #[inline(always)]
            pub fn discs(self) -> u64 {
                // SAFETY: as above.
                (unsafe { _mm_cvtsi128_si64(_mm256_castsi256_si128(self.0)) }) as u64
            }

            /// Returns the discs that are in one of the two.
            #[must_use]
            #[inline(always)]
            pub fn xor(self, other: Side) -> Side {
                // SAFETY: as above.
                Side(unsafe { _mm256_xor_si256(self.0, other.0) })
            }

            /// Returns the discs that are in either.
            #[must_use]
            #[inline(always)]
            pub fn or(self, other: Side) -> Side {
                // SAFETY: as above.
                Side(unsafe { _mm256_or_si256(self.0, other.0) })
            }
        }

        /// Returns the discs of `opponent` that `player` turns by playing on `square` (0 to 63, empty).
        #[must_use]
        #[inline(always)]
        pub fn flip(square: usize, player: Side, opponent: Side) -> Side {
            let rays = flip_rays(square, player.0, opponent.0);
            // SAFETY: as above.
            Side(unsafe {
                let pairs = _mm256_or_si256(rays, _mm256_permute2x128_si256::<0x01>(rays, rays));
                _mm256_or_si256(pairs, _mm256_shuffle_epi32::<0x4E>(pairs))
            })
        }

        /// Returns the discs of `opponent` that `player` turns by playing on `square`, as a word.
        #[must_use]
        #[inline(always)]
        pub fn flipped(square: usize, player: Side, opponent: Side) -> u64 {
            let rays = flip_rays(square, player.0, opponent.0);
            // SAFETY: as above.
            unsafe {
                let (low, high) = (_mm256_castsi256_si128(rays), _mm256_extracti128_si256::<1>(rays));
                let half = _mm_or_si128(low, high);
                _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
            }
        }
    }
    _ => {
        /// The discs of one side.
        #[derive(Clone, Copy, Debug)]
        pub struct Side(u64);

        impl Side {
            /// Takes a side out of a word.
            #[must_use]
            #[inline(always)]
            pub fn new(discs: u64) -> Self {
                Side(discs)
            }

            /// Returns the discs as a word.
            #[must_use]
            #[inline(always)]
            pub fn discs(self) -> u64 {
                self.0
            }

            /// Returns the discs that are in one of the two.
            #[must_use]
            #[inline(always)]
            pub fn xor(self, other: Side) -> Side {
                Side(self.0 ^ other.0)
            }

            /// Returns the discs that are in either.
            #[must_use]
            #[inline(always)]
            pub fn or(self, other: Side) -> Side {
                Side(self.0 | other.0)
            }
        }

        /// Returns the discs of `opponent` that `player` turns by playing on `square` (0 to 63, empty).
        #[must_use]
        #[inline(always)]
        pub fn flip(square: usize, player: Side, opponent: Side) -> Side {
            Side(super::portable::flip(square, player.0, opponent.0))
        }

        /// Returns the discs of `opponent` that `player` turns by playing on `square`, as a word.
        #[must_use]
        #[inline(always)]
        pub fn flipped(square: usize, player: Side, opponent: Side) -> u64 {
            super::portable::flip(square, player.0, opponent.0)
        }
    }
}
