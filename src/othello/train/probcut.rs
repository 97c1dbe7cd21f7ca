//! How far shallow searches miss deep ones: measured on positions of played games, and fitted.
//!
//! Owns the measurement and the fit; the form of the model is the search's (`search::error_model`). Entry points:
//! [`Survey::run`], [`Fit::new`]. Every position is searched without pruning to all depths one after the other,
//! which gives all pairs of depths at once; positions for the endgame are then solved as well.

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::sync::Mutex;

use rand_chacha::ChaCha8Rng;

use super::draw::{below, generator};
use super::generate::{random_plies, settled};
use super::{Progress, job};
use crate::engine::{Goal, StopFlag};
use crate::othello::bitboard::squares;
use crate::othello::eval::{Evaluator, Tracked};
use crate::othello::search::error_model::{Coefficients, N_COEFFICIENTS, Pair, Phase};
use crate::othello::search::params::PLAYED_OUT_EMPTIES;
use crate::othello::search::{Line, Listener, Request, Searcher};
use crate::othello::{Board, Score};

/// The plies of random moves that a game begins with.
const RANDOM_PLIES: RangeInclusive<u32> = 6..=12;

/// One move in so many is a random one later on: the search meets positions after poor moves too.
const RANDOM_MOVE_IN: usize = 8;

/// Plies that the other moves are searched.
const PLAY_DEPTH: u32 = 2;

/// The fewest and most empties of positions searched to a depth; above the solver's.
const MIDGAME_EMPTIES: RangeInclusive<u32> = 14..=52;

/// The fewest empties of positions that are solved.
const LEAST_SOLVED: u32 = 12;

/// The deepest search compared with solutions.
const DEEPEST_SOLVED_PROBE: u32 = 8;

/// A fit needs so many pairs in a cell to know its spread.
const LEAST_IN_CELL: u32 = 20;

/// What is measured: it determines the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Position `i` depends on this and `i` alone.
    pub seed: u64,
    /// Positions of each phase.
    pub positions: u64,
    /// The deepest midgame search.
    ///
    /// # Units
    /// Plies.
    pub depth: u32,
    /// Positions up to so many empties are solved.
    pub solve: u32,
}

/// One pair of searches of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    /// Which searches.
    pub pair: Pair,
    /// The deep score less the shallow one.
    pub difference: Score,
}

/// Collects the score of every iteration.
#[derive(Debug, Default)]
struct Scores(Vec<(u32, i32)>);

impl Listener for Scores {
    fn lines(&mut self, lines: &[Line], _nodes: u64, _hashfull: u32) {
        self.0.extend(lines.first().map(|line| (line.depth, line.score.0)));
    }
}

impl Survey {
    /// Searches all positions.
    ///
    /// # Errors
    /// No threads could be started.
    /// # Determinism
    /// The same whatever the number of threads.
    pub fn run(
        &self,
        threads: usize,
        evaluator: &Evaluator,
        progress: &Progress,
    ) -> anyhow::Result<Vec<Observation>> {
        let pieces: Vec<(Phase, u64)> = (0..self.positions)
            .flat_map(|index| [(Phase::Midgame, 2 * index), (Phase::Endgame, 2 * index + 1)])
            .collect();
        progress.set_total(pieces.len() as u64);
        let found = Mutex::new(Vec::with_capacity(pieces.len()));
        job::run(&pieces, threads, evaluator, |&(phase, index), searcher| {
            let observed = self.observe(phase, index, searcher);
            progress.add(1, 1);
            if let Ok(mut found) = found.lock() {
                found.push((index, observed));
            }
            Ok(())
        })?;
        let mut found = found.into_inner().unwrap_or_default();
        found.sort_by_key(|&(index, _)| index);
        Ok(found.into_iter().flat_map(|(_, observed)| observed).collect())
    }

