//! Renju's games: openings, passes, claims, draws, referees, clocks.

use std::time::Duration;

use heibai::clock::{Clock, FakeClock};
use heibai::game::Color::{Black, White};
use heibai::game::{Color, Outcome};
use heibai::renju::opening::named::{self, Relation};
use heibai::renju::opening::symmetry::{are_symmetric, turned};
use heibai::renju::opening::{Opening, Step};
use heibai::renju::referee::{Event, Referee, Ruling, Violation, WrongClaim};
use heibai::renju::timing::{BYO_YOMI, Main, Overtime, TimeRules, Timing, Verdict};
use heibai::renju::{Action, Board, Kind, Point, Position, Reason, Refusal, Rule, Rules, notation};
use serde_json::Value;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/renju/");

fn point(text: &str) -> Point {
    text.parse().unwrap()
}

fn points(text: &str) -> Vec<Point> {
    text.split_whitespace().map(point).collect()
}

fn names(value: &Value) -> Vec<Point> {
    value.as_array().unwrap().iter().map(|name| point(name.as_str().unwrap())).collect()
}

/// Plays words from the start under an opening rule.
fn opened(opening: Opening, text: &str) -> Position {
    let mut position = Position::new(Rules { opening, ..Rules::document() });
    notation::play(&mut position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    position
}

fn free(text: &str) -> Position {
    opened(Opening::Free, text)
}

fn refusal(position: &Position, text: &str) -> Refusal {
    position.check(notation::parse_action(text).unwrap()).unwrap_err()
}

/// Sets stones up with `next` to move.
fn set_up(black: &str, white: &str, next: Color) -> Position {
    let board = Board::with_stones(15, points(black), points(white)).unwrap();
    Position::set_up(Rules::document(), board, next)
}

fn ended(position: &Position) -> (Outcome, Reason) {
    let conclusion = position.conclusion().expect("the game is over");
    (conclusion.outcome, conclusion.reason)
}

#[test]
fn the_26_openings_are_recognised_in_all_orientations() {
    let text = std::fs::read_to_string(format!("{DATA}openings.json")).unwrap();
    let records: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(records.len(), 26);
    let mut relations = [0; 3];
    for record in &records {
        let moves = names(&record["moves"]);
        for which in 0..8 {
            let seen = [moves[0], moves[1], moves[2]].map(|stone| turned(stone, which, 15));
            let named = named::recognise(seen, 15).unwrap();
            assert_eq!(record["code"], named.code(), "{seen:?}");
            assert_eq!(record["romaji"], named.romaji);
            assert_eq!(record["chinese"], named.chinese);
            assert_eq!(record["class_"], if named.is_star() { "star" } else { "moon" });
            assert_eq!(Relation::of(seen[0], seen[2]), Some(named.relation()));
            assert!(named.chinese.ends_with(if named.is_star() { '星' } else { '月' }));
        }
        let named = named::recognise([moves[0], moves[1], moves[2]], 15).unwrap();
        relations[named.relation() as usize] += 1;
    }
    assert_eq!(relations, [10, 8, 8], "间 10, 桂 8, 连 8");
    assert_eq!(named::recognise([point("h8"), point("h10"), point("h9")], 15), None);
    assert_eq!(named::recognise([point("a1"), point("a2"), point("a3")], 15), None);
}

#[test]
fn the_5960_symmetric_pairs_of_fifth_moves_are_found() {
    let mut pairs = 0;
    for named in &named::ALL {
        let three = named.stones(15);
        let near = Point::all(15).filter(|p| p.distance(Point::centre(15)) <= 2);
        for fourth in near.filter(|p| !three.contains(p)) {
            let stones = [(three[0], Black), (three[1], White), (three[2], Black), (fourth, White)];
            let board = Board::with_stones(15, [three[0], three[2]], [three[1], fourth]).unwrap();
            let position = Position::set_up(Rules::document(), board, Black);
            // Every pair lost to symmetry is in a class of its own figure.
            let mut classes = std::collections::HashMap::new();
            for fifth in position.board().empties() {
                let figure = heibai::renju::opening::symmetry::figure_with(&stones, fifth);
                *classes.entry(figure).or_insert(0) += 1;
            }
            pairs += classes.values().map(|n| n * (n - 1) / 2).sum::<i32>();
            assert_eq!(position.distinct_fifth_moves().len(), classes.len());
        }
    }
    assert_eq!(pairs, 5960);
}

#[test]
fn every_record_of_fifth_moves_is_judged_right() {
    let text = std::fs::read_to_string(format!("{DATA}fifth_symmetry.jsonl")).unwrap();
    let mut count = 0;
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let stones: Vec<(Point, Color)> =
            names(&record["moves"]).into_iter().zip([Black, White, Black, White]).collect();
        let (a, b) = (point(record["a"].as_str().unwrap()), point(record["b"].as_str().unwrap()));
        assert_eq!(are_symmetric(&stones, a, b), record["symmetric"] == true, "{line}");
        let moves = names(&record["moves"]).iter().map(ToString::to_string).collect::<Vec<_>>();
        let three = moves[..3].join(" ");
        let game = opened(Opening::Rif, &format!("{three} noswap {}", moves[3]));
        let offer = Action::Offer([a, b].into_iter().collect());
        assert_eq!(game.check(offer).is_err(), record["symmetric"] == true, "{line}");
        count += 1;
    }
    assert_eq!(count, 19);
}

