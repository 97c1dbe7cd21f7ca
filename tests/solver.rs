//! The exact solver tells the truth: against brute force, under symmetry, with any number of threads, with a
//! cold or a warm table.

use heibai::engine::{Bound, Goal, StopFlag};
use heibai::othello::search::{Config, Request, Searcher};
use heibai::othello::{Board, Move, Score};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn brute_force(board: Board) -> i32 {
    if board.legal_moves() == 0 {
        if board.opponent_moves() == 0 {
            return board.final_score().0;
        }
        return -brute_force(board.pass());
    }
    board.children().map(|(_, child)| -brute_force(child)).max().unwrap_or(i32::MIN)
}

/// A board after random moves with `n_empties` left, or `None` where the game ended sooner.
fn random_board(rng: &mut impl Rng, n_empties: u32) -> Option<Board> {
    let mut board = Board::START;
    while board.n_empties() > n_empties {
        let children: Vec<Board> = board.children().map(|(_, child)| child).collect();
        if children.is_empty() {
            if board.is_over() {
                return None;
            }
            board = board.pass();
        } else {
            board = children[rng.random_range(0..children.len())];
        }
    }
    Some(board)
}

/// A random disposition of discs, which no game need have led to: early ends and passes are common.
fn random_discs(rng: &mut impl Rng, n_empties: u32) -> Board {
    let mut empties = 0u64;
    while empties.count_ones() < n_empties {
        empties |= 1 << rng.random_range(0..64);
    }
    // From an even mixture to a few discs of one side among the other's.
    let words = rng.random_range(1..=5);
    let few = (0..words).fold(!0, |bits, _| bits & rng.random::<u64>());
    let bias = if rng.random() { few } else { !few };
    Board::new(bias & !empties, !bias & !empties).expect("the sets are disjoint")
}

/// Solves, checks that the line runs to the end with the score, and returns the score in discs.
fn solve(searcher: &mut Searcher, board: Board) -> i32 {
    let request = Request { goal: Goal::Exact, ..Request::default() };
    let report = searcher.search(board, &request, &StopFlag::new(), &mut ());
    assert!(report.complete);
    let line = &report.lines[0];
    assert_eq!((line.bound, line.selectivity), (Bound::Exact, 100));
    assert_eq!(line.score.0 % Score::DISC, 0, "a solved score is a whole number of discs");
    let (mut at, mut sign) = (board, 1);
    for mv in &line.pv {
        at = match mv {
            Move::Pass => {
                assert!(at.must_pass(), "{board:?} {:?}", line.pv);
                at.pass()
            }
            Move::Place(square) => at.play(*square).expect("a legal move"),
        };
        sign = -sign;
    }
    assert!(at.is_over(), "the line of {board:?} stops early: {:?}", line.pv);
    let score = line.score.to_discs().0;
    assert_eq!(sign * at.final_score().0, score, "the line of {board:?} gives another score");
    score
}

#[test]
fn solver_equals_brute_force_on_2000_boards() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut searcher = Searcher::new(Config { threads: 1, hash_mib: 1 });
    let (mut tested, mut passes, mut early) = (0, 0, 0);
    while tested < 2000 {
        let n_empties = tested % 10;
        let board = if tested % 3 == 0 {
            random_discs(&mut rng, n_empties)
        } else {
            let Some(board) = random_board(&mut rng, n_empties) else { continue };
            board
        };
        passes += u32::from(board.must_pass());
        early += u32::from(board.is_over() && n_empties > 0);
        assert_eq!(solve(&mut searcher, board), brute_force(board), "{board:?}");
        tested += 1;
    }
    assert!(passes > 20 && early > 20, "passes {passes}, early ends {early}");
}

#[test]
fn score_is_the_same_under_symmetry_threads_and_warmth() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut one = Searcher::new(Config { threads: 1, hash_mib: 4 });
    let mut four = Searcher::new(Config { threads: 4, hash_mib: 4 });
    for n_empties in [9, 12, 14, 15, 16, 16] {
        let Some(board) = random_board(&mut rng, n_empties) else { continue };
        one.clear();
        let score = solve(&mut one, board);
        for symmetry in 0..8 {
            let image = board.symmetric(symmetry);
            assert_eq!(solve(&mut one, image), score, "warm, symmetry {symmetry}: {board:?}");
            four.clear();
            assert_eq!(solve(&mut four, image), score, "cold, four threads: {board:?}");
        }
        assert_eq!(solve(&mut four, board), score, "warm, four threads: {board:?}");
    }
}

#[test]
fn score_is_right_after_any_previous_search() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut cold = Searcher::new(Config { threads: 1, hash_mib: 4 });
    let mut warm = Searcher::new(Config { threads: 1, hash_mib: 4 });
    for _ in 0..6 {
        let Some(board) = random_board(&mut rng, 15) else { continue };
        let goals = [
            (Goal::Depth(6), None),
            (Goal::Wld, None),
            (Goal::Exact, Some(20_000)),
            (Goal::Depth(9), None),
            (Goal::Level, None),
        ];
        for (goal, nodes) in goals {
            let request = Request { goal, nodes, ..Request::default() };
            warm.search(board, &request, &StopFlag::new(), &mut ());
        }
        cold.clear();
        let score = solve(&mut cold, board);
        assert_eq!(solve(&mut warm, board), score, "{board:?}");
        let request = Request { goal: Goal::Wld, ..Request::default() };
        let report = warm.search(board, &request, &StopFlag::new(), &mut ());
        assert_eq!(report.lines[0].score.0.signum(), score.signum(), "{board:?}");
        cold.clear();
        let report = cold.search(board, &request, &StopFlag::new(), &mut ());
        assert_eq!(report.lines[0].score.0.signum(), score.signum(), "{board:?}");
    }
}

