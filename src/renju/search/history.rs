//! What the search remembers of moves that were good elsewhere: a count for each point and the answers to each point.

use crate::game::Color;
use crate::renju::Point;

/// No count is farther from 0.
const LARGEST: i32 = 8192;

/// The memory of one thread.
#[derive(Debug)]
pub(super) struct History {
    counts: [Vec<i16>; 2],
    /// By colour and the point answered.
    answers: [Vec<Option<Point>>; 2],
}

impl History {
    pub(super) fn new() -> Self {
        let counts = vec![0; Point::COUNT];
        let answers = vec![None; Point::COUNT];
        History { counts: [counts.clone(), counts], answers: [answers.clone(), answers] }
    }

    pub(super) fn clear(&mut self) {
        *self = History::new();
    }

    /// Counts earlier searches less.
    pub(super) fn fade(&mut self) {
        self.counts.iter_mut().flatten().for_each(|count| *count /= 4);
    }

    #[inline]
    pub(super) fn get(&self, color: Color, point: Point) -> i32 {
        i32::from(self.counts[color.index()][point.index()])
    }

    #[inline]
    pub(super) fn answer(&self, color: Color, to: Option<Point>) -> Option<Point> {
        self.answers[color.index()][to?.index()]
    }

    /// `best` has refuted a node of `depth` after `tried` had not.
    pub(super) fn reward(
        &mut self,
        color: Color,
        best: Point,
        tried: &[Point],
        to: Option<Point>,
        depth: i32,
    ) {
        let bonus = (depth * depth * 4 + 8 * depth).min(1200);
        self.add(color, best, bonus);
        for &point in tried {
            self.add(color, point, -bonus / 2);
        }
        if let Some(to) = to {
            self.answers[color.index()][to.index()] = Some(best);
        }
    }

    fn add(&mut self, color: Color, point: Point, bonus: i32) {
        let count = &mut self.counts[color.index()][point.index()];
        let old = i32::from(*count);
        *count = (old + bonus - old * bonus.abs() / LARGEST).clamp(-LARGEST, LARGEST) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_stay_bounded_and_answers_are_kept() {
        let mut history = History::new();
        let (a, b) = (Point::centre(15), Point::centre(9));
        for _ in 0..1000 {
            history.reward(Color::Black, a, &[b], Some(b), 20);
        }
        assert!(history.get(Color::Black, a) > 4000 && history.get(Color::Black, a) <= LARGEST);
        assert!(history.get(Color::Black, b) < 0 && history.get(Color::Black, b) >= -LARGEST);
        assert_eq!(history.get(Color::White, a), 0);
        assert_eq!(history.answer(Color::Black, Some(b)), Some(a));
        assert_eq!(history.answer(Color::White, Some(b)), None);
    }
}
