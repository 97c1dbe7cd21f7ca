//! `heibai match` through the real binary, against itself and against engines that fail.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::client::PATIENCE;

const HEIBAI: &str = env!("CARGO_BIN_EXE_heibai");

/// Openings that differ.
const OPENINGS: &str = "f5d6c3\nf5f6e6f4\nf5f4e3\n";

/// White must pass here.
const MUST_PASS: &str = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3h5h2d2c5c6b4\
    e3b5f2c8d8b6c7f1g8b7a3e8g7d1a4a6a8c2b8e2a7a5b3h8h7a2a1";

/// A folder of a test's own with a file of openings, gone when the test is over.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("openings.txt"), OPENINGS).unwrap();
        Folder(folder)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap()
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(HEIBAI);
    command.arg("match").args(arguments).env_remove("RUST_LOG");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the binary starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns what a match prints, which must have been played.
fn play(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    stdout(&output)
}

/// Returns the table at the end: what does not hang on the time.
fn table(text: &str) -> String {
    text.split_once("rank engine").unwrap_or_else(|| panic!("no table: {text}")).1.to_owned()
}

fn heibai(name: &str, depth: u32) -> [String; 4] {
    [
        "--engine".to_owned(),
        format!("name={name}"),
        format!("cmd='{HEIBAI}'"),
        format!("depth={depth}"),
    ]
}

