//! Laws of the notations: what is written is read back, and no text makes a parser panic.

use heibai::engine::PositionFormat;
use heibai::game::Game;
use heibai::othello::notation::{
    NotationError, ParsedPosition, board_text, ggf, obf, parse_position, qipu, transcript,
};
use heibai::othello::{DiscDiff, Move, Position};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::random_game::{choices, play_out, positions};

const FORMATS: [PositionFormat; 5] = [
    PositionFormat::Start,
    PositionFormat::Fen,
    PositionFormat::Obf,
    PositionFormat::Qipu,
    PositionFormat::Any,
];

/// One valid text of each form.
const VALID: [&str; 14] = [
    "f5f6e6f4e3c5",
    "1. F5 f6 2. e6, F4 3. e3 pa",
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; --:-127;",
    "--------------------OOOOOOOOOOOOOOXOXXXOOOXXOXXXOOXXXXXXOXXXXXOX X; +46; % remark",
    "........ ........ ........ ...ob... ...bo... ........ ........ ........ black f5d6",
    "--------/--------/--------/---OX---/---XO---/--------/--------/-------- *",
    "(D1E1F1D2E2f2D3E3f3D4E4f4D5E5f5D6e6f6D7E7f7E8)f8",
    "[qipu]f5f6e6f4e3c5[/qipu]",
    "谱：（D4e4 d5E5）f4",
    "[qipu]f5f6e6f4e3c5[/qipu]\n局1-1\n谱:f5f6e6f4e3c5",
    "[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *] f5",
    "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *",
    "1 (;GM[Othello]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- \
     -------- *]B[F5/1.2/0.5]W[d6//3.1]RE[+10.00:r];)",
    "(;GM[Othello]B[f5]W[d6];)",
];

/// Reads `text` in every form and checks that each error points at what it quotes.
fn read_everywhere(text: &str) {
    for format in FORMATS {
        if let Err(error) = parse_position(format, text) {
            check_error(text, &error);
        }
    }
    let others =
        [ggf::parse(text).err(), ggf::parse_board(text).err(), transcript::parse(text).err()];
    for error in others.into_iter().flatten() {
        check_error(text, &error);
    }
}

fn check_error(text: &str, error: &NotationError) {
    // A column counts within the line that is named.
    let (text, lead) = match error {
        NotationError::Line { line, .. } => {
            (text.split('\n').nth(line - 1).unwrap(), format!("line {line}, column "))
        }
        _ => (text, "column ".to_owned()),
    };
    let token: Vec<char> = error.token().chars().collect();
    let start = error.column() - 1;
    assert!(token.len() <= 32, "{error}");
    assert!(error.to_string().starts_with(&lead), "{error}");
    assert!(error.to_string().contains("expected "), "{error}");
    let quoted: Vec<char> = text
        .chars()
        .skip(start)
        .take(token.len())
        .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    assert_eq!(quoted, token, "{text:?}: {error}");
    assert!(start <= text.chars().count(), "{text:?}: {error}");
}

/// Changes a text by one edit.
fn edit(text: &str, kind: u8, at: Index, letter: char) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let place = at.index(letters.len() + 1);
    match kind {
        0 => letters.insert(place, letter),
        1 => letters.truncate(place),
        2 if place < letters.len() => letters[place] = letter,
        3 if place < letters.len() => drop(letters.remove(place)),
        4 => letters.extend_from_within(place..),
        _ => letters.reverse(),
    }
    letters.into_iter().collect()
}

/// A letter that some notation knows, or any at all.
fn letters() -> impl Strategy<Value = char> {
    let known: Vec<char> =
        "XxOob*w-. ;:+-0123456789abcdefghijABCDEFGHpPsS()[]（）谱：/%,\0\n".chars().collect();
    prop_oneof![4 => select(known), 1 => any::<char>()]
}

