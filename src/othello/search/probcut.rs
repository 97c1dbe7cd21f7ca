//! ProbCut: a shallow search that forecasts what a deep one would find, and prunes where the forecast is clear.
//!
//! # Source
//! Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm" (1995); both sides and
//! nesting as in Edax 4.6.

use super::error_model::{Pair, Phase};
use super::params::{self, Selectivity};
use super::pvs::Node;
use super::worker::Worker;
use crate::othello::Score;

impl Worker<'_> {
    /// Returns a bound that the deep search would very likely confirm, or `None`.
    pub(super) fn probcut(&mut self, node: &Node<'_>) -> Option<i32> {
        if node.selectivity >= Selectivity::EXACT
            || node.depth < params::MIN_PROBCUT_DEPTH
            || self.nesting.probcut >= params::MAX_PROBCUT_NESTING
        {
            return None;
        }
        let (at, alpha, depth) = (node.at, node.alpha, node.depth);
        let n_empties = at.board().n_empties();
        let phase = if depth >= n_empties { Phase::Endgame } else { Phase::Midgame };
        let probe = params::probe_depth(depth, phase == Phase::Endgame);
        let width = node.selectivity.width();
        let forecast = |probe| {
            let pair = Pair { phase, n_empties, depth, probe };
            let forecast = self.shared.error_model.forecast(pair);
            ((width * forecast.sigma) as i32, forecast.mean as i32)
        };
        let ((error, mean), (static_error, static_mean)) = (forecast(probe), forecast(0));
        let gate = error.midpoint(static_error);
        let eval = self.shared.evaluator.evaluate(at).0 + static_mean;

        // What the deep search would find is the shallow score and `mean`, give or take `error`.
        let high = alpha + 1 + error - mean;
        if high < Score::MAX.0 && eval >= alpha + 1 + error - gate {
            self.nesting.probcut += 1;
            let score = self.nws(at, high - 1, probe, node.selectivity);
            self.nesting.probcut -= 1;
            if self.abandons() {
                return Some(alpha);
            }
            if score >= high {
                return Some(alpha + 1);
            }
        }
        let low = alpha - error - mean;
        if low > Score::MIN.0 && eval <= alpha - error + gate {
            self.nesting.probcut += 1;
            let score = self.nws(at, low, probe, node.selectivity);
            self.nesting.probcut -= 1;
            if self.abandons() {
                return Some(alpha);
            }
            if score <= low {
                return Some(alpha);
            }
        }
        None
    }
}
