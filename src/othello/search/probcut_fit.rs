//! How far shallow searches miss deep ones with the pattern weights. Generated: do not edit, make it anew.
//!
//! Command: `heibai train probcut --eval FILE --positions 1200 --depth 10 --solve 21 --seed 1`
//!
//! Evaluation: weights of 5400679 positions, seed 1

use super::error_model::Coefficients;

/// Deep searches that end with evaluations: 66000 pairs, logarithms of the spread within 0.143.
#[rustfmt::skip]
pub(super) const MIDGAME: Coefficients = Coefficients {
    mean: [0.52238, -0.22863, 1.75173, -0.14080, 0.00000, 0.00000],
    log_sigma: [1.48190, -0.43506, -0.10967, -0.27063, 0.33933, 0.09165],
};

/// Deep searches that play the game out: 10800 pairs, logarithms of the spread within 0.096.
#[rustfmt::skip]
pub(super) const ENDGAME: Coefficients = Coefficients {
    mean: [0.50302, 2.12484, 2.49308, -4.42571, 0.00000, 0.00000],
    log_sigma: [2.38473, -1.02035, 0.00000, -0.13562, -0.42512, 0.00000],
};
