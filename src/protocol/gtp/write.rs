//! From replies to framed answers: `=`, the number, the text and an empty line.

use std::fmt::Write as _;

use crate::engine::{BestMove, EngineError, Info, SearchValue};
use crate::game::Color;
use crate::protocol::gtp::argument::{write_drawing, write_vertex};
use crate::protocol::gtp::name::Name;
use crate::protocol::gtp::{Form, Gtp, gogui};
use crate::protocol::{Facts, Reply};

/// So many discs ahead make e:1 odds.
const DISCS: f64 = 5.0;

/// Writes one reply; what is no answer to the present command is written nowhere.
pub(super) fn reply(gtp: &mut Gtp, reply: &Reply) -> Vec<String> {
    match reply {
        Reply::Done => success(gtp, ""),
        Reply::Text(text) if gtp.form == Form::About(Name::ShowBoard) => {
            success(gtp, &format!("\n{}", write_drawing(text, gtp.skips_i())))
        }
        Reply::Text(text) if gtp.form == Form::Words => {
            success(gtp, &write_drawing(text, gtp.skips_i()))
        }
        Reply::Text(text) if gtp.form == Form::Vertices => {
            let skips_i = gtp.skips_i();
            let vertices = |line: &str| {
                let words = line.split_whitespace().map(|mv| write_vertex(mv, skips_i));
                words.collect::<Vec<_>>().join(" ")
            };
            success(gtp, &text.lines().map(vertices).collect::<Vec<_>>().join("\n"))
        }
        Reply::Text(text) => success(gtp, text),
        Reply::Error(text) => failure(gtp, text),
        Reply::Refused(error) => {
            let text = refusal(gtp, error);
            match gtp.form {
                Form::Words => failure(gtp, &write_drawing(text, gtp.skips_i())),
                _ => failure(gtp, text),
            }
        }
        Reply::BestMove(best) => choice(gtp, best),
        Reply::Begin { .. } => {
            gtp.open = true;
            vec![format!("={}", gtp.id)]
        }
        Reply::Progress { lines, .. } => progress(gtp, lines),
        Reply::Cancelled => success(gtp, "cancelled"),
        Reply::Facts(facts) => match about(gtp, facts) {
            Ok(text) => success(gtp, &text),
            Err(text) => failure(gtp, text),
        },
        Reply::Note(text) | Reply::Failure(text) => {
            log::warn!("{text}");
            Vec::new()
        }
        Reply::Ready => success(gtp, ""),
        Reply::Identity { .. }
        | Reply::Reviewed { .. }
        | Reply::SearchState(_)
        | Reply::Info { .. }
        | Reply::Answer(_)
        | Reply::Perft { .. }
        | Reply::Bench { .. }
        | Reply::Help(_)
        | Reply::OptionHelp(_) => Vec::new(),
    }
}

/// Frames a success; lines that would be empty, and so end it early, are left out.
fn success(gtp: &mut Gtp, text: &str) -> Vec<String> {
    if std::mem::take(&mut gtp.open) {
        return vec![String::new()];
    }
    let mut answer = format!("={}", gtp.id);
    let body: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    if !body.is_empty() {
        // A drawing starts on a line of its own.
        answer.push(if text.starts_with('\n') { '\n' } else { ' ' });
        answer.push_str(&body.join("\n"));
    }
    answer.push('\n');
    vec![answer]
}

/// Frames a failure on one line.
fn failure(gtp: &mut Gtp, text: &str) -> Vec<String> {
    if std::mem::take(&mut gtp.open) {
        log::warn!("{text}");
        return vec![String::new()];
    }
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    vec![format!("?{} {}\n", gtp.id, text.trim())]
}

/// The protocol's words for what an engine refuses.
fn refusal<'a>(gtp: &Gtp, error: &'a EngineError) -> &'a str {
    log::info!("refused: {error}");
    match error {
        EngineError::IllegalMove { .. } => "illegal move",
        // A vertex that is one, but of another board.
        EngineError::Syntax(_)
            if matches!(gtp.command, Some(Name::Play | Name::GoguiPlaySequence)) =>
        {
            "illegal move"
        }
        EngineError::Syntax(_) | EngineError::BadValue { .. } => "syntax error",
        EngineError::NothingToUndo => "cannot undo",
        EngineError::UnknownOption(_) => "unknown option",
        EngineError::Unsupported(_) => "not supported",
        EngineError::Refused(text) => text,
    }
}

fn choice(gtp: &mut Gtp, best: &BestMove) -> Vec<String> {
    let vertex = write_vertex(best.mv.as_deref().unwrap_or("pass"), gtp.skips_i());
    match gtp.command {
        Some(Name::LzAnalyze | Name::KataAnalyze | Name::Analyze) => success(gtp, ""),
        _ if std::mem::take(&mut gtp.open) => vec![format!("play {vertex}\n")],
        _ => success(gtp, &vertex),
    }
}

