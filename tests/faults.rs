//! Faults reported of other engines and clients, each as a law of this one.
//!
//! Numbers are those of the list the project keeps; what concerns Renju, Go, Gomocup or the book is tested with them.
//! Reported faults and where each is tested (files of `tests/`, transcripts of `tests/data/sessions/`):
//!
//! |  | fault, where it was reported | test |
//! |---|---|---|
//! | 1 | a game that ends in a pass is not applied (edax-reversi 50) | `nboard/passes.txt` |
//! | 2 | the table makes an engine print no move (Egaroucid 376) | `search::garbage`, session `a_thousand_infinite_...` |
//! | 3 | plays on when it must pass (Egaroucid 67) | `a_side_without_a_move_passes`, `gtp/passes.txt` |
//! | 6 | crashes only without SIMD (Egaroucid 264) | kernels `*_matches_portable`, `scripts/isa.sh` at three levels |
//! | 8 | hangs after several passes (leela-zero 117) | `a_game_with_seven_passes_ends` |
//! | 9, 10 | a spelling of a pass is refused, occupied squares are played (minigo 667, iomrascalai 20) | `a_game_with_seven_passes_ends`, `gtp/passes.txt`, `gtp/play.txt` |
//! | 12 | spins when the input ends (viridithas 38) | hostile `end_of_input_...`, gtp, nboard, cassio `..._at_once` |
//! | 13 | survives stop and quit (lichess-bot 623) | session `everything_asked_before_quit_...`, the same |
//! | 14, 15 | little, no or negative time (TamaGo 71, gtp2ogs 369, hobbes 137) | gtp `little_time_is_enough_...`, `gtp/time.txt`, clock `no_time_leaves_no_budget` |
//! | 19 | overspends where `time_left` never comes (lizzieyzy 1) | gtp `a_whole_game_keeps_its_own_clock`, clock `own_clock_...` |
//! | 20 | late by milliseconds (c-chess-cli 58, pirarucu 121) | `clock_two_hundred_moves_are_in_time`, clock `clock_lasts_...` |
//! | 21 | `movetime 0` never stops (Stockfish 3720) | session `time_limits_are_kept` |
//! | 23 | a quick stop loses the answer (chess-3 54, lc0 693) | session `a_thousand_infinite_searches_...`, `stop_is_obeyed_at_once` |
//! | 26 | `moves` without moves crashes (blunder 10) | `a_position_needs_no_moves` |
//! | 27 | an option that is not known ends it or sets another (integral 255, lc0 1843) | `setoption_changes_no_other_option`, `ugi/options.txt` |
//! | 28 | a negative size, threads without a new game (yukari 5, igel 218) | `sizes_are_clamped_and_threads_need_no_new_game` |
//! | 30 | the worst move at the end, no draws (otto-othello 8) | solver, `gtp/over.txt`, match `tally_*` |
//! | 32 | an empty line inside an answer (leela-zero 1875) | gtp `answers_hold_no_empty_line_...`, `every_command_has_one_answer` |
//! | 34 | text outside the frame (leela-zero 226) | gtp `answers_hold_no_empty_line_...`, `protocol::out` |
//! | 35 | a banner on standard output (minigo 430, matilda 58) | `nothing_is_written_before_it_is_asked` |
//! | 36 | `= ? unknown command` (TamaGo 82) | `gtp/frame.txt` |
//! | 37 | `play B` alone, a search for the other side (Sabaki 99, 267) | `gtp/play.txt`, `gtp/wrong_side.txt` |
//! | 39 | `isready` waits for the search (Ethereal 98, cutechess 476) | session `isready_is_answered_during_a_search` |
//! | 40 | loading delays the first answers (leela-zero 2152, lc0 566) | `the_first_answer_comes_at_once_in_every_protocol` |
//! | 41 | an infinite search returns when solved (Patricia 161) | session `no_answer_before_stop_or_ponderhit` |
//! | 43 | taking back passes loses the state (Sabaki 471) | gtp `undo_leaves_what_the_other_moves_give` |
//! | 44 | empty lines crash, the end of input is an error (michi 1) | hostile `quit_or_nothing_first_...`, `gtp/frame.txt` |
//! | 45 | a carriage return stays in the word, loses moves (taktician 6, lizzie 51) | `crlf_is_lf_*` |
//! | 48 | a table for each option, a slow first move (RubiChess 393) | hostile `a_large_table_holds_nobody_up` |
//! | 51 | boards as people paste them are refused (othello-sensei 3) | notation, `ugi/positions.txt` |
//! | 52 | an illegal instruction, no idea how to start (edax-reversi 8) | `scripts/isa.sh`, `the_help_shows_a_session_of_every_protocol` |
//! | 53 | a copy for the rules alone loads everything (gogui 41) | `rules_are_told_before_any_weights_are_read` |
//! | 55 | `bestmove` without progress (Stockfish 2757) | session `every_go_gets_one_legal_move_...` |
//! | 56 | a locale's decimal comma (q5Go 52) | gtp `answers_hold_no_empty_line_...` in de_DE |
//! | 57 | file names beyond ASCII (KataGo 518) | `files_of_any_name_are_read_and_written` |
//! | 58 | a panic where the pipe is closed (rust 25977) | hostile `closed_output_...`, cli `solve_ends_quietly_...` |
//! | 59 | the error names another argument (KataGo 795) | hostile `refused_lines_are_quoted_...`, cli `errors_name_what_is_wrong` |
//! | 61 | no way to set time and strength at the start (leela-zero 4, Sabaki 310) | `flags_set_strength_time_memory_and_log` |
//! | 63 | drops what waits at `quit`, keeps numbers, knows lower-case colours alone (Edax); refuses passes (GRhino); a refused `time_settings` (Quarry); `2.0`, `B4` (Egaroucid); a third word of `bestmove` (cutegames) | gtp `pipelined_commands_...`, `gtp/frame.txt`, `gtp/play.txt`, match `match_passes_are_left_out_...`, `gtp/time.txt`, `gtp/over.txt`, session `ponder_moves_are_named_...` |

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use heibai::engine::PositionFormat;
use heibai::othello::notation::{parse_position, sgf, transcript};
use heibai::othello::{Move, Scoring};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::client::{Client, Wire, play_with};