fn refs(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// Two levels of Heibai and further arguments.
fn two(more: &[&str]) -> Vec<String> {
    let more = more.iter().map(|&word| word.to_owned());
    heibai("two", 2).into_iter().chain(heibai("one", 1)).chain(more).collect()
}

fn engine_script(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/engines")
        .join(name)
        .to_str()
        .unwrap()
        .to_owned()
}

fn faulty(fault: &str, at: u32) -> [String; 4] {
    let cmd = format!("cmd=sh '{}' '{HEIBAI}' {fault} {at}", engine_script("ugi.sh"));
    ["--engine".to_owned(), "name=faulty".to_owned(), cmd, "limit=own".to_owned()]
}

#[test]
fn match_plays_and_records_in_every_format() {
    let folder = Folder::new();
    let files: Vec<String> =
        ["m.jsonl", "m.ggf", "m.sgf", "m.svg"].map(|name| folder.path(name)).to_vec();
    let openings = folder.path("openings.txt");
    let text = play(&refs(&two(&[
        "--openings",
        &openings,
        "--games-out",
        &files[0],
        "--games-out",
        &files[1],
        "--games-out",
        &files[2],
        "--plot",
        &files[3],
        "--sprt",
        "-10",
        "10",
        "--concurrency",
        "2",
    ])));
    assert_eq!(text.matches("two - one: ").count(), 3, "{text}");
    assert!(
        text.contains("LLR ") && text.contains("games/h") && text.contains("6 games"),
        "{text}"
    );
    let records = folder.text("m.jsonl");
    assert_eq!(records.lines().count(), 7, "{records}");
    for line in records.lines().skip(1) {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(game["termination"], "normal");
        let first = &game["moves"][0];
        assert!(
            first["time"].is_f64() && first["depth"].is_u64() && first["score"].is_f64(),
            "{first}"
        );
    }
    // Each opening with both colours.
    for opening in OPENINGS.lines() {
        let games: Vec<&str> = records
            .lines()
            .filter(|line| line.contains(&format!("\"opening\":\"{opening}\"")))
            .collect();
        assert_eq!(games.len(), 2);
        assert!(games.iter().any(|line| line.contains("\"black\":\"one\"")));
        assert!(games.iter().any(|line| line.contains("\"black\":\"two\"")));
    }
    let ggf = folder.text("m.ggf");
    for line in ggf.lines() {
        let game = heibai::othello::notation::ggf::parse(line).unwrap();
        assert!(game.position.is_over() && game.result.is_some(), "{line}");
    }
    assert_eq!((ggf.lines().count(), folder.text("m.sgf").lines().count()), (6, 6));
    assert!(folder.text("m.svg").ends_with("</svg>\n"));
}

#[test]
fn match_numbers_and_limits_are_checked() {
    let fail = |arguments: &[String]| {
        let output = run(&refs(arguments));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(stdout(&output), "");
        stderr(&output)
    };
    assert!(fail(&two(&["--games", "5"])).contains("--games 5: an even number is needed"));
    assert!(fail(&two(&["--shard", "3/2"])).contains("I from 1 to N"));
    assert!(fail(&heibai("a", 1)).contains("two --engine or more"));
    assert!(fail(&two(&["--sprt", "5", "0"])).contains("ELO0 below ELO1"));
    let no_limit =
        ["--engine", "name=a", "cmd=x", "--engine", "name=b", "cmd=y"].map(str::to_owned);
    assert!(fail(&no_limit).contains("no limit"));
    let missing = [
        "--depth",
        "1",
        "--engine",
        "name=a",
        "cmd=/no/such/program",
        "--engine",
        "name=b",
        "cmd=y",
    ];
    let error = fail(&missing.map(str::to_owned));
    assert!(error.contains("engine 'a': cannot start '/no/such/program'"), "{error}");
    let option: Vec<String> = two(&["--each", "option.Warp=9"]);
    assert!(fail(&option).contains("it has no option 'Warp'"));
}

#[test]
fn match_faults_lose_and_are_named() {
    let play_against = |fault: &str, at: u32, ending: &str| {
        let patience = ["--games", "2", "--reply-timeout", "2", "--move-timeout", "2"];
        let words: Vec<String> = heibai("good", 1)
            .into_iter()
            .chain(faulty(fault, at))
            .chain(patience.map(str::to_owned))
            .collect();
        let begun = Instant::now();
        let text = play(&refs(&words));
        assert!(text.contains(&format!("faulty loses by {ending}")), "{fault}: {text}");
        // One that ended was started again.
        assert!(text.contains("faulty lost by faults: "), "{fault}: {text}");
        assert!(text.contains("2 games") && !text.contains("good lost"), "{fault}: {text}");
        assert!(begun.elapsed() < PATIENCE, "{fault}");
    };
    std::thread::scope(|scope| {
        for (fault, at, ending) in [
            ("crash", 3, "1 crash: ended with exit status: 3; its last words: out of luck"),
            ("illegal", 2, "1 illegal move: 'a1': it turns no disc"),
            ("nomove", 1, "1 illegal move: '(none)': expected a square"),
            ("silent", 2, "1 silence: no bestmove"),
            ("flood", 2, "1 silence: no bestmove"),
            ("garbage", 2, "1 silence: no bestmove"),
            ("noend", 2, "1 silence: no bestmove"),
            ("lastword", 1, "1 "),
        ] {
            scope.spawn(move || play_against(fault, at, ending));
        }
    });
}

#[test]
fn match_engines_that_do_not_start_are_named() {
    for (faulty, expected) in [
        (faulty("mute", 1).to_vec(), "engine 'faulty': no ugiok"),
        (
            ["--engine", "name=short", "cmd=false", "limit=own"].map(str::to_owned).to_vec(),
            "engine 'short': ended with exit status: 1",
        ),
        (
            ["--engine", "name=gtp", "cmd=cat", "proto=gtp", "limit=own"]
                .map(str::to_owned)
                .to_vec(),
            "engine 'gtp': no answer to list_commands",
        ),
        (
            ["--engine", "name=nb", "cmd=cat", "proto=nboard", "depth=1"]
                .map(str::to_owned)
                .to_vec(),
            "engine 'nb': no pong 1",
        ),
    ] {
        let mut words: Vec<String> = heibai("good", 1).into_iter().chain(faulty).collect();
        words.extend(["--games", "2", "--start-timeout", "1"].map(str::to_owned));
        let output = run(&refs(&words));
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "{expected}");
        assert!(stderr(&output).contains(expected), "{expected}: {}", stderr(&output));
    }
}

#[test]
fn match_lines_may_end_with_crlf() {
    let mut words: Vec<String> = heibai("good", 1).into_iter().chain(faulty("crlf", 1)).collect();
    words.extend(["--games", "2"].map(str::to_owned));
    let text = play(&refs(&words));
    assert!(text.contains("2 games") && !text.contains("faults"), "{text}");
}