#[test]
fn the_documents_opening_is_followed_step_by_step() {
    let start = opened(Opening::Rif, "");
    assert_eq!(refusal(&start, "h9"), Refusal::OutsideOpening(1));
    assert_eq!(refusal(&start, "pass"), Refusal::NoPass);
    assert_eq!(refusal(&start, "swap"), Refusal::WrongStep("a stone"));
    let one = opened(Opening::Rif, "h8");
    assert_eq!((one.actor(), one.next_stone()), (Black, White), "the first player puts three");
    assert_eq!(refusal(&one, "h10"), Refusal::OutsideOpening(3));
    let two = opened(Opening::Rif, "h8 i9");
    assert_eq!(refusal(&two, "k8"), Refusal::OutsideOpening(5));
    let three = opened(Opening::Rif, "h8 i9 j10");
    assert_eq!(three.opening().unwrap().code(), "I1");
    assert_eq!(three.actor(), White);
    assert_eq!(refusal(&three, "a1"), Refusal::WrongStep("'swap' or 'noswap'"));
    let swapped = opened(Opening::Rif, "h8 i9 j10 swap");
    assert_eq!((swapped.first_player(), swapped.actor()), (White, White));
    assert_eq!(refusal(&swapped, "swap"), Refusal::WrongStep("a stone"), "one swap a game");
    let four = opened(Opening::Rif, "h8 i9 j10 swap a1");
    assert_eq!((four.actor(), four.first_player()), (Black, White));
    assert_eq!(refusal(&four, "offer k9"), Refusal::WrongCount(2));
    assert_eq!(refusal(&four, "offer k9 a1"), Refusal::Occupied);
    assert_eq!(refusal(&four, "offer k9 k9"), Refusal::Symmetric(point("k9"), point("k9")));
    assert_eq!(refusal(&four, "offer k9 i11"), Refusal::Symmetric(point("k9"), point("i11")));
    let offered = opened(Opening::Rif, "h8 i9 j10 swap a1 offer k9 h10");
    assert_eq!(offered.actor(), White);
    assert_eq!(refusal(&offered, "choose a2"), Refusal::NotOffered);
    let chosen = opened(Opening::Rif, "h8 i9 j10 swap a1 offer k9 h10 choose h10");
    assert_eq!(chosen.removed().to_string(), "k9", "5A");
    assert_eq!(chosen.board().get(point("h10")), Some(Black));
    assert_eq!(refusal(&chosen, "pass"), Refusal::NoPass);
    let six = opened(Opening::Rif, "h8 i9 j10 swap a1 offer k9 h10 choose h10 k9");
    assert_eq!(six.check(Action::Pass), Ok(()));
    assert_eq!(refusal(&six, "noswap"), Refusal::NoStep);
    // Everything is taken back.
    assert_eq!(six.origin(), start);
}