    /// Returns the pairs of position `index`.
    fn observe(&self, phase: Phase, index: u64, searcher: &mut Searcher) -> Vec<Observation> {
        searcher.clear();
        let mut rng = generator(self.seed, index);
        let (least, most) = match phase {
            Phase::Midgame => (*MIDGAME_EMPTIES.start(), *MIDGAME_EMPTIES.end()),
            Phase::Endgame => (LEAST_SOLVED, self.solve.max(LEAST_SOLVED)),
        };
        let n_empties = least + below(&mut rng, (most - least + 1) as usize) as u32;
        let board = loop {
            if let Some(board) = played(&mut rng, n_empties, searcher) {
                break board;
            }
        };
        searcher.clear();
        let stop = StopFlag::new();
        let deepest = match phase {
            Phase::Midgame => self.depth.min(n_empties - 1),
            Phase::Endgame => DEEPEST_SOLVED_PROBE,
        };
        let request =
            Request { goal: Goal::Depth(deepest), selectivity: 100, ..Request::default() };
        let mut scores = Scores::default();
        scores.0.push((0, searcher.evaluator().evaluate(&Tracked::new(board)).0));
        searcher.search(board, &request, &stop, &mut scores);
        let mut scores = scores.0;
        scores.dedup_by_key(|&mut (depth, _)| depth);
        if phase == Phase::Endgame {
            let request = Request { goal: Goal::Exact, ..Request::default() };
            let report = searcher.search(board, &request, &stop, &mut ());
            scores.push((n_empties, report.lines[0].score.0));
        }
        let mut observed = Vec::new();
        for (i, &(depth, deep)) in scores.iter().enumerate() {
            if phase == Phase::Endgame && depth != n_empties {
                continue;
            }
            for &(probe, shallow) in &scores[..i] {
                // Played out near the end, a shallow search knows more than one in the midst of solving.
                if phase == Phase::Endgame && n_empties - probe <= PLAYED_OUT_EMPTIES {
                    continue;
                }
                let pair = Pair { phase, n_empties, depth, probe };
                observed.push(Observation { pair, difference: Score(deep - shallow) });
            }
        }
        observed
    }
}

/// Plays a game until so many squares are empty; `None` if it ends before.
fn played(rng: &mut ChaCha8Rng, n_empties: u32, searcher: &mut Searcher) -> Option<Board> {
    let (least, most) = (*RANDOM_PLIES.start(), *RANDOM_PLIES.end());
    let plies = least + below(rng, (most - least + 1) as usize) as u32;
    let boards = random_plies(rng, plies.min(60 - n_empties))?;
    let mut board = *boards.last()?;
    let request = Request { goal: Goal::Depth(PLAY_DEPTH), ..Request::default() };
    while board.n_empties() > n_empties {
        let moves = board.legal_moves();
        let square = if below(rng, RANDOM_MOVE_IN) == 0 {
            squares(moves).nth(below(rng, moves.count_ones() as usize))?
        } else {
            let report = searcher.search(board, &request, &StopFlag::new(), &mut ());
            report.lines.first()?.pv.first()?.square()?
        };
        board = settled(board.play(square)?)?;
    }
    Some(board)
}

/// Pairs that are much alike.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cell {
    n: u32,
    sum: f64,
    /// Of the differences around the fitted mean.
    square: f64,
}

/// Empties that share a cell.
const EMPTIES_IN_CELL: u32 = 4;

/// Returns what a cell stands for: its middle empties and depths.
fn cell_pair(pair: Pair) -> Pair {
    match pair.phase {
        Phase::Endgame => pair,
        Phase::Midgame => {
            let first = pair.n_empties / EMPTIES_IN_CELL * EMPTIES_IN_CELL;
            Pair { n_empties: first + EMPTIES_IN_CELL / 2, ..pair }
        }
    }
}

/// What was fitted to one phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The result.
    pub coefficients: Coefficients,
    /// The pairs it was fitted to.
    pub n: usize,
    /// Root of the mean square error of the spread's logarithm, over pairs.
    pub log_error: f64,
    cells: Vec<(Pair, Cell)>,
}

