//! Labels for positions of games that others played, and for positions whose scores are known.
//!
//! Owns how such a position gets its label and which are kept from the fit. Entry points: [`Labels::run`] for
//! games, [`import`] for solved positions.
//!
//! Every position of a game with at most [`Labels::exact`] empties is solved. The first of them is the game's
//! horizon: what it is worth is the label of the positions before it where both sides together lost at most
//! [`Labels::tolerance`] discs from there on; where they lost more, the game proves less, and the label is the mean
//! of that and of a search.

use std::path::{Path, PathBuf};

use super::dataset::{Dataset, DatasetError, EXTENSION, HELD_OUT_PREFIX, Kind, Sample};
use super::generate::{LEAST_EMPTIES, settled};
use super::{Progress, job};
use crate::engine::{Goal, StopFlag};
use crate::game::{Color, Game};
use crate::othello::eval::Evaluator;
use crate::othello::notation::wthor::Record;
use crate::othello::search::{Request, Searcher};
use crate::othello::{Board, DiscDiff, Position, Score};

/// The empties of the position by which a game is kept from the fit or not.
///
/// The same number as that of the solved positions at hand, so that a position never is on one side and the game
/// it comes from on the other.
pub const IDENTITY_EMPTIES: u32 = 20;

/// One game in so many is kept from the fit.
pub const HELD_OUT_SHARE: u32 = 10;

/// What a game or position is told by when it is kept from the fit or not: a checksum of the canonical board.
///
/// CRC-32 of the player's and the opponent's discs, little-endian, of the smallest of the eight images.
#[must_use]
pub fn identity(board: Board) -> u32 {
    let canonical = settled(board).unwrap_or(board).canonical();
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&canonical.player().to_le_bytes());
    bytes[8..].copy_from_slice(&canonical.opponent().to_le_bytes());
    crc32fast::hash(&bytes)
}

/// Returns whether what has this identity is kept from the fit.
#[must_use]
pub fn is_held_out(identity: u32) -> bool {
    identity.is_multiple_of(HELD_OUT_SHARE)
}

/// Returns the part of an identity that goes into samples.
fn group(identity: u32) -> u8 {
    (identity >> 16) as u8
}

/// How games are labelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// Positions with so many empties, or fewer, are solved.
    pub exact: u32,
    /// The most discs both sides together may lose behind the horizon for the game to be trusted.
    pub tolerance: i32,
    /// Plies of the searches.
    pub depth: u32,
    /// The selectivity of the searches.
    ///
    /// # Units
    /// Percent.
    pub selectivity: u32,
    /// Games in a pair of files.
    pub games_per_file: usize,
}

/// Games for two files, one of them kept from the fit.
struct Piece<'a> {
    number: usize,
    games: &'a [Record],
}

impl Labels {
    /// Labels the games whose files are not there yet.
    ///
    /// # Errors
    /// A file cannot be read or written, or was made with other settings or other games.
    pub fn run(
        &self,
        folder: &Path,
        games: &[Record],
        threads: usize,
        evaluator: &Evaluator,
        progress: &Progress,
    ) -> anyhow::Result<()> {
        std::fs::create_dir_all(folder)?;
        let pieces: Vec<Piece<'_>> = games
            .chunks(self.games_per_file.max(1))
            .enumerate()
            .map(|(number, games)| Piece { number, games })
            .collect();
        progress.set_total(games.len() as u64);
        job::run(&pieces, threads, evaluator, |piece, searcher| {
            self.make(folder, piece, searcher, progress)
        })
    }

    fn make(
        &self,
        folder: &Path,
        piece: &Piece<'_>,
        searcher: &mut Searcher,
        progress: &Progress,
    ) -> Result<(), DatasetError> {
        let settings = crc32fast::hash(
            format!("label 1 {self:?} {:?} {}", piece.games, job::name(searcher.evaluator()))
                .as_bytes(),
        );
        let paths = paths(folder, "wthor", piece.number);
        if is_done(&paths, settings)? {
            progress.skip(piece.games.len() as u64);
            return Ok(());
        }
        let mut sets = [Vec::new(), Vec::new()];
        for (i, game) in piece.games.iter().enumerate() {
            let position = match game.replay() {
                Ok(position) => position,
                Err(error) => {
                    log::warn!("game {}: {error}", piece.number * self.games_per_file + i + 1);
                    continue;
                }
            };
            let identity = identity(identity_board(&position));
            let set = &mut sets[usize::from(is_held_out(identity))];
            let before = set.len();
            let recorded = 2 * i32::from(game.black_score) - 64;
            self.label(&position, DiscDiff(recorded), group(identity), searcher, set);
            progress.add(1, (set.len() - before) as u64);
        }
        write(&paths, settings, sets)
    }

