//! Sets of points.

use std::fmt;

use crate::go::point::{LEN, Point};

const WORDS: usize = LEN.div_ceil(64);

/// A set of points of any board, of fixed size and cheap to copy.
///
/// # Examples
/// ```
/// use heibai::go::{Point, PointSet};
/// let points = ["c3", "d4"].map(|text| text.parse::<Point>().unwrap());
/// let set: PointSet = points.into_iter().collect();
/// assert_eq!(set.len(), 2);
/// assert!(set.contains(points[0]));
/// assert_eq!(set.iter().collect::<Vec<_>>(), points);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The set without points.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// Puts `point` in; returns whether it was not there.
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = place(point);
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    /// Takes `point` out; returns whether it was there.
    pub fn remove(&mut self, point: Point) -> bool {
        let (word, bit) = place(point);
        let was_there = self.0[word] & bit != 0;
        self.0[word] &= !bit;
        was_there
    }

    /// Returns whether `point` is in the set.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        let (word, bit) = place(point);
        self.0[word] & bit != 0
    }

    /// Returns how many points there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Returns the points that are in either set.
    #[must_use]
    pub fn union(&self, other: &PointSet) -> PointSet {
        self.combine(other, |a, b| a | b)
    }

    /// Returns the points that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &PointSet) -> PointSet {
        self.combine(other, |a, b| a & b)
    }

    /// Returns the points that are not in `other`.
    #[must_use]
    pub fn difference(&self, other: &PointSet) -> PointSet {
        self.combine(other, |a, b| a & !b)
    }

    /// Returns whether every point is in `other`.
    #[must_use]
    pub fn is_subset(&self, other: &PointSet) -> bool {
        self.difference(other).is_empty()
    }

    /// Returns the point that comes first.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Returns the points row by row from a1 on.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let words = self.0;
        (0..).zip(words).flat_map(|(i, mut word)| {
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                Some(Point::from_index(i * 64 + bit))
            })
        })
    }

    fn combine(&self, other: &PointSet, f: impl Fn(u64, u64) -> u64) -> PointSet {
        let mut words = [0; WORDS];
        for (word, (&a, &b)) in words.iter_mut().zip(self.0.iter().zip(&other.0)) {
            *word = f(a, b);
        }
        PointSet(words)
    }
}

fn place(point: Point) -> (usize, u64) {
    (point.index() / 64, 1 << (point.index() % 64))
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = PointSet::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
