//! The progress bar on standard error, for people only.

use std::fs::{self, File};
use std::io::{self, BufReader, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::SolveArgs;

use super::input;

/// Builds the bar: hidden unless standard error is a terminal, without an end unless the input is a file.
pub(super) fn bar(args: &SolveArgs) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match length(args) {
        Some(length) => {
            (ProgressBar::new(length), "{bar:30} {pos}/{len} {per_sec} {elapsed}, {eta} left")
        }
        None => (ProgressBar::no_length(), "{spinner} {pos} {per_sec} {elapsed}"),
    };
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Counts the positions ahead where they can be read twice.
fn length(args: &SolveArgs) -> Option<u64> {
    let positions = args.position.len() as u64;
    let Some(path) = &args.file else {
        return (positions > 0).then_some(positions);
    };
    if !fs::metadata(path).is_ok_and(|data| data.is_file()) {
        return None;
    }
    let mut reader = BufReader::new(File::open(path).ok()?);
    Some(positions + input::count(&mut reader).ok()?)
}
