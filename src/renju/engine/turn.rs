//! A whole turn: every action of the player to act until it is the other one's.

use crate::renju::{Action, Position};

/// The most actions of a turn: three stones, a number, and what follows them.
const MOST: usize = 12;

/// Plays what `choose` gives until it is the other player's turn or the game is over, and returns it.
pub(super) fn play(
    position: &Position,
    mut choose: impl FnMut(&Position) -> Option<Action>,
) -> Vec<Action> {
    // A swap exchanges the colours, so that the seat tells the players apart.
    let is_first = |position: &Position| position.actor() == position.first_player();
    let seat = is_first(position);
    let mut position = position.clone();
    let mut actions = Vec::new();
    while position.conclusion().is_none() && is_first(&position) == seat && actions.len() < MOST {
        let Some(action) = choose(&position) else { break };
        if position.play(action).is_err() {
            break;
        }
        actions.push(action);
    }
    actions
}

/// Writes actions as one.
pub(super) fn words(actions: &[Action]) -> String {
    let words: Vec<String> = actions.iter().map(ToString::to_string).collect();
    words.join(", ")
}
