//! Confirmation of life and death: the record file, the figures of the rules, proofs that are tampered with, zones.

use heibai::game::{Color, PlayError};
use heibai::go::Board;
use heibai::go::life_death::proof::ProofMove;
use heibai::go::life_death::region::Region;
use heibai::go::life_death::{
    Budget, CheckError, Claim, Confirmation, Field, Proof, Scope, Status, audit, check, confirm,
};
use heibai::go::ruling::{FinalStatus, Ruling, Warning, effective_moves, field, warnings};
use heibai::go::score::Territory;
use serde_json::Value;

/// Chains that a record calls alive and a checked proof shows dead: the eye between them is false, and after the ko at
/// `cd` one move captures either. See `docs/go.md`; `heibai check` counts the record as wrong.
const REFUTED: [(&str, &str); 2] = [("J89-08t", "da"), ("J89-08t", "ce")];

/// Confirms the boards of a file and returns how many there are, how many chains were right, and which are unknown.
fn judge(text: &str, states: u64) -> (usize, usize, Vec<String>) {
    let (mut boards, mut known, mut unknown) = (0, 0, Vec::new());
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let Some(rows) = record["board"].as_array() else { continue };
        boards += 1;
        let id = record["id"].as_str().unwrap();
        let rows: Vec<&str> = rows.iter().map(|row| row.as_str().unwrap()).collect();
        let field = Field::parse(&rows).unwrap();
        let found = confirm(&field, &Budget { states, ..Budget::default() });
        assert_eq!(audit(&field, &found), Ok(()), "{id}");
        for string in record["strings"].as_array().unwrap() {
            let at = string["at"].as_str().unwrap();
            let chain = found.at(field.point(at).unwrap()).unwrap();
            assert_eq!(chain.chain.points.len() as u64, string["stones"].as_u64().unwrap());
            match chain.status.is_alive() {
                None => unknown.push(format!("{id} {at}")),
                Some(alive) => {
                    known += 1;
                    let expected = string["expect"] == "alive" && !REFUTED.contains(&(id, at));
                    assert_eq!(alive, expected, "{id} {at}");
                }
            }
        }
        let territory = Territory::new(&field, &found.lives());
        if !territory.unknown && REFUTED.iter().all(|(refuted, _)| *refuted != id) {
            let points = |key: &str| record["territory_points"][key].as_u64().unwrap() as u32;
            let [black, white] = Color::ALL.map(|color| territory.counts[color]);
            let found = [black.territory, black.dead, white.territory, white.dead];
            let expected = ["B", "B_prisoners", "W", "W_prisoners"].map(points);
            assert_eq!(found, expected, "{id}");
        }
    }
    (boards, known, unknown)
}

#[test]
fn life_death_of_the_record_file() {
    // The black chain of twenty-eight points and hardly a wall takes more than a test may.
    let found = judge(include_str!("data/go/life_and_death.jsonl"), 400_000);
    assert_eq!(found, (21, 40, vec!["J89-08t aa".to_owned()]));
}

#[test]
fn life_death_of_figures_6_to_8() {
    let found = judge(include_str!("data/go/figures.jsonl"), 100_000);
    assert_eq!(found, (10, 15, Vec::new()));
}

#[test]
fn figure_3_stones_without_a_liberty_cannot_be_placed() {
    for (board, color, at) in [
        (". X .\nX . X\n. X .", Color::White, "b2"),
        (". X .\nX . .\n. . .", Color::White, "a3"),
        (". X O\nX X O\nO O .", Color::Black, "a3"),
    ] {
        let mut board: Board = board.parse().unwrap();
        assert_eq!(board.play(color, at.parse().unwrap()), Err(PlayError::Suicide), "{at}");
    }
}

#[test]
fn figure_4_captures_come_before_the_own_stone_is_judged() {
    // The board, Black's move, how many white stones it takes; in the last three it has no liberty until then.
    for (board, at, taken) in [
        (". X .\nX O .\n. X .", "c2", 1),
        ("O X .\n. . .\n. . .", "a2", 1),
        (". X X .\nX O O .\n. X X .\n. . . .", "d3", 2),
        ("O O X\nO X .\n. . .", "a1", 3),
        ("O . O\nX X X\n. . .", "b3", 2),
        (". O X\nO X .\nX . .", "a3", 2),
        (". O O X\nO O X .\nX X . .\n. . . .", "a4", 4),
        ("O . O X\nO O O X\nX X X .\n. . . .", "b4", 5),
    ] {
        let mut board: Board = board.parse().unwrap();
        let played = board.play(Color::Black, at.parse().unwrap());
        assert_eq!(played.unwrap().captured(), taken, "{at}");
        assert_eq!(board.prisoners(Color::Black), taken, "{at}");
    }
}

