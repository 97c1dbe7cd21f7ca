//! The transposition table: what earlier searches proved about a board, shared by all threads without locks.
//!
//! Owns entries and their replacement; must not know how the values were found.
//!
//! An entry is two words, `check ^ data` and `data`. A reader that catches the halves of two different
//! writes sees a check that fits neither, so no lock is needed. A board is recognised by 64 check bits beside
//! those that chose its bucket; two boards are taken for one about once in 10^18 probes.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::othello::Square;
use crate::othello::hash::BoardHash;
use crate::util::aligned::ZeroedSlice;
use crate::util::prefetch::prefetch;

/// What the table knows of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value is at least this.
    ///
    /// # Units
    /// 1/128 disc, side to move's view.
    pub(crate) lower: i32,
    /// The value is at most this.
    pub(crate) upper: i32,
    /// Plies searched; the number of empties where the game was played to its end.
    pub(crate) depth: u32,
    /// Selectivity class, 5 = nothing pruned.
    pub(crate) selectivity: u32,
    /// The best move and the best before it.
    pub(crate) moves: [Option<Square>; 2],
}

/// Four entries on one cache line: pairs of words.
type Bucket = [[AtomicU64; 2]; WAYS];

const WAYS: usize = 4;
const _: () = assert!(size_of::<Bucket>() == 64);

const GENERATIONS: u64 = 128;

/// Layout of the data word, lowest bit first: lower 16, upper 16, depth 6, selectivity 3, generation 7,
/// moves 2 × 7 (square + 1, 0 = none).
fn pack(entry: &Entry, generation: u64) -> u64 {
    let mv = |square: Option<Square>| square.map_or(0, |s| s.index() as u64 + 1);
    u64::from(entry.lower as i16 as u16)
        | u64::from(entry.upper as i16 as u16) << 16
        | u64::from(entry.depth & 63) << 32
        | u64::from(entry.selectivity & 7) << 38
        | (generation & (GENERATIONS - 1)) << 41
        | mv(entry.moves[0]) << 48
        | mv(entry.moves[1]) << 55
}

fn unpack(data: u64) -> Entry {
    let mv = |shift: u32| Square::new(((data >> shift & 127) as u8).wrapping_sub(1));
    Entry {
        lower: i32::from(data as u16 as i16),
        upper: i32::from((data >> 16) as u16 as i16),
        depth: (data >> 32 & 63) as u32,
        selectivity: (data >> 38 & 7) as u32,
        moves: [mv(48), mv(55)],
    }
}

const fn generation_of(data: u64) -> u64 {
    data >> 41 & (GENERATIONS - 1)
}

/// How much an entry is worth keeping.
fn worth(data: u64, generation: u64) -> i64 {
    if data == 0 {
        return i64::MIN;
    }
    let age = (generation.wrapping_sub(generation_of(data)) & (GENERATIONS - 1)) as i64;
    let depth = (data >> 32 & 63) as i64;
    let selectivity = (data >> 38 & 7) as i64;
    depth * 8 + selectivity - 64 * age
}

/// The table.
pub(crate) struct Table {
    buckets: ZeroedSlice<Bucket>,
    generation: u64,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("mib", &self.mib()).finish_non_exhaustive()
    }
}

