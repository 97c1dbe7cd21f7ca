//! How far a shallow search misses a deep one: mean and spread of the deep score less the shallow one.
//!
//! Owns the form of the model and which coefficients belong to which evaluation; must not know how they are
//! found (`train::probcut`). The coefficients of `probcut_fit` are those of the pattern weights.

use super::{params, probcut_fit};
use crate::othello::Score;
use crate::othello::eval::Evaluator;

/// How many coefficients a mean or a spread has.
pub const N_COEFFICIENTS: usize = 6;

/// The most empties of positions solved in numbers: the mean of the endgame is that of as many with more.
const MOST_SOLVED: u32 = 21;

/// What the deep search does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It ends with evaluations.
    Midgame,
    /// It plays the game out.
    Endgame,
}

/// One pair of searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// What the deep one does.
    pub phase: Phase,
    /// Empty squares before both.
    pub n_empties: u32,
    /// Plies of the deep one.
    pub depth: u32,
    /// Plies of the shallow one, 0 = the evaluation.
    pub probe: u32,
}

/// Mean and spread of deep score less shallow score.
///
/// # Units
/// 1/128 disc, side to move's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// What the deep search finds beyond the shallow one.
    pub mean: f64,
    /// The standard error around that.
    pub sigma: f64,
}

/// The fitted coefficients of one phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficients {
    /// Of the mean in discs, on [`Pair::mean_terms`].
    pub mean: [f64; N_COEFFICIENTS],
    /// Of the logarithm of the standard error in discs, on [`Pair::spread_terms`].
    pub log_sigma: [f64; N_COEFFICIENTS],
}

impl Pair {
    /// Returns what the mean is linear in.
    ///
    /// A search that ends with the side that was to move having moved last scores higher than one that ends a ply
    /// earlier or later; searches that end alike differ little.
    #[must_use]
    pub fn mean_terms(self) -> [f64; N_COEFFICIENTS] {
        let n_empties = match self.phase {
            Phase::Midgame => self.n_empties,
            Phase::Endgame => self.n_empties.min(MOST_SOLVED),
        };
        let x = f64::from(n_empties) / 60.0;
        let odd = |depth: u32| f64::from(depth % 2);
        let parity = match self.phase {
            Phase::Midgame => odd(self.depth) - odd(self.probe),
            // A game that is played out has no last move to judge.
            Phase::Endgame => -odd(self.probe),
        };
        [1.0, x, parity, parity * x, 0.0, 0.0]
    }

    /// Returns what the logarithm of the spread is linear in.
    #[must_use]
    pub fn spread_terms(self) -> [f64; N_COEFFICIENTS] {
        let x = f64::from(self.n_empties) / 60.0;
        let probe = f64::from(self.probe);
        let gap = self.depth.abs_diff(self.probe).max(1);
        let (odd_gap, gap) = (f64::from(gap % 2), f64::from(gap));
        match self.phase {
            Phase::Midgame => [1.0, x, x * x, libm::log(1.0 + probe), libm::log(gap), odd_gap],
            Phase::Endgame => [1.0, x, 0.0, libm::log(1.0 + probe), probe / 10.0, 0.0],
        }
    }
}

impl Coefficients {
    /// Returns what is forecast for a pair.
    #[must_use]
    pub fn forecast(&self, pair: Pair) -> Forecast {
        let disc = f64::from(Score::DISC);
        let sum = |coefficients: &[f64; N_COEFFICIENTS], terms: [f64; N_COEFFICIENTS]| -> f64 {
            coefficients.iter().zip(terms).map(|(c, t)| c * t).sum()
        };
        Forecast {
            mean: disc * sum(&self.mean, pair.mean_terms()),
            // Between half a disc and the whole board whatever the fit says of pairs it never saw.
            sigma: disc * libm::exp(sum(&self.log_sigma, pair.spread_terms())).clamp(0.5, 64.0),
        }
    }
}

/// The model that belongs to an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ErrorModel {
    /// That of the hand-made evaluation.
    Handmade,
    /// Fitted.
    Fitted { midgame: Coefficients, endgame: Coefficients },
}

impl ErrorModel {
    /// Returns the model of an evaluation.
    pub(super) fn of(evaluator: &Evaluator) -> Self {
        match evaluator.provenance() {
            None => ErrorModel::Handmade,
            Some(_) => {
                ErrorModel::Fitted { midgame: probcut_fit::MIDGAME, endgame: probcut_fit::ENDGAME }
            }
        }
    }

    /// Returns what is forecast for a pair.
    ///
    /// # Determinism
    /// The same on every machine: nothing of the system's mathematics is used.
    pub(super) fn forecast(&self, pair: Pair) -> Forecast {
        match self {
            ErrorModel::Handmade => {
                let sigma = params::probe_error(pair.n_empties, pair.depth, pair.probe);
                Forecast { mean: 0.0, sigma }
            }
            ErrorModel::Fitted { midgame, endgame } => match pair.phase {
                Phase::Midgame => midgame.forecast(pair),
                Phase::Endgame => endgame.forecast(pair),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs() -> impl Iterator<Item = Pair> {
        (12..=50).flat_map(|n_empties| {
            (3..=n_empties).flat_map(move |depth| {
                let phase = if depth == n_empties { Phase::Endgame } else { Phase::Midgame };
                (0..depth).map(move |probe| Pair { phase, n_empties, depth, probe })
            })
        })
    }

    #[test]
    fn the_fitted_spread_shrinks_as_the_probe_deepens() {
        for pair in pairs().filter(|pair| pair.probe + 3 < pair.depth && pair.probe < 10) {
            let deeper = Pair { probe: pair.probe + 2, ..pair };
            let fit = match pair.phase {
                Phase::Midgame => probcut_fit::MIDGAME,
                Phase::Endgame => probcut_fit::ENDGAME,
            };
            assert!(fit.forecast(deeper).sigma <= fit.forecast(pair).sigma, "{pair:?}");
        }
    }

    #[test]
    fn fitted_forecasts_are_believable() {
        for pair in pairs() {
            let fit = match pair.phase {
                Phase::Midgame => probcut_fit::MIDGAME,
                Phase::Endgame => probcut_fit::ENDGAME,
            };
            let Forecast { mean, sigma } = fit.forecast(pair);
            let disc = f64::from(Score::DISC);
            assert!(mean.abs() < 3.0 * disc, "{pair:?}: {mean}");
            assert!((0.5 * disc..20.0 * disc).contains(&sigma), "{pair:?}: {sigma}");
        }
    }

    #[test]
    fn each_evaluation_has_its_own_model() {
        assert_eq!(ErrorModel::of(&Evaluator::handmade()), ErrorModel::Handmade);
        let pair = Pair { phase: Phase::Midgame, n_empties: 40, depth: 12, probe: 6 };
        let forecast = ErrorModel::Handmade.forecast(pair);
        assert_eq!(forecast, Forecast { mean: 0.0, sigma: params::probe_error(40, 12, 6) });
    }
}
