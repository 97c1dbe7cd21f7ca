//! Small boards of Go solved exactly: their values, and what the command tells of them.

use std::process::Command;

use heibai::engine::StopFlag;
use heibai::game::Color;
use heibai::go::solve::{Bounds, Plan, solve};
use heibai::go::{Board, Move};

fn value(width: u8, height: u8, plan: &Plan) -> (Bounds, Vec<Move>) {
    let board = Board::rectangle(width, height).expect("a size");
    let found =
        solve(&board, Color::Black, plan, &StopFlag::new(), &mut |_| {}).expect("a small board");
    (found.bounds, found.line)
}

/// The values that E. van der Werf and M. Winands publish, "Solving Go for rectangular boards", ICGA Journal 32 (2009).
#[test]
fn small_boards_keep_their_values() {
    let plan = Plan { table_mib: 8, ..Plan::default() };
    let sizes = [(2, 2, 0), (2, 3, 0), (3, 2, 0), (3, 3, 9), (2, 4, 8), (2, 5, 10), (3, 4, 4)];
    for (width, height, known) in sizes {
        let (bounds, line) = value(width, height, &plan);
        assert_eq!(bounds.exact(), Some(known), "{width}x{height}");
        assert_eq!(line.is_empty(), known == 0, "{width}x{height}: {line:?}");
    }
}

#[test]
fn the_centre_wins_three_lines() {
    let (_, line) = value(3, 3, &Plan { table_mib: 4, ..Plan::default() });
    assert_eq!(line[0].to_string(), "b2");
}

/// Black has two points more than White on four lines, no more and no less; the first move is in the middle.
#[test]
fn four_lines_are_worth_two_points() {
    for guess in [Some(2), Some(1)] {
        let plan = Plan { table_mib: 16, guess, ..Plan::default() };
        let (bounds, line) = value(4, 4, &plan);
        assert_eq!(bounds.exact(), Some(2), "guess {guess:?}");
        assert!(["b2", "b3", "c2", "c3"].contains(&line[0].to_string().as_str()), "{line:?}");
    }
}

#[test]
fn a_wrong_guess_is_corrected_and_a_hard_one_left_open() {
    let plan = Plan { table_mib: 4, guess: Some(9), ..Plan::default() };
    assert_eq!(value(3, 3, &plan).0.exact(), Some(9));
    let plan = Plan { table_mib: 4, guess: Some(3), ..Plan::default() };
    assert_eq!(value(3, 3, &plan).0.exact(), Some(9));
    // Who is said to win everything may be wrong, too.
    for (width, height, guess, known) in [(3, 5, 15, 15), (3, 4, 12, 4), (3, 3, -9, 9)] {
        let plan = Plan { guess: Some(guess), ..plan };
        assert_eq!(value(width, height, &plan).0.exact(), Some(known), "{width}x{height}");
    }
    let plan = Plan { guess: Some(25), nodes: 50_000, ..plan };
    let bounds = value(5, 5, &plan).0;
    assert!(bounds.low == -25 && bounds.high == 25, "{bounds:?}");
}

#[test]
fn a_budget_is_kept() {
    let plan = Plan { table_mib: 4, nodes: 20_000, ..Plan::default() };
    let board = Board::new(5).unwrap();
    let found = solve(&board, Color::Black, &plan, &StopFlag::new(), &mut |_| {}).unwrap();
    assert!(found.nodes < 40_000 && found.bounds.exact().is_none(), "{found:?}");
    let stop = StopFlag::new();
    stop.raise();
    let plan = Plan { table_mib: 4, ..Plan::default() };
    let found = solve(&board, Color::Black, &plan, &stop, &mut |_| {}).unwrap();
    assert!(found.nodes < 20_000, "{found:?}");
}

fn heibai(args: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_heibai"))
        .args(["solve", "--game", "go", "--hash", "8"])
        .args(args)
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_command_tells_values_and_problems() {
    let (code, text) = heibai(&["--board", "3x3"]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("3x3: black +9  depth "), "{text}");
    let (code, text) = heibai(&["--board", "3x3", "--format", "json"]);
    let row: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, row["low"].as_i64(), row["high"].as_i64()), (Some(0), Some(9), Some(9)));
    let (code, text) = heibai(&["--position", "x1x/1x1/3 w"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("black +9"), "{text}");
    let problem = "(;SZ[6:4]AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec]MA[ab]PL[W])";
    let (code, text) = heibai(&["--position", problem]);
    assert_eq!(code, Some(0));
    assert!(text.contains("white to move, black is dead  moves b4  line b4 "), "{text}");
    let (code, _) = heibai(&["--board", "5x5", "--max-nodes", "5000"]);
    assert_eq!(code, Some(1));
    let (code, _) = heibai(&["--board", "7x7"]);
    assert_eq!(code, Some(2));
}

/// What is known of a board when the user has waited long enough is told.
#[cfg(unix)]
#[test]
fn an_interrupted_search_tells_what_it_knows() {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::Stdio;

    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_heibai"))
            .args(["solve", "--game", "go", "--board", "5x5", "--hash", "8", "--log", "info"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The first depth is done: it listens for signals.
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        while !line.contains("Solution") {
            line.clear();
            assert_ne!(log.read_line(&mut line).unwrap(), 0, "no progress is told");
        }
        kill(Pid::from_raw(child.id() as i32), signal).unwrap();
        let mut text = String::new();
        child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{text}");
        assert!(text.starts_with("5x5: "), "{text}");
    }
}
