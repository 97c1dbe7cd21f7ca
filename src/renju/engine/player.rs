//! A simple player: makes five, stops five, else takes the point on which most lines meet.
//!
//! It looks one stone ahead, so that rules and protocols can be used before there is a search.

use rand::Rng;
use rand::seq::IndexedRandom;

use crate::game::Color;
use crate::renju::opening::{Count, Step};
use crate::renju::point::Direction;
use crate::renju::{Action, Board, Point, Points, Position, forbidden};

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The action, allowed in the position.
    pub action: Action,
    /// How good its point looks; of no meaning beyond the order.
    pub score: i32,
    /// How many points were looked at.
    pub looked_at: u64,
}

/// A point that makes five.
const WIN: i32 = 1_000_000;
/// A point that stops five.
const STOP: i32 = 500_000;
/// Openings after which White stands well enough that the colours stay: the others favour Black.
///
/// # Source
/// Scores of the classical evaluation of Rapfi 0.43 after three stones, above -50 for White.
const BALANCED: [&str; 7] = ["D3", "D9", "D13", "I1", "I5", "I11", "I13"];

/// Chooses an action for the side to act, among `allowed` if there are any; `None` once the game is over.
///
/// # Determinism
/// The same position and the same state of the generator give the same choice.
pub fn choose(position: &Position, allowed: &[Action], rng: &mut impl Rng) -> Option<Choice> {
    // A game can end in the middle of an opening, by resignation or agreement.
    if position.conclusion().is_some() {
        return None;
    }
    let plain = |action| Choice { action, score: 0, looked_at: 1 };
    if allowed.is_empty()
        && let Some(action) = scripted(position, rng)
    {
        return Some(plain(action));
    }
    let actions = match allowed {
        [] => position.safe_actions(),
        allowed => allowed.to_vec(),
    };
    if actions.contains(&Action::Claim(None)) {
        return Some(plain(Action::Claim(None)));
    }
    let color = position.next_stone();
    let mut best: Vec<Choice> = Vec::new();
    for &action in &actions {
        let score = match action {
            Action::Place(point) => score(position, point, color),
            // Passing is for those who have nothing else.
            _ => -1,
        };
        if best.first().is_none_or(|known| score > known.score) {
            best.clear();
        }
        if best.first().is_none_or(|known| score == known.score) {
            best.push(Choice { action, score, looked_at: actions.len() as u64 });
        }
    }
    best.choose(rng).copied()
}

/// Chooses every action of the player to act until it is the other one's turn.
pub fn turn(position: &Position, rng: &mut impl Rng) -> Vec<Action> {
    // A swap exchanges the colours, so that the seat tells the players apart.
    let is_first = |position: &Position| position.actor() == position.first_player();
    let seat = is_first(position);
    let mut position = position.clone();
    let mut actions = Vec::new();
    while position.conclusion().is_none() && is_first(&position) == seat {
        let Some(choice) = choose(&position, &[], rng) else { break };
        if position.play(choice.action).is_err() {
            break;
        }
        actions.push(choice.action);
    }
    actions
}

/// Chooses what a step of the opening wants that is no stone.
fn scripted(position: &Position, rng: &mut impl Rng) -> Option<Action> {
    let steps: Vec<Step> = position.steps().collect();
    match *steps.first()? {
        Step::Swap { .. } if steps.len() == 1 => {
            let balanced = position.opening().is_none_or(|named| {
                let code = named.code();
                BALANCED.contains(&code.as_str())
            });
            let first = position.moves().count() == 3 && !balanced;
            Some(if first { Action::Swap } else { Action::NoSwap })
        }
        Step::Swap { .. } => Some(Action::NoSwap),
        Step::Declare { least, most, .. } => Some(Action::Declare(2.clamp(least, most))),
        Step::Offer { count, .. } => {
            let count = match count {
                Count::Exactly(count) => count,
                Count::Declared => position.declared(),
            };
            let mut points = position.distinct_fifth_moves();
            let near = |point: &Point| score(position, *point, Color::Black);
            points.sort_by_cached_key(|point| std::cmp::Reverse(near(point)));
            Some(Action::Offer(points.into_iter().take(usize::from(count)).collect::<Points>()))
        }
        Step::Choose { .. } => {
            // White keeps the stone that looks worst for Black.
            let offered: Vec<Point> = position.offered().iter().collect();
            let worst = offered.iter().map(|&p| score(position, p, Color::Black)).min()?;
            let worst: Vec<Point> = offered
                .into_iter()
                .filter(|&point| score(position, point, Color::Black) == worst)
                .collect();
            worst.choose(rng).copied().map(Action::Choose)
        }
        Step::Place { .. } | Step::Branch { .. } => None,
    }
}

/// Returns how good a point looks for a stone of `color`.
fn score(position: &Position, point: Point, color: Color) -> i32 {
    let board = position.board();
    let rule = position.rules().rule;
    if forbidden::wins(board, point, color, rule) {
        return WIN;
    }
    let stops = if forbidden::wins(board, point, !color, rule) { STOP } else { 0 };
    let own = lines(board, point, color);
    let other = lines(board, point, !color);
    let centre = i32::from(board.size() - point.distance(Point::centre(board.size())));
    stops + 3 * own + 2 * other + centre
}

/// Sums, over the rows of five through a point in which the other colour has no stone, what its own stones are worth.
fn lines(board: &Board, point: Point, color: Color) -> i32 {
    const WORTH: [i32; 5] = [1, 12, 80, 500, 3000];
    Direction::ALL
        .into_iter()
        .map(|direction| {
            let window = board.window(point, direction, color);
            (1..=5u32)
                .map(|from| 0b11111 << from)
                .filter(|row| window.open & row == *row)
                .map(|row| WORTH[(window.own & row).count_ones().min(4) as usize])
                .sum::<i32>()
        })
        .sum()
}
