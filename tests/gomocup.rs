//! The Gomocup protocol through the real binary: transcripts, whole games, any lines, faults, the end.

use std::path::Path;
use std::time::{Duration, Instant};

use heibai::game::Color;
use heibai::protocol::{Dialect, gomocup::Gomocup};
use heibai::renju::{Action, Board, Point, Position, Rule, Rules, forbidden};
use proptest::prelude::*;

use crate::client::{Client, Wire, play_file};

#[test]
fn gomocup_transcripts_match() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sessions/gomocup");
    let mut scripts: Vec<_> = std::fs::read_dir(folder)
        .expect("the scripts are there")
        .map(|entry| entry.unwrap().path())
        .collect();
    scripts.sort();
    assert!(scripts.len() >= 3, "{scripts:?}");
    for script in scripts {
        play_file(&script, Wire::Gomocup);
    }
}

fn is_answer(line: &str) -> bool {
    !line.starts_with("MESSAGE")
}

/// Starts a game and returns the client.
fn start(size: u8, rule: u32, turn: u64) -> Client {
    let mut client = Client::start_with(&["--protocol", "gomocup"]);
    client.send(&format!("START {size}\nINFO rule {rule}\nINFO timeout_turn {turn}"));
    assert_eq!(client.next(), "OK");
    client
}

/// Sends a command and returns the line that answers it.
fn ask(client: &mut Client, line: &str) -> String {
    client.send(line);
    client.until(is_answer).pop().unwrap()
}

/// Reads a move in the manager's coordinates.
fn point(text: &str, size: u8) -> Point {
    let (x, y) = text.split_once(',').unwrap_or_else(|| panic!("'{text}' is no move"));
    let number = |text: &str| text.parse::<u8>().unwrap_or_else(|_| panic!("'{text}'"));
    Point::new(number(x), size - 1 - number(y)).unwrap()
}

fn written(point: Point, size: u8) -> String {
    format!("{},{}", point.col(), size - 1 - point.row())
}

/// Two copies play whole games under every rule: each move is legal, and no forbidden one while another is left.
#[test]
fn whole_games_are_played_by_the_rules() {
    for (size, rule, rules) in [
        (15, 4, Rules { limit: None, ..Rules::gomocup() }),
        (15, 1, Rules::gomoku(Rule::Standard, 15)),
        (20, 0, Rules::gomoku(Rule::Freestyle, 20)),
    ] {
        let mut clients = [start(size, rule, 50), start(size, rule, 50)];
        let mut position = Position::new(rules);
        let mut answer = ask(&mut clients[0], "BEGIN");
        let mut side = 0;
        loop {
            position.play(Action::Place(point(&answer, size))).unwrap();
            if position.conclusion().is_some() {
                break;
            }
            side = 1 - side;
            answer = ask(&mut clients[side], &format!("TURN {answer}"));
        }
        let text = position.conclusion().unwrap().to_string();
        assert!(!text.contains("forbidden") || position.board().n_stones() > 200, "{text}");
    }
}

/// Black has forbidden points alone to play on, then none at all: an answer comes, whatever the board.
#[test]
fn nearly_full_boards_are_answered_at_once() {
    let mut client = start(15, 4, 100);
    // No five anywhere: pairs of columns whose colours change with each row.
    let color = |col: u8, row: u8| if (col / 2 + row).is_multiple_of(2) { 1 } else { 2 };
    for empty in [3usize, 1, 0] {
        let mut lines: Vec<String> = Vec::new();
        for at in 0..225 - empty {
            let (col, row) = ((at % 15) as u8, (at / 15) as u8);
            lines.push(format!("{col},{row},{}", color(col, row)));
        }
        let begun = Instant::now();
        let answer = ask(&mut client, &format!("BOARD\n{}\nDONE", lines.join("\n")));
        assert!(begun.elapsed() < Duration::from_millis(1_500), "{:?}", begun.elapsed());
        if empty > 0 && answer.starts_with("ERROR") {
            panic!("{empty} empty points: {answer}");
        }
        if empty == 0 {
            assert_eq!(answer, "ERROR the game is over");
        }
    }
}