#[test]
fn match_time_is_measured_by_the_runner() {
    let mut words: Vec<String> = heibai("good", 1).into_iter().chain(faulty("slow", 2)).collect();
    *words.last_mut().unwrap() = "st=0.4".to_owned();
    words.extend(["--games", "2", "--timemargin", "100"].map(str::to_owned));
    let text = play(&refs(&words));
    assert!(text.contains("faulty loses by 1 time loss: "), "{text}");
    assert!(text.contains("0.400 s left (st=0.4)"), "{text}");
}

#[test]
fn match_standard_error_never_blocks() {
    let folder = Folder::new();
    let mut words: Vec<String> = heibai("good", 1).into_iter().chain(faulty("babble", 2)).collect();
    let logs = folder.path("logs");
    words.extend(["--games", "2", "--stderr-dir", &logs].map(str::to_owned));
    let text = play(&refs(&words));
    assert!(!text.contains("faults"), "{text}");
    let log = folder.text("logs/faulty.log");
    let talk = log.lines().filter(|&line| line == "a line of an engine that talks a lot");
    assert_eq!(talk.count(), 20_000, "{:?}", log.lines().find(|line| !line.starts_with("a line")));
}

#[test]
fn match_passes_are_left_out_for_those_that_refuse_them() {
    let folder = Folder::new();
    fs::write(folder.path("openings.txt"), MUST_PASS).unwrap();
    let log = folder.path("log");
    let play_with = |pass: &str, record: &str| {
        let cmd = format!("cmd=sh '{}' '{HEIBAI}' '{log}'", engine_script("gtp.sh"));
        let mut words: Vec<String> = heibai("good", 1).to_vec();
        words.extend(["--engine".to_owned(), "name=gtp".to_owned(), cmd, format!("pass={pass}")]);
        words.extend(["proto=gtp".to_owned(), "limit=own".to_owned()]);
        let (openings, record) = (folder.path("openings.txt"), folder.path(record));
        words.extend(
            ["--openings", &openings, "--games", "2", "--games-out", &record].map(str::to_owned),
        );
        play(&refs(&words))
    };
    let omitted = play_with("omit", "omit.jsonl");
    assert!(folder.text("omit.jsonl").contains("\"move\":\"pass\""), "no game had a pass");
    assert!(!omitted.contains("faults"), "{omitted}");
    assert!(!folder.text("log").to_lowercase().contains("pass"));
    let sent = play_with("send", "send.jsonl");
    assert!(sent.contains("gtp loses by 1 refused command: 'play "), "{sent}");
}

#[test]
fn match_every_protocol_plays() {
    for protocol in ["ugi", "uci"] {
        let mut words: Vec<String> = heibai("a", 1).into_iter().chain(heibai("b", 1)).collect();
        words.extend([
            format!("proto={protocol}"),
            "tc=0.5+0.01".to_owned(),
            "option.Hash=2".to_owned(),
        ]);
        words.extend(["--games", "2", "--timemargin", "5000"].map(str::to_owned));
        let text = play(&refs(&words));
        assert!(text.contains("2 games") && !text.contains("faults"), "{protocol}: {text}");
    }
}

/// Heibai behind each protocol, told to search by whatever the protocol has for it, from a set-up too.
#[test]
fn match_every_limit_is_told() {
    let folder = Folder::new();
    let set_up = format!("OX{} X\n{}", "-".repeat(62), OPENINGS.lines().next().unwrap());
    fs::write(folder.path("openings.txt"), set_up).unwrap();
    let openings = folder.path("openings.txt");
    for (protocol, limit) in [
        ("gtp", "depth=2"),
        ("gtp", "nodes=300"),
        ("gtp", "level=2"),
        ("gtp", "st=0.02"),
        ("gtp", "tc=2+0.02"),
        ("gtp", "tc=10/1"),
        ("ugi", "nodes=300"),
        ("uci", "level=2"),
        ("nboard", "level=2"),
        ("nboard", "depth=1"),
    ] {
        let mut words: Vec<String> = heibai("good", 1).to_vec();
        words.extend(["--engine", "name=told"].map(str::to_owned));
        words.extend([format!("cmd={HEIBAI}"), format!("proto={protocol}"), limit.to_owned()]);
        words.extend(["--openings", &openings, "--timemargin", "3000"].map(str::to_owned));
        let text = play(&refs(&words));
        assert!(text.contains("4 games") && !text.contains("faults"), "{protocol} {limit}: {text}");
    }
}

