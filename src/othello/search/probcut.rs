//! ProbCut: a shallow search that forecasts what a deep one would find, and prunes where the forecast is clear.
//!
//! # Source
//! Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm" (1995); both sides and
//! nesting as in Edax 4.6.

use super::params::{self, Selectivity};
use super::pvs::Node;
use super::worker::Worker;
use crate::othello::Score;

impl Worker<'_> {
    /// Returns a bound that the deep search would very likely confirm, or `None`.
    pub(super) fn probcut(&mut self, node: &Node<'_>) -> Option<i32> {
        if node.selectivity >= Selectivity::EXACT
            || node.depth < params::MIN_PROBCUT_DEPTH
            || self.probcut_nesting >= params::MAX_PROBCUT_NESTING
        {
            return None;
        }
        let (at, alpha, depth) = (node.at, node.alpha, node.depth);
        let n_empties = at.board().n_empties();
        let probe = params::probe_depth(depth);
        let width = node.selectivity.width();
        let error = (width * params::probe_error(n_empties, depth, probe)) as i32;
        let static_error = (width * params::probe_error(n_empties, depth, 0)) as i32;
        let gate = error.midpoint(static_error);
        let eval = self.shared.evaluator.evaluate(at).0;

        let high = alpha + 1 + error;
        if high < Score::MAX.0 && eval >= high - gate {
            self.probcut_nesting += 1;
            let score = self.nws(at, high - 1, probe, node.selectivity);
            self.probcut_nesting -= 1;
            if self.abandons() {
                return Some(alpha);
            }
            if score >= high {
                return Some(alpha + 1);
            }
        }
        let low = alpha - error;
        if low > Score::MIN.0 && eval <= low + gate {
            self.probcut_nesting += 1;
            let score = self.nws(at, low, probe, node.selectivity);
            self.probcut_nesting -= 1;
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