impl Table {
    /// Allocates a table of `mib` MiB, or of the largest smaller power-of-two part that memory allows.
    pub(crate) fn new(mib: usize) -> Self {
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

    /// Returns the size of the table.
    ///
    /// # Units
    /// MiB.
    pub(crate) fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Begins a new search: what older searches stored stays valid and is replaced first.
    pub(crate) fn age(&mut self) {
        self.generation = self.generation % (GENERATIONS - 1) + 1;
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for bucket in self.buckets.iter() {
            for word in bucket.as_flattened() {
                word.store(0, Ordering::Relaxed);
            }
        }
        self.generation = 1;
    }

    #[inline]
    fn bucket(&self, hash: BoardHash) -> &Bucket {
        let index = (u128::from(hash.index) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Asks for the cache line of a board's bucket.
    #[inline]
    pub(crate) fn prefetch(&self, hash: BoardHash) {
        prefetch(self.bucket(hash));
    }

    /// Returns what is known of a board.
    #[inline]
    pub(crate) fn probe(&self, hash: BoardHash) -> Option<Entry> {
        for [key, data] in self.bucket(hash) {
            let data = data.load(Ordering::Relaxed);
            if key.load(Ordering::Relaxed) ^ data == hash.check && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Stores a result `lower <= value <= upper`, joined with what is known at the same depth.
    pub(crate) fn store(&self, hash: BoardHash, new: Entry) {
        let bucket = self.bucket(hash);
        let mut victim = 0;
        let mut least = i64::MAX;
        for (way, [key, data]) in bucket.iter().enumerate() {
            let data = data.load(Ordering::Relaxed);
            if key.load(Ordering::Relaxed) ^ data == hash.check && data != 0 {
                self.write(&bucket[way], hash, &Self::merge(data, new));
                return;
            }
            let worth = worth(data, self.generation);
            if worth < least {
                (least, victim) = (worth, way);
            }
        }
        self.write(&bucket[victim], hash, &new);
    }

    fn write(&self, [key, word]: &[AtomicU64; 2], hash: BoardHash, entry: &Entry) {
        let data = pack(entry, self.generation);
        key.store(hash.check ^ data, Ordering::Relaxed);
        word.store(data, Ordering::Relaxed);
    }

    /// Joins a new result for a board with the old one, or keeps the old one.
    fn merge(data: u64, mut new: Entry) -> Entry {
        let old = unpack(data);
        let known = (old.depth, old.selectivity);
        if new.moves[0].is_none() {
            new.moves = old.moves;
        } else if new.moves[0] != old.moves[0] {
            new.moves[1] = old.moves[0];
        } else {
            new.moves[1] = old.moves[1];
        }
        if known == (new.depth, new.selectivity) {
            let (lower, upper) = (old.lower.max(new.lower), old.upper.min(new.upper));
            // Bounds of unlike searches may cross; the newer result then stands alone.
            if lower <= upper {
                (new.lower, new.upper) = (lower, upper);
            }
        } else if old.depth >= new.depth && old.selectivity >= new.selectivity {
            // Worth more than the new result, also when it is from an earlier search.
            return old;
        }
        new
    }

    /// Returns how much of the table the present search has filled, from a sample.
    ///
    /// # Units
    /// Thousandths.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample
            .iter()
            .flatten()
            .map(|[_, data]| data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == self.generation)
            .count();
        (used * 1000 / (sample.len() * WAYS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Board;
    use crate::othello::hash::hash;
    use proptest::prelude::*;

    fn entries() -> impl Strategy<Value = Entry> {
        (-8192..=8192, -8192..=8192, 0..=60u32, 0..6u32, 0..=64u8, 0..=64u8).prop_map(
            |(lower, upper, depth, selectivity, a, b)| Entry {
                lower,
                upper,
                depth,
                selectivity,
                moves: [Square::new(a), Square::new(b)],
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
    fn table_returns_what_was_stored_and_joins_bounds() {
        let table = Table::new(1);
        let hash = hash(Board::START);
        assert_eq!(table.probe(hash), None);
        let d3 = "d3".parse().ok();
        let mut entry =
            Entry { lower: -100, upper: 8192, depth: 9, selectivity: 0, moves: [d3, None] };
        table.store(hash, entry);
        assert_eq!(table.probe(hash), Some(entry));
        table.store(hash, Entry { lower: -8192, upper: 50, moves: [None; 2], ..entry });
        entry.upper = 50;
        assert_eq!(table.probe(hash), Some(entry));
        table.store(hash, Entry { depth: 4, lower: 7, upper: 7, ..entry });
        assert_eq!(
            table.probe(hash),
            Some(entry),
            "a shallower result does not replace a deeper one"
        );
    }

    #[test]
    fn bucket_keeps_the_deepest() {
        let table = Table::new(1);
        let base = hash(Board::START);
        let at = |i: u64| BoardHash { check: base.check ^ i, ..base };
        let entry = |depth| Entry { lower: 0, upper: 0, depth, selectivity: 5, moves: [None; 2] };
        for i in 0..6 {
            table.store(at(i), entry(10 + i as u32));
        }
        let kept: Vec<bool> = (0..6).map(|i| table.probe(at(i)).is_some()).collect();
        assert_eq!(kept, [false, false, true, true, true, true]);
    }
}
