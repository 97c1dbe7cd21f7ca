//! Tests of the terms: the published values of one game, examples made by hand, and laws.

mod example;
mod law;

use super::*;
use crate::game::Game;
use crate::othello::bitboard::squares;
use crate::othello::{Move, Ply, Square};

const GAME_1_4: &str = "f5f6e6f4e3c5c4e7c6e2f3f2g4g5h5d6d7b5f8b3b6d3g6d8c8e8c3f7a3a6c2h4e1b4h6g3g7c1d1f1g8d2a5b1a4\
                        a2g2b2a1h8h3h2c7h7a7b7b8a8g1h1";

/// The final game of a championship, in which White passes before moves 54 to 60.
const CHAMPIONSHIP: &str = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3h5h2d2c5c6b4e3b5f2c8d8b6c7f1g8b7a3e8g7d1a4a6a8c2b8\
                            e2a7a5b3h8h7a2a1b2b1h1c1g2e1g1";

/// Plays the first `moves` moves of a transcript.
fn replay(transcript: &str, moves: usize) -> Position {
    let mut position = Position::start();
    for chunk in transcript.as_bytes().chunks(2).take(moves) {
        let square: Square = std::str::from_utf8(chunk).unwrap().parse().unwrap();
        position.play_with_passes(Move::Place(square)).unwrap();
    }
    position
}

/// Sets up eight rows of `X`, `O` and `.`.
fn set_up(rows: [&str; 8], side: Color) -> Position {
    let of = |letter| {
        let text = rows.concat();
        assert_eq!(text.len(), 64);
        text.bytes()
            .enumerate()
            .filter(|&(_, byte)| byte == letter)
            .fold(0, |set, (i, _)| set | 1 << i)
    };
    Position::from_discs(ByColor { black: of(b'X'), white: of(b'O') }, side).unwrap()
}

/// Plays the moves that `choices` pick, to the end of the game at most.
fn play_out(choices: &[u8]) -> Position {
    let mut position = Position::start();
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[usize::from(choice) % moves.len()]).unwrap();
    }
    position
}

fn names(bits: u64) -> String {
    squares(bits).map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn features_of_game_1_4_after_40_moves() {
    let position = replay(GAME_1_4, 40);
    assert_eq!(position.side_to_move(), Color::Black);
    let features = Features::of(&position);
    let ByColor { black, white } = &features.discs;
    let counts = |d: &Discs| {
        [d.all, d.potential_mobility, d.frontier, d.internal, d.edge, d.second_ring]
            .map(u64::count_ones)
    };
    assert_eq!(counts(black), [14, 13, 9, 5, 5, 5]);
    assert_eq!(counts(white), [30, 11, 21, 9, 8, 10]);
    let ByColor { black, white } = &features.moves;
    assert_eq!((black.legal.count_ones(), white.legal.count_ones()), (12, 9));
    assert_eq!((names(black.quiet), names(white.quiet)), ("d2 g8".into(), "d2".into()));
    assert_eq!((black.liberties.count_ones(), white.liberties.count_ones()), (8, 4));
    let square = |name: &str| name.parse::<Square>().unwrap();
    assert_eq!(black.influence, [(square("h3"), 3), (square("c7"), 3)]);
    assert_eq!(white.influence, [(square("h7"), 3), (square("g8"), 2)]);
    assert_eq!(black.maximum_disc, [(square("c7"), 8)]);
    assert_eq!((black.parity, white.parity), (0, 0));
    assert!(Edge::ALL.iter().all(|&edge| features.balanced(edge).is_none()));
    let sizes: Vec<u32> = features.regions.iter().map(Region::size).collect();
    assert_eq!(sizes, [1, 2, 3, 4, 5, 5]);
}

#[test]
fn features_print_one_term_a_line() {
    let text = Features::of(&replay(GAME_1_4, 40)).to_string();
    expect_test::expect![[r#"
        discs: 14 | 30
        mobility: 12 | 9
        potential mobility: 13 | 11
        frontier: 9 | 21
        internal discs: 5 | 9
        centre: 14 {c4 d4 e4 f4 c5 d5 e5 f5 g5 h5 e6 f6 e7 e8}
        centre control: internal 5 edge 5 second-ring 5 | internal 9 edge 8 second-ring 10
        corners: 0 {} | 0 {}
        A-squares: 4 {a3 h6 c8 f8} | 3 {c1 f1 a6}
        B-squares: 1 {h5} | 5 {d1 e1 h4 d8 e8}
        C-squares: 0 {} | 0 {}
        X-squares: 1 {g7} | 0 {}
        quiet moves: 2 {d2 g8} | 1 {d2}
        influence: 2 {h3:3 c7:3} | 2 {h7:3 g8:2}
        liberties: 8 {b2 d2 h2 h3 a4 a5 c7 g8} | 4 {b1 d2 a4 h8}
        maximum-disc moves: 1 {c7:8} | 3 {h7:4 g8:4 h8:4}
        pass-forcing moves: 0 {} | 0 {}
        regions: 1 {d2} odd both; 2 {a4 a5} even both; 3 {h7 g8 h8} odd both; 4 {a1 b1 a2 b2} even both; 5 {g1 h1 g2 h2 h3} odd black; 5 {a7 b7 c7 a8 b8} odd both
        parity moves: 0 {} | 0 {}
        stable discs: >= 0 | >= 0
        edges: north unbalanced; east unbalanced; south unbalanced; west unbalanced
        Stoner traps: 0 {} | 0 {}
        tempo: 1 {d2} +1 | +1; 2 {a4 a5} +0 | +0; 3 {h7 g8 h8} +1 | +1; 4 {a1 b1 a2 b2} +0 | +1; 5 {g1 h1 g2 h2 h3} +1 | -1; 5 {a7 b7 c7 a8 b8} +1 | -1
    "#]].assert_eq(&(text.clone() + "\n"));
    let terms = Term::ALL.iter().filter(|&&term| term != Term::EdgeCreeping);
    assert_eq!(text.lines().count(), terms.clone().count());
    for (line, term) in text.lines().zip(terms) {
        assert!(line.starts_with(&format!("{}: ", term.name())), "{line}");
    }
}

#[test]
fn features_of_a_finished_game() {
    let position = replay(GAME_1_4, 60);
    assert!(position.is_over());
    let features = Features::of(&position);
    assert_eq!((features.discs.black.all | features.discs.white.all), !0);
    assert!(features.stable.exhaustive);
    assert_eq!(features.stable.discs, position.discs());
    let text = features.to_string();
    for line in ["mobility: 0 | 0", "frontier: 0 | 0", "regions: none", "tempo: none"] {
        assert!(text.lines().any(|found| found == line), "{line}");
    }
}
