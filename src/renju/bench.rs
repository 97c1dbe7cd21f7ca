//! The fixed positions whose node count is the signature of the search.
//!
//! Changing the list or what is asked of it changes every signature: it is a commit of its own.

use crate::engine::{Goal, StopFlag};
use crate::renju::opening::Opening;
use crate::renju::search::{Config, Request, Searcher};
use crate::renju::{Action, Position, Rule, Rules};

/// What the search is built with, so that the count is the same everywhere.
pub const CONFIG: Config = Config { threads: 1, hash_mib: 16 };

/// Plies searched.
const DEPTH: u32 = 7;

/// Searches every position, the table empty before the first one, and returns the nodes, or `None` if `stop` was raised
/// first.
///
/// `progress` takes the number of each position, from 1, and its nodes.
///
/// # Determinism
/// The same number on every machine and every run, for a searcher built with [`CONFIG`].
pub fn run(
    searcher: &mut Searcher,
    stop: &StopFlag,
    progress: &mut dyn FnMut(usize, u64),
) -> Option<u64> {
    searcher.configure(CONFIG);
    searcher.clear();
    let mut total = 0;
    for (index, position) in positions().enumerate() {
        let request = Request { goal: Goal::Depth(DEPTH), ..Request::default() };
        let (board, side) = (position.board(), position.next_stone());
        let rule = position.rules().rule;
        let report = searcher.search(board, side, rule, &request, stop, &mut ());
        if stop.is_raised() {
            return None;
        }
        total += report.nodes;
        progress(index + 1, report.nodes);
    }
    Some(total)
}

/// Returns the positions.
pub fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.iter().map(|&(rule, size, moves)| {
        let rules = Rules { rule, size, opening: Opening::Free, ..Rules::document() };
        let mut position = Position::new(rules);
        for name in moves.split(' ') {
            // A test plays them all.
            if let Ok(point) = name.parse() {
                let _ = position.play(Action::Place(point));
            }
        }
        position
    })
}

