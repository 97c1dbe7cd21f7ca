//! Problems of life and death with known answers, and the same answers by plain search on the board.

use std::collections::HashMap;

use heibai::game::Color;
use heibai::go::life_death::Budget;
use heibai::go::tsume::{Outcome, TsumeError, solve};
use heibai::go::{Board, Point, PointSet, sgf};
use serde_json::Value;

/// A problem and what is said of it.
struct Problem {
    name: String,
    board: Board,
    target: Point,
    side: Color,
    result: String,
    without_threats: Option<Color>,
    keys: Vec<String>,
}

fn problems() -> Vec<Problem> {
    let text = include_str!("data/go/tsume.jsonl");
    let read = |line: &str| {
        let record: Value = serde_json::from_str(line).expect("a record");
        let word = |key: &str| record[key].as_str().unwrap_or_default().to_owned();
        let problem = sgf::problem(&word("sgf")).expect("a problem");
        let keys = record["keys"].as_array().expect("a list of keys");
        Problem {
            name: word("name"),
            board: problem.position.board().clone(),
            target: problem.target,
            side: problem.position.side_to_move(),
            result: word("result"),
            without_threats: match word("without_threats").as_str() {
                "black" => Some(Color::Black),
                "white" => Some(Color::White),
                _ => None,
            },
            keys: keys.iter().filter_map(|key| key.as_str().map(str::to_owned)).collect(),
        }
    };
    text.lines().map(read).collect()
}

#[test]
fn problems_have_their_known_answers() {
    let problems = problems();
    assert!(problems.len() >= 20, "{} problems", problems.len());
    for problem in problems {
        let Problem { name, board, target, side, .. } = &problem;
        let answer = solve(board, *target, *side, &Budget::default()).expect(name);
        let (result, without) = match answer.outcome {
            Outcome::Dead => ("dead", None),
            Outcome::Alive => ("alive", None),
            Outcome::Ko { without_threats } => ("ko", Some(without_threats)),
        };
        assert_eq!((result, without), (problem.result.as_str(), problem.without_threats), "{name}");
        let keys: Vec<String> = answer.keys.iter().map(ToString::to_string).collect();
        assert_eq!(keys, problem.keys, "{name}");
        // The line is legal, and its first move one of the keys where there are any.
        if let (Some(first), false) = (answer.line.first(), answer.keys.is_empty()) {
            assert!(answer.keys.contains(first), "{name}: {:?}", answer.line);
        }
        let (mut played, mut turn) = (board.clone(), *side);
        for mv in &answer.line {
            match mv.point() {
                // In a fight with threats elsewhere a ko is retaken at once.
                Some(at) => {
                    if result == "ko" {
                        played.lift_ko();
                    }
                    played.play(turn, at).unwrap_or_else(|why| panic!("{name}: {at}: {why}"));
                }
                None => played.lift_ko(),
            }
            turn = !turn;
        }
        if result == "dead" {
            assert_ne!(played.color_at(*target), board.color_at(*target), "{name}: not captured");
        }
    }
}

/// Stones, ko, whether the owner moves, and how many moves are left.
type Node = (u64, Option<(Color, Point)>, bool, u32);

/// A search that knows nothing but the rules of play: within so many moves, can the chain on `target` be captured?
struct Plain {
    target: Point,
    owner: Color,
    /// Where either side plays.
    region: Vec<Point>,
    known: HashMap<Node, bool>,
}

impl Plain {
    fn captured(&mut self, board: &mut Board, side: Color, depth: u32) -> bool {
        if board.color_at(self.target) != Some(self.owner) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        let key = (board.hash(), board.ko(), side == self.owner, depth);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let owner_moves = side == self.owner;
        let ko = board.ko();
        let mut found = None;
        for at in self.region.clone() {
            if !board.is_legal(side, at) {
                continue;
            }
            let change = board.play_unchecked(side, at);
            let captured = self.captured(board, !side, depth - 1);
            board.undo(change);
            if captured != owner_moves {
                found = Some(captured);
                break;
            }
        }
        let result = found.unwrap_or_else(|| {
            // A pass lets the ko be taken back.
            let mut passed = board.clone();
            passed.lift_ko();
            self.captured(&mut passed, !side, depth - 1)
        });
        assert_eq!(board.ko(), ko);
        self.known.insert(key, result);
        result
    }
}

/// The points of the problem: those that the solver may play on, found here by the owner's way through the board.
fn region(board: &Board, target: Point) -> Vec<Point> {
    let owner = board.color_at(target).expect("a stone");
    let mut inside: PointSet = [target].into_iter().collect();
    let mut open = vec![target];
    while let Some(at) = open.pop() {
        for beside in board.neighbours(at) {
            let chain = board.chain_at(beside);
            let enclosed = chain.as_ref().is_none_or(|chain| {
                chain.color == owner || chain.liberties.iter().all(|at| near(board, at, owner))
            });
            if enclosed && inside.insert(beside) {
                open.push(beside);
            }
        }
    }
    inside.iter().collect()
}

/// Whether an empty point has the owner's stones or nothing but its own kind beside it.
fn near(board: &Board, at: Point, owner: Color) -> bool {
    board.neighbours(at).any(|beside| board.color_at(beside) == Some(owner))
}

/// Where no ko is fought, plain search by the rules of play captures what is dead and nothing that lives.
#[test]
fn plain_search_agrees() {
    let mut compared = 0;
    for problem in problems() {
        if problem.result == "ko" {
            continue;
        }
        let owner = problem.board.color_at(problem.target).expect("a stone");
        let region = region(&problem.board, problem.target);
        if region.len() > 14 {
            continue;
        }
        let mut plain = Plain { target: problem.target, owner, region, known: HashMap::new() };
        let captured = plain.captured(&mut problem.board.clone(), problem.side, 13);
        assert_eq!(captured, problem.result == "dead", "{}", problem.name);
        compared += 1;
    }
    assert!(compared >= 14, "{compared} problems compared");
}

#[test]
fn what_is_no_problem_is_refused() {
    let budget = Budget::default();
    let open = Board::new(9).unwrap();
    let at: Point = "e5".parse().unwrap();
    assert_eq!(solve(&open, at, Color::Black, &budget), Err(TsumeError::Empty(at)));
    let mut board = open;
    board.play(Color::Black, at).unwrap();
    assert!(matches!(solve(&board, at, Color::White, &budget), Err(TsumeError::Open(_))));
    let error = sgf::problem("(;SZ[9]AB[ee])").unwrap_err().to_string();
    assert!(error.contains("a stone marked by MA, TR, SQ or CR"), "{error}");
}
