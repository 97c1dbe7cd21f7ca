//! Results as text.

use std::cmp::Ordering;
use std::fmt::Write;

use super::stats;
use super::tally::{Score, Tally};

/// The sequential test as it was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

/// What the sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Open,
    /// `elo0` is taken for true.
    Low,
    /// `elo1` is taken for true.
    High,
}

impl Sprt {
    /// Returns the ratio and what it says.
    pub(super) fn judge(&self, score: &Score) -> (f64, Verdict) {
        let ratio = stats::log_likelihood_ratio(&score.pairs, self.elo0, self.elo1);
        let (low, high) = stats::bounds(self.alpha, self.beta);
        let verdict = match ratio {
            _ if ratio >= high => Verdict::High,
            _ if ratio <= low => Verdict::Low,
            _ => Verdict::Open,
        };
        (ratio, verdict)
    }

    fn text(&self, score: &Score) -> String {
        let (ratio, verdict) = self.judge(score);
        let (low, high) = stats::bounds(self.alpha, self.beta);
        let verdict = match verdict {
            Verdict::Open => String::new(),
            Verdict::Low => format!(", H0 accepted: {:+} Elo", self.elo0),
            Verdict::High => format!(", H1 accepted: {:+} Elo", self.elo1),
        };
        format!("LLR {ratio:.2} ({low:.2}, {high:.2}) [{}, {}]{verdict}", self.elo0, self.elo1)
    }
}

/// Returns a number of halves, such as `4.5`.
fn halves(count: u64) -> String {
    format!("{}{}", count / 2, if count % 2 == 1 { ".5" } else { "" })
}

fn points(score: &Score) -> String {
    let (mine, theirs) = score.half_points();
    format!("{}-{}", halves(mine), halves(theirs))
}

fn discs(score: &Score) -> String {
    format!("{}-{}", halves(score.half_discs.0), halves(score.half_discs.1))
}

/// Returns the discs behind the points, nothing where they do not count.
fn discs_behind(tally: &Tally, score: &Score) -> String {
    if tally.has_discs { format!(", discs {}", discs(score)) } else { String::new() }
}

/// Returns Elo, its interval and the likelihood of superiority.
fn strength(score: &Score) -> [String; 3] {
    let Some(estimate) = score.estimate() else { return ["-", "-", "-"].map(str::to_owned) };
    let margin = if estimate.margin.is_finite() {
        format!("{:.1}", estimate.margin)
    } else {
        "-".to_owned()
    };
    // No negative zero; an infinity has no decimals.
    let elo = match estimate.elo {
        elo if elo.is_infinite() => format!("{elo:+}"),
        elo => format!("{:+.1}", if elo.abs() < 0.05 { 0.0 } else { elo }),
    };
    [elo, margin, format!("{:.1}", 100.0 * estimate.los)]
}

/// Returns the line printed after a pair: how the pairing stands.
pub(super) fn pair_line(
    tally: &Tally,
    (first, second): (usize, usize),
    sprt: Option<&Sprt>,
    games_per_hour: f64,
) -> String {
    let Some(score) = tally.pairing(first, second) else { return String::new() };
    let [elo, margin, los] = strength(&score);
    let mut line = format!(
        "{} - {}: {} games, +{} ={} -{}, points {}{}, Elo {elo} ± {margin}, LOS {los} %",
        tally.names[first],
        tally.names[second],
        score.games(),
        score.wins,
        score.draws,
        score.losses,
        points(&score),
        discs_behind(tally, &score),
    );
    if let Some(sprt) = sprt {
        let _ = write!(line, ", {}", sprt.text(&score));
    }
    let _ = write!(line, ", {games_per_hour:.0} games/h");
    line
}

