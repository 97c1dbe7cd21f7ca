//! The judged moves as rows, and what they add up to.

use std::io::Write;

use anyhow::Context;
use serde::Serialize;

use crate::cli::RowFormat;
use crate::command::output::{self, Output};
use crate::game::{ByColor, Color};
use crate::othello::features::creeping;
use crate::othello::{Move, Position, Score, Scoring};

use super::judge::Judged;

/// One row of the machine formats; the CSV form has the same columns, `pv` joined by blanks.
#[derive(Serialize)]
struct Record {
    number: u32,
    side: String,
    empties: u32,
    r#move: String,
    score: f64,
    best: String,
    best_score: f64,
    lost: f64,
    exact: bool,
    after_pass: bool,
    pv: String,
}

impl From<&Judged> for Record {
    fn from(row: &Judged) -> Self {
        Record {
            number: row.played.number,
            side: row.played.side.to_string(),
            empties: row.played.board.n_empties(),
            r#move: row.played.square.to_string(),
            score: discs(row.score),
            best: row.best.to_string(),
            best_score: discs(row.best_score),
            lost: discs(row.lost()),
            exact: row.exact,
            after_pass: row.played.after_pass,
            pv: row.pv.iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
        }
    }
}

/// Returns discs to two places.
fn discs(score: Score) -> f64 {
    f64::from(score.centidiscs()) / 100.0
}

/// Prints whole discs where they are exact and hundredths where they are not.
fn shown(score: Score, exact: bool) -> String {
    if exact { score.to_discs().to_string() } else { format!("{:+.2}", discs(score)) }
}

/// Writes the rows to standard output, and the sums behind them or, for the machine formats, to standard error.
pub(super) fn print(game: &Position, rows: &[Judged], format: RowFormat) -> anyhow::Result<()> {
    let mut output = Output::new();
    match format {
        RowFormat::Text => text(&mut output, rows)?,
        RowFormat::Json => {
            for row in rows {
                let line = serde_json::to_string(&Record::from(row)).context("writing a row")?;
                output.line(format_args!("{line}"))?;
            }
        }
        RowFormat::Csv => {
            let mut writer = csv::Writer::from_writer(&mut output);
            for row in rows {
                writer.serialize(Record::from(row))?;
            }
            writer.flush()?;
        }
    }
    for line in sums(game, rows) {
        match format {
            RowFormat::Text => output.line(format_args!("{line}"))?,
            _ => output::complain(format_args!("{line}")),
        }
    }
    output.flush()?;
    Ok(())
}

fn text(output: &mut Output, rows: &[Judged]) -> std::io::Result<()> {
    output.line(format_args!(
        "{:>4} {:<5} {:>7} {:<4} {:>7} {:<4} {:>7} {:>6}  best line",
        "move", "side", "empties", "play", "score", "best", "score", "lost"
    ))?;
    for row in rows {
        let lost = match (row.lost(), row.exact) {
            (Score(0), _) => "-".to_owned(),
            (lost, true) => lost.to_discs().0.to_string(),
            (lost, false) => format!("{:.2}", discs(lost)),
        };
        let pv: Vec<String> = row.pv.iter().map(Move::to_string).collect();
        let passed = if row.played.after_pass {
            format!("  ({} passed)", !row.played.side)
        } else {
            String::new()
        };
        output.line(format_args!(
            "{:>4} {:<5} {:>7} {:<4} {:>7} {:<4} {:>7} {:>6}  {}{passed}",
            row.played.number,
            row.played.side,
            row.played.board.n_empties(),
            row.played.square,
            shown(row.score, row.exact),
            row.best,
            shown(row.best_score, row.exact),
            lost,
            pv.join(" "),
        ))?;
    }
    Ok(())
}

/// Returns the lines behind the rows: what each side lost, the exact value, the result, edge creeping.
fn sums(game: &Position, rows: &[Judged]) -> Vec<String> {
    let side_sum = |color: Color, exact: bool| {
        rows.iter()
            .filter(|row| row.played.side == color && row.exact == exact)
            .map(|row| row.lost().0)
            .sum::<i32>()
    };
    let mut lines = Vec::new();
    for (exact, words) in [(true, "lost where solved"), (false, "lost where estimated")] {
        if rows.iter().any(|row| row.exact == exact) {
            let lost = ByColor::from_fn(|color| discs(Score(side_sum(color, exact))));
            lines.push(format!("{words}: black {}, white {}", lost.black, lost.white));
        }
    }
    if let Some(row) = rows.iter().find(|row| row.exact) {
        let score = if row.played.side == Color::Black { row.best_score } else { -row.best_score };
        let (value, number) = (score.to_discs(), row.played.number);
        lines.push(format!("value before move {number}, solved, for black: {value}"));
    }
    lines.push(match game.is_over() {
        true => format!("result, black:white: {}", game.final_score(Scoring::Winner)),
        false => "result: the game is not over".to_owned(),
    });
    for creep in creeping(game.history()) {
        lines.push(format!("edge creeping: {creep}"));
    }
    lines
}
