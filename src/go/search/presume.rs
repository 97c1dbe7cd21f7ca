//! Which stones look dead where nothing is proved: what trees grown by random games think of them.
//!
//! Owns a presumption, never a ruling. Each side's chains are judged with the other side to move, as confirmation has it,
//! and the komi is put where about half of the games are won, so that killing and living decide them.

use super::{Config, Request, Searcher};
use crate::engine::StopFlag;
use crate::game::Color;
use crate::go::{Board, Komi, PointSet, Position};

/// Games from which the komi is taken, and games behind it.
const TRIAL: u64 = 400;
const GAMES: u64 = 1_600;

/// Memory of the tree.
const MIB: usize = 16;

/// Returns the stones of a board that look dead, from the games played until `stop` was raised; `None` without any.
///
/// # Cost
/// 4,000 games of the player's.
/// # Determinism
/// The same board gives the same stones, unless `stop` is raised.
/// # Examples
/// ```
/// use heibai::engine::StopFlag;
/// use heibai::go::{Board, search::presumed_dead};
/// let board: Board = ". X . . O\nX X . O O\n. X O O .\nX X O . O\n. X O O .".parse().unwrap();
/// assert!(presumed_dead(&board, &StopFlag::new()).unwrap().is_empty());
/// ```
#[must_use]
pub fn presumed_dead(board: &Board, stop: &StopFlag) -> Option<PointSet> {
    let mut searcher = Searcher::new(Config { threads: 1, hash_mib: MIB });
    let mut dead = PointSet::EMPTY;
    for owner in Color::ALL {
        let mut position = Position::from_board(board.clone(), !owner);
        let mut search = |position: &Position, games: u64| {
            let request = Request { games: Some(games), side: Some(!owner), ..Request::default() };
            searcher.search(position, &request, stop, &mut ())
        };
        let trial = search(&position, TRIAL);
        let line = trial.lines.first().filter(|_| trial.games > 0)?;
        // The lead as the mover sees it, komi counted; komi is White's.
        let lead = if owner == Color::White { line.lead } else { -line.lead };
        let komi = f64::from(position.komi().0) / 100.0 + lead;
        position.set_komi(Komi((komi * 100.0).round() as i32));
        let found = search(&position, GAMES);
        let report = if found.games > 0 { found } else { trial };
        for chain in board.chains().into_iter().filter(|chain| chain.color == owner) {
            let sign = if owner == Color::Black { 1.0 } else { -1.0 };
            let own = report.owners.iter().filter(|(point, _)| chain.stones.contains(*point));
            if own.map(|(_, owner)| sign * owner).sum::<f64>() < 0.0 {
                dead = dead.union(&chain.stones);
            }
        }
    }
    Some(dead)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stones in an enclosed corner that random games leave alive: too many moves lead to two eyes that nobody would allow.
    #[test]
    fn stones_that_can_be_killed_are_presumed_dead() {
        let board: Board = "
            . . . . . . . . .
            . . . O X . . . .
            . . O . X . . . .
            . . O O . . X X .
            . X . . . . . O .
            . . X . X X X X X
            X X O X X O O O X
            X O O X O O . . O
            X O O O O . . O ."
            .parse()
            .unwrap();
        let dead = presumed_dead(&board, &StopFlag::new()).unwrap();
        for (at, expected) in
            [("d8", true), ("c7", true), ("d6", true), ("h5", true), ("e8", false), ("c3", false)]
        {
            assert_eq!(dead.contains(at.parse().unwrap()), expected, "{at}: {dead:?}");
        }
    }
}
