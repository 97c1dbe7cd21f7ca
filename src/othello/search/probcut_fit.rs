//! How far shallow searches miss deep ones with the pattern weights. Generated: do not edit, make it anew.
//!
//! Command: `heibai train probcut --eval FILE --positions 1200 --depth 10 --solve 21 --seed 1`
//!
//! Evaluation: weights of 9692972 positions, seed 6

use super::error_model::Coefficients;

/// Deep searches that end with evaluations: 66000 pairs, logarithms of the spread within 0.158.
#[rustfmt::skip]
pub(super) const MIDGAME: Coefficients = Coefficients {
    mean: [0.60929, -0.62357, 1.74035, -0.90821, 0.00000, 0.00000],
    log_sigma: [2.19795, -3.33455, 1.98579, -0.25708, 0.30511, 0.09446],
};

/// Deep searches that play the game out: 10800 pairs, logarithms of the spread within 0.096.
#[rustfmt::skip]
pub(super) const ENDGAME: Coefficients = Coefficients {
    mean: [0.50302, 2.12484, 2.49308, -4.42571, 0.00000, 0.00000],
    log_sigma: [2.38473, -1.02035, 0.00000, -0.13562, -0.42512, 0.00000],
};
