//! Self-play: games from random openings, every position labelled.
//!
//! Owns how a game is played and what is kept of it. Entry point: [`SelfPlay::run`].
//!
//! A game begins with random plies or an opening of a list; then both sides search to a fixed depth. It ends with
//! the first exact solution, which gives its result. What is kept:
//!
//! - positions the searches played: labelled with the result;
//! - of the random plies, those from [`FIRST_KEPT_PLY`] on and one of those before, where all games look alike:
//!   labelled with the score of a search, since what follows is not best play;
//! - the solved position, the positions on its line of best play, and a few children of it, solved as well:
//!   labelled exactly.

use std::path::{Path, PathBuf};

use rand_chacha::ChaCha8Rng;

use super::dataset::{Dataset, DatasetError, EXTENSION, Kind, Sample};
use super::draw::{below, generator};
use super::{Progress, job};
use crate::engine::{Goal, StopFlag};
use crate::othello::bitboard::squares;
use crate::othello::eval::Evaluator;
use crate::othello::search::{Request, Searcher};
use crate::othello::{Board, Move, Score, Square};

/// The ply from which on random positions are all kept.
pub const FIRST_KEPT_PLY: u32 = 10;

/// No position with fewer empties is kept: the solver needs no evaluation there.
pub const LEAST_EMPTIES: u32 = 9;

/// How many children of the solved position are solved as well.
const N_SOLVED_CHILDREN: usize = 2;

/// How games begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// The smaller of two numbers of random plies, each drawn from `min..=max`.
    Random {
        /// The fewest plies.
        min: u32,
        /// The most plies.
        max: u32,
    },
    /// One of the lines, drawn at random.
    Lines(Vec<Vec<Move>>),
}

/// A set of games: what it is determines every byte of its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlay {
    /// Game `i` depends on this and `i` alone.
    pub seed: u64,
    /// How games begin.
    pub opening: Opening,
    /// Plies a move is searched.
    pub depth: u32,
    /// The selectivity of those searches.
    ///
    /// # Units
    /// Percent.
    pub selectivity: u32,
    /// A game ends where so many squares, or fewer, are empty, by solving.
    pub exact: u32,
    /// Games in a file.
    pub games_per_file: u32,
}

impl SelfPlay {
    /// Returns a checksum of all of this and the evaluation, which every file carries.
    #[must_use]
    pub fn settings(&self, evaluator: &Evaluator) -> u32 {
        let evaluation = job::name(evaluator);
        crc32fast::hash(format!("selfplay 1 {self:?} {evaluation}").as_bytes())
    }

    /// Returns the file of games `number * games_per_file` and on.
    #[must_use]
    pub fn path(&self, folder: &Path, number: u64) -> PathBuf {
        folder.join(format!("selfplay-{}-{number:06}.{EXTENSION}", self.seed))
    }

    /// Plays the games of this shard that are not there yet.
    ///
    /// # Errors
    /// A file cannot be read or written, or was made with other settings. The others are still finished.
    /// # Determinism
    /// The files are the same whatever the number of threads and however often it was stopped before.
    pub fn run(
        &self,
        folder: &Path,
        games: u64,
        shard: Shard,
        threads: usize,
        evaluator: &Evaluator,
        progress: &Progress,
    ) -> anyhow::Result<()> {
        std::fs::create_dir_all(folder)?;
        let settings = self.settings(evaluator);
        let per_file = u64::from(self.games_per_file.max(1));
        let files: Vec<u64> =
            (0..games.div_ceil(per_file)).filter(|file| shard.contains(*file)).collect();
        progress.set_total(files.len() as u64 * per_file);
        job::run(&files, threads, evaluator, |&file, searcher| {
            self.make(folder, file, settings, searcher, progress)
        })
    }

    fn make(
        &self,
        folder: &Path,
        file: u64,
        settings: u32,
        searcher: &mut Searcher,
        progress: &Progress,
    ) -> Result<(), DatasetError> {
        let path = self.path(folder, file);
        let per_file = u64::from(self.games_per_file.max(1));
        if Dataset::is_done(&path, settings)?.is_some() {
            progress.skip(per_file);
            return Ok(());
        }
        let mut samples = Vec::new();
        for game in file * per_file..(file + 1) * per_file {
            let before = samples.len();
            self.play(game, searcher, &mut samples);
            progress.add(1, (samples.len() - before) as u64);
        }
        Dataset { settings, samples }.write(&path)
    }

    /// Plays one game and adds what is kept of it.
    pub fn play(&self, game: u64, searcher: &mut Searcher, samples: &mut Vec<Sample>) {
        // What an earlier game left in the tables would make this one depend on it.
        searcher.clear();
        let mut rng = generator(self.seed, game);
        let opening = self.opening(&mut rng);
        let mut game = Game {
            settings: self,
            searcher,
            samples,
            group: below(&mut rng, 256) as u8,
            rng,
            stop: StopFlag::new(),
        };
        game.keep_opening(&opening);
        if let Some(&board) = opening.last() {
            game.play(board);
        }
    }

