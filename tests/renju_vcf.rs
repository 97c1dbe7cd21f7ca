//! Wins by fours: shortest lengths, every line followed by a judge of its own, traps, other rules, the commands.

use std::collections::HashMap;
use std::process::Command;
use std::time::{Duration, Instant};

use heibai::engine::StopFlag;
use heibai::game::Color;
use heibai::renju::pattern::{Field, Values};
use heibai::renju::vcf::{Solver, Verdict};
use heibai::renju::{Board, Point, Rule, forbidden, fuzz};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/renju/vcf.jsonl");

#[derive(Deserialize)]
struct Record {
    id: String,
    side: String,
    black: Vec<String>,
    white: Vec<String>,
    vcf: bool,
    attacker_moves: Option<usize>,
}

impl Record {
    fn board(&self) -> Board {
        let points = |names: &[String]| -> Vec<Point> {
            names.iter().map(|name| name.parse().unwrap()).collect()
        };
        Board::with_stones(15, points(&self.black), points(&self.white)).unwrap()
    }

    fn attacker(&self) -> Color {
        if self.side == "black" { Color::Black } else { Color::White }
    }
}

fn records() -> Vec<Record> {
    let text = std::fs::read_to_string(FILE).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn fives(board: &Board, color: Color, rule: Rule) -> Vec<Point> {
    board.empties().filter(|&point| forbidden::wins(board, point, color, rule)).collect()
}

fn is_forbidden(board: &Board, point: Point, color: Color, rule: Rule) -> bool {
    rule.has_forbidden()
        && color == Color::Black
        && forbidden::kind(&mut board.clone(), point).is_forbidden()
}

/// Follows a line by the rules alone: each attack a four that is allowed, each answer the only one.
fn follow(mut board: Board, attacker: Color, line: &[Point], rule: Rule) -> Result<(), String> {
    let (last, before) = line.split_last().ok_or("an empty line")?;
    for (at, pair) in before.chunks(2).enumerate() {
        let &[attack, answer] = pair else { return Err("an odd line".to_owned()) };
        if !fives(&board, attacker, rule).is_empty() {
            return Err(format!("five was there before move {at}"));
        }
        if is_forbidden(&board, attack, attacker, rule) {
            return Err(format!("{attack} is forbidden"));
        }
        board.put(attack, attacker);
        if !fives(&board, !attacker, rule).is_empty() {
            return Err(format!("{attack} lets the defender make five"));
        }
        let threats = fives(&board, attacker, rule);
        let is_end = 2 * at + 2 == before.len();
        match threats.as_slice() {
            [] => return Err(format!("{attack} is no four")),
            [only] if only != &answer => return Err(format!("{answer} does not stop {only}")),
            [_] if is_forbidden(&board, answer, !attacker, rule) => {
                let fits = is_end && *last == answer;
                return if fits { Ok(()) } else { Err(format!("{answer} is forbidden")) };
            }
            [_] => {}
            _ if is_end => {}
            _ => return Err(format!("{attack} wins already")),
        }
        board.put(answer, !attacker);
    }
    let won = forbidden::wins(&board, *last, attacker, rule);
    if won { Ok(()) } else { Err(format!("{last} is no five")) }
}

#[test]
fn every_record_is_solved_in_the_shortest_length_and_traps_are_refused() {
    let records = records();
    assert_eq!(records.len(), 46);
    for record in &records {
        let board = record.board();
        let mut field = Field::new(&board, Rule::Renju, Values::none());
        let started = Instant::now();
        let mut solver = Solver::new(1 << 18);
        let verdict = solver.shortest(&mut field, record.attacker(), None, &StopFlag::new());
        assert!(started.elapsed() < Duration::from_secs(1), "{}", record.id);
        match verdict {
            Verdict::Win(line) => {
                assert!(record.vcf, "{}: {line:?}", record.id);
                assert_eq!(Some(line.len().div_ceil(2)), record.attacker_moves, "{}", record.id);
                follow(board, record.attacker(), &line, Rule::Renju)
                    .unwrap_or_else(|why| panic!("{}: {why}: {line:?}", record.id));
            }
            verdict => assert!(!record.vcf, "{}: {verdict:?}", record.id),
        }
    }
}

/// Says by the rules alone whether the attacker wins by at most `left` stones, all but the last fours.
fn wins_by_rules(
    board: &mut Board,
    attacker: Color,
    left: usize,
    rule: Rule,
    seen: &mut HashMap<(Vec<Point>, Vec<Point>, usize), bool>,
) -> bool {
    if !fives(board, attacker, rule).is_empty() {
        return true;
    }
    if left <= 1 {
        return false;
    }
    let stones = |color| board.stones(color).collect::<Vec<Point>>();
    let key = (stones(Color::Black), stones(Color::White), left);
    if let Some(&known) = seen.get(&key) {
        return known;
    }
    let must = fives(board, !attacker, rule);
    let empties: Vec<Point> = board.empties().collect();
    let found = empties.into_iter().any(|attack| {
        if must.iter().any(|&must| must != attack) || is_forbidden(board, attack, attacker, rule) {
            return false;
        }
        board.put(attack, attacker);
        let won = match fives(board, attacker, rule).as_slice() {
            [] => false,
            &[answer] if !is_forbidden(board, answer, !attacker, rule) => {
                board.put(answer, !attacker);
                let won = wins_by_rules(board, attacker, left - 1, rule, seen);
                board.lift(answer, !attacker);
                won
            }
            _ => true,
        };
        board.lift(attack, attacker);
        won
    });
    seen.insert(key, found);
    found
}

#[test]
fn random_boards_are_solved_as_by_the_rules_alone() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    let (mut wins, mut none, mut long) = (0, 0, 0);
    for round in 0..400 {
        let rule = [Rule::Renju, Rule::Standard, Rule::Freestyle][round % 3];
        let board = fuzz::random_board(&mut rng, 9);
        let both = Color::ALL;
        if both.iter().any(|&color| {
            let stones: Vec<Point> = board.stones(color).collect();
            let mut lifted = board.clone();
            stones.into_iter().any(|point| {
                lifted.lift(point, color);
                let five = forbidden::wins(&lifted, point, color, rule);
                lifted.put(point, color);
                five
            })
        }) {
            continue;
        }
        for attacker in both {
            let mut field = Field::new(&board, rule, Values::none());
            let mut solver = Solver::new(1 << 12);
            let found = solver.shortest(&mut field, attacker, None, &StopFlag::new());
            let mut seen = HashMap::new();
            let mut by_rules =
                |left| wins_by_rules(&mut board.clone(), attacker, left, rule, &mut seen);
            match found {
                Verdict::Win(line) => {
                    follow(board.clone(), attacker, &line, rule)
                        .unwrap_or_else(|why| panic!("{why}: {line:?}\n{board:?}"));
                    let stones = line.len().div_ceil(2);
                    assert!(by_rules(stones), "{line:?}\n{board:?}");
                    assert!(stones == 1 || !by_rules(stones - 1), "{line:?}\n{board:?}");
                    wins += 1;
                    long += u32::from(stones > 3);
                }
                Verdict::None => {
                    assert!(!by_rules(40), "{attacker} {rule:?}\n{board:?}");
                    none += 1;
                }
                Verdict::Unknown => panic!("no limit was set"),
            }
            assert_eq!(field.board(), &board, "the field is left as it was");
        }
    }
    assert!(wins > 100 && none > 50 && long > 5, "{wins} {none} {long}");
}

