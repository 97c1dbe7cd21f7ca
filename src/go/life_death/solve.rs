//! Who wins each position of a [`Graph`], by fixpoints; play without end is no capture.
//!
//! Before the capture the attacker must reach it: the set of positions from which this can be forced is the least
//! one closed under the moves (an attractor). After the capture the owner must bring forth a new stone on the ground
//! that stays for ever. That set is found from below: a position belongs to it if, for some new stone on the
//! board, the owner can see to it that the stone is never taken unless play enters positions found before; and if
//! the owner can force such a position. No verdict looks at the way a position was reached, so cycles need no
//! special care.

use super::budget::{Budget, Spent, Stop};
use super::graph::{ATTACKER_WINS, BEFORE, Graph, OWNER_WINS, Question, ROOT};

/// No node.
pub const NONE: u32 = u32::MAX;

/// The result of a question at every node of its graph.
#[derive(Debug)]
pub struct Solution<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// The question.
    pub question: Question,
    /// After the capture: whether the owner forces a new stone that stays.
    lasting: Vec<bool>,
    /// Where the owner moves in such a position.
    lasting_choice: Vec<u32>,
    /// Before the capture: where the attacker moves in a position it wins; the node itself if the owner moves.
    taking: Vec<u32>,
}

impl<'a> Solution<'a> {
    /// Solves the question.
    ///
    /// # Errors
    /// The limits of all searches together are reached.
    /// # Cost
    /// A pass over the graph for every cell of the ground, some few times.
    pub fn new(
        graph: &'a Graph,
        question: Question,
        budget: &Budget,
        spent: &Spent,
    ) -> Result<Self, Stop> {
        let n = graph.n_nodes();
        let mut solution = Solution {
            graph,
            question,
            lasting: vec![false; n],
            lasting_choice: vec![NONE; n],
            taking: vec![NONE; n],
        };
        solution.lasting[OWNER_WINS as usize] = true;
        solution.find_lasting(budget, spent)?;
        solution.find_taking();
        Ok(solution)
    }

    /// Returns whether the attacker wins at the root.
    #[must_use]
    pub fn attacker_wins(&self) -> bool {
        self.taking[ROOT as usize] != NONE
    }

    /// Returns whether the owner forces a lasting new stone from a node after the capture.
    #[must_use]
    pub fn is_lasting(&self, node: u32) -> bool {
        self.lasting[node as usize]
    }

    /// Returns where the owner moves in a lasting position.
    #[must_use]
    pub fn lasting_choice(&self, node: u32) -> u32 {
        self.lasting_choice[node as usize]
    }

    /// Returns whether the attacker wins a node before the capture.
    #[must_use]
    pub fn is_taken(&self, node: u32) -> bool {
        self.taking[node as usize] != NONE
    }

    /// Returns where the attacker moves in a node before the capture that it wins.
    #[must_use]
    pub fn taking_choice(&self, node: u32) -> u32 {
        self.taking[node as usize]
    }

    /// Returns whether a node lies before the capture.
    #[must_use]
    pub fn is_before(&self, node: u32) -> bool {
        node > ATTACKER_WINS && self.graph.key(node).old == BEFORE
    }

    /// Returns whether the owner moves; meaningless at a decided node.
    #[must_use]
    pub fn owner_moves(&self, node: u32) -> bool {
        self.graph.key(node).state.to_move == self.question.owner
    }

    /// Returns the owner's new stones on the ground at a node.
    #[must_use]
    pub fn new_stones(&self, node: u32) -> u64 {
        if node <= ATTACKER_WINS { 0 } else { self.question.new_stones(self.graph.key(node)) }
    }

    fn nodes(&self) -> std::ops::Range<u32> {
        ROOT..self.graph.n_nodes() as u32
    }

