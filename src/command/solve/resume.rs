//! Rows in a file that a later run goes on with.
//!
//! Owns the file of `--resume`: which positions have a row there, and where the next row is written. A row that
//! was cut off in its middle is taken away. Must not know how positions are solved.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};
use serde_json::Value as Json;

use crate::cli::RowFormat;

use super::record;

/// The positions that have a row already, with what is needed to tell that they are the same positions.
///
/// # Cost
/// A byte a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    /// By number - 1: 0 without a row, else the empty squares + 1.
    n_empties: Vec<u8>,
    /// Rows.
    pub(super) rows: u64,
    /// Rows whose given score was contradicted.
    pub(super) wrong: u64,
}

/// The most positions a file of rows may number, so that a damaged number does not take all memory.
const MOST: u64 = 1 << 34;

impl Done {
    /// Returns the empty squares of the position whose row is there.
    pub(super) fn n_empties(&self, number: u64) -> Option<u32> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        self.n_empties.get(index).filter(|&&n| n > 0).map(|&n| u32::from(n) - 1)
    }

    /// Notes a row; `false` if its numbers cannot be.
    fn note(&mut self, number: u64, n_empties: u64, wrong: bool) -> bool {
        if number == 0 || number > MOST || n_empties > 60 {
            return false;
        }
        let Ok(index) = usize::try_from(number - 1) else { return false };
        if index >= self.n_empties.len() {
            self.n_empties.resize(index + 1, 0);
        }
        self.rows += u64::from(self.n_empties[index] == 0);
        self.n_empties[index] = n_empties as u8 + 1;
        self.wrong += u64::from(wrong);
        true
    }
}

/// What a row says of its position.
struct Seen {
    number: u64,
    n_empties: u64,
    is_wld: bool,
    is_wrong: bool,
}

/// Opens `path` for more rows and reads those it holds; makes it if it is not there.
///
/// Returns the positions done, the file behind its last whole row, and whether it holds nothing yet.
///
/// # Errors
/// The file cannot be opened, or holds something else than rows of this format and kind.
pub(super) fn open(
    path: &Path,
    format: RowFormat,
    wld: bool,
) -> anyhow::Result<(Done, Box<dyn Write>, bool)> {
    let open = || OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let mut file = open().with_context(|| format!("opening {}", path.display()))?;
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
            return Ok((done, whole));
        }
        whole += read as u64;
        let text = String::from_utf8_lossy(&text);
        let text = text.trim_end();
        if line == 1 && format == RowFormat::Csv {
            if text != record::COLUMNS.join(",") {
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
        if !done.note(row.number, row.n_empties, row.is_wrong) {
            bail!("line {line}: number {} or {} empties cannot be", row.number, row.n_empties);
        }
    }
    Ok((done, whole))
}

fn json_row(text: &str) -> Option<Seen> {
    let row: Json = serde_json::from_str(text).ok()?;
    Some(Seen {
        number: row.get("number")?.as_u64()?,
        n_empties: row.get("empties")?.as_u64()?,
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
        is_wld: field("score")?.parse::<i32>().is_err(),
        is_wrong: field("verdict")? == "WRONG",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "{\"number\":3,\"line\":4,\"empties\":20,\"score\":8,\"verdict\":\"OK\"}\n";

    #[test]
    fn a_row_cut_off_is_not_counted() {
        let text = format!("{ROW}{}", &ROW[..ROW.len() - 5]);
        let (done, whole) = read(text.as_bytes(), RowFormat::Json, false).unwrap();
        assert_eq!(whole, ROW.len() as u64);
        assert_eq!((done.rows, done.wrong), (1, 0));
        assert_eq!([1, 2, 3, 4].map(|n| done.n_empties(n)), [None, None, Some(20), None]);
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
    }

    #[test]
    fn csv_rows_are_read() {
        let text =
            format!("{}\n7,7,12,-4,exact,a1,a1 b1,9,0.1,90,WRONG,\n", record::COLUMNS.join(","));
        let (done, whole) = read(text.as_bytes(), RowFormat::Csv, false).unwrap();
        assert_eq!((done.rows, done.wrong, whole), (1, 1, text.len() as u64));
        assert_eq!(done.n_empties(7), Some(12));
    }
}
