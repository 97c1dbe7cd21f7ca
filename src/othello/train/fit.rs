//! Fitting the weights to the samples.
//!
//! Owns the loss and its minimisation. Entry point: [`Fit::run`].
//!
//! What is minimised, stage by stage, is the sum over the samples of the Huber loss of the error, plus for every
//! parameter `ridge / 2` times its square and `smooth / 2` times the square of its distance from the mean of the
//! same parameter in the neighbouring stages: both count like so many samples, so that a filling that is rare stays
//! near what the neighbours say, and near 0 where they say nothing.
//!
//! The method is gradient descent with momentum over batches, each parameter's step divided by how many samples it
//! speaks in. That curvature is exact for each parameter alone, which makes the step right for common and rare ones
//! alike; Adam's measure of it is the square root. A stage knows its neighbours by their values of the epoch before,
//! so that stages are independent within an epoch, one thread each, and the result does not depend on the threads.
//! The rate is halved whenever an epoch does not help the stage's held-out samples; the values of its best epoch are
//! the result.

use rayon::prelude::*;

use super::draw::{generator, shuffle};
use super::parameters::Parameters;
use super::samples::{Samples, Set};
use crate::othello::eval::weights::Weights;

/// How weights are fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Errors beyond this count linearly.
    ///
    /// # Units
    /// Discs.
    pub delta: f32,
    /// How strongly values are drawn to 0.
    ///
    /// # Units
    /// Samples.
    pub ridge: f32,
    /// How strongly values are drawn to those of the neighbouring stages.
    ///
    /// # Units
    /// Samples.
    pub smooth: f32,
    /// The first rate, in parts of the step that is right for one parameter alone.
    pub rate: f32,
    /// The part of a step that is repeated in the next.
    pub momentum: f32,
    /// Steps in an epoch.
    pub n_batches: usize,
    /// The most epochs.
    pub max_epochs: u32,
    /// What the order of the batches is drawn by.
    pub seed: u64,
}

impl Default for Fit {
    fn default() -> Self {
        Fit {
            delta: 6.0,
            ridge: 4.0,
            smooth: 150.0,
            rate: 0.01,
            momentum: 0.9,
            n_batches: 64,
            max_epochs: 60,
            seed: 1,
        }
    }
}

/// A filling that is rarer than so often in a batch moves more slowly.
const LEAST_SEEN: f32 = 4.0;

/// An epoch that does not better the loss by this part of it is one that does not help.
const LEAST_GAIN: f64 = 3e-4;

/// A stage is finished when its rate has been halved so often.
const MAX_HALVINGS: u32 = 6;

/// How far off a set of positions is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// Positions.
    pub n: u64,
    /// The sum of the Huber losses.
    pub loss: f64,
    /// The sum of the absolute errors, in discs.
    pub absolute: f64,
    /// The sum of the squares of the errors.
    pub square: f64,
}

impl Errors {
    fn add(&mut self, error: f32, delta: f32) {
        let size = error.abs();
        self.n += 1;
        self.absolute += f64::from(size);
        self.square += f64::from(error) * f64::from(error);
        self.loss += f64::from(if size <= delta {
            0.5 * error * error
        } else {
            delta * (size - 0.5 * delta)
        });
    }

    fn plus(self, other: Errors) -> Errors {
        Errors {
            n: self.n + other.n,
            loss: self.loss + other.loss,
            absolute: self.absolute + other.absolute,
            square: self.square + other.square,
        }
    }

    /// Returns the mean absolute error.
    ///
    /// # Units
    /// Discs.
    #[must_use]
    pub fn mae(&self) -> f64 {
        self.absolute / self.n.max(1) as f64
    }

    /// Returns the root of the mean square error.
    ///
    /// # Units
    /// Discs.
    #[must_use]
    pub fn rmse(&self) -> f64 {
        (self.square / self.n.max(1) as f64).sqrt()
    }

    /// Returns the mean loss.
    #[must_use]
    pub fn mean_loss(&self) -> f64 {
        self.loss / self.n.max(1) as f64
    }
}

