//! Wins by threes and fours at the root: a bounded proof in which the attacker threatens a straight four or five with
//! every stone and the defender is given every reply.
//!
//! Owns the proof; must not know scores. What it calls won is won against whatever the defender plays: those of his
//! replies that are not searched have been seen to leave the straight four on the board.

use std::collections::HashMap;

use super::moves::{self, Hints};
use super::worker::Worker;
use crate::game::Color;
use crate::renju::Point;
use crate::renju::pattern::Threat;

/// Threes in a row that are looked at.
const MOST_THREES: u32 = 7;
/// Attacks that are tried at a position.
const MOST_ATTACKS: usize = 14;
/// Nodes of each search by fours, for either side.
const FOURS_NODES: u64 = 150;

/// A bounded proof.
struct Prover<'p, 'w> {
    worker: &'p mut Worker<'w>,
    attacker: Color,
    /// Nodes at which it gives up.
    limit: u64,
    /// Positions from which so many threes do not win.
    refuted: HashMap<u64, u32>,
}

/// Looks for a win of `attacker`, who is to move, by at most `nodes` nodes; returns a longest line of the proof.
pub(super) fn prove(worker: &mut Worker<'_>, attacker: Color, nodes: u64) -> Option<Vec<Point>> {
    let limit = worker.nodes + nodes;
    let mut prover = Prover { worker, attacker, limit, refuted: HashMap::new() };
    for threes in 1..=MOST_THREES {
        if let Some(mut line) = prover.attack(threes) {
            line.reverse();
            return Some(line);
        }
        if prover.is_spent() {
            break;
        }
    }
    None
}

impl Prover<'_, '_> {
    fn is_spent(&mut self) -> bool {
        self.worker.nodes >= self.limit || self.worker.abandons()
    }

    /// The attacker is to move; a line is told backwards.
    fn attack(&mut self, threes: u32) -> Option<Vec<Point>> {
        self.worker.nodes += 1;
        let attacker = self.attacker;
        let mut line = super::Pv::new();
        if self.worker.fours(attacker, FOURS_NODES, Some(&mut line)).is_some() {
            return Some(line.iter().rev().copied().collect());
        }
        if threes == 0 || self.is_spent() {
            return None;
        }
        let field = &mut self.worker.field;
        let must = field.five(!attacker);
        // Against a threat of the defender's only fours come in time, and those do not win.
        if field.count(!attacker, Threat::Five) > 1
            || must.is_none() && moves::straight_four(field, !attacker).is_some()
        {
            return None;
        }
        let key = field.hash();
        if self.refuted.get(&key).is_some_and(|&known| known >= threes) {
            return None;
        }
        let hints = Hints::default();
        let mut list = moves::all(field, attacker, self.worker.history, hints);
        let mut tried = 0;
        while let Some(candidate) = moves::next(&mut list) {
            let point = candidate.point;
            let field = &mut self.worker.field;
            let threat = field.threat(point, attacker);
            let attacks = (Threat::Three..=Threat::StraightFour).contains(&threat);
            if !attacks
                || must.is_some_and(|must| must != point)
                || !field.is_allowed(point, attacker)
            {
                continue;
            }
            tried += 1;
            if tried > MOST_ATTACKS {
                break;
            }
            field.make(point, attacker);
            let found = self.defend(threes);
            self.worker.field.unmake();
            if let Some(mut line) = found {
                line.push(point);
                return Some(line);
            }
            if self.is_spent() {
                return None;
            }
        }
        self.refuted.insert(key, threes);
        None
    }

