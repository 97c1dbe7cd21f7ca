//! The rules of Go on boards whose course is known: articles 1 to 6, 9 and 11 to 14 of the Japanese rules.

use heibai::game::Color::{self, Black, White};
use heibai::game::{Game, Outcome, PlayError, perft};
use heibai::go::{ActionError, Board, Ending, Komi, Move, Phase, Point, Position, fen, sgf};
use proptest::prelude::*;

use crate::go_board::Twin;

fn at(name: &str) -> Point {
    name.parse().expect("a point")
}

fn mv(name: &str) -> Move {
    name.parse().expect("a move")
}

fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays moves in turn.
fn play(position: &mut Position, names: &str) {
    for name in names.split_whitespace() {
        position.play(mv(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// Article 3, comment 3, and article 4: what cannot exist cannot be played.
#[test]
fn points_without_a_liberty_cannot_be_played() {
    // One stone, a chain that would fill its last liberty, the same in the corner.
    for (text, point) in [
        (". X . \n X . X \n . X .", "b2"),
        (". X . . \n X O X . \n X . X . \n . X . .", "b2"),
        (". . X O \n . . X . \n . . . X \n . . . .", "d3"),
    ] {
        let board = board(text);
        assert_eq!(board.check(White, at(point)), Err(PlayError::Suicide), "{point} on\n{board}");
        assert!(board.is_legal(Black, at(point)), "{point} on\n{board}");
    }
}

/// Article 5: as in the document's figure 4, stones in the centre, at the edge and in the corner, one and many.
#[test]
fn chains_without_liberties_are_taken_off() {
    for (text, point, captured) in [
        // One stone in the centre.
        (". X . \n X O . \n . X .", "c2", 1),
        // A chain in the centre.
        (". X X . \n X O O . \n . X X .", "d2", 2),
        // At the edge and in the corner.
        ("O O . \n X X . \n . . .", "c3", 2),
        ("O . . \n X . . \n . . .", "b3", 1),
        // Two chains at once.
        (". X . X . \n X O . O X \n . X . X . \n . . . . .", "c3", 2),
        // The stone has no liberty until it has captured: the document's 6 to 8.
        (". X O . \n X O . O \n . X O .", "c2", 1),
        ("O . O \n X O O \n . X X", "b3", 4),
        ("O O . \n O O X \n X X .", "c3", 4),
    ] {
        let mut board = board(text);
        let before = board.clone();
        let change = board.play(Black, at(point)).expect("a capture");
        assert_eq!(change.captured(), captured, "{point} on\n{before}");
        assert_eq!((board.prisoners(Black), board.prisoners(White)), (captured, 0));
        assert_eq!(before.stones(White).len() - board.stones(White).len(), captured);
        assert!(board.liberties(at(point)) > 0);
    }
}

/// Article 6: as in the document's figure 5.
#[test]
fn ko_is_not_taken_back_on_the_next_move() {
    let start = board(". X O . \n X O . O \n . X O . \n . . . .");
    let mut game = Position::from_board(start, Black);
    play(&mut game, "c3");
    assert_eq!(game.board().ko(), Some((White, at("b3"))));
    assert_eq!(game.clone().play(mv("b3")), Err(PlayError::Ko));
    // A move elsewhere and its answer, or a pass and its answer, lift the ban.
    for between in ["d1 a1", "pass a1", "d1 pass"] {
        let mut game = game.clone();
        play(&mut game, between);
        play(&mut game, "b3");
        assert_eq!(game.board().prisoners(White), 1, "{between}");
        assert_eq!(game.play(mv("c3")), Err(PlayError::Ko), "{between}");
    }
    // Who took the ko may fill it.
    play(&mut game, "d1");
    assert_eq!(game.play(mv("b3")), Ok(()));
}

/// Two stones taken by one, one stone taken by two: no ko.
#[test]
fn more_than_one_stone_is_no_ko() {
    let start = board("O O . X \n X X O . \n . . O . \n . . . .");
    let mut board = start.clone();
    let change = board.play(Black, at("c4")).expect("a capture");
    assert_eq!((change.captured(), board.ko()), (2, None));
    let mut board = self::board(". X O . \n X O . X \n . X O .");
    let change = board.play(Black, at("c2")).expect("a capture");
    assert_eq!((change.captured(), board.ko()), (1, None));
}

/// Article 12: there is no superko, and agreement on a position that has come back ends the game.
#[test]
fn triple_ko_goes_round_until_both_agree() {
    let text = "
        . X O . . X O . . X O .
        X . X O X . X O X O . O
        . X O . . X O . . X O .
        . . . . . . . . . . . .";
    let start = Position::from_board(board(text), White);
    let mut game = start.clone();
    for round in 0..3 {
        for name in ["b3", "l3", "f3", "c3", "k3", "g3"] {
            let is_back = round > 0 || name == "g3";
            assert_eq!(game.no_result().err(), (round == 0).then_some(ActionError::NotRepeated));
            if round > 0 {
                assert!(game.undo());
            }
            play(&mut game, name);
            assert_eq!(game.is_repeated(), is_back, "round {round} {name}");
        }
        assert_eq!(game.board().hash(), start.board().hash());
        assert_eq!(game.side_to_move(), White);
    }
    assert_eq!(game.no_result(), Ok(()));
    assert_eq!(game.phase(), Phase::Ended(Ending::NoResult));
    assert_eq!(game.outcome(), Some(Outcome::Draw));
    assert!(game.undo());
    assert_eq!(game.phase(), Phase::Playing);
    // Whoever passes has not made the position come back.
    let mut passed = start;
    play(&mut passed, "pass a1");
    assert!(!passed.is_repeated());
}

/// Articles 1, 2 and 9: two passes stop play; who is asked to go on moves first.
#[test]
fn two_passes_stop_play_and_resumption_gives_the_other_side_the_move() {
    let mut game = Position::new(9).expect("a size");
    play(&mut game, "e5 pass");
    assert_eq!(game.phase(), Phase::Playing);
    assert_eq!(game.resume(Black), Err(ActionError::NotStopped));
    assert_eq!(game.confirm(), Err(ActionError::NotStopped));
    assert_eq!(game.both_lose(), Err(ActionError::NotStopped));
    play(&mut game, "pass");
    assert_eq!(game.phase(), Phase::Stopped);
    for name in ["c3", "pass", "e5"] {
        assert_eq!(game.play(mv(name)), Err(PlayError::Over), "{name}");
    }
    assert!(game.legal_moves().is_empty());
    assert_eq!(game.outcome(), Some(Outcome::Win(Black)));
    for asks in Color::ALL {
        let mut game = game.clone();
        assert_eq!(game.resume(asks), Ok(()));
        assert_eq!((game.phase(), game.side_to_move()), (Phase::Playing, !asks));
        // The passes before the stop count for nothing now.
        play(&mut game, "pass");
        assert_eq!(game.phase(), Phase::Playing);
        play(&mut game, "pass");
        assert_eq!(game.phase(), Phase::Stopped);
        assert_eq!(game.confirm(), Ok(()));
        assert_eq!(game.resume(asks), Err(ActionError::NotStopped));
        assert_eq!(game.resign(asks), Err(ActionError::Over));
        while game.undo() {}
        assert_eq!(game, Position::new(9).expect("a size"));
    }
    assert_eq!(game.both_lose(), Ok(()));
    assert_eq!(game.phase(), Phase::Ended(Ending::BothLose));
}

/// Article 14: a violation is refused, or loses at once where the players want it so.
#[test]
fn a_violation_loses_only_in_strict_play() {
    let start = board(". X O . \n X O . O \n . X O . \n . . . .");
    for is_strict in [false, true] {
        let mut game = Position::from_board(start.clone(), Black);
        game.set_strict(is_strict);
        play(&mut game, "c3");
        for (color, name, reason) in [
            (White, "b3", PlayError::Ko),
            (White, "a4", PlayError::Suicide),
            (White, "c3", PlayError::Occupied),
            (White, "e1", PlayError::Outside),
        ] {
            let mut game = game.clone();
            let before = game.clone();
            let played = game.play_as(color, mv(name));
            if is_strict {
                assert_eq!(played, Ok(()), "{name}");
                assert_eq!(game.phase(), Phase::Ended(Ending::Violated(White, reason)));
                assert_eq!(game.outcome(), Some(Outcome::Win(Black)));
                assert!(game.legal_moves().is_empty());
                assert!(game.undo());
            } else {
                assert_eq!(played, Err(reason), "{name}");
            }
            assert_eq!(game, before);
        }
        let mut game = game.clone();
        assert_eq!(game.play_as(Black, mv("d1")), Ok(()));
        let lost = game.phase() == Phase::Ended(Ending::Violated(Black, PlayError::OutOfTurn));
        assert_eq!(lost, is_strict, "two moves in a row");
    }
}

#[test]
fn handicap_stones_come_first_and_white_moves_after_them() {
    let mut game = Position::new(9).expect("a size");
    assert_eq!(game.give_handicap(&[at("c3")]), Err(ActionError::Stones));
    assert_eq!(game.give_handicap(&[at("c3"), at("c3")]), Err(ActionError::Points));
    assert_eq!(game.give_handicap(&[at("c3"), at("k10")]), Err(ActionError::Points));
    assert_eq!(game.give_handicap(&[at("c3"), at("g7")]), Ok(()));
    assert_eq!((game.handicap(), game.side_to_move()), (2, White));
    assert_eq!(game.give_handicap(&[at("c7"), at("g3")]), Err(ActionError::NotEmpty));
    assert!(game.undo());
    assert_eq!((game.handicap(), game.side_to_move()), (0, Black));
    play(&mut game, "e5");
    assert_eq!(game.give_handicap(&[at("c3"), at("g7")]), Err(ActionError::NotEmpty));
}

#[test]
fn resignation_ends_the_game_at_any_time() {
    let mut game = Position::new(5).expect("a size");
    assert_eq!(game.resign(White), Ok(()));
    assert_eq!(game.outcome(), Some(Outcome::Win(Black)));
    assert_eq!(game.play(mv("c3")), Err(PlayError::Over));
    assert_eq!(game.resign(Black), Err(ActionError::Over));
}

#[test]
fn records_carry_set_ups_passes_komi_and_odd_boards() {
    let text = "(;GM[1]FF[4]SZ[7:5]KM[-3.5]PB[a\\]b]AB[aa:ba][gd]AW[cc]PL[W];W[ce];B[];W[tt]C[x(;y]\n\
        ;B[dd](;W[ee];AE[aa]AW[ga])(;W[ff]))";
    let game = sgf::parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game.black, "a]b");
    let position = game.position;
    assert_eq!(position.komi(), Komi(-350));
    assert_eq!(fen::write(&position), "1x4o/7/2o4/3x2x/2o1o2 b");
    let again = sgf::parse(&sgf::write(&position, "a]b", "c", Some("B+R"))).expect("a game");
    assert_eq!((again.black.as_str(), again.white.as_str()), ("a]b", "c"));
    assert_eq!(again.result, "B+R");
    assert_eq!(again.position.board(), position.board());
    assert_eq!(again.position.plies().collect::<Vec<_>>(), position.plies().collect::<Vec<_>>());
}

#[test]
fn records_that_are_wrong_name_line_and_token() {
    for (text, words) in [
        ("(;GM[2])", "line 1, column 6: expected the game 1, Go, found '2'"),
        ("(;SZ[26])", "line 1, column 6: '26': expected a board of 2 to 25"),
        ("(;SZ[9x])", "line 1, column 6: expected a board size, found '9x'"),
        ("(;SZ[9]\n;B[jj])", "line 2, column 4: expected a point of the board, found 'jj'"),
        ("(;SZ[9]\n;B[a])", "line 2, column 4: expected a point of the board, found 'a'"),
        ("(;SZ[21];B[tt];W[tt])", "line 1, column 18: illegal move 'tt'"),
        ("(;KM[x])", "line 1, column 6: expected a number of points, found 'x'"),
        ("(;HA[x])", "line 1, column 6: expected a number of handicap stones, found 'x'"),
        ("(;SZ[3]\nAB[aa:cc])", "line 2, column 4: 'aa:cc': the black stone on a1 has no liberty"),
        ("(;PL[q])", "line 1, column 6: expected the side to move (B or W), found 'q'"),
    ] {
        let error = sgf::parse(text).expect_err(text).to_string();
        assert!(error.starts_with(words), "{text}: {error}");
    }
}

/// A handicap game, a game that stops, is resumed and stops again, and the prisoners on the way.
#[test]
fn a_resumed_game_is_written_and_read() {
    let mut game = Position::new(9).expect("a size");
    game.give_handicap(&[at("c3"), at("g7")]).expect("a handicap");
    play(&mut game, "e5 pass pass");
    game.resume(Black).expect("a stop");
    play(&mut game, "a1 pass pass");
    assert_eq!(game.phase(), Phase::Stopped);
    let text = sgf::write(&game, "B", "W", None);
    assert!(text.contains("HA[2]AB[cg][gc]PL[W];W[ee];B[];W[];W[ai];B[];W[])"), "{text}");
    let again = sgf::parse(&text).expect("a game").position;
    assert_eq!(again, game);
}

/// Counts the plies of a slow twin, passes included.
fn naive_perft(twin: &Twin, color: Color, passed: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for y in 0..twin.cells.len() {
        for x in 0..twin.cells[0].len() {
            let mut next = twin.clone();
            if next.play(color, (x, y)).is_ok() {
                nodes += naive_perft(&next, !color, false, depth - 1);
            }
        }
    }
    let mut next = twin.clone();
    next.ko = None;
    // Behind the second pass there is nothing: one line.
    nodes + if passed { 1 } else { naive_perft(&next, !color, true, depth - 1) }
}

#[test]
fn go_perft_matches_the_twin() {
    for (width, height, depth) in [(2, 2, 8), (3, 2, 6), (3, 3, 5), (4, 4, 3), (5, 5, 3), (2, 5, 5)]
    {
        let board = Board::rectangle(width, height).expect("a size");
        let mut position = Position::from_board(board, Black);
        for depth in 0..=depth {
            let twin = Twin::new(usize::from(width), usize::from(height));
            let expected = naive_perft(&twin, Black, false, depth);
            assert_eq!(perft(&mut position, depth), expected, "{width}x{height} depth {depth}");
        }
    }
}

#[test]
fn go_perft_is_what_it_was() {
    let count = |text: &str, depth| {
        let mut position = fen::parse(text).expect("a position");
        perft(&mut position, depth)
    };
    assert_eq!(count("9/9/9/9/9/9/9/9/9 b", 2), 81 * 81 + 82);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Records of random games read back as they were, whatever the size.
    #[test]
    fn records_of_random_games_read_back(
        width in 2u8..=25,
        height in 2u8..=25,
        choices in prop::collection::vec(any::<u16>(), 0..200),
    ) {
        let board = Board::rectangle(width, height).expect("a size");
        let mut game = Position::from_board(board, Black);
        for choice in choices {
            let moves = game.legal_moves();
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            game.play(mv).expect("a legal move");
        }
        let again = sgf::parse(&sgf::write(&game, "", "", None)).expect("a game").position;
        prop_assert_eq!(&again, &game);
        let board = fen::parse(&fen::write(&game)).expect("a position");
        prop_assert_eq!(board.board(), game.board());
    }
}
