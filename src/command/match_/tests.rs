//! What counting, estimating and deciding must give.

use std::cmp::Ordering;

use super::fault::Termination;
use super::game::GameRules;
use super::record::{Discs, EngineRecord, GameRecord, Header, Winner};
use super::table::{self, Sprt, Verdict};
use super::tally::{Score, Tally};
use super::{plot, stats};

fn near(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() <= 1e-6 * expected.abs().max(1.0),
        "{found} is not {expected}"
    );
}

// The figures were computed once by another program: a maximum likelihood fit by Newton's method.
#[test]
fn stats_likelihood_ratio_matches_an_independent_computation() {
    for (counts, null_5, minus3_1) in [
        (&[10, 50, 100, 60, 12][..], 0.359_349_876_367_601_8, 0.412_283_634_703_38),
        (&[0, 0, 5, 3, 1], 0.128_528_028_530_195_93, 0.103_869_298_334_399_1),
        (&[100, 300, 800, 350, 120], 2.072_709_261_476_877, 2.497_564_371_285_941),
    ] {
        near(stats::log_likelihood_ratio(counts, 0.0, 5.0), null_5);
        near(stats::log_likelihood_ratio(counts, -3.0, 1.0), minus3_1);
    }
    near(stats::log_likelihood_ratio(&[30, 40, 50], 0.0, 10.0), 0.790_255_950_140_289_3);
    near(stats::log_likelihood_ratio(&[0; 5], 0.0, 10.0), 0.0);
}

#[test]
fn stats_estimate_matches_an_independent_computation() {
    for (counts, elo, margin, los) in [
        (
            &[10, 50, 100, 60, 12][..],
            10.486_153_134_710_088,
            20.649_826_570_078_083,
            0.840_633_785_290_960_8,
        ),
        (&[0, 0, 5, 3, 1], 99.113_793_484_302_42, 86.380_206_508_239_98, 0.992_519_491_162_412_1),
        (&[30, 40, 50], 58.451_214_271_295_23, 51.512_405_991_999_486, 0.988_818_963_573_366_3),
    ] {
        let found = stats::estimate(counts).unwrap();
        near(found.elo, elo);
        near(found.margin, margin);
        near(found.los, los);
    }
}

#[test]
fn stats_extremes_are_told_as_such() {
    assert_eq!(stats::estimate(&[0, 0, 0]), None);
    let all_won = stats::estimate(&[0, 0, 7]).unwrap();
    assert_eq!((all_won.elo, all_won.margin, all_won.los), (f64::INFINITY, f64::INFINITY, 1.0));
    let all_lost = stats::estimate(&[7, 0, 0]).unwrap();
    assert_eq!((all_lost.elo, all_lost.los), (f64::NEG_INFINITY, 0.0));
    let drawn = stats::estimate(&[0, 7, 0]).unwrap();
    assert_eq!((drawn.elo.abs(), drawn.margin, drawn.los), (0.0, 0.0, 0.5));
    near(stats::elo(stats::expected_score(123.0)), 123.0);
    let (low, high) = stats::bounds(0.05, 0.05);
    near(low, -2.944_438_979_166_44);
    near(high, 2.944_438_979_166_44);
}

fn header(names: &[&str], scoring: &str) -> Header {
    let engine = |name: &&str| EngineRecord {
        name: (*name).to_owned(),
        command: vec!["x".to_owned()],
        protocol: "ugi".to_owned(),
        dir: None,
        sends_passes: true,
        options: Vec::new(),
        init: Vec::new(),
        limit: "depth=1".to_owned(),
    };
    Header {
        version: 1,
        game: GameRules::Othello,
        engines: names.iter().map(engine).collect(),
        gauntlet: false,
        games: 4,
        openings: None,
        order: "sequential".to_owned(),
        seed: 0,
        scoring: scoring.to_owned(),
        timemargin: 100,
        shard: None,
    }
}

fn game(
    number: u64,
    (black, white): (&str, &str),
    (black_discs, white_discs): (u32, u32),
) -> GameRecord {
    let result = match black_discs.cmp(&white_discs) {
        Ordering::Greater => Winner::Black,
        Ordering::Less => Winner::White,
        Ordering::Equal => Winner::Draw,
    };
    GameRecord {
        game: number,
        pair: number.div_ceil(2),
        black: black.to_owned(),
        white: white.to_owned(),
        date: String::new(),
        setup: String::new(),
        opening: String::new(),
        moves: Vec::new(),
        result,
        termination: Termination::Normal,
        fault: None,
        discs: Some(Discs { black: black_discs, white: white_discs }),
        reason: None,
        score: None,
        presumed: None,
    }
}

fn tally(scoring: &str, games: &[GameRecord]) -> Tally {
    let mut tally = Tally::new(&header(&["anna", "bo"], scoring));
    for game in games {
        tally.add(game);
    }
    tally
}

#[test]
fn tally_equal_points_go_to_discs() {
    // 34:30 and then 31:33 for the first player: 1-1, discs 65-63.
    let games = [game(1, ("anna", "bo"), (34, 30)), game(2, ("bo", "anna"), (33, 31))];
    let tally = tally("winner", &games);
    let score = tally.pairing(0, 1).unwrap();
    assert_eq!((score.half_points(), score.half_discs), ((2, 2), (130, 126)));
    assert_eq!(score.verdict(), Ordering::Greater);
    assert_eq!(score.pairs, [0, 0, 1, 0, 0]);
    assert_eq!(score.mirrored().verdict(), Ordering::Less);
    let text = table::final_table(&tally, None);
    assert!(text.contains("anna beats bo 1-1, discs 65-63"), "{text}");
}

