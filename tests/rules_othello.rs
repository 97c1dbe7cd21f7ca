//! The rules of Othello on games and positions whose course is known.

use heibai::engine::PositionFormat;
use heibai::game::{ByColor, Color, Game, Outcome, PlayError};
use heibai::othello::notation::{board_text, parse_position, qipu, transcript};
use heibai::othello::{FinalScore, Move, Position, Scoring, Square};

const DOCUMENTS: &str = include_str!("data/qipu/documents.txt");

/// 63–1; White passes seven times near the end.
const CHAMPIONSHIP: &str = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3h5h2d2c5c6b4e3b5f2c8d8b6c7f1g8b7a3e8\
    g7d1a4a6a8c2b8e2a7a5b3h8h7a2a1b2b1h1c1g2e1g1";

fn mv(name: &str) -> Move {
    name.parse().expect("a move")
}

fn read(text: &str) -> Position {
    parse_position(PositionFormat::Any, text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .position
}

fn rows(position: &Position) -> String {
    let text = board_text::write(position);
    (0..8).map(|row| &text[8 * row..8 * row + 8]).collect::<Vec<_>>().join("/")
}

fn names(position: &Position) -> String {
    position.legal_moves().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns the record of a document, without its wrapping.
fn record(name: &str) -> &'static str {
    let line =
        DOCUMENTS.lines().find(|line| line.starts_with(name)).expect("a record of that name");
    line.split(" | ").nth(1).expect("a record")
}

#[test]
fn documents_end_as_printed() {
    let mut read_records = 0;
    for line in DOCUMENTS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [name, record, board, discs] = fields[..] else { panic!("{line}: four fields") };
        for text in [record.to_owned(), format!("[qipu]{record}[/qipu]"), format!("谱:{record}")] {
            let position = read(&text);
            let ByColor { black, white } = position.counts();
            assert_eq!(rows(&position), board, "{name}");
            assert_eq!(format!("{black} {white}"), discs, "{name}");
        }
        read_records += 1;
    }
    assert_eq!(read_records, 4);
}

#[test]
fn game_1_1_turns_discs_in_two_directions() {
    let mut position = Position::start();
    for name in ["f5", "f6", "e6"] {
        assert_eq!(position.play(mv(name)), Ok(()));
    }
    let flips = position.board().flips("f4".parse().expect("a square"));
    let e4_f5 = ["e4", "f5"].map(|name| name.parse::<Square>().expect("a square").bit());
    assert_eq!(flips, e4_f5[0] | e4_f5[1]);
}

#[test]
fn set_up_1_2_leaves_the_surrounded_disc() {
    let set_up = record("1-2").strip_suffix("f8").expect("f8 is the move");
    let mut position = read(set_up);
    assert_eq!(position.counts(), ByColor { black: 15, white: 7 });
    assert_eq!(position.side_to_move(), Color::Black);
    let before = position.discs().white;
    assert_eq!(position.play(mv("f8")), Ok(()));
    let turned: Vec<String> = heibai::othello::bitboard::squares(before & position.discs().black)
        .map(|square| square.to_string())
        .collect();
    assert_eq!(turned, ["f2", "f3", "f4", "f5", "f6", "f7"]);
    assert_eq!(position.counts(), ByColor { black: 22, white: 1 });
    let e6: Square = "e6".parse().expect("a square");
    assert_eq!(position.discs().white, e6.bit());
}

#[test]
fn set_up_1_3_makes_white_pass() {
    let set_up = record("1-3").strip_suffix("b1").expect("b1 is the move");
    let mut position = read(set_up);
    assert_eq!(position.counts(), ByColor { black: 46, white: 7 });
    assert_eq!(position.side_to_move(), Color::Black);
    assert_eq!(position.board().opponent_moves(), 0, "White has no move");
    let before = position.discs().white;
    assert_eq!(position.play(mv("b1")), Ok(()));
    let turned = before & position.discs().black;
    let c1_c2 = ["c1", "c2"].map(|name| name.parse::<Square>().expect("a square").bit());
    assert_eq!(turned, c1_c2[0] | c1_c2[1]);
    assert_eq!(position.counts(), ByColor { black: 49, white: 5 });
    assert_eq!(names(&position), "b2");
}

