//! The Renju engine behind the contract: whole games, out-of-turn moves, undo, options, crowded boards.

use heibai::engine::info::Silent;
use heibai::engine::{
    Choice, Engine, ExportFormat, Goal, Limits, PositionFormat, PositionText, StopFlag,
};
use heibai::game::Color::{Black, White};
use heibai::renju::opening::Opening;
use heibai::renju::search::PROVED;
use heibai::renju::{Board, Position, RenjuEngine, Rule, forbidden, fuzz, notation};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn engine(options: &[(&str, &str)]) -> RenjuEngine {
    let mut engine = RenjuEngine::new();
    for (name, value) in options {
        engine.set_option(name, Some(value)).unwrap();
    }
    engine
}

/// Plays at once: what is tested is that whole games obey the rules.
fn best(engine: &mut RenjuEngine) -> Option<String> {
    let limits = Limits { nodes: Some(150), ..Limits::default() };
    engine.search(&limits, &StopFlag::new(), &mut Silent).unwrap().mv
}

fn set(engine: &mut RenjuEngine, format: PositionFormat, text: &str, moves: &[&str]) {
    engine.set_position(&PositionText { format, text }, moves).unwrap();
}

#[test]
fn games_by_every_opening_are_played_to_the_end_and_back() {
    for (name, _) in Opening::NAMES {
        for (seed, forbidden, rule) in
            [("1", "claim", "renju"), ("2", "loss", "renju"), ("3", "loss", "freestyle")]
        {
            let mut engine = engine(&[
                ("Opening", name),
                ("Seed", seed),
                ("Forbidden", forbidden),
                ("Rule", rule),
            ]);
            let start = engine.position().clone();
            let mut played = 0;
            while let Some(mv) = best(&mut engine) {
                assert!(played < 300, "{name}");
                engine.play(None, &mv).unwrap_or_else(|error| panic!("{name} {mv}: {error}"));
                played += 1;
            }
            assert!(engine.view().status().is_over());
            // The same game from its own files.
            let end = engine.position().clone();
            let words = engine.view().export(ExportFormat::Transcript).unwrap();
            let mut again = engine.clone();
            set(&mut again, PositionFormat::Qipu, &words, &[]);
            assert_eq!(again.position(), &end);
            let sgf = engine.view().export(ExportFormat::Sgf).unwrap();
            set(&mut again, PositionFormat::Sgf, &sgf, &[]);
            assert_eq!(again.position().conclusion(), end.conclusion(), "{sgf}");
            for _ in 0..played {
                engine.undo().unwrap();
            }
            assert!(engine.undo().is_err());
            assert_eq!(engine.position(), &start);
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |seed: &str| {
        let mut engine = engine(&[("Opening", "free"), ("Seed", seed), ("Variety", "300")]);
        for _ in 0..12 {
            let mv = best(&mut engine).unwrap();
            engine.play(None, &mv).unwrap();
        }
        engine.view().export(ExportFormat::Transcript).unwrap()
    };
    assert_eq!(game("7"), game("7"));
    assert_ne!(game("7"), game("8"));
}

#[test]
fn the_player_makes_five_and_stops_five() {
    let mut engine = engine(&[]);
    let fen = "15/15/15/15/15/15/15/3oxxxx7/15/3ooo9/15/15/15/15/15 b";
    set(&mut engine, PositionFormat::Fen, fen, &[]);
    assert_eq!(best(&mut engine).as_deref(), Some("i8"));
    set(&mut engine, PositionFormat::Fen, &fen.replace(" b", " w"), &[]);
    assert_eq!(best(&mut engine).as_deref(), Some("i8"));
    // White points a forbidden stone out rather than going on.
    let threes = "15/15/15/15/15/15/7x7/6x1x6/7x7/15/15/15/15/15/15 b";
    set(&mut engine, PositionFormat::Fen, threes, &["h8"]);
    assert_eq!(best(&mut engine).as_deref(), Some("claim"));
    assert!(!engine.view().legal().is_empty());
}

#[test]
fn crowded_boards_get_a_legal_answer_or_none() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut engines = [engine(&[]), engine(&[("Forbidden", "loss"), ("Passes", "false")])];
    let mut crowded = 0;
    for round in 0..60 {
        let mut board: Board = fuzz::random_board(&mut rng, 15);
        // All but a few points are filled, so that often only forbidden ones are left to Black.
        let empty: Vec<_> = board.empties().collect();
        for (index, point) in empty.into_iter().enumerate() {
            let color = if (index / 2 + round) % 3 == 0 { Black } else { White };
            let free = |color| !forbidden::wins(&board, point, color, Rule::Renju);
            let found = [color, !color].into_iter().find(|&color| free(color));
            if let Some(color) = found.filter(|_| index % 37 != round % 37) {
                board.put(point, color);
            }
        }
        crowded += u32::from(board.n_empties() < 30);
        for engine in &mut engines {
            for next in [Black, White] {
                let position = Position::set_up(engine.rules(), board.clone(), next);
                set(engine, PositionFormat::Fen, &notation::write_position(&position), &[]);
                let chosen = best(engine);
                assert_eq!(chosen.is_none(), position.conclusion().is_some());
                if let Some(mv) = chosen {
                    engine.play(None, &mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
                }
            }
        }
    }
    assert!(crowded > 20, "{crowded}");
    // Only a forbidden point is left: Black passes if he may, else he must play it.
    let rows = ["xooxxo", "oxxoox", "xooxxo", "oxxoox", "oxooxo", "xxx1xx"].join("/");
    for (engine, expected) in engines.iter_mut().zip(["pass", "d1"]) {
        engine.set_option("Size", Some("6")).unwrap();
        set(engine, PositionFormat::Fen, &format!("{rows} b"), &[]);
        assert_eq!(best(engine).as_deref(), Some(expected));
    }
}

fn chosen(engine: &mut RenjuEngine, choice: Choice, nodes: u64) -> Option<String> {
    let limits = Limits { nodes: Some(nodes), choice, ..Limits::default() };
    engine.search(&limits, &StopFlag::new(), &mut Silent).unwrap().mv
}

/// Searches what a position is worth to the side to move.
fn worth(engine: &mut RenjuEngine, moves: &str) -> i32 {
    struct Last(i32);
    impl heibai::engine::Observer for Last {
        fn info(&mut self, info: &heibai::engine::Info) {
            if let heibai::engine::SearchValue::Centi(value) = info.value {
                self.0 = value;
            }
        }
    }
    let mut last = Last(0);
    for mv in moves.split(", ") {
        engine.play(None, mv).unwrap();
    }
    let limits = Limits { goal: Goal::Depth(8), ..Limits::default() };
    engine.search(&limits, &StopFlag::new(), &mut last).unwrap();
    for _ in moves.split(", ") {
        engine.undo().unwrap();
    }
    last.0
}

/// Turns of every opening are made of allowed actions, and the other player is to act behind them.
#[test]
fn turns_of_openings_are_chosen_as_one() {
    for (name, _) in Opening::NAMES {
        let mut engine = engine(&[("Opening", name)]);
        for _ in 0..6 {
            let first = engine.position().first_player();
            let seat = engine.position().actor() == first;
            let turn = chosen(&mut engine, Choice::Turn, 400).unwrap();
            for mv in turn.split(", ") {
                engine.play(None, mv).unwrap_or_else(|error| panic!("{name} {turn}: {error}"));
            }
            let position = engine.position();
            assert_ne!(position.actor() == position.first_player(), seat, "{name} {turn}");
        }
    }
}

/// Who may choose a colour takes the better one, which the search knows.
#[test]
fn turns_take_the_better_colour() {
    let mut engine = engine(&[("Rule", "standard"), ("Opening", "swap2")]);
    // Three in a row with nothing near: Black wins, so that the second player takes Black from the first.
    set(&mut engine, PositionFormat::Qipu, "h8 a15 i8", &[]);
    assert_eq!(chosen(&mut engine, Choice::Turn, 4_000).as_deref(), Some("swap"));
    // Five stones: the first player is Black, and stays it where Black wins.
    set(&mut engine, PositionFormat::Qipu, "h8 a15 i8 o15 j8", &[]);
    let asked = engine.view().ask("turn").unwrap();
    let turn = chosen(&mut engine, Choice::Turn, 4_000).unwrap();
    assert_eq!(turn.split(", ").next(), asked.split(", ").next(), "{turn} {asked}");
    let black_wins = worth(&mut engine, "noswap") < -PROVED;
    assert!(black_wins && turn.starts_with("noswap"), "{turn}");
}

/// Stones that balance leave less than the best ones do, whichever value is asked for.
#[test]
fn balanced_stones_leave_what_was_asked_for() {
    let mut engine = engine(&[("Opening", "free"), ("Forbidden", "loss"), ("Passes", "false")]);
    // Black has an open two with the move: far better for him.
    set(&mut engine, PositionFormat::Qipu, "h8 g9 i8 a1", &[]);
    let best = chosen(&mut engine, Choice::Best, 20_000).unwrap();
    let most = -worth(&mut engine, &best);
    for value in [0, 100] {
        let one = chosen(&mut engine, Choice::Balanced { two: false, value }, 60_000).unwrap();
        let left = -worth(&mut engine, &one);
        assert!(left.abs_diff(value) < most.abs_diff(value).min(80), "{one}: {left}, {most}");
        let two = chosen(&mut engine, Choice::Balanced { two: true, value }, 120_000).unwrap();
        assert_eq!(two.split(", ").count(), 2);
        let left = worth(&mut engine, &two);
        assert!(left.abs_diff(value) < most.abs_diff(value).min(80), "{two}: {left}, {most}");
    }
    // Nothing balances a full board, nor where each stone ends the game.
    engine.set_option("Size", Some("6")).unwrap();
    let rows = ["xooxxo", "oxxoox", "xooxxo", "oxxoox", "oxooxo", "xxxoxx"].join("/");
    set(&mut engine, PositionFormat::Fen, &format!("{rows} b"), &[]);
    assert_eq!(chosen(&mut engine, Choice::Balanced { two: true, value: 0 }, 1_000), None);
}

#[test]
fn moves_out_of_turn_pass_for_the_other_side() {
    let mut engine = engine(&[("Opening", "free")]);
    engine.play_out_of_turn(Black, "h8").unwrap();
    engine.play_out_of_turn(Black, "i8").unwrap();
    assert_eq!(engine.view().export(ExportFormat::Transcript).unwrap(), "h8 pass i8");
    assert!(engine.play(Some(Black), "j8").unwrap_err().to_string().contains("other side"));
    engine.undo().unwrap();
    assert_eq!(engine.view().export(ExportFormat::Transcript).unwrap(), "h8");
    // Where nobody may pass, the game goes on from a set-up.
    engine.set_option("Passes", Some("false")).unwrap();
    engine.play_out_of_turn(Black, "h8").unwrap();
    engine.play_out_of_turn(Black, "i8").unwrap();
    assert_eq!(engine.position().board().n_stones(), 2);
    engine.undo().unwrap();
    assert_eq!(engine.position().history().len(), 1);
}

#[test]
fn sizes_options_and_actions_change_the_game() {
    let mut engine = engine(&[("opening", "Document"), ("Forbidden", "LOSS")]);
    assert_eq!(engine.rules().opening, Opening::Rif);
    assert!(engine.rules().strict);
    for (name, value) in [("Opening", "tic"), ("Rule", ""), ("Forbidden", "no"), ("Size", "x")] {
        assert!(engine.set_option(name, Some(value)).is_err(), "{name}");
    }
    assert!(engine.set_option("Turbo", None).is_err());
    let note = engine.set_option("Size", Some("40")).unwrap().unwrap();
    assert!(note.contains("set to 20"), "{note}");
    assert!(engine.set_size(15, 14).is_err() && engine.set_size(4, 4).is_err());
    engine.set_size(15, 15).unwrap();
    engine.play(None, "h8").unwrap();
    assert_eq!(engine.action("time white").unwrap(), "black wins by time");
    assert!(engine.action("agree draw").is_err());
    engine.undo().unwrap();
    assert!(!engine.view().status().is_over());
    for (text, told) in
        [("press", "the clock is pressed"), ("agree white", "white wins by agreement")]
    {
        assert_eq!(engine.action(text).unwrap(), told);
    }
    for text in ["", "agree", "time", "fly"] {
        assert!(engine.action(text).is_err(), "{text}");
    }
}

#[test]
fn positions_as_text_are_refused_with_a_reason() {
    let mut engine = engine(&[]);
    let before = engine.position().clone();
    for (format, text) in [
        (PositionFormat::Obf, "x"),
        (PositionFormat::Fen, "15/15"),
        (PositionFormat::Fen, "(;GM[1])"),
        (PositionFormat::Sgf, "none"),
        (PositionFormat::Qipu, "h8 z9"),
        (PositionFormat::Any, "date\nnone"),
        (PositionFormat::Any, "a/b"),
    ] {
        assert!(engine.set_position(&PositionText { format, text }, &[]).is_err(), "{text}");
        assert_eq!(engine.position(), &before);
    }
    let text = "rules: renju free 15\n○1 h8  2. h9";
    set(&mut engine, PositionFormat::Any, text, &["i8"]);
    assert_eq!(engine.position().board().n_stones(), 3);
    assert_eq!(engine.view().rows()[7], ".......XX......");
}

#[test]
fn a_game_resigned_in_its_opening_has_no_move() {
    let mut engine = engine(&[]);
    for stone in ["h8", "i9", "h9"] {
        engine.play(None, stone).unwrap();
    }
    assert!(best(&mut engine).is_some());
    engine.action("resign").unwrap();
    assert!(engine.view().status().is_over());
    assert_eq!(best(&mut engine), None);
}

proptest! {
    #[test]
    fn an_engine_takes_whatever_is_said(words in proptest::collection::vec(said(), 1..40)) {
        let mut engine = engine(&[]);
        for (call, text) in words {
            let before = engine.position().clone();
            let done = match call {
                0 => engine.play(None, text).is_ok(),
                1 => engine.play(Some(Black), text).is_ok(),
                2 => engine.play_out_of_turn(White, text).is_ok(),
                3 => engine.action(text).is_ok(),
                4 => engine.undo().is_ok(),
                _ => {
                    let _ = engine.view().ask(text);
                    false
                }
            };
            prop_assert!(done || engine.position() == &before, "{} {} is refused", call, text);
            let view = engine.view();
            prop_assert_eq!(view.legal().is_empty(), view.status().is_over());
            prop_assert!(!view.render().contains("\n\n"));
            prop_assert!(!view.describe().contains("\n\n"));
        }
        let best = best(&mut engine);
        prop_assert_eq!(best.is_none(), engine.view().status().is_over());
    }
}

/// A call and what it is given.
fn said() -> impl Strategy<Value = (u8, &'static str)> {
    let words = vec![
        "h8",
        "h9",
        "j10",
        "i9",
        "a1",
        "b2",
        "c3",
        "pass",
        "swap",
        "noswap",
        "offer b2 c3",
        "choose b2",
        "claim",
        "draw",
        "resign",
        "declare 2",
        "press",
        "agree draw",
        "time black",
        "forbidden",
        "kind h8",
        "kind z",
        "fifth",
        "sheet",
        "",
        "é",
        "disturbed",
    ];
    (0u8..6, proptest::sample::select(words))
}
