//! An evaluation by hand-chosen terms: mobility, potential mobility, corners and what surrounds them, edges
//! and stability, weighted by stage.
//!
//! Owns terms and weights; must not know the search.

use super::Part;
use crate::othello::bitboard::{CORNERS, X_SQUARES, neighbours};
use crate::othello::{Board, Score, stability};

/// The number of terms.
pub const N_TERMS: usize = 12;

/// The terms' names, in their order.
pub const TERM_NAMES: [&str; N_TERMS] = [
    "constant",
    "mobility own",
    "mobility opponent",
    "potential mobility own",
    "potential mobility opponent",
    "corner to take own",
    "corner to take opponent",
    "corners",
    "X-squares beside an empty corner",
    "C-squares beside an empty corner",
    "stable edge discs",
    "discs",
];

/// Stages of five empties each: 0–4, 5–9, …, 55–59.
pub const N_STAGES: usize = 12;

/// Counts the terms of a board, side to move's view.
///
/// # Units
/// Mobility: 64 × log2(1 + moves), rounded; the others: counts, own minus opponent's unless named.
#[must_use]
pub fn terms(board: Board) -> [i32; N_TERMS] {
    let (player, opponent) = (board.player(), board.opponent());
    let (own_moves, their_moves) = (board.legal_moves(), board.opponent_moves());
    let empties = board.empties();
    let open_corners = CORNERS & empties;
    let near = neighbours(open_corners);
    let x_squares = near & X_SQUARES;
    let c_squares = near & !x_squares;
    let count = |bits: u64| bits.count_ones() as i32;
    [
        1,
        LOG_MOVES[own_moves.count_ones() as usize & 63],
        LOG_MOVES[their_moves.count_ones() as usize & 63],
        count(neighbours(opponent) & empties),
        count(neighbours(player) & empties),
        count(own_moves & CORNERS),
        count(their_moves & CORNERS),
        count(player & CORNERS) - count(opponent & CORNERS),
        count(player & x_squares) - count(opponent & x_squares),
        count(player & c_squares) - count(opponent & c_squares),
        count(stability::stable_edges(player, opponent))
            - count(stability::stable_edges(opponent, player)),
        count(player) - count(opponent),
    ]
}

/// Returns 64 × log2(1 + moves), rounded.
static LOG_MOVES: [i32; 64] = build_log_moves();

const fn build_log_moves() -> [i32; 64] {
    let mut table = [0; 64];
    let mut moves = 0;
    while moves < 64 {
        // log2 by repeated squaring of the mantissa, 8 binary places.
        let mut x = (moves as u64 + 1) << 32;
        let mut whole = 0;
        while x >= 2 << 32 {
            x >>= 1;
            whole += 1;
        }
        let mut log = whole << 8;
        let mut place = 7;
        loop {
            x = ((x as u128 * x as u128) >> 32) as u64;
            if x >= 2 << 32 {
                x >>= 1;
                log |= 1 << place;
            }
            if place == 0 {
                break;
            }
            place -= 1;
        }
        table[moves] = (log + 2) / 4;
        moves += 1;
    }
    table
}

/// The weights: `[stage][term]`.
///
/// # Units
/// 1/128 disc for one unit of the term; mobility terms 1/128 disc for 64 units, one doubling of moves.
pub static WEIGHTS: [[i32; N_TERMS]; N_STAGES] = [
    [0, 60, -60, 0, 0, 300, -300, 300, 0, 0, 100, 110],
    [0, 150, -150, 10, -10, 500, -500, 400, -80, -20, 110, 60],
    [0, 300, -300, 25, -25, 700, -700, 600, -200, -60, 110, 25],
    [0, 420, -420, 35, -35, 800, -800, 800, -350, -100, 110, 0],
    [0, 500, -500, 45, -45, 800, -800, 900, -450, -130, 110, -10],
    [0, 540, -540, 50, -50, 800, -800, 950, -500, -150, 110, -15],
    [0, 560, -560, 55, -55, 800, -800, 1000, -550, -160, 110, -20],
    [0, 560, -560, 55, -55, 750, -750, 1000, -550, -160, 100, -20],
    [0, 520, -520, 55, -55, 700, -700, 950, -550, -150, 100, -20],
    [0, 460, -460, 50, -50, 600, -600, 900, -500, -140, 90, -20],
    [0, 380, -380, 45, -45, 500, -500, 850, -450, -120, 80, -15],
    [0, 300, -300, 40, -40, 400, -400, 800, -400, -100, 80, -10],
];

/// Returns the stage of a board.
#[must_use]
pub fn stage(board: Board) -> usize {
    (board.n_empties() as usize / 5).min(N_STAGES - 1)
}

/// Judges a board.
///
/// # Units
/// 1/128 disc, side to move's view; not limited.
#[must_use]
#[inline]
pub fn evaluate(board: Board) -> i32 {
    let terms = terms(board);
    let weights = &WEIGHTS[stage(board)];
    let mobility = weights[1] * terms[1] + weights[2] * terms[2];
    let rest: i32 = weights[3..].iter().zip(&terms[3..]).map(|(w, t)| w * t).sum();
    weights[0] + mobility / 64 + rest
}

/// Explains [`evaluate`], term by term.
#[must_use]
pub fn parts(board: Board) -> Vec<Part> {
    let weights = &WEIGHTS[stage(board)];
    let parts = TERM_NAMES.iter().zip(terms(board)).zip(weights);
    parts
        .enumerate()
        .map(|(index, ((&name, count), weight))| {
            let scale = if index == 1 || index == 2 { 64 } else { 1 };
            Part { name, count: Some(count), adds: Score(count * weight / scale) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_moves_is_a_logarithm() {
        for (moves, &log) in LOG_MOVES.iter().enumerate() {
            let exact = 64.0 * (1.0 + moves as f64).log2();
            assert!((f64::from(log) - exact).abs() < 0.9, "{moves}: {log} {exact}");
        }
    }

    #[test]
    fn evaluation_is_the_same_under_symmetry() {
        let mut board = Board::START;
        for _ in 0..30 {
            let Some((_, child)) = board.children().last() else { break };
            board = child;
            for index in 1..8 {
                assert_eq!(evaluate(board.symmetric(index)), evaluate(board));
            }
        }
    }
}
