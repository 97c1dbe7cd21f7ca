//! The Go player through the real binary: its time, `stop`, pondering, levels, resignation and analysis lines.
//!
//! A loaded machine may hold any process up, so what depends on the clock has several tries; what is not obeyed fails in
//! all of them.

use std::time::{Duration, Instant};

use crate::client::Client;

/// Boards and threads that are tried.
const TABLES: [(u8, u8); 4] = [(9, 1), (9, 2), (19, 1), (19, 2)];

const TRIES: u32 = 4;

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

/// Tries until something is as it should be, and tells what it was each time if it never is.
fn in_some_try<T: std::fmt::Debug>(
    what: &str,
    mut attempt: impl FnMut() -> T,
    is_right: impl Fn(&T) -> bool,
) {
    let mut seen = Vec::new();
    for _ in 0..TRIES {
        let found = attempt();
        if is_right(&found) {
            return;
        }
        seen.push(found);
    }
    panic!("{what}: {seen:?}");
}

fn ask(client: &mut Client, command: &str) -> String {
    client.send(command);
    let lines = client.frame();
    let answer = lines.first().unwrap_or_else(|| panic!("{command}: no answer"));
    assert!(answer.starts_with('='), "{command}: {lines:?}");
    answer.trim_start_matches('=').trim().to_owned()
}

/// A player by GTP with an empty board.
fn gtp(size: u8, threads: u8) -> Client {
    let mut client = Client::start_with(&["--protocol", "gtp", "--game", "go"]);
    ask(&mut client, &format!("boardsize {size}"));
    ask(&mut client, &format!("heibai-setoption name Threads value {threads}"));
    client
}

/// Lets a player make so many moves of one side and returns what they took together; the other side passes.
fn think(client: &mut Client, settings: &[&str], moves: u32) -> Duration {
    ask(client, "clear_board");
    for setting in settings {
        ask(client, setting);
    }
    let mut used = Duration::ZERO;
    for number in 0..moves {
        if number > 0 {
            ask(client, "play w pass");
        }
        let started = Instant::now();
        let mv = ask(client, "genmove b");
        used += started.elapsed();
        assert_ne!(mv, "pass", "on an open board");
    }
    used
}

/// Each control with the moves that a period, or all of the time, must be enough for.
#[test]
fn no_control_is_overstepped() {
    let controls: [(&[&str], u32, f64, f64); 6] = [
        (&["time_settings 0 1 1"], 1, 1.0, 0.25),
        (&["time_settings 0 1 3"], 3, 1.0, 0.25),
        (&["kgs-time_settings byoyomi 0 1 1"], 1, 1.0, 0.25),
        (&["kgs-time_settings canadian 0 1 4"], 4, 1.0, 0.25),
        (&["kgs-time_settings absolute 1"], 4, 1.0, 0.0),
        (&["time_settings 60 30 5", "time_left b 1 2"], 1, 1.0, 0.1),
    ];
    for (size, threads) in TABLES {
        let mut client = gtp(size, threads);
        for (settings, moves, most, least) in controls {
            let what = format!("{size}x{size}, {threads} threads, {settings:?}");
            in_some_try(
                &what,
                || think(&mut client, settings, moves),
                |&used| (seconds(least)..seconds(most)).contains(&used),
            );
        }
    }
}

#[test]
fn no_time_at_all_is_answered_by_a_move() {
    let mut client = gtp(19, 2);
    for setting in ["time_left b 0 0", "time_left b 0 3", "time_left b -5 0", "time_left b 0.02 1"]
    {
        let settings = ["time_settings 60 30 5", setting];
        in_some_try(setting, || think(&mut client, &settings, 1), |&used| used < seconds(0.3));
    }
}

/// A player by UGI.
fn ugi(size: u8, threads: u8) -> Client {
    let mut client = Client::start_with(&["--protocol", "ugi", "--game", "go"]);
    client.send(&format!("setoption name Board Size value {size}"));
    client.send(&format!("setoption name Threads value {threads}"));
    client.send("position startpos");
    client
}

