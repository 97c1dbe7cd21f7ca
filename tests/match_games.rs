//! `heibai match` for Renju and Go through the real binary, over each protocol, and against engines that fail.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use heibai::renju;

use crate::match_::Folder;

const HEIBAI: &str = env!("CARGO_BIN_EXE_heibai");

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(HEIBAI);
    command.arg("match").args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    command.output().expect("the binary starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns what a match prints, which must have been played.
fn play(arguments: &[&str]) -> String {
    let output = run(arguments);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
    text
}

/// Two Heibais, each behind its protocol.
fn two<'a>(one: &'a str, other: &'a str, cmd: &'a str) -> Vec<&'a str> {
    vec!["--engine", "name=a", cmd, one, "--engine", "name=b", cmd, other]
}

fn script(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/engines").join(name);
    path.to_str().unwrap().to_owned()
}

#[test]
fn match_of_renju_is_played_over_every_protocol() {
    let cmd = format!("cmd='{HEIBAI}'");
    for (one, other, limit) in [
        ("proto=ugi", "proto=gomocup", ["--depth", "1"]),
        ("proto=gtp", "proto=gomocup", ["--tc", "2+0.02"]),
        ("proto=gomocup", "proto=gomocup", ["--st", "0.02"]),
    ] {
        let folder = Folder::new();
        fs::write(folder.path("openings.txt"), "h8h9j10\nh8 i9 i10\n").unwrap();
        let names = ["openings.txt", "m.jsonl", "m.sgf", "m.svg"].map(|name| folder.path(name));
        let [openings, record, sgf, plot] = names.each_ref().map(String::as_str);
        let mut words = two(one, other, &cmd);
        words.extend(["--game", "renju", "--openings", openings, "--games", "4"]);
        words.extend(["--timemargin", "5000"]);
        words.extend(limit);
        words.extend(["--games-out", record, "--games-out", sgf, "--plot", plot]);
        let text = play(&words);
        assert!(text.contains("\n4 games") && !text.contains("faults"), "{one} {other}: {text}");
        assert!(!text.contains("discs"), "{text}");
        let games = folder.text("m.jsonl");
        assert!(games.starts_with(
            r#"{"kind":"match","version":1,"game":{"name":"renju","rules":"renju","size":15}"#
        ));
        for line in games.lines().skip(1) {
            let game: serde_json::Value = serde_json::from_str(line).unwrap();
            let reason = game["reason"].as_str().unwrap();
            let is_known = ["five", "full board"].contains(&reason);
            assert!(is_known || reason.starts_with("forbidden"), "{reason}");
            assert!(game.get("discs").is_none());
        }
        for line in folder.text("m.sgf").lines() {
            let (position, sheet) = renju::sgf::read(line, renju::Rules::document()).unwrap();
            assert!(position.conclusion().is_some() && position.rules().strict, "{line}");
            assert!(sheet.place.starts_with("Heibai match, game "), "{line}");
        }
        assert!(folder.text("m.svg").contains(">moves</text>"));
    }
}

#[test]
fn match_of_gomoku_has_its_rules_and_sizes() {
    let cmd = format!("cmd='{HEIBAI}'");
    for (rules, size) in [("standard", "15"), ("freestyle", "20")] {
        for proto in ["proto=ugi", "proto=gomocup"] {
            let mut words = two(proto, "proto=gomocup", &cmd);
            words.extend(["--game", "renju", "--rule", rules, "--size", size]);
            words.extend(["--games", "2", "--depth", "1"]);
            let text = play(&words);
            assert!(text.contains("\n2 games") && !text.contains("faults"), "{proto}: {text}");
        }
    }
}

