//! The protocol loop through the real binary, and through engines that misbehave.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use heibai::engine::{
    BestMove, Engine, EngineError, Info, Limits, Observer, OptionSpec, PositionText, SearchValue,
    StopFlag, View,
};
use heibai::game::{Color, Game};
use heibai::othello::{OthelloEngine, Position};
use heibai::protocol::Front;
use heibai::session::Session;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::client::{Client, PATIENCE, Wire, play_file};

/// A position in which a search takes long enough to be met while it runs.
const BUSY: &str = "position moves f5 d6 c3 d3 c4 f4 f6 f3 e6 e7";

#[test]
fn transcripts_match() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sessions/ugi");
    let mut scripts: Vec<_> = std::fs::read_dir(folder)
        .expect("the scripts are there")
        .map(|entry| entry.unwrap().path())
        .collect();
    scripts.sort();
    assert!(scripts.len() >= 8, "{scripts:?}");
    for script in scripts {
        play_file(&script, Wire::Ugi);
    }
}

/// Returns the value that 95 of 100 measurements do not pass.
fn p95(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() * 95 / 100]
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut client = Client::start();
    client.send(BUSY);
    client.send("go infinite");
    client.next();
    let times = (0..200)
        .map(|_| {
            let asked = Instant::now();
            client.send("isready");
            client.until(|line| line == "readyok");
            asked.elapsed()
        })
        .collect();
    let p95 = p95(times);
    assert!(p95 < Duration::from_millis(50), "{p95:?}");
    client.send("stop");
    client.until(|line| line.starts_with("bestmove "));
}

#[test]
fn stop_is_obeyed_at_once() {
    let mut client = Client::start();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    client.send(BUSY);
    let times: Vec<Duration> = (0..200)
        .map(|_| {
            client.send("go infinite");
            client.next();
            std::thread::sleep(Duration::from_millis(random.random_range(0..25)));
            let asked = Instant::now();
            client.send("stop");
            client.until(|line| line.starts_with("bestmove "));
            asked.elapsed()
        })
        .collect();
    let longest = *times.iter().max().unwrap();
    let p95 = p95(times);
    assert!(p95 < Duration::from_millis(20), "p95 {p95:?}");
    assert!(longest < Duration::from_millis(200), "longest {longest:?}");
}

#[test]
fn a_thousand_infinite_searches_give_a_thousand_legal_moves() {
    let mut client = Client::start();
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut position = Position::start();
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..1_000 {
        client.send(&format!("position startpos moves {}", moves.join(" ")));
        client.send("go infinite");
        // Some stops come before the search has begun, some while it runs.
        if random.random_bool(0.5) {
            std::thread::sleep(Duration::from_micros(random.random_range(0..8_000)));
        }
        client.send("stop");
        let best = client.best_move();
        let legal: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
        assert!(legal.contains(&best), "{best} is not among {legal:?}");
        let mv = legal[random.random_range(0..legal.len())].clone();
        position.play(mv.parse().unwrap()).unwrap();
        moves.push(mv);
        if position.is_over() {
            position = Position::start();
            moves.clear();
        }
    }
    assert_eq!(client.sync(), Vec::<String>::new());
}

#[test]
fn every_go_gets_one_legal_move_whatever_comes_between() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let goes = [
        "go depth 3",
        "go nodes 2000",
        "go movetime 15",
        "go infinite",
        "go ponder p1time 500 p2time 500",
        "go p1time 200 p2time 200 p1inc 5 p2inc 5",
        "go wld movetime 10",
        "go",
    ];
    for _ in 0..30 {
        let mut client = Client::start();
        let mut position = Position::start();
        let mut moves: Vec<String> = Vec::new();
        let mut asked: Vec<Vec<String>> = Vec::new();
        for _ in 0..random.random_range(5..40) {
            match random.random_range(0..10) {
                0..3 => {
                    let legal = position.legal_moves();
                    if let Some(&mv) = legal.get(random.random_range(0..legal.len().max(1))) {
                        position.play(mv).unwrap();
                        moves.push(mv.to_string());
                    }
                    client.send(&format!("position startpos moves {}", moves.join(" ")));
                }
                3..6 => {
                    client.send(goes[random.random_range(0..goes.len())]);
                    asked.push(position.legal_moves().iter().map(ToString::to_string).collect());
                }
                6 => client.send("stop"),
                7 => client.send(["ponderhit", "isready", "d"][random.random_range(0..3)]),
                8 => client.send("setoption name Threads value 2"),
                _ => std::thread::sleep(Duration::from_millis(random.random_range(0..20))),
            }
        }
        client.close();
        let (lines, status) = client.end(Duration::from_millis(1_500));
        assert_eq!(status.code(), Some(0));
        let best: Vec<&str> =
            lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        assert_eq!(best.len(), asked.len(), "{lines:?}");
        for (mv, legal) in best.iter().zip(&asked) {
            let over = legal.is_empty() && *mv == "(none)";
            assert!(over || legal.contains(&(*mv).to_owned()), "{mv} is not among {legal:?}");
        }
        // Between two answers a search has told something, or that the session was over before it; then all are.
        let mut told = false;
        let mut over = false;
        for line in &lines {
            over |= line.starts_with("info string error ");
            assert!(!(over && line.starts_with("info depth ")), "{lines:?}");
            told |= over || line.starts_with("info depth ");
            if line.starts_with("bestmove ") {
                assert!(std::mem::take(&mut told), "a silent search: {lines:?}");
            }
        }
    }
}

