//! Files of games: appended and flushed game by game, so that a kill loses none that is finished.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::command::append;
use crate::game::Color;
use crate::othello::notation::annotated::Annotated;
use crate::othello::notation::ggf::{self, Ending, GgfResult};
use crate::othello::notation::sgf;

use super::fault::Termination;
use super::game::GameRules;
use super::record::{GameRecord, Header, Line, VERSION, Winner};
use super::sgf as other_sgf;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Ggf,
    Sgf,
    Jsonl,
}

impl Format {
    fn of(path: &Path) -> anyhow::Result<Self> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match extension.as_str() {
            "ggf" => Ok(Format::Ggf),
            "sgf" => Ok(Format::Sgf),
            "jsonl" => Ok(Format::Jsonl),
            _ => bail!("{}: expected a name that ends in .ggf, .sgf or .jsonl", path.display()),
        }
    }

    /// Returns whether `rest`, what stands behind the last line feed, is nothing or part of a line of this program.
    fn is_cut_off(self, rest: &[u8]) -> bool {
        let [renju, go] = other_sgf::BEGINNINGS;
        let (beginnings, ending): (&[&str], _) = match self {
            Format::Ggf => (&["(;GM[Othello]PC[Heibai match, game "], Some(";)")),
            Format::Sgf => (&["(;GM[2]FF[4]CA[UTF-8]AP[Heibai:", renju, go], Some(")")),
            // A whole line without its line feed is played again: a reader skips it as well.
            Format::Jsonl => (&["{\"kind\":\""], None),
        };
        let is_whole = ending.is_some_and(|ending| rest.ends_with(ending.as_bytes()));
        let is_own = |beginning: &&str| append::is_cut_off(rest, beginning);
        beginnings.iter().any(is_own) && !is_whole
    }
}

/// A file that takes finished games.
pub(super) struct GameFile {
    path: PathBuf,
    format: Format,
    file: File,
    rules: GameRules,
}

impl GameFile {
    /// Opens a file to append to; `goes_on` tells that the record in it is this match's.
    ///
    /// Cuts off a last line that a kill left unfinished, and adds games of `finished` that it lacks. A new record
    /// begins with `header`.
    ///
    /// # Errors
    /// The file cannot be written, another run writes to it, or it holds another match.
    pub(super) fn open(
        path: &Path,
        header: &Header,
        finished: &[GameRecord],
        goes_on: bool,
    ) -> anyhow::Result<Self> {
        let format = Format::of(path)?;
        let context = || path.display().to_string();
        if format == Format::Ggf && !header.game.is_othello() {
            bail!("{}: {} has no GGF; name a .sgf or .jsonl file", context(), header.game.title());
        }
        let mut file = append::open_alone(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(context)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let rest = &bytes[whole..];
        if format.is_cut_off(rest) {
            bytes.truncate(whole);
            file.set_len(whole as u64).with_context(context)?;
            file.seek(SeekFrom::End(0)).with_context(context)?;
        } else if format == Format::Jsonl {
            bail!("{}: holds something that is no record of a match", path.display());
        } else {
            // Games of others, or a whole game that lacks its line feed alone.
            file.write_all(b"\n").with_context(context)?;
        }
        let mut games =
            GameFile { path: path.to_owned(), format, file, rules: header.game.clone() };
        let text = String::from_utf8_lossy(&bytes);
        let known: std::collections::HashSet<&str> = text.lines().collect();
        if format == Format::Jsonl {
            if known.is_empty() {
                games.line(&serde_json::to_string(&Line::Match(header.clone()))?)?;
            } else if !goes_on {
                bail!(
                    "{}: holds a match already; go on with it by --resume, or name another file",
                    path.display()
                );
            }
        }
        for game in finished {
            let line = games.text(game)?;
            if !known.contains(line.as_str()) {
                games.line(&line)?;
            }
        }
        Ok(games)
    }

    /// Appends a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn add(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        let line = self.text(game)?;
        self.line(&line)
    }

    fn text(&self, game: &GameRecord) -> anyhow::Result<String> {
        Ok(match self.format {
            Format::Jsonl => serde_json::to_string(&Line::Game(game.clone()))?,
            Format::Ggf => ggf::write_annotated(&annotate(game)?),
            Format::Sgf if self.rules.is_othello() => sgf::write_annotated(&annotate(game)?),
            Format::Sgf => other_sgf::write(&self.rules, game)?,
        })
    }

    fn line(&mut self, line: &str) -> anyhow::Result<()> {
        // One write, so that a line is there whole or not at all.
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.and_then(|()| self.file.flush()).with_context(|| self.path.display().to_string())
    }
}

/// Turns a record into what the notations write.
fn annotate(game: &GameRecord) -> anyhow::Result<Annotated> {
    let (board, opening) =
        game.board(&GameRules::Othello).with_context(|| format!("game {}", game.game))?;
    let position = board.othello()?.clone();
    let notes = std::iter::repeat_n((None, None), opening)
        .chain(game.moves.iter().map(|record| (record.note.score, Some(record.time))))
        .collect();
    let ending = match game.termination {
        Termination::Normal => Ending::Played,
        Termination::Time | Termination::Silence => Ending::Timeout,
        Termination::Resign => Ending::Resigned,
        Termination::Crash | Termination::Illegal | Termination::Protocol => Ending::Left,
    };
    let difference = if ending == Ending::Played {
        let scoring = crate::othello::Scoring::Winner;
        position.final_score(scoring).difference().0
    } else {
        match game.result {
            Winner::Black => 64,
            Winner::White => -64,
            Winner::Draw => 0,
        }
    };
    let fault = game.fault.as_ref().map(|words| {
        let loser = if game.result == Winner::Black { Color::White } else { Color::Black };
        format!("{loser}: {words}")
    });
    Ok(Annotated {
        position,
        black: game.black.clone(),
        white: game.white.clone(),
        place: format!("Heibai match, game {}", game.game),
        date: game.date.clone(),
        notes,
        result: Some(GgfResult { centidiscs: 100 * difference, ending }),
        comment: fault.unwrap_or_default(),
    })
}

/// Reads a record; `None` if not even its first line was finished.
///
/// # Errors
/// The file cannot be read, or a line other than an unfinished last one is no line of a record.
pub(super) fn read(path: &Path) -> anyhow::Result<Option<(Header, Vec<GameRecord>)>> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.split_inclusive('\n').enumerate().filter(|(_, line)| line.ends_with('\n'));
    let place = |index: usize| format!("{}, line {}", path.display(), index + 1);
    let read = |(index, line): (usize, &str)| {
        serde_json::from_str::<Line>(line).with_context(|| place(index))
    };
    let header = match lines.next().map(read).transpose()? {
        None => return Ok(None),
        Some(Line::Match(header)) if header.version == VERSION => header,
        Some(Line::Match(header)) => {
            bail!("{}: version {} of the record is not known", path.display(), header.version)
        }
        Some(Line::Game(_)) => {
            bail!("{}: the match that a record begins with is missing", path.display())
        }
    };
    let mut games = Vec::new();
    for (index, line) in lines {
        match read((index, line))? {
            Line::Game(game) => games.push(game),
            Line::Match(_) => bail!("{}: a second match in one file", place(index)),
        }
    }
    Ok(Some((header, games)))
}