    /// The defender is to move, after a three or four.
    fn defend(&mut self, threes: u32) -> Option<Vec<Point>> {
        self.worker.nodes += 1;
        let (attacker, defender) = (self.attacker, !self.attacker);
        let field = &mut self.worker.field;
        if field.five(defender).is_some() {
            return None;
        }
        if let Some(must) = field.five(attacker) {
            if field.count(attacker, Threat::Five) > 1 {
                let mut fives = field.fours(attacker).iter();
                let five =
                    fives.find(|&p| p != must && field.threat(p, attacker) == Threat::Five)?;
                return Some(vec![five, must]);
            }
            if !field.is_allowed(must, defender) {
                return Some(vec![must]);
            }
            field.make(must, defender);
            let found = self.attack(threes);
            self.worker.field.unmake();
            return found.map(|mut line| {
                line.push(must);
                line
            });
        }
        moves::straight_four(field, attacker)?;
        if self.worker.fours(defender, FOURS_NODES, None).is_some() {
            return None;
        }
        let field = &mut self.worker.field;
        let mut replies = moves::defences(field, defender, self.worker.history, Hints::default());
        let mut longest: Option<Vec<Point>> = None;
        while let Some(reply) = moves::next(&mut replies) {
            if !self.worker.field.is_allowed(reply.point, defender) {
                continue;
            }
            self.worker.field.make(reply.point, defender);
            let found = self.attack(threes - 1);
            self.worker.field.unmake();
            let mut line = found?;
            line.push(reply.point);
            if longest.as_ref().is_none_or(|longest| line.len() > longest.len()) {
                longest = Some(line);
            }
        }
        if !self.others_fail() {
            return None;
        }
        longest.or_else(|| {
            // No reply is allowed: the straight four comes at once.
            let four = moves::straight_four(&mut self.worker.field, attacker)?;
            Some(vec![four])
        })
    }

