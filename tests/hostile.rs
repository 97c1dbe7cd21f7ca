//! Nothing a client sends, and no way it goes, takes the process down or leaves it behind.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use heibai::protocol::{Dialect, ugi::Ugi};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::client::{Client, drain};

/// Everything is answered and over within a second; a loaded machine gets a little more.
const SECOND: Duration = Duration::from_millis(1_500);

/// A line made of the protocol's own words, numbers and noise.
fn any_line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        proptest::sample::select(vec![
            "ugi",
            "uci",
            "isready",
            "uginewgame",
            "setoption",
            "name",
            "value",
            "Hash",
            "Threads",
            "Clear",
            "MultiPV",
            "Level",
            "Variety",
            "position",
            "startpos",
            "fen",
            "obf",
            "qipu",
            "moves",
            "go",
            "depth",
            "nodes",
            "movetime",
            "wtime",
            "btime",
            "winc",
            "p1time",
            "movestogo",
            "searchmoves",
            "exact",
            "wld",
            "stop",
            "ponderhit",
            "query",
            "p1turn",
            "gameover",
            "result",
            "d",
            "eval",
            "features",
            "perft",
            "help",
            "f5",
            "d6",
            "C3",
            "pass",
            "a9",
            "(none)",
            "(D1E1f1)f8",
            "---------------------------OX------XO------------------",
            "X",
            ";",
            "谱:",
            "0",
            "-1",
            "3",
            "99999999999999999999",
            "9223372036854775807",
            "1e9",
        ])
        .prop_map(str::to_owned),
        "[ -~]{0,12}",
        "\\PC{0,6}",
        any::<i64>().prop_map(|number| number.to_string()),
    ];
    let blank = proptest::sample::select(vec![" ", "  ", "\t", "\u{a0}", ""]);
    proptest::collection::vec((word, blank), 0..10)
        .prop_map(|words| words.into_iter().map(|(word, blank)| word + blank).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn parser_takes_any_text(line in any::<String>()) {
        let _ = Ugi.parse(&line);
    }

    #[test]
    fn parser_takes_any_words(line in any_line()) {
        if let Err(error) = Ugi.parse(&line) {
            // What is quoted is short and printable, whatever was sent.
            let text = error.to_string();
            prop_assert!(text.chars().count() < 250 && !text.contains(char::is_control), "{}", text);
        }
    }
}

/// Whether a line would keep the machine busy for long if it were understood.
fn is_heavy(line: &str) -> bool {
    let line = line.to_lowercase();
    ["perft", "bench", "quit", "hash", "threads"].iter().any(|word| line.contains(word))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn loop_survives_any_lines(lines in proptest::collection::vec(any_line(), 1..60)) {
        let mut client = Client::start_with(&["--protocol", "ugi"]);
        for line in lines.iter().filter(|line| !is_heavy(line)) {
            client.send(&line.replace(['\n', '\r'], " "));
        }
        client.send("stop");
        client.send("isready");
        client.until(|line| line == "readyok");
        client.close();
        let (rest, status) = client.end(SECOND);
        prop_assert_eq!(status.code(), Some(0));
        let known = ["info ", "bestmove ", "response ", "id ", "option "];
        for line in rest.iter().filter(|line| line.starts_with("best")) {
            prop_assert!(known.iter().any(|head| line.starts_with(head)), "{}", line);
        }
    }

    #[test]
    fn loop_survives_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..4_000)) {
        let mut client = Client::start_with(&["--protocol", "ugi"]);
        client.send_bytes(&bytes);
        client.send_bytes(b"\nisready\n");
        client.until(|line| line == "readyok");
        client.close();
        let (rest, status) = client.end(SECOND);
        prop_assert_eq!(status.code(), Some(0));
        prop_assert!(rest.is_empty(), "{:?}", rest);
    }
}

