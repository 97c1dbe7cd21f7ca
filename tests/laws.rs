//! The laws that every game keeps, checked once for all of them.

use heibai::game::Game;
use heibai::go;
use heibai::othello::{Move, Position, Square};
use heibai::renju::opening::{Opening, Step};
use heibai::renju::{self, Action, Point, Rules};
use proptest::prelude::*;

use crate::random_game::{choices, set_ups};

/// Walks a random game from `start` and checks every position on its way, then the way back.
///
/// `all` holds every move that could be legal somewhere, `forced` the one that may be legal only alone.
fn check_laws<G: Game>(start: &G, choices: &[u16], all: &[G::Move], forced: Option<G::Move>) {
    let mut game = start.clone();
    let mut way = Vec::new();
    for &choice in choices {
        check_position(&mut game, all, forced);
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

fn check_position<G: Game>(game: &mut G, all: &[G::Move], forced: Option<G::Move>) {
    let before = game.clone();
    let legal = game.legal_moves();
    assert_eq!(legal.is_empty(), game.outcome().is_some(), "over exactly without moves");
    if forced.is_some_and(|pass| legal.contains(&pass)) {
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

/// Every action that is always listed where it is allowed, on a board of `size` lines.
fn renju_moves(size: u8) -> Vec<Action> {
    let points: Vec<Point> = Point::all(size).collect();
    let places = points.iter().map(|&point| Action::Place(point));
    let choices = points.iter().map(|&point| Action::Choose(point));
    let words = [Action::Pass, Action::Swap, Action::NoSwap];
    places.chain(choices).chain((1..=12).map(Action::Declare)).chain(words).collect()
}

/// Returns whether a game by these rules may come to an offer, of which only some are listed.
fn start_has_offers(start: &renju::Position) -> bool {
    start.rules().opening.script().iter().any(|step| {
        matches!(step, Step::Offer { .. } | Step::Branch { ways: [_, [Step::Offer { .. }, ..]] })
    })
}

/// Every point of the largest board, which covers those beyond the board at hand, and the pass.
fn go_moves() -> Vec<go::Move> {
    let points =
        (0..25).flat_map(|row| (0..25).filter_map(move |column| go::Point::new(column, row)));
    points.map(go::Move::Place).chain([go::Move::Pass]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn go_keeps_the_laws_on_any_board(
        width in 2u8..=6,
        height in 2u8..=6,
        choices in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        let board = go::Board::rectangle(width, height).expect("a size");
        let start = go::Position::from_board(board, heibai::game::Color::Black);
        check_laws(&start, &choices, &go_moves(), None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn othello_keeps_the_laws_from_the_start(choices in choices()) {
        check_laws(&Position::start(), &choices, &othello_moves(), Some(Move::Pass));
    }

    #[test]
    fn othello_keeps_the_laws_from_any_set_up(start in set_ups(), choices in choices()) {
        check_laws(&start, &choices, &othello_moves(), Some(Move::Pass));
    }

    #[test]
    fn renju_keeps_the_laws(choices in choices(), opening in 0usize..8) {
        let (_, opening) = Opening::NAMES[opening];
        // Where nobody need claim, everything that is allowed is listed.
        let rules = Rules { size: 6, opening, strict: true, ..Rules::document() };
        let start = renju::Position::new(rules);
        // Offers are too many to list: those that are legal are taken, none is asked whether it is refused.
        if !start_has_offers(&start) {
            check_laws(&start, &choices, &renju_moves(6), None);
        }
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