#[test]
fn figure_5_a_ko_is_not_taken_back_at_once_and_is_banned_in_confirmation_until_passed_for() {
    let mut board: Board = ". X O .\nX O . O\n. X O .\n. . . .".parse().unwrap();
    board.play(Color::Black, "c3".parse().unwrap()).unwrap();
    assert_eq!(board.play(Color::White, "b3".parse().unwrap()), Err(PlayError::Ko));
    board.lift_ko();
    assert!(board.play(Color::White, "b3".parse().unwrap()).is_ok());
    // Open at the stop, the stone in it is dead and the points are nobody's.
    let field = Field::parse(&["#WB#", "WX.B", "#WB#"]).unwrap();
    let found = confirm(&field, &Budget::default());
    assert_eq!(found.chains[0].status, Status::Dead);
    assert!(found.chains[0].proofs[1].text(&field).contains("pass(cb)"));
}

fn confirmed(rows: &[&str]) -> (Field, Confirmation) {
    let field = Field::parse(rows).unwrap();
    let found = confirm(&field, &Budget::default());
    assert_eq!(audit(&field, &found), Ok(()));
    (field, found)
}

#[test]
fn proofs_that_were_tampered_with_are_refused() {
    let (field, found) = confirmed(&[".XXW", "OXXW", "BWWW"]);
    let (other, _) = confirmed(&["..XW", "XXXW", "WWWW"]);
    let mut refused = 0;
    for chain in &found.chains {
        for proof in &chain.proofs {
            assert_eq!(check(&field, proof), Ok(()));
            // Another board, another claim, another ground, a step less.
            assert!(check(&other, proof).is_err());
            for claim in [Claim::Uncapturable, Claim::Capturable, Claim::Enabling, Claim::Dead] {
                let mut changed = proof.clone();
                changed.claim = claim;
                refused += usize::from(claim != proof.claim && check(&field, &changed).is_err());
            }
            let mut changed =
                Proof::new(proof.claim, proof.point, proof.scope.clone(), proof.ground.clone());
            for node in 0..proof.n_nodes() as u32 {
                let steps = proof.steps(node).unwrap();
                let short = &steps[..steps.len() - usize::from(node == 0)];
                changed.push(short.iter().copied());
            }
            assert!(check(&field, &changed).is_err());
        }
    }
    assert!(refused >= 10, "{refused}");
    // A verdict without its proofs, or with those of another.
    let mut changed = found.clone();
    changed.chains[0].proofs.clear();
    assert!(audit(&field, &changed).is_err());
    let mut changed = found.clone();
    changed.chains[0].status = Status::Dead;
    assert!(audit(&field, &changed).is_err());
    let mut changed = found;
    changed.chains[0].proofs[1].ground.clear();
    assert!(audit(&field, &changed).is_err());
}

#[test]
fn an_unrelated_dame_saves_no_dead_stone() {
    // The black stone is dead; the dame lies behind white stones that cannot be captured.
    let (field, found) = confirmed(&[".X.WW..", "WWWWW.B", "......B"]);
    let dead = found.at(field.point("ba").unwrap()).unwrap();
    assert_eq!(dead.status, Status::Dead);
    let ground = &dead.proofs[1].ground;
    assert_eq!(ground.len(), 3);
}

#[test]
fn confirmation_is_the_same_for_colours_and_sides_exchanged() {
    for rows in [[".XXW", "OXXW", "BWWW"], ["BOX#", "BO.#", "BBBB"], ["OX.X", ".XXX", "WWWW"]] {
        let (_, found) = confirmed(&rows);
        let exchange = |letter: char| match letter {
            'X' => 'O',
            'O' => 'X',
            'B' => 'W',
            'W' => 'B',
            letter => letter,
        };
        let mirrored: Vec<String> =
            rows.iter().map(|row| row.chars().rev().map(exchange).collect()).collect();
        let mirrored: Vec<&str> = mirrored.iter().map(String::as_str).collect();
        let (_, other) = confirmed(&mirrored);
        let count = |found: &Confirmation, alive| {
            let lives = found.chains.iter().filter(|chain| chain.status.is_alive() == Some(alive));
            lives.map(|chain| chain.chain.points.len()).sum::<usize>()
        };
        for alive in [true, false] {
            assert_eq!(count(&found, alive), count(&other, alive), "{rows:?}");
        }
    }
}

/// Two sides without walls; the white stone on h2 is lost, however much is open around it.
const FINISHED: &str = "
    . . . . O O X . .
    . . . O O X X . .
    . . O O X . X . .
    . . O X X . X . .
    . O X X . . X . .
    . O O X . X X . .
    . O X X X . . . .
    O O X . . . . O .
    O X X . . . . . .";