#[test]
fn match_of_go_is_counted_and_recorded() {
    let cmd = format!("cmd='{HEIBAI}'");
    for (one, other, limit) in [
        ("proto=ugi", "proto=gtp", ["--tc", "2+0.02"]),
        ("proto=gtp", "proto=gtp", ["--st", "0.05"]),
    ] {
        let folder = Folder::new();
        fs::write(folder.path("openings.txt"), "b2\nb1 pass b3\n").unwrap();
        let names = ["openings.txt", "m.jsonl", "m.sgf"].map(|name| folder.path(name));
        let [openings, record, sgf] = names.each_ref().map(String::as_str);
        let mut words = two(one, other, &cmd);
        words.extend(["--game", "go", "--size", "3", "--komi", "2.5", "--openings", openings]);
        words.extend(["--games-out", sgf, "--timemargin", "5000"]);
        words.extend(limit);
        let fresh: Vec<&str> = words.iter().copied().chain(["--games-out", record]).collect();
        let text = play(&fresh);
        assert!(text.contains("\n4 games") && !text.contains("faults"), "{one} {other}: {text}");
        assert!(text.contains("counted after two passes: "), "{text}");
        let games = folder.text("m.jsonl");
        assert!(games.contains(r#""game":{"name":"go","rules":"japanese","size":3,"komi":"2.5"}"#));
        let mut scores = Vec::new();
        for line in games.lines().skip(1) {
            let game: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(game["reason"], "two passes", "{line}");
            let score = game["score"].as_str().unwrap().to_owned();
            let winner = if score.starts_with("B+") { "black" } else { "white" };
            assert_eq!(game["result"], winner, "{line}");
            scores.push(score);
        }
        for (line, score) in folder.text("m.sgf").lines().zip(&scores) {
            let game = heibai::go::sgf::parse(line).unwrap();
            assert_eq!(&game.result, score);
            assert_eq!(game.position.phase(), heibai::go::Phase::Stopped);
            assert!(line.contains("EV[Heibai match, game "), "{line}");
        }
        // The same match goes on, and counts the same.
        let kept: Vec<&str> = games.lines().take(3).collect();
        fs::write(folder.path("m.jsonl"), format!("{}\n", kept.join("\n"))).unwrap();
        let again: Vec<&str> = words.iter().copied().chain(["--resume", record]).collect();
        let text = play(&again);
        assert!(text.contains("resumed: 2 of 4") && text.contains("\n4 games"), "{text}");
        let other_komi: Vec<&str> =
            again.iter().map(|&word| if word == "2.5" { "3.5" } else { word }).collect();
        let output = run(&other_komi);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(r#"game.komi: "2.5" and "3.5""#), "{}", stderr(&output));
        let merged = play(&["--merge", record]);
        assert!(merged.contains("counted after two passes: "), "{merged}");
    }
}

/// What an engine that answers by a table does wrong, and what is said of it.
#[test]
fn match_faults_of_other_games_lose_and_are_named() {
    let cmd = format!("cmd='{HEIBAI}'");
    for (game, proto, answers, expected) in [
        ("renju", "gomocup", "7,7 7,7", "bad loses by 1 illegal move: 'h8': the point is occupied"),
        ("renju", "gomocup", "99,7", "bad loses by 1 illegal move: '99,7': "),
        ("renju", "gomocup", "ERROR", "bad loses by 1 refused command: '"),
        ("renju", "gomocup", "resign", "bad resigned "),
        ("go", "gtp", "C3 C3", "bad loses by 1 illegal move: 'c3': the square is occupied"),
        ("go", "gtp", "I3", "bad loses by 1 illegal move: 'I3': "),
        ("go", "gtp", "resign", "bad resigned "),
        ("go", "ugi", "resign", "bad resigned "),
        ("go", "ugi", "swap", "bad loses by 1 illegal move: 'swap': "),
    ] {
        let bad = format!("cmd=sh '{}' {proto} {answers}", script("table.sh"));
        let proto = format!("proto={proto}");
        let mut words = vec!["--engine", "name=good", &cmd, "depth=1", "--engine", "name=bad"];
        words.extend([bad.as_str(), &proto, "limit=own", "--game", game, "--games", "2"]);
        words.extend(["--reply-timeout", "2", "--move-timeout", "20"]);
        if game == "go" {
            words.extend(["--size", "5"]);
        }
        let text = play(&words);
        assert!(text.contains(expected), "{game} {answers}: {text}");
        assert!(text.contains("\n2 games") && !text.contains("good lost"), "{text}");
    }
}

#[test]
fn match_of_other_games_refuses_what_they_do_not_have() {
    let cmd = format!("cmd='{HEIBAI}'");
    let folder = Folder::new();
    let ggf = folder.path("m.ggf");
    for (more, expected) in [
        (&["--game", "go", "--rules", "chinese"][..], "--rules chinese: expected japanese"),
        (&["--game", "renju", "--komi", "1"], "--komi 1: renju has no komi"),
        (&["--size", "10"], "--size 10: othello has 8 columns and rows"),
        (&["--game", "go", "--each", "proto=gomocup"], "Go is not played by it"),
        (&["--game", "renju", "--each", "proto=nboard"], "Renju is not played by it"),
        (&["--game", "go", "--each", "pass=omit"], "passes of Go are never left out"),
        (&["--game", "go", "--size", "5", "--games-out", &ggf], "Go has no GGF"),
        (&["--game", "renju", "--each", "proto=gomocup", "level=3"], "Gomocup knows no level=3"),
        (&["--game", "ludo"], "--game ludo: expected othello, renju or go"),
    ] {
        let mut words = vec!["--engine", "name=a", &cmd, "--engine", "name=b", &cmd];
        words.extend(["--depth", "1", "--games", "2"]);
        words.extend(more);
        let output = run(&words);
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(stderr(&output).contains(expected), "{more:?}: {}", stderr(&output));
    }
}

/// The files are read whole before an engine starts, which here none does.
#[test]
fn match_openings_that_come_along_are_playable() {
    for (game, size, file, count) in
        [("renju", "15", "renju/openings26.txt", 26), ("go", "9", "go/openings_9x9.txt", 25)]
    {
        let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
        let words = ["--game", game, "--size", size, "--openings", &path, "--depth", "1"];
        let engines = ["--engine", "name=a", "cmd=false", "--engine", "name=b", "cmd=false"];
        let output = run(&[&words[..], &engines].concat());
        assert!(stderr(&output).contains("engine 'a': ended with"), "{}", stderr(&output));
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let different: std::collections::HashSet<&str> = lines.iter().copied().collect();
        assert_eq!((lines.len(), different.len()), (count, count), "{file}");
    }
    for line in fs::read_to_string(format!(
        "{}/tests/data/renju/openings26.txt",
        env!("CARGO_MANIFEST_DIR")
    ))
    .unwrap()
    .lines()
    .filter(|line| !line.starts_with('#'))
    {
        let mut position = renju::Position::new(renju::Rules::document());
        renju::notation::play(&mut position, line).unwrap();
        assert!(position.opening().is_some(), "{line}");
    }
}
