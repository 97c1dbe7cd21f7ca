//! The tree search of Go: its fast board against the rules, what it plays, how it stops and when it passes.

use std::time::{Duration, Instant};

use heibai::engine::info::Silent;
use heibai::engine::{Engine as _, Goal, Limits, PositionFormat, PositionText, StopFlag};
use heibai::game::Color::{self, Black, White};
use heibai::go::search::{
    Config, Fast, Game as RandomGame, PASS, Policy, Report, Request, Rng, Searcher, choose,
};
use heibai::go::{Board, GoEngine, Komi, Move, Phase, Point, Position};
use proptest::prelude::*;

fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn at(name: &str) -> Point {
    name.parse().expect("a point")
}

fn position(text: &str, side: Color, komi: i32) -> Position {
    let mut position = Position::from_board(board(text), side);
    position.set_komi(Komi(komi));
    position
}

fn search(position: &Position, games: u64) -> Report {
    let mut searcher = Searcher::new(Config { threads: 1, hash_mib: 8 });
    let request = Request { games: Some(games), seed: 5, ..Request::default() };
    searcher.search(position, &request, &StopFlag::new(), &mut ())
}

fn best(position: &Position, games: u64) -> String {
    choose(position, position.side_to_move(), &search(position, games)).to_string()
}

fn area(board: &Board) -> i32 {
    let stones = |color: Color| board.stones(color).len() as i32;
    let eyes = |color: Color| {
        let surrounded = |point: Point| {
            let mut beside = board.neighbours(point).filter_map(|at| board.color_at(at));
            board.neighbours(point).any(|at| board.color_at(at) == Some(color))
                && beside.all(|stone| stone == color)
        };
        board.points().filter(|&point| board.is_empty(point) && surrounded(point)).count() as i32
    };
    stones(Black) - stones(White) + eyes(Black) - eyes(White)
}

