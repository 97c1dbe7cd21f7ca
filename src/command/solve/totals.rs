//! What a run of `heibai solve` adds up to.

use std::fmt;
use std::process::ExitCode;
use std::time::Duration;

use crate::protocol::reply::nodes_per_second;

use super::INTERRUPTED;
use super::resume::Done;
use super::row::{Proof, Row, Verdict};

/// Sums over the rows printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    rows: u64,
    exact: u64,
    ok: u64,
    wrong: u64,
    bad: u64,
    nodes: u64,
    /// Rows of earlier runs, and how many of them were contradicted.
    before: (u64, u64),
}

impl Totals {
    /// Begins after what earlier runs left.
    pub(super) fn after(done: &Done) -> Self {
        Totals { before: (done.rows, done.wrong), ..Totals::default() }
    }

    /// Adds a row.
    pub(super) fn add(&mut self, row: &Row) {
        self.rows += 1;
        self.exact += u64::from(row.value.proof == Proof::Exact);
        self.ok += u64::from(row.verdict == Verdict::Ok);
        self.wrong += u64::from(row.verdict == Verdict::Wrong);
        self.nodes += row.nodes;
    }

    /// Adds a line that has no row.
    pub(super) fn add_bad(&mut self) {
        self.bad += 1;
    }

    /// Returns the exit status: an interruption weighs more than bad input, that more than a wrong score.
    pub(super) fn exit_code(&self, interrupted: bool) -> ExitCode {
        ExitCode::from(match () {
            () if interrupted => INTERRUPTED,
            () if self.bad > 0 => 2,
            () if self.wrong + self.before.1 > 0 => 1,
            () => 0,
        })
    }

    /// Writes the sums.
    pub(super) fn display(&self, elapsed: Duration, interrupted: bool) -> impl fmt::Display {
        let Totals { rows, exact, ok, wrong, bad, nodes, before } = *self;
        let nps = nodes_per_second(nodes, elapsed);
        let mut text = format!("{}, {exact} solved", counted(rows, "position"));
        for (count, what) in [(ok, "OK"), (wrong, "WRONG")] {
            if count > 0 {
                text += &format!(", {count} {what}");
            }
        }
        if before.0 > 0 {
            text += &format!(", {} solved before", before.0);
        }
        if before.1 > 0 {
            text += &format!(" ({} WRONG)", before.1);
        }
        if bad > 0 {
            // Bad lines have numbers too: the last row's number is none of the sums.
            text += &format!(", {} skipped of {}", counted(bad, "bad line"), rows + bad);
        }
        text += &format!("; {nodes} nodes, {:.3} s, {nps} nodes/s", elapsed.as_secs_f64());
        if interrupted {
            text += "; interrupted";
        }
        text
    }
}

/// Writes a number with its noun.
fn counted(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_lines_are_named_with_the_whole() {
        let text = |rows, bad| {
            let totals = Totals { rows, exact: rows, bad, ..Totals::default() };
            let text = totals.display(Duration::from_secs(1), false).to_string();
            text.split(';').next().unwrap_or_default().to_owned()
        };
        assert_eq!(text(14, 4), "14 positions, 14 solved, 4 bad lines skipped of 18");
        assert_eq!(text(1, 1), "1 position, 1 solved, 1 bad line skipped of 2");
        assert_eq!(text(0, 0), "0 positions, 0 solved");
    }
}