#[test]
fn two_copies_play_games_on_the_clock() {
    let mut clients = [Client::start(), Client::start()];
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for game in 0..2 {
        let mut position = Position::start();
        let mut moves: Vec<String> = Vec::new();
        let mut clocks = [Duration::from_millis(1_200); 2];
        while !position.is_over() {
            let side = position.side_to_move().index();
            let client = &mut clients[side ^ game];
            let mv = if moves.len() < 6 {
                let legal = position.legal_moves();
                legal[random.random_range(0..legal.len())].to_string()
            } else {
                client.send(&format!("position moves {}", moves.join(" ")));
                let millis = |side: usize| clocks[side].as_millis();
                let (black, white) = (millis(0), millis(1));
                let asked = Instant::now();
                client.send(&format!("go p1time {black} p2time {white}"));
                let mv = client.best_move();
                let used = asked.elapsed();
                assert!(used <= clocks[side], "{used:?} of {:?} used", clocks[side]);
                clocks[side] -= used;
                mv
            };
            position.play(mv.parse().unwrap()).unwrap_or_else(|error| panic!("{mv}: {error}"));
            moves.push(mv);
        }
        let [first, second] = &mut clients;
        for client in [first, second] {
            client.send(&format!("position moves {}", moves.join(" ")));
            client.send("query gameover");
            assert_eq!(client.sync(), ["response true"]);
        }
    }
}

#[test]
fn pipelined_commands_are_answered_in_order() {
    let mut client = Client::start();
    let mut script = String::new();
    for round in 0..20 {
        script.push_str("position startpos\ngo depth 3\nquery p1turn\nposition moves f5\n");
        script.push_str(&format!(
            "query p1turn\nperft {}\nsetoption name Level value 5\n",
            1 + round % 3
        ));
    }
    client.send_bytes(script.as_bytes());
    let mut answers = Vec::new();
    for _ in 0..20 {
        answers.extend(client.until(|line| line.starts_with("perft ")));
    }
    answers.extend(client.sync());
    let kept = |head: &str| answers.iter().filter(|line| line.starts_with(head)).count();
    assert_eq!((kept("bestmove "), kept("perft "), kept("response ")), (20, 20, 40));
    let order: Vec<&String> = answers
        .iter()
        .filter(|line| line.starts_with("perft ") || line.as_str() == "response false")
        .collect();
    // Behind a position that waits, a question waits as well.
    assert!(order.chunks(2).all(|pair| pair[0] == "response false"), "{order:?}");
}

#[test]
fn everything_asked_before_quit_is_answered() {
    for end in ["quit\n", ""] {
        let mut client = Client::start();
        let script = "go depth 50\nposition moves f5\ngo infinite\nd\nquery p1turn\nperft 15\n\
                      setoption name Level value 99\ngo exact\ngo ponder\n";
        client.send_bytes(format!("{script}{end}").as_bytes());
        client.close();
        let (lines, status) = client.end(Duration::from_millis(1_500));
        assert_eq!(status.code(), Some(0));
        let count = |head: &str| lines.iter().filter(|line| line.starts_with(head)).count();
        assert_eq!(count("bestmove "), 4, "{lines:?}");
        assert_eq!(count("response false"), 1, "{lines:?}");
        assert_eq!(count("side white"), 1, "{lines:?}");
        assert_eq!(count("info string option 'Level': 99"), 1, "{lines:?}");
        assert_eq!(count("perft ") + count("info string perft stopped"), 1, "{lines:?}");
    }
}

