//! How the features are printed.

use std::fmt::{self, Display};

use crate::game::Color;
use crate::othello::Square;
use crate::othello::bitboard::squares;
use crate::othello::features::{Edge, Features, Term};

impl Features {
    /// Returns the value of `term` as printed behind its name, or `None` for a term of whole games.
    fn value(&self, term: Term) -> Option<String> {
        let discs = |pick: fn(&super::Discs) -> u64| {
            both(|color| pick(&self.discs[color]).count_ones().to_string())
        };
        let held = |pick: fn(&super::Discs) -> u64| both(|color| set(pick(&self.discs[color])));
        let moves = |pick: fn(&super::Moves) -> u64| both(|color| set(pick(&self.moves[color])));
        let valued = |pick: fn(&super::Moves) -> &Vec<(Square, u32)>| {
            both(|color| list(pick(&self.moves[color]).iter().map(|(s, n)| format!("{s}:{n}"))))
        };
        Some(match term {
            Term::Discs => discs(|d| d.all),
            Term::Mobility => both(|c| self.moves[c].legal.count_ones().to_string()),
            Term::PotentialMobility => discs(|d| d.potential_mobility),
            Term::Frontier => discs(|d| d.frontier),
            Term::Internal => discs(|d| d.internal),
            Term::Centre => set(self.centre()),
            Term::CentreControl => both(|color| {
                let own = &self.discs[color];
                let [internal, edge, ring] =
                    [own.internal, own.edge, own.second_ring].map(u64::count_ones);
                format!("internal {internal} edge {edge} second-ring {ring}")
            }),
            Term::Corners => held(|d| d.corners),
            Term::ASquares => held(|d| d.a_squares),
            Term::BSquares => held(|d| d.b_squares),
            Term::CSquares => held(|d| d.c_squares),
            Term::XSquares => held(|d| d.x_squares),
            Term::QuietMoves => moves(|m| m.quiet),
            Term::Influence => valued(|m| &m.influence),
            Term::Liberties => moves(|m| m.liberties),
            Term::MaximumDisc => valued(|m| &m.maximum_disc),
            Term::PassForcing => moves(|m| m.pass_forcing),
            Term::Regions => join(self.regions.iter().map(|region| {
                let parity = if region.is_even() { "even" } else { "odd" };
                format!("{} {parity} {}", set(region.squares), region.who())
            })),
            Term::ParityMoves => moves(|m| m.parity),
            Term::Stable => both(|color| {
                let sign = if self.stable.exhaustive { "" } else { ">= " };
                format!("{sign}{}", self.stable.discs[color].count_ones())
            }),
            Term::Edges => join(Edge::ALL.iter().map(|&edge| match self.balanced(edge) {
                Some(color) => format!("{edge} balanced {color}"),
                None => format!("{edge} unbalanced"),
            })),
            Term::StonerTraps => both(|color| {
                list(self.traps[color].iter().map(|trap| format!("{}:{}", trap.square, trap.edge)))
            }),
            Term::Tempo => join(self.regions.iter().filter_map(|region| {
                let tempo = region.tempo?;
                Some(format!("{} {:+} | {:+}", set(region.squares), tempo.black, tempo.white))
            })),
            Term::EdgeCreeping => return None,
        })
    }
}

/// Prints one term a line, `name: black | white`, in a fixed order.
///
/// A set of squares is its size and the squares in braces, `2 {d2 g8}`; where each square has a value, this
/// follows it, `{c7:3}`. The terms of regions and edges are lists parted by `; `, or `none`.
impl Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Term::ALL.iter().filter_map(|&term| Some((term.name(), self.value(term)?)));
        if let Some((name, value)) = lines.next() {
            write!(f, "{name}: {value}")?;
        }
        lines.try_for_each(|(name, value)| write!(f, "\n{name}: {value}"))
    }
}

/// Prints both sides' values, Black's first.
fn both(value: impl Fn(Color) -> String) -> String {
    format!("{} | {}", value(Color::Black), value(Color::White))
}

/// Prints a set of squares.
fn set(bits: u64) -> String {
    list(squares(bits))
}

/// Prints the number of items and the items in braces.
fn list<T: Display>(items: impl Iterator<Item = T>) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    format!("{} {{{}}}", items.len(), items.join(" "))
}

/// Prints items parted by semicolons.
fn join(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { "none".to_owned() } else { items.join("; ") }
}
