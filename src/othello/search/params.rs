//! The search's numbers, and the formulas made of them.

use crate::othello::Score;

/// How surely a pruned line was rightly pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Selectivity(u32);

impl Selectivity {
    /// The classes in percent, as users name them, with the half-width of the window in standard errors.
    const CLASSES: [(u32, f64); 6] =
        [(73, 1.1), (87, 1.5), (95, 2.0), (98, 2.6), (99, 3.3), (100, f64::INFINITY)];

    /// Nothing is pruned.
    pub(crate) const EXACT: Selectivity = Selectivity(5);

    /// Returns the class of at least `percent`.
    pub(crate) fn from_percent(percent: u32) -> Self {
        let class = Self::CLASSES.iter().position(|&(p, _)| p >= percent);
        Selectivity(class.unwrap_or(5) as u32)
    }

    /// Returns the percentage users know.
    pub(crate) fn percent(self) -> u32 {
        Self::CLASSES[self.0 as usize % 6].0
    }

    /// Returns the half-width of the window in standard errors.
    pub(crate) fn width(self) -> f64 {
        Self::CLASSES[self.0 as usize % 6].1
    }

    /// Returns the class as a number, 5 = nothing pruned.
    pub(crate) const fn class(self) -> u32 {
        self.0
    }
}

/// The least depth at which a node is split among threads: deepening, and solving.
pub(crate) const MIN_SPLIT_DEPTH: [u32; 2] = [5, 13];

/// The least depth at which children are looked up in the table before they are searched.
pub(crate) const MIN_ETC_DEPTH: [u32; 2] = [4, 13];

/// With no more empties than this an iteration that does not go to the end plays the game out all the same: it
/// costs little more than an evaluation's error there is worth.
pub(crate) const PLAYED_OUT_EMPTIES: u32 = 8;

/// Returns how many empties the best line is played out from in an iteration of `depth` plies that does not go to
/// the end: one node a ply costs little.
///
/// # Source
/// Edax 4.6 (`get_pv_extension`), from one to three empties later: its own numbers cost more than they brought here.
pub(crate) fn line_played_out_empties(depth: u32) -> u32 {
    match depth {
        0..=9 => PLAYED_OUT_EMPTIES,
        10..=12 => 9,
        13..=18 => 11,
        19..=24 => 12,
        _ => 13,
    }
}

/// The least depth at which ProbCut is tried.
pub(crate) const MIN_PROBCUT_DEPTH: u32 = 3;

/// The most ProbCut searches within one another.
pub(crate) const MAX_PROBCUT_NESTING: u32 = 2;

/// Returns the depth of the search that stands in for one of `depth`, which plays the game out or does not.
///
/// A solve has many cheap nodes below: there a deeper probe costs more than it saves.
///
/// # Source
/// Edax 4.6 (`probcut_depth`) for the midgame; a fixed depth for the endgame as in Neural Reversi.
pub(crate) fn probe_depth(depth: u32, solving: bool) -> u32 {
    if solving && depth >= 8 {
        return 3 + (depth & 1);
    }
    let probe = 2 * (depth / 4) + (depth & 1);
    if probe == 0 { depth - 2 } else { probe }
}

/// Returns the standard error of a search of `probe` plies as a forecast of one of `depth` plies.
///
/// # Units
/// 1/128 disc.
/// # Source
/// The form of Edax 4.6, widened for the hand-made evaluation, which alone it is for: `error_model` holds the others.
pub(crate) fn probe_error(n_empties: u32, depth: u32, probe: u32) -> f64 {
    let (n, d, p) = (f64::from(n_empties), f64::from(depth), f64::from(probe));
    let s = -0.100_268 * n + 0.310_277 * d - 0.577_726 * p;
    let discs = 0.075_856_2 * s * s + 1.164_926_5 * s + 5.417_169_8;
    1.35 * discs.max(1.0) * f64::from(Score::DISC)
}

/// The least empty squares at which the moves of a node that is solved are ordered by the evaluation.
const MIN_EVALUATED_EMPTIES: u32 = 13;

/// The least depth at which those of another node are.
const MIN_EVALUATED_DEPTH: u32 = 4;

/// Returns whether the moves of a node are ordered by the evaluation of where they lead, or by mobility alone.
///
/// Searches of one ply and more are worse than the evaluation: 8 to 18 % more nodes in solving 25 empties, 5 to 10 %
/// more in the midgame.
pub(crate) fn is_ordered_by_evaluation(depth: u32, n_empties: u32) -> bool {
    if depth >= n_empties {
        n_empties >= MIN_EVALUATED_EMPTIES
    } else {
        depth >= MIN_EVALUATED_DEPTH
    }
}

/// The least depth of a search whose best move is tried first in a node that is solved.
///
/// The probes of ProbCut leave moves of three and four plies behind; tried first, these cost a tenth of the nodes.
pub(crate) const MIN_HINT_DEPTH: u32 = 9;