    /// Labels the positions of a game; `recorded` is Black's result as its source tells it.
    pub fn label(
        &self,
        game: &Position,
        recorded: DiscDiff,
        group: u8,
        searcher: &mut Searcher,
        samples: &mut Vec<Sample>,
    ) {
        // What an earlier game left in the tables would make these labels depend on it.
        searcher.clear();
        let mut boards: Vec<(Board, Color)> = game
            .history()
            .iter()
            .filter(|ply| ply.mv.square().is_some())
            .map(|ply| (ply.board, ply.side))
            .collect();
        let end = game.board();
        if !end.is_over() && !end.must_pass() {
            boards.push((end, game.side_to_move()));
        }
        let horizon = boards.iter().take_while(|(board, _)| board.n_empties() > self.exact).count();
        let black = |score: Score, side: Color| if side == Color::Black { score } else { -score };
        // Backwards, so that the table helps.
        let mut next =
            end.is_over().then(|| black(Score::from_discs(end.final_score()), game.side_to_move()));
        let mut lost = 0;
        for &(board, side) in boards[horizon..].iter().rev() {
            let score = search(searcher, board, Goal::Exact, 100);
            if board.n_empties() >= LEAST_EMPTIES {
                samples.push(Sample::new(board, score, Kind::Exact, group));
            }
            if let Some(next) = next {
                lost += score.0 - black(next, side).0;
            }
            next = Some(black(score, side));
        }
        let is_trusted = next.is_some() && lost <= self.tolerance * Score::DISC;
        let worth = next.unwrap_or(Score::from_discs(recorded));
        for &(board, side) in boards[..horizon].iter().rev() {
            let result = black(worth, side);
            samples.push(if is_trusted {
                Sample::new(board, result, Kind::Result, group)
            } else {
                let found = search(searcher, board, Goal::Depth(self.depth), self.selectivity);
                Sample::new(board, Score((result.0 + found.0) / 2), Kind::Blend, group)
            });
        }
    }
}

/// Writes positions with known scores as samples, in two files, one of them kept from the fit.
///
/// # Errors
/// A file cannot be written, or was made of other positions.
pub fn import(
    folder: &Path,
    name: &str,
    positions: &[(Board, DiscDiff)],
    progress: &Progress,
) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    progress.set_total(positions.len() as u64);
    let settings = crc32fast::hash(format!("import 1 {positions:?}").as_bytes());
    let paths = paths(folder, name, 0);
    if is_done(&paths, settings)? {
        progress.skip(positions.len() as u64);
        return Ok(());
    }
    let mut sets = [Vec::new(), Vec::new()];
    for &(board, score) in positions {
        let Some(seen) = settled(board) else { continue };
        let score = Score::from_discs(if seen == board { score } else { -score });
        let identity = identity(seen);
        let sample = Sample::new(seen, score, Kind::Exact, group(identity));
        sets[usize::from(is_held_out(identity))].push(sample);
    }
    write(&paths, settings, sets)?;
    progress.add(positions.len() as u64, positions.len() as u64);
    Ok(())
}

/// Returns the board a game is told by: the first with at most [`IDENTITY_EMPTIES`], or the last.
fn identity_board(game: &Position) -> Board {
    game.history()
        .iter()
        .map(|ply| ply.board)
        .find(|board| board.n_empties() <= IDENTITY_EMPTIES)
        .unwrap_or_else(|| game.board())
}

fn search(searcher: &mut Searcher, board: Board, goal: Goal, selectivity: u32) -> Score {
    let request = Request { goal, selectivity, ..Request::default() };
    searcher.search(board, &request, &StopFlag::new(), &mut ()).lines[0].score
}

/// The file for the fit and the one kept from it.
fn paths(folder: &Path, name: &str, number: usize) -> [PathBuf; 2] {
    ["", HELD_OUT_PREFIX]
        .map(|prefix| folder.join(format!("{prefix}{name}-{number:06}.{EXTENSION}")))
}