    /// Returns whether the attacker can make a straight four, or five, after each reply that was not searched.
    ///
    /// A stone far away may make a point forbidden to Black: where it turns a three beside the point into a real one.
    fn others_fail(&mut self) -> bool {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let field = &mut self.worker.field;
        let listed = moves::defences(field, defender, self.worker.history, Hints::default());
        let listed: Vec<Point> = listed.iter().map(|candidate| candidate.point).collect();
        let empties: Vec<Point> = field.board().empties().collect();
        empties.into_iter().filter(|point| !listed.contains(point)).all(|point| {
            if !field.is_allowed(point, defender) {
                return true;
            }
            field.make(point, defender);
            let four = moves::straight_four(field, attacker).is_some();
            let late = field.five(defender).is_some();
            field.unmake();
            four && !late
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::engine::StopFlag;
    use crate::renju::eval::Evaluator;
    use crate::renju::pattern::{Field, Values};
    use crate::renju::search::tt::Table;
    use crate::renju::search::worker::{Memory, Shared};
    use crate::renju::vcf::{Solver, Verdict};
    use crate::renju::{Board, Rule, fuzz};

    const RULES: [Rule; 3] = [Rule::Renju, Rule::Standard, Rule::Freestyle];

    fn claim(board: &Board, rule: Rule, attacker: Color) -> Option<Vec<Point>> {
        let (table, evaluator, stop) = (Table::new(1), Evaluator::default(), StopFlag::new());
        let shared = Shared::new(&table, &evaluator, &stop, None);
        let mut memory = Memory::new();
        let field = Field::new(board, rule, Values::none());
        prove(&mut Worker::new(&shared, &mut memory, field, attacker), attacker, 20_000)
    }

    fn fours(board: &Board, rule: Rule, attacker: Color) -> bool {
        let mut field = Field::new(board, rule, Values::none());
        let verdict =
            Solver::new(1 << 10).shortest(&mut field, attacker, Some(50_000), &StopFlag::new());
        matches!(verdict, Verdict::Win(_))
    }

    fn with(board: &Board, point: Point, color: Color) -> Board {
        let mut board = board.clone();
        board.put(point, color);
        board
    }

    fn allowed(board: &Board, rule: Rule, color: Color) -> Vec<Point> {
        let mut field = Field::new(board, rule, Values::none());
        board.empties().filter(|&point| field.is_allowed(point, color)).collect()
    }

    fn has_five(board: &Board, rule: Rule, color: Color) -> bool {
        Field::new(board, rule, Values::none()).five(color).is_some()
    }

    /// Plays a claimed win out against every stone the rules allow the defender.
    fn holds(board: &Board, rule: Rule, attacker: Color, most: u32) -> bool {
        if fours(board, rule, attacker) {
            return true;
        }
        let Some(line) = claim(board, rule, attacker).filter(|_| most > 0) else { return false };
        let after = with(board, line[0], attacker);
        !has_five(&after, rule, !attacker)
            && allowed(&after, rule, !attacker)
                .into_iter()
                .all(|reply| holds(&with(&after, reply, !attacker), rule, attacker, most - 1))
    }

    /// Tries every stone, against every reply, with fours alone behind it.
    fn one_three_wins(board: &Board, rule: Rule, attacker: Color) -> bool {
        !has_five(board, rule, !attacker)
            && allowed(board, rule, attacker).into_iter().any(|point| {
                let after = with(board, point, attacker);
                allowed(&after, rule, !attacker)
                    .into_iter()
                    .all(|reply| fours(&with(&after, reply, !attacker), rule, attacker))
            })
    }

    /// Boards without a win by fours for the side to move, or one stone from five for either.
    fn quiet_boards(seed: u64, size: u8, n: usize) -> Vec<(Board, Rule, Color)> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut found = Vec::new();
        while found.len() < n {
            let rule = RULES[found.len() % 3];
            let side = Color::ALL[found.len() / 3 % 2];
            let board = fuzz::random_board(&mut rng, size);
            let stones = board.n_stones();
            let five = Color::ALL.into_iter().any(|color| has_five(&board, rule, color));
            if stones < 40 && !five && !fours(&board, rule, side) {
                found.push((board, rule, side));
            }
        }
        found
    }

    #[test]
    fn what_is_claimed_is_won_against_every_reply() {
        let mut claims = 0;
        for (board, rule, side) in quiet_boards(31, 15, 240) {
            if claim(&board, rule, side).is_some() {
                claims += 1;
                assert!(holds(&board, rule, side, MOST_THREES + 4), "{side} {rule:?}\n{board:?}");
            }
        }
        assert!(claims >= 20, "{claims} wins claimed");
    }

    #[test]
    fn a_win_by_one_three_is_claimed_where_there_is_one() {
        let (mut wins, mut missed) = (0, 0);
        for (board, rule, side) in quiet_boards(32, 9, 150) {
            if one_three_wins(&board, rule, side) {
                wins += 1;
                missed += usize::from(claim(&board, rule, side).is_none());
            }
        }
        assert!(wins >= 5, "{wins} wins");
        // A stone that threatens no straight four may win too; such are not looked for.
        assert!(4 * missed <= wins, "{missed} of {wins} missed");
    }

    /// Two open threes meet at h8, which wins without forbidden moves and for White, and is barred to Black in Renju.
    #[test]
    fn two_threes_win_for_those_who_may_make_them() {
        let points =
            |text: &str| text.split(' ').map(|p| p.parse().unwrap()).collect::<Vec<Point>>();
        let (own, other) = (points("h6 h7 f8 g8"), points("a1 a15 o1 o15"));
        for rule in RULES {
            let white = Board::with_stones(15, other.clone(), own.clone()).unwrap();
            let line = claim(&white, rule, Color::White).expect("a win");
            assert!(holds(&white, rule, Color::White, 4), "{line:?}");
            let black = Board::with_stones(15, own.clone(), other.clone()).unwrap();
            let line = claim(&black, rule, Color::Black);
            let barred: Point = "h8".parse().unwrap();
            match rule {
                Rule::Renju => {
                    assert_ne!(line.and_then(|line| line.first().copied()), Some(barred))
                }
                _ => assert!(line.is_some(), "{rule:?}"),
            }
        }
    }
}
