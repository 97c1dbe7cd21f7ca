//! The fixed positions whose count of moves is the signature of the search, and the speed of random games.
//!
//! Changing the list or what is asked of it changes the signature.

use crate::engine::StopFlag;
use crate::game::Color;
use crate::go::search::{Config, Fast, Game, PASS, Policy, Request, Rng, Searcher};
use crate::go::{Board, Position, fen};

/// What the search is built with, so that the count is the same everywhere.
pub const CONFIG: Config = Config { threads: 1, hash_mib: 32 };

/// Games played for each position.
const GAMES: u64 = 1000;

/// An opening, a fight and an ending on nine lines, a ko on four, and openings on thirteen and nineteen.
const POSITIONS: [&str; 6] = [
    "9/9/9/9/9/9/9/9/9 b",
    "9/9/2x3o2/9/4x4/6o2/2o3x2/9/9 w",
    "2xo5/2xo5/2xoo4/1xxxo1ooo/1xooooxxx/1x1oxx3/xxoox4/o1o1x4/1oo1x4 b",
    "1xo1/xo1o/1xo1/4 b",
    "13/13/13/3x5x3/13/13/13/13/13/3o5o3/13/13/13 b",
    "19/19/19/3o11x3/19/19/19/19/19/19/19/19/19/19/19/3o11x3/19/19/19 b",
];

/// Searches every position, the tree empty before each, and returns the moves made in all games, or `None` if `stop`
/// was raised first.
///
/// `progress` takes the number of each position, from 1, and its moves.
///
/// # Determinism
/// The same number on every machine and every run, for a searcher built with [`CONFIG`].
pub fn run(
    searcher: &mut Searcher,
    stop: &StopFlag,
    progress: &mut dyn FnMut(usize, u64),
) -> Option<u64> {
    let mut total = 0;
    for (number, position) in (1..).zip(positions()) {
        searcher.clear();
        let request = Request { games: Some(GAMES), seed: number as u64, ..Request::default() };
        let report = searcher.search(&position, &request, stop, &mut ());
        if stop.is_raised() {
            return None;
        }
        total += report.plies;
        progress(number, report.plies);
    }
    Some(total)
}

/// Returns the positions.
pub fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.iter().filter_map(|text| {
        let mut position = fen::parse(text).ok()?;
        position.set_komi(crate::go::Komi(650));
        Some(position)
    })
}

/// Plays so many random games from the empty board of a size and returns the moves made.
///
/// # Determinism
/// The same number on every machine and every run.
pub fn games(size: u8, policy: Policy, games: u64) -> u64 {
    let root = Fast::new(&Board::new(size).unwrap_or_default());
    let mut board = root.clone();
    let mut rng = Rng::new(u64::from(size));
    let mut plies = 0;
    for _ in 0..games {
        board.copy_from(&root);
        let side = Color::Black;
        let mut game = Game { board: &mut board, side, last: [PASS, PASS], passes: 0 };
        game.play_out(policy, &mut rng, |_, _| plies += 1);
    }
    plies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_read() {
        assert_eq!(positions().count(), POSITIONS.len());
    }
}
