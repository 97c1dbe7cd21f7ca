//! What the search of the small-board solver remembers.
//!
//! Owns the entries and which of them stays; must not know what they are worth.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::go::solve::tiny::NONE;
use crate::util::aligned::ZeroedSlice;
use crate::util::prefetch::prefetch;

/// No move is known to be good.
pub(super) const UNKNOWN: u8 = NONE + 1;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The attacker wins, as a search with so much effort found out; 255 = not known.
    pub(super) wins: u8,
    /// It did not with so much effort in the search of `round`; [`LOST`] = it never does.
    pub(super) fails: u8,
    pub(super) round: u8,
    /// The best move.
    pub(super) mv: u8,
    /// What the entry cost, as a power of two: the dearer one stays.
    pub(super) cost: u8,
}

/// The attacker loses, whatever it spends.
pub(super) const LOST: u8 = u8::MAX;

impl Entry {
    /// Nothing is known.
    pub(super) const NEW: Entry = Entry { wins: u8::MAX, fails: 0, round: 0, mv: UNKNOWN, cost: 0 };

    fn from_word(word: u64) -> Entry {
        let [wins, fails, round, mv, cost, ..] = word.to_le_bytes();
        Entry { wins, fails, round, mv, cost }
    }

    fn word(self) -> u64 {
        u64::from_le_bytes([self.wins, self.fails, self.round, self.mv, self.cost, 0, 0, 0])
    }
}

/// Two entries, each a key and a word; a key of 0 is none.
type Bucket = [AtomicU64; 4];

/// A table of a fixed size. One thread writes it.
pub(super) struct Table(Option<ZeroedSlice<Bucket>>);

impl Table {
    /// Takes at most so many MiB, less where memory is short.
    pub(super) fn new(mib: usize) -> Self {
        let most = (mib.max(1) << 20) / size_of::<Bucket>();
        let sizes = std::iter::successors(Some(most), |size| Some(size / 2));
        Table(sizes.take_while(|&size| size >= 1 << 10).find_map(ZeroedSlice::new))
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let buckets = self.0.as_deref()?;
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (key >> 29);
        let hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let at = (u128::from(hash) * buckets.len() as u128) >> 64;
        buckets.get(at as usize)
    }

    /// Asks for the memory of a key that is looked up soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        if let Some(bucket) = self.bucket(key) {
            prefetch(bucket);
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let bucket = self.bucket(key)?;
        let at = (0..2).find(|at| bucket[2 * at].load(Ordering::Relaxed) == key)?;
        Some(Entry::from_word(bucket[2 * at + 1].load(Ordering::Relaxed)))
    }

    /// Keeps an entry, in the place of the position's older one or of the cheaper one of its bucket.
    pub(super) fn set(&self, key: u64, entry: Entry) {
        let Some(bucket) = self.bucket(key) else { return };
        let keys = [0, 2].map(|at: usize| bucket[at].load(Ordering::Relaxed));
        let slot = keys.iter().position(|&known| known == key).unwrap_or_else(|| {
            let first = Entry::from_word(bucket[1].load(Ordering::Relaxed));
            usize::from(keys[0] != 0 && first.cost > entry.cost)
        });
        bucket[2 * slot].store(key, Ordering::Relaxed);
        bucket[2 * slot + 1].store(entry.word(), Ordering::Relaxed);
    }

    pub(super) fn clear(&self) {
        for bucket in self.0.iter().flat_map(|buckets| buckets.iter()) {
            bucket.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_and_the_dearer_one_stays() {
        let table = Table::new(1);
        let entry = Entry { wins: 7, fails: 3, round: 9, mv: 12, cost: 20 };
        assert_eq!(table.get(5), None);
        table.set(5, entry);
        assert_eq!(table.get(5), Some(entry));
        for key in 6..200_000 {
            table.set(key, Entry { cost: 1, ..entry });
        }
        assert_eq!(table.get(5), Some(entry));
        table.clear();
        assert_eq!(table.get(5), None);
    }
}
