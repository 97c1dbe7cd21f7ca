//! The weights of the patterns, stage by stage.
//!
//! Owns their layout in memory; must not know how they are found.

use super::Part;
use super::feature::Features;
use super::pattern::{CENTRES, FEATURES, N_FILLINGS, SHAPES};
use super::sum;
use crate::othello::{Board, Score};

/// The number of stages, two empties each.
pub const N_STAGES: usize = 30;

/// The number of counts of legal moves that are told apart: 0 to 31, and more.
pub const N_MOBILITIES: usize = 33;

/// Returns the stage of a board with `n_empties`: 0 for 0 and 1 empties, 29 for 58 and more.
#[must_use]
#[inline]
pub const fn stage(n_empties: u32) -> usize {
    let stage = n_empties as usize / 2;
    if stage < N_STAGES { stage } else { N_STAGES - 1 }
}

/// The weights of one stage.
///
/// # Units
/// 1/128 disc, side to move's view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageWeights {
    /// What is added always.
    pub constant: i16,
    /// By the number of legal moves of the side to move.
    pub own_moves: [i16; N_MOBILITIES],
    /// By the number of legal moves the other side would have, were it to move.
    pub their_moves: [i16; N_MOBILITIES],
    /// By shape and filling.
    ///
    /// # Shape
    /// `[N_FILLINGS]`: shape by shape at [`super::pattern::OFFSETS`], each from "all the other side's" to "all own", the
    /// first square of the shape the lowest ternary place. A filling and its mirror image have equal
    /// weights.
    pub fillings: Box<[i16]>,
}

impl StageWeights {
    /// Builds a stage that judges every board even.
    #[must_use]
    pub fn zero() -> Self {
        StageWeights {
            constant: 0,
            own_moves: [0; N_MOBILITIES],
            their_moves: [0; N_MOBILITIES],
            fillings: vec![0; N_FILLINGS].into_boxed_slice(),
        }
    }
}

/// The weights of all stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By [`stage`].
    pub stages: Vec<StageWeights>,
}

/// Returns the place of a number of legal moves in [`StageWeights::own_moves`].
#[must_use]
#[inline]
pub fn mobility_index(moves: u64) -> usize {
    (moves.count_ones() as usize).min(N_MOBILITIES - 1)
}

impl Weights {
    /// Returns the CRC-32 of all weights, which does not depend on how a file packs them.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for stage in &self.stages {
            let head = std::iter::once(&stage.constant);
            let values = head.chain(&stage.own_moves).chain(&stage.their_moves);
            let bytes: Vec<u8> =
                values.chain(&stage.fillings).flat_map(|weight| weight.to_le_bytes()).collect();
            hasher.update(&bytes);
        }
        hasher.finalize()
    }

    /// Judges a board whose legal moves and features are given.
    ///
    /// # Units
    /// 1/128 disc, side to move's view; not limited.
    #[must_use]
    #[inline]
    pub fn evaluate(&self, board: Board, moves: u64, features: &Features) -> Score {
        let Some(stage) = self.stages.get(stage(board.n_empties())) else { return Score(0) };
        let mut sum = i32::from(stage.constant)
            + i32::from(stage.own_moves[mobility_index(moves)])
            + i32::from(stage.their_moves[mobility_index(board.opponent_moves())]);
        let Some(fillings) = stage.fillings.first_chunk::<N_FILLINGS>() else { return Score(sum) };
        sum += sum::sum(fillings, features);
        Score(sum)
    }

    /// Explains [`Weights::evaluate`]: mobility, then the instances of each shape together.
    #[must_use]
    pub fn parts(&self, board: Board) -> Vec<Part> {
        let Some(stage) = self.stages.get(stage(board.n_empties())) else { return Vec::new() };
        let (own, their) = (board.legal_moves(), board.opponent_moves());
        let counted = |name, count: u64, weight: i16| Part {
            name,
            count: Some(count.count_ones() as i32),
            adds: Score(i32::from(weight)),
        };
        let mut parts = vec![
            Part { name: "constant", count: None, adds: Score(i32::from(stage.constant)) },
            counted("mobility own", own, stage.own_moves[mobility_index(own)]),
            counted("mobility opponent", their, stage.their_moves[mobility_index(their)]),
        ];
        parts.extend(SHAPES.iter().map(|&(name, _)| Part { name, count: None, adds: Score(0) }));
        let features = Features::of(board);
        for ((&filling, &centre), feature) in features.0.iter().zip(&CENTRES).zip(&FEATURES) {
            let index = (centre + i32::from(filling)) as usize;
            parts[3 + feature.shape].adds.0 += i32::from(stage.fillings[index]);
        }
        parts
    }
}
