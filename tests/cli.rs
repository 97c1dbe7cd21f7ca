//! The commands through the real binary: rows, exit statuses, interruptions.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde::Deserialize;

/// The first three positions of the FFO endgame test, with a comment and a blank line between.
const FFO: &str = include_str!("data/obf/ffo-easy.obf");

/// One of 20 empty squares, too hard for a thousand nodes.
const HARD: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38;";

/// Five empty squares, a few nodes.
const EASY: &str = "--XXXXX---XXOXOOOXXOXOOOOOXXOXOOOOOOOOOOOOOOOOOOOOXXOOOOOOOOOOOO O; a2:+44;";

/// Black wins 63–1; White passes seven times near the end.
const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3h5h2d2c5c6b4e3b5f2c8d8b6c7f1g8b7a3e8g7\
    d1a4a6a8c2b8e2a7a5b3h8h7a2a1b2b1h1c1g2e1g1";

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heibai"));
    command.args(args).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn spawn(args: &[&str]) -> Child {
    command(args).spawn().expect("the binary starts")
}

/// Runs to the end with `input` on standard input.
fn run(args: &[&str], input: &str) -> Output {
    let mut child = spawn(args);
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // Written by another thread: the child may fill its own output first, or not read at all.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("the child ends");
    writer.join().expect("the writer ends");
    output
}

fn solve(args: &[&str], input: &str) -> Output {
    let shared = ["solve", "--hash", "16", "--threads", "2"];
    run(&[&shared[..], args].concat(), input)
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("text")
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Score {
    Discs(i32),
    Word(String),
}

/// The schema of `protocol.md`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    number: u64,
    line: u64,
    empties: u32,
    score: Score,
    bound: String,
    r#move: Option<String>,
    pv: Vec<String>,
    nodes: u64,
    time: f64,
    nps: u64,
    verdict: Option<String>,
    moves: Vec<ScoredMove>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScoredMove {
    r#move: String,
    score: Score,
    bound: String,
}

fn json_rows(output: &Output) -> Vec<Row> {
    stdout(output).lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

#[test]
fn solve_text_is_right_and_ends_with_totals() {
    let output = solve(&[], FFO);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(lines.len(), 5, "{lines:#?}");
    let fields = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    for (line, (number, score, best)) in
        lines[1..4].iter().zip([("1", "+18", "g8"), ("2", "+10", "a4"), ("3", "+2", "d1")])
    {
        let fields = fields(line);
        assert_eq!([&fields[0], &fields[2], &fields[3], &fields[4]], [number, score, best, "OK"]);
    }
    assert!(lines[4].starts_with("3 positions, 3 solved, 3 OK; "), "{}", lines[4]);
    assert_eq!(stderr(&output), "");
}

#[test]
fn solve_json_keeps_the_schema() {
    let output = solve(&["--format", "json"], FFO);
    assert_eq!(output.status.code(), Some(0));
    let rows = json_rows(&output);
    assert_eq!(rows.iter().map(|row| row.number).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 3, 5]);
    let first = &rows[0];
    assert_eq!(
        (&first.score, first.bound.as_str(), first.empties),
        (&Score::Discs(18), "exact", 14)
    );
    assert_eq!(first.r#move.as_deref(), Some("g8"));
    assert_eq!(first.pv[0], "g8");
    assert_eq!(first.verdict.as_deref(), Some("OK"));
    assert!(first.nodes > 0 && first.nps > 0 && first.time >= 0.0 && first.moves.is_empty());
    assert!(stderr(&output).starts_with("3 positions, 3 solved, 3 OK; "), "{}", stderr(&output));
}

#[test]
fn solve_csv_and_json_say_the_same() {
    let csv = solve(&["--format", "csv"], FFO);
    let json = json_rows(&solve(&["--format", "json"], FFO));
    let mut reader = csv::Reader::from_reader(csv.stdout.as_slice());
    let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(header, documented_columns("heibai solve"));
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), json.len());
    for (record, row) in records.iter().zip(&json) {
        let Score::Discs(score) = row.score else { panic!("discs") };
        assert_eq!(record[0], row.number.to_string());
        assert_eq!(record[3], score.to_string());
        assert_eq!(record[4], row.bound);
        assert_eq!(Some(&record[5]), row.r#move.as_deref());
        assert_eq!(record[6].split(' ').next(), row.pv.first().map(String::as_str));
        assert_eq!(Some(&record[10]), row.verdict.as_deref());
    }
}

/// Returns the first column of the table in a section of `protocol.md`.
fn documented_columns(section: &str) -> Vec<String> {
    let text = include_str!("../protocol.md");
    let start = text.find(&format!("## {section}\n")).expect("the section") + 3;
    let end = text[start..].find("\n## ").map_or(text.len(), |at| start + at);
    text[start..end]
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(name, _)| name.to_owned())
        .collect()
}