const HEIBAI: &str = env!("CARGO_BIN_EXE_heibai");
/// A game in which White passes seven times.
const SEVEN_PASSES: &str = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3h5h2d2c5c6b4e3b5f2c8d8b6c7f1g8b7a3e8\
    g7d1a4a6a8c2b8e2a7a5b3h8h7a2a1b2b1h1c1g2e1g1";
/// Each dialect, its greeting and the answer to it.
const GREETINGS: [(&str, &str, &str); 4] = [
    ("ugi", "isready", "readyok"),
    ("gtp", "protocol_version", "= 2"),
    ("nboard", "ping 1", "pong 1"),
    ("cassio", "ENGINE-PROTOCOL init", "ready."),
];

fn sessions(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sessions").join(folder);
    let entries = std::fs::read_dir(folder).expect("the scripts are there");
    let mut scripts: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    scripts.sort();
    assert!(!scripts.is_empty());
    scripts
}

fn ask(client: &mut Client, command: &str) -> String {
    client.send(command);
    client.frame().join("\n")
}

#[test]
fn a_side_without_a_move_passes() {
    let mut client = Client::start();
    for (command, answer) in [
        ("gogui-setup b a1 w b1", "="),
        ("gogui-setup_player w", "="),
        ("genmove w", "= pass"),
        ("genmove b", "= C1"),
        ("genmove w", "= pass"),
        ("genmove b", "= pass"),
    ] {
        assert_eq!(ask(&mut client, command), answer, "{command}");
    }
}