/// What an epoch came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Which, from 1.
    pub number: u32,
    /// Samples passed in it.
    pub n_samples: u64,
    /// Errors on the samples fitted to, as they were passed.
    pub fit: Errors,
    /// Errors on those kept from the fit.
    pub held_out: Errors,
    /// Stages not finished yet.
    pub n_active: usize,
}

/// What a fit came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// Their errors on the samples kept from the fit, before they were rounded.
    pub exact: Errors,
    /// The same of the weights as rounded.
    pub rounded: Errors,
    /// Epochs run.
    pub n_epochs: u32,
}

/// A stage under way.
struct Stage {
    index: usize,
    values: Vec<f32>,
    velocity: Vec<f32>,
    /// How many samples each parameter speaks in.
    counts: Vec<f32>,
    best: Vec<f32>,
    best_loss: f64,
    rate: f32,
    halvings: u32,
    fit: Errors,
    held_out: Errors,
}

impl Fit {
    /// Fits weights, from zero or from those of `start`, and tells of every epoch.
    ///
    /// # Determinism
    /// The result depends on samples and settings alone, not on the threads of the rayon pool it runs in.
    pub fn run(
        &self,
        samples: &Samples,
        start: Option<&Weights>,
        tell: &mut dyn FnMut(&Epoch),
    ) -> Fitted {
        let parameters = Parameters::new();
        let n = parameters.len();
        let mut stages: Vec<Stage> = (0..samples.fit.len())
            .into_par_iter()
            .map(|index| {
                let weights = start.and_then(|weights| weights.stages.get(index));
                let values = weights.map_or_else(|| vec![0.0; n], |w| parameters.values(w));
                Stage {
                    index,
                    velocity: vec![0.0; n],
                    counts: counts(&parameters, &samples.fit[index]),
                    best: values.clone(),
                    values,
                    best_loss: f64::INFINITY,
                    rate: self.rate,
                    halvings: 0,
                    fit: Errors::default(),
                    held_out: Errors::default(),
                }
            })
            .collect();
        let mut n_epochs = 0;
        for number in 1..=self.max_epochs {
            let active = |stage: &Stage| stage.halvings < MAX_HALVINGS;
            // A stage without samples only follows its neighbours.
            let n_active = |stages: &[Stage]| {
                let busy = |s: &&Stage| active(s) && !samples.fit[s.index].is_empty();
                stages.iter().filter(busy).count()
            };
            if n_active(&stages) == 0 {
                break;
            }
            n_epochs = number;
            let before: Vec<Vec<f32>> = stages.iter().map(|stage| stage.values.clone()).collect();
            // The largest first, so that no thread waits long for the last.
            let mut order: Vec<&mut Stage> = stages.iter_mut().filter(|s| active(s)).collect();
            order.sort_by_key(|stage| std::cmp::Reverse(samples.fit[stage.index].len()));
            order.into_par_iter().with_max_len(1).for_each(|stage| {
                let near = neighbours_mean(&before, stage.index);
                self.epoch(stage, &parameters, samples, &near, number);
            });
            let sum = |errors: fn(&Stage) -> Errors| {
                stages.iter().map(errors).fold(Errors::default(), Errors::plus)
            };
            tell(&Epoch {
                number,
                n_samples: samples.sizes().0 as u64,
                fit: sum(|stage| stage.fit),
                held_out: sum(|stage| stage.held_out),
                n_active: n_active(&stages),
            });
        }
        let weights =
            Weights { stages: stages.iter().map(|s| parameters.quantise(&s.best)).collect() };
        let judge = |values: &dyn Fn(usize) -> Vec<f32>| {
            (0..samples.held_out.len())
                .map(|i| self.errors(&parameters, &values(i), &samples.held_out[i]))
                .fold(Errors::default(), Errors::plus)
        };
        let exact = judge(&|i| stages[i].best.clone());
        let rounded = judge(&|i| parameters.values(&weights.stages[i]));
        Fitted { weights, exact, rounded, n_epochs }
    }

