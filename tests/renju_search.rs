//! The search of Renju: wins by fours found and stopped, forbidden points kept clear of, limits, several lines,
//! pondering, repeatability, openings.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use heibai::engine::info::Silent;
use heibai::engine::{
    Engine, Goal, Info, Iteration, Limits, Observer, PositionFormat, PositionText, StopFlag,
};
use heibai::game::Color;
use heibai::renju::opening::Opening;
use heibai::renju::opening::symmetry::are_symmetric;
use heibai::renju::pattern::{Field, Values};
use heibai::renju::search::{Config, PROVED, Request, Searcher};
use heibai::renju::vcf::{Solver, Verdict};
use heibai::renju::{Action, Board, Point, Position, RenjuEngine, Rule, Rules, forbidden, fuzz};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::client::Client;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/renju/vcf.jsonl");

/// The positions of the records of wins by fours, with who is to move and whether he wins so.
fn records() -> Vec<(String, Board, Color, bool)> {
    let text = std::fs::read_to_string(FILE).unwrap();
    text.lines()
        .map(|line| {
            let record: Value = serde_json::from_str(line).unwrap();
            let points = |key: &str| -> Vec<Point> {
                let names = record[key].as_array().unwrap().iter();
                names.map(|name| name.as_str().unwrap().parse().unwrap()).collect()
            };
            let side = if record["side"] == "black" { Color::Black } else { Color::White };
            let board = Board::with_stones(15, points("black"), points("white")).unwrap();
            let id = record["id"].as_str().unwrap().to_owned();
            (id, board, side, record["vcf"] == true)
        })
        .collect()
}

fn searcher(threads: usize) -> Searcher {
    Searcher::new(Config { threads, hash_mib: 4 })
}

fn nodes(nodes: u64) -> Request {
    Request { goal: Goal::Deepen, nodes: Some(nodes), ..Request::default() }
}

fn wins_by_fours(board: &Board, side: Color) -> bool {
    let mut field = Field::new(board, Rule::Renju, Values::none());
    let mut solver = Solver::new(1 << 16);
    let stop = StopFlag::new();
    matches!(solver.shortest(&mut field, side, Some(200_000), &stop), Verdict::Win(_))
}

#[test]
fn every_win_by_fours_is_found_and_begun() {
    for (id, board, side, vcf) in records().into_iter().filter(|record| record.3) {
        assert!(vcf);
        let report = searcher(1).search(
            &board,
            side,
            Rule::Renju,
            &nodes(60_000),
            &StopFlag::new(),
            &mut (),
        );
        let line = &report.lines[0];
        assert!(line.score >= PROVED, "{id} {line:?}");
        // What is left after the move and the forced answer is won by fours still.
        let mut after = board.clone();
        after.put(line.pv[0], side);
        if let Some(&answer) = line.pv.get(1).filter(|_| line.pv.len() > 3) {
            after.put(answer, !side);
            assert!(wins_by_fours(&after, side), "{id} {line:?}");
        }
    }
}

#[test]
fn wins_by_fours_of_the_other_side_are_stopped_where_they_can_be() {
    let mut stopped = 0;
    for (id, board, attacker, vcf) in records().into_iter().filter(|record| record.3) {
        assert!(vcf);
        let side = !attacker;
        if wins_by_fours(&board, side) {
            continue;
        }
        let report = searcher(1).search(
            &board,
            side,
            Rule::Renju,
            &nodes(80_000),
            &StopFlag::new(),
            &mut (),
        );
        let line = &report.lines[0];
        if line.score <= -PROVED {
            continue;
        }
        let mut after = board.clone();
        after.put(line.pv[0], side);
        let field = Field::new(&after, Rule::Renju, Values::none());
        // A four of one's own must be answered first.
        if field.five(side).is_none() {
            assert!(!wins_by_fours(&after, attacker), "{id} {line:?}");
            stopped += 1;
        }
    }
    assert!(stopped >= 8, "{stopped}");
}

