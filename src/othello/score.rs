//! Results and search scores, with their units.

use std::fmt;
use std::ops::Neg;

use crate::game::{ByColor, Outcome};

/// A difference of discs, winner takes the empties, from the view the context names.
///
/// # Units
/// Discs, `-64..=64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DiscDiff(pub i32);

impl Neg for DiscDiff {
    type Output = DiscDiff;

    fn neg(self) -> DiscDiff {
        DiscDiff(-self.0)
    }
}

impl fmt::Display for DiscDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+}", self.0))
    }
}

/// How the squares left empty count when a finished game is printed.
///
/// Search and solver always maximise [`Scoring::Winner`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Scoring {
    /// Discs as they lie.
    Count,
    /// The empties go to the winner, half each in a draw; a wipe-out is 64–0.
    #[default]
    Winner,
    /// Half of the empties to each side; a wipe-out is 64–0.
    Split,
}

impl Scoring {
    /// The conventions and their names.
    pub const NAMES: [(&'static str, Scoring); 3] =
        [("count", Scoring::Count), ("winner", Scoring::Winner), ("split", Scoring::Split)];

    /// Returns the convention called `name`, in any case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, s)| s)
    }

    /// Returns the name of the convention.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Scoring::Count => "count",
            Scoring::Winner => "winner",
            Scoring::Split => "split",
        }
    }
}

/// The totals of a finished game under one convention.
///
/// # Examples
/// ```
/// use heibai::game::ByColor;
/// use heibai::othello::{FinalScore, Scoring};
/// let discs = ByColor { black: 34, white: 27 };
/// assert_eq!(FinalScore::new(discs, Scoring::Winner).to_string(), "37:27 (+10)");
/// assert_eq!(FinalScore::new(discs, Scoring::Split).to_string(), "35.5:28.5 (+7)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalScore {
    /// # Units
    /// Half discs, so that a split empty square stays whole.
    half_discs: ByColor<u32>,
}

impl FinalScore {
    /// Counts a finished game with `discs` on the board.
    #[must_use]
    pub fn new(discs: ByColor<u32>, scoring: Scoring) -> Self {
        let ByColor { black, white } = discs;
        let empties = 64u32.saturating_sub(black + white);
        let wiped_out = (black == 0) != (white == 0);
        let half_discs = match scoring {
            Scoring::Count => ByColor { black: 2 * black, white: 2 * white },
            Scoring::Winner | Scoring::Split if wiped_out => ByColor {
                black: if white == 0 { 128 } else { 0 },
                white: if black == 0 { 128 } else { 0 },
            },
            Scoring::Winner if black > white => {
                ByColor { black: 2 * (black + empties), white: 2 * white }
            }
            Scoring::Winner if white > black => {
                ByColor { black: 2 * black, white: 2 * (white + empties) }
            }
            Scoring::Winner | Scoring::Split => {
                ByColor { black: 2 * black + empties, white: 2 * white + empties }
            }
        };
        FinalScore { half_discs }
    }

    /// Returns each side's total.
    ///
    /// # Units
    /// Half discs.
    #[must_use]
    pub fn half_discs(self) -> ByColor<u32> {
        self.half_discs
    }

    /// Returns Black's total minus White's.
    #[must_use]
    pub fn difference(self) -> DiscDiff {
        DiscDiff((self.half_discs.black as i32 - self.half_discs.white as i32) / 2)
    }

    /// Returns who won.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        Outcome::from_difference(self.half_discs.black as i32 - self.half_discs.white as i32)
    }
}

impl fmt::Display for FinalScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = |half: u32| format!("{}{}", half / 2, if half % 2 == 1 { ".5" } else { "" });
        let ByColor { black, white } = self.half_discs;
        write!(f, "{}:{} ({})", total(black), total(white), self.difference())
    }
}

/// A search score.
///
/// # Units
/// 1/128 disc, from the view of the side to move unless said otherwise; whole discs are multiples of 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

impl Score {
    /// Units to a disc.
    pub const DISC: i32 = 128;
    /// The best possible result, 64–0.
    pub const MAX: Score = Score(64 * Score::DISC);
    /// The worst possible result, 0–64.
    pub const MIN: Score = Score(-64 * Score::DISC);

    /// Returns the score of a whole number of discs.
    #[must_use]
    pub const fn from_discs(discs: DiscDiff) -> Self {
        Score(discs.0 * Score::DISC)
    }

    /// Returns the nearest whole number of discs.
    #[must_use]
    pub const fn to_discs(self) -> DiscDiff {
        DiscDiff((self.0 + Score::DISC / 2).div_euclid(Score::DISC))
    }

    /// Returns the score in hundredths of a disc, rounded to the nearest.
    #[must_use]
    pub const fn centidiscs(self) -> i32 {
        (self.0 * 100 + Score::DISC / 2).div_euclid(Score::DISC)
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Color;

    fn print(black: u32, white: u32, scoring: Scoring) -> String {
        FinalScore::new(ByColor { black, white }, scoring).to_string()
    }

    #[test]
    fn final_score_follows_the_conventions() {
        assert_eq!(print(34, 27, Scoring::Count), "34:27 (+7)");
        assert_eq!(print(34, 27, Scoring::Winner), "37:27 (+10)");
        assert_eq!(print(34, 27, Scoring::Split), "35.5:28.5 (+7)");
        assert_eq!(print(32, 29, Scoring::Winner), "35:29 (+6)");
        assert_eq!(print(29, 32, Scoring::Winner), "29:35 (-6)");
        assert_eq!(print(30, 30, Scoring::Count), "30:30 (+0)");
        assert_eq!(print(30, 30, Scoring::Winner), "32:32 (+0)");
        assert_eq!(print(30, 30, Scoring::Split), "32:32 (+0)");
    }

    #[test]
    fn final_score_of_a_wipe_out() {
        assert_eq!(print(13, 0, Scoring::Count), "13:0 (+13)");
        assert_eq!(print(13, 0, Scoring::Winner), "64:0 (+64)");
        assert_eq!(print(0, 13, Scoring::Split), "0:64 (-64)");
        let score = FinalScore::new(ByColor { black: 0, white: 13 }, Scoring::Split);
        assert_eq!(score.outcome(), Outcome::Win(Color::White));
    }

    #[test]
    fn score_rounds_to_the_nearest() {
        assert_eq!(Score(-64).to_discs(), DiscDiff(0));
        assert_eq!(Score(-65).to_discs(), DiscDiff(-1));
        assert_eq!(Score(-192).centidiscs(), -150);
        assert_eq!(Score::from_discs(DiscDiff(-3)).centidiscs(), -300);
    }
}