    fn epoch(
        &self,
        stage: &mut Stage,
        parameters: &Parameters,
        samples: &Samples,
        near: &[f32],
        number: u32,
    ) {
        let (fit, held_out) = (&samples.fit[stage.index], &samples.held_out[stage.index]);
        if fit.is_empty() {
            stage.values.copy_from_slice(near);
            stage.best.copy_from_slice(near);
            return;
        }
        let n_batches = self.n_batches.clamp(1, fit.len());
        let mut order: Vec<usize> = (0..n_batches).collect();
        shuffle(&mut generator(self.seed, stage.index as u64 + u64::from(number) * 64), &mut order);
        let mut gradient = vec![0.0f32; stage.values.len()];
        stage.fit = Errors::default();
        for batch in order {
            for (board, label) in fit.part(batch, n_batches) {
                let inputs = parameters.inputs(board);
                let error = sum(&stage.values, &inputs) - f32::from(label) / 128.0;
                stage.fit.add(error, self.delta);
                let pull = error.clamp(-self.delta, self.delta);
                for &input in &inputs {
                    gradient[input as usize] += pull;
                }
            }
            self.step(stage, &mut gradient, near, n_batches as f32);
        }
        stage.held_out = self.errors(parameters, &stage.values, held_out);
        let judged = if held_out.is_empty() { &stage.fit } else { &stage.held_out };
        let loss = judged.mean_loss();
        let helped = loss < stage.best_loss * (1.0 - LEAST_GAIN);
        if loss < stage.best_loss {
            stage.best_loss = loss;
            stage.best.copy_from_slice(&stage.values);
        }
        if !helped {
            stage.rate /= 2.0;
            stage.halvings += 1;
        }
    }

    /// Takes one step and clears the gradient, that of one batch of `n_batches`.
    fn step(&self, stage: &mut Stage, gradient: &mut [f32], near: &[f32], n_batches: f32) {
        let prior = self.ridge + self.smooth;
        let rows = stage.values.iter_mut().zip(&mut stage.velocity).zip(&stage.counts);
        for ((((value, velocity), &count), slope), &near) in rows.zip(gradient).zip(near) {
            let pull = n_batches * *slope + self.ridge * *value + self.smooth * (*value - near);
            // Seen once in several epochs, a filling must not take the whole blame for what 66 others share.
            let curvature = (count + prior).max(LEAST_SEEN * n_batches);
            *velocity = self.momentum * *velocity + pull / curvature;
            *value -= stage.rate * *velocity;
            *slope = 0.0;
        }
    }

    fn errors(&self, parameters: &Parameters, values: &[f32], set: &Set) -> Errors {
        let mut errors = Errors::default();
        for (board, label) in set.iter() {
            let error = sum(values, &parameters.inputs(board)) - f32::from(label) / 128.0;
            errors.add(error, self.delta);
        }
        errors
    }
}

#[inline]
fn sum(values: &[f32], inputs: &[u32]) -> f32 {
    inputs.iter().map(|&input| values[input as usize]).sum()
}

fn counts(parameters: &Parameters, set: &Set) -> Vec<f32> {
    let mut counts = vec![0.0; parameters.len()];
    for (board, _) in set.iter() {
        for input in parameters.inputs(board) {
            counts[input as usize] += 1.0;
        }
    }
    counts
}