#[test]
fn no_answer_before_stop_or_ponderhit() {
    let mut client = Client::start();
    // A finished game, a forced pass and a solved ending leave nothing to search.
    for position in [
        "position startpos",
        "position fen ---------------------------XX------XX--------------------------- O",
        "position fen OXXXXXXX-------------------------------------------------------- X",
    ] {
        for (go, end) in
            [("go infinite", "stop"), ("go ponder movetime 20", "ponderhit"), ("go ponder", "stop")]
        {
            client.send(position);
            client.send(go);
            assert!(client.next().starts_with("info depth "));
            let early = client.within(Duration::from_millis(60));
            assert!(early.is_none_or(|line| line.starts_with("info ")), "{position}: {go}");
            client.send(end);
            client.until(|line| line.starts_with("bestmove "));
        }
    }
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut client = Client::start();
    client.send(BUSY);
    client.send("go ponder exact movetime 150");
    client.next();
    std::thread::sleep(Duration::from_millis(300));
    let hit = Instant::now();
    client.send("ponderhit");
    client.until(|line| line.starts_with("bestmove "));
    assert!(hit.elapsed() < Duration::from_millis(400), "{:?}", hit.elapsed());
}

#[test]
fn time_limits_are_kept() {
    let mut client = Client::start();
    client.send(BUSY);
    client.send("isready");
    client.sync();
    // What a loaded machine may add.
    let slack = Duration::from_millis(200);
    for (go, limit) in [
        ("go movetime 0", 0),
        ("go movetime -7", 0),
        ("go movetime 0 exact", 0),
        ("go wtime 0 btime 0", 0),
        ("go wtime -50 btime -50 winc 0 binc 0", 0),
        ("go winc 100 binc 100", 0),
        ("go nodes 0", 0),
        ("go nodes 1", 0),
        ("go movetime 100", 100),
        ("go p1time 300 p2time 300 movestogo 1", 300),
        ("go movetime 50 exact", 50),
        ("go movetime 50 depth 4294967296", 50),
    ] {
        let asked = Instant::now();
        client.send(go);
        client.best_move();
        let used = asked.elapsed();
        assert!(used < Duration::from_millis(limit) + slack, "{go}: {used:?}");
    }
}

#[test]
fn an_only_move_is_still_solved_when_asked() {
    let mut client = Client::start();
    // Black has c1 alone.
    client.send("position fen XO-------------------------------------------------------------- X");
    client.send("go exact movetime 5000");
    let lines = client.until(|line| line.starts_with("bestmove "));
    let last = &lines[lines.len() - 2];
    assert!(last.contains(" selectivity 100 score cp 6400 "), "{last}");
}

#[test]
fn options_change_between_searches() {
    let mut client = Client::start();
    client.send(BUSY);
    client.send("go exact");
    client.send("setoption name MultiPV value 3");
    client.send("isready");
    let lines = client.until(|line| line == "readyok");
    let waits = |line: &String| line == "info string the option is set when the search has ended";
    assert_eq!(lines.iter().filter(|line| waits(line)).count(), 1, "{lines:?}");
    client.send("stop");
    let lines = client.until(|line| line.starts_with("bestmove "));
    assert!(!lines.iter().any(|line| line.contains(" multipv 2 ")), "{lines:?}");
    client.send("go depth 2");
    let lines = client.until(|line| line.starts_with("bestmove "));
    assert!(lines.iter().any(|line| line.contains(" multipv 3 ")), "{lines:?}");
}

#[test]
fn ponder_moves_are_named_when_pondering_is_on() {
    let mut client = Client::start();
    client.send("go depth 4");
    let without = client.until(|line| line.starts_with("bestmove "));
    assert_eq!(without.last().unwrap().split(' ').count(), 2);
    client.send("setoption name ponder value TRUE");
    client.send("go depth 4");
    let with = client.until(|line| line.starts_with("bestmove "));
    let words: Vec<&str> = with.last().unwrap().split(' ').collect();
    assert_eq!((words.len(), words[2]), (4, "ponder"));
    client.send(&format!("position moves {}", words[1]));
    assert!(client.legal().contains(&words[3].to_owned()));
}

