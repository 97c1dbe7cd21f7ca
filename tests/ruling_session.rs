//! The ruling behind two passes is worked out beside the session, which answers meanwhile.

use std::time::Duration;

use crate::client::{Client, PATIENCE};

/// Few stones on a board without walls: the ruling takes as long as it may.
const OPEN: &str = "position startpos moves e5 c3 g7 g3 c7 e3 e7 c5 g5 pass pass";

fn ugi() -> Client {
    let mut client = Client::start_with(&["--protocol", "ugi", "--game", "go"]);
    client.send("setoption name Board Size value 9");
    client.send(OPEN);
    client
}

fn is_result(line: &str) -> bool {
    line.starts_with("stopped ")
}

#[test]
fn ruling_lets_the_session_answer_and_a_stop_cuts_it_short() {
    let mut client = ugi();
    client.send("d\nisready");
    assert_eq!(client.next(), "readyok");
    // What asks for the same ruling waits behind it, in order.
    client.send("query gameover\nask score\nstop");
    let lines = client.until(is_result);
    assert!(lines.len() > 10, "{lines:?}");
    assert_eq!(client.next(), "response true");
    let score = client.next();
    assert!(score.starts_with("B+") || score.starts_with("W+"), "{score}");
    assert!(lines.last().unwrap().ends_with(&score), "{lines:?}");
    // Cut short it rests on what is presumed, and is not worked out again.
    client.send("ask presumed\nisready");
    assert_ne!(client.until(|line| line == "readyok").len(), 1);
}

#[test]
fn ruling_that_is_easy_is_there_at_once() {
    let mut client = Client::start_with(&["--protocol", "ugi", "--game", "go"]);
    client.send("position fen 1xo1/xxoo/1xo1/1xo1 b moves pass pass");
    client.send("ask score\nisready");
    assert_eq!((client.next().as_str(), client.next().as_str()), ("W+6.5", "readyok"));
}

#[test]
fn ruling_does_not_keep_a_session_from_its_end() {
    for end in ["quit", ""] {
        let mut client = ugi();
        client.send("ask score");
        std::thread::sleep(Duration::from_millis(30));
        if !end.is_empty() {
            client.send(end);
        }
        client.close();
        let (lines, status) = client.end(Duration::from_millis(1_500));
        assert_eq!((status.code(), lines.len()), (Some(0), 1), "{lines:?}");
        assert!(lines[0].contains('+'), "{lines:?}");
    }
}

/// Everything is sent at once, the end too: what can be proved in a moment is proved all the same.
#[test]
fn ruling_asked_for_before_the_end_is_worked_out() {
    for end in ["quit\n", ""] {
        let mut client = Client::start_with(&["--protocol", "ugi", "--game", "go"]);
        client.send("position fen x1oo/xxxo/1oo1 b moves pass pass");
        client.send_bytes(format!("ask presumed\nask status dead\n{end}").as_bytes());
        client.close();
        let (lines, status) = client.end(PATIENCE);
        assert_eq!(status.code(), Some(0));
        assert_eq!(lines[0], "none", "{lines:?}");
        assert!(lines.len() > 1, "{lines:?}");
    }
    let mut client = Client::start_with(&["--protocol", "gtp", "--game", "go"]);
    let moves =
        "boardsize 5\nkomi 0\nplay b C3\nplay b B2\nplay w pass\nplay b pass\nfinal_score\nquit\n";
    client.send_bytes(moves.as_bytes());
    client.close();
    let (lines, _) = client.end(PATIENCE);
    assert!(lines.iter().any(|line| line.starts_with("= B+")), "{lines:?}");
}

#[test]
fn ruling_by_gtp_is_answered_in_order_and_interrupted() {
    let mut client = Client::start_with(&["--protocol", "gtp", "--game", "go"]);
    client.send("boardsize 9\nclear_board\nkomi 6.5");
    for (number, mv) in
        ["e5", "c3", "g7", "g3", "c7", "e3", "e7", "c5", "g5", "pass", "pass"].iter().enumerate()
    {
        client.send(&format!("play {} {mv}", if number % 2 == 0 { "b" } else { "w" }));
    }
    for _ in 0..14 {
        assert_eq!(client.frame(), ["="]);
    }
    client.send("1 final_score\n2 final_status_list dead\n3 name\n# interrupt");
    let score = client.frame();
    assert!(score[0].starts_with("=1 ") && score[0].contains('+'), "{score:?}");
    assert!(client.frame()[0].starts_with("=2"));
    assert_eq!(client.frame(), ["=3 Heibai"]);
    // A move is not possible any more, and says so as before.
    client.send("4 genmove b");
    assert!(client.frame()[0].starts_with("=4 "), "after the stop");
    client.close();
    assert_eq!(client.end(PATIENCE).1.code(), Some(0));
}