#[test]
fn the_other_openings_go_their_own_ways() {
    let yamaguchi = opened(Opening::Yamaguchi, "h8 h9 j10");
    assert_eq!(refusal(&yamaguchi, "swap"), Refusal::WrongStep("'declare' and a number"));
    assert_eq!(refusal(&yamaguchi, "declare 13"), Refusal::OutOfRange(1, 12));
    let game =
        opened(Opening::Yamaguchi, "h8 h9 j10 declare 3 swap a1 offer b2 b4 b7 choose b4 a15 pass");
    assert_eq!((game.declared(), game.removed().len()), (3, 2));
    let game =
        opened(Opening::Soosorv8, "h8 h9 j10 noswap a1 declare 1 swap offer b2 choose b2 a15");
    assert_eq!((game.first_player(), game.removed().len()), (White, 0));
    let soosorv = opened(Opening::Soosorv8, "h8 h9 j10 noswap a1");
    assert_eq!(refusal(&soosorv, "declare 9"), Refusal::OutOfRange(1, 8));
    assert_eq!(soosorv.actor(), White);

    let taraguchi = "h8 noswap h9 swap j10 noswap k11";
    let game = opened(Opening::Taraguchi10, taraguchi);
    let ways: Vec<Step> = game.steps().collect();
    assert_eq!(ways.len(), 2, "{ways:?}");
    assert_eq!(refusal(&game, "a1"), Refusal::WrongStep("'swap' or 'noswap'"));
    let nine = opened(Opening::Taraguchi10, &format!("{taraguchi} noswap"));
    assert_eq!(refusal(&nine, "m8"), Refusal::OutsideOpening(9));
    opened(Opening::Taraguchi10, &format!("{taraguchi} noswap l8 swap a1 pass"));
    let ten = "a1 a2 a3 a4 a5 a6 a7 a8 a9 a10";
    assert_eq!(refusal(&game, "offer a1 a2"), Refusal::WrongCount(10));
    let game = opened(Opening::Taraguchi10, &format!("{taraguchi} offer {ten} choose a5 a6 pass"));
    assert_eq!(game.removed().len(), 9);
    let over = opened(Opening::SuperTaraguchi10, "h8 swap f6");
    assert_eq!(refusal(&over, "j10"), Refusal::WrongStep("'swap' or 'noswap'"));
    opened(Opening::SuperTaraguchi10, "h8 swap f6 noswap k11 noswap l12 noswap l4 noswap a1");

    opened(Opening::Swap1, "a1 b1 c1 swap d1");
    for way in ["swap d1", "noswap d1", "d1 e1 swap f1", "d1 e1 noswap f1"] {
        let game = opened(Opening::Swap2, &format!("a1 b1 c1 {way}"));
        let other = way.contains("noswap");
        assert_eq!(game.first_player(), if other { Black } else { White }, "{way}");
        assert_eq!(game.next_stone(), Black, "{way}");
    }
    let five = opened(Opening::Swap2, "a1 b1 c1 d1 e1");
    assert_eq!(five.actor(), Black, "the first player chooses");
    let free = free("a1");
    assert_eq!(free.check(Action::Place(point("o15"))), Ok(()));
}

#[test]
fn black_wins_by_exactly_five_and_white_by_more() {
    let five = set_up("h8 i8 j8 k8", "a1 a2 a3 a4", Black);
    for (mut game, mv, outcome) in [
        (five.clone(), "l8", Outcome::Win(Black)),
        (set_up("a1 a2 a3", "e5 f5 g5 i5 j5", White), "h5", Outcome::Win(White)),
        // Five beats the six made at the same time.
        (set_up("h4 h5 h6 h7 e8 f8 g8 i8 j8", "a1", Black), "h8", Outcome::Win(Black)),
    ] {
        game.play(Action::Place(point(mv))).unwrap();
        assert_eq!(ended(&game), (outcome, Reason::Five), "{mv}");
        assert_eq!(refusal(&game, "pass"), Refusal::Over);
        assert!(game.undo() && game.conclusion().is_none());
    }
    let mut six = set_up("c8 d8 e8 g8 h8", "a1 a2 a3", Black);
    six.play(Action::Place(point("f8"))).unwrap();
    assert_eq!(six.conclusion(), None, "six is no win for Black");
    for (rule, outcome) in [(Rule::Freestyle, Some(Outcome::Win(Black))), (Rule::Standard, None)] {
        let board = Board::with_stones(20, points("c8 d8 e8 g8 h8"), []).unwrap();
        let mut game = Position::set_up(Rules::gomoku(rule, 20), board, Black);
        game.play(Action::Place(point("f8"))).unwrap();
        assert_eq!(game.conclusion().map(|c| c.outcome), outcome, "{rule:?}");
        assert!(game.claims().is_empty());
    }
}

