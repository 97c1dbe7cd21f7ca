//! `heibai convert` through the real binary: every notation from every other, diagrams, faults.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use heibai::game::Game;
use heibai::othello::Position;
use heibai::othello::notation::transcript;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn convert(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_heibai"))
        .arg("convert")
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the child ends");
    writer.join().expect("the writer ends");
    output
}

fn good(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let output = convert(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    output.stdout
}

/// Plays games to their ends, some of them cut short.
fn games(count: usize) -> String {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let mut text = String::new();
    for _ in 0..count {
        let mut position = Position::start();
        let plies = random.random_range(1..120);
        for _ in 0..plies {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            position.play(legal[random.random_range(0..legal.len())]).unwrap();
        }
        text += &transcript::write(&position, false);
        text.push('\n');
    }
    // A pass at the very end is no move of a database.
    text.replace("pa\n", "\n")
}

#[test]
fn games_survive_every_notation_and_the_way_back() {
    let text = games(40);
    let mut carried = text.clone().into_bytes();
    for notation in ["ggf", "sgf", "wthor", "transcript", "sgf", "ggf", "wthor", "ggf"] {
        carried = good(&["--to", notation], &carried);
        let back = good(&["-", "--to", "transcript"], &carried);
        assert_eq!(String::from_utf8(back).unwrap(), text, "{notation}");
    }
}

#[test]
fn names_and_results_are_carried() {
    let game = b"(;GM[Othello]PB[anna]PW[bo]TY[8]B[F5]W[D6//2.5]RE[-10.00:r];)";
    let sgf = String::from_utf8(good(&["--to", "sgf"], game)).unwrap();
    assert!(sgf.contains("PB[anna]PW[bo]RE[W+R]"), "{sgf}");
    let ggf = String::from_utf8(good(&["--to", "ggf"], sgf.as_bytes())).unwrap();
    assert!(ggf.contains("PB[anna]PW[bo]") && ggf.contains(":r]"), "{ggf}");
}

#[test]
fn the_dialects_of_sgf_are_read_and_positions_written() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sgf/");
    let read = |name: &str, to: &str| {
        String::from_utf8(good(&[&format!("{data}{name}.sgf"), "--to", to], b"")).unwrap()
    };
    let moves = read("edax", "transcript");
    assert!(moves.len() > 100 && moves == read("quarry", "transcript"));
    assert_eq!(moves, read("gogui", "transcript"));
    assert_eq!(read("edax", "obf"), format!("{}O O;\n", "X".repeat(63)));
    assert!(read("must_pass", "ggf").contains("BO[8 "));
}

#[test]
fn a_database_has_the_year_asked_for() {
    let bytes = good(&["f5d6", "--to", "wthor", "--year", "2026"], b"");
    assert_eq!((bytes.len(), &bytes[10..12]), (16 + 68, &2026_u16.to_le_bytes()[..]));
    assert_eq!(&bytes[24..27], [56, 64, 0]);
    let again = good(&["--to", "wthor"], &bytes);
    assert_eq!(bytes, again);
}

#[test]
fn the_diagram_numbers_the_moves() {
    let text = String::from_utf8(good(&["--to", "diagram"], b"f5d6\n(D4E4f4)\n")).unwrap();
    let expected = "   a  b  c  d  e  f  g  h
1  .  .  .  .  .  .  .  .
2  .  .  .  .  .  .  .  .
3  .  .  .  .  .  .  .  .
4  .  .  .  O  X  .  .  .
5  .  .  .  X  O  1  .  .
6  .  .  .  2  .  .  .  .
7  .  .  .  .  .  .  .  .
8  .  .  .  .  .  .  .  .

   a  b  c  d  e  f  g  h
1  .  .  .  .  .  .  .  .
2  .  .  .  .  .  .  .  .
3  .  .  .  .  .  .  .  .
4  .  .  .  X  X  O  .  .
5  .  .  .  .  .  .  .  .
6  .  .  .  .  .  .  .  .
7  .  .  .  .  .  .  .  .
8  .  .  .  .  .  .  .  .
";
    assert_eq!(text, expected);
}

#[test]
fn what_is_wrong_is_named_and_the_rest_is_written() {
    for (input, to, written, place) in [
        ("f5d6\nf5f5\nd3\n", "transcript", "f5d6\nd3\n", "standard input: line 2: column 3"),
        ("(;GM[2];B[a1])(;GM[2];B[d3])", "transcript", "d3\n", "standard input: game 1: "),
        ("(A1b1)c1\n", "wthor", "", "line 1: expected a game from the start"),
        ("\0\0\0", "ggf", "", "standard input: expected 16 bytes"),
        ("", "ggf", "", "standard input: no game"),
    ] {
        let output = convert(&["--to", to], input.as_bytes());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{input:?}");
        assert!(errors.contains(place), "{input:?}: {errors}");
        if to != "wthor" {
            assert_eq!(String::from_utf8_lossy(&output.stdout), written, "{input:?}");
        }
    }
    let output = convert(&["nowhere.ggf", "--to", "ggf"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "heibai: nowhere.ggf: no such file\n");
}
