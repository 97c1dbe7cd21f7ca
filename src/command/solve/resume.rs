//! Rows in a file that a later run goes on with.
//!
//! Owns the file of `--resume`: which positions have a row there, and where the next row is written. A row that
//! was cut off in its middle is taken away; anything else is left as it is. Must not know how positions are solved.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};
use serde_json::Value as Json;

use crate::cli::RowFormat;
use crate::command::append;
use crate::othello::{Board, Move};

use super::record;

/// The positions that have a row already, with what is needed to tell that they are the same positions.
///
/// # Cost
/// Three bytes a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    /// By number - 1.
    marks: Vec<Option<Mark>>,
    /// Rows.
    pub(super) rows: u64,
    /// Rows whose given score was contradicted.
    pub(super) wrong: u64,
}

/// What a row tells of the board it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    /// Empty squares.
    n_empties: u8,
    /// The best move.
    best: Option<Move>,
}

/// The most positions a file of rows may number, so that a damaged number does not take all memory.
const MOST: u64 = 1 << 34;

impl Done {
    /// Returns whether the position has a row.
    ///
    /// # Errors
    /// It has one that cannot be that of `board`; a sentence that says why.
    pub(super) fn has(&self, number: u64, board: Board) -> Result<bool, String> {
        let index = number.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        let mark = index.and_then(|index| self.marks.get(index).copied().flatten());
        let Some(mark) = mark else { return Ok(false) };
        if u32::from(mark.n_empties) != board.n_empties() {
            return Err(format!(
                "position {number} has {} empties, its row in the file of --resume {}",
                board.n_empties(),
                mark.n_empties
            ));
        }
        let fits = match mark.best {
            None => true,
            Some(Move::Pass) => board.must_pass(),
            Some(Move::Place(square)) => board.legal_moves() & square.bit() != 0,
        };
        match mark.best {
            Some(best) if !fits => Err(format!(
                "position {number} has no move {best}, which its row in the file of --resume names"
            )),
            _ => Ok(true),
        }
    }

    /// Returns the greatest number of a row, 0 without rows.
    pub(super) fn last(&self) -> u64 {
        self.marks.len() as u64
    }

    /// Notes a row.
    ///
    /// # Errors
    /// Its numbers cannot be, or its position has a row already; a sentence that says so.
    fn note(&mut self, row: &Seen) -> Result<(), String> {
        let Seen { number, n_empties, .. } = *row;
        let index = number.checked_sub(1).filter(|_| number <= MOST && n_empties <= 64);
        let Some(index) = index.and_then(|index| usize::try_from(index).ok()) else {
            return Err(format!("number {number} or {n_empties} empties cannot be"));
        };
        if index >= self.marks.len() {
            self.marks.resize(index + 1, None);
        }
        if self.marks[index].is_some() {
            return Err(format!("position {number} has a row before this one"));
        }
        self.marks[index] = Some(Mark { n_empties: n_empties as u8, best: row.best });
        self.rows += 1;
        self.wrong += u64::from(row.is_wrong);
        Ok(())
    }
}

/// What a row says of its position.
struct Seen {
    number: u64,
    n_empties: u64,
    best: Option<Move>,
    is_wld: bool,
    is_wrong: bool,
}

/// Opens `path` for more rows and reads those it holds; makes it if it is not there.
///
/// Returns the positions done, the file behind its last whole row, and whether it holds nothing yet.
///
/// # Errors
/// The file cannot be opened, another run writes to it, or it holds something else than rows of this format and kind.
pub(super) fn open(
    path: &Path,
    format: RowFormat,
    wld: bool,
) -> anyhow::Result<(Done, Box<dyn Write>, bool)> {
    let mut file = append::open_alone(path)?;
    let (done, whole) = read(BufReader::new(&mut file), format, wld)
        .with_context(|| format!("reading {}", path.display()))?;
    let place = |file: &mut File| -> io::Result<()> {
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole)).map(drop)
    };
    place(&mut file).with_context(|| format!("writing {}", path.display()))?;
    Ok((done, Box::new(BufWriter::new(file)), whole == 0))
}

/// Reads rows; returns them and the length of the whole lines.
fn read(mut reader: impl BufRead, format: RowFormat, wld: bool) -> anyhow::Result<(Done, u64)> {
    let mut done = Done::default();
    let mut whole = 0;
    let mut text = Vec::new();
    for line in 1u64.. {
        text.clear();
        // A line of rows is short; what is longer is none.
        let read = (&mut reader).take(1 << 20).read_until(b'\n', &mut text)?;
        if text.last() != Some(&b'\n') {
            if read == 1 << 20 {
                bail!("line {line}: this is no row");
            }
            let is_ours = match format {
                RowFormat::Csv if line == 1 => heading().as_bytes().starts_with(&text),
                // The heading vouches for what stands below it.
                RowFormat::Csv => true,
                RowFormat::Json | RowFormat::Text => append::is_cut_off(&text, "{\"number\":"),
            };
            if !is_ours {
                bail!("line {line}: this is no row");
            }
            return Ok((done, whole));
        }
        whole += read as u64;
        let text = String::from_utf8_lossy(&text);
        let text = text.trim_end();
        if line == 1 && format == RowFormat::Csv {
            if text != heading() {
                bail!("line 1: expected the heading of `solve --format csv`, found '{text}'");
            }
            continue;
        }
        let row = if format == RowFormat::Csv { csv_row(text) } else { json_row(text) };
        let Some(row) = row else { bail!("line {line}: expected a row, found '{text}'") };
        if row.is_wld != wld {
            let (has, asked) =
                if wld { ("discs", "--wld") } else { ("win, draw or loss", "discs") };
            bail!("line {line}: the score is in {has}, this run asks for {asked}");
        }
        if let Err(message) = done.note(&row) {
            bail!("line {line}: {message}");
        }
    }
    Ok((done, whole))
}