/// The board of the claim table: h8 makes two threes, c8 six in a row.
const THREES: &str = "h7 g8 i8 h9";

#[test]
fn claims_lapse_as_the_document_says() {
    // What Black puts, what follows, and whether a claim then wins and by which kind.
    let three = Some(Kind::ThreeThree);
    let four = Some(Kind::FourFour);
    let over = Some(Kind::Overline);
    for (black, mv, after, expected) in [
        (THREES, "h8", "", three),
        (THREES, "h8", "a1", None),
        (THREES, "h8", "a1 a2", None),
        // White passes: he has put no stone.
        (THREES, "h8", "pass", three),
        (THREES, "h8", "pass a2", three),
        (THREES, "h8", "pass a2 a3", None),
        ("e8 f8 g8 h5 h6 h7", "h8", "", four),
        ("e8 f8 g8 h5 h6 h7", "h8", "a1", None),
        ("c8 d8 e8 g8 h8", "f8", "", over),
        ("c8 d8 e8 g8 h8", "f8", "a1 b1 c1 d1", over),
        // Six and two threes at once: the threes lapse, the six stays.
        ("e8 f8 g8 i8 j8 h9 h10 i9 j10", "h8", "", over),
        ("e8 f8 g8 i8 j8 h9 h10 i9 j10", "h8", "a1", over),
    ] {
        let mut game = set_up(black, "", Black);
        game.play(Action::Place(point(mv))).unwrap();
        notation::play(&mut game, after).unwrap();
        let claim = game.play(Action::Claim(None));
        match expected {
            Some(kind) => {
                assert_eq!(claim, Ok(()), "{mv} {after}");
                let end = (Outcome::Win(White), Reason::Forbidden(kind));
                assert_eq!(ended(&game), end, "{mv} {after}");
            }
            None => assert_eq!(claim, Err(Refusal::NothingToClaim), "{mv} {after}"),
        }
    }
    // Twenty moves later an overline still loses, even out of turn.
    let mut game = set_up("c8 d8 e8 g8 h8", "", Black);
    notation::play(&mut game, "f8").unwrap();
    let white = ["a1", "a3", "a5", "c1", "c3", "c5", "e1", "e3", "e5", "pass"];
    let black = ["o1", "o3", "o5", "o7", "pass", "o9", "o11", "o13", "o15", "m1"];
    for (w, b) in white.iter().zip(black) {
        notation::play(&mut game, &format!("{w} {b}")).unwrap();
    }
    notation::play(&mut game, "a9").unwrap();
    assert_eq!(game.actor(), Black);
    notation::play(&mut game, "claim").unwrap();
    assert_eq!(ended(&game), (Outcome::Win(White), Reason::Forbidden(Kind::Overline)));
}

#[test]
fn claims_name_a_stone_and_belong_to_white() {
    let mut game = set_up(THREES, "", Black);
    game.play(Action::Place(point("h8"))).unwrap();
    assert_eq!(game.claims().len(), 1);
    assert_eq!(refusal(&game, "claim g8"), Refusal::NothingToClaim);
    assert_eq!(game.actor_of(Action::Claim(None)), White);
    notation::play(&mut game, "claim h8").unwrap();
    assert_eq!(ended(&game).1, Reason::Forbidden(Kind::ThreeThree));
    assert!(game.undo() && game.claims().len() == 1);
    // In strict play nobody has to claim.
    let rules = Rules::gomocup();
    let board = Board::with_stones(15, points(THREES), []).unwrap();
    let mut strict = Position::set_up(rules, board, Black);
    let all = strict.actions();
    assert!(all.contains(&Action::Place(point("h8"))) && !all.contains(&Action::Pass));
    assert!(!strict.safe_actions().contains(&Action::Place(point("h8"))));
    strict.play(Action::Place(point("h8"))).unwrap();
    assert_eq!(ended(&strict), (Outcome::Win(White), Reason::Forbidden(Kind::ThreeThree)));
}

