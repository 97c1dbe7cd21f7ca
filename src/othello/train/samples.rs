//! All samples in memory: merged, sorted by stage, divided into those fitted to and those kept from the fit.
//!
//! Owns what becomes of duplicates; must not know files' insides or weights.

use std::path::PathBuf;

use rayon::prelude::*;

use super::dataset::{self, Dataset, DatasetError, Kind, Sample};
use super::draw::{generator, shuffle};
use crate::othello::Board;
use crate::othello::eval::weights::{N_STAGES, stage};

/// Positions with their labels, 18 bytes each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Set {
    boards: Vec<Board>,
    labels: Vec<i16>,
}

impl Set {
    /// Adds a position.
    ///
    /// # Units
    /// The label: 1/128 disc, side to move's view.
    pub fn push(&mut self, board: Board, label: i16) {
        self.boards.push(board);
        self.labels.push(label);
    }

    fn truncate(&mut self, len: usize) {
        self.boards.truncate(len);
        self.labels.truncate(len);
    }

    /// Returns how many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Returns whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Iterates over all.
    pub fn iter(&self) -> impl Iterator<Item = (Board, i16)> + '_ {
        self.part(0, 1)
    }

    /// Iterates over one of `of` parts, alike in size.
    pub fn part(&self, index: usize, of: usize) -> impl Iterator<Item = (Board, i16)> + '_ {
        let range = self.len() * index / of..self.len() * (index + 1) / of;
        self.boards[range.clone()].iter().copied().zip(self.labels[range].iter().copied())
    }
}

/// Samples of all stages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    /// What weights are fitted to, by stage, in an order drawn at random.
    pub fit: Vec<Set>,
    /// What they are judged by, by stage.
    pub held_out: Vec<Set>,
    /// How many were read, duplicates included.
    pub n_read: u64,
}

/// What is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Folders of files of samples.
    pub folders: Vec<PathBuf>,
    /// Beside the files that are kept from the fit, the games of the first so many groups of 256 of the others.
    pub held_out_groups: u8,
    /// At most so many distinct positions are fitted to, the same share of every stage.
    pub limit: Option<u64>,
    /// What the order is drawn by.
    pub seed: u64,
}

impl Samples {
    /// Reads and merges files of samples.
    ///
    /// # Errors
    /// A folder or file cannot be read or is damaged.
    /// # Determinism
    /// The same files give the same samples in the same order.
    pub fn load(selection: &Selection) -> Result<Self, DatasetError> {
        let mut files = Vec::new();
        for folder in &selection.folders {
            files.extend(dataset::files_in(folder)?);
        }
        let mut stages = vec![Vec::new(); N_STAGES];
        let mut n_read = 0;
        for file in &files {
            let held_out = dataset::is_held_out(file);
            let samples = Dataset::read(file)?.samples;
            for mut sample in samples {
                let held_out = held_out || sample.group < selection.held_out_groups;
                sample.group = u8::from(held_out);
                stages[stage(sample.board.n_empties())].push(sample);
                n_read += 1;
            }
        }
        let mut samples = Self::merge(stages, n_read, selection.seed);
        if let Some(limit) = selection.limit {
            let (total, _) = samples.sizes();
            for set in &mut samples.fit {
                set.truncate(
                    (set.len() as u128 * u128::from(limit) / total.max(1) as u128) as usize,
                );
            }
        }
        Ok(samples)
    }

    /// Merges samples given by stage, whose group is 1 for those kept from the fit.
    fn merge(stages: Vec<Vec<Sample>>, n_read: u64, seed: u64) -> Self {
        let (fit, held_out) = stages
            .into_par_iter()
            .enumerate()
            .map(|(stage, mut samples)| {
                for sample in &mut samples {
                    sample.board = sample.board.canonical();
                }
                samples.sort_unstable();
                let mut sets = [Vec::new(), Vec::new()];
                for same in samples.chunk_by(|a, b| a.board == b.board) {
                    let held_out = same.iter().all(|sample| sample.group == 1);
                    sets[usize::from(held_out)].push((same[0].board, merged_label(same)));
                }
                drop(samples);
                let mut rng = generator(seed, stage as u64);
                let [fit, held_out] = sets.map(|mut list| {
                    shuffle(&mut rng, &mut list);
                    let mut set = Set::default();
                    for (board, label) in list {
                        set.push(board, label);
                    }
                    set
                });
                (fit, held_out)
            })
            .unzip();
        Samples { fit, held_out, n_read }
    }

    /// Returns how many distinct positions there are to fit to, and to judge by.
    #[must_use]
    pub fn sizes(&self) -> (usize, usize) {
        let size = |sets: &[Set]| sets.iter().map(Set::len).sum();
        (size(&self.fit), size(&self.held_out))
    }
}

/// What samples of one position say together: an exact score, or else their mean.
fn merged_label(same: &[Sample]) -> i16 {
    if same[0].kind == Kind::Exact {
        return same[0].label;
    }
    let sum: i64 = same.iter().map(|sample| i64::from(sample.label)).sum();
    (sum / same.len() as i64) as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Score;

    #[test]
    fn duplicates_under_symmetry_are_merged() {
        let (_, board) = Board::START.children().next().unwrap();
        let (_, other) = board.children().next().unwrap();
        let sample = |board: Board, discs: i32, kind, group| {
            Sample::new(board, Score(discs * Score::DISC), kind, group)
        };
        let stages = vec![vec![
            sample(board, 3, Kind::Result, 0),
            sample(board.symmetric(3), 6, Kind::Search, 1),
            sample(board.symmetric(5), -3, Kind::Blend, 0),
            sample(other, 7, Kind::Search, 1),
            sample(other.symmetric(1), 1, Kind::Exact, 1),
        ]];
        let samples = Samples::merge(stages, 5, 1);
        let all = |sets: &[Set]| sets[0].iter().collect::<Vec<_>>();
        // Some say so that are not kept from the fit.
        assert_eq!(all(&samples.fit), [(board.canonical(), 2 * 128)]);
        assert_eq!(all(&samples.held_out), [(other.canonical(), 128)]);
        assert_eq!(samples.sizes(), (1, 1));
    }

    #[test]
    fn parts_are_the_whole() {
        let mut set = Set::default();
        for label in 0..10 {
            set.push(Board::START, label);
        }
        let labels: Vec<i16> =
            (0..3).flat_map(|part| set.part(part, 3).map(|(_, label)| label)).collect();
        assert_eq!(labels, (0..10).collect::<Vec<i16>>());
    }
}