#[test]
fn black_keeps_clear_of_forbidden_points_while_he_can() {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let mut checked = 0;
    for round in 0..120 {
        let board = fuzz::random_board(&mut rng, 15);
        let position = Position::set_up(Rules::gomocup(), board.clone(), Color::Black);
        if position.conclusion().is_some() {
            continue;
        }
        let request = if round % 2 == 0 { nodes(300) } else { nodes(1500) };
        let mut searcher = searcher(1);
        let report =
            searcher.search(&board, Color::Black, Rule::Renju, &request, &StopFlag::new(), &mut ());
        let safe = position.safe_actions();
        if let Some(line) = report.lines.first() {
            let kind = forbidden::kind(&mut board.clone(), line.pv[0]);
            assert!(!kind.is_forbidden(), "{} {kind}\n{board:?}", line.pv[0]);
            assert!(safe.contains(&Action::Place(line.pv[0])));
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked}");
}

#[test]
fn other_rules_and_sizes_are_played_by_what_wins_there() {
    // Six in a row wins by the free rule alone.
    let points = |text: &str| text.split(' ').map(|p| p.parse().unwrap()).collect::<Vec<Point>>();
    for (rule, wins) in [(Rule::Freestyle, true), (Rule::Standard, false), (Rule::Renju, false)] {
        let board =
            Board::with_stones(20, points("c3 d3 e3 g3 h3"), points("b3 i3 c5 d7 e9")).unwrap();
        let request = nodes(2000);
        let report =
            searcher(1).search(&board, Color::Black, rule, &request, &StopFlag::new(), &mut ());
        let line = &report.lines[0];
        assert_eq!(line.score == heibai::renju::search::WIN - 1, wins, "{rule:?} {line:?}");
    }
}

#[test]
fn an_open_three_is_won_and_must_be_stopped() {
    let points = |text: &str| text.split(' ').map(|p| p.parse().unwrap()).collect::<Vec<Point>>();
    for rule in [Rule::Renju, Rule::Standard, Rule::Freestyle] {
        let board = Board::with_stones(15, points("g8 h8 i8"), points("g6 h5")).unwrap();
        let stop = StopFlag::new();
        let attack = searcher(1).search(&board, Color::Black, rule, &nodes(500), &stop, &mut ());
        assert!(attack.lines[0].score > PROVED, "{:?}", attack.lines);
        let defence = searcher(1).search(&board, Color::White, rule, &nodes(3000), &stop, &mut ());
        let answer = defence.lines[0].pv[0].to_string();
        assert!(["e8", "f8", "j8", "k8"].contains(&answer.as_str()), "{answer}");
    }
}

#[test]
fn one_thread_repeats_itself_and_two_agree_on_what_is_proved() {
    let (_, board, side, _) = records().into_iter().find(|record| record.0 == "V052").unwrap();
    let stop = StopFlag::new();
    let once = searcher(1).search(&board, side, Rule::Renju, &nodes(20_000), &stop, &mut ());
    let again = searcher(1).search(&board, side, Rule::Renju, &nodes(20_000), &stop, &mut ());
    assert_eq!(once, again);
    let depth = Request { goal: Goal::Depth(6), ..Request::default() };
    let once = searcher(1).search(&board, side, Rule::Renju, &depth, &stop, &mut ());
    assert!(once.complete);
    let helped = searcher(2).search(&board, side, Rule::Renju, &depth, &stop, &mut ());
    assert!(helped.complete && helped.lines[0].depth == once.lines[0].depth);
    let (_, board, side, _) = records().into_iter().find(|record| record.0 == "V010").unwrap();
    let won = searcher(2).search(&board, side, Rule::Renju, &depth, &stop, &mut ());
    assert!(won.lines[0].score >= PROVED);
}

fn engine(options: &[(&str, &str)]) -> RenjuEngine {
    let mut engine = RenjuEngine::new();
    for (name, value) in options {
        engine.set_option(name, Some(value)).unwrap();
    }
    engine
}

/// Keeps what is told.
#[derive(Default)]
struct Told(Vec<Info>);

impl Observer for Told {
    fn info(&mut self, info: &Info) {
        self.0.push(info.clone());
    }
}

#[test]
fn lines_that_a_stopped_iteration_did_not_come_to_keep_their_scores() {
    let mut engine = engine(&[("Opening", "free"), ("MultiPV", "3")]);
    let text = PositionText { format: PositionFormat::Start, text: "" };
    engine.set_position(&text, &["h8", "h9", "i9", "g9"]).unwrap();
    for nodes in (1000..20_000).step_by(700) {
        let mut told = Told::default();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        engine.search(&limits, &StopFlag::new(), &mut told).unwrap();
        for info in &told.0 {
            let heibai::engine::SearchValue::Centi(score) = info.value else { continue };
            assert!(score > -20_000, "{nodes} nodes: {info:?}");
        }
    }
}

#[test]
fn several_lines_are_told_best_first_each_with_its_own_move() {
    let mut engine = engine(&[("Opening", "free"), ("MultiPV", "4")]);
    let text = PositionText { format: PositionFormat::Start, text: "" };
    engine.set_position(&text, &["h8", "i9", "j7"]).unwrap();
    let mut told = Told::default();
    let limits = Limits { goal: Goal::Depth(5), ..Limits::default() };
    let best = engine.search(&limits, &StopFlag::new(), &mut told).unwrap();
    let last: Vec<&Info> = told.0.iter().rev().take(4).rev().collect();
    let numbers: Vec<u32> = last.iter().map(|info| info.multi_pv).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    let mut moves: Vec<&String> = last.iter().map(|info| &info.pv[0]).collect();
    assert_eq!(best.mv.as_ref(), Some(moves[0]));
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), 4, "{last:?}");
    let scores: Vec<String> = last.iter().map(|info| format!("{:?}", info.value)).collect();
    let score = |info: &Info| match info.value {
        heibai::engine::SearchValue::Centi(score)
        | heibai::engine::SearchValue::Rated { centi: score, .. } => score,
        heibai::engine::SearchValue::Wld(wld) => i32::from(wld),
    };
    assert!(last.windows(2).all(|pair| score(pair[0]) >= score(pair[1])), "{scores:?}");
    // Every line is one of moves that may be played.
    for info in &last {
        let mut position = engine.position().clone();
        for mv in &info.pv {
            position.play(Action::Place(mv.parse().unwrap())).unwrap();
        }
    }
}