#[test]
fn refused_lines_are_quoted_and_change_nothing() {
    let mut client = Client::start();
    client.send("position moves f5 d6");
    client.send("d");
    let before = client.sync();
    for (line, quoted) in [
        (&b"xyzzy 1 2"[..], "'xyzzy'"),
        (b"\xff\xfe\x00", "not valid UTF-8"),
        (b"a\0b", "'a\\0b'"),
        (b"position moves f5 d6 d6", "'d6'"),
        (b"position fen abc X", "'a"),
        (b"position", "startpos"),
        (b"position startpos f5", "'f5'"),
        (b"setoption Hash 3", "'Hash'"),
        (b"setoption name Hash", "'Hash'"),
        (b"setoption name Hash value 1x", "'1x'"),
        (b"setoption name No Such Thing value 3", "'No Such Thing'"),
        (b"setoption name EvalFile value no/such\x07file", "'no/such\\u{7}file'"),
        (b"go depth", "end of the line"),
        (b"go depth x", "'x'"),
        (b"go depth 0", "'0'"),
        (b"go nodes -1", "'-1'"),
        (b"go movetime 9223372036854775808", "'9223372036854775808'"),
        (b"go searchmoves", "searchmoves"),
        (b"go searchmoves f5", "'f5'"),
        (b"go searchmoves c3 c3", "'c3'"),
        (b"go fast", "'fast'"),
        (b"perft", "end of the line"),
        (b"perft -1", "'-1'"),
        (b"query who", "'who'"),
        (b"help xyzzy", "'xyzzy'"),
        (b"isready now", "'now'"),
        (b"ponderhit", "ponderhit"),
    ] {
        client.send_bytes(line);
        client.send_bytes(b"\r\n");
        let answers = client.sync();
        let shown = String::from_utf8_lossy(line);
        assert_eq!(answers.len(), 1, "{shown}: {answers:?}");
        assert!(answers[0].starts_with("info string error: "), "{shown}: {answers:?}");
        assert!(answers[0].contains(quoted), "{shown}: {answers:?}");
    }
    client.send("d");
    assert_eq!(client.sync(), before);
}

#[test]
fn lists_longer_than_any_game_are_refused() {
    let mut client = Client::start();
    for (start, column) in [("position startpos moves", 12313), ("go searchmoves", 19416)] {
        let moves: String = (0..4097).map(|number| format!(" {}", number + 10)).collect();
        let moves = if start.starts_with("go") { moves } else { " f5".repeat(4097) };
        client.send(&format!("{start}{moves}"));
        let found = if start.starts_with("go") { "4106" } else { "f5" };
        let command = &start[..start.find(' ').unwrap()];
        assert_eq!(
            client.sync(),
            [format!(
                "info string error: {command}: expected at most 4096 moves, found '{found}' (column {column})"
            )]
        );
    }
}

/// The memory a process really has, in MiB.
#[cfg(target_os = "linux")]
fn resident_mib(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() >> 10
}

