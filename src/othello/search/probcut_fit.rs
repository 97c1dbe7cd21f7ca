//! How far shallow searches miss deep ones with the pattern weights. Generated: do not edit, make it anew.
//!
//! Command: `heibai train probcut --eval FILE --positions 1200 --depth 10 --solve 21 --seed 1`
//!
//! Evaluation: weights of 12678995 positions, seed 1

use super::error_model::Coefficients;

/// Deep searches that end with evaluations: 66000 pairs, logarithms of the spread within 0.153.
#[rustfmt::skip]
pub(super) const MIDGAME: Coefficients = Coefficients {
    mean: [0.70864, -0.77252, 1.85297, -0.65831, 0.00000, 0.00000],
    log_sigma: [2.13034, -3.21991, 1.97177, -0.26138, 0.30025, 0.09610],
};

/// Deep searches that play the game out: 9030 pairs, logarithms of the spread within 0.091.
#[rustfmt::skip]
pub(super) const ENDGAME: Coefficients = Coefficients {
    mean: [1.10918, -0.09963, 0.41049, 2.46556, 0.00000, 0.00000],
    log_sigma: [1.97291, 0.04957, 0.00000, -0.01174, -0.78435, 0.00000],
};
