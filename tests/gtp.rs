//! GTP through the real binary: transcripts, framing under any input, clocks, passes and the end.

use std::path::Path;
use std::time::{Duration, Instant};

use heibai::game::{Color, Game};
use heibai::othello::{Move, Position};
use heibai::protocol::{Dialect, gtp::Gtp};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::client::{Client, Wire, play_file};

#[test]
fn gtp_transcripts_match() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sessions/gtp");
    let mut scripts: Vec<_> = std::fs::read_dir(folder)
        .expect("the scripts are there")
        .map(|entry| entry.unwrap().path())
        .collect();
    scripts.sort();
    assert!(scripts.len() >= 9, "{scripts:?}");
    for script in scripts {
        play_file(&script, Wire::Gtp);
    }
}

/// Starts a client whose protocol is set; searches take no time.
fn fast() -> Client {
    let mut client = Client::start_with(&["--protocol", "gtp", "--level", "1"]);
    client.send("time_settings 0 0 0");
    assert_eq!(client.frame(), ["="]);
    client
}

/// Sends a command and returns its answer without the sign of success.
fn ask(client: &mut Client, command: &str) -> Result<String, String> {
    client.send(command);
    let text = client.frame().join("\n");
    match text.strip_prefix('=') {
        Some(text) => Ok(text.trim().to_owned()),
        None => Err(text),
    }
}

/// Any line of a client: the commands' own words, numbers and noise.
fn any_line() -> impl Strategy<Value = String> {
    let command = proptest::sample::select(vec![
        "protocol_version",
        "name",
        "known_command play",
        "list_commands",
        "boardsize 8",
        "boardsize 19",
        "clear_board",
        "komi 6.5",
        "play b f5",
        "play w d6",
        "play black",
        "play B pass",
        "play white C4",
        "genmove b",
        "genmove w",
        "reg_genmove b",
        "undo",
        "time_settings 0 0 0",
        "time_settings 0 1 1",
        "time_left b 0 0",
        "time_left w -3.5 2",
        "kgs-time_settings byoyomi 0 0.01 3",
        "kata-time_settings fischer 0.01 0.01",
        "final_score",
        "showboard",
        "printsgf",
        "loadsgf tests/data/sgf/quarry.sgf 20",
        "loadsgf nowhere",
        "move_history",
        "list_stones b",
        "all_legal w",
        "lz-analyze b 1",
        "kata-analyze 1 rootInfo true",
        "lz-genmove_analyze b 1",
        "kata-search_cancellable w",
        "gogui-rules_board",
        "gogui-rules_legal_moves",
        "gogui-analyze_commands",
        "heibai-setoption name Level value 1",
        "set_game Othello",
        "stop",
        "xyzzy",
    ])
    .prop_map(str::to_owned);
    let noise = prop_oneof!["[ -~]{0,20}", "\\PC{0,6}", any::<u32>().prop_map(|id| id.to_string())];
    let head = prop_oneof![
        3 => Just(String::new()),
        2 => (0..3_000_000_000_u64).prop_map(|id| format!("{id} ")),
        1 => Just("\t ".to_owned()),
    ];
    let tail = prop_oneof![4 => Just(String::new()), 1 => noise.clone(), 1 => Just("# so".into())];
    prop_oneof![
        6 => (head, command, tail).prop_map(|(head, command, tail)| format!("{head}{command} {tail}")),
        1 => noise,
        1 => Just("# interrupt".to_owned()),
        1 => Just(String::new()),
    ]
}