#[test]
fn levels_search_so_many_plies_and_search_moves_are_kept_to() {
    let mut engine = engine(&[("Opening", "free"), ("Level", "3")]);
    let text = PositionText { format: PositionFormat::Start, text: "" };
    engine.set_position(&text, &["h8", "i9", "j7"]).unwrap();
    let mut told = Told::default();
    engine.search(&Limits::default(), &StopFlag::new(), &mut told).unwrap();
    assert_eq!(told.0.last().map(|info| info.depth), Some(3));
    let limits = Limits { search_moves: vec!["a1".into(), "o15".into()], ..Limits::default() };
    let best = engine.search(&limits, &StopFlag::new(), &mut Silent).unwrap().mv.unwrap();
    assert!(["a1", "o15"].contains(&best.as_str()), "{best}");
}

/// Breaks off after the first iteration.
struct Once;

impl Observer for Once {
    fn info(&mut self, _info: &Info) {}

    fn iteration(&mut self, _iteration: &Iteration) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn an_observer_ends_the_deepening_and_nodes_are_kept_to() {
    let mut engine = engine(&[("Opening", "free")]);
    let text = PositionText { format: PositionFormat::Start, text: "" };
    engine.set_position(&text, &["h8", "i9"]).unwrap();
    let limits = Limits { goal: Goal::Deepen, ..Limits::default() };
    assert!(engine.search(&limits, &StopFlag::new(), &mut Once).unwrap().mv.is_some());
    for most in [1, 10, 1000, 20_000] {
        let mut told = Told::default();
        let limits = Limits { goal: Goal::Deepen, nodes: Some(most), ..Limits::default() };
        engine.search(&limits, &StopFlag::new(), &mut told).unwrap();
        let nodes = told.0.last().unwrap().nodes;
        assert!(nodes <= most + 400, "{nodes} of {most}");
    }
}

#[test]
fn stop_is_obeyed_at_once() {
    let mut searcher = searcher(1);
    let points = |text: &str| text.split(' ').map(|p| p.parse().unwrap()).collect::<Vec<Point>>();
    let board = Board::with_stones(15, points("h8 j7 i6"), points("i9 g7")).unwrap();
    let request = Request { goal: Goal::Deepen, ..Request::default() };
    searcher.prepare();
    let mut least = Duration::MAX;
    // The least of several tries: other programs may have the processor in between.
    for _ in 0..5 {
        let stop = StopFlag::new();
        let delay = std::thread::scope(|scope| {
            let waker = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(120));
                stop.raise();
                Instant::now()
            });
            searcher.search(&board, Color::White, Rule::Renju, &request, &stop, &mut ());
            waker.join().unwrap().elapsed()
        });
        least = least.min(delay);
    }
    assert!(least < Duration::from_millis(50), "{least:?}");
}

