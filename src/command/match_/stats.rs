//! What results say about strength: Elo with an interval, likelihood of superiority, the sequential test.
//!
//! Results come as counts over equally spaced scores from 0 to 1: three for single games (loss, draw, win), five for
//! pairs of games with one opening and both colours. Pairs are the better unit: an opening that favours one colour
//! then adds no noise.
//!
//! # Source
//! The pentanomial model and the generalised sequential probability ratio test are M. Van den Bergh's, as used by
//! the testing framework of Stockfish.

/// Width of the interval that holds the truth in 95 of 100 cases.
///
/// # Units
/// Standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

/// A count that stands for one that never happened, so that logarithms stay finite.
const HARDLY_EVER: f64 = 1e-3;

/// What results say about the difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    /// Elo, infinite where everything was won or lost.
    pub(super) elo: f64,
    /// Half the width of the 95 % interval, infinite where it has no end.
    pub(super) margin: f64,
    /// Probability of being the stronger one.
    pub(super) los: f64,
    /// Mean score with its standard deviation.
    pub(super) score: (f64, f64),
}

/// Returns the difference in Elo of an expected score.
pub(super) fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// Returns the expected score of a difference in Elo.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Estimates the strength from counts over equally spaced scores; `None` without results.
pub(super) fn estimate(counts: &[u64]) -> Option<Estimate> {
    let total: u64 = counts.iter().sum();
    if total == 0 || counts.len() < 2 {
        return None;
    }
    let n = total as f64;
    let last = (counts.len() - 1) as f64;
    let score = |index: usize| index as f64 / last;
    let weigh = |f: &dyn Fn(f64) -> f64| -> f64 {
        counts.iter().enumerate().map(|(index, &count)| count as f64 / n * f(score(index))).sum()
    };
    let mean = weigh(&|s| s);
    let variance = weigh(&|s| (s - mean) * (s - mean));
    let deviation = (variance / n).sqrt();
    let margin = (elo(mean + Z95 * deviation) - elo(mean - Z95 * deviation)) / 2.0;
    let los = if deviation > 0.0 {
        0.5 * libm::erfc((0.5 - mean) / deviation / std::f64::consts::SQRT_2)
    } else {
        f64::midpoint(
            1.0,
            (mean - 0.5).partial_cmp(&0.0).map_or(0.0, |order| f64::from(order as i8)),
        )
    };
    // One result says nothing about how far the next may be off.
    let margin = if total < 2 || margin.is_nan() { f64::INFINITY } else { margin };
    Some(Estimate { elo: elo(mean), margin, los, score: (mean, deviation) })
}

/// Returns the logarithm of the likelihood ratio of `elo1` to `elo0`, given counts over equally spaced scores.
pub(super) fn log_likelihood_ratio(counts: &[u64], elo0: f64, elo1: f64) -> f64 {
    if counts.iter().sum::<u64>() == 0 {
        return 0.0;
    }
    let last = (counts.len() - 1) as f64;
    let counts: Vec<f64> = counts.iter().map(|&count| (count as f64).max(HARDLY_EVER)).collect();
    let n: f64 = counts.iter().sum();
    let results: Vec<(f64, f64)> =
        counts.iter().enumerate().map(|(index, count)| (index as f64 / last, count / n)).collect();
    let most_likely = |elo: f64| tilt(&results, expected_score(elo));
    let (one, zero) = (most_likely(elo1), most_likely(elo0));
    let sum: f64 = results
        .iter()
        .zip(one.iter().zip(&zero))
        .map(|(&(_, p), (one, zero))| p * (one / zero).ln())
        .sum();
    n * sum
}

/// Returns the most likely probabilities with mean `mean`, given the observed ones.
///
/// They are `p / (1 + x (score - mean))`, with `x` such that they add up to one.
fn tilt(results: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let sum = |x: f64| -> f64 {
        results.iter().map(|&(s, p)| p * (s - mean) / (1.0 + x * (s - mean))).sum()
    };
    let (low, high) = (results[0].0 - mean, results[results.len() - 1].0 - mean);
    // The sum falls from +∞ to -∞ between the poles.
    let (mut left, mut right) = (-1.0 / high, -1.0 / low);
    for _ in 0..200 {
        let middle = f64::midpoint(left, right);
        if sum(middle) > 0.0 { left = middle } else { right = middle }
    }
    let x = f64::midpoint(left, right);
    results.iter().map(|&(s, p)| p / (1.0 + x * (s - mean))).collect()
}

/// Returns the ratios at which the test ends: below the first `elo0` is taken for true, above the second `elo1`.
pub(super) fn bounds(alpha: f64, beta: f64) -> (f64, f64) {
    ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
}