#[test]
fn passes_full_boards_and_limits_are_draws() {
    let mut game = free("h8 pass");
    assert_eq!(game.next_stone(), Black, "who passes may go on later");
    notation::play(&mut game, "pass").unwrap();
    assert_eq!(ended(&game), (Outcome::Draw, Reason::Passes));
    assert_eq!(ended(&free("pass pass")), (Outcome::Draw, Reason::Passes), "Black first");
    assert!(free("pass h8 i8 pass i9 pass").conclusion().is_none());

    // A full board of 5 lines without a row of five, the last stone Black's.
    let rows = ["xxoox", "ooxxo", "xxoox", "ooxxo", "xxo1x"].join("/");
    let mut full = notation::parse_position(Rules::document(), &format!("{rows} b")).unwrap();
    notation::play(&mut full, "d1").unwrap();
    assert_eq!(ended(&full), (Outcome::Draw, Reason::FullBoard));
    let standing =
        notation::parse_position(Rules::document(), &format!("{} w", rows.replace('1', "o")));
    assert_eq!(ended(&standing.unwrap()), (Outcome::Draw, Reason::FullBoard));

    let mut limited = Position::new(Rules { limit: Some(3), ..Rules::gomocup() });
    notation::play(&mut limited, "h8 a1 b3").unwrap();
    assert_eq!(ended(&limited), (Outcome::Draw, Reason::MoveLimit));
    assert_eq!(refusal(&Position::new(Rules::gomocup()), "pass"), Refusal::NoPass);
}

#[test]
fn the_last_stone_of_a_full_board_can_be_claimed() {
    // Six along the bottom row of a board of 6 lines: the 36th stone is forbidden.
    let rows = ["xooxxo", "oxxoox", "xooxxo", "oxxoox", "oxooxo", "xxx1xx"].join("/");
    let game = notation::parse_position(Rules::document(), &format!("{rows} b")).unwrap();
    assert_eq!(game.conclusion(), None);
    for (words, end) in [
        ("d1 claim", (Outcome::Win(White), Reason::Forbidden(Kind::Overline))),
        ("d1 pass", (Outcome::Draw, Reason::FullBoard)),
    ] {
        let mut game = game.clone();
        notation::play(&mut game, words).unwrap();
        assert_eq!(ended(&game), end, "{words}");
    }
    let mut open = game;
    notation::play(&mut open, "d1").unwrap();
    assert_eq!((open.conclusion(), open.actor()), (None, White));
    assert_eq!(open.actions(), [Action::Claim(None), Action::Pass]);
}

#[test]
fn draws_are_offered_after_ones_own_move_and_not_too_often() {
    let mut game = free("h8 draw");
    assert_eq!(game.draw_offer(), Some(Black));
    notation::play(&mut game, "draw").unwrap();
    assert_eq!(ended(&game), (Outcome::Draw, Reason::DrawOffer));
    assert_eq!(refusal(&free(""), "draw"), Refusal::DrawTooLate);
    // A move rejects; Black may offer twice more often than White, not three times.
    let game = free("h8 draw h9 i9 draw i10 j10");
    assert_eq!(game.draw_offer(), None);
    assert_eq!(game.draw_offers().black, 2);
    assert_eq!(refusal(&game, "draw"), Refusal::TooManyOffers(2));
    let game = free("h8 draw h9 draw i9 draw i10 j11 draw j10 k10");
    assert_eq!((game.draw_offers().black, game.draw_offers().white), (3, 1));
    assert_eq!(refusal(&game, "draw"), Refusal::TooManyOffers(2));
    let mut pressed = free("h8");
    pressed.press_clock();
    assert_eq!(refusal(&pressed, "draw"), Refusal::DrawTooLate);
    assert_eq!(ended(&free("h8 resign")), (Outcome::Win(Black), Reason::Resignation));
}

fn place(text: &str) -> Action {
    Action::Place(point(text))
}