/// Returns the disc lead that a line is worth, side to move's view.
fn lead(info: &Info) -> f64 {
    match info.value {
        SearchValue::Centi(centi) | SearchValue::Rated { centi, .. } => f64::from(centi) / 100.0,
        SearchValue::Wld(sign) => 64.0 * f64::from(sign),
    }
}

/// Returns the chance to win that a disc lead stands for.
fn win_rate(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead / DISCS).exp())
}

/// Returns the chance to win that a line gives.
fn chance(info: &Info) -> f64 {
    match info.value {
        SearchValue::Rated { win, .. } => f64::from(win) / 10_000.0,
        _ => win_rate(lead(info)),
    }
}

/// Returns how often a line's move was looked at, as far as the search tells.
fn visits(info: &Info) -> u64 {
    match info.value {
        SearchValue::Rated { visits, .. } => visits,
        _ => info.nodes,
    }
}

fn progress(gtp: &Gtp, lines: &[Info]) -> Vec<String> {
    let shown: Vec<&Info> = lines.iter().filter(|info| !info.pv.is_empty()).collect();
    if shown.is_empty() || !gtp.open {
        return Vec::new();
    }
    let prior = 1.0 / shown.len() as f64;
    let mut text = String::new();
    for (order, info) in shown.iter().enumerate() {
        let lead = lead(info);
        let rate = chance(info);
        let mv = write_vertex(info.pv.first().map_or("pass", String::as_str), gtp.skips_i());
        let separator = if order == 0 { "" } else { " " };
        // Writing to a string cannot fail, here and below.
        let _ = write!(text, "{separator}info move {mv} visits {} ", visits(info));
        let _ = match gtp.form {
            Form::Kata { .. } => write!(
                text,
                "utility {:.6} winrate {rate:.6} scoreMean {lead:.2} scoreStdev 0.0 \
                 scoreLead {lead:.2} prior {prior:.6} lcb {rate:.6} order {order} pv",
                2.0 * rate - 1.0
            ),
            _ => {
                let parts = |share: f64| (share * 10_000.0).round() as u32;
                let (rate, prior) = (parts(rate), parts(prior));
                write!(text, "winrate {rate} prior {prior} lcb {rate} order {order} pv")
            }
        };
        for mv in &info.pv {
            let _ = write!(text, " {}", write_vertex(mv, gtp.skips_i()));
        }
    }
    if let (Form::Kata { root: true }, Some(best)) = (gtp.form, shown.first()) {
        let lead = lead(best);
        let _ = write!(
            text,
            " rootInfo visits {} utility {:.6} winrate {:.6} scoreLead {lead:.2}",
            best.nodes,
            2.0 * chance(best) - 1.0,
            chance(best)
        );
    }
    vec![text]
}

/// Answers a question about the position.
fn about(gtp: &Gtp, facts: &Facts) -> Result<String, &'static str> {
    let Form::About(name) = gtp.form else { return Ok(String::new()) };
    let skips_i = gtp.skips_i();
    let written = |(color, mv): &(Color, String)| format!("{color} {}", write_vertex(mv, skips_i));
    Ok(match name {
        Name::FinalScore => match facts.margin {
            None => return Err("cannot score"),
            Some(0) => "0".to_owned(),
            Some(margin) if margin > 0 => format!("B+{}", points(margin)),
            Some(margin) => format!("W+{}", points(-margin)),
        },
        Name::MoveHistory => {
            let lines = facts.moves.iter().rev();
            lines.map(written).collect::<Vec<_>>().join("\n")
        }
        Name::LastMove => facts.moves.last().map(written).ok_or("no previous move known")?,
        Name::ListStones => stones(facts, gtp.color),
        Name::AllLegal => {
            let moves = match gtp.color {
                Color::Black => facts.legal_for.first(),
                Color::White => facts.legal_for.last(),
            };
            let moves = moves.into_iter().flatten().filter(|mv| *mv != "pass");
            moves.map(|mv| write_vertex(mv, skips_i)).collect::<Vec<_>>().join(" ")
        }
        Name::GoguiBoard => gogui::board(facts),
        Name::GoguiBoardSize => facts.rows.len().to_string(),
        Name::GoguiLegalMoves => gogui::legal_moves(facts, skips_i),
        Name::GoguiSideToMove => facts.status.side_to_move.to_string(),
        Name::GoguiFinalResult => gogui::final_result(facts),
        _ => String::new(),
    })
}

/// Writes points of 1/100 without needless digits.
fn points(centi: i32) -> String {
    let text = format!("{}.{:02}", centi / 100, centi % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn stones(facts: &Facts, color: Color) -> String {
    let mut found = Vec::new();
    for (row, text) in (1..).zip(&facts.rows) {
        for (file, letter) in ('A'..='Z').filter(|&file| file != 'I').zip(text.chars()) {
            if letter == color.letter() {
                found.push(format!("{file}{row}"));
            }
        }
    }
    found.join(" ")
}