/// Whether a line would write files, change the machine or end the session.
fn is_barred(line: &str) -> bool {
    ["quit", "setoption name", "printsgf"].iter().any(|word| {
        line.contains(word)
            && line.split_whitespace().count() > 1
            && !line.trim_end().ends_with("Level value 1")
    }) || line.contains("quit")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn gtp_parser_takes_any_text(line in any::<String>()) {
        let _ = Gtp::default().parse(&line);
    }

    #[test]
    fn gtp_parser_takes_any_words(line in any_line()) {
        if let Err(error) = Gtp::default().parse(&line) {
            prop_assert!(!error.to_string().contains(char::is_control));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// However the lines come, each command has one answer, and the answers come in order.
    #[test]
    fn every_command_has_one_answer(lines in proptest::collection::vec(any_line(), 1..60)) {
        let mut client = fast();
        let mut asked = Vec::new();
        for line in lines.iter().filter(|line| !is_barred(line)) {
            let line: String = line.chars().filter(|c| !matches!(c, '\n' | '\r')).collect();
            let text = line.split('#').next().unwrap_or_default();
            let text: String =
                text.chars().filter(|c| *c == '\t' || !c.is_control()).collect();
            let word = text.split_whitespace().next().map(str::to_owned);
            client.send(&line);
            if let Some(word) = word {
                let is_id = word.bytes().all(|byte| byte.is_ascii_digit())
                    && word.parse::<u64>().is_ok_and(|id| id < 1 << 31);
                asked.push(if is_id { word } else { String::new() });
            }
        }
        client.send("77 name");
        for id in asked {
            let frame = client.frame();
            let head = frame.first().map(String::as_str).unwrap_or_default();
            let marked = head.strip_prefix(['=', '?']).unwrap_or("no sign");
            let (found, _) = marked.split_once(' ').unwrap_or((marked, ""));
            prop_assert_eq!(found, id.as_str(), "{:?}", &frame);
        }
        prop_assert_eq!(client.frame(), ["=77 Heibai"]);
        client.close();
        let (rest, status) = client.end(Duration::from_millis(1_500));
        prop_assert_eq!(status.code(), Some(0));
        prop_assert!(rest.is_empty(), "{:?}", rest);
    }

    #[test]
    fn gtp_survives_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..4_000)) {
        let mut client = fast();
        client.send_bytes(&bytes);
        client.send_bytes(b"\n4294 name\n77 name\n");
        client.until(|line| line == "=77 Heibai");
        client.close();
        let (_, status) = client.end(Duration::from_millis(1_500));
        prop_assert_eq!(status.code(), Some(0));
    }
}

#[test]
fn pipelined_commands_are_answered_before_quit() {
    let mut client = Client::start();
    client.send_bytes(b"1 name\n2 genmove b\n3 genmove w\n4 protocol_version\n5 quit\n6 name\n");
    let (lines, status) = client.end(Duration::from_secs(2));
    assert_eq!(status.code(), Some(0));
    let heads: Vec<String> = lines
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| line.split(' ').next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(heads, ["=1", "=2", "=3", "=4", "=5"], "{lines:?}");
}

#[test]
fn the_end_of_input_or_quit_ends_a_search_at_once() {
    for last in ["", "quit\n", "# interrupt\nquit\n"] {
        let mut client = Client::start();
        client.send("time_settings 600 0 0");
        client.frame();
        client.send("genmove b");
        std::thread::sleep(Duration::from_millis(50));
        client.send_bytes(last.as_bytes());
        client.close();
        let (lines, status) = client.end(Duration::from_millis(1_500));
        assert_eq!(status.code(), Some(0));
        let answers = lines.iter().filter(|line| line.starts_with('=')).count();
        assert_eq!(answers, if last.is_empty() { 1 } else { 2 }, "{lines:?}");
    }
}

#[test]
fn an_interrupt_ends_a_search_with_a_move() {
    let mut client = Client::start();
    client.send("time_settings 600 0 0");
    client.frame();
    client.send("1 genmove b");
    std::thread::sleep(Duration::from_millis(50));
    let asked = Instant::now();
    client.send("# interrupt");
    let frame = client.frame();
    assert!(frame[0].starts_with("=1 ") && frame[0].len() == 5, "{frame:?}");
    assert!(asked.elapsed() < Duration::from_millis(500), "{:?}", asked.elapsed());
}

#[test]
fn commands_wait_for_a_search() {
    let mut client = Client::start();
    client.send("time_settings 0 1 1");
    client.send("1 genmove b");
    client.send("2 name");
    let asked = Instant::now();
    assert_eq!(client.frame(), ["="]);
    assert!(client.frame()[0].starts_with("=1 "));
    let took = asked.elapsed();
    assert!(took > Duration::from_millis(500) && took < Duration::from_millis(1_100), "{took:?}");
    assert_eq!(client.frame(), ["=2 Heibai"]);
}

#[test]
fn an_analysis_ends_with_any_line() {
    let mut client = Client::start();
    for (round, line) in ["", "# remark", "2 name", "2 undo", "\t"].into_iter().enumerate() {
        client.send(&format!("{} lz-analyze b 1", round + 10));
        assert_eq!(client.next(), format!("={}", round + 10));
        let first = client.next();
        assert!(first.starts_with("info move "), "{first}");
        std::thread::sleep(Duration::from_millis(30));
        client.send(line);
        for told in client.frame() {
            assert!(told.starts_with("info move "), "{told}");
        }
        if line.starts_with('2') {
            client.frame();
        }
    }
    assert_eq!(ask(&mut client, "name"), Ok("Heibai".to_owned()));
}