#[cfg(target_os = "linux")]
#[test]
fn unread_output_and_waiting_commands_take_little_memory() {
    use std::io::Write as _;
    let mut child = Command::new(env!("CARGO_BIN_EXE_heibai"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // The table would hide what is measured.
    input.write_all(b"ugi\nsetoption name Hash value 1\n").unwrap();
    input.write_all(b"isready\n").unwrap();
    BufReader::new(child.stdout.as_mut().unwrap())
        .lines()
        .find(|line| line.as_ref().is_ok_and(|line| line == "readyok"))
        .unwrap()
        .unwrap();
    let before = resident_mib(child.id());
    // What nobody reads: some hundred megabytes of help.
    let helps = "help\n".repeat(1_000);
    for _ in 0..150 {
        input.write_all(helps.as_bytes()).unwrap();
    }
    // What waits behind a search: a hundred megabytes of option names.
    let option = format!("setoption name {}\n", "a".repeat(1 << 19));
    input.write_all(b"go movetime 600000\n").unwrap();
    for _ in 0..200 {
        input.write_all(option.as_bytes()).unwrap();
    }
    // Once the last line is taken, everything before it has been.
    input.write_all(b"stop\n").unwrap();
    input.write_all(&vec![b'\n'; 1 << 17]).unwrap();
    let taken = resident_mib(child.id()) - before;
    assert!(taken < 80, "{taken} MiB more than the {before} at rest");
    // Dropped was only what no game depends on.
    input.write_all(b"isready\n").unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let mut owed = vec!["bestmove ", "readyok"];
    for line in output.lines() {
        let line = line.unwrap();
        owed.retain(|start| !line.starts_with(start));
        if owed.is_empty() {
            break;
        }
    }
    assert!(owed.is_empty(), "{owed:?}");
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_large_table_holds_nobody_up() {
    let mut client = Client::start();
    client.send("setoption name Hash value 4096");
    client.send("isready");
    client.send("go infinite");
    client.send("uginewgame");
    client.send("setoption name Clear Hash");
    client.send("isready");
    client.send("go infinite");
    client.close();
    let (lines, status) = client.end(SECOND);
    assert_eq!(status.code(), Some(0));
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{lines:?}");
}

#[test]
fn very_long_lines_are_refused_and_the_next_is_read() {
    let mut client = Client::start();
    client.send(&"a".repeat(1 << 20));
    let answers = client.sync();
    assert!(answers[0].contains("unknown command 'aaaa"), "{answers:?}");
    assert!(answers[0].len() < 200);
    client.send(&format!("isready{}", " ".repeat((1 << 20) + 9)));
    let answers = client.sync();
    assert!(answers[0].contains("longer than 1048576 bytes"), "{answers:?}");
    let moves = "f5 ".repeat(349_000);
    client.send(&format!("position startpos moves {moves}"));
    let answers = client.sync();
    assert!(answers[0].contains("'f5'"), "{answers:?}");
    client.send("isready");
    assert_eq!(client.sync(), ["readyok"]);
}

#[test]
fn crlf_tabs_and_blanks_are_taken() {
    let mut client = Client::start();
    client.send_bytes(b"\r\n  \t \r\n\tPOSITION   Moves\t F5  d6 \r\n Query   P1TURN\r\n");
    assert_eq!(client.sync(), ["response true"]);
}

#[test]
fn end_of_input_ends_the_process_at_any_moment() {
    let mut random = ChaCha8Rng::seed_from_u64(20);
    for round in 0..30 {
        let mut client = Client::start();
        let go =
            ["go infinite", "go ponder", "go wtime 90000", "go exact", "go depth 60", "perft 20"]
                [round % 6];
        client.send(go);
        if round % 2 == 0 {
            client.send("position moves f5");
            client.send("go exact");
        }
        std::thread::sleep(Duration::from_millis(random.random_range(0..60)));
        if round % 3 == 0 {
            client.send_bytes(b"quit");
        }
        client.close();
        let (lines, status) = client.end(SECOND);
        assert_eq!(status.code(), Some(0), "{go}");
        let asked = usize::from(!go.starts_with("perft")) + usize::from(round % 2 == 0);
        let answers: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove ")).collect();
        assert_eq!(answers.len(), asked, "{go}: {lines:?}");
    }
}

#[test]
fn quit_or_nothing_first_ends_quietly() {
    for input in [&b""[..], b"quit\n", b"quit", b"\xef\xbb\xbfQUIT\r\n", b"nonsense\nquit\n"] {
        let mut client = Client::start();
        client.send_bytes(input);
        client.close();
        let (lines, status) = client.end(SECOND);
        assert_eq!(status.code(), Some(0));
        assert!(lines.len() <= 1, "{lines:?}");
    }
}

#[test]
fn closed_output_ends_the_process_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_heibai"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    drop(child.stdout.take());
    let started = Instant::now();
    use std::io::Write as _;
    let status = loop {
        // The input stays open: only the closed output can end it.
        let _ = input.write_all(b"isready\n");
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "still alive");
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(status.code(), Some(0));
    assert_eq!(drain(child.stderr.take().unwrap()), b"");
}

#[test]
fn unread_output_keeps_no_process_alive() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_heibai"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    use std::io::Write as _;
    // Far more than a pipe holds.
    for _ in 0..2_000 {
        input.write_all(b"help\n").unwrap();
    }
    input.write_all(b"go infinite\n").unwrap();
    std::thread::sleep(Duration::from_millis(100));
    drop(input);
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(started.elapsed() < Duration::from_secs(20), "still alive");
        std::thread::sleep(Duration::from_millis(2));
    }
    let took = started.elapsed();
    assert!(took < SECOND, "{took:?}");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
