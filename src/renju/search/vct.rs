//! Wins by threes and fours at the root: a bounded proof in which the attacker threatens a straight four or five with
//! every stone and the defender is given every reply that may help.

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
        longest.or_else(|| {
            // No reply is allowed: the straight four comes at once.
            let four = moves::straight_four(&mut self.worker.field, attacker)?;
            Some(vec![four])
        })
    }
}
