//! Regions of empty squares and the tempo in them.

use std::collections::HashMap;

use crate::game::{ByColor, Color};
use crate::othello::Board;
use crate::othello::bitboard::{self, squares};

/// Empty squares joined through sides and corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The squares.
    pub squares: u64,
    /// Whether each side has a legal move here, were it to move.
    pub playable: ByColor<bool>,
    /// The tempo with each side starting; `None` in a region of more than [`Region::TEMPO_SQUARES`].
    ///
    /// # Units
    /// Moves of the starter minus moves of the other side, under best play of both inside the region.
    pub tempo: Option<ByColor<i32>>,
}

impl Region {
    /// The most squares of a region whose tempo is worked out.
    pub const TEMPO_SQUARES: u32 = 8;

    /// Returns the regions of a board given from each side's view, the smallest first, then by their lowest
    /// square.
    #[must_use]
    pub fn all(views: ByColor<Board>) -> Vec<Region> {
        let mut regions: Vec<Region> = bitboard::regions(views.black.empties())
            .into_iter()
            .map(|squares| Region {
                squares,
                playable: ByColor::from_fn(|color| views[color].legal_moves() & squares != 0),
                tempo: (squares.count_ones() <= Region::TEMPO_SQUARES).then(|| {
                    let mut known = HashMap::new();
                    ByColor::from_fn(|color| tempo(views[color], squares, &mut known))
                }),
            })
            .collect();
        regions.sort_by_key(|region| region.size());
        regions
    }

    /// Returns the number of squares.
    #[must_use]
    pub const fn size(&self) -> u32 {
        self.squares.count_ones()
    }

    /// Returns whether the number of squares is even.
    #[must_use]
    pub const fn is_even(&self) -> bool {
        self.size().is_multiple_of(2)
    }

    /// Returns who can play here: `black`, `white`, `both` or `none`.
    #[must_use]
    pub const fn who(&self) -> &'static str {
        match (self.playable.black, self.playable.white) {
            (true, true) => "both",
            (true, false) => "black",
            (false, true) => "white",
            (false, false) => "none",
        }
    }

    /// Returns the tempo when `starter` plays first.
    #[must_use]
    pub fn tempo_of(&self, starter: Color) -> Option<i32> {
        self.tempo.map(|tempo| tempo[starter])
    }
}

/// Returns the player's moves minus the opponent's when both play in `region` alone and a side without a
/// move there skips.
fn tempo(board: Board, region: u64, known: &mut HashMap<Board, i32>) -> i32 {
    let moves = board.legal_moves() & region;
    if moves == 0 {
        let other = board.pass();
        return if other.legal_moves() & region == 0 { 0 } else { -tempo(other, region, known) };
    }
    if let Some(&value) = known.get(&board) {
        return value;
    }
    let value = squares(moves)
        .map(|square| {
            let after = board.after(square, board.flips(square));
            1 - tempo(after, region, known)
        })
        .max()
        .unwrap_or(0);
    known.insert(board, value);
    value
}
