//! The Renju engine behind the contract: whole games, out-of-turn moves, undo, options, crowded boards.

use heibai::engine::info::Silent;
use heibai::engine::{Engine, ExportFormat, Limits, PositionFormat, PositionText, StopFlag};
use heibai::game::Color::{Black, White};
use heibai::renju::engine::player;
use heibai::renju::opening::Opening;
use heibai::renju::{Action, Board, Position, RenjuEngine, Rule, Rules, forbidden, fuzz};
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
        for rules in [Rules::document(), Rules::gomocup()] {
            for next in [Black, White] {
                let position = Position::set_up(rules, board.clone(), next);
                let chosen = player::choose(&position, &[], &mut rng);
                assert_eq!(chosen.is_none(), position.conclusion().is_some());
                if let Some(choice) = chosen {
                    assert_eq!(position.check(choice.action), Ok(()), "{:?}", choice.action);
                }
            }
        }
    }
    assert!(crowded > 20, "{crowded}");
    // Only a forbidden point is left: Black passes if he may, else he must play it.
    let rows = ["xooxxo", "oxxoox", "xooxxo", "oxxoox", "oxooxo", "xxx1xx"].join("/");
    for (rules, expected) in [
        (Rules::document(), Action::Pass),
        (Rules::gomocup(), Action::Place("d1".parse().unwrap())),
    ] {
        let text = format!("{rows} b");
        let position = heibai::renju::notation::parse_position(rules, &text).unwrap();
        let chosen = player::choose(&position, &[], &mut rng).unwrap();
        assert_eq!(chosen.action, expected);
    }
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
