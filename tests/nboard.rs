//! NBoard through the real binary: transcripts, pings during a search, any lines, the end.

use std::path::Path;
use std::time::{Duration, Instant};

use heibai::game::Game;
use heibai::othello::notation::ggf;
use heibai::othello::{Move, Position};
use heibai::protocol::{Dialect, nboard::Nboard};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::client::{Client, Wire, play_file};

#[test]
fn nboard_transcripts_match() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sessions/nboard");
    let mut scripts: Vec<_> = std::fs::read_dir(folder)
        .expect("the scripts are there")
        .map(|entry| entry.unwrap().path())
        .collect();
    scripts.sort();
    assert!(scripts.len() >= 4, "{scripts:?}");
    for script in scripts {
        play_file(&script, Wire::Nboard);
    }
}

fn start(depth: u32) -> Client {
    let mut client = Client::start();
    client.send(&format!("nboard 2\nset depth {depth}"));
    assert_eq!(client.next(), format!("set myname Heibai{depth}"));
    client
}

/// Any line of a client, the end apart.
fn any_line() -> impl Strategy<Value = String> {
    let command = proptest::sample::select(vec![
        "nboard 2",
        "set depth 1",
        "set depth 2",
        "set contempt 3",
        "set game (;GM[Othello]PB[a]PW[b]TY[8]B[F5]W[D6//2];)",
        "set game (;GM[Othello]BO[8 OX------ -------- -------- -------- -------- -------- -------- -------- *]B[PA];)",
        "set game (;GM[Othello",
        "move F5/0.1/2",
        "move d3",
        "move PA",
        "C4",
        "hint 2",
        "go",
        "analyze",
        "learn",
        "ping x",
    ]);
    let cut = (command.clone(), 0..40_usize)
        .prop_map(|(line, at)| line.chars().filter(|c| *c != 'q').take(at).collect());
    prop_oneof![
        6 => command.prop_map(str::to_owned),
        2 => cut,
        1 => "[ -~&&[^qQ]]{0,20}",
        1 => "\\PC{0,6}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn nboard_parser_takes_any_text(line in any::<String>()) {
        prop_assert!(Nboard::default().parse(&line).is_ok());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// However the lines come, each ping has its pong and each search its answer, in order.
    #[test]
    fn every_nboard_command_has_one_answer(lines in proptest::collection::vec(any_line(), 1..60)) {
        let mut client = start(1);
        let mut expected = Vec::new();
        for line in lines {
            let line: String = line.chars().filter(|c| !matches!(c, '\n' | '\r')).collect();
            client.send(&line);
            let (first, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
            match first.to_lowercase().as_str() {
                "ping" => expected.push(format!("pong {}", rest.trim()).trim_end().to_owned()),
                "learn" => expected.push("learned".to_owned()),
                "go" | "hint" | "analyze" => expected.push("status Heibai is waiting".to_owned()),
                _ => {}
            }
        }
        client.send("ping last");
        let answers = client.until(|line| line == "pong last");
        let found: Vec<&String> = answers
            .iter()
            .filter(|line| {
                line.starts_with("pong") || *line == "learned" || line.ends_with("waiting")
            })
            .collect();
        expected.push("pong last".to_owned());
        prop_assert_eq!(found, expected.iter().collect::<Vec<_>>());
        client.close();
        let (rest, status) = client.end(Duration::from_millis(1_500));
        prop_assert_eq!(status.code(), Some(0));
        prop_assert!(rest.is_empty(), "{:?}", rest);
    }

    #[test]
    fn nboard_survives_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..4_000)) {
        let mut client = start(1);
        client.send_bytes(&bytes);
        client.send_bytes(b"\nping last\n");
        client.until(|line| line == "pong last");
        client.close();
        let (_, status) = client.end(Duration::from_millis(1_500));
        prop_assert_eq!(status.code(), Some(0));
    }
}

#[test]
fn a_ping_ends_every_search_and_nothing_follows() {
    for searches in ["go", "hint 4", "analyze", "go\nhint 3\nset depth 50\nmove F5\ngo\nanalyze"] {
        let mut client = start(55);
        client.send(searches);
        std::thread::sleep(Duration::from_millis(60));
        let asked = Instant::now();
        client.send("ping 9");
        let before = client.until(|line| line == "pong 9");
        assert!(asked.elapsed() < Duration::from_millis(1_000), "{:?}", asked.elapsed());
        let waiting = before.iter().filter(|line| line.ends_with("waiting")).count();
        let asked = searches.lines().filter(|line| !line.starts_with(['s', 'm'])).count();
        assert_eq!(waiting, asked, "{before:?}");
        assert_eq!(client.within(Duration::from_millis(150)), None);
    }
}

#[test]
fn a_review_leaves_the_game_as_it_was() {
    let mut client = start(1);
    client.send("move F5\nmove D6\nanalyze\nmove C3\ngo\nping 1");
    let lines = client.until(|line| line == "pong 1");
    assert!(!lines.iter().any(|line| line.contains("Error")), "{lines:?}");
}

#[test]
fn the_end_of_input_or_quit_ends_an_nboard_search_at_once() {
    for last in ["", "quit\n", "go\nquit\n"] {
        let mut client = start(55);
        client.send("go");
        std::thread::sleep(Duration::from_millis(50));
        client.send_bytes(last.as_bytes());
        client.close();
        let (lines, status) = client.end(Duration::from_millis(1_500));
        assert_eq!(status.code(), Some(0));
        let answers = lines.iter().filter(|line| line.starts_with("===")).count();
        assert_eq!(answers, if last.contains("go") { 2 } else { 1 }, "{lines:?}");
    }
}

/// Games told whole each time and games told move by move: the engine's move is always legal.
#[test]
fn whole_games_are_played_without_a_fault() {
    let mut random = ChaCha8Rng::seed_from_u64(50);
    for whole in [true, false] {
        for _ in 0..6 {
            let mut client = start(1);
            let mut position = Position::start();
            client.send(&format!("set game {}", ggf::write(&position, "a", "b")));
            while !position.is_over() {
                client.send("go");
                let lines = client.until(|line| line.ends_with("waiting"));
                let answer = lines.iter().find_map(|line| line.strip_prefix("=== "));
                let word = answer.and_then(|answer| answer.split('/').next()).unwrap_or_default();
                let mv: Move = word.parse().unwrap_or_else(|_| panic!("{lines:?}"));
                position.check(mv).unwrap_or_else(|error| panic!("{lines:?}: {error}"));
                let legal = position.legal_moves();
                let mv = legal[random.random_range(0..legal.len())];
                position.play(mv).unwrap();
                client.send(&if whole {
                    format!("set game {}", ggf::write(&position, "a", "b"))
                } else {
                    format!(
                        "move {}",
                        if mv == Move::Pass { "PA".to_owned() } else { mv.to_string() }
                    )
                });
            }
        }
    }
}
