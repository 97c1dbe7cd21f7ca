//! The file of weights: reading and writing it.
//!
//! Owns the layout on disk within the frame of [`weights_file`]; must not know how weights are found or used.
//!
//! - **magic** `HEIBAIR1`.
//! - **header**: number of codes and of sets of threats, and where the weights come from.
//! - **weights**: Black's points, White's points, the sets of threats with Black to move and with White to move, each
//!   16 bits, little endian.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{MASKS, Weights, code};
use crate::util::weights_file;
pub use crate::util::weights_file::{Provenance, WeightsError};

const MAGIC: &[u8; 8] = b"HEIBAIR1";
/// The longest file that is read.
///
/// # Units
/// Bytes.
const MAX_FILE: u64 = 4 << 20;
const VALUES: usize = 4 * code::COUNT + 2 * MASKS;

/// Returns where the hand-made weights come from.
pub(super) fn handmade() -> Provenance {
    Provenance { data: "chosen by hand".to_owned(), ..Provenance::default() }
}

#[derive(Serialize, Deserialize)]
struct Header {
    codes: usize,
    masks: usize,
    provenance: Provenance,
}

/// Returns the weights built in and where they come from.
#[must_use]
pub fn built_in() -> (Weights, Provenance) {
    // A test reads them; a build whose weights were damaged still plays.
    parse(include_bytes!("weights.bin")).unwrap_or_else(|_| (Weights::handmade(), handmade()))
}

/// Reads a file of weights.
///
/// # Errors
/// The file cannot be read or is damaged.
pub fn read(path: &Path) -> Result<(Weights, Provenance), WeightsError> {
    parse(&weights_file::read(path, MAX_FILE)?)
}

/// Reads weights from the bytes of a file.
///
/// # Errors
/// The bytes are damaged.
pub fn parse(bytes: &[u8]) -> Result<(Weights, Provenance), WeightsError> {
    let (header, packed): (Header, _) = weights_file::open(bytes, MAGIC)?;
    if (header.codes, header.masks) != (code::COUNT, MASKS) {
        let found = format!("{} codes, {} masks", header.codes, header.masks);
        return Err(WeightsError::OtherPatterns(found));
    }
    let raw = weights_file::unpack(packed, 2 * VALUES)?;
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
    weights_file::write(path, to_bytes(weights, provenance))
}

/// Returns the bytes of a file of weights.
///
/// # Errors
/// The header or the weights cannot be packed.
pub fn to_bytes(weights: &Weights, provenance: &Provenance) -> io::Result<Vec<u8>> {
    let header = Header { codes: code::COUNT, masks: MASKS, provenance: provenance.clone() };
    let points = weights.points.iter().flatten().flatten();
    let values = points.chain(weights.masks.iter().flatten());
    let raw: Vec<u8> = values.flat_map(|value| value.to_le_bytes()).collect();
    weights_file::pack(MAGIC, &header, &raw)
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
