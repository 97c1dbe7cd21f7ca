//! Renju's files: record sheets and SGF, written and read.

use heibai::game::Color::{Black, White};
use heibai::game::{Color, Outcome};
use heibai::renju::opening::Opening;
use heibai::renju::record::{self, Duty, Sheet, duty};
use heibai::renju::{Conclusion, Position, Reason, Rule, Rules, notation, sgf};
use proptest::prelude::*;

fn game(opening: Opening, text: &str) -> Position {
    let mut position = Position::new(Rules { opening, ..Rules::document() });
    notation::play(&mut position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    position
}

fn moves(position: &Position) -> Vec<(Color, Option<heibai::renju::Point>)> {
    position.moves().collect()
}

fn games() -> Vec<Position> {
    vec![
        game(Opening::Rif, ""),
        game(Opening::Rif, "h8 h9 j10"),
        game(Opening::Rif, "h8 h9 j10 swap i9 offer j8 g6 choose g6 g9 pass j9 pass pass"),
        game(Opening::Rif, "h8 i9 g7 noswap i8 offer j11 f5 choose j11 a1 resign"),
        game(Opening::Yamaguchi, "h8 h9 j10 declare 3 swap a1 offer b2 b4 b7 choose b4 a15 o1"),
        game(Opening::Soosorv8, "h8 h9 j10 noswap a1 declare 1 swap offer b2 choose b2 a15"),
        game(Opening::Soosorv8, "h8 h9 j10 swap a1 declare 2 swap offer b2 b4 choose b2 a15"),
        game(Opening::Taraguchi10, "h8 swap h9 swap j10 noswap k11 noswap l8 swap a1 o1"),
        game(
            Opening::Taraguchi10,
            "h8 noswap h9 swap j10 noswap k11 offer a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 choose a5 a6",
        ),
        game(Opening::Swap2, "a1 b1 c1 d1 e1 swap f1 g1 draw draw"),
        game(Opening::Swap2, "a1 b1 c1 swap d1 e1"),
        game(Opening::Free, "h8 draw h9 draw j10 pass k1 draw a2 pass a3"),
        game(Opening::Rif, "h8 h9 j10 swap i9 offer j8 g6 choose g6 g9 draw j9 draw draw"),
        game(Opening::Free, "h8 a1 i8 b1 j8 c1 k8 d1 l8"),
        game(Opening::Free, "g8 a1 i8 c1 h7 e1 h9 g1 h8 claim"),
    ]
}

#[test]
fn sheets_round_trip_with_5a() {
    for position in games() {
        let sheet = Sheet {
            date: "2026-11-30".to_owned(),
            time: "14:00".to_owned(),
            place: "Beijing".to_owned(),
            black: "甲".to_owned(),
            white: "Anna B.".to_owned(),
            used: heibai::game::ByColor { black: "0:31:07".into(), white: "0:29:59".into() },
            signatures: ["甲".into(), "Anna B.".into(), "referee".into()],
            remarks: vec!["White appeals: late".to_owned()],
            ..Sheet::of(&position)
        };
        let text = record::write(&position, &sheet);
        let (read, found) = record::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(found, sheet, "{text}");
        assert_eq!(moves(&read), moves(&position), "{text}");
        assert_eq!(read.removed(), position.removed(), "{text}");
        assert_eq!(read.first_player(), position.first_player(), "{text}");
        assert_eq!(read.conclusion(), position.conclusion(), "{text}");
        assert_eq!(read.draw_offers(), position.draw_offers(), "{text}");
        assert_eq!(record::write(&read, &found), text);
    }
}

#[test]
fn a_sheet_looks_as_players_write_it() {
    let position = game(Opening::Rif, "h8 h9 j10 swap i9 offer j8 g6 choose g6 g9 pass j9 k9");
    let text = record::write(&position, &Sheet::of(&position));
    let expected = "\
rules 规则: renju rif 15
date 日期:
time 时间:
place 地点:
opening 开局: D3 Sosei 疏星
swapped 交换: yes after 3
5A 五手去子: j8
black 黑方:
white 白方:
used 用时:
result 结果:
signatures 签字:
○1 h8       2. h9
○3 j10      4. i9
○5 g6       6. g9
○7 pass     8. j9
○9 k9
";
    assert_eq!(text, expected);
    // Chinese names, the document's own box for the swap, moves close to their numbers.
    let short = "交换：是\n5A: j8\n黑方: 甲\n○1h8 2.h9 ○3j10 4.i9 ○5g6 6.g9";
    let (read, sheet) = record::read(short).unwrap();
    assert_eq!((read.removed().to_string(), sheet.black), ("j8".to_owned(), "甲".to_owned()));
    assert_eq!(read.first_player(), White);
    // Behind a pass Black's numbers may be even.
    let passed = game(Opening::Free, "h8 pass i8 pass");
    assert!(record::write(&passed, &Sheet::default()).contains("○3 i8       4. pass"));
}

#[test]
fn sheets_that_cannot_be_read_are_told_by_line() {
    for (text, part) in [
        ("hello", "line 1: expected a field"),
        ("date: x\n○2 h8", "line 2: expected move 1, found '○2'"),
        ("○1 h9", "move 1: illegal move 'h9'"),
        ("○1 h8 2 h9", "expected move 2, found '2'"),
        ("rules: chess", "line 1: rules"),
        ("result: white won", "line 1: result"),
        ("date: x\n○1 h8 ○2 h9", "line 2: expected move 2, found 'a black stone'"),
    ] {
        let error = record::read(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    let missing = Sheet::default().missing();
    assert_eq!(missing.len(), 8, "{missing:?}");
    assert_eq!(duty(false, false), Duty::Write);
}

#[test]
fn sgf_round_trips_with_everything_the_opening_did() {
    for position in games() {
        let sheet = Sheet {
            date: "2026-11-30".to_owned(),
            black: "brackets ] and \\".to_owned(),
            white: "乙".to_owned(),
            remarks: vec!["one".to_owned(), "two".to_owned()],
            signatures: ["a".into(), String::new(), "c".into()],
            ..Sheet::of(&position)
        };
        let text = sgf::write(&position, &sheet);
        assert!(text.starts_with("(;GM[4]FF[4]"), "{text}");
        let (read, found) = sgf::read(&text, Rules::document()).unwrap();
        assert_eq!(found, sheet, "{text}");
        assert_eq!(read.history().len(), position.history().len(), "{text}");
        assert_eq!(read.conclusion(), position.conclusion(), "{text}");
        assert_eq!(read, position, "{text}");
    }
}

#[test]
fn sgf_of_others_is_read() {
    let read = |text: &str| sgf::read(text, Rules::document()).map(|(position, _)| position);
    for text in [
        "(;GM[4]FF[4]SZ[15];B[hh];W[hg];B[jf])",
        "(;GM[4]SZ[15]RU[Renju]\r\n;B[h8] ;W[H9]C[a comment \\] here] ;B[j10](;W[a1])(;W[a2]))",
        "text before (;B[hh];W[hg];B[jf]",
    ] {
        match read(text) {
            Ok(position) => {
                let three = notation::write_actions(&position);
                assert!(three.starts_with("h8 h9 j10"), "{text}: {three}");
            }
            Err(error) => assert!(error.to_string().contains("expected a node"), "{text}: {error}"),
        }
    }
    let variation = read("(;GM[4];B[h8](;W[h9];B[j10])(;W[i9]))").unwrap();
    assert_eq!(notation::write_actions(&variation), "h8 h9 j10", "the first is the main line");
    let passed = read("(;GM[4];B[h8];W[];B[tt];W[i9])");
    assert_eq!(passed.unwrap_err().to_string(), "illegal move 'i9': the game is over");
    let left_out = read("(;GM[4];B[h8];B[i8])").unwrap();
    assert_eq!(notation::write_actions(&left_out), "h8 pass i8");
    let set = read("(;GM[4]SZ[15]AB[hh][ih]AW[aa]PL[W];W[ao])").unwrap();
    assert_eq!(set.board().n_stones(), 4);
    assert_eq!(set.board().get("a15".parse().unwrap()), Some(White));
    assert_eq!(set.next_stone(), Black);
    let twenty = read("(;GM[4]SZ[20]RU[freestyle];B[tt];W[aa])").unwrap();
    assert_eq!(notation::write_actions(&twenty), "t1 a20");
    assert_eq!(twenty.rules().rule, Rule::Freestyle);
    let result = sgf::read("(;GM[4]RE[B+R];B[h8])", Rules::document()).unwrap().1.result;
    let resigned = Conclusion { outcome: Outcome::Win(Black), reason: Reason::Resignation };
    assert_eq!(result, Some(resigned));
    for (text, part) in [
        ("", "'(;'"),
        ("(;GM[2];B[f5])", "GM[2] is not Renju"),
        ("(;GM[4]SZ[99])", "SZ[99]: expected 5 to 20"),
        ("(;GM[4];B[zz])", "B[zz]: expected a point"),
        ("(;GM[4];B[hh];W[hh])", "the point is occupied"),
        ("(;GM[4];B[hh", "expected ']'"),
        ("(;GM[4]", "expected a node"),
        ("(GM[4])", "expected ';'"),
        ("(;4)", "expected a property"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_is_read_is_refused_or_written_again(text in hostile(), line in "[ -~○：\\n]{0,80}") {
        for text in [&text, &line] {
            let rules = Rules::document();
            if let Ok(position) = notation::parse_position(rules, text) {
                let written = notation::write_position(&position);
                let again = notation::parse_position(rules, &written).unwrap();
                prop_assert_eq!(again, position);
            }
            if let Ok(actions) = notation::parse_actions(text) {
                let words: Vec<String> = actions.iter().map(ToString::to_string).collect();
                prop_assert_eq!(notation::parse_actions(&words.join(" ")), Ok(actions));
            }
            if let Ok((position, sheet)) = record::read(text) {
                let again = record::read(&record::write(&position, &sheet));
                prop_assert!(again.is_ok(), "{:?}", again);
            }
            if let Ok((position, sheet)) = sgf::read(text, rules) {
                let again = sgf::read(&sgf::write(&position, &sheet), rules).map(|(p, _)| p);
                prop_assert_eq!(again.map(|p| p.board().clone()), Ok(position.board().clone()));
            }
        }
    }
}

/// Texts made of what the readers look for.
fn hostile() -> impl Strategy<Value = String> {
    let words = [
        "(;GM[4]",
        "(",
        ")",
        ";",
        "B[hh]",
        "W[h9]",
        "B[]",
        "AB[aa]",
        "[",
        "]",
        "\\",
        "SZ[5]",
        "RE[B+R]",
        "h8",
        "h9",
        "j10",
        "pass",
        "swap",
        "noswap",
        "offer",
        "choose",
        "claim",
        "draw",
        "resign",
        "declare",
        "3",
        "15/",
        "5/5/5/5/5",
        "x",
        "o",
        "99",
        " b",
        " w",
        "rules: renju rif 15",
        "5A: a1",
        "swapped: yes",
        "○1",
        "2.",
        "result: draw by agreement",
        "remarks: é",
        "é",
        "\u{0}",
    ];
    let word = proptest::sample::select(words.to_vec());
    let gap = proptest::sample::select(vec!["", " ", "\n"]);
    proptest::collection::vec((word, gap), 0..14)
        .prop_map(|parts| parts.into_iter().map(|(a, b)| format!("{a}{b}")).collect())
}