    fn find_lasting(&mut self, budget: &Budget, spent: &Spent) -> Result<(), Stop> {
        let mut open: Vec<u32> =
            self.nodes().map(|node| self.graph.out(node).len() as u32).collect();
        self.attract(vec![OWNER_WINS], &mut open);
        let Some(ground) = self.question.ground else { return Ok(()) };
        loop {
            let mut grown = false;
            for cell in (0..64).filter(|cell| ground >> cell & 1 != 0) {
                budget.check_total(spent)?;
                let doomed = self.doomed(cell);
                let kept: Vec<u32> = self
                    .nodes()
                    .filter(|&node| {
                        !self.is_lasting(node)
                            && doomed[node as usize] == NONE
                            && self.new_stones(node) >> cell & 1 != 0
                    })
                    .collect();
                if kept.is_empty() {
                    continue;
                }
                grown = true;
                for &node in &kept {
                    self.lasting[node as usize] = true;
                }
                for &node in &kept {
                    if self.owner_moves(node) {
                        // The first such move may enter a node of this set again, or one found before: both are right.
                        let stays = |next: &&u32| self.is_lasting(**next);
                        let choice = self.graph.out(node).iter().find(stays);
                        self.lasting_choice[node as usize] = choice.copied().unwrap_or(NONE);
                    }
                }
                self.attract(kept, &mut open);
            }
            if !grown {
                return Ok(());
            }
        }
    }

    /// Adds every position after the capture from which the owner forces one of `found`, which are in the set.
    fn attract(&mut self, mut found: Vec<u32>, open: &mut [u32]) {
        while let Some(node) = found.pop() {
            for &before in self.graph.back(node) {
                if self.is_lasting(before) || self.is_before(before) {
                    continue;
                }
                if self.owner_moves(before) {
                    self.lasting_choice[before as usize] = node;
                } else {
                    let open = &mut open[(before - ROOT) as usize];
                    *open -= 1;
                    if *open > 0 {
                        continue;
                    }
                }
                self.lasting[before as usize] = true;
                found.push(before);
            }
        }
    }

    /// Finds the positions where the attacker forces the removal of the new stone on `cell` while the owner cannot
    /// enter a lasting position: for each where the attacker moves, or the node itself if the owner moves.
    #[must_use]
    pub fn doomed(&self, cell: usize) -> Vec<u32> {
        let n = self.graph.n_nodes();
        let stands = |node: u32| self.new_stones(node) >> cell & 1 != 0;
        let mut doomed = vec![NONE; n];
        let mut open = vec![0u32; n];
        let mut found = Vec::new();
        for node in self.nodes() {
            if self.is_lasting(node) || !stands(node) {
                continue;
            }
            if self.owner_moves(node) {
                // A position that is given up leads nowhere else: the stone is lost in it.
                let goes_on = |next: &&u32| self.is_lasting(**next) || stands(**next);
                open[node as usize] = self.graph.out(node).iter().filter(goes_on).count() as u32;
                if open[node as usize] == 0 {
                    doomed[node as usize] = node;
                    found.push(node);
                }
                continue;
            }
            let takes = |next: &&u32| !self.is_lasting(**next) && !stands(**next);
            if let Some(&next) = self.graph.out(node).iter().find(takes) {
                doomed[node as usize] = next;
                found.push(node);
            }
        }
        let mut next = 0;
        while let Some(&node) = found.get(next) {
            next += 1;
            for &before in self.graph.back(node) {
                if doomed[before as usize] != NONE || self.is_lasting(before) || !stands(before) {
                    continue;
                }
                if self.owner_moves(before) {
                    open[before as usize] -= 1;
                    if open[before as usize] > 0 {
                        continue;
                    }
                    doomed[before as usize] = before;
                } else {
                    doomed[before as usize] = node;
                }
                found.push(before);
            }
        }
        doomed
    }

    fn find_taking(&mut self) {
        let n = self.graph.n_nodes() as u32;
        let mut open: Vec<u32> =
            self.nodes().map(|node| self.graph.out(node).len() as u32).collect();
        let mut found: Vec<u32> = (ATTACKER_WINS..n)
            .filter(|&node| !self.is_before(node) && !self.is_lasting(node))
            .collect();
        let mut next = 0;
        while let Some(&node) = found.get(next) {
            next += 1;
            for &before in self.graph.back(node) {
                if !self.is_before(before) || self.taking[before as usize] != NONE {
                    continue;
                }
                if self.owner_moves(before) {
                    let open = &mut open[(before - ROOT) as usize];
                    *open -= 1;
                    if *open > 0 {
                        continue;
                    }
                    self.taking[before as usize] = before;
                } else {
                    self.taking[before as usize] = node;
                }
                found.push(before);
            }
        }
    }
}
