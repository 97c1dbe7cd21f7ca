//! Random numbers for games by the million.

/// A generator of one word of state.
///
/// # Determinism
/// The same seed gives the same numbers on every machine.
/// # Source
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Starts from a seed; different ones give unrelated numbers.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Rng(seed)
    }

    /// Returns 64 random bits.
    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let key = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        key ^ (key >> 31)
    }

    /// Returns a number below `n`, which must not be 0.
    #[inline(always)]
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits() >> 32) * n as u128) >> 32) as usize
    }

    /// Returns whether something with a chance of `percent` happens.
    #[inline(always)]
    pub(super) fn happens(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }
}