/// Returns the mean of what the stages beside `index` say.
fn neighbours_mean(stages: &[Vec<f32>], index: usize) -> Vec<f32> {
    let below = index.checked_sub(1).and_then(|i| stages.get(i));
    match (below, stages.get(index + 1)) {
        (Some(a), Some(b)) => a.iter().zip(b).map(|(a, b)| (a + b) / 2.0).collect(),
        (Some(one), None) | (None, Some(one)) => one.clone(),
        (None, None) => vec![0.0; stages[index].len()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Board;
    use crate::othello::eval::pattern::OFFSETS;
    use crate::othello::eval::weights::{N_STAGES, stage};
    use crate::othello::train::draw::below;
    use crate::othello::train::generate::settled;

    /// Boards of two stages with labels that weights of the evaluation's own form give.
    fn planted() -> Samples {
        let parameters = Parameters::new();
        let mut rng = generator(4, 0);
        // Corners and diagonals of five, mobility, a constant; the rest is 0.
        let (diagonals, corners) = (OFFSETS[13], OFFSETS[5]);
        let mut values = vec![0.0f32; parameters.len()];
        let mut weights = parameters.quantise(&values);
        for (at, weight) in weights.fillings.iter_mut().enumerate() {
            let is_planted = (diagonals..OFFSETS[14]).contains(&at) && at % 3 == 0
                || (corners..corners + 2000).contains(&at);
            *weight = if is_planted { below(&mut rng, 512) as i16 - 256 } else { 0 };
        }
        for moves in 0..20 {
            weights.own_moves[moves] = 60 * moves as i16;
            weights.their_moves[moves] = -50 * moves as i16;
        }
        weights.constant = 200;
        values = parameters.values(&weights);
        let mut samples = Samples {
            fit: vec![Set::default(); N_STAGES],
            held_out: vec![Set::default(); N_STAGES],
            n_read: 0,
        };
        for game in 0..8000 {
            let mut board = Board::START;
            while board.n_empties() > 26 + game % 4 {
                let children: Vec<Board> = board.children().map(|(_, child)| child).collect();
                match settled(children[below(&mut rng, children.len())]) {
                    Some(next) => board = next,
                    None => break,
                }
            }
            let label = (sum(&values, &parameters.inputs(board)) * 128.0) as i16;
            let sets = if game % 10 == 0 { &mut samples.held_out } else { &mut samples.fit };
            sets[stage(board.n_empties())].push(board, label);
        }
        samples
    }

    fn in_pool<T: Send>(threads: usize, job: impl FnOnce() -> T + Send) -> T {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(job)
    }

    #[test]
    fn planted_weights_are_found_again() {
        let samples = planted();
        let fit = Fit { n_batches: 16, max_epochs: 12, ridge: 1.0, ..Fit::default() };
        let mut epochs = Vec::new();
        let fitted = fit.run(&samples, None, &mut |epoch| epochs.push(*epoch));
        let zero = Fit { max_epochs: 0, ..fit.clone() }.run(&samples, None, &mut |_| {});
        assert!(zero.exact.mae() > 2.0, "the task is none: {}", zero.exact.mae());
        assert!(
            fitted.exact.mae() < 0.45 * zero.exact.mae(),
            "{} of {}",
            fitted.exact.mae(),
            zero.exact.mae()
        );
        let losses: Vec<f64> = epochs.iter().map(|epoch| epoch.fit.mean_loss()).collect();
        assert!(losses[11] < 0.1 * losses[0], "{losses:?}");
        assert!(losses[11] < losses[6] && losses[6] < losses[3], "{losses:?}");
        assert!((fitted.rounded.mae() - fitted.exact.mae()).abs() < 0.02);
    }

    #[test]
    fn the_result_does_not_depend_on_threads() {
        let samples = planted();
        let fit = Fit { n_batches: 4, max_epochs: 2, ..Fit::default() };
        let [one, two] =
            [1, 2].map(|threads| in_pool(threads, || fit.run(&samples, None, &mut |_| {})));
        assert_eq!(one, two);
        // A stage without samples says what its neighbours say.
        let parameters = Parameters::new();
        assert_eq!(parameters.len(), parameters.values(&one.weights.stages[12]).len());
        assert!(one.weights.stages[12].constant != 0);
        let from_there =
            Fit { max_epochs: 0, ..fit }.run(&samples, Some(&one.weights), &mut |_| {});
        assert_eq!(from_there.weights, one.weights);
        assert_eq!(from_there.exact, one.rounded);
    }
}