#[test]
fn tally_equal_discs_are_a_drawn_match() {
    let games = [game(1, ("anna", "bo"), (34, 30)), game(2, ("bo", "anna"), (34, 30))];
    let text = table::final_table(&tally("winner", &games), None);
    assert!(text.contains("anna - bo: drawn match 1-1, discs 64-64"), "{text}");
}

#[test]
fn tally_discs_follow_the_convention() {
    for (scoring, half_discs) in [("count", (68, 54)), ("winner", (74, 54)), ("split", (71, 57))] {
        let tally = tally(scoring, &[game(1, ("anna", "bo"), (34, 27))]);
        assert_eq!(tally.pairing(0, 1).unwrap().half_discs, half_discs, "{scoring}");
    }
}

#[test]
fn tally_faults_count_64_and_are_named() {
    let mut lost = game(1, ("anna", "bo"), (20, 10));
    (lost.result, lost.termination) = (Winner::White, Termination::Illegal);
    let mut crashed = lost.clone();
    (crashed.game, crashed.termination) = (3, Termination::Crash);
    let tally = tally("winner", &[lost, game(2, ("bo", "anna"), (32, 32)), crashed]);
    let score = tally.pairing(0, 1).unwrap();
    assert_eq!((score.half_points(), score.half_discs), ((1, 5), (64, 320)));
    // The third game has no second yet.
    assert_eq!((score.games(), score.pairs), (3, [0, 1, 0, 0, 0]));
    let text = table::final_table(&tally, None);
    assert!(text.contains("bo beats anna 2.5-0.5, discs 160-32"), "{text}");
    assert!(text.contains("anna lost by faults: 1 crash, 1 illegal move"), "{text}");
}

#[test]
fn tally_pairs_are_complete_whatever_the_order() {
    let games = [
        game(1, ("anna", "bo"), (40, 24)),
        game(2, ("bo", "anna"), (24, 40)),
        game(3, ("anna", "bo"), (32, 32)),
        game(4, ("bo", "anna"), (30, 34)),
    ];
    let mut tally = tally("winner", &[]);
    let complete: Vec<bool> =
        [2, 1, 4, 3].iter().map(|&number| tally.add(&games[number - 1]).is_some()).collect();
    assert_eq!(complete, [false, true, false, true]);
    assert_eq!(tally.pairing(0, 1).unwrap().pairs, [0, 0, 0, 1, 1]);
}

#[test]
fn table_of_three_has_a_cross_table() {
    let mut tally = Tally::new(&header(&["a", "b", "c"], "winner"));
    for (number, black, white, discs) in [
        (1, "a", "b", (40, 24)),
        (2, "b", "a", (40, 24)),
        (3, "a", "c", (10, 54)),
        (4, "c", "a", (50, 14)),
    ] {
        tally.add(&game(number, (black, white), discs));
    }
    let text = table::final_table(&tally, None);
    let rows: Vec<&str> = text.lines().filter(|line| line.contains(" x")).collect();
    assert_eq!(rows.len(), 3, "{text}");
    let words: Vec<Vec<&str>> = rows.iter().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(words[0], ["1", "c", "x", "-", "2-0"]);
    assert_eq!(words[1], ["2", "b", "-", "x", "1-1"]);
    assert_eq!(words[2], ["3", "a", "0-2", "1-1", "x"]);
}

#[test]
fn sprt_decides_on_clear_results() {
    let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
    let judge = |pairs| sprt.judge(&Score { pairs, ..Score::default() }).1;
    assert_eq!(judge([0; 5]), Verdict::Open);
    assert_eq!(judge([10, 50, 100, 60, 12]), Verdict::Open);
    assert_eq!(judge([50, 200, 500, 400, 150]), Verdict::High);
    assert_eq!(judge([150, 400, 500, 200, 50]), Verdict::Low);
}

#[test]
fn header_differences_name_both_values() {
    let one = header(&["a", "b"], "winner");
    let mut other = one.clone();
    assert_eq!(one.differences(&other), Vec::<String>::new());
    other.engines[1].limit = "depth=2".to_owned();
    other.seed = 7;
    let expected = ["engines.2.limit: \"depth=1\" and \"depth=2\"", "seed: 0 and 7"];
    assert_eq!(one.differences(&other), expected);
}

#[test]
fn plot_is_drawn_with_and_without_games() {
    let header = header(&["a<", "b"], "winner");
    let empty = plot::draw(&header, &[]);
    assert!(empty.starts_with("<svg ") && empty.ends_with("</svg>\n"));
    assert!(empty.contains("Score of a&lt; against b") && !empty.contains("NaN"), "{empty}");
    let games: Vec<GameRecord> = (1..=2000)
        .map(|number| {
            if number % 2 == 1 {
                game(number, ("a<", "b"), (40, 24))
            } else {
                game(number, ("b", "a<"), (33, 31))
            }
        })
        .collect();
    let drawn = plot::draw(&header, &games);
    assert!(drawn.contains("<polygon ") && !drawn.contains("NaN") && !drawn.contains("inf"));
    assert!(drawn.len() < 100_000, "{}", drawn.len());
}
