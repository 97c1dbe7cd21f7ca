//! How good a position is: what the patterns of every empty point are worth, and which threats both sides have.
//!
//! Owns the weights, hand-made or fitted, and what they make of a [`Field`]; must not know searches. Reading order:
//! `code`, `handmade`, this file, `file`.
//!
//! The score is linear in the weights: for each empty point one weight by the patterns a black stone would make there,
//! less one for a white stone, both by whose turn it is, and one weight for the set of threats. Black's and White's
//! tables are apart, for Black's moves are restricted.

pub mod code;
pub mod file;
mod handmade;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use self::code::codes;
use self::file::{Provenance, WeightsError};
use crate::game::Color;
use crate::renju::Rule;
use crate::renju::pattern::{Field, Threat, Values};

/// The score at which a win is e times as likely as a loss.
///
/// # Units
/// 1/100 point.
pub const SCALE: f64 = 200.0;

/// Weights are so many times finer than scores.
pub const UNIT: i32 = 16;

/// No static evaluation is farther from 0.
const LARGEST: i32 = 10_000;

/// Sets of threats that are told apart.
pub const MASKS: usize = 256;

/// The numbers that are fitted.
///
/// # Units
/// 1/1600 point.
/// # Shape
/// `points`: `[colour that would put the stone][code][colour to move]`, Black's gain for Black's stones, White's for
/// White's. `masks`: `[colour to move][set of threats]`, the view of the colour to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By the patterns of a point.
    pub points: [Vec<[i16; 2]>; 2],
    /// By the threats of both sides.
    pub masks: [Vec<i16>; 2],
}

impl Weights {
    /// Returns weights of nothing.
    #[must_use]
    pub fn zero() -> Self {
        let points = vec![[0; 2]; code::COUNT];
        Weights { points: [points.clone(), points], masks: [vec![0; MASKS], vec![0; MASKS]] }
    }

    /// Returns the hand-made weights.
    #[must_use]
    pub fn handmade() -> Self {
        handmade::weights()
    }
}

/// Weights in the form that a search reads.
#[derive(Debug)]
struct Ready {
    values: Arc<Values>,
    masks: [Vec<i16>; 2],
}

impl Ready {
    /// Without forbidden moves Black's stones are worth what White's are.
    fn new(weights: &Weights, forbidden: bool) -> Arc<Self> {
        let of_key = &codes().of_key;
        let values = Color::ALL.map(|color| {
            let turn = |pair: [i16; 2]| if forbidden { pair } else { [pair[1], pair[0]] };
            let table = &weights.points[if forbidden { color.index() } else { 1 }];
            let table = |code: u16| match color {
                Color::Black => turn(table[usize::from(code)]),
                Color::White => table[usize::from(code)],
            };
            of_key.iter().map(|&code| table(code)).collect::<Vec<[i16; 2]>>()
        });
        let masks = Color::ALL
            .map(|color| weights.masks[if forbidden { color.index() } else { 1 }].clone());
        Arc::new(Ready { values: Arc::new(Values(values)), masks })
    }
}

/// An evaluation.
///
/// # Examples
/// ```
/// use heibai::game::Color;
/// use heibai::renju::eval::Evaluator;
/// use heibai::renju::pattern::Field;
/// use heibai::renju::{Board, Rule};
/// let evaluator = Evaluator::default();
/// let board = Board::with_stones(15, ["h8".parse().unwrap(), "i9".parse().unwrap()], []).unwrap();
/// let field = Field::new(&board, Rule::Renju, evaluator.values(Rule::Renju));
/// assert!(evaluator.evaluate(&field, Color::Black) > evaluator.evaluate(&field, Color::White));
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator {
    renju: Arc<Ready>,
    gomoku: Arc<Ready>,
}

impl Default for Evaluator {
    /// Returns the one built in.
    fn default() -> Self {
        static BUILT_IN: OnceLock<Evaluator> = OnceLock::new();
        BUILT_IN.get_or_init(|| Evaluator::new(&file::built_in().0)).clone()
    }
}

impl Evaluator {
    /// Builds an evaluation of weights.
    #[must_use]
    pub fn new(weights: &Weights) -> Self {
        Evaluator { renju: Ready::new(weights, true), gomoku: Ready::new(weights, false) }
    }

    /// Reads an evaluation from a file; `handmade` is the hand-made one.
    ///
    /// # Errors
    /// The file cannot be read or holds no weights.
    pub fn load(path: &Path) -> Result<(Self, Provenance), WeightsError> {
        let (weights, provenance) = if path.as_os_str() == "handmade" {
            (Weights::handmade(), file::handmade())
        } else {
            file::read(path)?
        };
        Ok((Evaluator::new(&weights), provenance))
    }

    fn ready(&self, rule: Rule) -> &Ready {
        if rule.has_forbidden() { &self.renju } else { &self.gomoku }
    }

    /// Returns the values of points under a rule, for the field that is to be evaluated.
    #[must_use]
    pub fn values(&self, rule: Rule) -> Arc<Values> {
        Arc::clone(&self.ready(rule).values)
    }

    /// Returns how good the field, built with this evaluation's values, is for `side`, who is to move.
    ///
    /// # Units
    /// 1/100 point; [`SCALE`] tells what it means.
    #[must_use]
    #[inline]
    pub fn evaluate(&self, field: &Field, side: Color) -> i32 {
        let sum = field.sum(side);
        let sum = if side == Color::Black { sum } else { -sum };
        let masks = &self.ready(field.rule()).masks[side.index()];
        ((sum + i32::from(masks[mask(field, side)])) / UNIT).clamp(-LARGEST, LARGEST)
    }
}

/// Returns the set of threats with `side` to move.
#[must_use]
pub fn mask(field: &Field, side: Color) -> usize {
    let has = |color, threat| field.count(color, threat) > 0;
    let small = |color| has(color, Threat::Four) || has(color, Threat::FourMore);
    let other = !side;
    let bits = [
        has(side, Threat::FourThree),
        small(side),
        has(side, Threat::Threes),
        has(side, Threat::Three) || has(side, Threat::ThreeMore),
        has(other, Threat::StraightFour),
        has(other, Threat::FourThree),
        small(other),
        has(other, Threat::Threes),
    ];
    bits.iter().enumerate().fold(0, |mask, (i, &bit)| mask | usize::from(bit) << i)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::renju::{Board, fuzz};
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn gomoku_is_the_same_for_both_colours() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let evaluator = Evaluator::default();
        for rule in [Rule::Standard, Rule::Freestyle] {
            for _ in 0..20 {
                let board = fuzz::random_board(&mut rng, 15);
                let other =
                    Board::with_stones(15, board.stones(Color::White), board.stones(Color::Black))
                        .unwrap();
                let score = |board: &Board, side| {
                    evaluator.evaluate(&Field::new(board, rule, evaluator.values(rule)), side)
                };
                assert_eq!(score(&board, Color::Black), score(&other, Color::White));
            }
        }
    }
}