/// Black's engine does not step on a forbidden point, and says which they are.
#[test]
fn forbidden_points_are_told_and_avoided() {
    let mut client = start(15, 4, 100);
    let board = "7,6,1\n7,8,1\n6,7,1\n8,7,1\n0,0,2\n2,0,2\n4,0,2\n6,0,2";
    client.send(&format!("YXBOARD\n{board}\nDONE"));
    assert_eq!(ask(&mut client, "YXSHOWFORBID"), "FORBID 0707.");
    let mut stones = Board::new(15).unwrap();
    for line in board.lines() {
        let (spot, field) = line.rsplit_once(',').unwrap();
        let color = if field == "1" { Color::Black } else { Color::White };
        stones.put(point(spot, 15), color);
    }
    let found: Vec<String> =
        forbidden::points(&stones).iter().map(|(point, _)| written(*point, 15)).collect();
    assert_eq!(found, ["7,7"]);
    let answer = ask(&mut client, &format!("BOARD\n{board}\nDONE"));
    assert_ne!(answer, "7,7");
}

/// The last move of a path is not chosen where the others stand, and elsewhere it may be.
#[test]
fn blocked_paths_are_not_taken() {
    let mut client = start(15, 0, 50);
    // White must stop four at h7 or h12, or take five first.
    let board = "7,4,2\n7,5,2\n7,6,2\n7,7,2\n7,8,1\n0,0,1\n2,0,1\n4,0,1";
    let stop = "7,3";
    assert_eq!(ask(&mut client, &format!("BOARD\n{board}\nDONE")), stop);
    let path = "7,4\n7,8\n7,5\n0,0\n7,6\n2,0\n7,7\n4,0";
    client.send(&format!("yxblockpath\n{path}\n{stop}\ndone"));
    // The same stones, Black's first: it is the engine's turn as Black.
    let turned = "7,4,1\n7,5,1\n7,6,1\n7,7,1\n7,8,2\n0,0,2\n2,0,2\n4,0,2";
    assert_ne!(ask(&mut client, &format!("BOARD\n{turned}\nDONE")), stop);
    client.send(&format!("yxblockpathundo\n{path}\n{stop}\ndone"));
    assert_eq!(ask(&mut client, &format!("BOARD\n{turned}\nDONE")), stop);
}

/// The steps of swap2 as Gomocup has them.
#[test]
fn swap2_is_answered_by_stones_or_a_swap() {
    let mut client = start(15, 1, 100);
    let three = ask(&mut client, "SWAP2BOARD\nDONE");
    assert_eq!(three.split(' ').count(), 3, "{three}");
    let lines = three.replace(' ', "\n");
    let second = ask(&mut client, &format!("SWAP2BOARD\n{lines}\nDONE"));
    assert!(second == "SWAP" || (1..=2).contains(&second.split(' ').count()), "{second}");
    let five = format!("{lines}\n1,1\n13,13");
    let third = ask(&mut client, &format!("SWAP2BOARD\n{five}\nDONE"));
    assert!(third == "SWAP" || third.split(' ').count() == 1, "{third}");
    if third != "SWAP" {
        point(&third, 15);
    }
    // What follows is played with free moves.
    let answer = ask(&mut client, "BOARD\n7,7,2\n8,8,1\n6,6,2\nDONE");
    point(&answer, 15);
}

/// No time at all, negative time, a limit in the past: a move comes at once.
#[test]
fn no_time_is_answered_at_once() {
    let mut client = start(15, 0, 1_000);
    for lines in [
        "INFO timeout_turn 0",
        "INFO timeout_match 1",
        "INFO time_left 0",
        "INFO time_left -500",
        "INFO timeout_turn 0\nINFO timeout_match 0\nINFO time_left 2147483647",
        "INFO timeout_turn -1",
    ] {
        client.send(&format!("RESTART\n{lines}"));
        assert_eq!(client.next(), "OK");
        let begun = Instant::now();
        point(&ask(&mut client, "BEGIN"), 15);
        assert!(begun.elapsed() < Duration::from_millis(800), "{lines}: {:?}", begun.elapsed());
    }
}

