//! Finished games of Renju and Go as records in Smart Game Format, one a line.

use anyhow::{Context, bail};

use super::board::Board;
use super::fault::Termination;
use super::game::GameRules;
use super::record::{GameRecord, Winner};
use crate::game::{Color, Outcome, sgf};
use crate::go;
use crate::renju::record::Sheet;
use crate::renju::{self, Reason};

/// What every record of Renju and of Go of this program begins with.
pub(super) const BEGINNINGS: [&str; 2] =
    ["(;GM[4]FF[4]CA[UTF-8]AP[Heibai", "(;FF[4]GM[1]CA[UTF-8]AP[Heibai:"];

/// Writes a game.
///
/// # Errors
/// The record was changed by hand, or the game is Othello, which has a form of its own.
pub(super) fn write(rules: &GameRules, game: &GameRecord) -> anyhow::Result<String> {
    let (board, _) = game.board(rules).with_context(|| format!("game {}", game.game))?;
    match board {
        Board::Renju(position) => Ok(renju_text(*position, game)),
        Board::Go(position) => Ok(go_text(position.position(), game)),
        Board::Othello(_) => bail!("game {}: Othello has records of its own", game.game),
    }
}

fn loser(game: &GameRecord) -> Color {
    if game.result == Winner::Black { Color::White } else { Color::Black }
}

/// Says what the loser did wrong, in one line.
fn fault(game: &GameRecord) -> Option<String> {
    let words = game.fault.as_ref()?;
    let words: String = words.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    Some(format!("{}: {words}", loser(game)))
}

fn place(game: &GameRecord) -> String {
    format!("Heibai match, game {}", game.game)
}

fn renju_text(mut position: renju::Position, game: &GameRecord) -> String {
    let reason = match game.termination {
        Termination::Normal => None,
        Termination::Time | Termination::Silence => Some(Reason::Time),
        Termination::Resign => Some(Reason::Resignation),
        Termination::Crash => Some(Reason::Absence),
        Termination::Illegal | Termination::Protocol => Some(Reason::Violations),
    };
    if let Some(reason) = reason {
        // The game was going on, so that it can end.
        let _ = position.conclude(Outcome::Win(!loser(game)), reason);
    }
    let mut sheet = Sheet::of(&position);
    sheet.black.clone_from(&game.black);
    sheet.white.clone_from(&game.white);
    sheet.date.clone_from(&game.date);
    sheet.place = place(game);
    sheet.remarks.extend(fault(game));
    sheet.result = position.conclusion();
    renju::sgf::write(&position, &sheet)
}

fn go_text(position: &go::Position, game: &GameRecord) -> String {
    let side = match game.result {
        Winner::Black => "B",
        Winner::White => "W",
        Winner::Draw => "",
    };
    let result = match (game.termination, &game.score) {
        (Termination::Normal, Some(score)) => score.clone(),
        (Termination::Normal, None) => "Void".to_owned(),
        (Termination::Resign, _) => format!("{side}+R"),
        (Termination::Time | Termination::Silence, _) => format!("{side}+T"),
        _ => format!("{side}+F"),
    };
    let text = go::sgf::write(position, &game.black, &game.white, Some(&result));
    let mut more = format!("DT[{}]EV[{}]", sgf::escape(&game.date), sgf::escape(&place(game)));
    if let Some(fault) = fault(game) {
        more.push_str(&format!("GC[{}]", sgf::escape(&fault)));
    }
    // The root ends where the first node does.
    let root = text.rfind("RE[").unwrap_or(text.len());
    let (head, tail) = text.split_at(root);
    format!("{head}{more}{tail}")
}
