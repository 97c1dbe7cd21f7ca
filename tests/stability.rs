//! Stable discs and full lines, against play and against a walk over the squares.

use heibai::game::Game;
use heibai::othello::stability::{full_lines, stable_discs};
use heibai::othello::{Board, Position};
use proptest::prelude::*;

use crate::random_game::{choices, play_out, positions};

/// Returns whether every square of the line through `square` along a step is in `discs`.
fn is_full(discs: u64, square: usize, (file_step, rank_step): (i32, i32)) -> bool {
    let (file, rank) = (square as i32 % 8, square as i32 / 8);
    (-7..8)
        .map(|n| (file + n * file_step, rank + n * rank_step))
        .filter(|(file, rank)| (0..8).contains(file) && (0..8).contains(rank))
        .all(|(file, rank)| discs >> (8 * rank + file) & 1 == 1)
}

/// Returns the stable discs of both sides.
fn stable(board: Board) -> u64 {
    let (player, opponent) = (board.player(), board.opponent());
    stable_discs(player, opponent) | stable_discs(opponent, player)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn full_lines_are_those_without_a_gap(a: u64, b: u64, c: u64, square in 0..64usize) {
        let discs = a | b | c;
        let steps = [(1, 0), (0, 1), (-1, 1), (1, 1)];
        let full = full_lines(discs).map(|line| line >> square & 1 == 1);
        prop_assert_eq!(full, steps.map(|step| is_full(discs, square, step)));
    }

    #[test]
    fn stable_discs_are_turned_by_no_play(start in positions(), choices in choices()) {
        let start = Position::new(start.board(), start.side_to_move());
        let end = play_out(start, &choices);
        // Each disc found stable on the way keeps its colour to the end.
        let last = end.discs();
        for ply in end.history() {
            let board = ply.board;
            let kept = if ply.side == end.side_to_move() { end.board() } else { end.board().pass() };
            let own = stable(board) & board.player();
            let other = stable(board) & board.opponent();
            prop_assert_eq!(own & !kept.player(), 0, "{:?} to {:?}", board, last);
            prop_assert_eq!(other & !kept.opponent(), 0, "{:?} to {:?}", board, last);
        }
    }

    #[test]
    fn stable_discs_follow_the_board_under_symmetry(position in positions(), index in 0..8usize) {
        let board = position.board();
        let image = board.symmetric(index);
        let found = stable_discs(image.player(), image.opponent());
        let turned = heibai::othello::bitboard::symmetry(
            stable_discs(board.player(), board.opponent()),
            index,
        );
        prop_assert_eq!(found, turned);
    }
}
