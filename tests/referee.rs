//! `heibai referee` and the boards of `heibai check`, by the program.

use std::process::{Command, Output};

fn heibai(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_heibai")).args(args).output().expect("the program runs")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/go/");

fn data(name: &str) -> String {
    format!("{DATA}{name}")
}

#[test]
fn referee_tells_statuses_and_the_score_in_words() {
    let output = heibai(&["referee", &data("finished.sgf")]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("result B+"), "{text}");
    assert!(text.contains("recorded result B+"), "{text}");
    assert!(text.contains("dead") && text.contains("alive"), "{text}");
    assert!(!text.contains("warning"), "{text}");
}

#[test]
fn referee_tells_the_same_as_json_and_draws_a_board() {
    let output = heibai(&["referee", "--format", "json", &data("finished.sgf")]);
    let found: serde_json::Value = serde_json::from_str(&text(&output)).expect("JSON");
    assert!(found["result"].as_str().is_some_and(|result| result.starts_with("B+")), "{found}");
    let chains = found["chains"].as_array().expect("a list");
    assert!(chains.iter().any(|chain| chain["status"] == "dead"), "{found}");
    let output = heibai(&["referee", "--format", "svg", &data("finished.sgf")]);
    let svg = text(&output);
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    let circles = svg.matches("<circle").count();
    let stones: usize =
        chains.iter().map(|chain| chain["points"].as_array().expect("a list").len()).sum();
    assert_eq!(circles, stones);
}

#[test]
fn referee_warns_of_what_should_have_been_played_and_refuses_what_is_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = folder.path().join("open.sgf");
    let moves = "(;GM[1]SZ[5]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de];B[];W[])";
    std::fs::write(&open, moves).expect("written");
    // However busy the machine is: the ruling takes some two million positions.
    let output = heibai(&["referee", "--time", "600", open.to_str().expect("a path")]);
    let found = text(&output);
    assert_eq!(found.matches("warning: open dame").count(), 5, "{found}");
    assert!(found.contains("seki"), "{found}");
    std::fs::write(&open, "(;GM[1]SZ[5];B[zz])").expect("written");
    let output = heibai(&["referee", open.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("zz"));
    assert_eq!(heibai(&["referee", "no such file"]).status.code(), Some(2));
}
