//! Files of games: one JSON object a line, each file written whole or not at all.

use std::fs;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::game::{Color, Outcome};
use crate::renju::Point;

/// A game of self-play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// The points in order, Black first, blanks between.
    pub moves: String,
    /// How many of them were drawn by lot.
    pub opening: usize,
    /// The score of the search behind each move after the opening, the mover's view.
    pub scores: Vec<i32>,
    /// 1 if Black won, -1 if White did, 0 for a draw.
    pub result: i8,
}

impl Game {
    /// Returns the moves; `None` if one is no point.
    #[must_use]
    pub fn points(&self) -> Option<Vec<Point>> {
        self.moves.split_whitespace().map(|name| name.parse().ok()).collect()
    }

    /// Turns an outcome into a result.
    #[must_use]
    pub fn result_of(outcome: Option<Outcome>) -> i8 {
        match outcome {
            Some(Outcome::Win(Color::Black)) => 1,
            Some(Outcome::Win(Color::White)) => -1,
            _ => 0,
        }
    }
}

/// Why a file of games was refused.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// Which file.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// A line is no game.
    #[error("{path}:{line}: {reason}")]
    Line {
        /// Which file.
        path: String,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// Reads every game of the files `*.jsonl` of some folders, in the order of their names.
///
/// # Errors
/// A file cannot be read or holds something else.
pub fn read(folders: &[PathBuf]) -> Result<Vec<Game>, GamesError> {
    let mut files = Vec::new();
    for folder in folders {
        let failed = |source| GamesError::File { path: folder.display().to_string(), source };
        for entry in fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|extension| extension == "jsonl") {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut games = Vec::new();
    for path in files {
        let name = path.display().to_string();
        let failed = |source| GamesError::File { path: name.clone(), source };
        let reader = BufReader::new(fs::File::open(&path).map_err(failed)?);
        for (number, line) in reader.lines().enumerate() {
            let wrong = |reason| GamesError::Line { path: name.clone(), line: number + 1, reason };
            let line = line.map_err(failed)?;
            let game: Game = serde_json::from_str(&line).map_err(|e| wrong(e.to_string()))?;
            if game.points().is_none() {
                return Err(wrong("a move is no point".to_owned()));
            }
            games.push(game);
        }
    }
    Ok(games)
}

/// Writes a file of games, whole or not at all.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, games: &[Game]) -> Result<(), GamesError> {
    let failed = |source| GamesError::File { path: path.display().to_string(), source };
    let mut text = String::new();
    for game in games {
        let line = serde_json::to_string(game).map_err(|error| failed(error.into()))?;
        text.push_str(&line);
        text.push('\n');
    }
    let partial = path.with_extension("partial");
    fs::write(&partial, text).map_err(failed)?;
    fs::rename(&partial, path).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_written_are_read_back_and_errors_name_their_line() {
        let folder = tempfile::tempdir().unwrap();
        let game = Game { moves: "h8 h9 j10".into(), opening: 3, scores: Vec::new(), result: -1 };
        write(&folder.path().join("a.jsonl"), &[game.clone(), game.clone()]).unwrap();
        let folders = [folder.path().to_path_buf()];
        assert_eq!(read(&folders).unwrap(), [game.clone(), game]);
        fs::write(folder.path().join("b.jsonl"), "{\"moves\":\"h8\"}\n").unwrap();
        let error = read(&folders).unwrap_err().to_string();
        assert!(error.contains("b.jsonl:1: missing field"), "{error}");
    }
}