/// CRLF, small letters and blank lines are all one; so is a manager that begins with RESTART.
#[test]
fn line_ends_and_letters_do_not_matter() {
    let mut client = Client::start();
    client.send_bytes(b"start 15\r\n\r\n\r\ninfo RULE 4\r\nturn 7,7\r\n");
    assert_eq!(client.next(), "OK");
    let mv = client.until(is_answer).pop().unwrap();
    point(&mv, 15);
    assert_eq!(ask(&mut client, &format!("takeback {mv}")), "OK");
    assert_eq!(ask(&mut client, "takeback 7,7"), "OK");
    assert_eq!(ask(&mut client, "restart"), "OK");
}

/// After END nothing is written, and the process is gone; so it is when the input ends.
#[test]
fn the_end_ends_everything() {
    for last in ["END\n", "end\n", "", "BOARD\n1,1,1\n", "TURN 1,1\nEND\n"] {
        let mut client = start(15, 0, 5_000);
        client.send_bytes(last.as_bytes());
        client.close();
        let (lines, status) = client.end(Duration::from_millis(1_500));
        assert_eq!(status.code(), Some(0));
        if last.to_lowercase().ends_with("end\n") && !last.starts_with("TURN") {
            assert!(lines.is_empty(), "{lines:?}");
        }
    }
}

/// Boards of up to 200 stones while every processor is busy: each answer is a free point and comes in time.
#[test]
fn two_hundred_moves_under_load_are_in_time() {
    use std::sync::atomic::{AtomicBool, Ordering};

    let is_done = AtomicBool::new(false);
    let busy = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..busy {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let mut client = start(20, 0, 20);
        // Pairs of columns whose colours change with each row: nowhere five.
        let color = |col: usize, row: usize| if (col / 2 + row).is_multiple_of(2) { 1 } else { 2 };
        let mut slowest = Duration::ZERO;
        for number in 0..200 {
            let stones: Vec<String> = (0..number)
                .map(|at| format!("{},{},{}", at % 20, at / 20, color(at % 20, at / 20)))
                .collect();
            let begun = Instant::now();
            let answer = ask(&mut client, &format!("BOARD\n{}\nDONE", stones.join("\n")));
            slowest = slowest.max(begun.elapsed());
            let spot = point(&answer, 20);
            let at = usize::from(19 - spot.row()) * 20 + usize::from(spot.col());
            assert!(at >= number, "{number} stones: {answer} is not free");
        }
        is_done.store(true, Ordering::Relaxed);
        assert!(slowest < Duration::from_millis(1_500), "{slowest:?}");
    });
}