#[test]
fn match_what_an_engine_of_gtp_lacks_is_named() {
    let folder = Folder::new();
    fs::write(folder.path("openings.txt"), format!("OX{} X\n", "-".repeat(62))).unwrap();
    let (openings, log) = (folder.path("openings.txt"), folder.path("log"));
    for (words, expected) in [
        (&["depth=4"][..], "it lists no command to set depth=4 (set_depth or depth)"),
        (&["nodes=4"], "it lists no command to set nodes=4 (kata-set-param maxVisits)"),
        (&["level=4"], "it lists no command to set level=4 (level or set_level)"),
        (
            &["limit=own", "--openings", &openings],
            "'gtp' cannot be told opening 1, a position that is set up: it does not list gogui-setup;",
        ),
    ] {
        let cmd = format!("cmd=sh '{}' '{HEIBAI}' '{log}'", engine_script("gtp.sh"));
        let mut arguments: Vec<String> = heibai("good", 1).to_vec();
        arguments.extend(["--engine", "name=gtp", &cmd, "proto=gtp"].map(str::to_owned));
        arguments.extend(words.iter().map(|&word| word.to_owned()));
        let output = run(&refs(&arguments));
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "{words:?}");
        assert!(stderr(&output).contains(expected), "{words:?}: {}", stderr(&output));
    }
}

#[test]
fn match_without_openings_has_four_games() {
    let text = play(&refs(&two(&[])));
    assert!(text.contains("\n4 games"), "{text}");
    assert_eq!(text.matches("two - one: ").count(), 2, "{text}");
}

#[test]
fn match_ends_when_the_test_is_decided() {
    let folder = Folder::new();
    let openings = folder.path("openings.txt");
    let mut words: Vec<String> = heibai("strong", 4).into_iter().chain(heibai("weak", 1)).collect();
    words.extend(["--openings", &openings, "--games", "2000"].map(str::to_owned));
    words.extend(["--sprt", "0", "200", "--concurrency", "2"].map(str::to_owned));
    let text = play(&refs(&words));
    assert!(text.contains("H1 accepted: +200 Elo"), "{text}");
    assert!(!text.contains("\n2000 games"), "{text}");
}

#[test]
fn match_nboard_engines_play() {
    let folder = Folder::new();
    fs::write(folder.path("openings.txt"), MUST_PASS).unwrap();
    let (openings, record) = (folder.path("openings.txt"), folder.path("m.jsonl"));
    let cmd = format!("cmd=sh '{}' '{HEIBAI}'", engine_script("nboard.sh"));
    let mut words: Vec<String> = heibai("good", 1).to_vec();
    words.extend(["--engine", "name=nboard", &cmd, "proto=nboard"].map(str::to_owned));
    words.extend(["--openings", &openings, "--games-out", &record].map(str::to_owned));
    words.extend(["--depth", "1"].map(str::to_owned));
    let text = play(&refs(&words));
    assert!(text.contains("2 games") && !text.contains("faults"), "{text}");
    let record = folder.text("m.jsonl");
    assert!(record.contains("\"depth\":7,\"score\":2.25,\"nodes\":42"), "{record}");
    assert!(record.contains("\"move\":\"pass\""), "no game had a pass");
}

#[test]
fn match_three_engines_meet_all() {
    let mut words: Vec<String> =
        ["a", "b", "c"].into_iter().flat_map(|name| heibai(name, 1)).collect();
    words.extend(["--games", "2"].map(str::to_owned));
    let text = play(&refs(&words));
    assert!(text.contains("6 games") && text.contains("b - c: 2 games"), "{text}");
    words.push("--gauntlet".to_owned());
    let text = play(&refs(&words));
    assert!(text.contains("4 games") && !text.contains("b - c"), "{text}");
}

