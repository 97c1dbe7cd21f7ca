//! Cassio's protocol through the real binary: transcripts, stops, any lines, the end.

use std::path::Path;
use std::time::Duration;

use heibai::protocol::{Dialect, cassio::Cassio};
use proptest::prelude::*;

use crate::client::{Client, Wire, play_file};

const START: &str = "---------------------------OX------XO---------------------------X";

#[test]
fn cassio_transcripts_match() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sessions/cassio");
    let mut scripts: Vec<_> = std::fs::read_dir(folder)
        .expect("the scripts are there")
        .map(|entry| entry.unwrap().path())
        .collect();
    scripts.sort();
    assert!(scripts.len() >= 3, "{scripts:?}");
    for script in scripts {
        play_file(&script, Wire::Cassio);
    }
}

/// Any line of a client, stop and quit apart.
fn any_line() -> impl Strategy<Value = String> {
    let command = proptest::sample::select(vec![
        "ENGINE-PROTOCOL init".to_owned(),
        "ENGINE-PROTOCOL get-version".to_owned(),
        "ENGINE-PROTOCOL new-position".to_owned(),
        "ENGINE-PROTOCOL empty-hash".to_owned(),
        format!("ENGINE-PROTOCOL feed-hash {START} -2 3 5 73 F5"),
        format!("ENGINE-PROTOCOL midgame-search {START} -64 64 2 73%"),
        format!("ENGINE-PROTOCOL midgame-search {START} -64 64 0 0"),
        "ENGINE-PROTOCOL endgame-search OX--------------------------------------------------------------X -64 64 100".to_owned(),
        "ENGINE-PROTOCOL xyzzy".to_owned(),
    ]);
    let cut = (command.clone(), 0..120_usize)
        .prop_map(|(line, at)| line.chars().take(at).collect::<String>());
    prop_oneof![
        6 => command,
        2 => cut,
        1 => "x[ -~]{0,20}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn cassio_parser_takes_any_text(line in any::<String>()) {
        let _ = Cassio::default().parse(&line);
        let _ = Cassio::default().parse(&format!("ENGINE-PROTOCOL midgame-search {line}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// However the lines come, each has its answer.
    #[test]
    fn every_cassio_command_has_one_answer(lines in proptest::collection::vec(any_line(), 1..60)) {
        let mut client = Client::start_with(&["--protocol", "cassio"]);
        let (mut ready, mut strange) = (0, 0);
        for line in &lines {
            client.send(line);
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                // Answered at once, a search that runs or not.
                [] => {}
                ["ENGINE-PROTOCOL", "feed-hash" | "empty-hash", ..] => {}
                ["ENGINE-PROTOCOL", ..] => ready += 1,
                _ => strange += 1,
            }
        }
        client.send("ENGINE-PROTOCOL last");
        let answers = client.until(|line| line == "ERROR: unknown command last");
        let count = |prefix: &str| answers.iter().filter(|line| line.starts_with(prefix)).count();
        prop_assert_eq!(count("ERROR: Unknown protocol"), strange);
        let blank = lines.iter().filter(|line| line.trim().is_empty()).count();
        prop_assert_eq!(count("ready.") + count("ok."), ready + blank);
        client.close();
        let (_, status) = client.end(Duration::from_millis(1_500));
        prop_assert_eq!(status.code(), Some(0));
    }

    #[test]
    fn cassio_survives_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..4_000)) {
        let mut client = Client::start_with(&["--protocol", "cassio"]);
        client.send_bytes(&bytes);
        client.send_bytes(b"\nENGINE-PROTOCOL last\n");
        client.until(|line| line == "ERROR: unknown command last");
        client.close();
        let (_, status) = client.end(Duration::from_millis(1_500));
        prop_assert_eq!(status.code(), Some(0));
    }
}

#[test]
fn a_stop_forgets_what_waits() {
    let mut client = Client::start();
    let search = format!("ENGINE-PROTOCOL midgame-search {START} -64 64 50 73");
    client.send(&search);
    client.next();
    client.send(&format!("{search}\n{search}\nENGINE-PROTOCOL stop"));
    client.until(|line| line == "ready.");
    client.send("ENGINE-PROTOCOL last");
    assert_eq!(client.next(), "ERROR: unknown command last");
}

#[test]
fn commands_before_quit_are_answered_in_order() {
    for last in ["", "ENGINE-PROTOCOL quit\n"] {
        let mut client = Client::start();
        let search = format!("ENGINE-PROTOCOL midgame-search {START} -64 64 50 73\n");
        client
            .send_bytes(format!("ENGINE-PROTOCOL get-version\n{search}{search}{last}").as_bytes());
        client.close();
        let (lines, status) = client.end(Duration::from_millis(1_500));
        assert_eq!(status.code(), Some(0));
        assert!(lines.first().is_some_and(|line| line.starts_with("version: Heibai ")));
        assert_eq!(lines.iter().filter(|line| *line == "ready.").count(), 3, "{lines:?}");
        assert_eq!(lines.last().is_some_and(|line| line == "bye bye."), !last.is_empty());
    }
}
