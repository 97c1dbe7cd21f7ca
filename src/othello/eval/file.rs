//! The file of pattern weights: reading and writing it.
//!
//! Owns the layout on disk within the frame of [`weights_file`]; must not know how weights are found or used.
//!
//! - **magic** `HEIBAIW1`.
//! - **header**: number of stages, the shapes with their squares, the number of mobility classes, and where the
//!   weights come from.
//! - **weights**: for every stage the constant, own and their mobility, then the fillings in order, of two mirror
//!   images the lower alone. Each is 16 bits less what it was in the stage before, the low bytes of a stage first,
//!   then its high bytes.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::pattern::{N_SHAPES, OFFSETS, SHAPES, mirror, mirrored_by, n_fillings};
use super::weights::{N_MOBILITIES, N_STAGES, StageWeights, Weights};
use crate::util::weights_file;
pub use crate::util::weights_file::{Provenance, WeightsError};

const MAGIC: &[u8; 8] = b"HEIBAIW1";

/// The longest file that is read.
///
/// # Units
/// Bytes.
const MAX_FILE: u64 = 64 << 20;

#[derive(Serialize, Deserialize)]
struct Header {
    stages: usize,
    mobilities: usize,
    shapes: Vec<(String, String)>,
    provenance: Provenance,
}

/// The fillings that are kept, of two mirror images the lower, each with its mirror image.
fn kept_fillings() -> Vec<(usize, usize)> {
    let mut kept = Vec::new();
    for (shape, offset) in OFFSETS.iter().take(N_SHAPES).enumerate() {
        let places = mirror(shape);
        for index in 0..n_fillings(shape) {
            let mirror = mirrored_by(&places, shape, index);
            if index <= mirror {
                kept.push((offset + index, offset + mirror));
            }
        }
    }
    kept
}

/// Reads a file of weights.
///
/// # Errors
/// The file cannot be read, is damaged, or is for other patterns.
pub fn read(path: &Path) -> Result<(Weights, Provenance), WeightsError> {
    parse(&weights_file::read(path, MAX_FILE)?)
}

/// Reads weights from the bytes of a file.
///
/// # Errors
/// The bytes are damaged, or the weights are for other patterns.
pub fn parse(bytes: &[u8]) -> Result<(Weights, Provenance), WeightsError> {
    let (header, packed): (Header, _) = weights_file::open(bytes, MAGIC)?;
    check(&header)?;
    let kept = kept_fillings();
    let per_stage = 1 + 2 * N_MOBILITIES + kept.len();
    let raw = weights_file::unpack(packed, 2 * per_stage * N_STAGES)?;
    let mut values = vec![0i16; per_stage];
    let mut stages = Vec::with_capacity(N_STAGES);
    for bytes in raw.chunks_exact(2 * per_stage) {
        let (low, high) = bytes.split_at(per_stage);
        for ((value, &low), &high) in values.iter_mut().zip(low).zip(high) {
            *value = value.wrapping_add(i16::from_le_bytes([low, high]));
        }
        let mut stage = StageWeights::zero();
        let (head, fillings) = values.split_at(1 + 2 * N_MOBILITIES);
        stage.constant = head[0];
        stage.own_moves.copy_from_slice(&head[1..=N_MOBILITIES]);
        stage.their_moves.copy_from_slice(&head[1 + N_MOBILITIES..]);
        for (&(index, mirror), &value) in kept.iter().zip(fillings) {
            stage.fillings[index] = value;
            stage.fillings[mirror] = value;
        }
        stages.push(stage);
    }
    Ok((Weights { stages }, header.provenance))
}

fn check(header: &Header) -> Result<(), WeightsError> {
    let shapes = header.shapes.iter().map(|(_, squares)| squares.as_str());
    if !shapes.eq(SHAPES.iter().map(|&(_, squares)| squares)) {
        return Err(WeightsError::OtherPatterns(format!("{} shapes", header.shapes.len())));
    }
    if (header.stages, header.mobilities) != (N_STAGES, N_MOBILITIES) {
        return Err(WeightsError::OtherPatterns(format!(
            "{} stages, {} mobility classes",
            header.stages, header.mobilities
        )));
    }
    Ok(())
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
/// The stages are not as many as there should be.
pub fn to_bytes(weights: &Weights, provenance: &Provenance) -> io::Result<Vec<u8>> {
    if weights.stages.len() != N_STAGES {
        return Err(io::Error::other(format!("{} stages of weights", weights.stages.len())));
    }
    let header = Header {
        stages: N_STAGES,
        mobilities: N_MOBILITIES,
        shapes: SHAPES.iter().map(|&(n, s)| (n.to_owned(), s.to_owned())).collect(),
        provenance: provenance.clone(),
    };
    let kept = kept_fillings();
    let mut raw = Vec::new();
    let mut before = vec![0i16; 1 + 2 * N_MOBILITIES + kept.len()];
    for stage in &weights.stages {
        let values: Vec<i16> = std::iter::once(stage.constant)
            .chain(stage.own_moves)
            .chain(stage.their_moves)
            .chain(kept.iter().map(|&(index, _)| stage.fillings[index]))
            .collect();
        let differences: Vec<[u8; 2]> = values
            .iter()
            .zip(&before)
            .map(|(value, before)| value.wrapping_sub(*before).to_le_bytes())
            .collect();
        for byte in 0..2 {
            raw.extend(differences.iter().map(|pair| pair[byte]));
        }
        before = values;
    }
    weights_file::pack(MAGIC, &header, &raw)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};

    fn random_weights() -> Weights {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(11);
        let kept = kept_fillings();
        let stages = (0..N_STAGES)
            .map(|_| {
                let mut stage = StageWeights::zero();
                stage.constant = rng.random();
                stage.own_moves.fill_with(|| rng.random());
                stage.their_moves.fill_with(|| rng.random());
                for _ in 0..200 {
                    let (index, mirror) = kept[rng.random_range(0..kept.len())];
                    stage.fillings[index] = rng.random();
                    stage.fillings[mirror] = stage.fillings[index];
                }
                stage
            })
            .collect();
        Weights { stages }
    }

    #[test]
    fn written_weights_are_read_back() {
        let weights = random_weights();
        let provenance =
            Provenance { data: "none".into(), positions: 3, seed: 11, ..Provenance::default() };
        let bytes = to_bytes(&weights, &provenance).unwrap();
        let (read, from) = parse(&bytes).unwrap();
        assert!(read == weights, "other weights");
        assert_eq!(from, provenance);
    }

    #[test]
    fn damage_is_noticed() {
        let bytes = to_bytes(&random_weights(), &Provenance::default()).unwrap();
        for cut in [0, 7, 11, 40, bytes.len() / 2, bytes.len() - 1] {
            assert!(parse(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        let mut changed = bytes.clone();
        let middle = bytes.len() / 2;
        changed[middle] ^= 1;
        assert!(parse(&changed).is_err(), "a flipped bit");
    }

    #[test]
    fn other_patterns_are_refused() {
        let bytes = to_bytes(&random_weights(), &Provenance::default()).unwrap();
        let text = String::from_utf8_lossy(&bytes[12..200]).replace("a1b1", "a1c1");
        let mut changed = bytes.clone();
        changed[12..200].copy_from_slice(text.as_bytes());
        assert!(matches!(parse(&changed), Err(WeightsError::OtherPatterns(_))));
    }
}
