//! A solved position and how it compares with the scores its line carried.

use std::fmt;
use std::time::Duration;

use crate::engine::{Bound, Goal};
use crate::othello::search::{Line, Report};
use crate::othello::{DiscDiff, Move, Score};
use crate::protocol::reply::nodes_per_second;

use super::problem::{Given, Problem};

/// What a value proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// The result under best play.
    Exact,
    /// The result is this or better.
    Lower,
    /// The result is this or worse.
    Upper,
    /// Nothing: the search was stopped before it solved anything.
    Estimate,
}

impl Proof {
    /// Returns the word the machine formats use.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Proof::Exact => "exact",
            Proof::Lower => "lower",
            Proof::Upper => "upper",
            Proof::Estimate => "estimate",
        }
    }

    /// Returns the sign in front of a printed value.
    const fn sign(self) -> &'static str {
        match self {
            Proof::Exact => "",
            Proof::Lower => ">=",
            Proof::Upper => "<=",
            Proof::Estimate => "~",
        }
    }

    fn of(line: &Line, n_empties: u32, goal: Goal, complete: bool) -> Self {
        let solved = match goal {
            // A win is proved by a bound.
            Goal::Wld => complete,
            _ => line.is_exact(n_empties),
        };
        match line.bound {
            _ if solved => Proof::Exact,
            _ if line.selectivity < 100 || line.depth < n_empties => Proof::Estimate,
            Bound::Lower => Proof::Lower,
            Bound::Upper => Proof::Upper,
            Bound::Exact => Proof::Estimate,
        }
    }
}

/// A result, side to move's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// The discs; their sign alone where win, draw and loss were asked for.
    pub(super) discs: DiscDiff,
    /// What they prove.
    pub(super) proof: Proof,
    /// Whether win, draw and loss were asked for.
    pub(super) wld: bool,
}

impl Value {
    fn new(score: Score, proof: Proof, goal: Goal) -> Self {
        let discs = score.to_discs();
        let wld = goal == Goal::Wld;
        Value { discs: if wld { DiscDiff(discs.0.signum()) } else { discs }, proof, wld }
    }

    /// Returns the word for win, draw or loss.
    pub(super) const fn word(self) -> &'static str {
        match self.discs.0.signum() {
            1 => "win",
            0 => "draw",
            _ => "loss",
        }
    }

    /// Returns `given` in this value's terms.
    fn comparable(self, given: DiscDiff) -> i32 {
        if self.wld { given.0.signum() } else { given.0 }
    }

    /// Returns whether the value rules `given` out, or `None` where it proves nothing about it.
    fn contradicts(self, given: DiscDiff) -> Option<bool> {
        let given = self.comparable(given);
        match self.proof {
            Proof::Exact => Some(self.discs.0 != given),
            Proof::Lower if given < self.discs.0 => Some(true),
            Proof::Upper if given > self.discs.0 => Some(true),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = self.proof.sign();
        if self.wld {
            f.pad(&format!("{sign}{}", self.word()))
        } else {
            f.pad(&format!("{sign}{}", self.discs))
        }
    }
}

/// How a row compares with the scores its line carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// There was nothing to compare, or the limits left it open.
    Open,
    /// It agrees.
    Ok,
    /// A given score was contradicted.
    Wrong,
}

impl Verdict {
    /// Returns the word for it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Verdict::Open => "-",
            Verdict::Ok => "OK",
            Verdict::Wrong => "WRONG",
        }
    }

    fn of(contradicted: Option<bool>) -> Self {
        match contradicted {
            None => Verdict::Open,
            Some(false) => Verdict::Ok,
            Some(true) => Verdict::Wrong,
        }
    }
}

/// A solved position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Its place among the positions of the input, from 1.
    pub(super) number: u64,
    /// Its line in the input, from 1.
    pub(super) line: u64,
    /// Empty squares.
    pub(super) n_empties: u32,
    /// The result.
    pub(super) value: Value,
    /// The best line, its first move the best; empty once the game is over.
    pub(super) pv: Vec<Move>,
    /// Nodes searched.
    pub(super) nodes: u64,
    /// How long it took.
    pub(super) time: Duration,
    /// The comparison.
    pub(super) verdict: Verdict,
    /// Every legal move with its result, best first, where that was asked for.
    pub(super) moves: Vec<(Move, Value)>,
}

impl Row {
    /// Builds the row of a search.
    pub(super) fn new(
        problem: &Problem,
        report: &Report,
        time: Duration,
        goal: Goal,
        all_moves: bool,
    ) -> Self {
        let n_empties = problem.board.n_empties();
        let value_of = |line: &Line| {
            let proof = Proof::of(line, n_empties, goal, report.complete);
            Value::new(line.score, proof, goal)
        };
        let mut row = Row::finished(problem, goal);
        row.nodes = report.nodes;
        row.time = time;
        if let Some(best) = report.lines.first() {
            row.value = value_of(best);
            row.pv.clone_from(&best.pv);
        }
        if all_moves {
            row.moves = report
                .lines
                .iter()
                .filter_map(|line| Some((*line.pv.first()?, value_of(line))))
                .collect();
        }
        row.verdict = row.judge(problem, all_moves);
        row
    }

    /// Builds the row of a game that is over.
    pub(super) fn finished(problem: &Problem, goal: Goal) -> Self {
        let score = Score::from_discs(problem.board.final_score());
        let value = Value::new(score, Proof::Exact, goal);
        let contradicted = problem.given.best().and_then(|given| value.contradicts(given));
        Row {
            number: problem.number,
            line: problem.line,
            n_empties: problem.board.n_empties(),
            value,
            pv: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
            verdict: Verdict::of(contradicted),
            moves: Vec::new(),
        }
    }

    /// Returns the best move, `None` once the game is over.
    pub(super) fn best_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// Returns nodes a second.
    pub(super) fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }

    /// Compares with the given scores: the score must be the best given one, and the move, where the line
    /// scores it, among the best; with every move scored, each must agree.
    fn judge(&self, problem: &Problem, all_moves: bool) -> Verdict {
        let Given { moves: given, .. } = &problem.given;
        let Some(best) = problem.given.best() else { return Verdict::Open };
        let mut verdict = Verdict::of(self.value.contradicts(best));
        if let Some(of_move) = self.best_move().and_then(|mv| problem.given.of(mv))
            && self.value.proof == Proof::Exact
            && self.value.comparable(of_move) != self.value.comparable(best)
        {
            verdict = Verdict::Wrong;
        }
        if all_moves {
            for &(mv, score) in given {
                let ours = self.moves.iter().find(|&&(ours, _)| ours == mv);
                match ours.and_then(|(_, value)| value.contradicts(score)) {
                    Some(true) => return Verdict::Wrong,
                    None if verdict == Verdict::Ok => verdict = Verdict::Open,
                    _ => {}
                }
            }
        }
        verdict
    }
}

#[cfg(test)]
#[path = "row_tests.rs"]
mod tests;
