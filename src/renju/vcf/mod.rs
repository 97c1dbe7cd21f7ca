//! Wins by fours alone: every stone of the attacker a four, so that every answer is forced.
//!
//! Owns the search for such wins; must not know other moves or how good a position is. The defender's own fours, points
//! that are forbidden to Black as attacker and as defender, and answers that make a four are all taken into account.
//!
//! # Examples
//! ```
//! use heibai::engine::StopFlag;
//! use heibai::game::Color;
//! use heibai::renju::pattern::{Field, Values};
//! use heibai::renju::vcf::{Solver, Verdict};
//! use heibai::renju::{Board, Point, Rule};
//! let points = |text: &str| text.split(' ').map(|p| p.parse().unwrap()).collect::<Vec<Point>>();
//! let board = Board::with_stones(15, points("g8 h8 i8 j5 j6"), points("f8 a1")).unwrap();
//! let mut field = Field::new(&board, Rule::Renju, Values::none());
//! let mut solver = Solver::new(1 << 12);
//! match solver.shortest(&mut field, Color::Black, None, &StopFlag::new()) {
//!     Verdict::Win(line) => assert_eq!(line.len(), 5),
//!     other => panic!("{other:?}"),
//! }
//! ```

use arrayvec::ArrayVec;

use crate::engine::StopFlag;
use crate::game::Color;
use crate::renju::Point;
use crate::renju::pattern::{Field, Threat};

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker wins by this line: his stones and the forced answers in turn, five the last. An answer that Black
    /// may not give, and one of several that do not help, is in it as well.
    Win(Vec<Point>),
    /// He has no win by fours alone.
    None,
    /// The limit was reached first.
    Unknown,
}

/// What a search below a position comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Win,
    /// No win, whatever the depth.
    Nothing,
    /// No win so soon.
    NotYet,
    /// Given up.
    Stopped,
}

/// More fours than this no line has.
const DEEPEST: u32 = 180;
/// A refutation at any depth.
const ANY_DEPTH: u32 = 255;

/// The searcher with its memory of refuted positions.
///
/// # Determinism
/// The same calls in the same order give the same answers and the same number of nodes.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Position and attacker, and in the lowest byte the number of fours within which there is no win; 0 = nothing.
    table: Vec<u64>,
    nodes: u64,
    limit: u64,
    /// The line of the win found last, backwards.
    line: Vec<Point>,
}

impl Solver {
    /// Builds a solver that remembers so many refuted positions, rounded up to a power of two.
    #[must_use]
    pub fn new(entries: usize) -> Self {
        let entries = entries.next_power_of_two();
        Solver { table: vec![0; entries], nodes: 0, limit: 0, line: Vec::new() }
    }

    /// Forgets what was refuted, as a new rule or size asks for.
    pub fn clear(&mut self) {
        self.table.fill(0);
    }

    /// Returns the positions looked at by the last call.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for the shortest win by fours of `attacker`, who is to move; the field is left as it was.
    ///
    /// # Source
    /// Deepening by one four at a time, with positions refuted at a depth remembered.
    pub fn shortest(
        &mut self,
        field: &mut Field,
        attacker: Color,
        max_nodes: Option<u64>,
        stop: &StopFlag,
    ) -> Verdict {
        self.nodes = 0;
        self.limit = max_nodes.unwrap_or(u64::MAX);
        for depth in 1..=DEEPEST {
            match self.attack(field, attacker, depth, stop) {
                Found::Win => return Verdict::Win(self.take_line()),
                Found::Nothing => return Verdict::None,
                Found::NotYet => {}
                Found::Stopped => return Verdict::Unknown,
            }
        }
        Verdict::None
    }

    /// Looks for any win of at most `depth` stones within `max_nodes`, strong fours first.
    ///
    /// Returns the line, none if there is no such win or it was not found in time.
    pub fn any(
        &mut self,
        field: &mut Field,
        attacker: Color,
        depth: u32,
        max_nodes: u64,
        stop: &StopFlag,
    ) -> Option<Vec<Point>> {
        self.nodes = 0;
        self.limit = max_nodes;
        (self.attack(field, attacker, depth, stop) == Found::Win).then(|| self.take_line())
    }