    /// Draws an opening: its boards from the start on, passes left out.
    fn opening(&self, rng: &mut ChaCha8Rng) -> Vec<Board> {
        match &self.opening {
            Opening::Random { min, max } => {
                let range = (max.saturating_sub(*min) + 1) as usize;
                let plies = min + below(rng, range).min(below(rng, range)) as u32;
                loop {
                    if let Some(boards) = random_plies(rng, plies) {
                        return boards;
                    }
                }
            }
            Opening::Lines(lines) => {
                let line = lines.get(below(rng, lines.len())).map_or(&[][..], Vec::as_slice);
                let mut boards = vec![Board::START];
                for mv in line.iter().filter_map(|mv| mv.square()) {
                    match boards.last().and_then(|board| step(*board, mv)) {
                        Some(board) => boards.push(board),
                        None => break,
                    }
                }
                boards
            }
        }
    }
}

/// Every `count`-th file, from `index` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 0.
    pub index: u64,
    /// Of how many.
    pub count: u64,
}

impl Shard {
    /// The one shard that is everything.
    pub const ALL: Shard = Shard { index: 0, count: 1 };

    fn contains(self, file: u64) -> bool {
        file % self.count.max(1) == self.index
    }
}

/// Returns the board after a move, with a move to make; `None` if the move is illegal or ends the game.
fn step(board: Board, square: Square) -> Option<Board> {
    settled(board.play(square)?)
}

/// Returns the board as the side sees it that has a move; `None` if the game is over.
#[must_use]
pub fn settled(board: Board) -> Option<Board> {
    if board.legal_moves() != 0 {
        Some(board)
    } else {
        (board.opponent_moves() != 0).then(|| board.pass())
    }
}

/// Plays random moves from the start; `None` if the game ends before.
pub(super) fn random_plies(rng: &mut ChaCha8Rng, plies: u32) -> Option<Vec<Board>> {
    let mut boards = vec![Board::START];
    let mut board = Board::START;
    for _ in 0..plies {
        let moves = board.legal_moves();
        let square = squares(moves).nth(below(rng, moves.count_ones() as usize))?;
        board = step(board, square)?;
        boards.push(board);
    }
    Some(boards)
}

/// One game under way.
struct Game<'a> {
    settings: &'a SelfPlay,
    searcher: &'a mut Searcher,
    samples: &'a mut Vec<Sample>,
    group: u8,
    rng: ChaCha8Rng,
    stop: StopFlag,
}

impl Game<'_> {
    fn keep(&mut self, board: Board, score: Score, kind: Kind) {
        if board.n_empties() >= LEAST_EMPTIES {
            self.samples.push(Sample::new(board, score, kind, self.group));
        }
    }

    /// Searches as the game is played: to the fixed depth, or exactly.
    fn search(&mut self, board: Board) -> (Score, Kind, Vec<Move>) {
        let exact = board.n_empties() <= self.settings.exact;
        let goal = if exact { Goal::Exact } else { Goal::Depth(self.settings.depth) };
        let request =
            Request { goal, selectivity: self.settings.selectivity, ..Request::default() };
        let mut report = self.searcher.search(board, &request, &self.stop, &mut ());
        let kind = if exact { Kind::Exact } else { Kind::Search };
        let line = report.lines.swap_remove(0);
        (line.score, kind, line.pv)
    }

    /// Labels what is kept of the opening, the last board apart, which the game goes on from.
    fn keep_opening(&mut self, opening: &[Board]) {
        let Some((_, before)) = opening.split_last() else { return };
        let early = before.len().min(FIRST_KEPT_PLY as usize);
        let chosen = below(&mut self.rng, early);
        for (ply, &board) in before.iter().enumerate() {
            if ply == chosen || ply >= early {
                let (score, kind, _) = self.search(board);
                self.keep(board, score, kind);
            }
        }
    }

    /// Plays from `board`, which has a move, to the result.
    fn play(&mut self, mut board: Board) {
        let mut played: Vec<Board> = Vec::new();
        // Seen from the side to move on the last board.
        let mut result = loop {
            let (score, kind, line) = self.search(board);
            if kind == Kind::Exact {
                self.keep_solved(board, score, &line);
                break score;
            }
            played.push(board);
            let Some(square) = line.first().and_then(|mv| mv.square()) else { return };
            let Some(after) = board.play(square) else { return };
            match settled(after) {
                Some(next) => board = next,
                None => {
                    // Over before it could be solved.
                    board = after;
                    break Score::from_discs(after.final_score());
                }
            }
        };
        // The side changes from a board to the next unless there was a pass between them.
        for &earlier in played.iter().rev() {
            if !is_same_side(earlier, board) {
                result = -result;
            }
            board = earlier;
            self.keep(earlier, result, Kind::Result);
        }
    }

    /// Keeps a solved board, its line of best play, and a few of its children.
    fn keep_solved(&mut self, solved: Board, score: Score, line: &[Move]) {
        let (mut board, mut value) = (solved, score);
        for &mv in line {
            match mv {
                Move::Pass => board = board.pass(),
                Move::Place(square) => {
                    self.keep(board, value, Kind::Exact);
                    let Some(after) = board.play(square) else { return };
                    board = after;
                }
            }
            value = -value;
        }
        let best = line.first().and_then(|mv| mv.square());
        let mut others: Vec<Board> = solved
            .children()
            .filter(|&(square, _)| Some(square) != best)
            .filter_map(|(_, child)| settled(child))
            .collect();
        for _ in 0..N_SOLVED_CHILDREN.min(others.len()) {
            let child = others.swap_remove(below(&mut self.rng, others.len()));
            if child.n_empties() >= LEAST_EMPTIES {
                let (score, kind, _) = self.search(child);
                self.keep(child, score, kind);
            }
        }
    }
}