#[test]
fn all_moves_have_the_scores_of_their_children() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut searcher = Searcher::new(Config { threads: 2, hash_mib: 4 });
    for n_empties in [6, 8, 8, 9, 9] {
        let Some(board) = random_board(&mut rng, n_empties) else { continue };
        for multi_pv in [2, 33] {
            let request = Request { goal: Goal::Exact, multi_pv, ..Request::default() };
            let report = searcher.search(board, &request, &StopFlag::new(), &mut ());
            let mut expected: Vec<i32> =
                board.children().map(|(_, child)| -brute_force(child)).collect();
            expected.sort_by_key(|score| -score);
            expected.truncate(multi_pv);
            if expected.is_empty() {
                continue;
            }
            let found: Vec<i32> = report.lines.iter().map(|line| line.score.to_discs().0).collect();
            assert_eq!(found, expected, "{board:?}");
            for line in &report.lines {
                let child = board.play(line.pv[0].square().expect("a square")).expect("legal");
                assert_eq!(-brute_force(child), line.score.to_discs().0, "{board:?} {line:?}");
            }
        }
    }
}

#[test]
fn one_thread_and_a_node_limit_repeat_to_the_node() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for n_empties in [50, 40, 30, 22, 18] {
        let Some(board) = random_board(&mut rng, n_empties) else { continue };
        let request = Request { goal: Goal::Deepen, nodes: Some(200_000), ..Request::default() };
        let runs = [0, 1].map(|_| {
            let mut searcher = Searcher::new(Config { threads: 1, hash_mib: 4 });
            searcher.search(board, &request, &StopFlag::new(), &mut ())
        });
        assert_eq!(runs[0], runs[1], "{board:?}");
        assert!(runs[0].nodes < 210_000 || runs[0].complete, "{}", runs[0].nodes);
    }
}

#[test]
fn many_threads_on_few_cores_agree() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut one = Searcher::new(Config { threads: 1, hash_mib: 4 });
    let mut many = [2, 3, 8, 32].map(|threads| Searcher::new(Config { threads, hash_mib: 4 }));
    let mut tested = 0;
    while tested < 24 {
        let Some(board) = random_board(&mut rng, 14 + tested % 3) else { continue };
        let score = solve(&mut one, board);
        for searcher in &mut many {
            let threads = searcher.config().threads;
            assert_eq!(solve(searcher, board), score, "{threads} threads: {board:?}");
        }
        tested += 1;
    }
}

/// A position whose score came out two discs too low in one of eight searches by several threads, when a move
/// that beat the alpha it was tested against was forgotten because another thread had raised alpha meanwhile.
#[test]
fn raised_alpha_forgets_no_move() {
    let board = heibai::othello::notation::parse_position(
        heibai::engine::PositionFormat::Any,
        "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3h5h2d2c5c6b4e3b5f2c8d8b6c7f1g8b7a3e8g7",
    )
    .expect("a game")
    .position
    .board();
    let mut searcher = Searcher::new(Config { threads: 8, hash_mib: 16 });
    for _ in 0..8 {
        searcher.clear();
        assert_eq!(solve(&mut searcher, board), -12);
    }
}

/// A search that a node limit stops reports bounds that are true, also where the side to move must pass.
#[test]
fn bounds_of_a_stopped_search_are_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut searcher = Searcher::new(Config { threads: 1, hash_mib: 4 });
    let (mut bounds, mut passes) = (0, 0);
    for round in 0..240 {
        let Some(mut board) = random_board(&mut rng, 13) else { continue };
        if round % 2 == 1 {
            board = std::iter::repeat_with(|| random_discs(&mut rng, 13))
                .find(|board| board.must_pass())
                .expect("one of them must pass");
        }
        searcher.clear();
        let mut request = Request { goal: Goal::Exact, ..Request::default() };
        let whole = searcher.search(board, &request, &StopFlag::new(), &mut ());
        let exact = whole.lines[0].score.to_discs().0;
        searcher.clear();
        request.nodes = Some(whole.nodes * rng.random_range(50..100) / 100);
        let report = searcher.search(board, &request, &StopFlag::new(), &mut ());
        let line = &report.lines[0];
        if line.selectivity < 100 {
            continue;
        }
        bounds += 1;
        passes += u32::from(board.must_pass());
        let found = line.score.to_discs().0;
        match line.bound {
            Bound::Lower => assert!(exact >= found, "{board:?}: {exact} < {found}"),
            Bound::Upper => assert!(exact <= found, "{board:?}: {exact} > {found}"),
            Bound::Exact => assert_eq!(exact, found, "{board:?}"),
        }
    }
    assert!(bounds > 20 && passes > 4, "{bounds} bounds, {passes} of them after a pass");
}
