//! A ruling in words and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Report;
use crate::game::Color;
use crate::go::life_death::{Cell, Chain};
use crate::go::ruling::{FinalStatus, Warning, point};
use crate::go::score::PointKind;

impl Report {
    fn name(&self, at: usize) -> String {
        point(&self.ruling.field, at).map_or_else(String::new, |point| point.to_string())
    }

    fn names(&self, chain: &Chain) -> String {
        let names: Vec<String> = chain.points.iter().map(|at| self.name(*at)).collect();
        names.join(" ")
    }

    fn score(&self) -> Option<String> {
        self.ruling.score(self.komi).map(score_text)
    }

    fn warning(&self, warning: &Warning) -> String {
        match warning {
            Warning::Dame(at) => format!("open dame at {}", self.name(*at)),
            Warning::Ko(color, at) => {
                format!("unfinished ko: {color} can take at {}", self.name(*at))
            }
            Warning::Effective(color, at, gain) => {
                format!("{color} {} would bring {gain} points more", self.name(*at))
            }
        }
    }
}

/// Returns a score as records write it.
fn score_text(lead: f64) -> String {
    match lead {
        lead if lead > 0.0 => format!("B+{lead}"),
        lead if lead < 0.0 => format!("W+{}", -lead),
        _ => "0".to_owned(),
    }
}

/// Returns the ruling in words.
pub(super) fn words(report: &Report) -> String {
    let ruling = &report.ruling;
    let mut text = format!("{}\n", report.file);
    if let Some(phase) = &report.phase {
        let _ = writeln!(text, "{phase}");
    }
    let _ = writeln!(text, "\n{}", board(report));
    for (index, (chain, _)) in ruling.lives.iter().enumerate() {
        let status = ruling.status(chain.head()).word();
        let reason = ruling.reason(index);
        let proved: usize =
            ruling.confirmation.chains[index].proofs.iter().map(|proof| proof.n_nodes()).sum();
        let shown = if proved > 0 { format!(" [{proved} positions]") } else { String::new() };
        let _ = writeln!(
            text,
            "{:<5} {:<7} {:>3} stones at {:<4} {reason}{shown}",
            chain.color,
            status,
            chain.points.len(),
            report.name(chain.head())
        );
    }
    let _ = writeln!(text);
    for color in Color::ALL {
        let count = ruling.territory.counts[color];
        let _ = writeln!(
            text,
            "{color}: territory {}, dead stones of the other side {}, prisoners {}",
            count.territory, count.dead, ruling.prisoners[color]
        );
    }
    let _ = writeln!(text, "komi {}, dame {}", report.komi, ruling.territory.n_dame);
    for warning in &report.warnings {
        let _ = writeln!(text, "warning: {}", report.warning(warning));
    }
    match report.score() {
        Some(score) => {
            let _ = writeln!(text, "result {score}");
        }
        None => {
            let _ = writeln!(text, "result unknown: some chains were not found out");
        }
    }
    if !report.recorded.is_empty() {
        let _ = writeln!(text, "recorded result {}", report.recorded);
    }
    text
}

/// Draws the board: stones `X O`, dead ones `x o`, territory `b w`, dame `.`, unknown `?`.
fn board(report: &Report) -> String {
    let ruling = &report.ruling;
    let field = &ruling.field;
    let mut text = String::new();
    for row in 0..field.height() {
        let _ = write!(text, "{:>3}", field.height() - row);
        for column in 0..field.width() {
            let at = row * field.width() + column;
            let letter = match (field.cell(at), ruling.territory.points[at]) {
                (Cell::Stone(color), _) => match ruling.status(at) {
                    FinalStatus::Dead => color.letter().to_ascii_lowercase(),
                    FinalStatus::Unknown => '?',
                    _ => color.letter(),
                },
                (_, PointKind::Territory(Color::Black)) => 'b',
                (_, PointKind::Territory(Color::White)) => 'w',
                (_, PointKind::Unknown) => '?',
                _ => '.',
            };
            let _ = write!(text, " {letter}");
        }
        text.push('\n');
    }
    text += "   ";
    for column in 0..field.width() {
        let letter = (b'a'..=b'z').filter(|letter| *letter != b'i').nth(column).unwrap_or(b' ');
        let _ = write!(text, " {}", char::from(letter));
    }
    text.push('\n');
    text
}

/// Returns the ruling as an object.
pub(super) fn json(report: &Report) -> Value {
    let ruling = &report.ruling;
    let chains: Vec<Value> = ruling
        .lives
        .iter()
        .enumerate()
        .map(|(index, (chain, _))| {
            let found = &ruling.confirmation.chains[index];
            json!({
                "color": chain.color.to_string(),
                "points": report.names(chain).split(' ').collect::<Vec<_>>(),
                "status": ruling.status(chain.head()).word(),
                "reason": ruling.reason(index),
                "proof_positions": found.proofs.iter().map(|p| p.n_nodes()).sum::<usize>(),
            })
        })
        .collect();
    let side = |color: Color| {
        let count = ruling.territory.counts[color];
        json!({
            "territory": count.territory,
            "dead": count.dead,
            "prisoners": ruling.prisoners[color],
        })
    };
    let spent = ruling.confirmation.spent;
    json!({
        "file": report.file,
        "note": report.phase,
        "chains": chains,
        "black": side(Color::Black),
        "white": side(Color::White),
        "komi": report.komi,
        "dame": ruling.territory.n_dame,
        "score": ruling.score(report.komi),
        "result": report.score(),
        "recorded_result": report.recorded,
        "warnings": report.warnings.iter().map(|w| report.warning(w)).collect::<Vec<_>>(),
        "positions": spent.states,
    })
}

#[cfg(test)]
mod tests {
    use super::score_text;

    #[test]
    fn scores_are_written_as_in_records() {
        assert_eq!(score_text(3.5), "B+3.5");
        assert_eq!(score_text(-12.0), "W+12");
        assert_eq!(score_text(0.0), "0");
    }
}
