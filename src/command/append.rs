//! Files that a later run goes on with: held by one run at a time, and nothing cut off that is not this program's.
//!
//! Owns opening such a file and judging what stands behind its last line feed. Must not know what its lines mean.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use anyhow::{Context, bail};

/// Opens `path` for reading and writing, makes it if it is not there, and keeps other runs out until it is closed.
///
/// # Errors
/// The file cannot be opened, or another run holds it.
pub(super) fn open_alone(path: &Path) -> anyhow::Result<File> {
    let name = path.display();
    let open = || OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = open().with_context(|| format!("opening {name}"))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => bail!("{name}: another run writes to this file"),
        // Some file systems know no locks; nothing is lost there but the warning.
        Err(TryLockError::Error(error)) => log::debug!("{name}: not locked: {error}"),
    }
    Ok(file)
}

/// Returns whether `rest`, what stands behind a file's last line feed, is a line of this program that was cut off:
/// one that begins with `beginning`, as far as it goes.
pub(super) fn is_cut_off(rest: &[u8], beginning: &str) -> bool {
    let shared = rest.len().min(beginning.len());
    rest[..shared] == beginning.as_bytes()[..shared]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_of_this_program_are_cut_off() {
        for rest in ["", "{", "{\"number\":", "{\"number\":7,\"li"] {
            assert!(is_cut_off(rest.as_bytes(), "{\"number\":"), "{rest}");
        }
        for rest in ["notes", "{\"name\":", "\u{feff}", " {\"number\":"] {
            assert!(!is_cut_off(rest.as_bytes(), "{\"number\":"), "{rest}");
        }
    }

    #[test]
    fn a_file_is_held_by_one_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.csv");
        let held = open_alone(&path).unwrap();
        let refused = open_alone(&path).unwrap_err().to_string();
        assert!(refused.ends_with("another run writes to this file"), "{refused}");
        drop(held);
        assert!(open_alone(&path).is_ok());
    }
}