/// Plays the same moves on both boards and compares all that either can tell.
fn compare(width: u8, height: u8, choices: &[u16]) {
    let mut slow = Board::rectangle(width, height).expect("a size");
    let mut fast = Fast::new(&slow);
    let mut side = Black;
    for &choice in choices {
        let points: Vec<Point> = slow.points().collect();
        for &point in &points {
            let index = fast.index(point);
            assert_eq!(fast.point(index), Some(point));
            for color in Color::ALL {
                assert_eq!(
                    fast.is_legal(color, index),
                    slow.is_legal(color, point),
                    "{color} {point} on\n{slow}"
                );
            }
        }
        assert_eq!(fast.area(), area(&slow), "on\n{slow}");
        let legal: Vec<Point> =
            points.into_iter().filter(|&point| slow.is_legal(side, point)).collect();
        match legal.get(usize::from(choice) % (legal.len() + 1)) {
            Some(&point) => {
                let change = slow.play_unchecked(side, point);
                let taken = fast.play(side, fast.index(point));
                assert_eq!(usize::from(taken), change.captured(), "{side} {point} gives\n{slow}");
            }
            None => {
                slow.lift_ko();
                fast.pass();
            }
        }
        let mut empties: Vec<Point> =
            fast.empties().iter().filter_map(|&index| fast.point(index)).collect();
        empties.sort_unstable();
        let expected: Vec<Point> = slow.points().filter(|&point| slow.is_empty(point)).collect();
        assert_eq!(empties, expected, "on\n{slow}");
        let placed = |color: Color| (slow.stones(color).len() + slow.prisoners(!color)) as i32;
        assert_eq!(fast.balance(), placed(Black) - placed(White));
        side = !side;
    }
    // A board made from what stands there now tells the same.
    let again = Fast::new(&slow);
    assert_eq!((again.area(), again.balance()), (fast.area(), fast.balance()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_fast_board_follows_the_rules(
        size in (2..=7u8, 2..=7u8),
        choices in prop::collection::vec(any::<u16>(), 0..150),
    ) {
        compare(size.0, size.1, &choices);
    }
}

#[test]
fn the_largest_board_fits() {
    let choices: Vec<u16> = (0..60).map(|i| i * 977 % 600).collect();
    compare(25, 25, &choices);
}

#[test]
fn random_games_end_and_leave_nothing_but_eyes() {
    for policy in [Policy::Light, Policy::Heavy] {
        let mut fast = Fast::new(&Board::new(9).unwrap());
        let root = fast.clone();
        let mut rng = Rng::new(3);
        let (mut ended, mut plies) = (0, 0);
        for _ in 0..100 {
            fast.copy_from(&root);
            let mut game =
                RandomGame { board: &mut fast, side: Black, last: [PASS, PASS], passes: 0 };
            game.play_out(policy, &mut rng, |_, _| plies += 1);
            ended += usize::from(game.passes == 2);
        }
        assert!(ended > 97, "{policy:?}: {ended} of 100 games ended");
        assert!((7000..15_000).contains(&plies), "{policy:?}: {plies} moves");
    }
}

#[test]
fn captures_are_seen() {
    // The white stones in the middle are in atari and cut Black in two.
    let text = ". . . . . . . \n . . X O . . . \n . X O O X . . \n . X O O X . . \n . . X . . . . \n . . . . . . . \n . . . . . . .";
    assert_eq!(best(&position(text, Black, 0), 2000), "d3");
    assert_eq!(best(&position(text, White, 0), 2000), "d3");
}

#[test]
fn a_ladder_is_not_run_into() {
    // White's stone d5 is in atari by e5, c5 and d6; running out at d4 is a ladder that works.
    let text = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X X . . . .
        . . X O O X . . .
        . . . X . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let report = search(&position(text, White, 0), 3000);
    let run = report.lines.iter().find(|line| line.pv[0] == Move::Place(at("e4"))).unwrap();
    assert!(run.visits < report.games / 5, "{run:?}");
}

#[test]
fn a_group_lives_or_dies_by_the_vital_point() {
    // The corner group has three points in a row: the middle one decides.
    let text = "
        . . . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . X X . . X .
        . . . . X . .
        . . . . . . .";
    for side in [Black, White] {
        assert_eq!(best(&position(text, side, 0), 2000), "b7", "{side}");
    }
}

const SETTLED: &str = "
    . X O . .
    X X O O .
    . X O . O
    X X O O .
    . X O . .";

#[test]
fn a_settled_game_is_passed_out() {
    for side in [Black, White] {
        for komi in [0, 650, -650] {
            let position = position(SETTLED, side, komi);
            assert_eq!(best(&position, 1500), "pass", "{side} {komi}");
        }
    }
}

#[test]
fn an_open_point_is_taken_before_the_pass() {
    // Nobody's point is left in the middle: it is filled first.
    let text = "
        . X X O .
        X X . O O
        . X X O .
        X X X O O
        . X X O .";
    assert_eq!(best(&position(text, White, 0), 1500), "c4");
}

#[test]
fn a_pass_that_leaves_the_game_won_is_answered_by_a_pass() {
    // A dead stone stands in White's territory: it need not be taken off.
    let text = "
        . X O . .
        X X O O .
        . X O . .
        X X O . X
        . X O . .";
    let mut position = position(text, Black, 0);
    position.play(Move::Pass).unwrap();
    assert_eq!(best(&position, 1500), "pass");
}

/// Plays a game against itself and returns it once both have passed.
fn play_itself(size: u8, threads: usize, games: u64, most: usize) -> Position {
    let mut position = Position::new(size).unwrap();
    position.set_komi(Komi(650));
    let mut searcher = Searcher::new(Config { threads, hash_mib: 8 });
    for ply in 0..most {
        if position.phase() != Phase::Playing {
            break;
        }
        let request = Request { games: Some(games), seed: ply as u64, ..Request::default() };
        let report = searcher.search(&position, &request, &StopFlag::new(), &mut ());
        let mv = choose(&position, position.side_to_move(), &report);
        let settled =
            position.board().points().filter(|&at| !position.board().is_empty(at)).count();
        let points = usize::from(size) * usize::from(size);
        assert!(mv != Move::Pass || settled * 3 > points, "an early pass on\n{}", position.board());
        position.play(mv).expect("a legal move");
    }
    position
}

#[test]
fn games_against_itself_end_as_the_referee_counts() {
    // One thread: what two find differs from run to run, and so does how the mean of their games misses the count.
    let position = play_itself(5, 1, 300, 120);
    assert_eq!(position.phase(), Phase::Stopped, "on\n{}", position.board());
    let mut engine = GoEngine::new();
    let text = heibai::go::sgf::write(&position, "", "", None);
    let set_up = PositionText { format: PositionFormat::Sgf, text: &text };
    engine.set_position(&set_up, &[]).unwrap();
    let ruled = engine.view().margin().expect("a score behind the stop");
    // Played on until everything dead is off the board, area less moves tells the same.
    let mut resumed = Position::from_board(position.board().clone(), position.side_to_move());
    resumed.set_komi(Komi(650));
    let report = search(&resumed, 400);
    let lead = report.lines.iter().find(|line| line.pv[0] == Move::Pass).expect("a pass").lead;
    let black = if resumed.side_to_move() == Black { lead } else { -lead };
    assert!(
        (black * 100.0 - f64::from(ruled)).abs() <= 160.0,
        "{black} {ruled} on\n{}",
        position.board()
    );
}

#[test]
fn large_boards_are_played_legally() {
    for size in [2, 3, 13, 19, 21, 25] {
        let position = play_itself(size, 2, 20, 12);
        assert!(position.plies().count() > 0);
    }
}

#[test]
fn one_thread_repeats_itself() {
    let run = || {
        let mut searcher = Searcher::new(Config { threads: 1, hash_mib: 4 });
        let mut position = Position::new(7).unwrap();
        let mut all = Vec::new();
        for seed in 0..3 {
            let request = Request { games: Some(300), seed, ..Request::default() };
            let report = searcher.search(&position, &request, &StopFlag::new(), &mut ());
            position.play(report.lines[0].pv[0]).unwrap();
            all.push(report);
        }
        all
    };
    assert_eq!(run(), run());
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let mut searcher = Searcher::new(Config { threads: 1, hash_mib: 8 });
    let mut position = Position::new(9).unwrap();
    let request = |games| Request { games: Some(games), ..Request::default() };
    let stop = StopFlag::new();
    let first = searcher.search(&position, &request(1500), &stop, &mut ());
    let line = &first.lines[0];
    assert!(line.pv.len() > 1, "{line:?}");
    for &mv in &line.pv[..2] {
        position.play(mv).unwrap();
    }
    let second = searcher.search(&position, &request(1), &stop, &mut ());
    assert!(second.lines[0].visits > 3, "{:?}", second.lines[0]);
}

#[test]
fn a_raised_flag_ends_a_search_at_once() {
    for (size, threads) in [(9, 1), (19, 2), (25, 2)] {
        let mut searcher = Searcher::new(Config { threads, hash_mib: 8 });
        searcher.prepare();
        let position = Position::new(size).unwrap();
        let stop = StopFlag::new();
        let raise = stop.clone();
        let timer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(150));
            raise.raise();
            Instant::now()
        });
        searcher.search(&position, &Request::default(), &stop, &mut ());
        let ended = Instant::now();
        let late = ended.saturating_duration_since(timer.join().unwrap());
        assert!(late < Duration::from_millis(50), "{size}: {late:?}");
    }
}

