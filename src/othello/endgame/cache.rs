//! A small direct-mapped cache of solved boards, one a thread.
//!
//! Owns bounds of boards of few empties; kept small enough to stay in the processor's own caches.

use crate::othello::hash::BoardHash;
use crate::othello::{Board, Square};

/// Bounds and best move of a board.
///
/// # Units
/// Discs, side to move's view.
#[derive(Clone, Copy, Debug)]
pub(super) struct CacheEntry {
    player: u64,
    opponent: u64,
    pub(super) lower: i8,
    pub(super) upper: i8,
    best: u8,
}

impl CacheEntry {
    const EMPTY: CacheEntry =
        CacheEntry { player: !0, opponent: !0, lower: -64, upper: 64, best: 64 };

    /// Returns the best move found so far.
    #[inline]
    pub(super) fn best(&self) -> Option<Square> {
        Square::new(self.best)
    }
}

/// The cache.
#[derive(Debug)]
pub(super) struct Cache {
    entries: Box<[CacheEntry]>,
}

impl Cache {
    /// Builds a cache of about `kib` KiB, a power of two of entries.
    pub(super) fn new(kib: usize) -> Self {
        let wanted = (kib.max(1) << 10) / size_of::<CacheEntry>();
        let len = (wanted + 1).next_power_of_two() / 2;
        Cache { entries: vec![CacheEntry::EMPTY; len.max(1)].into_boxed_slice() }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(CacheEntry::EMPTY);
    }

    #[inline]
    fn slot(&self, hash: BoardHash) -> usize {
        hash.index as usize & (self.entries.len() - 1)
    }

    /// Returns what is known of `board`, whose hash is given.
    #[inline]
    pub(super) fn probe(&self, hash: BoardHash, board: Board) -> Option<&CacheEntry> {
        let entry = &self.entries[self.slot(hash)];
        (entry.player == board.player() && entry.opponent == board.opponent()).then_some(entry)
    }

    /// Stores the result of a test against `alpha`.
    #[inline]
    pub(super) fn store(
        &mut self,
        hash: BoardHash,
        board: Board,
        alpha: i32,
        score: i32,
        best: Option<Square>,
    ) {
        let slot = self.slot(hash);
        let entry = &mut self.entries[slot];
        if entry.player != board.player() || entry.opponent != board.opponent() {
            *entry = CacheEntry {
                player: board.player(),
                opponent: board.opponent(),
                ..CacheEntry::EMPTY
            };
        }
        if score > alpha {
            entry.lower = entry.lower.max(score as i8);
        } else {
            entry.upper = entry.upper.min(score as i8);
        }
        if let Some(square) = best {
            entry.best = square.index() as u8;
        }
    }
}