/// Games of the program with itself, broken off; played on by other rules some are what those make of them.
#[rustfmt::skip]
const POSITIONS: &[(Rule, u8, &str)] = &[
    (Rule::Renju, 15, "h8 g9 f7 e5 e4"),
    (Rule::Renju, 15, "h8 h7 f7 h10 h12 i8"),
    (Rule::Renju, 15, "h8 i8 h6 j4 j9 f10 d11"),
    (Rule::Standard, 15, "h8 i9 i10 g12 i6 j7 g9 f10"),
    (Rule::Renju, 15, "h8 i9 g7 h7 j9 f8 i10 k8 f5"),
    (Rule::Renju, 15, "h8 i7 j10 g5 i9 k11 j8 j9 k8 i8"),
    (Rule::Renju, 15, "h8 h7 h6 i10 g12 f8 i11 g10 h10 j12 f9"),
    (Rule::Freestyle, 20, "h8 h7 h10 j12 h14 j5 g12 i6 k4 j7 i5 f9"),
    (Rule::Renju, 15, "h8 i8 f10 i10 h9 g9 h10 h11 g11 i9 i7 i12 i11"),
    (Rule::Renju, 15, "h8 g8 f9 h6 e6 e8 g7 f6 g5 f5 f4 e4 d3 f11"),
    (Rule::Renju, 15, "h8 i9 i6 i8 g4 k5 h5 j7 h6 h9 k6 g6 h7 h4 f3"),
    (Rule::Standard, 15, "h8 i7 g9 f9 i10 f11 f10 h10 g11 g8 h12 i13 e9 d8 e11 d12"),
    (Rule::Renju, 15, "h8 h7 g10 f5 e3 g6 e4 e5 g5 j9 i8 g8 f11 h9 f4 h6 d4 c4"),
    (Rule::Renju, 15, "h8 i7 g7 g5 f6 e5 h6 f8 j10 i9 h5 h7 i6 g6 k8 j7 i8 k7 l7 j8"),
    (Rule::Renju, 15, "h8 i9 j10 l8 l7 m6 i6 k6 l6 k5 k7 m5 m7 j7 n7 o7 l5 k10 l3 l4 k4 m2"),
    (Rule::Freestyle, 20, "h8 g8 f8 i7 e6 f6 g5 h5 g10 h10 i6 f11 g11 g12 h13 e9 d9 e4 e12 d7 d4 j11 f7 c10"),
    (Rule::Renju, 15, "h8 i8 f10 h10 g7 i6 j10 i9 i7 g9 h7 j7 e7 f7 h9 h5 k8 i4 g6 g11 j8 g4 f3 g12 g10 h4"),
    (Rule::Renju, 15, "h8 i9 j6 k7 f8 l8 j11 h10 j8 i7 g8 i8 e8 d8 i10 h9 j7 j9 k9 f9 g9 k10 h7 i5 i6 l11 m12 l9"),
    (Rule::Renju, 15, "h8 g9 i9 e10 j10 k11 h10 i10 h11 h9 g11 j8 f11 i11 f12 e13 f9 f8 f13 f10 f14 f15 e11 d11 d10 g13 c9 b8 i12 g10"),
    (Rule::Standard, 15, "h8 i7 g10 e12 c14 i11 i13 g11 h11 f9 h10 h9 i10 j10 e10 f10 g12 j9 e14 f13 h12 f12 f11 d9 g9 j7 j8 k7 l7 g7 h7 d11 c10 g14"),
    (Rule::Renju, 15, "h8 i7 f9 j8 h6 h7 j7 k6 j5 i5 i8 f6 e7 e8 d10 f11 g11 e9 e12 f12 f13 d11 j11 g12 h13 k11 i12 k10 e13 i13 e11 e10 e14 e15 d13 g13 c13 b13"),
    (Rule::Renju, 15, "h8 h9 f8 e7 c6 d10 e8 g8 d7 f9 b5 a4 e10 i10 j11 e6 f7 i9 g9 i11 i8 i12 i13 g6 i7 j6 e11 f10 e12 e9 e13 e14 g11 f6 h6 g5 h4 g4 g7 d8 c9 c7"),
    (Rule::Renju, 15, "h8 g8 h6 i9 e6 c5 j5 h5 f6 g6 g7 e8 f7 i7 j4 f8 e5 d4 k3 i5 j3 d8 c8 j2 j7 j6 e7 i6 i8 i3 i4 d7 e3 e4 g10 d5 d6 k6 c6 b6 f4 g3 h4 g4 c7 b8"),
    (Rule::Freestyle, 15, "h8 g9 j7 j5 k5 k7 f9 i8 i10 j10 k9 j11 j12 l10 l11 h11 g11 k12 g6 h5 i5 f6 e7 f12 f4 e4 d5 e10 e12 l6 k10 m5 n4 i9 j8 k4 m12 n13 l3 d7 i4 i3 d10 g3 h3 c5 m6 d11 e3 d2 f11 d13"),
    (Rule::Renju, 15, "h8 g7 j10 j6 k7 k9 j5 k4 h6 h5 f7 i8 l9 j11 k11 l12 g4 e6 k12 k10 l11 m10 e5 f4 g9 f10 f11 g12 l5 m5 l4 h10 l3 l6 l2 l1 e10 k6 m6 e11 f12 d9 d8 l7 h11 f9 c6 c5 m11 j13 n11 o11 g14 c11 d12 e12 b9 k2 k5 j3"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Color;

    #[test]
    fn bench_positions_are_games_that_go_on() {
        for ((_, _, moves), position) in POSITIONS.iter().zip(positions()) {
            assert_eq!(position.history().len(), moves.split(' ').count(), "{moves}");
            assert!(position.conclusion().is_none(), "{moves}");
        }
        let sides = |color| positions().filter(move |p| p.next_stone() == color).count();
        assert!(sides(Color::Black) > 0 && sides(Color::White) > 0);
    }

    #[test]
    fn bench_stops_when_asked() {
        let stop = StopFlag::new();
        stop.raise();
        assert_eq!(run(&mut Searcher::new(CONFIG), &stop, &mut |_, _| {}), None);
    }
}
