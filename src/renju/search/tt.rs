//! The transposition table: what earlier searches found of a position, shared by all threads without locks.
//!
//! Owns entries and their replacement; must not know how scores were found. An entry is two words, `check ^ data` and
//! `data`: halves of two different writes fit no position, so that no lock is needed.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::engine::Bound;
use crate::renju::Point;
use crate::util::aligned::ZeroedSlice;
use crate::util::prefetch::prefetch;

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The score from the node's view, wins counted from the node.
    pub(super) score: i32,
    /// The static evaluation.
    pub(super) eval: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    pub(super) best: Option<Point>,
}

/// Four entries on one cache line.
type Bucket = [[AtomicU64; 2]; WAYS];

const WAYS: usize = 4;
const _: () = assert!(size_of::<Bucket>() == 64);

const GENERATIONS: u64 = 64;

/// Layout of the data word, lowest bit first: score 16, evaluation 16, best move + 1 9, depth + 8 8, bound + 1 2,
/// generation 6.
fn pack(entry: &Entry, generation: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.score as i16 as u16)
        | u64::from(entry.eval as i16 as u16) << 16
        | entry.best.map_or(0, |point| point.index() as u64 + 1) << 32
        | ((entry.depth + 8).clamp(0, 255) as u64) << 41
        | bound << 49
        | (generation & (GENERATIONS - 1)) << 51
}

fn unpack(data: u64) -> Entry {
    Entry {
        score: i32::from(data as u16 as i16),
        eval: i32::from((data >> 16) as u16 as i16),
        best: ((data >> 32) as usize & 511).checked_sub(1).map(Point::from_index),
        depth: (data >> 41 & 255) as i32 - 8,
        bound: match data >> 49 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

const fn generation_of(data: u64) -> u64 {
    data >> 51 & (GENERATIONS - 1)
}

/// How much an entry is worth keeping.
fn worth(data: u64, generation: u64) -> i64 {
    if data == 0 {
        return i64::MIN;
    }
    let age = (generation.wrapping_sub(generation_of(data)) & (GENERATIONS - 1)) as i64;
    (data >> 41 & 255) as i64 - 8 * age
}

/// The table.
pub(super) struct Table {
    buckets: ZeroedSlice<Bucket>,
    generation: u64,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("buckets", &self.buckets.len()).finish_non_exhaustive()
    }
}

impl Table {
    /// Allocates a table of `mib` MiB, or of the largest smaller power-of-two part that memory allows.
    pub(super) fn new(mib: usize) -> Self {
        let mut bytes = mib.max(1).saturating_mul(1 << 20);
        loop {
            if let Some(buckets) = ZeroedSlice::new(bytes / size_of::<Bucket>()) {
                return Table { buckets, generation: 1 };
            }
            log::warn!("no memory for a table of {} MiB, trying half", bytes >> 20);
            bytes /= 2;
            assert!(bytes >= 1 << 16, "no memory for the smallest table");
        }
    }

    /// Begins a new search.
    pub(super) fn age(&mut self) {
        self.generation = self.generation % (GENERATIONS - 1) + 1;
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for bucket in self.buckets.iter() {
            for word in bucket.as_flattened() {
                word.store(0, Ordering::Relaxed);
            }
        }
        self.generation = 1;
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        let index = (u128::from(hash) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Asks for the cache line of a position's bucket.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(self.bucket(hash));
    }

    /// Returns what is known of a position.
    #[inline]
    pub(super) fn probe(&self, hash: u64) -> Option<Entry> {
        for [key, data] in self.bucket(hash) {
            let data = data.load(Ordering::Relaxed);
            if key.load(Ordering::Relaxed) ^ data == hash && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Stores a result; a much deeper one of the same position and search stays, unless the new one is exact.
    pub(super) fn store(&self, hash: u64, mut new: Entry) {
        let bucket = self.bucket(hash);
        let mut victim = 0;
        let mut least = i64::MAX;
        for (way, [key, word]) in bucket.iter().enumerate() {
            let data = word.load(Ordering::Relaxed);
            if key.load(Ordering::Relaxed) ^ data == hash && data != 0 {
                let old = unpack(data);
                new.best = new.best.or(old.best);
                let keeps = new.bound != Bound::Exact
                    && old.depth > new.depth + 3
                    && generation_of(data) == self.generation;
                if keeps {
                    return;
                }
                victim = way;
                break;
            }
            let worth = worth(data, self.generation);
            if worth < least {
                (least, victim) = (worth, way);
            }
        }
        let data = pack(&new, self.generation);
        let [key, word] = &bucket[victim];
        key.store(hash ^ data, Ordering::Relaxed);
        word.store(data, Ordering::Relaxed);
    }

    /// Returns how much of the table the present search has filled, from a sample.
    ///
    /// # Units
    /// Thousandths.
    pub(super) fn hashfull(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let words = sample.iter().flatten().map(|[_, data]| data.load(Ordering::Relaxed));
        let used = words.filter(|&data| data != 0 && generation_of(data) == self.generation);
        (used.count() * 1000 / (sample.len() * WAYS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entries() -> impl Strategy<Value = Entry> {
        (-30_000..=30_000, -20_000..=20_000, -8..=200, 0..3usize, 0..=400usize).prop_map(
            |(score, eval, depth, bound, best)| Entry {
                score,
                eval,
                depth,
                bound: [Bound::Upper, Bound::Lower, Bound::Exact][bound],
                best: (best < 400).then(|| Point::from_index(best)),
            },
        )
    }

    proptest! {
        #[test]
        fn packed_entry_round_trips(entry in entries(), generation in 1..GENERATIONS) {
            let data = pack(&entry, generation);
            prop_assert_eq!(unpack(data), entry);
            prop_assert_eq!(generation_of(data), generation);
        }
    }

    #[test]
    fn table_returns_what_was_stored_and_keeps_the_deepest() {
        let table = Table::new(1);
        let entry = Entry {
            score: 7,
            eval: 3,
            depth: 5,
            bound: Bound::Lower,
            best: Some(Point::centre(15)),
        };
        // In the part of the table that tells how full it is.
        let hash = 0x0000_0012_9abc_def0;
        assert_eq!(table.probe(hash), None);
        table.store(hash, entry);
        assert_eq!(table.probe(hash), Some(entry));
        table.store(hash, Entry { depth: 1, best: None, ..entry });
        assert_eq!(table.probe(hash), Some(entry), "a far shallower bound does not replace it");
        table.store(hash, Entry { depth: 6, best: None, ..entry });
        assert_eq!(table.probe(hash), Some(Entry { depth: 6, ..entry }), "the move stays");
        for i in 1..6u64 {
            table.store(hash ^ i, Entry { depth: 10 + i as i32, ..entry });
        }
        assert_eq!(table.probe(hash), None, "of five on a bucket the shallowest goes");
        assert!(table.probe(hash ^ 5).is_some() && table.hashfull() > 0);
    }
}
