//! The laws that every game keeps, checked once for all of them.

use heibai::game::Game;
use heibai::othello::{Move, Position, Square};
use proptest::prelude::*;

use crate::random_game::{choices, set_ups};

/// Walks a random game from `start` and checks every position on its way, then the way back.
///
/// `all` holds every move that could be legal somewhere, `pass` the one that may be legal only alone.
fn check_laws<G: Game>(start: &G, choices: &[u16], all: &[G::Move], pass: G::Move) {
    let mut game = start.clone();
    let mut way = Vec::new();
    for &choice in choices {
        check_position(&mut game, all, pass);
        let moves = game.legal_moves();
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        way.push(game.clone());
        assert_eq!(game.play(mv), Ok(()));
    }
    for before in way.iter().rev() {
        assert!(game.undo(), "what was played can be taken back");
        assert_eq!(&game, before);
    }
    assert!(!game.undo(), "nothing was played before the start");
    assert_eq!(&game, start);
}

fn check_position<G: Game>(game: &mut G, all: &[G::Move], pass: G::Move) {
    let before = game.clone();
    let legal = game.legal_moves();
    assert_eq!(legal.is_empty(), game.outcome().is_some(), "over exactly without moves");
    if legal.contains(&pass) {
        assert_eq!(legal.len(), 1, "a forced pass stands alone");
    }
    for (index, &mv) in legal.iter().enumerate() {
        assert!(!legal[..index].contains(&mv), "{mv} is listed once");
        assert!(all.contains(&mv), "{mv} is a move of the game");
        assert_eq!(game.play(mv), Ok(()), "{mv} is listed and plays");
        assert_ne!(*game, before);
        assert!(game.undo());
        assert_eq!(*game, before, "{mv} is taken back");
    }
    for &mv in all.iter().filter(|mv| !legal.contains(mv)) {
        assert!(game.play(mv).is_err(), "{mv} is not listed and is refused");
        assert_eq!(*game, before, "{mv} changed nothing");
    }
}

fn othello_moves() -> Vec<Move> {
    Square::all().map(Move::Place).chain([Move::Pass]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn othello_keeps_the_laws_from_the_start(choices in choices()) {
        check_laws(&Position::start(), &choices, &othello_moves(), Move::Pass);
    }

    #[test]
    fn othello_keeps_the_laws_from_any_set_up(start in set_ups(), choices in choices()) {
        check_laws(&start, &choices, &othello_moves(), Move::Pass);
    }

    #[test]
    fn othello_discs_only_grow_and_sides_alternate(start in set_ups(), choices in choices()) {
        let end = crate::random_game::play_out(start, &choices);
        let plies = end.history();
        for pair in plies.windows(2) {
            prop_assert_eq!(pair[1].side, !pair[0].side);
            let placed = u32::from(pair[0].mv != Move::Pass);
            prop_assert_eq!(pair[0].board.n_empties() - pair[1].board.n_empties(), placed);
            prop_assert!(pair[0].mv != Move::Pass || pair[1].mv != Move::Pass, "two passes end a game");
        }
    }
}
