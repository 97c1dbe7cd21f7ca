//! Labelled positions in files.
//!
//! Owns the record and its file; must not know where labels come from.
//!
//! A file is a header of 32 bytes and records of 20, all numbers little-endian:
//!
//! - header: magic `HEIBAITD`, version u16, record size u16, number of records u32, settings u32 (a checksum of what
//!   the file was made with), checksum u32 (CRC-32 of the records), 8 bytes zero;
//! - record: player u64, opponent u64, label i16, kind u8, group u8.
//!
//! A file is written beside its place and renamed, so that one with its own name is always complete.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::othello::{Board, Score};

const MAGIC: [u8; 8] = *b"HEIBAITD";
const VERSION: u16 = 1;
const HEADER_SIZE: usize = 32;

/// The size of a record.
///
/// # Units
/// Bytes.
pub const RECORD_SIZE: usize = 20;

/// How the names of files of samples end.
pub const EXTENSION: &str = "hbd";

/// How the names of files begin whose samples are kept from the fit.
pub const HELD_OUT_PREFIX: &str = "holdout-";

/// What a label is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The score under best play.
    Exact,
    /// The result of the game the position comes from.
    Result,
    /// A mean of a result and a search.
    Blend,
    /// The score of a search.
    Search,
}

impl Kind {
    /// The kinds, by their number in a record.
    const ALL: [Kind; 4] = [Kind::Exact, Kind::Result, Kind::Blend, Kind::Search];
}

/// A labelled position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sample {
    /// The position; its side to move has a move.
    pub board: Board,
    /// Where the label comes from.
    pub kind: Kind,
    /// What an evaluation should say.
    ///
    /// # Units
    /// 1/128 disc, side to move's view.
    pub label: i16,
    /// A hash of the game, so that games can be kept from the fit whole.
    pub group: u8,
}

impl Sample {
    /// Builds a sample with a score as its label.
    #[must_use]
    pub fn new(board: Board, score: Score, kind: Kind, group: u8) -> Self {
        let most = 64 * Score::DISC;
        Sample { board, kind, label: score.0.clamp(-most, most) as i16, group }
    }

    fn to_bytes(self) -> [u8; RECORD_SIZE] {
        let mut bytes = [0; RECORD_SIZE];
        bytes[..8].copy_from_slice(&self.board.player().to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opponent().to_le_bytes());
        bytes[16..18].copy_from_slice(&self.label.to_le_bytes());
        bytes[18] = self.kind as u8;
        bytes[19] = self.group;
        bytes
    }

    fn from_bytes(bytes: [u8; RECORD_SIZE]) -> Option<Self> {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let label = i16::from_le_bytes([bytes[16], bytes[17]]);
        if i32::from(label).abs() > 64 * Score::DISC {
            return None;
        }
        Some(Sample {
            board: Board::new(word(0), word(8)).ok()?,
            kind: *Kind::ALL.get(usize::from(bytes[18]))?,
            label,
            group: bytes[19],
        })
    }
}

/// Why a file of samples cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// It cannot be read or written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What happened.
        source: io::Error,
    },
    /// It is no file of samples, or of a version unknown here.
    #[error("{}: not a file of samples: expected {expected}, found {found}", .path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What should have stood there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// It is shorter or longer than its header says.
    #[error("{}: {found} bytes of records, expected {expected}", .path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// As the header says.
        expected: usize,
        /// As it is.
        found: usize,
    },
    /// Its records are damaged.
    #[error("{}: checksum {found:08x}, expected {expected:08x}", .path.display())]
    Checksum {
        /// The file.
        path: PathBuf,
        /// As the header says.
        expected: u32,
        /// As it is.
        found: u32,
    },
    /// A record is impossible although the checksum is right.
    #[error("{}: record {number} (from 0) holds no position with a label", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// Which record.
        number: usize,
    },
    /// It was made with other settings than those asked for.
    #[error("{}: made with other settings; choose another folder", .path.display())]
    Settings {
        /// The file.
        path: PathBuf,
    },
}

/// A file of samples, read and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dataset {
    /// A checksum of the settings it was made with.
    pub settings: u32,
    /// Its samples, in order.
    pub samples: Vec<Sample>,
}

impl Dataset {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or anything in it is damaged.
    pub fn read(path: &Path) -> Result<Self, DatasetError> {
        let io = |source| DatasetError::Io { path: path.to_owned(), source };
        let bytes = fs::read(path).map_err(io)?;
        let (header, records) =
            bytes.split_first_chunk::<HEADER_SIZE>().ok_or_else(|| DatasetError::Length {
                path: path.to_owned(),
                expected: HEADER_SIZE,
                found: bytes.len(),
            })?;
        let head = Header::from_bytes(header, path)?;
        let expected = head.n_records as usize * RECORD_SIZE;
        if records.len() != expected {
            let found = records.len();
            return Err(DatasetError::Length { path: path.to_owned(), expected, found });
        }
        let found = crc32fast::hash(records);
        if found != head.checksum {
            let expected = head.checksum;
            return Err(DatasetError::Checksum { path: path.to_owned(), expected, found });
        }
        let samples = records
            .as_chunks::<RECORD_SIZE>()
            .0
            .iter()
            .enumerate()
            .map(|(number, &bytes)| {
                Sample::from_bytes(bytes)
                    .ok_or_else(|| DatasetError::Record { path: path.to_owned(), number })
            })
            .collect::<Result<_, _>>()?;
        Ok(Dataset { settings: head.settings, samples })
    }