#[test]
fn game_1_4_is_a_draw_of_sixty_moves() {
    let position = read(record("1-4"));
    assert_eq!(position.history().len(), 60);
    assert!(position.history().iter().all(|ply| ply.mv != Move::Pass));
    assert_eq!(position.n_empties(), 0);
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    assert_eq!(names(&position), "");
}

#[test]
fn championship_game_has_seven_passes_of_white() {
    let position = read(CHAMPIONSHIP);
    assert_eq!(position.counts(), ByColor { black: 63, white: 1 });
    let mut placed = 0;
    let mut passes_before = Vec::new();
    for ply in position.history() {
        if ply.mv == Move::Pass {
            assert_eq!(ply.side, Color::White);
            passes_before.push(placed + 1);
        } else {
            placed += 1;
        }
    }
    assert_eq!(placed, 60);
    assert_eq!(passes_before, [54, 55, 56, 57, 58, 59, 60]);
    assert_eq!(transcript::write(&position, false), CHAMPIONSHIP);
}

#[test]
fn start_is_black_to_move_with_four_moves() {
    let position = Position::start();
    assert_eq!(
        rows(&position),
        "--------/--------/--------/---OX---/---XO---/--------/--------/--------"
    );
    assert_eq!(position.side_to_move(), Color::Black);
    assert_eq!(names(&position), "d3 c4 f5 e6");
}

#[test]
fn mirrored_start_is_accepted() {
    for text in [
        "---------------------------XO------OX--------------------------- X",
        "(D4e4d5E5)",
        "[8 -------- -------- -------- ---*O--- ---O*--- -------- -------- -------- *]",
    ] {
        let position = read(text);
        assert_eq!(position.side_to_move(), Color::Black, "{text}");
        assert_eq!(names(&position), "e3 f4 c5 d6", "{text}");
        assert_eq!(read(&format!("{text} f4 f3 e3")).history().len(), 3, "{text}");
    }
}

#[test]
fn a_move_turns_every_bracketed_run() {
    // d4 is surrounded by white runs in all eight directions, each closed by a black disc.
    let position = read("(D1D8A4H4A1H8A7G1d2d3d5d6d7b4c4e4f4g4b2c3e5f6g7b6c5e3f2)d4");
    assert_eq!(position.counts().white, 0);
    assert_eq!(position.history()[0].side, Color::Black);
    assert_eq!(position.outcome(), Some(Outcome::Win(Color::Black)));
}

#[test]
fn a_run_without_an_end_stays() {
    // The runs from d4 end at the rim or on an empty square, but for d5 before D6.
    let position = read("(D6d5d3d2d1c4b4a4e4f4)d4");
    let ply = position.history()[0];
    assert_eq!(ply.board.flips("d4".parse().expect("a square")).count_ones(), 1);
}

#[test]
fn illegal_moves_are_refused_by_their_rule() {
    let mut start = Position::start();
    let untouched = start.clone();
    assert_eq!(start.play(mv("d4")), Err(PlayError::Occupied));
    assert_eq!(start.play(mv("a1")), Err(PlayError::NoFlip));
    assert_eq!(start.play(mv("e3")), Err(PlayError::NoFlip));
    assert_eq!(start.play(Move::Pass), Err(PlayError::PassForbidden));
    assert_eq!(start, untouched);
    let mut must_pass = read(&format!("OX{} X", "-".repeat(62)));
    assert_eq!(names(&must_pass), "pass");
    assert_eq!(must_pass.play(mv("c1")), Err(PlayError::MustPass));
    assert_eq!(must_pass.play(Move::Pass), Ok(()));
    assert_eq!(must_pass.play(mv("c1")), Ok(()));
    assert_eq!(must_pass.play(mv("d1")), Err(PlayError::Over));
    assert_eq!(must_pass.play(Move::Pass), Err(PlayError::Over));
}