fn is_best(line: &str) -> bool {
    line.starts_with("bestmove ")
}

#[test]
fn stop_is_answered_at_once() {
    for (size, threads) in TABLES {
        let mut client = ugi(size, threads);
        for go in ["go infinite", "go ponder movetime 60000", "go movetime 60000"] {
            let what = format!("{size}x{size}, {threads} threads, {go}");
            in_some_try(
                &what,
                || {
                    client.send(go);
                    client.until(|line| line.starts_with("info ") && line.contains(" nodes "));
                    let started = Instant::now();
                    client.send("stop");
                    client.until(is_best);
                    started.elapsed()
                },
                |&took| took < seconds(0.15),
            );
        }
    }
}

#[test]
fn pondering_waits_for_the_hit_and_then_keeps_its_time() {
    let mut client = ugi(9, 2);
    client.send("position startpos moves e5 c3");
    client.send("go ponder movetime 400");
    let waited = Instant::now();
    while waited.elapsed() < seconds(0.7) {
        let line = client.within(seconds(0.05));
        assert!(!line.as_deref().is_some_and(is_best), "{line:?} before the hit");
    }
    let hit = Instant::now();
    client.send("ponderhit");
    client.until(is_best);
    assert!(hit.elapsed() < seconds(5.0), "{:?}", hit.elapsed());
    client.send("position startpos moves e5 c3 g7");
    in_some_try(
        "movetime 400",
        || {
            let started = Instant::now();
            client.send("go movetime 400");
            client.until(is_best);
            started.elapsed()
        },
        |&took| (seconds(0.2)..=seconds(0.4)).contains(&took),
    );
}

/// Games played by the last search.
fn games(lines: &[String]) -> u64 {
    let told = lines.iter().rev().find_map(|line| {
        let mut words = line.split(' ').skip_while(|&word| word != "nodes");
        words.nth(1)?.parse().ok()
    });
    told.unwrap_or_else(|| panic!("no nodes in {lines:?}"))
}

#[test]
fn levels_double_the_games() {
    let mut client = ugi(9, 1);
    for (level, most) in [(1, 100), (2, 200), (4, 800)] {
        client.send(&format!("setoption name Level value {level}"));
        client.send("go");
        let found = games(&client.until(is_best));
        assert!(found > most / 2 && found <= most, "level {level}: {found} games");
    }
}

#[test]
fn a_hopeless_game_is_given_up_where_that_is_wished() {
    let mut client = gtp(9, 1);
    for column in ["a", "b", "c", "d", "e", "f", "g", "h", "j"] {
        for row in [3, 5, 7] {
            ask(&mut client, &format!("play w {column}{row}"));
        }
    }
    ask(&mut client, "heibai-setoption name Level value 7");
    assert_ne!(ask(&mut client, "genmove b"), "resign");
    ask(&mut client, "undo");
    ask(&mut client, "heibai-setoption name Resign value 10");
    assert_eq!(ask(&mut client, "genmove b"), "resign");
    // The game that is won is not given up.
    assert_ne!(ask(&mut client, "genmove w"), "resign");
}

#[test]
fn analysis_tells_lines_and_ends_with_the_next_line() {
    for (size, threads) in [(9, 1), (19, 2)] {
        let mut client = gtp(size, threads);
        for command in ["lz-analyze b 5", "kata-analyze b 5", "lz-genmove_analyze b 5"] {
            if command.contains("genmove") {
                ask(&mut client, "time_settings 0 1 1");
            }
            client.send(command);
            assert_eq!(client.next(), "=", "{command}");
            let first = client.next();
            for word in ["info move ", " visits ", " winrate ", " pv "] {
                assert!(first.contains(word), "{command}: {first}");
            }
            if command.contains("genmove") {
                let lines = client.frame();
                assert!(lines.last().is_some_and(|line| line.starts_with("play ")), "{lines:?}");
                continue;
            }
            client.send("name");
            assert!(client.frame().iter().all(|line| line.starts_with("info move ")));
            assert_eq!(client.frame(), ["= Heibai"]);
        }
    }
}