/// Returns the table of all engines, and below it the pairings and the faults.
pub(super) fn final_table(tally: &Tally, sprt: Option<&Sprt>) -> String {
    let mut text = String::new();
    let mut totals: Vec<(usize, Score)> =
        (0..tally.names.len()).map(|engine| (engine, tally.total(engine))).collect();
    totals.sort_by(|(_, one), (_, other)| compare(other, one));
    let width = tally.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let column = |words: &str| match tally.has_discs {
        true => format!(" {words:>15}"),
        false => String::new(),
    };
    let _ = writeln!(
        text,
        "{:>4} {:<width$} {:>6} {:>5} {:>5} {:>5} {:>11}{} {:>8} {:>7} {:>6}  pairs 0-½-1-1½-2",
        "rank",
        "engine",
        "games",
        "+",
        "=",
        "-",
        "points",
        column("discs"),
        "Elo",
        "±95%",
        "LOS%"
    );
    for (rank, (engine, score)) in totals.iter().enumerate() {
        let [elo, margin, los] = strength(score);
        let pairs: Vec<String> = score.pairs.iter().map(u64::to_string).collect();
        let _ = writeln!(
            text,
            "{:>4} {:<width$} {:>6} {:>5} {:>5} {:>5} {:>11}{} {elo:>8} {margin:>7} {los:>6}  {}",
            rank + 1,
            tally.names[*engine],
            score.games(),
            score.wins,
            score.draws,
            score.losses,
            points(score),
            column(&discs(score)),
            pairs.join("-"),
        );
    }
    if tally.names.len() > 2 {
        cross_table(&mut text, tally, &totals, width);
    }
    for ((first, second), score) in tally.pairings().filter(|(_, score)| score.games() > 0) {
        let _ = writeln!(text, "{}", verdict(tally, (first, second), score));
        if let Some(sprt) = sprt {
            let _ = writeln!(text, "{}", sprt.text(score));
        }
    }
    for (engine, name) in tally.names.iter().enumerate() {
        let (resigned, faults): (Vec<_>, Vec<_>) =
            tally.faults(engine).into_iter().partition(|(kind, _)| !kind.is_fault());
        for (_, count) in resigned {
            let games = if count == 1 { "game" } else { "games" };
            let _ = writeln!(text, "{name} resigned {count} {games}");
        }
        let faults: Vec<String> =
            faults.iter().map(|(kind, count)| kind.count_name(*count)).collect();
        if !faults.is_empty() {
            let _ = writeln!(text, "{name} lost by faults: {}", faults.join(", "));
        }
    }
    let [proved, agreed, estimated] = tally.counted;
    if tally.counted != [0; 3] {
        let _ = writeln!(
            text,
            "counted after two passes: {proved} by proof, {agreed} with the engines' word, {estimated} with the \
             estimate"
        );
    }
    text
}

/// Orders engines that may have played different numbers of games: by share of the points, then of the discs.
fn compare(one: &Score, other: &Score) -> Ordering {
    let share = |(mine, theirs): (u64, u64)| mine as f64 / (mine + theirs).max(1) as f64;
    share(one.half_points())
        .total_cmp(&share(other.half_points()))
        .then(share(one.half_discs).total_cmp(&share(other.half_discs)))
}

fn verdict(tally: &Tally, (first, second): (usize, usize), score: &Score) -> String {
    let (winner, loser, seen) = match score.verdict() {
        Ordering::Equal => {
            let (first, second) = (&tally.names[first], &tally.names[second]);
            return format!(
                "{first} - {second}: drawn match {}{}",
                points(score),
                discs_behind(tally, score)
            );
        }
        Ordering::Greater => (first, second, score.clone()),
        Ordering::Less => (second, first, score.mirrored()),
    };
    let (winner, loser) = (&tally.names[winner], &tally.names[loser]);
    format!("{winner} beats {loser} {}{}", points(&seen), discs_behind(tally, &seen))
}

fn cross_table(text: &mut String, tally: &Tally, totals: &[(usize, Score)], width: usize) {
    let column = 11;
    let _ = write!(text, "\n{:>4} {:<width$}", "", "");
    for rank in 1..=totals.len() {
        let _ = write!(text, " {rank:>column$}");
    }
    text.push('\n');
    for (rank, &(engine, _)) in totals.iter().enumerate() {
        let _ = write!(text, "{:>4} {:<width$}", rank + 1, tally.names[engine]);
        for &(other, _) in totals {
            let cell = match tally.pairing(engine, other) {
                _ if other == engine => "x".to_owned(),
                Some(score) if score.games() > 0 => points(&score),
                _ => "-".to_owned(),
            };
            let _ = write!(text, " {cell:>column$}");
        }
        text.push('\n');
    }
    text.push('\n');
}
