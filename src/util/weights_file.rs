//! Files of evaluation weights: what is alike in those of all games.
//!
//! Owns the frame and where weights come from; must not know what they weigh. A file holds, one after the other:
//!
//! - **magic** 8 bytes, a kind and version of weights.
//! - **header length** 4 bytes, little endian, then the **header**, JSON.
//! - **weights** as one gzip member, whose checksum covers them.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The longest header that is read.
///
/// # Units
/// Bytes.
const MAX_HEADER: usize = 1 << 20;

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
    /// The weights are for other patterns or stages.
    #[error("weights for other patterns: {0}")]
    OtherPatterns(String),
}

fn damaged(what: impl ToString) -> WeightsError {
    WeightsError::Damaged(what.to_string())
}

/// Reads the bytes of a file of at most `max` bytes.
///
/// # Errors
/// The file cannot be read, is longer, or is none that could be read whole.
pub fn read(path: &Path, max: u64) -> Result<Vec<u8>, WeightsError> {
    let failed = |source| WeightsError::File { path: path.display().to_string(), source };
    let file = fs::File::open(path).map_err(failed)?;
    if !file.metadata().map_err(failed)?.is_file() {
        return Err(failed(io::Error::other("not a regular file")));
    }
    let mut bytes = Vec::new();
    file.take(max + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > max {
        return Err(damaged(format!("longer than {} MiB", max >> 20)));
    }
    Ok(bytes)
}

/// Returns the header of a file, and its packed weights.
///
/// # Errors
/// The bytes are no such file.
pub fn open<'a, H: DeserializeOwned>(
    bytes: &'a [u8],
    magic: &[u8; 8],
) -> Result<(H, &'a [u8]), WeightsError> {
    let rest = bytes.strip_prefix(magic).ok_or_else(|| damaged("it begins otherwise"))?;
    let (length, rest) = rest.split_first_chunk().ok_or_else(|| damaged("it ends early"))?;
    let length = u32::from_le_bytes(*length) as usize;
    let (header, packed) = rest
        .split_at_checked(length)
        .filter(|_| length <= MAX_HEADER)
        .ok_or_else(|| damaged("it ends in the header"))?;
    Ok((serde_json::from_slice(header).map_err(damaged)?, packed))
}

/// Unpacks weights, which must be `length` bytes.
///
/// # Errors
/// They are damaged, or not so many.
pub fn unpack(packed: &[u8], length: usize) -> Result<Vec<u8>, WeightsError> {
    let mut raw = Vec::with_capacity(length);
    // One byte more than there should be shows a longer file without reading all of it.
    GzDecoder::new(packed).take(length as u64 + 1).read_to_end(&mut raw).map_err(damaged)?;
    if raw.len() != length {
        return Err(damaged(format!("{} bytes of weights", raw.len())));
    }
    Ok(raw)
}

/// Returns the bytes of a file.
///
/// # Errors
/// The header or the weights cannot be packed.
pub fn pack<H: Serialize>(magic: &[u8; 8], header: &H, raw: &[u8]) -> io::Result<Vec<u8>> {
    let header = serde_json::to_vec(header)?;
    let mut bytes = magic.to_vec();
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    let mut packer = GzEncoder::new(bytes, Compression::best());
    packer.write_all(raw)?;
    packer.finish()
}

/// Writes a file, whole or not at all.
///
/// # Errors
/// `bytes` failed to be made, or the file cannot be written.
pub fn write(path: &Path, bytes: io::Result<Vec<u8>>) -> Result<(), WeightsError> {
    let partial = path.with_extension("partial");
    bytes
        .and_then(|bytes| fs::write(&partial, bytes))
        .and_then(|()| fs::rename(&partial, path))
        .map_err(|source| WeightsError::File { path: path.display().to_string(), source })
}