    fn take_line(&mut self) -> Vec<Point> {
        let mut line = std::mem::take(&mut self.line);
        line.reverse();
        line
    }

    /// Searches for a win of at most `left` stones of the attacker, who is to move.
    fn attack(&mut self, field: &mut Field, attacker: Color, left: u32, stop: &StopFlag) -> Found {
        self.nodes += 1;
        if self.nodes > self.limit || self.nodes.is_multiple_of(1024) && stop.is_raised() {
            return Found::Stopped;
        }
        if let Some(five) = field.five(attacker) {
            self.line.clear();
            self.line.push(five);
            return Found::Win;
        }
        let fives = field.count(!attacker, Threat::Five);
        if fives > 1 {
            return Found::Nothing;
        }
        let must = field.five(!attacker);
        let mut moves: ArrayVec<(Threat, Point), { Point::COUNT }> = field
            .fours(attacker)
            .iter()
            .filter(|&point| must.is_none_or(|must| must == point))
            .map(|point| (field.threat(point, attacker), point))
            .collect();
        if moves.is_empty() {
            return Found::Nothing;
        }
        if left <= 1 {
            return Found::NotYet;
        }
        let key = key(field.hash(), attacker);
        match self.probe(key) {
            Some(ANY_DEPTH) => return Found::Nothing,
            Some(depth) if depth >= left => return Found::NotYet,
            _ => {}
        }
        // The strongest first; among equals the order on the board.
        moves.sort_by_key(|&(threat, _)| std::cmp::Reverse(threat));
        let mut found = Found::Nothing;
        for (_, point) in moves {
            if !field.is_allowed(point, attacker) {
                continue;
            }
            field.make(point, attacker);
            let below = self.defend(field, attacker, left, stop);
            field.unmake();
            match below {
                Found::Win => {
                    self.line.push(point);
                    return Found::Win;
                }
                Found::Stopped => return Found::Stopped,
                Found::NotYet => found = Found::NotYet,
                Found::Nothing => {}
            }
        }
        self.store(key, if found == Found::Nothing { ANY_DEPTH } else { left });
        found
    }

    /// Answers a four that has just been made.
    fn defend(&mut self, field: &mut Field, attacker: Color, left: u32, stop: &StopFlag) -> Found {
        let Some(answer) = field.five(attacker) else { return Found::Nothing };
        if field.count(attacker, Threat::Five) > 1 {
            let five = field
                .fours(attacker)
                .iter()
                .filter(|&point| point != answer && field.threat(point, attacker) == Threat::Five);
            self.line.clear();
            self.line.extend(five.take(1));
            self.line.push(answer);
            return Found::Win;
        }
        if !field.is_allowed(answer, !attacker) {
            self.line.clear();
            self.line.extend([answer, answer]);
            return Found::Win;
        }
        field.make(answer, !attacker);
        let found = self.attack(field, attacker, left - 1, stop);
        field.unmake();
        if found == Found::Win {
            self.line.push(answer);
        }
        found
    }

    fn slot(&self, key: u64) -> usize {
        (key >> 8) as usize & (self.table.len() - 1)
    }

    fn probe(&self, key: u64) -> Option<u32> {
        let entry = self.table[self.slot(key)];
        ((entry ^ key) >> 8 == 0).then_some((entry & 255) as u32)
    }

    fn store(&mut self, key: u64, depth: u32) {
        let slot = self.slot(key);
        self.table[slot] = key & !255 | u64::from(depth);
    }
}

/// Tells a position with its attacker; the lowest byte is free.
fn key(hash: u64, attacker: Color) -> u64 {
    let turned = if attacker == Color::White { hash ^ 0x8f3c_91d2_6a75_e4b0 } else { hash };
    turned | 255
}
