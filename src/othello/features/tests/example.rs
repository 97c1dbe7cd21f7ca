//! Examples made by hand, one or more a term.

use super::*;

/// Black takes a1, g8 or h8, White has no move anywhere.
const CORNER_AND_PAIR: [&str; 8] = [
    ".OOOOOOX", "OOOOOOOO", "OOOOOOOO", "OOOOOOOO", "OOOOOOOO", "OOOOOOOO", "OOOOOOOO", "XOOOOO..",
];

#[test]
fn terms_near_the_end() {
    let text = Features::of(&set_up(CORNER_AND_PAIR, Color::Black)).to_string();
    expect_test::expect![[r#"
        discs: 2 | 59
        mobility: 3 | 0
        potential mobility: 3 | 0
        frontier: 0 | 7
        internal discs: 2 | 52
        centre: 54 {c1 d1 e1 f1 g1 h1 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3 g3 h3 a4 b4 c4 d4 e4 f4 g4 h4 a5 b5 c5 d5 e5 f5 g5 h5 a6 b6 c6 d6 e6 f6 g6 h6 a7 b7 c7 d7 e7 a8 b8 c8 d8 e8}
        centre control: internal 2 edge 2 second-ring 0 | internal 52 edge 23 second-ring 20
        corners: 2 {h1 a8} | 0 {}
        A-squares: 0 {} | 8 {c1 f1 a3 h3 a6 h6 c8 f8}
        B-squares: 0 {} | 8 {d1 e1 a4 h4 a5 h5 d8 e8}
        C-squares: 0 {} | 7 {b1 g1 a2 h2 a7 h7 b8}
        X-squares: 0 {} | 4 {b2 g2 b7 g7}
        quiet moves: 2 {a1 g8} | 0 {}
        influence: 1 {a1:2} | 0 {}
        liberties: 3 {a1 g8 h8} | 0 {}
        maximum-disc moves: 1 {a1:12} | 0 {}
        pass-forcing moves: 3 {a1 g8 h8} | 0 {}
        regions: 1 {a1} odd black; 2 {g8 h8} even black
        parity moves: 1 {a1} | 0 {}
        stable discs: 2 | 20
        edges: north unbalanced; east unbalanced; south unbalanced; west unbalanced
        Stoner traps: 0 {} | 0 {}
        tempo: 1 {a1} +1 | -1; 2 {g8 h8} +2 | -2
    "#]].assert_eq(&(text + "\n"));
}

#[test]
fn liberty_is_lost_by_giving_a_corner_alone() {
    let b2: Square = "b2".parse().unwrap();
    let mut rows = [
        "........", "..O.....", "..OOO...", "...XO...", "...OX...", "........", "........",
        "........",
    ];
    // After b2 the diagonal from a1 is black from b2 to e5, and empty behind.
    let moves = &Features::of(&set_up(rows, Color::Black)).moves.black;
    assert_ne!(moves.liberties & b2.bit(), 0);
    // With a white disc behind, b2 gives a1 away, and likewise g7 gives h8; no other move does.
    rows[5] = ".....O..";
    let moves = &Features::of(&set_up(rows, Color::Black)).moves.black;
    assert_eq!(names(moves.legal & !moves.liberties), "b2 g7");
}

#[test]
fn pass_forcing_moves_of_the_championship_game() {
    let black = CHAMPIONSHIP.as_bytes().chunks(2).enumerate().skip(52);
    for (moves, name) in black {
        let played: Square = std::str::from_utf8(name).unwrap().parse().unwrap();
        let position = replay(CHAMPIONSHIP, moves);
        // White passes after each of Black's moves from the 53rd on; the 60th ends the game.
        let side = if moves == 52 { Color::Black } else { Color::White };
        assert_eq!(position.side_to_move(), side);
        let forcing = Features::of(&position).moves.black.pass_forcing;
        assert_eq!(forcing & played.bit() != 0, moves < 59, "{played}");
    }
}

#[test]
fn pass_is_not_forced_by_a_move_that_ends_the_game() {
    let rows = [
        "........", "........", "........", "..XO....", "........", "........", "........",
        "........",
    ];
    let moves = &Features::of(&set_up(rows, Color::Black)).moves.black;
    assert_eq!((names(moves.legal), moves.pass_forcing), ("e4".into(), 0));
}

#[test]
fn edge_of_six_is_printed_balanced() {
    let rows = [
        ".XXXXXX.", "...OO...", "...OO..O", "...XO..O", "...XX..O", "...X...O", ".......O",
        "..XXXXX.",
    ];
    let features = Features::of(&set_up(rows, Color::White));
    assert_eq!(features.balanced(Edge::North), Some(Color::Black));
    let line = "edges: north balanced black; east unbalanced; south unbalanced; west unbalanced";
    assert!(features.to_string().lines().any(|found| found == line));
}

/// Black g6 turns f6 and opens the diagonal f6, g7 to h8: whatever White answers, his own a8 included, Black
/// takes h8 or a8.
const TRAP: [&str; 8] = [
    "........", "........", "..O.....", "...OO...", "...XO...", "..XXXO..", ".X.O..O.", "....O...",
];

fn has_trap(position: &Position, square: &str, edge: Edge) -> bool {
    let trap = Trap { square: square.parse().unwrap(), edge };
    Features::of(position).traps.black.contains(&trap)
}

#[test]
fn stoner_trap_exchanges_corners() {
    let position = set_up(TRAP, Color::Black);
    assert!(has_trap(&position, "g6", Edge::South));
    assert!(!has_trap(&position, "g6", Edge::East), "no white disc on that edge");
    let after = position.board().play("g6".parse().unwrap()).unwrap();
    let a8: Square = "a8".parse().unwrap();
    let h8: Square = "h8".parse().unwrap();
    assert_ne!(after.legal_moves() & a8.bit(), 0, "White gets a corner");
    assert_ne!(after.play(a8).unwrap().legal_moves() & h8.bit(), 0, "and Black the other");
    // The same trap is seen with White to move.
    assert!(has_trap(&set_up(TRAP, Color::White), "g6", Edge::South));
}

#[test]
fn stoner_trap_needs_a_weak_edge() {
    let mut balanced = TRAP;
    balanced[7] = ".OOOOOO.";
    assert!(!has_trap(&set_up(balanced, Color::Black), "g6", Edge::South), "six of one colour");
    let mut corner = TRAP;
    corner[7] = "X...O...";
    assert!(!has_trap(&set_up(corner, Color::Black), "g6", Edge::South), "a corner is taken");
    let mut open = TRAP;
    open[5] = "..XXXX..";
    let position = set_up(open, Color::Black);
    let h8: Square = "h8".parse().unwrap();
    assert_ne!(position.board().legal_moves() & h8.bit(), 0);
    assert!(Features::of(&position).traps.black.iter().all(|trap| trap.edge != Edge::South));
}

#[test]
fn tempo_of_small_regions() {
    let tempo = |rows| {
        let features = Features::of(&set_up(rows, Color::Black));
        let [region] = features.regions[..] else { panic!("one region expected") };
        (region.tempo_of(Color::Black).unwrap(), region.tempo_of(Color::White).unwrap())
    };
    let mut rows = ["OOOOOOOO"; 8];
    // Black alone can play, on b1, after which a1 is closed to both.
    rows[0] = "..OOOOOX";
    assert_eq!(tempo(rows), (1, -1));
    // Either side can take a1.
    rows[0] = ".OOOOOOX";
    rows[1] = "XOOOOOOO";
    assert_eq!(tempo(rows), (1, 1));
    // One square each: Black b1, then White a1 through it; or White a1, and Black b1.
    rows[0] = "..OOOOXO";
    rows[1] = "XXOOOOOO";
    assert_eq!(tempo(rows), (0, 0));
    // Nobody can play.
    assert_eq!(
        tempo([
            "OOOOOOOO", "OOOOOOOO", "OOO.OOOO", "OOOOOOOO", "OOOOOOOO", "OOOOOOOO", "OOOOOOOO",
            "OOOOOOOX"
        ]),
        (0, 0)
    );
}

#[test]
fn tempo_is_left_out_in_large_regions() {
    let features = Features::of(&replay(GAME_1_4, 0));
    assert_eq!(features.regions.len(), 1);
    assert_eq!((features.regions[0].size(), features.regions[0].tempo), (60, None));
    assert!(features.to_string().lines().any(|line| line == "tempo: none"));
}

#[test]
fn stable_discs_grow_from_a_corner() {
    let rows = [
        "XXXO....", "XX......", "O.......", "...OX...", "...XO...", "........", "........",
        "........",
    ];
    let stable = Features::of(&set_up(rows, Color::Black)).stable;
    assert!(!stable.exhaustive);
    // White d1 is open on the right, white a3 below.
    assert_eq!((names(stable.discs.black), stable.discs.white), ("a1 b1 c1 a2 b2".into(), 0));
}

#[test]
fn stable_discs_on_full_lines() {
    let rows = [
        "........", "........", "........", "XOXOXOXO", "........", "........", "........",
        "........",
    ];
    let discs = set_up(rows, Color::Black).discs();
    // The row is full, a4 and h4 lie on the rim of both diagonals, but their columns are open.
    assert_eq!(stability::lower_bound(discs), ByColor { black: 0, white: 0 });
    let mut cross = rows;
    for row in [0, 1, 2, 4, 5, 6, 7] {
        cross[row] = "X.......";
    }
    let discs = set_up(cross, Color::Black).discs();
    assert_eq!(names(stability::lower_bound(discs).black), "a1 a2 a3 a4 a5 a6 a7 a8");
}

#[test]
fn stable_discs_fall_back_to_the_bound() {
    let board = set_up(CORNER_AND_PAIR, Color::Black).board();
    assert!(stability::exhaustive(board, 0, 100).is_some());
    assert_eq!(stability::exhaustive(board, 0, 2), None);
}

#[test]
fn creeping_in_the_championship_game() {
    let creeps = creeping(replay(CHAMPIONSHIP, 60).history());
    let found: Vec<String> = creeps.iter().map(Creep::to_string).collect();
    let expected = [
        "black h4 h3 h5 on east, leaving east unbalanced",
        "black a4 a8 b8 a7 on south and west, leaving south and west unbalanced",
        "black b1 h1 c1 on north, leaving north unbalanced",
        "white a5 h8 a2 on east and west, leaving east and west unbalanced",
    ];
    let indices: Vec<usize> = creeps[0].moves.iter().map(|&(index, _)| index).collect();
    assert_eq!(indices, [16, 18, 20]);
    assert_eq!(found, expected);
}

/// A history of Black's turns alone, all of them from one board.
fn black_moves(names: &[&str], board: Board) -> Vec<Ply> {
    let ply = |name: &&str| Ply { board, side: Color::Black, mv: name.parse().unwrap() };
    names.iter().map(ply).collect()
}

#[test]
fn creeping_needs_three_turns_on_two_edges() {
    let found = |names: &[&str]| -> Vec<(usize, Vec<Edge>)> {
        creeping(&black_moves(names, Board::START))
            .into_iter()
            .map(|creep| (creep.moves.len(), creep.edges))
            .collect()
    };
    use Edge::{East, North, South, West};
    assert_eq!(found(&["c1", "d1"]), []);
    assert_eq!(found(&["c1", "d1", "e1"]), [(3, vec![North])]);
    assert_eq!(found(&["c1", "d1", "h1"]), [(3, vec![North])]);
    assert_eq!(found(&["c1", "d1", "h3"]), [(3, vec![North, East])]);
    assert_eq!(found(&["c1", "a3", "h3"]), []);
    assert_eq!(found(&["c1", "d1", "c3", "e1"]), []);
    assert_eq!(found(&["c1", "d1", "pass", "e1"]), []);
    assert_eq!(
        found(&["c1", "a3", "a4", "c8", "c3"]),
        [(3, vec![North, West]), (3, vec![South, West])]
    );
}

#[test]
fn creeping_must_leave_an_edge_unbalanced() {
    let rows = [
        "........", "........", "........", "...OX...", "...XO...", "........", "........",
        ".XXXXOO.",
    ];
    // Were g8 black's to turn f8, it would complete six of one colour.
    let mut six = rows;
    six[7] = ".XXXXO..";
    let position = set_up(six, Color::Black);
    assert_eq!(creeping(&black_moves(&["b8", "c8", "g8"], position.board())), []);
    let mut five = rows;
    five[7] = ".XX.XO..";
    let position = set_up(five, Color::Black);
    let creeps = creeping(&black_moves(&["b8", "c8", "g8"], position.board()));
    assert_eq!(creeps.len(), 1);
    assert_eq!(creeps[0].unbalanced, [Edge::South]);
}