#[test]
fn two_violations_lose() {
    // Two stones running: the second is taken back.
    let mut game = Referee::new(free(""));
    assert_eq!(game.act(Black, place("h8")), Ok(Event::Played));
    let running = Violation::TwoRunning(point("h9"));
    assert_eq!(game.act(Black, place("h9")), Ok(Event::Violation(running, 1)));
    assert_eq!(game.position().board().n_stones(), 1);
    assert_eq!(game.violations(Black), [running]);
    assert_eq!(game.act(White, place("i8")), Ok(Event::Played));
    assert!(matches!(game.act(White, place("i9")), Ok(Event::Violation(_, 1))));
    assert_eq!(game.position().conclusion(), None, "each side has one");
    assert!(matches!(game.act(White, place("i9")), Ok(Event::Violation(_, 2))));
    assert_eq!(ended(game.position()), (Outcome::Win(Black), Reason::Violations));
    assert_eq!(game.act(Black, place("a1")), Err(Refusal::Over));
    // After the opponent's pass a second stone is none.
    let mut game = Referee::new(free(""));
    for (color, action) in [(Black, place("h8")), (White, Action::Pass), (Black, place("h9"))] {
        assert_eq!(game.act(color, action), Ok(Event::Played));
    }
}

#[test]
fn leaving_the_opening_and_wrong_draw_offers_are_violations() {
    let mut game = Referee::new(opened(Opening::Rif, ""));
    assert!(matches!(
        game.act(Black, place("a1")),
        Ok(Event::Violation(Violation::LeftOpening(_), 1))
    ));
    for action in ["h8", "h9", "j10"] {
        assert_eq!(game.act(Black, place(action)), Ok(Event::Played));
    }
    // The swap exchanges the colours, not what the players have done.
    assert_eq!(game.act(White, Action::Swap), Ok(Event::Played));
    assert_eq!((game.violations(White).len(), game.violations(Black).len()), (1, 0));
    assert_eq!(game.act(White, place("a1")), Ok(Event::Played));
    let offer = notation::parse_action("offer b2").unwrap();
    assert!(matches!(game.act(Black, offer), Ok(Event::Violation(_, 1))));
    assert_eq!(game.act(White, Action::Draw), Ok(Event::Played), "after his own move");
    // One's own offer again, and too late.
    let wrong = Ok(Event::Violation(Violation::DrawOffer, 2));
    assert_eq!(game.act(White, Action::Draw), wrong);
    assert_eq!(ended(game.position()), (Outcome::Win(Black), Reason::Violations));

    let mut game = Referee::new(free("h8"));
    game.press_clock();
    assert!(matches!(game.act(Black, Action::Draw), Ok(Event::Violation(_, 1))));
    assert!(matches!(game.act(White, Action::Draw), Ok(Event::Violation(_, 1))));
}

#[test]
fn wrong_claims_are_refused_or_cost_a_turn() {
    let mut game = Referee::new(free("h8"));
    let refused = Ok(Event::WrongClaim(WrongClaim::Refused));
    assert_eq!(game.act(White, Action::Claim(None)), refused);
    assert_eq!(game.position().actor(), White);
    assert_eq!(game.act(Black, Action::Claim(None)), Err(Refusal::NothingToClaim));
    let mut game = Referee::new(free("h8")).with_wrong_claim(WrongClaim::LosesTurn);
    game.act(White, Action::Claim(None)).unwrap();
    assert_eq!(game.position().actor(), Black, "White has passed");
    // Out of turn the pass comes when it is White's turn.
    let mut game = Referee::new(free("h8 h9")).with_wrong_claim(WrongClaim::LosesTurn);
    game.act(White, Action::Claim(None)).unwrap();
    assert_eq!(game.act(Black, place("i8")), Ok(Event::Played));
    assert_eq!(game.position().actor(), Black);
}

