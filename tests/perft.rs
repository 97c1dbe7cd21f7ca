//! Leaf counts of the game tree, from the data files.

use heibai::game::{self, Game};
use heibai::othello::notation::board_text;
use heibai::othello::{Position, perft::perft};
use proptest::prelude::*;

use crate::random_game::positions;

const OTHELLO: &str = include_str!("data/perft/othello.perft");

/// Depth up to which the slow, generic count is run too.
const GENERIC_DEPTH: u32 = 7;

#[test]
fn othello_perft_is_right() {
    let mut counted = 0;
    for line in OTHELLO.lines().filter(|line| !line.starts_with('#')) {
        let (board, counts) = line.split_once(';').expect("board; counts");
        let mut position = board_text::parse(board).expect("a board").position;
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            let count: u64 = count.parse().expect("a count");
            assert_eq!(perft(position.board(), depth), count, "{board} depth {depth}");
            if depth <= GENERIC_DEPTH {
                assert_eq!(game::perft(&mut position, depth), count, "{board} depth {depth}");
            }
            counted += 1;
        }
    }
    assert_eq!(counted, 11 + 9 + 7 + 3);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Ends of games and passes are counted alike.
    #[test]
    fn othello_perft_matches_the_generic_count(mut position in positions(), depth in 0u32..4) {
        let board = position.board();
        prop_assert_eq!(perft(board, depth), game::perft(&mut position, depth));
        prop_assert_eq!(position.board(), board);
    }
}

#[test]
fn othello_perft_is_the_same_in_every_symmetry() {
    let board = Position::start().board();
    for index in 0..8 {
        assert_eq!(perft(board.symmetric(index), 6), 8200);
    }
}

#[test]
fn a_stopped_count_leaves_the_game_as_it_was() {
    let mut position = heibai::othello::Position::start();
    let left = std::cell::Cell::new(20);
    let stopped = || {
        left.set(left.get() - 1);
        left.get() == 0
    };
    assert_eq!(heibai::game::perft_until(&mut position, 5, &stopped), None);
    assert_eq!(heibai::game::perft(&mut position, 5), 1396);
}