#[test]
fn solve_tells_a_contradicted_score() {
    let wrong = FFO.replace("G8:+18", "G8:+20");
    let output = solve(&["--format", "json"], &wrong);
    assert_eq!(output.status.code(), Some(1));
    let verdicts: Vec<_> = json_rows(&output).into_iter().map(|row| row.verdict).collect();
    let expected = ["WRONG", "OK", "OK"].map(|word| Some(word.to_owned()));
    assert_eq!(verdicts, expected);
}

#[test]
fn solve_names_bad_lines_and_solves_the_others() {
    let input = format!("{EASY}\n{}\nbogus\n\n{EASY}\n", EASY.replace("a2:+44", "a9:+44"));
    let output = solve(&["--format", "json"], &input);
    assert_eq!(output.status.code(), Some(2));
    let rows = json_rows(&output);
    assert_eq!(rows.iter().map(|row| (row.number, row.line)).collect::<Vec<_>>(), [(1, 1), (4, 5)]);
    let errors: Vec<&str> = stderr(&output).lines().collect();
    assert!(errors[0].starts_with("standard input:2:69: expected"), "{errors:#?}");
    assert!(errors[0].contains("'a9"), "{errors:#?}");
    let forms = "expected a board of 64 squares, a set-up in brackets, a game in GGF or SGF or a move a1 to h8";
    assert_eq!(errors[1], format!("standard input:3:1: {forms}, found 'bogus'"));
    assert!(
        errors[2].starts_with("2 positions, 2 solved, 2 OK, 2 bad lines skipped of 4; "),
        "{errors:#?}"
    );
}

#[test]
fn solve_survives_bytes_that_are_no_text() {
    let mut child = spawn(&["solve", "--format", "json", "--hash", "16"]);
    let mut input = b"\xff\xfe\x00garbage\n".to_vec();
    input.extend(std::iter::repeat_n(b'X', 3 << 20));
    input.extend_from_slice(format!("\r\n{EASY}\r\n").as_bytes());
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    assert!(writer.join().unwrap().is_ok(), "everything was read");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(json_rows(&output)[0].score, Score::Discs(44));
    assert!(stderr(&output).lines().all(|line| line.len() < 300));
}

#[test]
fn solve_keeps_the_order_unless_told_otherwise() {
    // Hard ones between easy ones, so that they are not solved in order.
    let ffo = FFO.lines().nth(1).unwrap();
    let input: String =
        (0..60).map(|n| format!("{}\n", if n % 7 == 0 { ffo } else { EASY })).collect();
    let numbers = |output: &Output| {
        assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
        json_rows(output).iter().map(|row| row.number).collect::<Vec<_>>()
    };
    let ordered = numbers(&solve(&["--format", "json"], &input));
    assert_eq!(ordered, (1..=60).collect::<Vec<_>>());
    let mut unordered = numbers(&solve(&["--format", "json", "--unordered"], &input));
    unordered.sort_unstable();
    assert_eq!(unordered, ordered);
}