#[test]
fn match_killed_in_the_middle_goes_on() {
    let folder = Folder::new();
    let openings = folder.path("openings.txt");
    let schedule = ["--openings", &openings, "--games", "200", "--order", "random", "--seed", "3"];
    let whole = folder.path("whole.jsonl");
    let expected = play(&refs(&two(&[&schedule[..], &["--games-out", &whole]].concat())));

    let (part, ggf) = (folder.path("part.jsonl"), folder.path("part.ggf"));
    let outputs = ["--games-out", &part, "--games-out", &ggf];
    let mut child = command(&refs(&two(&[&schedule[..], &outputs].concat())))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + PATIENCE;
    while fs::read_to_string(&part).unwrap_or_default().lines().count() < 20 {
        assert!(Instant::now() < deadline, "no games in time");
        std::thread::sleep(Duration::from_millis(2));
    }
    // SIGKILL.
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = fs::read(&part).unwrap();
    assert!(kept.iter().filter(|&&byte| byte == b'\n').count() < 201, "killed too late");
    // A line that the kill cut short.
    fs::write(&part, [&kept[..], b"{\"kind\":\"game\",\"ga"].concat()).unwrap();

    let other = run(&refs(&two(&["--openings", &openings, "--games", "100", "--resume", &part])));
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr(&other).contains("games: 200 and 100"), "{}", stderr(&other));
    let again = run(&refs(&two(&[&schedule[..], &["--games-out", &part]].concat())));
    assert!(stderr(&again).contains("holds a match already"), "{}", stderr(&again));

    let resume = ["--resume", &part, "--games-out", &ggf];
    let resumed = play(&refs(&two(&[&schedule[..], &resume].concat())));
    assert!(resumed.starts_with("resumed: "), "{resumed}");
    assert_eq!(table(&resumed), table(&expected));
    assert_eq!(
        (folder.text("part.jsonl").lines().count(), folder.text("part.ggf").lines().count()),
        (201, 200)
    );
    assert_eq!(table(&play(&["--merge", &part])), table(&expected));
}

#[test]
fn match_goes_on_before_the_first_game() {
    let folder = Folder::new();
    let record = folder.path("m.jsonl");
    play(&refs(&two(&["--games", "2", "--games-out", &record])));
    let header = folder.text("m.jsonl").lines().next().unwrap().to_owned();
    // Killed while the first line was written, and after it.
    for rest in ["", &header[..40], &header, &format!("{header}\n")] {
        fs::write(&record, rest).unwrap();
        let text = play(&refs(&two(&["--games", "2", "--resume", &record])));
        assert!(text.contains("2 games"), "{text}");
        assert_eq!(folder.text("m.jsonl").lines().count(), 3);
    }
    let missing = run(&refs(&two(&["--resume", &folder.path("none.jsonl")])));
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn match_takes_nothing_from_files_of_others() {
    let folder = Folder::new();
    // Without a line end, as many programs leave it.
    let others = "(;GM[2]PB[anna]PW[bo]\n;B[f5];W[d6])";
    for name in ["games.sgf", "games.ggf"] {
        let path = folder.path(name);
        fs::write(&path, others).unwrap();
        play(&refs(&two(&["--games", "2", "--games-out", &path])));
        let text = folder.text(name);
        assert!(text.starts_with(&format!("{others}\n(;GM[")), "{text}");
        assert_eq!(text.lines().count(), 4);
        // One of this program's own, cut off in its middle and before its line feed alone.
        let cut = text.trim_end().rsplit_once('[').unwrap().0;
        for (kept, games) in [(cut, 5), (text.trim_end(), 6)] {
            fs::write(&path, kept).unwrap();
            play(&refs(&two(&["--games", "2", "--games-out", &path])));
            assert_eq!(folder.text(name).lines().count(), games, "{}", folder.text(name));
        }
    }
    let path = folder.path("notes.jsonl");
    for notes in ["a page of notes", "{\"name\":1}", "a page\nof notes"] {
        fs::write(&path, notes).unwrap();
        let output = run(&refs(&two(&["--games", "2", "--games-out", &path])));
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("no record of a match"), "{}", stderr(&output));
        assert_eq!(folder.text("notes.jsonl"), notes);
    }
}