#[test]
fn openings_are_played_by_search_under_every_script() {
    for (name, opening) in Opening::NAMES {
        let mut engine = engine(&[("Opening", name), ("Level", "4"), ("Seed", "5")]);
        let limits = Limits { nodes: Some(3000), ..Limits::default() };
        for _ in 0..20 {
            let wanted = engine.position().steps().next();
            let best = engine.search(&limits, &StopFlag::new(), &mut Silent).unwrap();
            let mv = best.mv.unwrap();
            engine.play(None, &mv).unwrap_or_else(|error| panic!("{name} {mv}: {error}"));
            if wanted.is_none() && engine.position().board().n_stones() > 6 {
                break;
            }
        }
        assert!(engine.position().steps().next().is_none(), "{name}");
        assert_eq!(engine.rules().opening, opening);
    }
}

#[test]
fn fifth_moves_offered_are_not_symmetric_and_the_worse_one_for_black_is_kept() {
    let mut engine = engine(&[("Seed", "3")]);
    let text = PositionText { format: PositionFormat::Start, text: "" };
    engine.set_position(&text, &["h8", "h9", "i9", "noswap", "g9"]).unwrap();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let best = engine.search(&limits, &StopFlag::new(), &mut Silent).unwrap().mv.unwrap();
    let points: Vec<Point> =
        best.strip_prefix("offer ").unwrap().split(' ').map(|p| p.parse().unwrap()).collect();
    let stones: Vec<(Point, Color)> =
        [("h8", Color::Black), ("h9", Color::White), ("i9", Color::Black), ("g9", Color::White)]
            .map(|(point, color)| (point.parse().unwrap(), color))
            .to_vec();
    assert_eq!(points.len(), 2);
    assert!(!are_symmetric(&stones, points[0], points[1]));
    // A fifth move in the corner wastes Black's stone: White keeps it.
    engine.play(None, "offer i8 a1").unwrap();
    let best = engine.search(&limits, &StopFlag::new(), &mut Silent).unwrap().mv;
    assert_eq!(best.as_deref(), Some("choose a1"));
}

#[test]
fn an_opening_that_favours_black_is_swapped_and_a_bad_one_is_not() {
    // A white stone in the corner is as good as none; Suisei is White's best of the 26.
    for (opening, moves, nodes, expected) in [
        ("swap1", ["h8", "a1", "i9"], 60_000, "swap"),
        ("swap1", ["h8", "i9", "a1"], 60_000, "noswap"),
        ("rif", ["h8", "i9", "f6"], 600_000, "noswap"),
        // Kagetsu and Meigetsu are Black's best, though White takes the better of two fifth moves from the board.
        ("rif", ["h8", "h9", "i9"], 60_000, "swap"),
        ("rif", ["h8", "i9", "g6"], 60_000, "swap"),
    ] {
        let mut engine = engine(&[("Opening", opening)]);
        let text = PositionText { format: PositionFormat::Start, text: "" };
        engine.set_position(&text, &moves).unwrap();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let best = engine.search(&limits, &StopFlag::new(), &mut Silent).unwrap().mv;
        assert_eq!(best.as_deref(), Some(expected), "{moves:?}");
    }
}

#[test]
fn a_session_ponders_shows_lines_and_answers_a_stop() {
    let mut client = Client::start_with(&["--game", "renju"]);
    client.send("setoption name Opening value free");
    client.send("setoption name MultiPV value 2");
    client.send("position startpos moves h8 i9 j7");
    client.send("go depth 4");
    let best = |line: &str| line.starts_with("bestmove ");
    let lines = client.until(best);
    assert!(lines.iter().any(|line| line.contains("multipv 2")), "{lines:?}");
    client.send("setoption name MultiPV value 1");
    client.send("go ponder movetime 40");
    client.send("ponderhit");
    let lines = client.until(best);
    assert!(lines.iter().any(|line| line.starts_with("info depth")), "{lines:?}");
    client.send("go infinite");
    client.send("stop");
    assert!(client.best_move().len() >= 2);
    client.send("quit");
    assert!(client.wait().success());
}