#[test]
fn a_finished_board_without_walls_is_ruled_on_in_zones() {
    let board: Board = FINISHED.parse().unwrap();
    let budget = Budget { states: 60_000, total_states: 1_000_000, ..Budget::default() };
    let ruling = Ruling::new(&board, &budget, |_| None);
    assert_eq!(audit(&ruling.field, &ruling.confirmation), Ok(()));
    let alive = |name: &str| {
        let point = ruling.field.point(name).unwrap();
        ruling.confirmation.at(point).unwrap().status.is_alive()
    };
    assert_eq!(alive("ga"), Some(true));
    assert_ne!(alive("hh"), Some(true));
    // With what players would agree on for the rest, the score follows.
    let ruling = Ruling::new(&board, &budget, |chain| Some(chain.points.len() > 1));
    assert_eq!(ruling.score(0.0), Some(20.0));
}

#[test]
fn a_zone_without_a_liberty_proves_nothing() {
    let field = field(&FINISHED.parse().unwrap());
    let point = field.point("hh").unwrap();
    let scope = Scope { points: vec![point], around: Some(Color::Black), walls: Vec::new() };
    let mut proof = Proof::new(Claim::Uncapturable, point, scope.clone(), Vec::new());
    proof.push([(ProofMove::Pass, 1)]);
    proof.push([(ProofMove::Pass, 0)]);
    assert!(matches!(check(&field, &proof), Err(CheckError::NoLiberty(_))));
    assert!(Region::new(&field, &scope).is_none());
}

/// The official example 8: three kos, the side with an eye is alive and the side without one dead.
#[test]
fn an_eye_wins_against_none_in_three_kos() {
    let (_, found) = confirmed(&["X.XO#", "XXOOO", "XO.O.", "XXOOO", "X.XO#"]);
    let status = |at: usize| found.at(at).unwrap().status.is_alive();
    assert_eq!((status(0), status(3)), (Some(false), Some(true)));
}

/// The record of that name calls two white chains alive. By the rules of play alone, without a word on kos in confirmation,
/// Black takes in the middle, and whatever White plays or passes Black takes one of the two.
#[test]
fn a_false_eye_in_three_kos_saves_no_two_chains() {
    let text = "X . X O\nX X O O\nX X O O\nX O . O\nX X O .\nX X O O\nX . X O";
    let mut board: Board = text.parse().unwrap();
    let at = |name: &str| name.parse::<heibai::go::Point>().unwrap();
    assert_eq!(board.play(Color::Black, at("c4")).unwrap().captured(), 1);
    let mut answers = 0;
    let replies: Vec<_> = board.points().filter(|point| board.is_empty(*point)).collect();
    for reply in replies.into_iter().map(Some).chain([None]) {
        let mut after = board.clone();
        match reply {
            Some(point) if after.play(Color::White, point).is_err() => continue,
            Some(_) => {}
            None => after.lift_ko(),
        }
        answers += 1;
        let taken = after.play(Color::Black, at("d3")).unwrap().captured();
        assert!(taken >= 4, "{reply:?}: {taken}");
        assert!(
            [at("d7"), at("c3")].iter().any(|&head| after.color_at(head) != Some(Color::White))
        );
    }
    // Two other kos and the pass; suicide and the ko just taken are no moves.
    assert_eq!(answers, 3);
}

#[test]
fn warnings_name_open_dame_kos_and_effective_moves() {
    let rows = ["#WB#", "WX.B", "#WB#"];
    let ruling = |rows: &[&str]| {
        let field = Field::parse(rows).unwrap();
        Ruling::of_field(field, Default::default(), &Budget::default(), |_| None)
    };
    let ko = ruling(&rows);
    let found = warnings(&ko);
    assert!(found.contains(&Warning::Dame(6)) && found.contains(&Warning::Ko(Color::White, 6)));
    // Beside the ko stands a stone without a liberty of its own, whose chain has some.
    let beside = ruling(&["..X.XW", "XXXXWW", "WWWWWW"]);
    assert!(warnings(&beside).contains(&Warning::Ko(Color::White, 3)));
    assert!(!warnings(&beside).contains(&Warning::Ko(Color::Black, 3)));
    // Nobody has added a move in an unsettled corner: both can gain.
    let corner = ruling(&["OX.XW", ".XXXW", "WWWWW"]);
    assert_eq!(corner.status(0), FinalStatus::Dead);
    assert_eq!(corner.status(1), FinalStatus::Dead);
    let found = effective_moves(&corner, &Budget::default());
    for color in Color::ALL {
        let has = |warning: &Warning| matches!(warning, Warning::Effective(c, 5, _) if *c == color);
        assert!(found.iter().any(has), "{color}: {found:?}");
    }
    let settled = ruling(&[".X.XW", "XXXXW", "WWWWW"]);
    assert_eq!(warnings(&settled), []);
    assert_eq!(effective_moves(&settled, &Budget::default()), []);
}
