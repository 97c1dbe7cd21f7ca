//! Putting answers back into the order of the questions.

use std::collections::VecDeque;

/// Holds answers back until all earlier ones are there.
#[derive(Debug)]
pub(super) struct Reorder<T> {
    /// The number of the first slot.
    next: u64,
    slots: VecDeque<Option<T>>,
}

impl<T> Reorder<T> {
    /// Builds an empty buffer that waits for number 1.
    pub(super) fn new() -> Self {
        Reorder { next: 1, slots: VecDeque::new() }
    }

    /// Takes the answer with `number`; each number comes once.
    pub(super) fn push(&mut self, number: u64, item: T) {
        debug_assert!(number >= self.next, "a number comes once");
        let Ok(index) = usize::try_from(number.saturating_sub(self.next)) else { return };
        if index >= self.slots.len() {
            self.slots.resize_with(index + 1, || None);
        }
        self.slots[index] = Some(item);
    }

    /// Returns the next answer in order if it is there.
    pub(super) fn pop(&mut self) -> Option<T> {
        if !self.slots.front()?.is_some() {
            return None;
        }
        self.next += 1;
        self.slots.pop_front().flatten()
    }

    /// Returns everything left, in order, gaps skipped.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = T> {
        self.next += self.slots.len() as u64;
        self.slots.drain(..).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reorder_gives_answers_in_order_and_the_rest_at_the_end() {
        let mut buffer = Reorder::new();
        let mut seen = Vec::new();
        for number in [2, 1, 5, 3, 7] {
            buffer.push(number, number);
            while let Some(item) = buffer.pop() {
                seen.push(item);
            }
        }
        assert_eq!(seen, [1, 2, 3]);
        assert_eq!(buffer.drain().collect::<Vec<_>>(), [5, 7]);
        assert_eq!(buffer.pop(), None);
    }
}