    /// Writes the file at once: it is there complete, or not at all.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), DatasetError> {
        let records: Vec<u8> = self.samples.iter().flat_map(|s| s.to_bytes()).collect();
        let header = Header {
            n_records: self.samples.len() as u32,
            settings: self.settings,
            checksum: crc32fast::hash(&records),
        };
        write_whole(path, &[&header.to_bytes(), &records])
            .map_err(|source| DatasetError::Io { path: path.to_owned(), source })
    }

    /// Returns whether the file is there, whole, and made with `settings`; a damaged one counts as missing.
    ///
    /// # Errors
    /// It was made with other settings, or cannot be read.
    pub fn is_done(path: &Path, settings: u32) -> Result<Option<usize>, DatasetError> {
        match Dataset::read(path) {
            Ok(set) if set.settings == settings => Ok(Some(set.samples.len())),
            Ok(_) => Err(DatasetError::Settings { path: path.to_owned() }),
            Err(DatasetError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Ok(None)
            }
            Err(error @ DatasetError::Io { .. }) => Err(error),
            Err(error) => {
                log::warn!("{error}; making it anew");
                Ok(None)
            }
        }
    }
}

/// Writes `parts` beside `path` and renames the result to it.
pub(super) fn write_whole(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = File::create(&temporary).and_then(|mut file| {
        for part in parts {
            file.write_all(part)?;
        }
        file.sync_all()?;
        fs::rename(&temporary, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Lists the files of samples in a folder, by name.
///
/// # Errors
/// The folder cannot be read.
pub fn files_in(folder: &Path) -> Result<Vec<PathBuf>, DatasetError> {
    let io = |source| DatasetError::Io { path: folder.to_owned(), source };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !hidden && path.extension().is_some_and(|e| e == EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Returns whether a file's samples are kept from the fit.
#[must_use]
pub fn is_held_out(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(HELD_OUT_PREFIX))
}

struct Header {
    n_records: u32,
    settings: u32,
    checksum: u32,
}

impl Header {
    fn to_bytes(&self) -> [u8; HEADER_SIZE] {
        let mut bytes = [0; HEADER_SIZE];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[10..12].copy_from_slice(&(RECORD_SIZE as u16).to_le_bytes());
        bytes[12..16].copy_from_slice(&self.n_records.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.settings.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; HEADER_SIZE], path: &Path) -> Result<Self, DatasetError> {
        let wrong = |expected: String, found: String| DatasetError::Header {
            path: path.to_owned(),
            expected,
            found,
        };
        if bytes[..8] != MAGIC {
            let text = |magic: &[u8]| magic.escape_ascii().to_string();
            return Err(wrong(text(&MAGIC), text(&bytes[..8])));
        }
        let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let form = (short(8), usize::from(short(10)));
        if form != (VERSION, RECORD_SIZE) {
            let text = |(version, size)| format!("version {version} with records of {size} bytes");
            return Err(wrong(text((VERSION, RECORD_SIZE)), text(form)));
        }
        Ok(Header { n_records: word(12), settings: word(16), checksum: word(20) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Dataset {
        let mut samples = Vec::new();
        let mut board = Board::START;
        for (i, kind) in Kind::ALL.into_iter().cycle().take(12).enumerate() {
            let score = Score(i as i32 * 1500 - 8200);
            samples.push(Sample::new(board, score, kind, (i * 21) as u8));
            board = board.children().last().unwrap().1;
        }
        Dataset { settings: 0xABCD_1234, samples }
    }

    #[test]
    fn dataset_comes_back_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.hbd");
        let set = example();
        set.write(&path).unwrap();
        assert_eq!(Dataset::read(&path).unwrap(), set);
        assert_eq!(fs::metadata(&path).unwrap().len(), 32 + 12 * 20);
        assert_eq!(files_in(folder.path()).unwrap(), [path]);
        assert_eq!(set.samples[0].label, -64 * 128, "labels stay within the board");
    }

    #[test]
    fn every_damaged_byte_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.hbd");
        example().write(&path).unwrap();
        let good = fs::read(&path).unwrap();
        for at in (0..good.len()).filter(|at| !(16..20).contains(at) && !(24..32).contains(at)) {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            fs::write(&path, &bad).unwrap();
            let error = Dataset::read(&path).unwrap_err();
            let fits = match at {
                0..12 => matches!(error, DatasetError::Header { .. }),
                12..16 => matches!(error, DatasetError::Length { .. }),
                _ => matches!(error, DatasetError::Checksum { .. }),
            };
            assert!(fits, "byte {at}: {error}");
        }
        for length in [0, 31, 32, good.len() - 1] {
            fs::write(&path, &good[..length]).unwrap();
            let error = Dataset::read(&path).unwrap_err();
            assert!(matches!(error, DatasetError::Length { .. }), "{length}: {error}");
        }
    }

    #[test]
    fn done_means_whole_and_of_the_same_settings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.hbd");
        assert_eq!(Dataset::is_done(&path, 7).unwrap(), None);
        let set = example();
        set.write(&path).unwrap();
        assert_eq!(Dataset::is_done(&path, set.settings).unwrap(), Some(12));
        assert!(matches!(Dataset::is_done(&path, 7), Err(DatasetError::Settings { .. })));
        let mut bad = fs::read(&path).unwrap();
        bad[40] ^= 1;
        fs::write(&path, bad).unwrap();
        assert_eq!(Dataset::is_done(&path, set.settings).unwrap(), None);
    }
}