/// Returns whether the side to move on `later`, one disc on, is the one that moved on `earlier`.
fn is_same_side(earlier: Board, later: Board) -> bool {
    // The mover only gains discs.
    earlier.player() & !later.player() == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::train::dataset::files_in;

    fn small() -> SelfPlay {
        SelfPlay {
            seed: 5,
            opening: Opening::Random { min: 10, max: 49 },
            depth: 1,
            selectivity: 73,
            exact: 10,
            games_per_file: 3,
        }
    }

    fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let files = files_in(folder).unwrap();
        let name = |path: &PathBuf| PathBuf::from(path.file_name().unwrap());
        files.iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect()
    }

    #[test]
    fn files_depend_on_the_seed_alone() {
        let games = small();
        let folders: Vec<_> = (0..4).map(|_| tempfile::tempdir().unwrap()).collect();
        let run = |games: &SelfPlay, folder: usize, count, shard, threads| {
            let (progress, evaluator) = (Progress::default(), Evaluator::handmade());
            games
                .run(folders[folder].path(), count, shard, threads, &evaluator, &progress)
                .unwrap();
        };
        run(&games, 0, 10, Shard::ALL, 1);
        let straight = contents(folders[0].path());
        assert_eq!(straight.len(), 4);
        run(&games, 1, 10, Shard::ALL, 2);
        assert_eq!(contents(folders[1].path()), straight);
        // Stopped after two files, one of them damaged; then shard by shard.
        run(&games, 2, 6, Shard::ALL, 1);
        let second = games.path(folders[2].path(), 1);
        std::fs::write(&second, &std::fs::read(&second).unwrap()[..100]).unwrap();
        for index in [1, 0] {
            run(&games, 2, 10, Shard { index, count: 2 }, 1);
        }
        assert_eq!(contents(folders[2].path()), straight);
        let other = SelfPlay { seed: 6, ..small() };
        run(&other, 3, 3, Shard::ALL, 1);
        assert_ne!(contents(folders[3].path())[0].1, straight[0].1);
    }

    #[test]
    fn a_folder_of_other_settings_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (progress, evaluator) = (Progress::default(), Evaluator::handmade());
        small().run(folder.path(), 1, Shard::ALL, 1, &evaluator, &progress).unwrap();
        let deeper = SelfPlay { depth: 2, ..small() };
        let error = deeper.run(folder.path(), 1, Shard::ALL, 1, &evaluator, &progress).unwrap_err();
        assert!(error.to_string().contains("other settings"), "{error}");
    }

    #[test]
    fn labels_follow_the_game() {
        let mut searcher = Searcher::new(job::CONFIG);
        let mut solver = Searcher::new(job::CONFIG);
        let request = Request { goal: Goal::Exact, ..Request::default() };
        let mut kinds = [0; 4];
        for game in 0..6 {
            let mut samples = Vec::new();
            small().play(game, &mut searcher, &mut samples);
            for sample in &samples {
                assert!(sample.board.legal_moves() != 0);
                assert!(sample.board.n_empties() >= LEAST_EMPTIES);
                kinds[sample.kind as usize] += 1;
                if sample.kind == Kind::Exact {
                    let report = solver.search(sample.board, &request, &StopFlag::new(), &mut ());
                    assert_eq!(i32::from(sample.label), report.lines[0].score.0);
                }
            }
            // The results of one game differ by their sign alone.
            let results: Vec<i16> = samples
                .iter()
                .filter(|sample| sample.kind == Kind::Result)
                .map(|sample| sample.label.abs())
                .collect();
            assert!(results.windows(2).all(|pair| pair[0] == pair[1]));
        }
        assert!(kinds[Kind::Exact as usize] > 0 && kinds[Kind::Result as usize] > 0);
        assert!(kinds[Kind::Search as usize] > 0 && kinds[Kind::Blend as usize] == 0);
    }

    #[test]
    fn sides_are_told_by_what_the_mover_gains() {
        for (square, child) in Board::START.children() {
            assert!(!is_same_side(Board::START, child), "{square}");
            assert!(is_same_side(Board::START, child.pass()), "{square}");
        }
    }

    #[test]
    fn lines_are_followed() {
        let line = ["f5", "d6", "c3"].map(|mv| mv.parse().unwrap());
        let games = SelfPlay { opening: Opening::Lines(vec![line.to_vec()]), ..small() };
        let boards = games.opening(&mut generator(1, 1));
        assert_eq!(boards.len(), 4);
        assert_eq!(boards[3].n_empties(), 57);
    }
}