#[test]
fn a_search_that_is_stopped_before_it_began_has_a_legal_move() {
    let mut engine = GoEngine::new();
    let stop = StopFlag::new();
    stop.raise();
    let best = engine.search(&Limits::default(), &stop, &mut Silent).unwrap();
    assert!(engine.view().legal().contains(&best.mv.unwrap()));
}

#[test]
fn only_the_moves_asked_for_are_chosen() {
    let mut engine = GoEngine::new();
    engine.set_size(9, 9).unwrap();
    for moves in [&["a1"][..], &["pass"], &["a1", "j9"]] {
        let search_moves = moves.iter().map(|&mv| mv.to_owned()).collect();
        let limits = Limits { nodes: Some(100), search_moves, ..Limits::default() };
        let best = engine.search(&limits, &StopFlag::new(), &mut Silent).unwrap();
        assert!(moves.contains(&best.mv.as_deref().unwrap()), "{best:?}");
    }
}

#[test]
fn a_lost_game_is_given_up_where_that_is_wished() {
    let mut engine = GoEngine::new();
    let fen = "5/xxxxx/xx1xx/xxxxx/1xxx1 w";
    engine.set_position(&PositionText { format: PositionFormat::Fen, text: fen }, &[]).unwrap();
    let limits = Limits { goal: Goal::Level, nodes: Some(1200), ..Limits::default() };
    let never = engine.search(&limits, &StopFlag::new(), &mut Silent).unwrap();
    assert_ne!(never.mv.as_deref(), Some("resign"));
    engine.set_option("Resign", Some("10")).unwrap();
    let best = engine.search(&limits, &StopFlag::new(), &mut Silent).unwrap();
    assert_eq!(best.mv.as_deref(), Some("resign"));
    engine.play(Some(White), "resign").unwrap();
    assert!(engine.view().status().is_over());
    engine.undo().unwrap();
    assert!(!engine.view().status().is_over());
}
