//! What a verdict is proved by: a strategy as a graph of moves, without the positions.
//!
//! A proof holds no position: [`mod@super::check`] plays its moves on the board and sees for itself. Knows neither how
//! a proof was found nor how it is checked.

use super::field::Field;
use crate::game::Color;

/// What a proof shows of a chain, the opponent moving first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The owner keeps the chain.
    Uncapturable,
    /// The opponent captures the chain.
    Capturable,
    /// The owner keeps the chain, or brings forth a new stone on the ground that is never captured.
    Enabling,
    /// The opponent captures the chain and then every new stone on the ground.
    Dead,
}

impl Claim {
    /// Returns whether the chain's owner is the one whose strategy is shown.
    #[must_use]
    pub fn owner_proves(self) -> bool {
        matches!(self, Claim::Uncapturable | Claim::Enabling)
    }

    /// Returns whether the claim is about what happens after the capture, too.
    #[must_use]
    pub fn has_ground(self) -> bool {
        matches!(self, Claim::Enabling | Claim::Dead)
    }

    /// Returns the claim in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Claim::Uncapturable => "cannot be captured",
            Claim::Capturable => "can be captured",
            Claim::Enabling => "capture enables a new stone that cannot be captured",
            Claim::Dead => "can be captured, and no new stone lasts",
        }
    }
}

/// A move on the board's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProofMove {
    /// A stone on a point.
    Play(u16),
    /// A pass for the ko whose last taker stands on a point.
    PassFor(u16),
    /// A pass for no ko.
    Pass,
}

/// Part of the board that a proof plays on, and who owns what is around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The points, rising.
    pub points: Vec<usize>,
    /// `None`: walls are all around. A colour: it is taken to own everything outside, alive.
    pub around: Option<Color>,
    /// Stones outside that count as the prover's walls: alive whatever happens inside, though nobody answers.
    pub walls: Vec<usize>,
}

impl Scope {
    /// Returns a part of the board that walls enclose.
    #[must_use]
    pub fn closed(points: &[usize]) -> Self {
        Scope { points: points.to_vec(), around: None, walls: Vec::new() }
    }
}

/// The successor that needs no more moves: the rules decide.
pub const LEAF: u32 = u32::MAX;

/// A strategy for one side against every move of the other.
///
/// # Shape
/// Node 0 is the position on the board with the chain's opponent to move. A node where the prover moves has one
/// step, any other a step for every legal move of the scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What is shown.
    pub claim: Claim,
    /// A point of the chain.
    pub point: usize,
    /// Where it is played.
    pub scope: Scope,
    /// The points where a new stone counts; empty unless the claim speaks of new stones.
    pub ground: Vec<usize>,
    first: Vec<u32>,
    steps: Vec<(ProofMove, u32)>,
}

impl Proof {
    /// Builds a proof without nodes.
    #[must_use]
    pub fn new(claim: Claim, point: usize, scope: Scope, ground: Vec<usize>) -> Self {
        Proof { claim, point, scope, ground, first: vec![0], steps: Vec::new() }
    }

    /// Appends a node with its steps.
    pub fn push(&mut self, steps: impl IntoIterator<Item = (ProofMove, u32)>) {
        self.steps.extend(steps);
        self.first.push(self.steps.len() as u32);
    }

    /// Returns the number of nodes; none when the rules decide at once.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns the steps of a node, `None` if there is no such node.
    #[must_use]
    pub fn steps(&self, node: u32) -> Option<&[(ProofMove, u32)]> {
        let (from, to) = (self.first.get(node as usize)?, self.first.get(node as usize + 1)?);
        self.steps.get(*from as usize..*to as usize)
    }

    /// Returns the proof as text: a line a node, its moves and where they lead.
    #[must_use]
    pub fn text(&self, field: &Field) -> String {
        let mut text = format!("{} {}", field.name(self.point), self.claim.words());
        if self.claim.has_ground() {
            let ground: Vec<String> = self.ground.iter().map(|p| field.name(*p)).collect();
            text += &format!("; ground {}", ground.join(" "));
        }
        text.push('\n');
        for node in 0..self.n_nodes() as u32 {
            text += &node.to_string();
            for (mv, next) in self.steps(node).unwrap_or_default() {
                let name = match mv {
                    ProofMove::Play(point) => field.name((*point).into()),
                    ProofMove::PassFor(point) => format!("pass({})", field.name((*point).into())),
                    ProofMove::Pass => "pass".to_owned(),
                };
                match *next {
                    LEAF => text += &format!(" {name}:end"),
                    next => text += &format!(" {name}:{next}"),
                }
            }
            text.push('\n');
        }
        text
    }
}
