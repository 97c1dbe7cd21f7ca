//! What GoGui asks about the rules of a game that is not Go.

use crate::game::{Color, Outcome};
use crate::protocol::Facts;
use crate::protocol::gtp::argument::write_vertex;

/// The commands that GoGui offers for the position: type, label and command.
pub(super) const ANALYZE_COMMANDS: &str = "\
string/Final Score/final_score
string/Move History/move_history
plist/Legal Moves Black/all_legal black
plist/Legal Moves White/all_legal white
param/Set Option/heibai-setoption";

/// Those for Go.
pub(super) const ANALYZE_COMMANDS_GO: &str = "\
string/Final Score/final_score
plist/Dead Stones/final_status_list dead
plist/Seki Stones/final_status_list seki
plist/Living Stones/final_status_list alive
string/Prisoners of Black/captures black
string/Prisoners of White/captures white
string/Move History/move_history
plist/Legal Moves Black/all_legal black
plist/Legal Moves White/all_legal white
param/Set Option/heibai-setoption";

/// Draws the board, the highest row first.
pub(super) fn board(facts: &Facts) -> String {
    let rows = facts.rows.iter().rev().map(|row| {
        let letters: Vec<String> = row.chars().map(String::from).collect();
        letters.join(" ")
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// Lists the legal moves, nothing once the game is over.
pub(super) fn legal_moves(facts: &Facts, skips_i: bool) -> String {
    let moves: Vec<String> = facts.legal.iter().map(|mv| write_vertex(mv, skips_i)).collect();
    moves.join(" ")
}

/// Says who won, in a sentence.
pub(super) fn final_result(facts: &Facts) -> String {
    let winner = match facts.status.outcome {
        None => return "The game is not over".to_owned(),
        Some(Outcome::Draw) => "Draw".to_owned(),
        Some(Outcome::Win(Color::Black)) => "Black wins".to_owned(),
        Some(Outcome::Win(Color::White)) => "White wins".to_owned(),
    };
    match &facts.status.result {
        Some(result) => format!("{winner}, {result}"),
        None => winner,
    }
}
