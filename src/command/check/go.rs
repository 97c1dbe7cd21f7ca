//! The records of Go: boards with walls, the state of their chains, territory.

use std::fmt::Write as _;
use std::time::Instant;

use serde_json::Value;

use super::{Record, Verdict, text};
use crate::command::budget::BudgetArgs;
use crate::game::Color;
use crate::go::life_death::{Field, audit, confirm};
use crate::go::score::Territory;
use crate::util::cpu_time;

/// Judges a record of life and death: `board` (rows, or null) with `strings` and perhaps `territory_points`.
pub(super) fn judge(record: &Record, budget: BudgetArgs) -> Option<Result<Verdict, String>> {
    match record.get("board")? {
        Value::Null if record.contains_key("official_verdict") => {
            Some(Ok(Verdict::Unchecked("no board".to_owned())))
        }
        Value::Array(rows) if record.contains_key("strings") => Some(life(record, rows, budget)),
        _ => None,
    }
}

fn life(record: &Record, rows: &[Value], budget: BudgetArgs) -> Result<Verdict, String> {
    let rows: Option<Vec<&str>> = rows.iter().map(Value::as_str).collect();
    let rows = rows.ok_or("board: expected rows of text")?;
    let field = Field::parse(&rows).map_err(|error| format!("board: {error}"))?;
    let (budget, _timer) = budget.start().map_err(|error| error.to_string())?;
    let (begin, used) = (Instant::now(), cpu_time::used());
    let confirmation = confirm(&field, &budget);
    let spent = confirmation.spent;
    let largest = confirmation.largest_part(&field);
    // Of one thread, and no more than that where the machine is busy with other work.
    let time = match (used, cpu_time::used()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => begin.elapsed(),
    };
    // The most positions and bytes are those that one search held at a time.
    let cost = format!(
        "[{largest} points, {} positions, at most {} held in {:.1} MiB, {:.2} s]",
        spent.states,
        spent.most_states,
        spent.bytes as f64 / f64::from(1 << 20),
        time.as_secs_f64()
    );
    let mut wrong = String::new();
    if let Err(error) = audit(&field, &confirmation) {
        let _ = write!(wrong, "a proof did not stand its check: {error}; ");
    }
    let strings = record.get("strings").and_then(Value::as_array);
    let (mut unknown, mut found) = (Vec::new(), Vec::new());
    for string in strings.ok_or("strings: expected a list")? {
        let string = string.as_object().ok_or("strings: expected objects")?;
        let at = text(string, "at")?;
        let chain = field.point(at).and_then(|point| confirmation.at(point));
        let chain = chain.ok_or_else(|| format!("at: no stone on {at:?}"))?;
        let expected = match text(string, "expect")? {
            "alive" => true,
            "dead" => false,
            other => return Err(format!("expect: alive or dead, found {other:?}")),
        };
        let stones = string.get("stones").and_then(Value::as_u64);
        if stones.is_some_and(|stones| stones != chain.chain.points.len() as u64) {
            let _ = write!(wrong, "{at} has {} stones; ", chain.chain.points.len());
        }
        let word = match chain.status.is_alive() {
            None => {
                let points = confirmation.region_of(chain.chain.head());
                unknown.push(format!("{at} unknown (region of {points} points)"));
                continue;
            }
            Some(true) => "alive",
            Some(false) => "dead",
        };
        found.push(format!("{at} {word}"));
        if chain.status.is_alive() != Some(expected) {
            let nodes: usize = chain.proofs.iter().map(|proof| proof.n_nodes()).sum();
            let _ = write!(wrong, "{at} is {word}, proved in {nodes} positions; ");
        }
    }
    let territory = Territory::new(&field, &confirmation.lives());
    if let Some(expected) = record.get("territory_points").and_then(Value::as_object)
        && !territory.unknown
    {
        for color in Color::ALL {
            let letter = if color == Color::Black { "B" } else { "W" };
            let count = territory.counts[color];
            for (key, points) in
                [(letter.to_owned(), count.territory), (format!("{letter}_prisoners"), count.dead)]
            {
                if expected.get(&key).is_some_and(|value| value.as_u64() != Some(points.into())) {
                    let _ = write!(wrong, "{key} is {points}; ");
                }
            }
        }
    }
    Ok(match (wrong.is_empty(), unknown.is_empty()) {
        (false, _) => Verdict::Wrong(wrong.trim_end_matches("; ").to_owned()),
        (true, false) => Verdict::Unknown(format!("{} {cost}", unknown.join(", "))),
        (true, true) => Verdict::Right(format!("{} {cost}", found.join(", "))),
    })
}
