//! The fixed schema of the machine formats, as `protocol.md` describes it.

use serde::Serialize;

use crate::othello::Move;

use super::row::{Row, Value, Verdict};

/// The columns of the CSV form; the JSON form has the same keys in the same order.
pub(super) const COLUMNS: [&str; 12] = [
    "number", "line", "empties", "score", "bound", "move", "pv", "nodes", "time", "nps", "verdict",
    "moves",
];

/// One line of the JSON form.
#[derive(Serialize)]
pub(super) struct JsonRow {
    number: u64,
    line: u64,
    empties: u32,
    score: JsonScore,
    bound: &'static str,
    r#move: Option<String>,
    pv: Vec<String>,
    nodes: u64,
    time: f64,
    nps: u64,
    verdict: Option<&'static str>,
    moves: Vec<JsonMove>,
}

#[derive(Serialize)]
struct JsonMove {
    r#move: String,
    score: JsonScore,
    bound: &'static str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum JsonScore {
    Discs(i32),
    Word(&'static str),
}

impl From<Value> for JsonScore {
    fn from(value: Value) -> Self {
        if value.wld { JsonScore::Word(value.word()) } else { JsonScore::Discs(value.discs.0) }
    }
}

impl From<&Row> for JsonRow {
    fn from(row: &Row) -> Self {
        let scored = |&(mv, value): &(Move, Value)| JsonMove {
            r#move: mv.to_string(),
            score: value.into(),
            bound: value.proof.name(),
        };
        JsonRow {
            number: row.number,
            line: row.line,
            empties: row.n_empties,
            score: row.value.into(),
            bound: row.value.proof.name(),
            r#move: row.best_move().map(|mv| mv.to_string()),
            pv: row.pv.iter().map(Move::to_string).collect(),
            nodes: row.nodes,
            time: microseconds(row),
            nps: row.nps(),
            verdict: (row.verdict != Verdict::Open).then(|| row.verdict.name()),
            moves: row.moves.iter().map(scored).collect(),
        }
    }
}

/// Returns the fields of the CSV form.
pub(super) fn csv(row: &Row) -> [String; COLUMNS.len()] {
    let score = |value: Value| match value.wld {
        true => value.word().to_owned(),
        false => value.discs.0.to_string(),
    };
    [
        row.number.to_string(),
        row.line.to_string(),
        row.n_empties.to_string(),
        score(row.value),
        row.value.proof.name().to_owned(),
        row.best_move().map_or_else(String::new, |mv| mv.to_string()),
        join(&row.pv),
        row.nodes.to_string(),
        format!("{:.6}", row.time.as_secs_f64()),
        row.nps().to_string(),
        if row.verdict == Verdict::Open { "" } else { row.verdict.name() }.to_owned(),
        scored_moves(row),
    ]
}

/// Returns the moves in one string, blanks between.
pub(super) fn join(moves: &[Move]) -> String {
    let mut text = String::with_capacity(3 * moves.len());
    for mv in moves {
        if !text.is_empty() {
            text.push(' ');
        }
        text += &mv.to_string();
    }
    text
}

/// Returns every scored move as `move:score`, blanks between; bounds carry their sign.
pub(super) fn scored_moves(row: &Row) -> String {
    let moves: Vec<String> = row.moves.iter().map(|(mv, value)| format!("{mv}:{value}")).collect();
    moves.join(" ")
}

/// Returns the time in seconds, whole microseconds.
fn microseconds(row: &Row) -> f64 {
    row.time.as_micros() as f64 / 1e6
}