fn is_done(paths: &[PathBuf; 2], settings: u32) -> Result<bool, DatasetError> {
    for path in paths {
        if Dataset::is_done(path, settings)?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn write(paths: &[PathBuf; 2], settings: u32, sets: [Vec<Sample>; 2]) -> Result<(), DatasetError> {
    for (path, samples) in paths.iter().zip(sets) {
        Dataset { settings, samples }.write(path)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::notation::transcript;
    use crate::othello::train::dataset::files_in;

    fn labels() -> Labels {
        Labels { exact: 12, tolerance: 0, depth: 1, selectivity: 73, games_per_file: 2 }
    }

    /// Black wins 63 to 1; White passes near the end.
    const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3h5h2d2c5c6b4e3b5f2c8d8b6c7f1g8b7a3e8g7d1a4a6a8c2b8e2a7a5b3h8h7a2a1b2b1h1c1g2e1g1";

    fn record(text: &str) -> Record {
        let mut moves = [0; 60];
        for (number, mv) in moves.iter_mut().zip(text.as_bytes().chunks(2)) {
            *number = (mv[1] - b'0') * 10 + mv[0] - b'a' + 1;
        }
        let (tournament, black, white) = (0, 0, 0);
        Record { tournament, black, white, black_score: 63, theoretical_score: 63, moves }
    }

    #[test]
    fn games_are_trusted_as_far_as_they_were_played_well() {
        let game = transcript::parse(GAME).unwrap().position;
        let mut searcher = Searcher::new(job::CONFIG);
        let mut label = |tolerance: i32| {
            let mut samples = Vec::new();
            let labels = Labels { tolerance, exact: 13, ..labels() };
            labels.label(&game, DiscDiff(62), 3, &mut searcher, &mut samples);
            samples
        };
        // White loses 8 discs with 13 empties and nobody any more behind that.
        let (strict, lenient) = (label(7), label(8));
        assert_eq!(strict.len(), 64 - 4 - LEAST_EMPTIES as usize + 1);
        let count = |samples: &[Sample], kind| samples.iter().filter(|s| s.kind == kind).count();
        let exact = 13 - LEAST_EMPTIES as usize + 1;
        assert_eq!((count(&strict, Kind::Exact), count(&lenient, Kind::Exact)), (exact, exact));
        assert_eq!((count(&strict, Kind::Blend), count(&strict, Kind::Result)), (47, 0));
        assert_eq!((count(&lenient, Kind::Blend), count(&lenient, Kind::Result)), (0, 47));
        let start = lenient.iter().find(|s| s.board == Board::START).unwrap();
        let horizon = lenient.iter().find(|s| s.board.n_empties() == 13).unwrap();
        assert_eq!(start.label.abs(), horizon.label.abs());
        assert!(lenient.iter().all(|s| s.group == 3));
    }

    #[test]
    fn games_go_to_one_file_whole_and_are_not_made_twice() {
        let folder = tempfile::tempdir().unwrap();
        let games = ["f5f6e6f4e3c5", GAME, "f5d6c3d3c4"].map(record);
        let (progress, evaluator) = (Progress::default(), Evaluator::handmade());
        labels().run(folder.path(), &games, 2, &evaluator, &progress).unwrap();
        assert_eq!(progress.done(), 3);
        let files = files_in(folder.path()).unwrap();
        assert_eq!(files.len(), 4);
        let samples: Vec<usize> =
            files.iter().map(|path| Dataset::read(path).unwrap().samples.len()).collect();
        assert_eq!(samples.iter().sum::<usize>() as u64, progress.positions());
        let again = Progress::default();
        labels().run(folder.path(), &games, 1, &evaluator, &again).unwrap();
        assert_eq!((again.done(), again.total()), (0, 0));
        let other = Labels { depth: 2, ..labels() };
        assert!(other.run(folder.path(), &games, 1, &evaluator, &again).is_err());
    }

    #[test]
    fn a_game_and_its_solved_position_share_their_identity() {
        let game = transcript::parse(GAME).unwrap().position;
        let board =
            game.history().iter().find(|ply| ply.board.n_empties() == 20).map(|p| p.board).unwrap();
        for index in 0..8 {
            assert_eq!(identity(board.symmetric(index)), identity(identity_board(&game)));
        }
        let folder = tempfile::tempdir().unwrap();
        let progress = Progress::default();
        import(folder.path(), "solved", &[(board, DiscDiff(-8))], &progress).unwrap();
        let files = files_in(folder.path()).unwrap();
        let sets: Vec<Dataset> = files.iter().map(|path| Dataset::read(path).unwrap()).collect();
        let held_out = is_held_out(identity(board));
        let [fit, kept] = [files.len() - 1, 0].map(|i| &sets[i].samples);
        let file = if held_out { kept } else { fit };
        assert_eq!(file.len(), 1);
        assert_eq!(file[0].label, -8 * 128);
    }

    #[test]
    fn one_in_ten_is_held_out() {
        let mut rng = super::super::draw::generator(3, 0);
        let mut held_out = 0;
        for _ in 0..1000 {
            let mut board = Board::START;
            for _ in 0..30 {
                let children: Vec<Board> = board.children().map(|(_, child)| child).collect();
                if children.is_empty() {
                    break;
                }
                board = children[super::super::draw::below(&mut rng, children.len())];
            }
            held_out += u32::from(is_held_out(identity(board)));
        }
        assert!((70..130).contains(&held_out), "{held_out}");
    }
}
