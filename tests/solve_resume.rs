//! `heibai solve` in several runs: killed and gone on with, and in parts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Positions of 14 empty squares and less, all different: the lines of random games.
fn positions(count: usize) -> String {
    use heibai::othello::Board;
    use rand::{Rng, SeedableRng};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(7);
    let mut text = String::from("% positions of random games\n\n");
    let mut lines = 0;
    while lines < count {
        let mut board = Board::START;
        while board.n_empties() > 14 && !board.is_over() {
            let children: Vec<Board> = board.children().map(|(_, child)| child).collect();
            board = match children.len() {
                0 => board.pass(),
                n => children[rng.random_range(0..n)],
            };
        }
        let square = |i: u32| match (board.player() >> i & 1, board.opponent() >> i & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        };
        text.extend((0..64).map(square));
        text += " X\n";
        lines += 1;
    }
    text
}

fn command(args: &[&str], file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heibai"));
    command.args(["solve", "--threads", "2", "--hash", "16"]).args(args).arg(file);
    command.env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

fn run(args: &[&str], file: &Path) -> Output {
    command(args, file).output().expect("the binary starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The score and the empty squares of each row by number; every number once.
fn rows(json: &str) -> BTreeMap<u64, (i64, u64)> {
    let mut rows = BTreeMap::new();
    for line in json.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("a whole row");
        let number = row["number"].as_u64().unwrap();
        let what = (row["score"].as_i64().unwrap(), row["empties"].as_u64().unwrap());
        assert_eq!(rows.insert(number, what), None, "number {number} twice");
    }
    rows
}

#[test]
fn killed_run_goes_on_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.obf");
    fs::write(&file, positions(400)).unwrap();
    let whole = run(&["--format", "json"], &file);
    let whole = rows(&String::from_utf8(whole.stdout).unwrap());
    assert_eq!(whole.len(), 400);

    let out = folder.path().join("rows.jsonl");
    let resume = ["--resume", out.to_str().unwrap()];
    let mut child =
        command(&resume, &file).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    while fs::metadata(&out).map_or(0, |data| data.len()) < 2000 {
        assert!(started.elapsed() < Duration::from_secs(60), "no rows are written");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = fs::read_to_string(&out).unwrap();
    let whole_lines = before.lines().count() - usize::from(!before.ends_with('\n'));
    assert!(whole_lines > 0);
    // As if the kill had come in the middle of a row.
    fs::write(&out, format!("{before}{{\"number\":39")).unwrap_or_default();

    let cut = if before.ends_with('\n') { whole_lines } else { whole_lines.max(1) };
    let output = run(&resume, &file);
    assert!(output.stdout.is_empty(), "rows go to the file");
    assert!(output.status.success(), "{}", stderr(&output));
    let after = fs::read_to_string(&out).unwrap();
    assert_eq!(rows(&after), whole);
    assert!(stderr(&output).contains(&format!("{cut} solved before")), "{}", stderr(&output));

    let again = run(&resume, &file);
    assert!(stderr(&again).starts_with("0 positions, 0 solved, 400 solved before"));
    assert_eq!(fs::read_to_string(&out).unwrap(), after, "nothing is left to add");
}

#[test]
fn shards_make_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.obf");
    fs::write(&file, positions(50)).unwrap();
    let rows_of = |args: &[&str]| {
        let output = run(&[&["--format", "json"], args].concat(), &file);
        assert!(output.status.success(), "{}", stderr(&output));
        rows(&String::from_utf8(output.stdout).unwrap())
    };
    let whole = rows_of(&[]);
    let mut parts = rows_of(&["--shard", "1/3"]);
    assert_eq!(parts.keys().copied().take(3).collect::<Vec<_>>(), [1, 4, 7]);
    for shard in ["2/3", "3/3"] {
        parts.extend(rows_of(&["--shard", shard]));
    }
    assert_eq!(parts, whole);
}

#[test]
fn rows_of_other_positions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.obf");
    let out = folder.path().join("rows.csv");
    let resume = ["--resume", out.to_str().unwrap()];
    fs::write(&file, positions(3)).unwrap();
    assert!(run(&resume, &file).status.success());
    let csv = fs::read_to_string(&out).unwrap();
    assert!(csv.starts_with("number,line,empties,"), "{csv}");

    let other = positions(3).replacen("-", "X", 1);
    fs::write(&file, other).unwrap();
    let output = run(&resume, &file);
    assert_eq!(output.status.code(), Some(2));
    let message = stderr(&output);
    assert!(message.contains("positions.obf:3:1: position 1 has 13 empties, its row"), "{message}");

    // As many empty squares, other positions: the moves tell.
    fs::write(&file, positions(100).lines().rev().collect::<Vec<_>>().join("\n")).unwrap();
    let output = run(&resume, &file);
    assert_eq!(output.status.code(), Some(2));
    let message = stderr(&output);
    assert!(message.contains("which its row in the file of --resume names"), "{message}");

    fs::write(&file, positions(2)).unwrap();
    let output = run(&resume, &file);
    assert_eq!(output.status.code(), Some(2));
    let message = stderr(&output);
    assert!(
        message.contains("has a row for position 3, the input ends with 2: those are rows"),
        "{message}"
    );

    let held = fs::File::options().append(true).open(&out).unwrap();
    held.lock().unwrap();
    let output = run(&resume, &file);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("another run writes to this file"), "{}", stderr(&output));
    drop(held);

    let output = run(&[&resume[..], &["--wld"]].concat(), &file);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("line 2: the score is in discs"), "{}", stderr(&output));

    let output = run(&[&resume[..], &["--format", "text"]].concat(), &file);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--resume needs --format json or csv"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&out).unwrap(), csv, "a refusal changes nothing");

    // What others wrote stays, with a last line feed and without.
    for notes in ["a page of notes", "a page\nof notes\n"] {
        for name in ["notes.csv", "notes.jsonl"] {
            let path = folder.path().join(name);
            fs::write(&path, notes).unwrap();
            let output = run(&["--resume", path.to_str().unwrap()], &file);
            assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
            assert_eq!(fs::read_to_string(&path).unwrap(), notes);
        }
    }
}
