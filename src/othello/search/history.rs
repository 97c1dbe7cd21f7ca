//! Which squares have refuted what: a table one thread fills and its move ordering reads.

use crate::othello::Square;

/// Refutation counts: `[number of empties][square]`.
#[derive(Debug)]
pub(super) struct History {
    counts: Box<[[i16; 64]; 64]>,
}

impl History {
    /// The most a count reaches.
    pub(super) const MAX: i32 = 4096;

    pub(super) fn new() -> Self {
        History { counts: Box::new([[0; 64]; 64]) }
    }

    pub(super) fn clear(&mut self) {
        for counts in self.counts.iter_mut() {
            counts.fill(0);
        }
    }

    /// Returns how well `square` has done with `n_empties` left.
    ///
    /// # Units
    /// `-4096..=4096`.
    #[inline]
    pub(super) fn get(&self, n_empties: u32, square: Square) -> i32 {
        i32::from(self.counts[n_empties as usize & 63][square.index()])
    }

    /// Notes a refutation by `square` (`bonus > 0`) or a failure of it.
    ///
    /// # Source
    /// History with gravity, as in Stockfish.
    #[inline]
    pub(super) fn update(&mut self, n_empties: u32, square: Square, bonus: i32) {
        let count = &mut self.counts[n_empties as usize & 63][square.index()];
        let bonus = bonus.clamp(-Self::MAX, Self::MAX);
        *count += (bonus - i32::from(*count) * bonus.abs() / Self::MAX) as i16;
    }
}