impl Fit {
    /// Fits one phase: the mean to the differences, then the logarithm of the spread to that of cells of pairs.
    ///
    /// `None` if there are not enough observations.
    #[must_use]
    pub fn new(phase: Phase, observations: &[Observation]) -> Option<Self> {
        let disc = f64::from(Score::DISC);
        let own: Vec<(Pair, f64)> = observations
            .iter()
            .filter(|observation| observation.pair.phase == phase)
            .map(|observation| (observation.pair, f64::from(observation.difference.0) / disc))
            .collect();
        let mean = least_squares(own.iter().map(|&(pair, value)| (pair.mean_terms(), value, 1.0)))?;
        let mut cells: Vec<(Pair, Cell)> = Vec::new();
        for &(pair, value) in &own {
            let key = cell_pair(pair);
            let index = match cells.iter().position(|(known, _)| *known == key) {
                Some(index) => index,
                None => {
                    cells.push((key, Cell::default()));
                    cells.len() - 1
                }
            };
            let cell = &mut cells[index].1;
            let expected: f64 = mean.iter().zip(pair.mean_terms()).map(|(c, t)| c * t).sum();
            cell.n += 1;
            cell.sum += value;
            cell.square += (value - expected).powi(2);
        }
        cells.retain(|(_, cell)| cell.n >= LEAST_IN_CELL);
        cells.sort_by_key(|(pair, _)| (pair.depth, pair.probe, pair.n_empties));
        let rows = cells.iter().map(|(pair, cell)| {
            let sigma = (cell.square / f64::from(cell.n)).sqrt().max(0.1);
            (pair.spread_terms(), sigma.ln(), f64::from(cell.n))
        });
        let log_sigma = least_squares(rows.clone())?;
        let (square, n) = rows.fold((0.0, 0.0), |(square, n), (terms, value, weight)| {
            let fitted: f64 = log_sigma.iter().zip(terms).map(|(c, t)| c * t).sum();
            (square + weight * (value - fitted).powi(2), n + weight)
        });
        Some(Fit {
            coefficients: Coefficients { mean, log_sigma },
            n: own.len(),
            log_error: f64::sqrt(square / f64::max(n, 1.0)),
            cells,
        })
    }

    /// Writes what was measured beside what was fitted, for people.
    #[must_use]
    pub fn text(&self) -> String {
        let disc = f64::from(Score::DISC);
        let mut out = String::from("empties depth probe pairs    mean  fitted   sigma  fitted\n");
        for (pair, cell) in &self.cells {
            let n = f64::from(cell.n);
            let forecast = self.coefficients.forecast(*pair);
            let _ = writeln!(
                out,
                "{:>7} {:>5} {:>5} {:>5} {:>+7.2} {:>+7.2} {:>7.2} {:>7.2}",
                pair.n_empties,
                pair.depth,
                pair.probe,
                cell.n,
                cell.sum / n,
                forecast.mean / disc,
                (cell.square / n).sqrt(),
                forecast.sigma / disc
            );
        }
        out
    }
}

/// Writes the source file that holds the coefficients.
///
/// `command` is what made it, `evaluation` says what it was made for.
#[must_use]
pub fn source(command: &str, evaluation: &str, midgame: &Fit, endgame: &Fit) -> String {
    let list = |values: &[f64; N_COEFFICIENTS]| {
        values.map(|value| format!("{value:.5}").replace("-0.00000", "0.00000")).join(", ")
    };
    let constant = |about: &str, name: &str, fit: &Fit| {
        format!(
            "\n/// {about}: {} pairs, logarithms of the spread within {:.3}.\n#[rustfmt::skip]\n\
             pub(super) const {name}: Coefficients = Coefficients {{\n    mean: [{}],\n    \
             log_sigma: [{}],\n}};\n",
            fit.n,
            fit.log_error,
            list(&fit.coefficients.mean),
            list(&fit.coefficients.log_sigma)
        )
    };
    format!(
        "//! How far shallow searches miss deep ones with the pattern weights. Generated: do not edit, make it \
         anew.\n//!\n//! Command: `{command}`\n//!\n//! Evaluation: {evaluation}\n\n\
         use super::error_model::Coefficients;\n{}{}",
        constant("Deep searches that end with evaluations", "MIDGAME", midgame),
        constant("Deep searches that play the game out", "ENDGAME", endgame)
    )
}