#[test]
fn a_game_ends_when_neither_side_can_move() {
    let stuck = read(&format!("X-O{} X", "-".repeat(61)));
    assert_eq!(stuck.outcome(), Some(Outcome::Draw));
    assert_eq!(stuck.final_score(Scoring::Winner).to_string(), "32:32 (+0)");
    assert_eq!(stuck.final_score(Scoring::Count).to_string(), "1:1 (+0)");
    let wiped_out = read("f5d6c5f4e7f6g5e6e3");
    assert_eq!(wiped_out.counts(), ByColor { black: 13, white: 0 });
    assert_eq!(wiped_out.outcome(), Some(Outcome::Win(Color::Black)));
    assert_eq!(wiped_out.final_score(Scoring::Count).to_string(), "13:0 (+13)");
    assert_eq!(wiped_out.final_score(Scoring::Winner).to_string(), "64:0 (+64)");
    assert_eq!(wiped_out.final_score(Scoring::Split).to_string(), "64:0 (+64)");
}

#[test]
fn totals_follow_the_named_convention() {
    let print = |black, white, name: &str| {
        let scoring = Scoring::from_name(name).expect("a convention");
        FinalScore::new(ByColor { black, white }, scoring).to_string()
    };
    assert_eq!(print(34, 27, "count"), "34:27 (+7)");
    assert_eq!(print(34, 27, "winner"), "37:27 (+10)");
    assert_eq!(print(34, 27, "split"), "35.5:28.5 (+7)");
    assert_eq!(print(32, 29, "WINNER"), "35:29 (+6)");
    assert_eq!(print(34, 30, "winner"), "34:30 (+4)");
    assert_eq!(print(31, 31, "winner"), "32:32 (+0)");
    assert_eq!(print(31, 31, "split"), "32:32 (+0)");
}

/// Plays everything out and returns White's best difference after each of his moves.
fn best_replies(position: &Position, scoring: Scoring) -> Vec<(String, i32)> {
    fn value(position: &mut Position, scoring: Scoring) -> i32 {
        let white = position.side_to_move() == Color::White;
        let values = position.legal_moves().into_iter().map(|mv| {
            position.play(mv).expect("a legal move");
            let value = value(position, scoring);
            position.undo();
            value
        });
        let best = if white { values.max() } else { values.min() };
        best.unwrap_or_else(|| -position.final_score(scoring).difference().0)
    }
    let mut position = position.clone();
    let moves = position.legal_moves();
    let mut scores = Vec::new();
    for mv in moves {
        position.play(mv).expect("a legal move");
        scores.push((mv.to_string(), value(&mut position, scoring)));
        position.undo();
    }
    scores
}

#[test]
fn the_best_move_can_depend_on_the_convention() {
    let position = read("--XXXXX---XXOXOOOXXOXOOOOOXXOXOOOOOOOOOOOOOOOOOOOOXXOOOOOOOOOOOO O");
    let best = |scoring| {
        let scores = best_replies(&position, scoring);
        scores.into_iter().max_by_key(|(_, score)| *score).expect("White can move")
    };
    assert_eq!(best(Scoring::Winner), ("a2".to_owned(), 44));
    assert_eq!(best(Scoring::Count), ("b2".to_owned(), 42));
}

#[test]
fn left_out_passes_are_played_for_the_side_that_must() {
    let mut position = read(&format!("OX{} X", "-".repeat(62)));
    assert_eq!(position.play_with_passes(mv("d1")), Err(PlayError::MustPass));
    assert_eq!(position.history().len(), 0);
    assert_eq!(position.play_with_passes(mv("c1")), Ok(()));
    assert_eq!(position.history().len(), 2);
    let from_qipu = qipu::parse("(B1a1)c1").expect("a set-up").position;
    assert_eq!(from_qipu.history().len(), 1, "the first move tells that White is to move");
}