/// Each spelling of a pass is taken, and passes may be left out.
#[test]
fn a_game_with_seven_passes_ends() {
    let position = transcript::parse(SEVEN_PASSES).unwrap().position;
    let passes = position.history().iter().filter(|ply| ply.mv == Move::Pass).count();
    assert!(position.is_over() && passes == 7, "{passes}");
    let margin = position.final_score(Scoring::Winner).difference().0;
    for left_out in [false, true] {
        let mut client = Client::start();
        let mut spellings = ["PASS", "Pass", "pass", "PA", "--", "ps", "@@@@"].into_iter();
        for ply in position.history() {
            let mv = match ply.mv {
                Move::Pass if left_out => continue,
                Move::Pass => spellings.next().unwrap().to_owned(),
                Move::Place(square) => square.to_string(),
            };
            assert_eq!(ask(&mut client, &format!("play {} {mv}", ply.side)), "=", "{mv}");
        }
        assert_eq!(ask(&mut client, "final_score"), format!("= B+{margin}"));
        assert_eq!(ask(&mut client, "genmove w"), "= pass");
    }
}

/// Every processor is kept busy. A move counts only where a watcher, which sleeps a millisecond at a time, saw that the
/// machine did not stand still meanwhile: what others beside this test take is no fault of the program's.
#[test]
fn clock_two_hundred_moves_are_in_time() {
    const TIME: Duration = Duration::from_millis(100);
    const STALL: Duration = Duration::from_millis(30);
    let done = AtomicBool::new(false);
    let worst = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let before = Instant::now();
                std::thread::sleep(Duration::from_millis(1));
                worst.fetch_max(before.elapsed().as_micros() as u64, Ordering::Relaxed);
            }
        });
        let mut client = Client::start();
        client.send("setoption name Move Overhead value 60");
        client.send("position moves f5 d6 c3 d3 c4 f4 f6 f3 e6 e7");
        client.send("isready");
        client.until(|line| line == "readyok");
        let mut times = Vec::new();
        // Twice as many as are wanted: where half of all moves meet a stall the machine tells nothing.
        for _ in 0..400 {
            worst.store(0, Ordering::Relaxed);
            let asked = Instant::now();
            client.send("go movetime 100");
            client.best_move();
            let used = asked.elapsed();
            if Duration::from_micros(worst.load(Ordering::Relaxed)) <= STALL {
                times.push(used);
            }
            if times.len() == 200 {
                break;
            }
        }
        done.store(true, Ordering::Relaxed);
        let late: Vec<&Duration> = times.iter().filter(|&&used| used > TIME).collect();
        assert!(late.is_empty() && times.len() == 200, "{} moves, late: {late:?}", times.len());
    });
}

#[test]
fn a_position_needs_no_moves() {
    let mut client = Client::start();
    for line in [
        "position startpos",
        "position startpos moves",
        "position startpos moves ",
        "position moves",
        "position fen ---------------------------OX------XO--------------------------- X moves",
    ] {
        client.send("position moves f5");
        client.send(line);
        client.send("query p1turn");
        assert_eq!(client.sync(), ["response true"], "{line}");
    }
}

/// Every option with its value as `help options` tells it.
fn options(client: &mut Client) -> BTreeMap<String, String> {
    client.send("help options");
    let lines = client.sync();
    let read = |line: &String| {
        let (name, rest) = line.split_once(": ")?;
        Some((name.to_owned(), rest.rsplit_once(" Now ")?.1.to_owned()))
    };
    lines.iter().filter_map(read).collect()
}

#[test]
fn setoption_changes_no_other_option() {
    let mut random = ChaCha8Rng::seed_from_u64(27);
    let mut client = Client::start();
    let names: Vec<String> = options(&mut client).into_keys().collect();
    assert!(names.len() >= 12, "{names:?}");
    let values =
        ["3", "-1", "0", "true", "TRUE", "73", "split", "", "name Level", "value value", "\u{e9}"];
    let mut before = options(&mut client);
    let mut changed = 0;
    for _ in 0..300 {
        let name = &names[random.random_range(0..names.len())];
        let value = values[random.random_range(0..values.len())];
        let line = match random.random_range(0..8) {
            0 => format!("setoption name {name}"),
            1 => format!("setoption {name} value {value}"),
            2 => format!("setoption name {name}x value {value}"),
            3 => format!("setoption name x {name} value {value}"),
            4 => format!("setoption name  {}  value  {value} ", name.to_uppercase()),
            5 => format!("setoption value {value} name {name}"),
            _ => format!("setoption name {name} value {value}"),
        };
        client.send(&line);
        let after = options(&mut client);
        assert_eq!(after.len(), before.len(), "{line}");
        for (other, value) in &after {
            if before[other] != *value {
                assert_eq!(other, name, "{line} set {other} to {value}");
                assert!(!line.contains(&format!("{name}x")) && !line.contains("name x "), "{line}");
                changed += 1;
            }
        }
        before = after;
    }
    assert!(changed > 10, "{changed}");
}

