//! The numbers a fit finds for a stage, and which of them speak for a board.
//!
//! Owns the order of the parameters and the way from there to the weights of the evaluation. A filling and its
//! mirror image share one parameter.

use crate::othello::Board;
use crate::othello::eval::feature::Features;
use crate::othello::eval::pattern::{
    CENTRES, MAX_SQUARES, N_FEATURES, N_FILLINGS, N_SHAPES, OFFSETS, mirror,
};
use crate::othello::eval::weights::{N_MOBILITIES, StageWeights, mobility_index};

/// How many parameters speak for a board: one for each feature, two for mobility and the constant.
pub const N_INPUTS: usize = N_FEATURES + 3;

/// Weights are kept as whole parts of a disc.
///
/// # Units
/// 1/disc.
const SCALE: f32 = 128.0;

/// Which filling has which parameter.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// By place in [`StageWeights::fillings`].
    of_filling: Vec<u32>,
    n_fillings: u32,
}

impl Default for Parameters {
    fn default() -> Self {
        Self::new()
    }
}

impl Parameters {
    /// Numbers the parameters.
    #[must_use]
    pub fn new() -> Self {
        let mut of_filling = vec![u32::MAX; N_FILLINGS];
        let mut n_fillings = 0;
        for shape in 0..N_SHAPES {
            let places = mirror(shape);
            let begin = OFFSETS[shape];
            for index in 0..OFFSETS[shape + 1] - begin {
                let image = begin + mirrored(&places, index);
                of_filling[begin + index] = if image < begin + index {
                    of_filling[image]
                } else {
                    n_fillings += 1;
                    n_fillings - 1
                };
            }
        }
        Parameters { of_filling, n_fillings }
    }

    /// Returns how many parameters a stage has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.n_fillings as usize + 2 * N_MOBILITIES + 1
    }

    /// Returns whether there is none, which never happens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the parameters whose sum judges a board.
    #[must_use]
    #[inline]
    pub fn inputs(&self, board: Board) -> [u32; N_INPUTS] {
        let mut inputs = [0; N_INPUTS];
        let features = Features::of(board);
        for ((input, &filling), &centre) in inputs.iter_mut().zip(&features.0).zip(&CENTRES) {
            *input = self.of_filling[(centre + i32::from(filling)) as usize];
        }
        let own = mobility_index(board.legal_moves()) as u32;
        let their = mobility_index(board.opponent_moves()) as u32;
        inputs[N_FEATURES] = self.n_fillings + own;
        inputs[N_FEATURES + 1] = self.n_fillings + N_MOBILITIES as u32 + their;
        inputs[N_FEATURES + 2] = self.n_fillings + 2 * N_MOBILITIES as u32;
        inputs
    }

    /// Rounds the values of the parameters to the weights of a stage.
    ///
    /// # Units
    /// Values: discs.
    #[must_use]
    pub fn quantise(&self, values: &[f32]) -> StageWeights {
        let round = |value: f32| (value * SCALE).round().clamp(-32767.0, 32767.0) as i16;
        let at = |index: usize| values.get(index).copied().map_or(0, round);
        let n = self.n_fillings as usize;
        let mut weights = StageWeights::zero();
        weights.constant = at(n + 2 * N_MOBILITIES);
        weights.own_moves = std::array::from_fn(|moves| at(n + moves));
        weights.their_moves = std::array::from_fn(|moves| at(n + N_MOBILITIES + moves));
        for (weight, &parameter) in weights.fillings.iter_mut().zip(&self.of_filling) {
            *weight = at(parameter as usize);
        }
        weights
    }

    /// Returns the values that weights of a stage stand for.
    ///
    /// # Units
    /// Discs.
    #[must_use]
    pub fn values(&self, weights: &StageWeights) -> Vec<f32> {
        let mut values = vec![0.0; self.len()];
        let disc = |weight: i16| f32::from(weight) / SCALE;
        for (&parameter, &weight) in self.of_filling.iter().zip(&weights.fillings) {
            values[parameter as usize] = disc(weight);
        }
        let n = self.n_fillings as usize;
        for moves in 0..N_MOBILITIES {
            values[n + moves] = disc(weights.own_moves[moves]);
            values[n + N_MOBILITIES + moves] = disc(weights.their_moves[moves]);
        }
        values[n + 2 * N_MOBILITIES] = disc(weights.constant);
        values
    }
}

/// Returns the index of a filling's mirror image, its places given.
fn mirrored(places: &[usize; MAX_SQUARES], index: usize) -> usize {
    let mut rest = index;
    let mut image = 0;
    for &place in places {
        image += rest % 3 * 3usize.pow(place as u32);
        rest /= 3;
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::eval::pattern::mirrored_index;
    use crate::othello::eval::weights::{N_STAGES, Weights, stage};
    use crate::othello::train::draw::{below, generator};

    #[test]
    fn a_filling_and_its_mirror_image_have_equal_weights() {
        let parameters = Parameters::new();
        let mut rng = generator(1, 1);
        let values: Vec<f32> =
            (0..parameters.len()).map(|_| below(&mut rng, 4096) as f32 / 64.0 - 32.0).collect();
        let weights = parameters.quantise(&values);
        for shape in 0..N_SHAPES {
            let n = OFFSETS[shape + 1] - OFFSETS[shape];
            for index in (0..n).step_by(37) {
                let image = mirrored_index(shape, index);
                let at = |index| weights.fillings[OFFSETS[shape] + index];
                assert_eq!(at(index), at(image), "shape {shape}, filling {index}");
            }
        }
        assert_eq!(parameters.values(&weights), values);
    }

    #[test]
    fn rounding_errs_by_half_a_unit_an_input() {
        let parameters = Parameters::new();
        let mut rng = generator(2, 1);
        let values: Vec<f32> =
            (0..parameters.len()).map(|_| below(&mut rng, 1 << 16) as f32 / 8192.0 - 4.0).collect();
        let weights = Weights { stages: vec![parameters.quantise(&values); N_STAGES] };
        let mut board = Board::START;
        while let Some((_, child)) = board.children().last() {
            board = child;
            let sum: f32 = parameters.inputs(board).iter().map(|&i| values[i as usize]).sum();
            let rounded =
                weights.evaluate(board, board.legal_moves(), &Features::of(board)).0 as f32 / SCALE;
            let bound = 0.5 / SCALE * N_INPUTS as f32 + 1e-3;
            assert!((sum - rounded).abs() < bound, "{sum} {rounded}");
            assert!(stage(board.n_empties()) < N_STAGES);
        }
    }

    #[test]
    fn images_of_a_board_have_the_same_inputs() {
        let parameters = Parameters::new();
        let mut board = Board::START;
        while let Some((_, child)) = board.children().last() {
            board = child;
            let sorted = |board: Board| {
                let mut inputs = parameters.inputs(board);
                inputs.sort_unstable();
                inputs
            };
            for index in 1..8 {
                assert_eq!(sorted(board.symmetric(index)), sorted(board));
            }
        }
    }
}
