//! The file of weights: reading and writing it.
//!
//! Owns the layout on disk; must not know how weights are found or used. The file holds, one after the other:
//!
//! - **magic** 8 bytes, `HEIBAIR1`.
//! - **header length** 4 bytes, little endian, then the **header**, JSON: number of codes and of sets of threats, and
//!   where the weights come from.
//! - **weights** as one gzip member, whose checksum covers them: Black's points, White's points, the sets of threats with
//!   Black to move and with White to move, each 16 bits, little endian.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use super::{MASKS, Weights, code};

const MAGIC: &[u8; 8] = b"HEIBAIR1";
/// The longest file that is read.
///
/// # Units
/// Bytes.
const MAX_FILE: u64 = 4 << 20;
const VALUES: usize = 4 * code::COUNT + 2 * MASKS;

/// Where weights come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// What they were fitted on.
    pub data: String,
    /// How many positions that is.
    pub positions: u64,
    /// The seed of the fit.
    pub seed: u64,
    /// The version of the program that fitted them.
    pub program: String,
    /// The loss reached, on what.
    pub loss: String,
}

impl Provenance {
    pub(super) fn handmade() -> Self {
        Provenance { data: "chosen by hand".to_owned(), ..Provenance::default() }
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    codes: usize,
    masks: usize,
    provenance: Provenance,
}

/// Why a file of weights was refused.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// Which file.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// The file is not one of weights, or it is damaged.
    #[error("not a whole file of weights: {0}")]
    Damaged(String),
}

/// Returns the weights built in and where they come from.
#[must_use]
pub fn built_in() -> (Weights, Provenance) {
    // A test reads them; a build whose weights were damaged still plays.
    parse(include_bytes!("weights.bin"))
        .unwrap_or_else(|_| (Weights::handmade(), Provenance::handmade()))
}

/// Reads a file of weights.
///
/// # Errors
/// The file cannot be read or is damaged.
pub fn read(path: &Path) -> Result<(Weights, Provenance), WeightsError> {
    let failed = |source| WeightsError::File { path: path.display().to_string(), source };
    let file = fs::File::open(path).map_err(failed)?;
    if !file.metadata().map_err(failed)?.is_file() {
        return Err(failed(io::Error::other("not a regular file")));
    }
    let mut bytes = Vec::new();
    file.take(MAX_FILE).read_to_end(&mut bytes).map_err(failed)?;
    parse(&bytes)
}

/// Reads weights from the bytes of a file.
///
/// # Errors
/// The bytes are damaged.
pub fn parse(bytes: &[u8]) -> Result<(Weights, Provenance), WeightsError> {
    let damaged = |what: &str| WeightsError::Damaged(what.to_owned());
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| damaged("it begins otherwise"))?;
    let (length, rest) = rest.split_first_chunk().ok_or_else(|| damaged("it ends early"))?;
    let length = u32::from_le_bytes(*length) as usize;
    let (header, packed) =
        rest.split_at_checked(length).ok_or_else(|| damaged("it ends in the header"))?;
    let header: Header =
        serde_json::from_slice(header).map_err(|error| damaged(&error.to_string()))?;
    if (header.codes, header.masks) != (code::COUNT, MASKS) {
        return Err(damaged(&format!("{} codes, {} masks", header.codes, header.masks)));
    }
    let mut raw = Vec::with_capacity(2 * VALUES);
    // One byte more than there should be shows a longer file without reading all of it.
    GzDecoder::new(packed)
        .take(2 * VALUES as u64 + 1)
        .read_to_end(&mut raw)
        .map_err(|error| damaged(&error.to_string()))?;
    if raw.len() != 2 * VALUES {
        return Err(damaged(&format!("{} bytes of weights", raw.len())));
    }
    let mut values = raw.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    let mut next = || values.next().unwrap_or(0);
    let mut weights = Weights::zero();
    for pair in weights.points.iter_mut().flatten() {
        *pair = [next(), next()];
    }
    for value in weights.masks.iter_mut().flatten() {
        *value = next();
    }
    Ok((weights, header.provenance))
}

/// Writes a file of weights, whole or not at all.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, weights: &Weights, provenance: &Provenance) -> Result<(), WeightsError> {
    let failed = |source| WeightsError::File { path: path.display().to_string(), source };
    let partial = path.with_extension("partial");
    let bytes = to_bytes(weights, provenance).map_err(failed)?;
    fs::write(&partial, bytes).map_err(failed)?;
    fs::rename(&partial, path).map_err(failed)
}

/// Returns the bytes of a file of weights.
///
/// # Errors
/// The header or the weights cannot be packed.
pub fn to_bytes(weights: &Weights, provenance: &Provenance) -> io::Result<Vec<u8>> {
    let header = serde_json::to_vec(&Header {
        codes: code::COUNT,
        masks: MASKS,
        provenance: provenance.clone(),
    })?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    let mut packer = GzEncoder::new(bytes, Compression::best());
    let points = weights.points.iter().flatten().flatten();
    for value in points.chain(weights.masks.iter().flatten()) {
        packer.write_all(&value.to_le_bytes())?;
    }
    packer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_weights_are_read_back_and_damage_is_noticed() {
        let weights = Weights::handmade();
        let provenance =
            Provenance { data: "none".into(), positions: 3, seed: 11, ..Provenance::default() };
        let bytes = to_bytes(&weights, &provenance).unwrap();
        let (read, from) = parse(&bytes).unwrap();
        assert!(read == weights, "other weights");
        assert_eq!(from, provenance);
        for cut in [0, 7, 11, 40, bytes.len() / 2, bytes.len() - 1] {
            assert!(parse(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 1;
        assert!(parse(&changed).is_err(), "a flipped bit");
    }

    #[test]
    fn the_weights_built_in_are_whole_and_say_where_they_come_from() {
        let (weights, provenance) = parse(include_bytes!("weights.bin")).unwrap();
        assert!(weights != Weights::zero());
        assert!(!provenance.data.is_empty());
        assert_eq!(built_in().0, weights);
    }
}