#[test]
fn rulings_agreements_and_wrong_colours() {
    for (ruling, outcome) in [
        (Ruling::BothFlags, Outcome::Draw),
        (Ruling::Disturbed, Outcome::Draw),
        (Ruling::Time(White), Outcome::Win(Black)),
        (Ruling::Absent(Black), Outcome::Win(White)),
    ] {
        let mut game = Referee::new(free("h8"));
        assert_eq!(game.rule(ruling).unwrap().outcome, outcome);
        assert_eq!(game.rule(ruling), Err(Refusal::Over));
    }
    let mut game = Referee::new(free("h8"));
    game.remark("Black appeals");
    assert_eq!(game.agree(Outcome::Win(White)).unwrap().reason, Reason::Agreement);
    assert_eq!(game.agree(Outcome::Draw), Err(Refusal::Over), "an agreed result stands");
    assert_eq!(game.remarks(), ["Black appeals"]);
    assert!(Referee::new(free("h8 h9 i9")).may_correct_colours());
    assert!(!Referee::new(free("h8 h9 i9 i10")).may_correct_colours());
}

/// Spends a move's time on a clock that only the test turns.
fn spend(clock: &FakeClock, timing: &mut Timing, color: Color, millis: u64) -> Verdict {
    let begun = clock.now();
    clock.advance(Duration::from_millis(millis));
    timing.spend(color, clock.now() - begun)
}

#[test]
fn timing_of_byo_yomi_counts_nothing_below_a_minute() {
    let clock = FakeClock::default();
    let half = Duration::from_secs(1800);
    let rules = TimeRules::new(Main::Each(half), Overtime::ByoYomi(BYO_YOMI));
    let mut timing = Timing::new(rules);
    assert!(rules.is_usual() && !timing.is_exempt(Black));
    assert_eq!(spend(&clock, &mut timing, Black, 1_500_001), Verdict::InTime);
    assert!(timing.is_exempt(Black), "less than five minutes are left");
    assert!(!timing.is_exempt(White) && !timing.is_in_overtime(Black));
    // The main time runs out within a move, and 59.9 s of byo-yomi are free again and again.
    assert_eq!(spend(&clock, &mut timing, Black, 299_999 + 59_900), Verdict::InTime);
    assert!(timing.is_in_overtime(Black));
    for _ in 0..50 {
        assert_eq!(spend(&clock, &mut timing, Black, 59_900), Verdict::InTime);
    }
    assert_eq!(timing.deadline(Black), Duration::from_secs(60));
    assert_eq!(spend(&clock, &mut timing.clone(), Black, 59_999), Verdict::InTime);
    assert_eq!(spend(&clock, &mut timing, Black, 60_000), Verdict::Lost);
    assert_eq!(timing.main_left(White), half);
}

#[test]
fn timing_shared_by_both_sides_and_moves_in_a_period() {
    let clock = FakeClock::default();
    let overtime = Overtime::Moves { moves: 3, period: Duration::from_secs(120) };
    let mut timing = Timing::new(TimeRules::new(Main::Shared(Duration::from_secs(600)), overtime));
    assert_eq!(spend(&clock, &mut timing, Black, 250_000), Verdict::InTime);
    assert_eq!(timing.main_left(White), Duration::from_secs(350));
    assert_eq!(spend(&clock, &mut timing, White, 350_000), Verdict::InTime);
    assert!(timing.is_in_overtime(Black) && timing.is_in_overtime(White));
    // Black has three moves in two minutes, and then two minutes again.
    for millis in [60_000, 59_000, 900] {
        assert_eq!(spend(&clock, &mut timing, Black, millis), Verdict::InTime, "{millis}");
    }
    assert_eq!(spend(&clock, &mut timing, Black, 119_999), Verdict::InTime);
    assert_eq!(spend(&clock, &mut timing, Black, 1), Verdict::Lost);
}

#[test]
fn timing_with_increments_and_late_players() {
    let clock = FakeClock::default();
    let main = Main::Each(Duration::from_secs(60));
    let increment = Duration::from_secs(5);
    let rules = TimeRules { increment, ..TimeRules::new(main, Overtime::None) };
    let mut timing = Timing::new(rules);
    assert_eq!(spend(&clock, &mut timing, White, 10_000), Verdict::InTime);
    assert_eq!(timing.main_left(White), Duration::from_secs(55));
    assert_eq!(spend(&clock, &mut timing, White, 55_000), Verdict::Lost);
    assert_eq!(timing.used(White), Duration::from_secs(65));
    assert!(!rules.is_too_late(Duration::from_secs(899)));
    assert!(rules.is_too_late(Duration::from_secs(900)));
}
