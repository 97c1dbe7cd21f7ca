//! How far shallow searches miss deep ones with the pattern weights. Generated: do not edit, make it anew.
//!
//! Command: `heibai train probcut --eval FILE --positions 800 --depth 10 --solve 21 --seed 1`
//!
//! Evaluation: weights of 5055192 positions, seed 1

use super::error_model::Coefficients;

/// Deep searches that end with evaluations: 44000 pairs, logarithms of the spread within 0.137.
#[rustfmt::skip]
pub(super) const MIDGAME: Coefficients = Coefficients {
    mean: [0.55667, -0.51137, 1.63597, -0.49275, 0.00000, 0.00000],
    log_sigma: [1.89963, -1.78668, 0.85351, -0.30070, 0.32030, 0.08724],
};

/// Deep searches that play the game out: 7200 pairs, logarithms of the spread within 0.099.
#[rustfmt::skip]
pub(super) const ENDGAME: Coefficients = Coefficients {
    mean: [0.16947, 4.04230, 3.04383, -6.91723, 0.00000, 0.00000],
    log_sigma: [2.05729, 0.22264, 0.00000, -0.07304, -0.54991, 0.00000],
};
