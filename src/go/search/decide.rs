//! What a search has found: the moves in order, each with its line, and which of them is played.

use crate::game::Color;
use crate::go::search::tree::ROOT;
use crate::go::search::worker::Shared;
use crate::go::search::{Line, Report};
use crate::go::{Move, Point, Position};

/// A line goes on while its moves were tried so often.
const LEAST_VISITS: u32 = 8;
const LONGEST: usize = 24;

/// Returns the most promising lines, most visited first; one at least.
pub(super) fn lines(shared: &Shared<'_>, most: usize) -> Vec<Line> {
    let tree = shared.tree;
    let mut children: Vec<u32> = tree.children(ROOT).into_iter().flatten().collect();
    children.retain(|&child| !shared.barred[usize::from(tree.node(child).mv())]);
    let worth = |child: u32| {
        let node = tree.node(child);
        let numbers = node.numbers();
        // What was not tried is ordered by what is believed of it.
        let belief =
            numbers.prior_wins / numbers.prior_visits.max(1.0) + numbers.prior_visits * 1e-3;
        (node.visits(), if node.visits() > 0 { node.rate() } else { f64::from(belief) })
    };
    children.sort_by(|&a, &b| {
        let (a, b) = (worth(a), worth(b));
        b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    children.truncate(most);
    let lines: Vec<Line> = children.into_iter().map(|child| line(shared, child)).collect();
    if !lines.is_empty() {
        return lines;
    }
    let root = tree.node(ROOT);
    // The root's numbers are the view of the side that moved before.
    vec![Line { visits: 0, rate: 1.0 - root.rate(), lead: -root.lead(), pv: vec![Move::Pass] }]
}

fn line(shared: &Shared<'_>, child: u32) -> Line {
    let tree = shared.tree;
    let mv = |index: u32| shared.root.point(tree.node(index).mv()).map_or(Move::Pass, Move::Place);
    let node = tree.node(child);
    let mut pv = vec![mv(child)];
    let mut here = child;
    while pv.len() < LONGEST {
        let Some(children) = tree.children(here) else { break };
        let Some(next) = children.max_by_key(|&child| tree.node(child).visits()) else { break };
        if tree.node(next).visits() < LEAST_VISITS {
            break;
        }
        pv.push(mv(next));
        here = next;
        if pv.ends_with(&[Move::Pass, Move::Pass]) {
            break;
        }
    }
    Line { visits: u64::from(node.visits()), rate: node.rate(), lead: node.lead(), pv }
}

/// A point is settled where one side owns it this much more often than the other.
const SETTLED: f64 = 0.75;
/// Moves whose chances differ by less are as good as each other.
const EVEN: f64 = 0.02;
/// A move must have been tried so often to be played for another reason than that it was tried most.
const LEAST_TRIED: u64 = 20;

/// Chooses a move of `side`: the one tried most, unless the game is all but over. Where a pass is as good, points
/// that nobody owns are taken first and then a pass is made; and an opponent's pass that leaves the game won is
/// answered by a pass.
#[must_use]
pub fn choose(position: &Position, side: Color, report: &Report) -> Move {
    let first = |line: &Line| line.pv.first().copied().unwrap_or(Move::Pass);
    let Some(best) = report.lines.first() else { return Move::Pass };
    let pass = report.lines.iter().find(|line| first(line) == Move::Pass);
    let Some(pass) = pass.filter(|pass| pass.visits >= LEAST_TRIED) else { return first(best) };
    let has_passed = position.plies().next_back().is_some_and(|ply| ply.mv == Move::Pass);
    if has_passed && pass.rate > 0.5 && is_won(position, side, report) {
        return Move::Pass;
    }
    let owner = |point: Point| {
        let found = report.owners.iter().find(|&&(at, _)| at == point);
        found.map_or(0.0, |&(_, owner)| owner)
    };
    let is_idle = |mv: Move| mv.point().is_none_or(|point| owner(point).abs() >= SETTLED);
    if !is_idle(first(best)) || pass.rate < best.rate - EVEN {
        return first(best);
    }
    let open =
        report.lines.iter().filter(|line| !is_idle(first(line)) && line.visits >= LEAST_TRIED);
    let open = open.max_by(|a, b| a.rate.total_cmp(&b.rate));
    match open {
        Some(open) if open.rate >= pass.rate - EVEN => first(open),
        _ => Move::Pass,
    }
}

/// Returns whether `side` has won if the game ends here, by who owned what in the games of the search.
fn is_won(position: &Position, side: Color, report: &Report) -> bool {
    let board = position.board();
    let taken = |color: Color| board.prisoners(color) as i32;
    let mut lead = taken(Color::Black) - taken(Color::White);
    for &(point, owner) in &report.owners {
        let (stone, owner) = (board.color_at(point), owner);
        lead += match (stone, owner) {
            (Some(Color::Black), owner) if owner < 0.0 => -2,
            (Some(Color::White), owner) if owner > 0.0 => 2,
            (None, owner) if owner >= 0.5 => 1,
            (None, owner) if owner <= -0.5 => -1,
            _ => 0,
        };
    }
    let lead = 100 * lead - position.komi().0;
    if side == Color::Black { lead > 0 } else { lead < 0 }
}