#[test]
fn little_time_is_enough_and_none_is_no_error() {
    let mut client = Client::start();
    for setting in ["time_left b 0 0", "time_left b 0 5", "time_left b -30 0", "time_left b 0.05 3"]
    {
        assert_eq!(ask(&mut client, "clear_board"), Ok(String::new()));
        assert_eq!(ask(&mut client, "time_settings 60 30 5"), Ok(String::new()));
        assert_eq!(ask(&mut client, setting), Ok(String::new()));
        let asked = Instant::now();
        assert!(ask(&mut client, "genmove b").is_ok());
        assert!(asked.elapsed() < Duration::from_millis(300), "{setting}: {:?}", asked.elapsed());
    }
}

#[test]
fn a_whole_game_keeps_its_own_clock() {
    let mut client = Client::start();
    assert!(ask(&mut client, "time_settings 2 0 0").is_ok());
    let mut position = Position::start();
    let mut used = [Duration::ZERO; 2];
    while !position.is_over() {
        let side = position.side_to_move();
        let asked = Instant::now();
        let mv = ask(&mut client, &format!("genmove {side}")).expect("a move");
        used[side.index()] += asked.elapsed();
        let mv = if mv == "pass" { Move::Pass } else { mv.parse().expect("a square") };
        position.play(mv).expect("a legal move");
    }
    assert!(used.iter().all(|used| *used < Duration::from_secs(2)), "{used:?}");
    assert!(used.iter().any(|used| *used > Duration::from_millis(400)), "{used:?}");
    let score = ask(&mut client, "final_score").expect("a score");
    let margin = position.final_score(heibai::othello::Scoring::Winner).difference().0;
    let expected = match margin {
        0 => "0".to_owned(),
        margin if margin > 0 => format!("B+{margin}"),
        margin => format!("W+{}", -margin),
    };
    assert_eq!(score, expected);
}

/// Whatever was played, taken back and passed, the board is the one of the moves that are left.
#[test]
fn undo_leaves_what_the_other_moves_give() {
    let mut random = ChaCha8Rng::seed_from_u64(43);
    for _ in 0..6 {
        let mut client = fast();
        let mut past = vec![Position::start()];
        for _ in 0..150 {
            let position = past.last().unwrap().clone();
            if random.random_bool(0.25) {
                let undone = ask(&mut client, "undo");
                if past.len() > 1 {
                    past.pop();
                    assert_eq!(undone, Ok(String::new()));
                } else {
                    assert_eq!(undone, Err("? cannot undo".to_owned()));
                }
            } else {
                let color = if random.random_bool(0.5) { Color::Black } else { Color::White };
                let (board, side) = (position.board(), position.side_to_move());
                let turned = if color == side {
                    position.clone()
                } else {
                    Position::new(board.pass(), color)
                };
                let mut next = position.clone();
                if random.random_bool(0.3) {
                    let mv = ask(&mut client, &format!("genmove {color}")).expect("a move");
                    if position.is_over() {
                        assert_eq!(mv, "pass");
                    } else if color == side {
                        next.play(if mv == "pass" { Move::Pass } else { mv.parse().unwrap() })
                            .unwrap();
                    } else if mv != "pass" {
                        next = turned;
                        next.play(mv.parse().unwrap()).expect("legal out of turn");
                    }
                    past.push(next);
                } else {
                    let mv = turned.legal_moves().first().copied().unwrap_or(Move::Pass);
                    let played = ask(&mut client, &format!("play {color} {mv}"));
                    if color == side || position.must_pass() || position.is_over() {
                        assert_eq!(played, Ok(String::new()), "{mv}");
                        if !position.is_over() {
                            if color != side {
                                next.play(Move::Pass).unwrap();
                            }
                            next.play(mv).unwrap();
                        }
                        past.push(next);
                    } else {
                        assert_eq!(played, Err("? illegal move".to_owned()));
                    }
                }
            }
            let shown = ask(&mut client, "showboard").expect("a board");
            let board = heibai::othello::notation::board_text::write(past.last().unwrap());
            let found = shown.lines().find_map(|line| line.strip_prefix("fen ")).unwrap();
            assert_eq!(found[..64], board[..64]);
            if !past.last().unwrap().is_over() {
                assert_eq!(found, board);
            }
        }
    }
}