#[test]
fn solve_answers_a_line_before_the_next_one_comes() {
    let mut child = spawn(&["solve", "--format", "csv", "--hash", "16"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("number,"));
    for number in 1..=3 {
        writeln!(stdin, "{EASY}").unwrap();
        let row = lines.next().unwrap().unwrap();
        assert!(row.starts_with(&format!("{number},{number},5,44,exact,a2,")), "{row}");
    }
    drop(stdin);
    assert!(lines.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn solve_scores_every_move() {
    let output = solve(&["--format", "json", "--all-moves", "--position", EASY], "");
    let rows = json_rows(&output);
    let row = &rows[0];
    assert!(row.moves.len() > 2);
    assert_eq!((row.moves[0].r#move.as_str(), &row.moves[0].score), ("a2", &Score::Discs(44)));
    let scores: Vec<i32> = row
        .moves
        .iter()
        .map(|mv| match (&mv.score, mv.bound.as_str()) {
            (Score::Discs(score), "exact") => *score,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    // The other scores are the negated ones of the positions behind.
    let given: String = row
        .moves
        .iter()
        .zip(&scores)
        .map(|(mv, score)| format!("{}:{score:+};", mv.r#move))
        .collect();
    let line = EASY.replace("a2:+44;", &given);
    assert_eq!(solve(&["--all-moves", "--position", &line], "").status.code(), Some(0));
    let wrong = line.replacen(&format!("{:+};", scores[1]), &format!("{:+};", scores[1] - 2), 1);
    assert_eq!(solve(&["--all-moves", "--position", &wrong], "").status.code(), Some(1));
}

#[test]
fn solve_tells_win_draw_and_loss_alone() {
    let output = solve(&["--format", "json", "--wld"], FFO);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for row in json_rows(&output) {
        assert_eq!((row.score, row.bound.as_str()), (Score::Word("win".to_owned()), "exact"));
        assert_eq!(row.verdict.as_deref(), Some("OK"));
    }
}

#[test]
fn solve_takes_passes_and_finished_games() {
    let over = format!("{} O;-64;", "X".repeat(60) + "----");
    // White has no move, Black has.
    let pass = format!("-{}X O; +0;", "O".repeat(62)).replace("+0", "-64");
    let output = solve(&["--format", "json", "--position", &over, "--position", &pass], "");
    let rows = json_rows(&output);
    assert_eq!((rows[0].r#move.as_deref(), &rows[0].score), (None, &Score::Discs(-64)));
    assert_eq!((rows[0].bound.as_str(), rows[0].nodes), ("exact", 0));
    assert_eq!(rows[1].pv, ["pass", "a1"]);
    assert_eq!(rows[1].bound, "exact");
}

#[test]
fn solve_limits_give_bounds() {
    for limit in [["--max-nodes", "1000"], ["--max-time", "0.001"]] {
        let output = solve(&[&["--format", "json"], &limit[..]].concat(), HARD);
        let rows = json_rows(&output);
        let bound = rows[0].bound.as_str();
        assert!(["lower", "upper", "estimate"].contains(&bound), "{limit:?}: {bound}");
        assert_eq!(rows[0].verdict, None, "{limit:?}");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn solve_time_limit_is_for_each_position() {
    let start = "---------------------------OX------XO--------------------------- X";
    let input = format!("{start}\n{EASY}\n{start}\n{EASY}\n");
    let output = solve(&["--format", "json", "--max-time", "1"], &input);
    let rows = json_rows(&output);
    let exact: Vec<bool> = rows.iter().map(|row| row.bound == "exact").collect();
    assert_eq!(exact, [false, true, false, true]);
    assert!(rows[0].time >= 0.5 && rows[2].time >= 0.5);
}

#[test]
fn solve_ends_quietly_when_nobody_reads() {
    let mut child = spawn(&["solve", "--format", "csv", "--hash", "16"]);
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // Ends with the child.
        while writeln!(stdin, "{EASY}").is_ok() {}
    });
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("number,"));
    drop(lines);
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    writer.join().unwrap();
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

#[cfg(unix)]
#[test]
fn solve_prints_what_is_solved_when_interrupted() {
    // The second position takes for ever; those behind it overtake it and wait for their turn.
    let start = "---------------------------OX------XO--------------------------- X";
    let input = format!("{EASY}\n{start}\n{EASY}\n{EASY}\n");
    let mut child = spawn(&["solve", "--format", "json", "--threads", "2", "--hash", "16"]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    stdout.read_line(&mut text).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    // Standard input stays open: the end of the run must not wait for it.
    signal(&child, "-INT");
    stdout.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let rows: Vec<Row> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.iter().map(|row| row.number).collect::<Vec<_>>(), [1, 3, 4]);
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert!(errors.starts_with("3 positions, 3 solved, 3 OK; "), "{errors}");
    assert!(errors.trim_end().ends_with("interrupted"), "{errors}");
}

#[cfg(unix)]
#[test]
fn solve_ends_in_order_when_terminated() {
    let mut child = spawn(&["solve", "--threads", "1", "--hash", "16"]);
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{EASY}").unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    for _ in 0..2 {
        stdout.read_line(&mut text).unwrap();
    }
    signal(&child, "-TERM");
    stdout.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(text.lines().last().unwrap().starts_with("1 position, 1 solved, 1 OK"), "{text}");
}

#[test]
fn errors_name_what_is_wrong() {
    for (args, words) in [
        (&["solve", "/no/such/file.obf"][..], "/no/such/file.obf"),
        (&["solve", "."], "opening .: is a directory"),
        (&["solve", "--format", "csv", "/no/such/file.obf"], "opening /no/such/file.obf"),
        (&["solve", "--max-time", "never"], "'never'"),
        (&["solve", "--max-nodes", "some"], "expected a whole number from 1 to"),
        (&["--level", "abc"], "expected a whole number from 1 to 60"),
        (&["--level", "61"], "expected a whole number from 1 to 60"),
        (&["perft", "x"], "expected a whole number from 1 to 60"),
        (&["--protocol", "xyz"], "unknown protocol 'xyz', expected one of auto, ugi, uci, gtp"),
        (&["analyse", "--from", "5", "f5d6"], "no move from 5: the game has moves 1 to 2"),
        (&["solve", "--format", "xml"], "'xml'"),
        (&["--game", "chess", "solve"], "chess"),
        (&["analyse", "f5d6x9"], "column 5"),
        (&["analyse", ""], "neither a file nor a game"),
        (&["analyse", "--from", "9", "f5d6c3"], "moves 1 to 3"),
        (&["perft", "3", "--position", "XO"], "column 3"),
        (&["--log-file", "/no/such/dir/x.log", "perft", "1"], "/no/such/dir/x.log"),
        (&["accuracy", "/no/such/file.obf"], "/no/such/file.obf"),
        (&["accuracy", "x.obf", "--selectivity", "80"], "expected 73, 87, 95, 98, 99 or 100"),
        (&["eval-info", "Cargo.toml"], "heibai: Cargo.toml: not a whole file of weights"),
        (
            &["eval-info", "/no/such/w"],
            "heibai: /no/such/w: No such file or directory (os error 2)\n",
        ),
        (&["solve", "--eval", "Cargo.toml"], "heibai: Cargo.toml: not a whole file of weights"),
        (&["train", "probcut", "--positions", "1", "--depth", "3"], "too few positions"),
        (&["frobnicate"], "frobnicate"),
    ] {
        let output = run(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(words), "{args:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{args:?}");
    }
}

#[test]
fn analyse_judges_an_ending() {
    let output = run(&["analyse", "--from", "48", "--hash", "16", "--format", "json", GAME], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let rows: Vec<serde_json::Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 13);
    for row in &rows {
        let lost = if row["number"] == 48 { 8.0 } else { 0.0 };
        assert_eq!(row["lost"], lost, "{row}");
        assert_eq!(row["exact"], true);
        assert_eq!(row["best"] == row["move"], lost == 0.0);
    }
    assert_eq!((&rows[0]["move"], &rows[0]["side"]), (&"a5".into(), &"white".into()));
    assert_eq!((&rows[12]["score"], &rows[12]["after_pass"]), (&62.0.into(), &true.into()));
    let keys = rows[0].as_object().unwrap().len();
    assert_eq!(keys, documented_columns("heibai analyse").len());
    let sums = stderr(&output);
    assert!(sums.contains("lost where solved: black 0, white 8\n"), "{sums}");
    assert!(sums.contains("value before move 48, solved, for black: +54\n"), "{sums}");
    assert!(sums.contains("result, black:white: 63:1 (+62)\n"), "{sums}");
}

#[test]
fn analyse_csv_has_the_documented_columns() {
    let output = run(&["analyse", "--from", "56", "--hash", "16", "--format", "csv", GAME], "");
    let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
    let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(header, documented_columns("heibai analyse"));
    assert_eq!(reader.records().map(Result::unwrap).count(), 5);
}

#[test]
fn analyse_reads_a_file_and_estimates_the_opening() {
    let path = std::env::temp_dir().join(format!("heibai-analyse-{}.txt", std::process::id()));
    std::fs::write(&path, "f5 d6 c3\nd3 c4\n").unwrap();
    let args = ["analyse", "--depth", "4", "--hash", "16", path.to_str().unwrap()];
    let output = run(&args, "");
    std::fs::remove_file(&path).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("lost where estimated: black "), "{text}");
    assert!(text.contains("result: the game is not over"), "{text}");
    assert_eq!(text.lines().count(), 8, "{text}");
}

#[test]
fn perft_counts_each_depth() {
    let output = run(&["perft", "6"], "");
    let counts: Vec<u64> = stdout(&output)
        .lines()
        .map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap())
        .collect();
    assert_eq!(counts, [4, 12, 56, 244, 1396, 8200]);
    let output = run(&["perft", "2", "--position", EASY], "");
    assert!(stdout(&output).lines().count() == 2, "{}", stderr(&output));
}

#[test]
fn version_names_the_processor_features() {
    let output = run(&["--version"], "");
    let text = stdout(&output);
    assert!(text.starts_with(concat!("heibai ", env!("CARGO_PKG_VERSION"))), "{text}");
    assert!(text.contains("\nbuilt for: ") && text.contains("\nfound: "), "{text}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn help_shows_an_example_of_every_use() {
    for args in [
        &["--help"][..],
        &["-h"],
        &["solve", "--help"],
        &["analyse", "-h"],
        &["perft", "-h"],
        &["bench", "-h"],
        &["accuracy", "-h"],
        &["eval-info", "-h"],
        &["train", "probcut", "-h"],
    ] {
        let output = run(args, "");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(stdout(&output).contains("heibai"), "{args:?}");
        assert!(stdout(&output).contains("Example"), "{args:?}");
    }
}

/// The first example of the help is run as it stands there: its search has the time it asks for.
#[cfg(unix)]
#[test]
fn help_shows_a_session_that_is_answered() {
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_heibai"));
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(binary.parent().unwrap().to_owned())
        .chain(std::env::split_paths(&inherited));
    let path = std::env::join_paths(folders).unwrap();
    for help in ["-h", "--help"] {
        let output = run(&[help], "");
        let example = stdout(&output).lines().find_map(|line| line.trim().strip_prefix("$ "));
        let example = example.expect("an example").split("  ").next().unwrap();
        assert!(example.contains("go movetime 500") && example.contains("sleep 1"), "{example}");
        let answer = Command::new("sh").args(["-c", example]).env("PATH", &path).output().unwrap();
        let lines: Vec<&str> = stdout(&answer).lines().collect();
        let depths = lines.iter().filter(|line| line.starts_with("info depth ")).count();
        assert!(depths >= 6, "{example}: {lines:#?}");
        assert!(lines.last().unwrap().starts_with("bestmove "), "{example}: {lines:#?}");
    }
}

#[test]
fn solve_scores_a_forced_pass_once() {
    let line = "XOOO-OOOXOOOOOOO-OOXOO-OOOOOOOOOOO-OOOOO-OO-OO-OO-OO-OOOOOOOOXO- O";
    let output = solve(&["--all-moves", "--format", "csv", "--position", line], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let row = stdout(&output).lines().nth(1).unwrap_or_default();
    assert!(row.starts_with("1,1,10,-26,exact,pass,"), "{row}");
    assert!(row.ends_with(",pass:-26"), "{row}");
}

/// Positions with every move's exact score.
const SCORED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/obf/scored.obf");

#[test]
fn accuracy_is_perfect_where_all_is_solved() {
    let args = ["accuracy", SCORED, "--depth", "20", "--format", "json", "--threads", "2"];
    let output = run(&args, "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&output).lines().count(), 1);
    let summary: serde_json::Value = serde_json::from_str(stdout(&output)).expect("an object");
    let keys: Vec<&String> = summary.as_object().expect("an object").keys().collect();
    assert_eq!(keys.len(), documented_columns("heibai accuracy").len());
    assert!(documented_columns("heibai accuracy").iter().all(|key| summary[key].is_number()));
    assert_eq!(summary["positions"], 6);
    assert_eq!((&summary["best_move"], &summary["within_3"]), (&1.0.into(), &1.0.into()));
    assert_eq!(summary["mae"], 0.0);
}

#[test]
fn accuracy_does_not_depend_on_threads() {
    let text = |threads| {
        let args = ["accuracy", SCORED, "--depth", "6", "--hash", "4", "--threads", threads];
        let output = run(&args, "");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output).to_owned()
    };
    let (one, three) = (text("1"), text("3"));
    let rows = |text: &str| text.lines().take(6 + 1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rows(&one), rows(&three));
    let last = one.lines().last().unwrap_or_default();
    assert!(last.starts_with("6 positions: best move "), "{last}");
}

#[test]
fn eval_info_tells_what_a_file_holds() {
    use heibai::othello::eval::file::{Provenance, write};
    use heibai::othello::eval::weights::{N_STAGES, StageWeights, Weights};
    let weights = Weights { stages: vec![StageWeights::zero(); N_STAGES] };
    let provenance = Provenance { data: "nothing at all".into(), seed: 77, ..Default::default() };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("zero.bin");
    write(&path, &weights, &provenance).expect("written");
    let output = run(&["eval-info", path.to_str().expect("text")], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let checksum = format!("{:08x}", weights.checksum());
    for words in ["nothing at all", "seed        77", &checksum, "edge and X"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let output = run(&["eval-info", "--eval", "handmade"], "");
    assert!(stdout(&output).contains("hand-chosen terms"), "{}", stdout(&output));
}

#[test]
fn train_probcut_writes_its_source() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fit.rs");
    let args = [
        "train",
        "probcut",
        "--positions",
        "240",
        "--depth",
        "3",
        "--solve",
        "12",
        "--threads",
        "2",
        "--eval",
        "handmade",
        "--out",
    ];
    let output = run(&[&args[..], &[path.to_str().expect("text")]].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("midgame: "), "{}", stdout(&output));
    let source = std::fs::read_to_string(path).expect("written");
    let command =
        "`heibai train probcut --eval FILE --positions 240 --depth 3 --solve 12 --seed 1`";
    assert!(source.contains(command), "{source}");
    assert_eq!(source.matches("Coefficients = Coefficients {").count(), 2, "{source}");
}
