//! Random play, shared by the property tests.

use heibai::game::{ByColor, Color, Game};
use heibai::othello::Position;
use proptest::prelude::*;

/// What decides each move of a random game: long enough for any game to end, often shorter.
pub(crate) fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop_oneof![
        prop::collection::vec(any::<u16>(), 0..64),
        prop::collection::vec(any::<u16>(), 130),
    ]
}

/// Plays legal moves from `game`, one a choice, until the choices or the game end.
pub(crate) fn play_out<G: Game>(mut game: G, choices: &[u16]) -> G {
    for &choice in choices {
        let moves = game.legal_moves();
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        game.play(mv).expect("a legal move plays");
    }
    game
}

/// A position set up with discs anywhere, most of them out of reach of play.
pub(crate) fn set_ups() -> impl Strategy<Value = Position> {
    let words = (any::<u64>(), any::<u64>(), any::<u64>(), any::<u64>(), 0..4u8, any::<bool>());
    words.prop_map(|(a, b, c, d, fill, white)| {
        let taken = match fill {
            0 => a & b,
            1 => a,
            2 => a | b,
            _ => a | b | d,
        };
        let side = if white { Color::White } else { Color::Black };
        let discs = ByColor { black: taken & c, white: taken & !c };
        Position::from_discs(discs, side).expect("the sets are disjoint")
    })
}

/// A position reached by play, from the start or from a random set-up, with its history.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    let origins = prop_oneof![2 => Just(Position::start()), 1 => set_ups()];
    (origins, choices()).prop_map(|(origin, choices)| play_out(origin, &choices))
}