#[test]
fn limits_leave_a_position_unknown() {
    let record = records().into_iter().find(|record| record.id == "V001").unwrap();
    let mut field = Field::new(&record.board(), Rule::Renju, Values::none());
    let mut solver = Solver::new(1 << 12);
    let verdict = solver.shortest(&mut field, record.attacker(), Some(10), &StopFlag::new());
    assert_eq!(verdict, Verdict::Unknown);
}

fn solve(args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heibai"));
    let run = command.args(["solve", "--game", "renju"]).args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (run.status.code(), text(run.stdout), text(run.stderr))
}

#[test]
fn solve_writes_a_row_for_each_position() {
    let (code, text, _) = solve(&[FILE]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(text.lines().count(), 48);
    assert!(text.contains("positions 46 wins 32 none 14 unknown 0 contradicted 0"), "{text}");
    let (code, text, totals) = solve(&["--format", "json", FILE]);
    assert_eq!(code, Some(0), "{totals}");
    for (line, record) in text.lines().zip(records()) {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(row["vcf"], record.vcf, "{line}");
        assert_eq!(row["stones"].as_u64(), record.attacker_moves.map(|n| n as u64));
    }
    let fen = "15/15/15/15/15/15/15/3oxxx8/15/15/15/15/15/15/15 b";
    let five = "15/15/15/15/15/15/15/3oxxxx7/15/15/15/15/15/15/15 b";
    let (code, text, _) = solve(&["--format", "csv", "--position", fen, "--position", five]);
    assert_eq!(code, Some(0));
    let rows: Vec<&str> = text.lines().collect();
    assert!(rows[1].starts_with("1,1,,black,none,,,"), "{text}");
    assert!(rows[2].starts_with("2,2,,black,win,1,i8,"), "{text}");
}

#[test]
fn solve_names_what_it_does_not_take() {
    let (code, _, errors) = solve(&["--position", "h8 h8", "--position", "15/15 b"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("--position:1: ") && errors.contains("--position:2: "), "{errors}");
    let (code, _, errors) = solve(&["--wld", FILE]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("--wld: not for renju"), "{errors}");
    let (code, _, errors) = solve(&["--rule", "go", FILE]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("--rule go: expected renju, standard or freestyle"), "{errors}");
    let record = r#"{"black":["h8"],"white":[],"side":"white","vcf":true}"#;
    let (code, text, _) = solve(&["--position", record]);
    assert_eq!(code, Some(1));
    assert!(text.contains("WRONG"), "{text}");
}