#[test]
fn match_record_is_written_by_one_run() {
    let folder = Folder::new();
    let path = folder.path("m.jsonl");
    play(&refs(&two(&["--games", "2", "--games-out", &path])));
    let before = folder.text("m.jsonl");
    let held = fs::File::options().append(true).open(&path).unwrap();
    held.lock().unwrap();
    let output = run(&refs(&two(&["--games", "2", "--resume", &path])));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("another run writes to this file"), "{}", stderr(&output));
    assert_eq!(folder.text("m.jsonl"), before);
}

#[test]
fn match_shards_make_the_whole() {
    let folder = Folder::new();
    let openings = folder.path("openings.txt");
    let files: Vec<String> = (0..4).map(|index| folder.path(&format!("{index}.jsonl"))).collect();
    let schedule = ["--openings", &openings, "--games", "20", "--scoring", "split"];
    let whole = play(&refs(&two(&[&schedule[..], &["--games-out", &files[0]]].concat())));
    for (index, file) in files.iter().enumerate().skip(1) {
        let shard = format!("{index}/3");
        let part = ["--shard", &shard, "--games-out", file];
        play(&refs(&two(&[&schedule[..], &part].concat())));
    }
    let picture = folder.path("merged.svg");
    let merged = play(&["--merge", &files[1], &files[2], &files[3], "--plot", &picture]);
    assert_eq!(table(&merged), table(&whole));
    assert!(folder.text("merged.svg").starts_with("<svg "));

    let other = folder.path("other.jsonl");
    play(&refs(&two(&["--games", "2", "--games-out", &other])));
    let output = run(&["--merge", &files[1], &other]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("not of the same match"), "{}", stderr(&output));
}

/// The array variables set by hand, as its head says; a task that is submitted again plays nothing twice.
#[cfg(unix)]
#[test]
fn match_slurm_script_plays_its_parts() {
    let folder = Folder::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/match_slurm.sh");
    let results = folder.path("results");
    for (task, resumed) in [("1", false), ("2", false), ("2", true)] {
        let output = Command::new("bash")
            .arg(&script)
            .arg(&results)
            .env("HEIBAI", HEIBAI)
            .env("MATCH", "--depth 1 --games 4")
            .env("SLURM_ARRAY_TASK_ID", task)
            .env("SLURM_ARRAY_TASK_COUNT", "2")
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(stdout(&output).starts_with("resumed: 2 of 2"), resumed, "{}", stdout(&output));
    }
    let parts = ["1", "2"].map(|part| folder.path(&format!("results/{part}.jsonl")));
    let merged = play(&["--merge", &parts[0], &parts[1]]);
    assert!(merged.contains("new - old: drawn match 2-2"), "{merged}");
    let without = Command::new("bash").arg(&script).env_remove("SLURM_ARRAY_TASK_ID").output();
    assert!(stderr(&without.unwrap()).contains("not a task of an array"));
}

#[cfg(unix)]
#[test]
fn match_interrupted_ends_in_order() {
    let folder = Folder::new();
    let record = folder.path("m.jsonl");
    // A `go` without limits that never ends: the engine is in the middle of a move when the signal comes.
    let mut words: Vec<String> =
        heibai("good", 1).into_iter().chain(faulty("silent", 40)).collect();
    words.extend(["--games", "100", "--games-out", &record].map(str::to_owned));
    let mut child = command(&refs(&words)).spawn().unwrap();
    let deadline = Instant::now() + PATIENCE;
    while fs::read_to_string(&record).unwrap_or_default().lines().count() < 2 {
        assert!(Instant::now() < deadline, "no game in time");
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(10));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let begun = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert_eq!(output.status.code(), Some(130));
    assert!(stdout(&output).contains("rank engine"), "{}", stdout(&output));
    let lines = folder.text("m.jsonl").lines().count();
    assert!((2..101).contains(&lines));
    // No engine is left behind.
    let left = Command::new("sh").args(["-c", "ps -ww -eo args"]).output().unwrap();
    let left = String::from_utf8_lossy(&left.stdout);
    let mine = "silent 40";
    assert!(
        !left
            .lines()
            .any(|line| line.contains(mine) && line.contains("ugi.sh") && !line.contains("match")),
        "{left}"
    );
}
