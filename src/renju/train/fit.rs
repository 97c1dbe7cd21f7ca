//! The fit: logistic regression of the results of games, blended with the scores of their searches.

use std::collections::HashSet;

use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use super::features::{self, Feature, PER_SIDE};
use super::games::Game;
use crate::engine::StopFlag;
use crate::game::Color;
use crate::renju::eval::{Evaluator, MASKS, SCALE, UNIT, Weights, code};
use crate::renju::pattern::class::Class;
use crate::renju::pattern::{Field, Threat, threat_of};
use crate::renju::search::PROVED;
use crate::renju::vcf::Solver;
use crate::renju::{Board, Rule};

/// A position with what became of it.
#[derive(Clone, Debug)]
struct Sample {
    features: Vec<Feature>,
    /// The chance of the side to move.
    target: f32,
}

/// How weights are fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The share of the result in the target; the rest is the search's score.
    pub blend: f64,
    /// How strongly weights are drawn to those they begin with.
    pub ridge: f64,
    /// The rate of the first epoch.
    pub rate: f64,
    /// Passes over the samples.
    pub epochs: u32,
    /// What the order of the samples is drawn by.
    pub seed: u64,
}

impl Default for Fit {
    fn default() -> Self {
        Fit { blend: 0.6, ridge: 2e-3, rate: 0.5, epochs: 40, seed: 1 }
    }
}

/// What an epoch came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Counted from 1.
    pub number: u32,
    /// Mean cross-entropy over the samples fitted to.
    pub fitted: f64,
    /// And over those held out.
    pub held_out: f64,
}

/// The samples of games.
#[derive(Debug)]
pub struct Samples {
    fit: Vec<Sample>,
    held_out: Vec<Sample>,
}

/// Of so many games one is held out.
const HELD_OUT: usize = 20;
/// Nodes of the search by fours that tells quiet positions from others.
const FOURS_NODES: u64 = 200;

impl Samples {
    /// Makes samples of the quiet positions of games: nobody makes five or a straight four, nobody wins by fours.
    #[must_use]
    pub fn of(games: &[Game], blend: f64) -> Self {
        let evaluator = Evaluator::new(&Weights::handmade());
        let mut solver = Solver::new(1 << 14);
        let mut samples = Samples { fit: Vec::new(), held_out: Vec::new() };
        let mut seen = HashSet::new();
        for (number, game) in games.iter().enumerate() {
            let Some(points) = game.points() else { continue };
            let values = evaluator.values(Rule::Renju);
            let mut field = Field::new(&Board::clamped(15), Rule::Renju, values);
            let mut side = Color::Black;
            for (ply, &point) in points.iter().enumerate() {
                let score = ply.checked_sub(game.opening).and_then(|at| game.scores.get(at));
                if let Some(&score) = score
                    && score.abs() < PROVED
                    && is_quiet(&mut field, side, &mut solver)
                    && seen.insert((field.hash(), side))
                {
                    let result =
                        f64::from(game.result) * if side == Color::Black { 1.0 } else { -1.0 };
                    let target = blend * (result + 1.0) / 2.0
                        + (1.0 - blend) * sigmoid(f64::from(score) / SCALE);
                    let sample =
                        Sample { features: features::of(&field, side), target: target as f32 };
                    if number % HELD_OUT == 0 {
                        samples.held_out.push(sample);
                    } else {
                        samples.fit.push(sample);
                    }
                }
                if !field.board().is_empty(point) {
                    break;
                }
                field.make(point, side);
                side = !side;
            }
        }
        samples
    }

    /// Returns how many there are to fit to, and held out.
    #[must_use]
    pub fn sizes(&self) -> (usize, usize) {
        (self.fit.len(), self.held_out.len())
    }
}