/// Returns the coefficients of the least weighted square error over rows of terms, value and weight.
///
/// A term that is always 0 gets 0. `None` without rows.
fn least_squares(
    rows: impl Iterator<Item = ([f64; N_COEFFICIENTS], f64, f64)>,
) -> Option<[f64; N_COEFFICIENTS]> {
    const N: usize = N_COEFFICIENTS;
    let mut system = [[0.0; N + 1]; N];
    let mut total = 0.0;
    for (terms, value, weight) in rows {
        total += weight;
        for (row, &a) in system.iter_mut().zip(&terms) {
            for (cell, &b) in row.iter_mut().zip(terms.iter().chain([&value])) {
                *cell += weight * a * b;
            }
        }
    }
    if total <= 0.0 {
        return None;
    }
    for (i, row) in system.iter_mut().enumerate() {
        row[i] += 1e-6 * total;
    }
    for i in 0..N {
        let pivot = (i..N).max_by(|&a, &b| system[a][i].abs().total_cmp(&system[b][i].abs()))?;
        system.swap(i, pivot);
        let top = system[i];
        for (k, row) in system.iter_mut().enumerate() {
            if k != i {
                let factor = row[i] / top[i];
                row.iter_mut().zip(top).for_each(|(cell, above)| *cell -= factor * above);
            }
        }
    }
    Some(std::array::from_fn(|i| system[i][N] / system[i][i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs whose differences lie as far to either side of the mean as the model says.
    fn made(truth: Coefficients, phase: Phase) -> Vec<Observation> {
        let mut all = Vec::new();
        for n_empties in 14..=52 {
            for depth in 3..=10 {
                for probe in 0..depth {
                    let pair = Pair { phase, n_empties, depth, probe };
                    let forecast = truth.forecast(cell_pair(pair));
                    for side in [-1.0, 1.0].repeat(10) {
                        let mean = truth.forecast(pair).mean;
                        let difference = Score((mean + side * forecast.sigma).round() as i32);
                        all.push(Observation { pair, difference });
                    }
                }
            }
        }
        all
    }

    #[test]
    fn a_fit_finds_the_coefficients_the_data_was_made_with() {
        let truth = Coefficients {
            mean: [0.3, -0.2, -0.5, 1.0, 0.0, 0.0],
            log_sigma: [0.9, 0.5, -0.4, -0.3, 0.2, 0.1],
        };
        let fit = Fit::new(Phase::Midgame, &made(truth, Phase::Midgame)).unwrap();
        let all = |c: &Coefficients| c.mean.into_iter().chain(c.log_sigma).collect::<Vec<_>>();
        for (found, known) in all(&fit.coefficients).into_iter().zip(all(&truth)) {
            assert!((found - known).abs() < 0.02, "{found} for {known}");
        }
        assert!(fit.log_error < 0.01, "{}", fit.log_error);
        assert_eq!(Fit::new(Phase::Endgame, &made(truth, Phase::Midgame)), None);
    }

    #[test]
    fn a_survey_is_the_same_with_any_number_of_threads() {
        let survey = Survey { seed: 3, positions: 6, depth: 4, solve: 12 };
        let evaluator = Evaluator::handmade();
        let one = survey.run(1, &evaluator, &Progress::default()).unwrap();
        let two = survey.run(2, &evaluator, &Progress::default()).unwrap();
        assert_eq!(one, two);
        let midgame = one.iter().filter(|seen| seen.pair.phase == Phase::Midgame);
        // Depths 0 to 4: ten pairs a position. Depths that keep more than 8 of 12 empties, and the solution: four.
        assert_eq!(midgame.count(), 60);
        assert_eq!(one.len(), 60 + 24);
    }

    #[test]
    fn the_source_names_its_command() {
        let fit = Fit {
            coefficients: Coefficients {
                mean: [1.0; N_COEFFICIENTS],
                log_sigma: [-0.000_001; N_COEFFICIENTS],
            },
            n: 7,
            log_error: 0.1,
            cells: Vec::new(),
        };
        let text = source("heibai train probcut", "none", &fit, &fit);
        assert!(text.contains("//! Command: `heibai train probcut`\n"), "{text}");
        assert_eq!(text.matches("    log_sigma: [0.00000, 0.00000").count(), 2, "{text}");
    }
}
