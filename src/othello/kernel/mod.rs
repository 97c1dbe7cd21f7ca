//! The innermost operations on bitboards, chosen at compile time for the target processor.
//!
//! Owns the choice between the kernels; each equals [`portable`] on every input, which
//! `tests/kernels.rs` checks for all that this processor can run.
#![allow(unsafe_code)]

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512vl", target_feature = "avx512cd"))]
pub mod avx512;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub mod bmi2;
pub mod portable;
pub mod side;

/// Returns the discs of `opponent` that `player` turns by playing on `square` (0 to 63, empty).
#[must_use]
#[inline(always)]
pub fn flip(square: usize, player: u64, opponent: u64) -> u64 {
    cfg_select! {
        all(target_arch = "x86_64", target_feature = "avx512vl", target_feature = "avx512cd") => {
            // SAFETY: the whole crate is compiled for a processor with these features.
            unsafe { avx512::flip(square, player, opponent) }
        }
        all(target_arch = "x86_64", target_feature = "avx2") => {
            // SAFETY: the whole crate is compiled for a processor with this feature.
            unsafe { avx2::flip(square, player, opponent) }
        }
        _ => { portable::flip(square, player, opponent) }
    }
}

/// Returns the empty squares on which `player` turns at least one disc.
#[must_use]
#[inline(always)]
pub fn mobility(player: u64, opponent: u64) -> u64 {
    cfg_select! {
        all(target_arch = "x86_64", target_feature = "avx2") => {
            // SAFETY: the whole crate is compiled for a processor with this feature.
            unsafe { avx2::mobility(player, opponent) }
        }
        _ => { portable::mobility(player, opponent) }
    }
}

/// Returns how many discs are turned when the board's last empty `square` is filled, by `player`, whose discs are
/// given, or by the other side, whose is every other square.
///
/// # Shape
/// `[player's turns, opponent's turns]`
#[must_use]
#[inline(always)]
pub fn count_last_flips(square: usize, player: u64) -> [u32; 2] {
    cfg_select! {
        all(target_arch = "x86_64", target_feature = "bmi2") => {
            // SAFETY: the whole crate is compiled for a processor with this feature.
            unsafe { bmi2::count_last_flips(square, player) }
        }
        _ => { portable::count_last_flips(square, player) }
    }
}