fn heading() -> String {
    record::COLUMNS.join(",")
}

fn json_row(text: &str) -> Option<Seen> {
    let row: Json = serde_json::from_str(text).ok()?;
    Some(Seen {
        number: row.get("number")?.as_u64()?,
        n_empties: row.get("empties")?.as_u64()?,
        best: match row.get("move")? {
            Json::Null => None,
            mv => Some(mv.as_str()?.parse().ok()?),
        },
        is_wld: row.get("score")?.is_string(),
        is_wrong: row.get("verdict")?.as_str() == Some("WRONG"),
    })
}

fn csv_row(text: &str) -> Option<Seen> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let row = reader.records().next()?.ok()?;
    let field = |name| row.get(record::COLUMNS.iter().position(|&column| column == name)?);
    (row.len() == record::COLUMNS.len()).then_some(())?;
    Some(Seen {
        number: field("number")?.parse().ok()?,
        n_empties: field("empties")?.parse().ok()?,
        best: match field("move")? {
            "" => None,
            mv => Some(mv.parse().ok()?),
        },
        is_wld: field("score")?.parse::<i32>().is_err(),
        is_wrong: field("verdict")? == "WRONG",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str =
        "{\"number\":3,\"line\":4,\"empties\":60,\"score\":8,\"move\":\"f5\",\"verdict\":\"OK\"}\n";

    #[test]
    fn a_row_cut_off_is_not_counted() {
        let text = format!("{ROW}{}", &ROW[..ROW.len() - 5]);
        let (done, whole) = read(text.as_bytes(), RowFormat::Json, false).unwrap();
        assert_eq!(whole, ROW.len() as u64);
        assert_eq!((done.rows, done.wrong), (1, 0));
        assert_eq!(
            [1, 2, 3, 4].map(|number| done.has(number, Board::START)),
            [Ok(false), Ok(false), Ok(true), Ok(false)]
        );
        assert_eq!(done.last(), 3);
    }

    #[test]
    fn what_is_no_row_is_not_cut_off() {
        let refusal =
            |text: &str, format| read(text.as_bytes(), format, false).unwrap_err().to_string();
        let heading = heading();
        for format in [RowFormat::Json, RowFormat::Csv] {
            assert_eq!(refusal("a page of notes", format), "line 1: this is no row");
        }
        assert_eq!(refusal(&format!("{ROW}notes"), RowFormat::Json), "line 2: this is no row");
        assert_eq!(refusal(&format!("{heading},more"), RowFormat::Csv), "line 1: this is no row");
        for (text, format) in [(&heading[..9], RowFormat::Csv), ("{\"numb", RowFormat::Json)] {
            assert_eq!(read(text.as_bytes(), format, false).unwrap(), (Done::default(), 0));
        }
    }

    #[test]
    fn rows_of_another_board_are_told() {
        let (done, _) = read(ROW.as_bytes(), RowFormat::Json, false).unwrap();
        let child = Board::START.children().next().unwrap().1;
        assert_eq!(
            done.has(3, child).unwrap_err(),
            "position 3 has 59 empties, its row in the file of --resume 60"
        );
        let turned = ROW.replace("f5", "f4");
        let (done, _) = read(turned.as_bytes(), RowFormat::Json, false).unwrap();
        assert_eq!(
            done.has(3, Board::START).unwrap_err(),
            "position 3 has no move f4, which its row in the file of --resume names"
        );
        let passed = ROW.replace("f5", "pass");
        let (done, _) = read(passed.as_bytes(), RowFormat::Json, false).unwrap();
        assert!(done.has(3, Board::START).is_err());
        let (done, _) =
            read(ROW.replace("\"f5\"", "null").as_bytes(), RowFormat::Json, false).unwrap();
        assert_eq!(done.has(3, Board::START), Ok(true));
    }

    #[test]
    fn rows_of_another_kind_are_refused() {
        let refuse =
            |text: &str, format, wld| read(text.as_bytes(), format, wld).unwrap_err().to_string();
        assert_eq!(
            refuse(ROW, RowFormat::Json, true),
            "line 1: the score is in discs, this run asks for --wld"
        );
        assert!(refuse(ROW, RowFormat::Csv, false).starts_with("line 1: expected the heading"));
        assert!(refuse("{}\n", RowFormat::Json, false).starts_with("line 1: expected a row"));
        let far = ROW.replace(":3,", ":99999999999999,");
        assert!(refuse(&far, RowFormat::Json, false).ends_with("cannot be"));
        assert!(refuse(&ROW.replace("60", "65"), RowFormat::Json, false).ends_with("cannot be"));
        assert_eq!(
            refuse(&format!("{ROW}{ROW}"), RowFormat::Json, false),
            "line 2: position 3 has a row before this one"
        );
    }

    #[test]
    fn csv_rows_are_read() {
        let text = format!("{}\n7,7,60,-4,exact,f5,f5 d6,9,0.1,90,WRONG,\n", heading());
        let (done, whole) = read(text.as_bytes(), RowFormat::Csv, false).unwrap();
        assert_eq!((done.rows, done.wrong, whole), (1, 1, text.len() as u64));
        assert_eq!(done.has(7, Board::START), Ok(true));
    }
}
