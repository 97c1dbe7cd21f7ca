//! Edge creeping in a game's history.

use std::fmt;

use crate::game::{ByColor, Color};
use crate::othello::features::Edge;
use crate::othello::{Board, Ply, Square};

/// A run of one side's moves along at most two edges that left one of them unbalanced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creep {
    /// Who crept.
    pub side: Color,
    /// The moves in order, each with its index in the history.
    pub moves: Vec<(usize, Square)>,
    /// The edges the moves lie on, one or two.
    pub edges: Vec<Edge>,
    /// Those of `edges` that were unbalanced after the last move.
    pub unbalanced: Vec<Edge>,
}

impl Creep {
    /// The fewest moves that count as creeping.
    pub const MIN_MOVES: usize = 3;
}

/// Prints the run as `black h4 h3 h5 on east, leaving east unbalanced`.
impl fmt::Display for Creep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = join(self.moves.iter().map(|(_, square)| square), " ");
        let edges = join(&self.edges, " and ");
        let unbalanced = join(&self.unbalanced, " and ");
        write!(f, "{} {moves} on {edges}, leaving {unbalanced} unbalanced", self.side)
    }
}

fn join<T: fmt::Display>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(between)
}

/// Finds edge creeping: at least three turns of one side in succession, all of them moves on at most two
/// edges, after which one of these edges is unbalanced.
///
/// Only runs that cannot be made longer are returned, Black's first, each side's in the order they began;
/// two runs share moves where the side went on from one pair of edges to another. A pass ends a run.
///
/// # Examples
/// ```
/// use heibai::game::Game;
/// use heibai::othello::{Position, features};
/// assert!(features::creeping(Position::start().history()).is_empty());
/// ```
#[must_use]
pub fn creeping(history: &[Ply]) -> Vec<Creep> {
    Color::ALL.into_iter().flat_map(|side| creeping_of(history, side)).collect()
}

fn creeping_of(history: &[Ply], side: Color) -> Vec<Creep> {
    let turns: Vec<(usize, &Ply)> =
        history.iter().enumerate().filter(|(_, ply)| ply.side == side).collect();
    let mut found = Vec::new();
    let mut longest_end = 0;
    for start in 0..turns.len() {
        let mut moves = Vec::new();
        let mut bits = 0;
        let mut edges = Vec::new();
        for &(index, ply) in &turns[start..] {
            let Some(square) = ply.mv.square() else { break };
            let Some(cover) = cover(bits | square.bit()) else { break };
            bits |= square.bit();
            edges = cover;
            moves.push((index, square));
        }
        let end = start + moves.len();
        // A run that ends with an earlier one is a part of it.
        if end <= longest_end {
            continue;
        }
        longest_end = end;
        let last = match turns.get(end.wrapping_sub(1)) {
            Some((_, ply)) if moves.len() >= Creep::MIN_MOVES => ply,
            _ => continue,
        };
        let discs = discs_after(last);
        let unbalanced: Vec<Edge> =
            edges.iter().copied().filter(|edge| edge.balanced(discs).is_none()).collect();
        if !unbalanced.is_empty() {
            found.push(Creep { side, moves, edges, unbalanced });
        }
    }
    found
}

/// Returns the fewest edges that hold all of `bits`, or `None` when two are not enough.
fn cover(bits: u64) -> Option<Vec<Edge>> {
    let singles = Edge::ALL.iter().map(|&edge| vec![edge]);
    let pairs = Edge::ALL.iter().enumerate().flat_map(|(index, &first)| {
        Edge::ALL[index + 1..].iter().map(move |&second| vec![first, second])
    });
    singles
        .chain(pairs)
        .find(|edges| edges.iter().fold(bits, |left, edge| left & !edge.squares()) == 0)
}

/// Returns the discs of each colour after `ply`.
fn discs_after(ply: &Ply) -> ByColor<u64> {
    let after: Board = match ply.mv.square() {
        Some(square) => ply.board.after(square, ply.board.flips(square)),
        None => ply.board.pass(),
    };
    match ply.side {
        Color::Black => ByColor { black: after.opponent(), white: after.player() },
        Color::White => ByColor { black: after.player(), white: after.opponent() },
    }
}
