//! Renju's rules against records, definitions and tables.

use std::process::Command;

use heibai::game::Color;
use heibai::renju::{Board, Kind, Kinds, Point, forbidden, fuzz, oracle::Oracle};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/renju/");

fn records(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(format!("{DATA}{file}")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn points(names: &Value) -> Vec<Point> {
    names.as_array().unwrap().iter().map(|name| name.as_str().unwrap().parse().unwrap()).collect()
}

#[test]
fn every_record_of_a_forbidden_point_is_judged_right() {
    let records = records("forbidden_cases.jsonl");
    assert_eq!(records.len(), 246);
    let mut wrong = Vec::new();
    for record in &records {
        let mut board =
            Board::with_stones(15, points(&record["black"]), points(&record["white"])).unwrap();
        let before = board.clone();
        let point: Point = record["point"].as_str().unwrap().parse().unwrap();
        let fast = forbidden::kind(&mut board, point);
        assert_eq!(board, before, "{record}");
        let slow = Oracle::new(&board).kind(point);
        let verdict = match fast {
            Kind::None => "legal",
            Kind::Five => "win",
            _ => "forbidden",
        };
        if fast != slow || record["kind"] != fast.name() || record["verdict"] != verdict {
            wrong.push(format!("{} {fast} {slow}", record["id"]));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn table_and_definitions_agree_on_random_points() {
    let counts = fuzz::compare(&mut ChaCha8Rng::seed_from_u64(2026), 50_000).unwrap();
    for kind in [Kind::None, Kind::ThreeThree, Kind::FourFour, Kind::Overline, Kind::Five] {
        assert!(counts[kind as usize] > 100, "{kind}: {counts:?}");
    }
}

#[test]
fn one_stone_may_be_forbidden_in_several_ways() {
    let parse = |text: &str| text.split(' ').map(|p| p.parse().unwrap()).collect::<Vec<Point>>();
    // Six along row 8 and a double-three up the column and the diagonal.
    let black = parse("e8 f8 g8 i8 j8 h9 h10 i9 j10");
    let mut board = Board::with_stones(15, black, []).unwrap();
    let point = "h8".parse().unwrap();
    let kinds = forbidden::kinds(&mut board, point);
    assert_eq!(kinds, Kinds::EMPTY.with(Kind::Overline).with(Kind::ThreeThree));
    assert_eq!(forbidden::kind(&mut board, point), Kind::Overline);
    assert!(forbidden::points(&board).contains(&(point, Kind::Overline)));
    // White is never forbidden anything.
    assert!(!forbidden::wins(&board, point, Color::White, heibai::renju::Rule::Renju));
}

fn check(args: &[&str]) -> (Option<i32>, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_heibai")).arg("check").args(args).output().unwrap();
    (run.status.code(), String::from_utf8(run.stdout).unwrap())
}

#[test]
fn check_judges_files_of_records() {
    let (code, text) = check(&[&format!("{DATA}forbidden_cases.jsonl")]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(text.lines().count(), 247);
    assert!(text.contains("forbidden_cases.jsonl:1 ok F001 c13 forbidden 33\n"), "{text}");
    assert!(text.ends_with("records 246 ok 246 wrong 0 unchecked 0 not understood 0\n"), "{text}");
}

#[test]
fn check_judges_openings_symmetries_and_lines_of_fours() {
    for (file, total) in [
        ("openings.json", "records 26 ok 26 wrong 0 unchecked 0 not understood 0\n"),
        ("fifth_symmetry.jsonl", "records 19 ok 19 wrong 0 unchecked 0 not understood 0\n"),
        ("vcf.jsonl", "records 46 ok 46 wrong 0 unchecked 0 not understood 0\n"),
    ] {
        let (code, text) = check(&[&format!("{DATA}{file}")]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.ends_with(total), "{text}");
    }
}

#[test]
fn check_tells_wrong_and_bad_records_apart() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    let record = |verdict: &str| {
        format!(
            r#"{{"id":"A","black":["h7","g8","i8","h9"],"white":[],"point":"h8","verdict":"{verdict}","more":1}}"#
        )
    };
    std::fs::write(path, format!("{}\n\n{}\n", record("forbidden"), record("legal"))).unwrap();
    let (code, text) = check(&["--quiet", path]);
    assert_eq!(code, Some(1));
    assert!(text.contains(":3 WRONG A found h8 forbidden 33, expected legal"), "{text}");
    for bad in
        ["{", "[1", "7", r#"{"a":1}"#, r#"{"point":"z9","verdict":"x","black":[],"white":[]}"#]
    {
        std::fs::write(path, format!("{bad}\n")).unwrap();
        assert_eq!(check(&[path]).0, Some(2), "{bad}");
    }
}

#[test]
fn check_judges_random_points() {
    let (code, text) = check(&["--random", "2000", "--seed", "3"]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("points 2000 seed 3 differences 0 none "), "{text}");
}
