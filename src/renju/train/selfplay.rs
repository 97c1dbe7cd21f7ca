//! Games of the program with itself from balanced openings drawn by lot.

use std::path::Path;

use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::games::{self, Game, GamesError};
use crate::engine::{Goal, StopFlag};
use crate::game::Game as _;
use crate::renju::eval::Evaluator;
use crate::renju::opening::Opening;
use crate::renju::opening::named;
use crate::renju::opening::symmetry::turned;
use crate::renju::search::{Config, PROVED, Request, Searcher};
use crate::renju::{Action, Point, Position, Rules};

/// How games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlay {
    /// What openings and choices are drawn by.
    pub seed: u64,
    /// Nodes of each move.
    pub nodes: u64,
    /// Games in a file.
    pub games_per_file: u32,
    /// The most an opening may favour a side.
    ///
    /// # Units
    /// 1/100 point.
    pub balance: i32,
}

/// Stones at which a game is a draw.
const LONGEST: u32 = 160;

impl SelfPlay {
    /// Plays `n_games` games into files of `folder`; files that are there already are kept and not played again.
    ///
    /// `progress` takes the games and positions done.
    ///
    /// # Errors
    /// The folder cannot be written.
    /// # Determinism
    /// The same settings give the same files.
    pub fn run(
        &self,
        folder: &Path,
        n_games: u32,
        evaluator: &Evaluator,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), GamesError> {
        let failed = |source| GamesError::File { path: folder.display().to_string(), source };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let (mut done, mut positions) = (0, 0);
        for file in 0..n_games.div_ceil(self.games_per_file.max(1)) {
            let path = folder.join(format!("games-{}-{file:05}.jsonl", self.seed));
            let first = file * self.games_per_file;
            let count = self.games_per_file.min(n_games - first);
            if path.exists() {
                done += u64::from(count);
                continue;
            }
            let mut searcher =
                Searcher::with_evaluator(Config { threads: 1, hash_mib: 8 }, evaluator.clone());
            let mut played = Vec::new();
            for number in first..first + count {
                let seed = self.seed.wrapping_mul(0x9e37_79b9).wrapping_add(u64::from(number));
                let game = self.play(&mut searcher, &mut ChaCha8Rng::seed_from_u64(seed));
                done += 1;
                positions += game.scores.len() as u64;
                played.push(game);
                progress(done, positions);
            }
            games::write(&path, &played)?;
        }
        Ok(())
    }

    fn play(&self, searcher: &mut Searcher, rng: &mut ChaCha8Rng) -> Game {
        searcher.clear();
        let rules =
            Rules { opening: Opening::Free, passes: false, strict: true, ..Rules::document() };
        let request = Request {
            goal: Goal::Deepen,
            nodes: Some(self.nodes),
            multi_pv: 1,
            ..Request::default()
        };
        let stop = StopFlag::new();
        let mut search = |position: &Position, request: &Request| {
            let (board, side) = (position.board(), position.next_stone());
            let report = searcher.search(board, side, rules.rule, request, &stop, &mut ());
            report.lines.into_iter().next()
        };
        let mut position = loop {
            let position = opening(rules, rng);
            let line = search(&position, &request);
            if line.is_some_and(|line| line.score.abs() <= self.balance) {
                break position;
            }
        };
        let opening = position.history().len();
        let mut scores = Vec::new();
        while position.conclusion().is_none() && position.board().n_stones() < LONGEST {
            let Some(line) = search(&position, &request) else { break };
            let Some(&point) = line.pv.first() else { break };
            if position.play(Action::Place(point)).is_err() {
                break;
            }
            scores.push(line.score);
            if line.score <= -PROVED {
                // The other side sees its win as well; there is nothing more to learn from playing it.
                let loser = !position.next_stone();
                let outcome = crate::game::Outcome::Win(!loser);
                return finish(&position, opening, scores, Some(outcome));
            }
        }
        finish(&position, opening, scores, position.outcome())
    }
}

fn finish(
    position: &Position,
    opening: usize,
    scores: Vec<i32>,
    outcome: Option<crate::game::Outcome>,
) -> Game {
    let moves: Vec<String> =
        position.moves().filter_map(|(_, point)| Some(point?.to_string())).collect();
    Game { moves: moves.join(" "), opening, scores, result: Game::result_of(outcome) }
}

/// Draws a named opening, turned, and two to four stones near it.
fn opening(rules: Rules, rng: &mut ChaCha8Rng) -> Position {
    loop {
        let mut position = Position::new(rules);
        let which = rng.random_range(0..8);
        let Some(named) = named::ALL.choose(rng) else { return position };
        for point in named.stones(rules.size) {
            let point = turned(point, which, rules.size);
            if position.play(Action::Place(point)).is_err() {
                return position;
            }
        }
        let more = rng.random_range(1..=4);
        for _ in 0..more {
            let stones: Vec<Point> = position.moves().filter_map(|(_, point)| point).collect();
            let near: Vec<Action> = position
                .safe_actions()
                .into_iter()
                .filter(|action| match action {
                    Action::Place(point) => stones.iter().any(|s| s.distance(*point) <= 2),
                    _ => false,
                })
                .collect();
            if let Some(&action) = near.choose(rng) {
                let _ = position.play(action);
            }
        }
        if position.conclusion().is_none() {
            return position;
        }
    }
}