#[test]
fn a_saved_game_is_loaded_again() {
    let mut client = fast();
    let file = std::env::temp_dir().join(format!("heibai (tool) {}.sgf", std::process::id()));
    let name = file.to_str().unwrap();
    for color in ["b", "w", "b", "b", "w"] {
        ask(&mut client, &format!("genmove {color}")).unwrap();
    }
    let before = ask(&mut client, "showboard");
    let shown = ask(&mut client, "printsgf").expect("a game");
    assert!(shown.starts_with("(;GM[2]FF[4]") && shown.contains("PL[") && !shown.contains('\n'));
    assert_eq!(ask(&mut client, &format!("printsgf {name}")), Ok(String::new()));
    assert_eq!(ask(&mut client, "clear_board"), Ok(String::new()));
    assert_eq!(ask(&mut client, &format!("loadsgf {name}")), Ok(String::new()));
    assert_eq!(ask(&mut client, "showboard"), before);
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn answers_hold_no_empty_line_and_end_in_two_line_feeds() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_heibai"))
        .env("LC_ALL", "de_DE.UTF-8")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let commands = [
        "komi 6.5",
        "get_komi",
        "list_commands",
        "showboard",
        "printsgf",
        "gogui-rules_board",
        "move_history",
        "gogui-analyze_commands",
        "play b f5",
        "foo",
        "quit",
    ];
    std::io::Write::write_all(&mut input, (commands.join("\n") + "\n").as_bytes()).unwrap();
    drop(input);
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let body = output.strip_suffix("\n\n").expect("two line feeds at the end");
    let frames: Vec<&str> = body.split("\n\n").collect();
    assert_eq!(frames.len(), commands.len(), "{output}");
    assert!(frames.iter().all(|frame| frame.starts_with(['=', '?'])), "{output}");
    assert!(!output.contains("\n\n\n") && !output.contains('\r'));
    assert_eq!(frames[1], "= 6.5");
}

#[test]
fn the_first_answer_comes_at_once() {
    let fastest = (0..7)
        .map(|_| {
            let started = Instant::now();
            let mut client = Client::start();
            assert_eq!(client.within(Duration::ZERO), None);
            assert_eq!(ask(&mut client, "name"), Ok("Heibai".to_owned()));
            started.elapsed()
        })
        .min()
        .unwrap();
    assert!(fastest < Duration::from_millis(200), "{fastest:?}");
}

#[test]
fn lines_that_are_no_text_are_refused_under_their_number() {
    let mut client = fast();
    client.send_bytes(b"5 play b f\xff5\n# caf\xe9\n6 name # caf\xe9\n");
    assert!(client.frame()[0].starts_with("?5 line is not valid UTF-8"));
    assert!(client.frame()[0].starts_with("?6 line is not valid UTF-8"));
    client.send_bytes(&[b"7 name ".as_slice(), &vec![b'x'; 1 << 20], b"\n8 name\n"].concat());
    assert!(client.frame()[0].starts_with("?7 line longer than"));
    assert_eq!(client.frame(), ["=8 Heibai"]);
}

#[test]
fn commands_too_many_to_wait_are_refused_in_their_turn() {
    let mut client = Client::start();
    client.send("time_settings 30 0 0");
    client.frame();
    client.send("1 genmove b");
    let commands: String = (2..10_100).map(|id| format!("{id} name\n")).collect();
    client.send_bytes(commands.as_bytes());
    client.send("# interrupt");
    assert!(client.frame()[0].starts_with("=1 "));
    let mut refused = 0;
    for id in 2..10_100 {
        let frame = client.frame();
        let head = frame[0].split(' ').next().unwrap();
        assert_eq!(head[1..], id.to_string());
        if head.starts_with('?') {
            assert_eq!(frame[0], format!("?{id} too many commands wait"));
            refused += 1;
        }
    }
    assert!(refused < 100, "{refused} refused");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_search_once_it_has_been_asked_for() {
    let mut client = Client::start();
    let process = ask(&mut client, "gogui-sigint").expect("a number");
    assert!(ask(&mut client, "time_settings 600 0 0").is_ok());
    for id in 1..4 {
        client.send(&format!("{id} genmove b"));
        std::thread::sleep(Duration::from_millis(50));
        let sent = std::process::Command::new("sh")
            .args(["-c", &format!("kill -INT {process}")])
            .status()
            .expect("a shell");
        assert!(sent.success());
        let asked = Instant::now();
        assert!(client.frame()[0].starts_with(&format!("={id} ")));
        assert!(asked.elapsed() < Duration::from_millis(500), "{:?}", asked.elapsed());
    }
    assert_eq!(ask(&mut client, "name"), Ok("Heibai".to_owned()));
}
