//! A small direct-mapped cache of solved boards, one a thread.
//!
//! Owns bounds of boards of few empties; kept small enough to stay in the processor's own caches. An entry is
//! 16 bytes, four to a cache line: a board is recognised by 64 check bits beside those that chose its place,
//! as in the shared table.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::othello::Square;
use crate::othello::hash::BoardHash;
use crate::util::aligned::ZeroedSlice;
use crate::util::prefetch::prefetch;

/// Bounds and best move of a board.
///
/// # Units
/// Discs, side to move's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CacheEntry {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The best move found so far.
    pub(super) best: Option<Square>,
}

impl CacheEntry {
    /// Layout, lowest bit first: lower 8, upper 8, best move + 1 (0 = none) 8, always one 1.
    fn pack(self) -> u64 {
        u64::from(self.lower as i8 as u8)
            | u64::from(self.upper as i8 as u8) << 8
            | self.best.map_or(0, |square| square.index() as u64 + 1) << 16
            | 1 << 24
    }

    #[inline]
    fn unpack(data: u64) -> Self {
        CacheEntry {
            lower: i32::from(data as i8),
            upper: i32::from((data >> 8) as i8),
            best: Square::new(((data >> 16) as u8).wrapping_sub(1)),
        }
    }
}

/// The cache. Only its own thread uses it; the words are atomic because zeroed memory on huge pages comes so.
pub(super) struct Cache {
    entries: ZeroedSlice<[AtomicU64; 2]>,
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").field("entries", &self.entries.len()).finish()
    }
}

impl Cache {
    /// Builds a cache of about `kib` KiB, a power of two of entries.
    ///
    /// # Panics
    /// There is no memory for it.
    pub(super) fn new(kib: usize) -> Self {
        let wanted = (kib.max(1) << 10) / size_of::<[AtomicU64; 2]>();
        let len = ((wanted + 1).next_power_of_two() / 2).max(1);
        let Some(entries) = ZeroedSlice::new(len) else {
            panic!("no memory for a solver's cache of {kib} KiB")
        };
        Cache { entries }
    }

    pub(super) fn clear(&mut self) {
        for [check, data] in self.entries.iter() {
            check.store(0, Ordering::Relaxed);
            data.store(0, Ordering::Relaxed);
        }
    }

    #[inline]
    fn slot(&self, hash: BoardHash) -> &[AtomicU64; 2] {
        &self.entries[hash.index as usize & (self.entries.len() - 1)]
    }

    /// Asks for the cache line of a board's place.
    #[inline]
    pub(super) fn prefetch(&self, hash: BoardHash) {
        prefetch(self.slot(hash));
    }

    /// Returns what is known of the board of this hash.
    #[inline]
    pub(super) fn probe(&self, hash: BoardHash) -> Option<CacheEntry> {
        let [check, data] = self.slot(hash);
        let data = data.load(Ordering::Relaxed);
        (check.load(Ordering::Relaxed) == hash.check && data != 0).then(|| CacheEntry::unpack(data))
    }

    /// Stores the result of a test against `alpha`.
    #[inline]
    pub(super) fn store(&mut self, hash: BoardHash, alpha: i32, score: i32, best: Option<Square>) {
        let mut entry =
            self.probe(hash).unwrap_or(CacheEntry { lower: -64, upper: 64, best: None });
        if score > alpha {
            entry.lower = entry.lower.max(score);
        } else {
            entry.upper = entry.upper.min(score);
        }
        entry.best = best.or(entry.best);
        let [check, data] = self.slot(hash);
        check.store(hash.check, Ordering::Relaxed);
        data.store(entry.pack(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Board;
    use crate::othello::hash::hash;

    #[test]
    fn bounds_are_joined_and_another_board_takes_the_place() {
        let mut cache = Cache::new(1);
        let start = hash(Board::START);
        assert_eq!(cache.probe(start), None);
        let d3 = "d3".parse().ok();
        cache.store(start, -10, -4, d3);
        cache.store(start, 20, 12, None);
        let entry = CacheEntry { lower: -4, upper: 12, best: d3 };
        assert_eq!(cache.probe(start), Some(entry));
        let other = BoardHash { check: start.check ^ 1, ..start };
        assert_eq!(cache.probe(other), None);
        cache.store(other, 0, -64, None);
        assert_eq!(cache.probe(other), Some(CacheEntry { lower: -64, upper: -64, best: None }));
        assert_eq!(cache.probe(start), None);
        cache.clear();
        assert_eq!(cache.probe(other), None);
    }
}
