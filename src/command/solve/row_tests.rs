//! Verdicts and bounds of rows.

use super::*;

/// Two empty squares, a1 and h8; the lines are made up, so that only the comparison is tested.
fn problem(scores: &str) -> Problem {
    let board = format!("-XXXXXXO{}OXXXXXX-", "X".repeat(48));
    Problem::read(1, 1, &format!("{board} O; {scores}")).unwrap()
}

fn line(mv: &str, score: i32, bound: Bound) -> Line {
    Line {
        score: Score::from_discs(DiscDiff(score)),
        bound,
        depth: 2,
        seldepth: 2,
        selectivity: 100,
        pv: vec![mv.parse().unwrap()],
    }
}

fn verdict(scores: &str, lines: &[Line], goal: Goal, all_moves: bool) -> Verdict {
    let report = Report { lines: lines.to_vec(), nodes: 1, complete: true };
    Row::new(&problem(scores), &report, Duration::ZERO, goal, all_moves).verdict
}

#[test]
fn verdict_takes_any_top_move_of_a_tie() {
    let exact =
        |scores, mv, score| verdict(scores, &[line(mv, score, Bound::Exact)], Goal::Exact, false);
    assert_eq!(exact("", "a1", 4), Verdict::Open);
    assert_eq!(exact("+4;", "a1", 4), Verdict::Ok);
    assert_eq!(exact("+4;", "a1", 2), Verdict::Wrong);
    assert_eq!(exact("a1:+4; h8:+4;", "h8", 4), Verdict::Ok);
    assert_eq!(exact("a1:+4; h8:+2;", "h8", 4), Verdict::Wrong);
    assert_eq!(exact("a1:+4; h8:+2;", "h8", 2), Verdict::Wrong);
    assert_eq!(exact("a1:+4;", "h8", 4), Verdict::Ok);
}

#[test]
fn verdict_of_bounds_is_open_unless_they_exclude_the_score() {
    let bounded = |bound, score| verdict("a1:+4;", &[line("a1", score, bound)], Goal::Exact, false);
    assert_eq!(bounded(Bound::Lower, 2), Verdict::Open);
    assert_eq!(bounded(Bound::Lower, 6), Verdict::Wrong);
    assert_eq!(bounded(Bound::Upper, 6), Verdict::Open);
    assert_eq!(bounded(Bound::Upper, 2), Verdict::Wrong);
    let shallow = Line { depth: 1, ..line("a1", -4, Bound::Exact) };
    assert_eq!(verdict("a1:+4;", &[shallow], Goal::Exact, false), Verdict::Open);
}

#[test]
fn verdict_compares_every_move_when_all_are_scored() {
    let lines = [line("a1", 4, Bound::Exact), line("h8", -2, Bound::Exact)];
    let all = |scores| verdict(scores, &lines, Goal::Exact, true);
    assert_eq!(all("a1:+4; h8:-2;"), Verdict::Ok);
    assert_eq!(all("a1:+4; h8:-4;"), Verdict::Wrong);
    let one = |scores| verdict(scores, &lines[..1], Goal::Exact, true);
    assert_eq!(one("a1:+4; h8:-2;"), Verdict::Open);
    assert_eq!(verdict("a1:+4; h8:-4;", &lines, Goal::Exact, false), Verdict::Ok);
}

#[test]
fn verdict_of_wld_compares_signs() {
    let wld = |scores, score| verdict(scores, &[line("a1", score, Bound::Lower)], Goal::Wld, false);
    assert_eq!(wld("a1:+38;", 1), Verdict::Ok);
    assert_eq!(wld("a1:+0;", 1), Verdict::Wrong);
    assert_eq!(wld("a1:+38; h8:+2;", 1), Verdict::Ok);
}

#[test]
fn value_prints_its_proof() {
    let print = |bound, depth, goal| {
        let line = Line { depth, ..line("a1", 4, bound) };
        let report = Report { lines: vec![line], nodes: 1, complete: false };
        Row::new(&problem(""), &report, Duration::ZERO, goal, false).value.to_string()
    };
    assert_eq!(print(Bound::Exact, 2, Goal::Exact), "+4");
    assert_eq!(print(Bound::Lower, 2, Goal::Exact), ">=+4");
    assert_eq!(print(Bound::Upper, 2, Goal::Exact), "<=+4");
    assert_eq!(print(Bound::Exact, 1, Goal::Exact), "~+4");
    assert_eq!(print(Bound::Lower, 2, Goal::Wld), ">=win");
}