fn is_quiet(field: &mut Field, side: Color, solver: &mut Solver) -> bool {
    let none = |threat| Color::ALL.iter().all(|&color| field.count(color, threat) == 0);
    if !none(Threat::Five) || field.count(side, Threat::StraightFour) > 0 {
        return false;
    }
    let stop = StopFlag::new();
    solver.any(field, side, 24, FOURS_NODES, &stop).is_none()
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// Flattens weights in the order of the features, in the unit of scores.
fn flatten(weights: &Weights) -> Vec<f64> {
    let mut flat = Vec::with_capacity(features::COUNT);
    let coarse = |value: i16| f64::from(value) / f64::from(UNIT);
    for side in 0..2 {
        for table in &weights.points {
            flat.extend(table.iter().map(|pair| coarse(pair[side])));
        }
        flat.extend(weights.masks[side].iter().map(|&value| coarse(value)));
    }
    flat
}

fn unflatten(flat: &[f64]) -> Weights {
    let mut weights = Weights::zero();
    let round = |value: f64| (value * f64::from(UNIT)).round().clamp(-32_000.0, 32_000.0) as i16;
    for (side, values) in flat.chunks(PER_SIDE).enumerate() {
        for (color, table) in weights.points.iter_mut().enumerate() {
            for (pair, &value) in table.iter_mut().zip(&values[color * code::COUNT..]) {
                pair[side] = round(value);
            }
        }
        for (mask, &value) in weights.masks[side].iter_mut().zip(&values[2 * code::COUNT..]) {
            *mask = round(value);
        }
    }
    weights
}

fn score(flat: &[f64], sample: &Sample) -> f64 {
    let term = |&(feature, count): &Feature| flat[usize::from(feature)] * f64::from(count);
    sample.features.iter().map(term).sum()
}

fn loss(flat: &[f64], samples: &[Sample]) -> f64 {
    let total: f64 = samples
        .iter()
        .map(|sample| {
            let chance = sigmoid(score(flat, sample) / SCALE).clamp(1e-9, 1.0 - 1e-9);
            let target = f64::from(sample.target);
            -target * libm::log(chance) - (1.0 - target) * libm::log(1.0 - chance)
        })
        .sum();
    total / samples.len().max(1) as f64
}

/// What all codes with a line or a threat in common share: so that what is rare is judged by what is like it.
struct Sharing {
    /// Of each feature, its shared parameters: four lines and a threat; none for sets of threats.
    of: Vec<Vec<u16>>,
    count: usize,
}

impl Sharing {
    fn new() -> Self {
        let classes = &code::codes().classes;
        let per_group = Class::COUNT + Threat::COUNT;
        let mut of = Vec::with_capacity(features::COUNT);
        for side in 0..2 {
            for color in 0..2 {
                let base = (side * 2 + color) * per_group;
                for classes in classes {
                    let lines = classes.iter().map(|&class| (base + class as usize) as u16);
                    let threat = threat_of(classes, color == 0) as usize;
                    of.push(lines.chain([(base + Class::COUNT + threat) as u16]).collect());
                }
            }
            of.extend(vec![Vec::new(); MASKS]);
        }
        Sharing { of, count: 4 * per_group }
    }

    /// Adds what each feature shares to what is its own.
    fn whole(&self, own: &[f64], shared: &[f64]) -> Vec<f64> {
        let of = self.of.iter().zip(own);
        of.map(|(of, own)| own + of.iter().map(|&i| shared[usize::from(i)]).sum::<f64>()).collect()
    }
}

/// The averages of Adam for some parameters.
struct Adam {
    first: Vec<f64>,
    second: Vec<f64>,
}

impl Adam {
    fn new(count: usize) -> Self {
        Adam { first: vec![0.0; count], second: vec![0.0; count] }
    }

    fn step(
        &mut self,
        values: &mut [f64],
        slopes: impl Iterator<Item = f64>,
        rate: f64,
        step: i32,
    ) {
        let correct = |decay: f64| 1.0 - libm::pow(decay, f64::from(step));
        let (bias1, bias2) = (correct(0.9), correct(0.999));
        let averages = self.first.iter_mut().zip(&mut self.second);
        for ((value, slope), (first, second)) in values.iter_mut().zip(slopes).zip(averages) {
            *first = 0.9 * *first + 0.1 * slope;
            *second = 0.999 * *second + 0.001 * slope * slope;
            *value -= rate * (*first / bias1) / ((*second / bias2).sqrt() + 1e-8);
        }
    }
}

impl Fit {
    /// Fits weights, from `start` on, and returns them with what the last epoch came to.
    ///
    /// # Source
    /// Adam in batches, its rate falling to zero evenly.
    /// # Determinism
    /// The same samples and settings give the same weights.
    pub fn run(
        &self,
        samples: &Samples,
        start: &Weights,
        progress: &mut dyn FnMut(&Epoch),
    ) -> (Weights, Epoch) {
        const BATCH: usize = 2048;
        let sharing = Sharing::new();
        let origin = flatten(start);
        let mut own = origin.clone();
        let mut shared = vec![0.0; sharing.count];
        let mut flat = origin.clone();
        let (mut own_adam, mut shared_adam) = (Adam::new(own.len()), Adam::new(shared.len()));
        let mut gradient = vec![0.0; flat.len()];
        let mut shared_gradient = vec![0.0; shared.len()];
        let mut order: Vec<usize> = (0..samples.fit.len()).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let mut step = 0;
        let mut epoch = Epoch { number: 0, fitted: 0.0, held_out: loss(&flat, &samples.held_out) };
        progress(&epoch);
        for number in 1..=self.epochs {
            order.shuffle(&mut rng);
            let rate = self.rate * (1.0 - f64::from(number - 1) / f64::from(self.epochs));
            for batch in order.chunks(BATCH) {
                gradient.fill(0.0);
                let share = 1.0 / batch.len() as f64;
                for &index in batch {
                    let sample = &samples.fit[index];
                    let error = sigmoid(score(&flat, sample) / SCALE) - f64::from(sample.target);
                    for &(feature, count) in &sample.features {
                        gradient[usize::from(feature)] += share * error * f64::from(count);
                    }
                }
                shared_gradient.fill(0.0);
                for (of, slope) in sharing.of.iter().zip(&gradient) {
                    for &i in of {
                        shared_gradient[usize::from(i)] += slope;
                    }
                }
                step += 1;
                let drawn =
                    own.iter().zip(&origin).map(|(own, origin)| self.ridge * (own - origin));
                let slopes: Vec<f64> = gradient.iter().zip(drawn).map(|(g, d)| g + d).collect();
                own_adam.step(&mut own, slopes.into_iter(), rate, step);
                shared_adam.step(&mut shared, shared_gradient.iter().copied(), rate / 10.0, step);
                flat = sharing.whole(&own, &shared);
            }
            epoch = Epoch {
                number,
                fitted: loss(&flat, &samples.fit),
                held_out: loss(&flat, &samples.held_out),
            };
            progress(&epoch);
        }
        let weights = unflatten(&flat);
        epoch.held_out = loss(&flatten(&weights), &samples.held_out);
        (weights, epoch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::renju::fuzz;

    #[test]
    fn features_give_the_score_of_the_evaluation() {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        let weights = Weights::handmade();
        assert_eq!(unflatten(&flatten(&weights)), weights);
        let evaluator = Evaluator::new(&weights);
        for _ in 0..40 {
            let board = fuzz::random_board(&mut rng, 15);
            let field = Field::new(&board, Rule::Renju, evaluator.values(Rule::Renju));
            for side in Color::ALL {
                let sample = Sample { features: features::of(&field, side), target: 0.0 };
                let linear = score(&flatten(&weights), &sample).clamp(-10_000.0, 10_000.0);
                assert_eq!(linear as i32, evaluator.evaluate(&field, side));
            }
        }
    }

    #[test]
    fn a_fit_finds_what_the_results_say() {
        // Whoever has the nearer stones wins: any weights that say so lose less than those that know nothing.
        let game = |moves: &str, result| Game {
            moves: moves.to_owned(),
            opening: 4,
            scores: vec![0; 3],
            result,
        };
        let games: Vec<Game> = (0..40)
            .flat_map(|_| {
                [
                    game("h8 a1 i9 o15 j11 a15 c3", 1),
                    game("a1 h8 o15 i9 a15 j11 c3", -1),
                    game("h8 a2 i8 o14 j7 b15 d3", 1),
                    game("a2 h8 o14 i8 b15 j7 d3", -1),
                ]
            })
            .collect();
        let samples = Samples::of(&games, 1.0);
        assert!(samples.sizes().0 > 0);
        let fit = Fit { epochs: 20, ..Fit::default() };
        let zero = Weights::zero();
        let before = loss(&flatten(&zero), &samples.fit);
        let (weights, epoch) = fit.run(&samples, &zero, &mut |_| {});
        assert!(epoch.fitted < before / 2.0, "{before} {}", epoch.fitted);
        assert_ne!(weights, zero);
    }
}
