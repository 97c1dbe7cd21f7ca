//! What a search answers whatever the table holds.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::engine::{Goal, StopFlag};
use crate::othello::endgame::tests::random_board;
use crate::othello::hash::hash;
use crate::othello::search::tt::Entry;
use crate::othello::search::{Config, Request, Searcher};
use crate::othello::{Board, Move, Square};

/// Anything that fits an entry.
fn nonsense(rng: &mut impl Rng) -> Entry {
    let bounds = [rng.random_range(-9_000..9_000), rng.random_range(-9_000..9_000)];
    Entry {
        lower: bounds[0].min(bounds[1]),
        upper: bounds[0].max(bounds[1]),
        depth: rng.random_range(0..60),
        selectivity: rng.random_range(0..6),
        moves: [Square::new(rng.random_range(0..70)), Square::new(rng.random_range(0..70))],
    }
}

#[test]
fn a_table_full_of_nonsense_gives_no_illegal_move() {
    let mut rng = ChaCha8Rng::seed_from_u64(376);
    let mut searcher = Searcher::new(Config { threads: 1, hash_mib: 1 });
    searcher.prepare();
    let mut searched = 0;
    while searched < 10_000 {
        let n_empties = rng.random_range(0..60);
        let Some(board) = random_board(&mut rng, n_empties) else { continue };
        let table = searcher.machine.as_ref().map(|machine| &machine.table);
        let table = table.expect("a searcher that is prepared has a table");
        for board in board.children().map(|(_, child)| child).chain([board, board.pass()]) {
            table.store(hash(board), nonsense(&mut rng));
        }
        let goal = match searched % 4 {
            0 if n_empties < 10 => Goal::Exact,
            1 if n_empties < 10 => Goal::Wld,
            depth => Goal::Depth(1 + depth),
        };
        let request = Request { goal, multi_pv: 1 + searched as usize % 3, ..Request::default() };
        let report = searcher.search(board, &request, &StopFlag::new(), &mut ());
        for line in &report.lines {
            check(board, &line.pv);
        }
        let told = report.lines.iter().any(|line| !line.pv.is_empty());
        assert!(told || board.is_over(), "{board:?}: no move");
        searched += 1;
    }
}

fn check(mut board: Board, moves: &[Move]) {
    for mv in moves {
        board = match mv {
            Move::Pass => {
                assert!(board.must_pass(), "{board:?} {moves:?}");
                board.pass()
            }
            Move::Place(square) => match board.play(*square) {
                Some(next) => next,
                None => panic!("{board:?} {moves:?}"),
            },
        };
    }
}
