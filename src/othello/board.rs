//! Discs on the board, seen from the side to move.
//!
//! Owns one position's discs; must not know colours, history or notation.

use crate::othello::bitboard::{squares, symmetry};
use crate::othello::{DiscDiff, Square, kernel};

/// The discs of the side to move (`player`) and of the other side (`opponent`); never overlapping.
///
/// # Examples
/// ```
/// use heibai::othello::Board;
/// let board = Board::START;
/// let f5 = "f5".parse().unwrap();
/// assert_eq!(board.legal_moves().count_ones(), 4);
/// let after = board.play(f5).unwrap();
/// assert_eq!((after.player().count_ones(), after.opponent().count_ones()), (1, 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    player: u64,
    opponent: u64,
}

/// Two discs on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("both sides have a disc on {0}")]
pub struct BoardError(pub Square);

impl Board {
    /// The start: the player (Black) on e4 and d5, the opponent on d4 and e5.
    pub const START: Board =
        Board { player: (1 << 28) | (1 << 35), opponent: (1 << 27) | (1 << 36) };

    /// Builds a board of two sets of discs.
    ///
    /// # Errors
    /// A square is in both sets.
    pub const fn new(player: u64, opponent: u64) -> Result<Self, BoardError> {
        match Square::lowest(player & opponent) {
            None => Ok(Board { player, opponent }),
            Some(square) => Err(BoardError(square)),
        }
    }

    /// Builds a board the caller knows to be disjoint.
    #[inline]
    pub(crate) const fn new_unchecked(player: u64, opponent: u64) -> Self {
        debug_assert!(player & opponent == 0, "a square holds one disc");
        Board { player, opponent }
    }

    /// Returns the discs of the side to move.
    #[must_use]
    #[inline]
    pub const fn player(self) -> u64 {
        self.player
    }

    /// Returns the discs of the side not to move.
    #[must_use]
    #[inline]
    pub const fn opponent(self) -> u64 {
        self.opponent
    }

    /// Returns the empty squares.
    #[must_use]
    #[inline]
    pub const fn empties(self) -> u64 {
        !(self.player | self.opponent)
    }

    /// Returns the number of empty squares.
    #[must_use]
    #[inline]
    pub const fn n_empties(self) -> u32 {
        self.empties().count_ones()
    }

    /// Returns the squares on which the side to move turns a disc.
    #[must_use]
    #[inline]
    pub fn legal_moves(self) -> u64 {
        kernel::mobility(self.player, self.opponent)
    }

    /// Returns the squares on which the other side would turn a disc, were it to move.
    #[must_use]
    #[inline]
    pub fn opponent_moves(self) -> u64 {
        kernel::mobility(self.opponent, self.player)
    }

    /// Returns the discs turned by playing on `square`; none if it is occupied or nothing is bracketed.
    #[must_use]
    pub fn flips(self, square: Square) -> u64 {
        if self.empties() & square.bit() == 0 {
            return 0;
        }
        kernel::flip(square.index(), self.player, self.opponent)
    }

    /// Returns the board after a legal move on `square`, the other side to move, or `None` if it is illegal.
    #[must_use]
    pub fn play(self, square: Square) -> Option<Board> {
        let flipped = self.flips(square);
        (flipped != 0).then(|| self.after(square, flipped))
    }

    /// Returns the board after a move whose flips are known, the other side to move.
    #[must_use]
    #[inline]
    pub(crate) const fn after(self, square: Square, flipped: u64) -> Board {
        Board { player: self.opponent ^ flipped, opponent: self.player | flipped | square.bit() }
    }

    /// Returns the board with the other side to move.
    #[must_use]
    #[inline]
    pub const fn pass(self) -> Board {
        Board { player: self.opponent, opponent: self.player }
    }

    /// Returns whether neither side can move.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.legal_moves() == 0 && self.opponent_moves() == 0
    }

    /// Returns whether the side to move has no move while the other has one.
    #[must_use]
    pub fn must_pass(self) -> bool {
        self.legal_moves() == 0 && self.opponent_moves() != 0
    }

    /// Returns the result of a finished game, the empties to the winner.
    ///
    /// # Units
    /// Discs, side to move's view.
    #[must_use]
    #[inline]
    pub const fn final_score(self) -> DiscDiff {
        let player = self.player.count_ones() as i32;
        let opponent = self.opponent.count_ones() as i32;
        let empties = 64 - player - opponent;
        let difference = player - opponent;
        DiscDiff(difference + difference.signum() * empties)
    }

    /// Returns the image of the board under symmetry `index` of the eight, see [`symmetry`].
    #[must_use]
    pub const fn symmetric(self, index: usize) -> Board {
        Board { player: symmetry(self.player, index), opponent: symmetry(self.opponent, index) }
    }

    /// Returns the smallest of the eight symmetric images: one representative for all of them.
    #[must_use]
    pub fn canonical(self) -> Board {
        (1..8).map(|index| self.symmetric(index)).fold(self, Board::min)
    }

    /// Iterates over the legal moves with the boards they lead to.
    pub fn children(self) -> impl Iterator<Item = (Square, Board)> {
        squares(self.legal_moves())
            .map(move |square| (square, self.after(square, self.flips(square))))
    }

    /// Writes the 64 squares, a1 first, with the given letters for player, opponent and empty.
    #[must_use]
    pub fn to_text(self, player: char, opponent: char, empty: char) -> String {
        Square::all()
            .map(|square| {
                match (self.player & square.bit() != 0, self.opponent & square.bit() != 0) {
                    (true, _) => player,
                    (_, true) => opponent,
                    _ => empty,
                }
            })
            .collect()
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_text('X', 'O', '-'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_discs_are_refused() {
        let d3: Square = "d3".parse().unwrap();
        assert_eq!(Board::new(d3.bit(), d3.bit()), Err(BoardError(d3)));
    }

    #[test]
    fn canonical_is_one_for_all_symmetries() {
        let board = Board::START.play("f5".parse().unwrap()).unwrap();
        for index in 0..8 {
            assert_eq!(board.symmetric(index).canonical(), board.canonical());
        }
    }
}