#[test]
fn variety_repeats_with_its_seed() {
    let run = |seed: u32| {
        let mut client = Client::start();
        client.send("setoption name Variety value 64");
        client.send(&format!("setoption name Seed value {seed}"));
        client.send("position moves f5 d6");
        (0..12)
            .map(|_| {
                client.send("go depth 1");
                client.best_move()
            })
            .collect::<Vec<_>>()
    };
    let first = run(5);
    assert_eq!(first, run(5));
    assert!(first.iter().any(|mv| *mv != first[0]), "{first:?}");
}

/// An engine whose searches go wrong in the way given.
struct Faulty {
    inner: OthelloEngine,
    fault: fn(&StopFlag) -> bool,
}

impl Engine for Faulty {
    fn game(&self) -> &'static str {
        self.inner.game()
    }
    fn new_game(&mut self) {
        self.inner.new_game();
    }
    fn set_position(&mut self, text: &PositionText<'_>, moves: &[&str]) -> Result<(), EngineError> {
        self.inner.set_position(text, moves)
    }
    fn play(&mut self, color: Option<Color>, mv: &str) -> Result<(), EngineError> {
        self.inner.play(color, mv)
    }
    fn undo(&mut self) -> Result<(), EngineError> {
        self.inner.undo()
    }
    fn view(&self) -> Box<dyn View> {
        self.inner.view()
    }
    fn options(&self) -> Vec<OptionSpec> {
        self.inner.options()
    }
    fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<String>, EngineError> {
        self.inner.set_option(name, value)
    }
    fn prepare(&mut self) {
        self.inner.prepare();
    }
    fn search(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<BestMove, EngineError> {
        let info = Info {
            depth: 1,
            seldepth: 1,
            selectivity: 100,
            value: SearchValue::Centi(0),
            bound: heibai::engine::Bound::Exact,
            nodes: 1,
            hashfull: 0,
            multi_pv: 1,
            pv: Vec::new(),
        };
        observer.info(&info);
        if (self.fault)(stop) { self.inner.search(limits, stop, observer) } else { panic!("a bug") }
    }
    fn perft(&self, _: u32, _: &StopFlag) -> Option<u64> {
        panic!("a bug in counting")
    }
    fn bench(&mut self, stop: &StopFlag) -> Option<u64> {
        self.inner.bench(stop)
    }
}

/// Plays a script against a session in this process; the last line has to end it.
fn serve(fault: fn(&StopFlag) -> bool, script: &str) -> Vec<String> {
    let front = Front::named("auto").unwrap();
    let builder = Box::new(move || -> Box<dyn Engine> {
        Box::new(Faulty { inner: OthelloEngine::new(), fault })
    });
    let session = Session::new(front, builder, &[("Level", "3")]).unwrap();
    let (output, write) = std::io::pipe().unwrap();
    let (input, mut sending) = std::io::pipe().unwrap();
    let serving = std::thread::spawn(move || session.run(input, write).unwrap());
    let reading = std::thread::spawn(move || {
        BufReader::new(output).lines().map(Result::unwrap).collect::<Vec<_>>()
    });
    for line in script.lines() {
        match line.strip_prefix("sleep ") {
            Some(millis) => std::thread::sleep(Duration::from_millis(millis.parse().unwrap())),
            None => sending.write_all(format!("{line}\n").as_bytes()).unwrap(),
        }
    }
    let started = Instant::now();
    drop(sending);
    serving.join().unwrap();
    assert!(started.elapsed() < PATIENCE);
    reading.join().unwrap()
}

#[test]
fn a_panic_in_the_search_still_gives_a_legal_move() {
    let script = "setoption name Scoring value split\nposition moves f5 d6\ngo depth 3\nsleep 100\n\
                  go infinite\nsleep 50\nisready\nstop\nperft 2\nsleep 50\nd\nhelp options\nquit";
    let lines = serve(|_| false, script);
    let mut position = Position::start();
    for mv in ["f5", "d6"] {
        position.play(mv.parse().unwrap()).unwrap();
    }
    let legal: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    let best: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!(best.len(), 2, "{lines:?}");
    assert!(best.iter().all(|mv| legal.contains(&(*mv).to_owned())), "{lines:?}");
    let error = |text: &str| lines.iter().filter(|line| *line == text).count();
    assert_eq!(error("info string error: the engine failed: a bug"), 2);
    assert_eq!(error("info string error: the engine failed: a bug in counting"), 1);
    // The engine in its place has the same options and position.
    assert!(lines.contains(&format!("legal {}", legal.join(" "))), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("Scoring: ") && line.ends_with("Now split.")));
    let ready = lines.iter().position(|line| line == "readyok").unwrap();
    let second = lines.iter().rposition(|line| line.starts_with("bestmove ")).unwrap();
    assert!(ready < second, "{lines:?}");
}

