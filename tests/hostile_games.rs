//! Clients of Renju and Go that send anything: the program lives, answers all of it in order and ends when told.

use std::time::Duration;

use proptest::prelude::*;

use crate::client::Client;

/// Lines of GTP for any of the games, good and bad.
fn gtp_line() -> impl Strategy<Value = String> {
    let command = proptest::sample::select(vec![
        "play b D4",
        "play w E5",
        "play b C3",
        "play white J5",
        "play b I5",
        "play b pass",
        "play w PASS",
        "play w swap",
        "play b noswap",
        "play b offer D4 E4",
        "play w choose D4",
        "play b declare 2",
        "play w claim",
        "play b draw",
        "play green D4",
        "play b",
        "genmove b",
        "genmove w",
        "reg_genmove b",
        "kgs-genmove_cleanup w",
        "undo",
        "clear_board",
        "boardsize 5",
        "boardsize 9",
        "boardsize 1",
        "boardsize 99",
        "rectangular_boardsize 5 3",
        "komi 6.5",
        "komi much",
        "fixed_handicap 2",
        "place_free_handicap 3",
        "set_free_handicap A1 B2",
        "set_free_handicap A1 A1",
        "final_score",
        "final_status_list dead",
        "final_status_list seki",
        "final_status_list asleep",
        "showboard",
        "list_stones b",
        "all_legal w",
        "captures b",
        "move_history",
        "last_move",
        "get_komi",
        "heibai-action resign",
        "heibai-action no-result",
        "heibai-action both-lose",
        "heibai-action act black H8",
        "heibai-action act white A1",
        "heibai-action press",
        "heibai-action setup b D4 w E5",
        "heibai-resume b",
        "heibai-ask presumed",
        "heibai-ask forbidden",
        "heibai-ask sheet",
        "heibai-ask turn",
        "gogui-setup b D4 w E4",
        "gogui-setup_player w",
        "gogui-play_sequence b D4 w E5 b D4",
        "gogui-rules_legal_moves",
        "printsgf",
        "loadsgf /nowhere/at/all.sgf",
        "time_settings 0 0 0",
        "time_left b 0 0",
        "kgs-rules japanese",
        "kgs-rules chinese",
        "set_game Go",
        "set_game Renju",
        "set_game Othello",
        "heibai-setoption name Violations value lose",
        "heibai-setoption name Opening value swap2",
        "heibai-setoption name Size value 7",
        "heibai-setoption name Nothing value 7",
    ]);
    let cut = (command.clone(), 0usize..20)
        .prop_map(|(line, length)| line.chars().take(length).collect::<String>());
    prop_oneof![8 => command.prop_map(str::to_owned), 1 => cut, 1 => "[a-z!-~]{1,12}"]
        // A line that ends the session, or the search before it, is not for here.
        .prop_map(|line| line.replace("quit", "qu").replace('#', "+"))
}

/// Lines of UGI for any of the games, good and bad.
fn ugi_line() -> impl Strategy<Value = String> {
    let command = proptest::sample::select(vec![
        "setoption name Game value go",
        "setoption name Game value renju",
        "setoption name Game value othello",
        "setoption name Board Size value 5",
        "setoption name Komi value x",
        "setoption name Rule value freestyle",
        "setoption name Opening value taraguchi10",
        "setoption name Forbidden value loss",
        "position startpos",
        "position startpos moves e5 pass pass",
        "position startpos moves e5 e5",
        "position startpos moves h8 i9 j10 swap a1 offer k9 h10",
        "position startpos moves h8 h9 j10 noswap",
        "position fen 15/15/15/15/15/15/7x7/6x1x6/7x7/15/15/15/15/15/15 b moves h8 claim",
        "position fen 1xo1/xxoo/1xo1/1xo1 b moves pass pass",
        "position fen 99/x b",
        "uginewgame",
        "go nodes 5",
        "go depth 1",
        "go nodes 5 searchmoves h8 pass",
        "stop",
        "isready",
        "d",
        "features",
        "query gameover",
        "query result",
        "query p1turn",
        "ask score",
        "ask status dead",
        "ask presumed",
        "ask liberties e5",
        "ask liberties z99",
        "ask turn",
        "ask fifth",
        "ask kind h8",
        "ask",
        "action resign",
        "action resume white",
        "action confirm",
        "action handicap fixed 4",
        "action handicap free 99",
        "action setup black a1 empty b2",
        "action act white pass",
        "action agree draw",
        "action bothflags",
        "action",
    ]);
    let cut = (command.clone(), 0usize..30)
        .prop_map(|(line, length)| line.chars().take(length).collect::<String>());
    prop_oneof![8 => command.prop_map(str::to_owned), 1 => cut, 1 => "\\PC{0,12}"]
        .prop_map(|line| line.replace("quit", "qu").replace(['\n', '\r'], " "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Every command gets one answer, with its number, in order.
    #[test]
    fn games_by_gtp_answer_any_lines(
        game in proptest::sample::select(vec!["go", "renju"]),
        lines in proptest::collection::vec(gtp_line(), 1..40),
    ) {
        let mut client = Client::start_with(&["--protocol", "gtp", "--game", game]);
        client.send("kata-set-param maxVisits 5\nboardsize 7");
        client.frame();
        client.frame();
        for (number, line) in lines.iter().enumerate() {
            client.send(&format!("{number} {line}"));
        }
        for (number, line) in lines.iter().enumerate() {
            if line.trim().is_empty() {
                // A number without a command is refused as one.
                client.frame();
                continue;
            }
            let answer = client.frame();
            let first = answer.first().cloned().unwrap_or_default();
            let id = first.get(1..).unwrap_or_default().split(' ').next().unwrap_or_default();
            prop_assert!(first.starts_with(['=', '?']), "{}: {:?}", line, answer);
            prop_assert_eq!(id, number.to_string(), "{}: {:?}", line, answer);
        }
        client.close();
        let (rest, status) = client.end(Duration::from_millis(1_500));
        prop_assert_eq!((status.code(), rest.len()), (Some(0), 0), "{:?}", rest);
    }

    /// Whatever was sent, `isready` is answered, and so is everything else before the end.
    #[test]
    fn games_by_ugi_survive_any_lines(
        game in proptest::sample::select(vec!["go", "renju"]),
        lines in proptest::collection::vec(ugi_line(), 1..40),
    ) {
        let mut client = Client::start_with(&["--protocol", "ugi", "--game", game]);
        let searches = lines.iter().filter(|line| line.starts_with("go ")).count();
        for line in &lines {
            client.send(line);
        }
        client.send("isready");
        let before = client.until(|line| line == "readyok");
        client.close();
        let (rest, status) = client.end(Duration::from_millis(1_500));
        prop_assert_eq!(status.code(), Some(0));
        let all = before.iter().chain(&rest);
        let answers = all.filter(|line| line.starts_with("bestmove ") || line.contains("error: go"));
        prop_assert!(answers.count() >= searches, "{:?}", lines);
    }
}
