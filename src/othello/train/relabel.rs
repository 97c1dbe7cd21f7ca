//! New labels for positions of games: the results they carry, blended with searches of a newer evaluation.
//!
//! Owns how far a result is trusted; must not know games. A file of samples becomes a file of the same name with the
//! same positions in the same order.
//!
//! A result tells the truth about a position as far as the game was played well from there to where it was solved,
//! and the errors of many plies add up; a search errs alike everywhere. So the share of the result falls with the
//! plies between.

use std::path::{Path, PathBuf};

use super::dataset::{Dataset, DatasetError, Kind, Sample, files_in};
use super::{Progress, job};
use crate::engine::{Goal, StopFlag};
use crate::othello::Score;
use crate::othello::eval::Evaluator;
use crate::othello::search::{Request, Searcher};

/// How samples are labelled anew.
#[derive(Clone, Debug, PartialEq)]
pub struct Relabel {
    /// Plies of the searches.
    pub depth: u32,
    /// The selectivity of the searches.
    ///
    /// # Units
    /// Percent.
    pub selectivity: u32,
    /// The empties at which the games were solved: there a result counts whole.
    pub horizon: u32,
    /// The plies before the horizon at which a result counts half.
    pub half: u32,
}

impl Relabel {
    /// Returns the share of the result in a label, 0 to 1.
    #[must_use]
    pub fn share(&self, n_empties: u32) -> f64 {
        let half = f64::from(self.half.max(1));
        half / (half + f64::from(n_empties.saturating_sub(self.horizon)))
    }

    /// Labels the samples of `folders` whose files are not in `out` yet.
    ///
    /// # Errors
    /// A file cannot be read or written, two have one name, or one in `out` was made with other settings.
    pub fn run(
        &self,
        folders: &[PathBuf],
        out: &Path,
        threads: usize,
        evaluator: &Evaluator,
        progress: &Progress,
    ) -> anyhow::Result<()> {
        std::fs::create_dir_all(out)?;
        let mut files = Vec::new();
        for folder in folders {
            files.extend(files_in(folder)?);
        }
        files.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
        if let Some(pair) = files.windows(2).find(|pair| pair[0].file_name() == pair[1].file_name())
        {
            anyhow::bail!("{} and {} have one name", pair[0].display(), pair[1].display());
        }
        progress.set_total(files.len() as u64);
        job::run(&files, threads, evaluator, |file, searcher| {
            self.make(file, out, searcher, progress)
        })
    }

    fn make(
        &self,
        file: &Path,
        out: &Path,
        searcher: &mut Searcher,
        progress: &Progress,
    ) -> Result<(), DatasetError> {
        let source = Dataset::read(file)?;
        let name = job::name(searcher.evaluator());
        let settings =
            crc32fast::hash(format!("relabel 1 {self:?} {} {name}", source.settings).as_bytes());
        let path = out.join(file.file_name().unwrap_or_default());
        if Dataset::is_done(&path, settings)?.is_some() {
            progress.skip(1);
            return Ok(());
        }
        searcher.clear();
        let mut samples = source.samples;
        for sample in &mut samples {
            self.label(sample, searcher);
        }
        let count = samples.len() as u64;
        Dataset { settings, samples }.write(&path)?;
        progress.add(1, count);
        Ok(())
    }

    /// Labels one sample; what is solved, and what a search alone told, stays as it is.
    pub fn label(&self, sample: &mut Sample, searcher: &mut Searcher) {
        if !matches!(sample.kind, Kind::Result | Kind::Blend) {
            return;
        }
        let share = self.share(sample.board.n_empties());
        let request = Request {
            goal: Goal::Depth(self.depth),
            selectivity: self.selectivity,
            ..Request::default()
        };
        let found =
            searcher.search(sample.board, &request, &StopFlag::new(), &mut ()).lines[0].score;
        let label = share * f64::from(sample.label) + (1.0 - share) * f64::from(found.0);
        *sample = Sample::new(sample.board, Score(label.round() as i32), Kind::Blend, sample.group);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Board;

    const RELABEL: Relabel = Relabel { depth: 1, selectivity: 73, horizon: 16, half: 8 };

    #[test]
    fn results_count_less_the_earlier() {
        let shares: Vec<f64> = [10, 16, 24, 40].map(|n| RELABEL.share(n)).to_vec();
        assert_eq!(shares, [1.0, 1.0, 0.5, 0.25]);
    }

    #[test]
    fn files_are_labelled_once_and_keep_what_is_exact() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let board = Board::START.play("f5".parse().unwrap()).unwrap();
        let samples = vec![
            Sample::new(board, Score(640), Kind::Result, 7),
            Sample::new(Board::START, Score(256), Kind::Exact, 8),
            Sample::new(Board::START, Score(-512), Kind::Search, 9),
        ];
        let data = Dataset { settings: 1, samples: samples.clone() };
        data.write(&from.path().join("holdout-a.hbd")).unwrap();
        let folders = [from.path().to_owned()];
        let run = |relabel: &Relabel| {
            let progress = Progress::default();
            relabel
                .run(&folders, to.path(), 1, &Evaluator::handmade(), &progress)
                .map(|()| progress.done())
        };
        assert_eq!(run(&RELABEL).unwrap(), 1);
        let made = Dataset::read(&to.path().join("holdout-a.hbd")).unwrap().samples;
        let mut searcher = Searcher::with_evaluator(job::CONFIG, Evaluator::handmade());
        let request = Request { goal: Goal::Depth(1), selectivity: 73, ..Request::default() };
        let found = searcher.search(board, &request, &StopFlag::new(), &mut ()).lines[0].score;
        // 59 empties are 43 before the horizon: 8 of 51 parts.
        let expected = (8.0 * 640.0 + 43.0 * f64::from(found.0)) / 51.0;
        assert_eq!(made[0], Sample::new(board, Score(expected.round() as i32), Kind::Blend, 7));
        assert_eq!(made[1..], samples[1..]);
        assert_eq!(run(&RELABEL).unwrap(), 0);
        assert!(run(&Relabel { half: 4, ..RELABEL }).is_err());
    }
}