#[test]
fn a_search_that_does_not_stop_does_not_keep_the_session() {
    let stuck = |_: &StopFlag| {
        std::thread::sleep(Duration::from_secs(20));
        true
    };
    let started = Instant::now();
    let lines = serve(stuck, "go depth 3\nposition moves f5\nisready\nquit");
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    assert!(lines.contains(&"readyok".to_owned()));
    let best: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert!(["d3", "c4", "f5", "e6"].contains(&best[0]) && best.len() == 1, "{lines:?}");
}

/// Cuts what a session wrote into answers.
fn frames(lines: &[String]) -> Vec<String> {
    let text = lines.join("\n") + "\n";
    text.trim_end_matches('\n').split("\n\n").map(str::to_owned).collect()
}

#[test]
fn a_panic_in_the_search_is_one_answer_in_gtp() {
    let script = "1 play b f5\n2 genmove w\nsleep 100\n3 lz-analyze b 1\nsleep 100\n\n4 gogui-rules_side_to_move\n\
                  5 undo\n6 undo\n7 undo\n8 gogui-rules_legal_moves\n9 quit";
    let found = frames(&serve(|_| false, script));
    assert_eq!(found.len(), 9, "{found:?}");
    assert!(["=2 D6", "=2 F6", "=2 F4"].contains(&found[1].as_str()), "{found:?}");
    assert_eq!(found[0], "=1");
    assert_eq!(
        found[2..],
        ["=3", "=4 black", "=5", "=6", "?7 cannot undo", "=8 D3 C4 F5 E6", "=9"]
    );
}

#[test]
fn a_search_that_does_not_stop_is_answered_in_gtp() {
    let stuck = |_: &StopFlag| {
        std::thread::sleep(Duration::from_secs(20));
        true
    };
    let started = Instant::now();
    let found = frames(&serve(stuck, "1 genmove b\n2 name\n\n3 quit"));
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    assert!(found[0].starts_with("=1 "), "{found:?}");
    assert_eq!(found[1..], ["?2 the session is over", "=3"]);
}

#[test]
fn bad_settings_are_refused() {
    for (name, value) in [("Level", "high"), ("No Such", "1")] {
        let builder = Box::new(|| -> Box<dyn Engine> { Box::new(OthelloEngine::new()) });
        assert!(Session::new(Front::named("ugi").unwrap(), builder, &[(name, value)]).is_err());
    }
    assert!(Front::named("telepathy").is_none());
}

#[test]
fn a_forced_pass_is_one_line_however_many_are_wanted() {
    let mut client = Client::start();
    client.send("setoption name MultiPV value 9");
    client.send(&format!("position fen {MUST_PASS}"));
    for (option, go) in [("Threads value 1", "go exact"), ("Variety value 64", "go depth 4")] {
        client.send(&format!("setoption name {option}"));
        client.send(go);
        let lines = client.until(|line| line.starts_with("bestmove "));
        assert!(lines.iter().all(|line| !line.contains("multipv 2 ")), "{go}: {lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("bestmove pass"));
        if go == "go exact" {
            let exact = lines[lines.len() - 2].as_str();
            assert!(exact.contains("selectivity 100 score cp -2600 nodes "), "{exact}");
        }
    }
}

/// White has no move, Black has seven; White loses by 26.
const MUST_PASS: &str = "XOOO-OOOXOOOOOOO-OOXOO-OOOOOOOOOOO-OOOOO-OO-OO-OO-OO-OOOOOOOOXO- O";

#[test]
fn the_first_move_tells_the_side_where_the_position_does_not() {
    let mut client = Client::start();
    let board = format!("{}OX{}", "-".repeat(27), "-".repeat(35));
    for (position, answer) in [
        // Only White can play f4, and then it is Black's turn.
        (format!("fen {board} moves f4"), "response true"),
        ("qipu (d4E4) moves f4".to_owned(), "response true"),
        ("qipu (d4E4) moves c4".to_owned(), "response false"),
    ] {
        client.send("position startpos");
        client.send(&format!("position {position}"));
        client.send("query p1turn");
        client.send("query gameover");
        assert_eq!(client.sync(), [answer, "response true"], "{position}");
    }
    client.send(&format!("position fen {board} X moves f4"));
    let error = "info string error: illegal move 'f4': it turns no disc";
    assert_eq!(client.sync(), [error]);
}