/// The processor time a process has used, in ticks of the clock, 100 a second.
#[cfg(target_os = "linux")]
fn ticks(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let (_, fields) = text.rsplit_once(") ").unwrap();
    let fields: Vec<&str> = fields.split(' ').collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

/// A brain that waits for its manager, behind an answer, within a list or with its output closed, does nothing; once the
/// input has ended it is gone, though a search with all the time in the world was running.
#[cfg(target_os = "linux")]
#[test]
fn waiting_costs_nothing_and_the_end_of_input_ends_a_search() {
    let mut client = start(15, 0, 20);
    for line in ["BEGIN", "yxshowinfo", "BOARD\n1,1,1"] {
        client.send(line);
        std::thread::sleep(Duration::from_millis(200));
        let before = ticks(client.process());
        std::thread::sleep(Duration::from_millis(400));
        let used = ticks(client.process()) - before;
        assert!(used <= 4, "{line}: {used} ticks");
    }
    for turn in [60_000u64, 600_000] {
        let mut client = start(15, 0, turn);
        client.send("BEGIN");
        std::thread::sleep(Duration::from_millis(50));
        client.close();
        let (_, status) = client.end(Duration::from_millis(1_500));
        assert_eq!(status.code(), Some(0));
    }
}

/// Any line of a manager, the end apart.
fn any_line() -> impl Strategy<Value = String> {
    let command = proptest::sample::select(vec![
        "START 15",
        "start 15 15",
        "START 20",
        "START 99",
        "RECTSTART 15,15",
        "RESTART",
        "BEGIN",
        "TURN 7,7",
        "TURN 8,8",
        "turn 3,4",
        "PLAY 5,5",
        "TAKEBACK 7,7",
        "BOARD",
        "YXBOARD",
        "SWAP2BOARD",
        "yxblock",
        "yxblockundo",
        "yxblockreset",
        "7,7,1",
        "8,8,2",
        "9,9,3",
        "7,7",
        "8,7",
        "6,6",
        "DONE",
        "done",
        "ABOUT",
        "INFO rule 4",
        "INFO rule 9",
        "INFO timeout_turn 20",
        "INFO time_left -3",
        "INFO max_memory 1000",
        "INFO max_depth 1",
        "yxshowforbid",
        "yxstop",
        "yxnbest 2",
        "yxhashclear",
        "yxswap2step1",
        "yxswap2step2",
        "yxsoosorvstep1",
        "yxsoosorvstep3",
        "yxsoosorvstep5 2",
        "yxsoosorvstep6",
        "yxblockpath",
        "yxblockpathundo",
        "yxblockpathreset",
        "yxbalanceone 0",
        "yxbalancetwo 0",
        "yxshowinfo",
        "yxquerydatabaseall",
        "",
    ]);
    let cut = (command.clone(), 0usize..12)
        .prop_map(|(line, length)| line.chars().take(length).collect::<String>());
    prop_oneof![
        8 => command.prop_map(str::to_owned),
        2 => cut,
        1 => "[ -~&&[^eEnNdD]]{0,20}",
        1 => "\\PC{0,6}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn gomocup_parser_takes_any_lines(lines in proptest::collection::vec(any_line(), 1..40)) {
        let mut gomocup = Gomocup::default();
        for line in lines {
            if let Err(error) = gomocup.parse(&line) {
                let answers = gomocup.write(&heibai::protocol::Reply::Error(error.to_string()));
                prop_assert!(answers.len() == 1, "{line}: {answers:?}");
                prop_assert!(answers[0].starts_with("ERROR ") || answers[0].starts_with("UNKNOWN "));
                prop_assert!(!answers[0].contains(char::is_control));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// However the lines come, the program lives, and what it writes is of the protocol.
    #[test]
    fn gomocup_survives_any_lines(lines in proptest::collection::vec(any_line(), 1..60)) {
        let mut client = start(15, 4, 20);
        for line in lines {
            let line: String = line.chars().filter(|c| !matches!(c, '\n' | '\r')).collect();
            client.send(&line);
        }
        client.send("xyzzy-last");
        let answers = client.until(|line| line == "UNKNOWN command 'xyzzy-last'");
        for line in &answers {
            let known = ["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "FORBID ", "SWAP", "name="];
            let is_move = line.starts_with(|c: char| c.is_ascii_digit()) && line.contains(',');
            prop_assert!(is_move || known.iter().any(|head| line.starts_with(head)), "{}", line);
        }
        client.close();
        let (rest, status) = client.end(Duration::from_millis(1_500));
        prop_assert_eq!(status.code(), Some(0));
        prop_assert!(rest.is_empty(), "{:?}", rest);
    }

    #[test]
    fn gomocup_survives_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let mut client = start(15, 0, 20);
        client.send_bytes(&bytes);
        client.send_bytes(b"\nABOUT\n");
        client.until(|line| line.starts_with("name="));
        client.close();
        let (_, status) = client.end(Duration::from_millis(1_500));
        prop_assert_eq!(status.code(), Some(0));
    }
}