/// Returns the position without the moves that led to it.
fn bare(position: &Position) -> ParsedPosition {
    ParsedPosition::from(Position::new(position.board(), position.side_to_move()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn transcript_is_read_back(choices in choices(), passes: bool) {
        let game = play_out(Position::start(), &choices);
        let text = transcript::write(&game, passes);
        prop_assert_eq!(transcript::parse(&text), Ok(ParsedPosition::from(game.clone())));
        let upper = parse_position(PositionFormat::Qipu, &text.to_uppercase());
        prop_assert_eq!(upper, Ok(ParsedPosition::from(game)));
    }

    #[test]
    fn board_is_read_back(position in positions()) {
        let text = board_text::write(&position);
        prop_assert_eq!(text.len(), 66);
        for format in [PositionFormat::Fen, PositionFormat::Obf, PositionFormat::Any] {
            prop_assert_eq!(parse_position(format, &text), Ok(bare(&position)));
        }
        let game = format!("{} {}", board_text::write(&position.origin()), transcript::write(&position, true));
        prop_assert_eq!(board_text::parse(&game), Ok(ParsedPosition::from(position)));
    }

    #[test]
    fn obf_is_read_back(position in positions(), scores in prop::collection::vec(-64i32..=64, 64)) {
        let text = obf::write(&position);
        prop_assert_eq!(obf::parse(&text), Ok(bare(&position)));
        let scores: Vec<(Move, DiscDiff)> =
            position.legal_moves().into_iter().zip(scores.into_iter().map(DiscDiff)).collect();
        let pairs: String = scores.iter().map(|(mv, score)| format!(" {mv}:{score};")).collect();
        let expected = ParsedPosition { scores, ..bare(&position) };
        prop_assert_eq!(obf::parse(&format!("{text}{pairs}")), Ok(expected.clone()));
        prop_assert_eq!(obf::parse(&format!("{text}{pairs} --:-127;")), Ok(expected));
    }

    #[test]
    fn ggf_is_read_back(position in positions()) {
        let text = ggf::write(&position, "anna", "bo");
        let game = ggf::parse(&text).map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        prop_assert_eq!(&game.position, &position);
        prop_assert_eq!((game.black.as_str(), game.white.as_str()), ("anna", "bo"));
        let result = game.result.map(|result| result.centidiscs.signum());
        let outcome = position.outcome().map(|_| {
            position.final_score(heibai::othello::Scoring::Winner).difference().0.signum()
        });
        prop_assert_eq!(result, outcome);
        prop_assert_eq!(parse_position(PositionFormat::Any, &text), Ok(ParsedPosition::from(position)));
    }

    #[test]
    fn qipu_is_read_back(position in positions()) {
        if let Some(text) = qipu::write(&position) {
            prop_assert_eq!(qipu::parse(&text), Ok(ParsedPosition::from(position.clone())));
            let wrapped = format!("[qipu]谱：{}[/qipu]", text.replace('(', "（").replace(')', "）"));
            prop_assert_eq!(qipu::parse(&wrapped), Ok(ParsedPosition::from(position)));
        } else {
            prop_assert_ne!(position.origin(), Position::start());
        }
    }

    #[test]
    fn random_text_never_panics(text in any::<String>()) {
        read_everywhere(&text);
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_everywhere(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_known_letters_never_panic(letters in prop::collection::vec(letters(), 0..120)) {
        read_everywhere(&letters.into_iter().collect::<String>());
    }

    #[test]
    fn mutated_text_never_panics(
        text in select(VALID.to_vec()),
        edits in prop::collection::vec((0u8..6, any::<Index>(), letters()), 1..4),
    ) {
        let mut text = text.to_owned();
        for (kind, at, letter) in edits {
            text = edit(&text, kind, at, letter);
        }
        read_everywhere(&text);
    }
}

#[test]
fn valid_texts_are_read() {
    for text in VALID.iter().filter(|text| !text.ends_with("pa")) {
        let parsed = parse_position(PositionFormat::Any, text);
        assert!(parsed.is_ok(), "{text}: {parsed:?}");
    }
}

#[test]
fn long_texts_are_read_in_one_pass() {
    for text in
        ["f5 ".repeat(400_000), "(".repeat(1 << 20), "X".repeat(1 << 20), " ".repeat(1 << 20)]
    {
        read_everywhere(&text);
    }
    let games = "(;GM[Othello]B[f5];)".repeat(50_000);
    assert!(ggf::parse(&games).is_ok());
}