#[test]
fn sizes_are_clamped_and_threads_need_no_new_game() {
    let mut client = Client::start();
    // How much the machine can spare is its own affair.
    for (value, found) in [("-1", "-1"), ("0", "0"), ("1000000000", "set to ")] {
        client.send(&format!("setoption name Hash value {value}"));
        let answer = client.sync();
        assert_eq!(answer.len(), 1, "{answer:?}");
        let told = answer[0].starts_with("info string option 'Hash': ");
        assert!(told && answer[0].contains(found), "{answer:?}");
    }
    client.send("setoption name Hash value 16");
    client.send("go depth 4");
    client.best_move();
    client.send("setoption name Threads value 8");
    client.send("go depth 8");
    client.best_move();
    client.send("setoption name Threads value 1");
    client.send("go depth 4");
    client.best_move();
}

#[test]
fn nothing_is_written_before_it_is_asked() {
    let waits: Vec<_> = std::iter::once(&[][..])
        .chain(["ugi", "gtp", "nboard", "cassio"].map(|_| &["--level", "3"][..]))
        .zip(["auto", "ugi", "gtp", "nboard", "cassio"])
        .map(|(more, protocol)| Client::start_with(&[&["--protocol", protocol], more].concat()))
        .collect();
    std::thread::sleep(Duration::from_millis(300));
    for client in waits {
        assert_eq!(client.within(Duration::ZERO), None);
    }
}

#[test]
fn the_first_answer_comes_at_once_in_every_protocol() {
    for (protocol, greeting, answer) in GREETINGS {
        // `isready` may allocate; `ugi` is what comes first.
        let (greeting, answer) =
            if protocol == "ugi" { ("ugi", "ugiok") } else { (greeting, answer) };
        let measure = || {
            let started = Instant::now();
            let mut client = Client::start_with(&["--protocol", protocol]);
            client.send(greeting);
            client.until(|line| line == answer);
            started.elapsed()
        };
        let fastest = (0..7).map(|_| measure()).min().unwrap();
        assert!(fastest < Duration::from_millis(200), "{protocol}: {fastest:?}");
    }
}

/// Whatever is sent with LF is understood with CRLF.
#[test]
fn crlf_is_lf_in_every_dialect() {
    for (folder, wire) in
        [("ugi", Wire::Ugi), ("gtp", Wire::Gtp), ("nboard", Wire::Nboard), ("cassio", Wire::Cassio)]
    {
        for script in sessions(folder) {
            let text = std::fs::read_to_string(&script).expect("the script can be read");
            if let Err(failure) = play_with(&text, wire, "\r\n") {
                panic!("{}: {failure}", script.display());
            }
        }
    }
}

#[test]
fn crlf_is_lf_in_files() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let read = |name: &str| std::fs::read_to_string(data.join(name)).expect("it can be read");
    let mut games = 0;
    for name in ["edax", "quarry", "gogui", "draw", "must_pass"] {
        let text = read(&format!("sgf/{name}.sgf"));
        let with = text.replace("\r\n", "\n").replace('\n', "\r\n");
        assert_eq!(sgf::parse(&with), sgf::parse(&text), "{name}");
        assert!(sgf::parse(&with).is_ok(), "{name}");
        games += 1;
    }
    let lines = read("obf/scored.obf") + "f5d6\n(D4E4F4d5)\n(;GM[Othello]B[F5]W[D6];)\n";
    for line in lines.lines().filter(|line| !line.starts_with('%') && !line.trim().is_empty()) {
        let parsed = parse_position(PositionFormat::Any, line);
        assert!(parsed.is_ok(), "{line}");
        assert_eq!(parse_position(PositionFormat::Any, &format!("{line}\r\n")), parsed, "{line}");
        games += 1;
    }
    assert!(games > 10, "{games}");
}

#[test]
fn the_help_shows_a_session_of_every_protocol() {
    let output = Command::new(HEIBAI).arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    for shown in [
        "go movetime 500",
        "genmove white",
        "--protocol nboard",
        "--protocol cassio",
        "midgame-search",
    ] {
        assert!(help.contains(shown), "{shown}: {help}");
    }
}

/// What GoGui's copy for the rules asks is answered by a program whose weights cannot even be read.
#[test]
fn rules_are_told_before_any_weights_are_read() {
    let mut child = Command::new(HEIBAI)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    let mut input = child.stdin.take().unwrap();
    let asked = "name\ngogui-rules_game_id\ngogui-rules_board\ngogui-rules_board_size\n\
                 gogui-rules_legal_moves\ngogui-rules_side_to_move\nplay b d3\n\
                 gogui-rules_legal_moves\nquit\n";
    std::io::Write::write_all(&mut input, asked.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches("\n\n").count(), 9);
    assert!(started.elapsed() < Duration::from_millis(1_000), "{:?}", started.elapsed());
}

#[test]
fn files_of_any_name_are_read_and_written() {
    let folder =
        std::env::temp_dir().join(format!("heibai \u{9ed1}\u{767d} \u{e9} {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let game = folder.join("\u{68cb}\u{8c31}.sgf");
    let weights = folder.join("\u{6743}\u{91cd}.bin");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/othello/eval/weights.bin");
    std::fs::copy(source, &weights).unwrap();
    let mut client = Client::start_with(&["--eval", weights.to_str().unwrap()]);
    assert_eq!(ask(&mut client, "play b f5"), "=");
    assert_eq!(ask(&mut client, &format!("printsgf {}", game.display())), "=");
    assert_eq!(ask(&mut client, "clear_board"), "=");
    assert_eq!(ask(&mut client, &format!("loadsgf {}", game.display())), "=");
    assert_eq!(ask(&mut client, "last_move"), "= black F5");
    let set = format!("heibai-setoption name EvalFile value {}", weights.display());
    assert_eq!(ask(&mut client, &set), "=");
    assert_eq!(ask(&mut client, "set_depth 2"), "=");
    assert!(ask(&mut client, "genmove w").starts_with("= "));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn flags_set_strength_time_memory_and_log() {
    let log = std::env::temp_dir().join(format!("heibai-flags-{}.log", std::process::id()));
    let flags = ["--level", "7", "--threads", "2", "--hash", "9", "--move-time", "1.5"];
    let more = ["--log", "trace", "--log-file", log.to_str().unwrap()];
    let mut client = Client::start_with(&[&flags[..], &more].concat());
    let options = options(&mut client);
    for (name, value) in
        [("Level", "7."), ("Threads", "2."), ("Hash", "9."), ("Move Time", "1500.")]
    {
        assert_eq!(options[name], value, "{name}");
    }
    client.close();
    client.end(Duration::from_secs(2));
    assert!(std::fs::read_to_string(&log).unwrap().contains("> help options"));
    std::fs::remove_file(&log).unwrap();
}

/// Lines that only a client's transcript holds, but not as any client would send them.
fn mutated(lines: &[String], random: &mut ChaCha8Rng) -> Vec<String> {
    let mut lines = lines.to_vec();
    for _ in 0..random.random_range(1..12) {
        let at = random.random_range(0..lines.len());
        let other = lines[random.random_range(0..lines.len())].clone();
        let mut letters: Vec<char> = lines[at].chars().collect();
        let spot = random.random_range(0..=letters.len());
        match random.random_range(0..9) {
            0 if lines.len() > 1 => drop(lines.remove(at)),
            1 => lines.insert(at, other),
            2 => lines.swap(at, 0),
            3 => lines[at].push_str(&other),
            4 => lines[at] = letters[..spot].iter().collect(),
            5 => lines[at] = letters[spot..].iter().collect(),
            6 => {
                letters.insert(spot, random.random_range('\u{1}'..='\u{ff}'));
                lines[at] = letters.into_iter().collect();
            }
            7 if spot < letters.len() => {
                letters[spot] = random.random_range(' '..='~');
                lines[at] = letters.into_iter().collect();
            }
            _ => lines[at] = lines[at].to_uppercase(),
        }
    }
    // None of them is to end the session, write files or change the machine.
    let barred = ["quit", "printsgf", "hash", "threads", "perft", "bench", "evalfile"];
    lines.retain(|line| !barred.iter().any(|word| line.to_lowercase().contains(word)));
    lines.iter().map(|line| line.replace(['\n', '\r'], " ")).collect()
}

/// Runs lines to the end of the input and returns what was answered; nothing may have panicked.
fn run_to_the_end(protocol: &str, lines: &[String]) -> Vec<String> {
    let mut child = Command::new(HEIBAI)
        .args(["--protocol", protocol, "--level", "1", "--move-time", "0.02", "--eval", "handmade"])
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let bytes = (lines.join("\n") + "\n").into_bytes();
    let writer = std::thread::spawn(move || {
        let written = std::io::Write::write_all(&mut input, &bytes);
        (written.is_ok(), Instant::now())
    });
    let output = child.wait_with_output().unwrap();
    let (written, closed) = writer.join().unwrap();
    assert!(written && closed.elapsed() < Duration::from_secs(5), "{lines:#?}");
    assert_eq!(output.status.code(), Some(0), "{lines:#?}");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("panicked"), "{errors}\n{lines:#?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(str::to_owned).collect()
}

/// Whatever becomes of a transcript, each command has its one answer and the session its end.
#[test]
fn mutated_transcripts_are_answered_line_by_line() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for (folder, greeting, answer) in GREETINGS {
        for script in sessions(folder) {
            let text = std::fs::read_to_string(script).unwrap();
            let sent: Vec<String> = text
                .lines()
                .filter_map(|line| line.strip_prefix('>'))
                .map(|line| line.trim_start().to_owned())
                .collect();
            for _ in 0..2 {
                let mut lines = mutated(&sent, &mut random);
                lines.push(greeting.to_owned());
                let answers = run_to_the_end(folder, &lines);
                match folder {
                    "gtp" => {
                        let commands = lines.iter().filter(|line| is_command(line)).count();
                        let frames = answers.iter().filter(|line| line.is_empty()).count();
                        assert_eq!(frames, commands, "{lines:#?} {answers:#?}");
                        assert!(answers.contains(&answer.to_owned()), "{answers:#?}");
                    }
                    "nboard" => {
                        let pings = lines.iter().filter(|line| first(line) == "ping").count();
                        let pongs = answers.iter().filter(|line| line.starts_with("pong")).count();
                        assert_eq!(pongs, pings, "{lines:#?} {answers:#?}");
                    }
                    _ => assert!(answers.iter().any(|line| line == answer), "{answers:#?}"),
                }
            }
        }
    }
}

fn first(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_lowercase()
}

/// Whether GTP takes a line for a command.
fn is_command(line: &str) -> bool {
    let text = line.split('#').next().unwrap_or_default();
    let kept: String = text
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control() && *c != '\u{feff}')
        .collect();
    !kept.trim().is_empty()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// A sequence is played as its moves are one by one, or not at all.
    #[test]
    fn play_sequence_is_all_or_nothing(cut in 1..60_usize, wrong in proptest::option::of(0..60_usize)) {
        let position = transcript::parse(&SEVEN_PASSES[..2 * cut]).unwrap().position;
        let mut pairs: Vec<String> =
            position.history().iter().map(|ply| format!("{} {}", ply.side, ply.mv)).collect();
        if let Some(at) = wrong {
            let at = at % pairs.len();
            pairs[at] = "b e4".to_owned();
        }
        let mut client = Client::start();
        let played = ask(&mut client, &format!("gogui-play_sequence {}", pairs.join(" ")));
        prop_assert_eq!(played, if wrong.is_some() { "? illegal move" } else { "=" });
        let history = ask(&mut client, "move_history");
        let plies = history.lines().filter(|line| line.len() > 1).count();
        prop_assert_eq!(plies, if wrong.is_some() { 0 } else { pairs.len() });
    }
}
