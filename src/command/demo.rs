//! `heibai demo`: the main job on an embedded example, for a first look at a fresh build.
//!
//! Solves an endgame through the search's own interface, then starts this very program as a client would and has
//! it answer a `go`. Entry point: [`run`].

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context, bail, ensure};

use crate::cli::EngineArgs;
use crate::engine::{Goal, StopFlag};
use crate::game::{ByColor, Color, Game};
use crate::othello::search::{Config, Line, Request, Searcher};
use crate::othello::{DiscDiff, Move, Position, Scoring, Square};

use super::output::Output;

/// An endgame whose result is known.
struct Endgame {
    /// What it is.
    name: &'static str,
    /// The 64 squares, a1 first: `X` black, `O` white, `-` empty.
    board: &'static str,
    /// Who is to move.
    side: Color,
    /// The only best move.
    best: &'static str,
    /// The result under best play, side to move's view.
    result: DiscDiff,
}

/// The example: quick to solve on any machine, long enough to need a solver.
///
/// # Source
/// The FFO endgame suite, position 1.
const ENDGAME: Endgame = Endgame {
    name: "FFO position 1, 14 squares empty",
    board: "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--",
    side: Color::Black,
    best: "g8",
    result: DiscDiff(18),
};

/// The moves before the `go` of the example.
const OPENING: &str = "f5 d6 c3 d3 c4";

/// Runs the example with this binary on standard output.
///
/// # Errors
/// As [`run`] says.
pub fn show(engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    let program = std::env::current_exe().context("finding this program's own file")?;
    run(&mut Output::new(), &program, super::threads(engine))?;
    Ok(ExitCode::SUCCESS)
}

/// Shows the main job: an endgame solved, then a `go` answered over the protocol by `program`, which is this binary
/// ([`std::env::current_exe`]). Writes what it does to `out`, step by step.
///
/// # Errors
/// A result differs from the known one, the answer is no legal move, or something cannot be written or started.
pub fn run(out: &mut dyn Write, program: &Path, threads: usize) -> anyhow::Result<()> {
    writeln!(out, "1. An endgame, solved exactly: {}", ENDGAME.name)?;
    solve(out, &ENDGAME, threads)?;
    writeln!(out, "\n2. A client's conversation with `heibai` (> sent, < received)")?;
    converse(out, program)?;
    writeln!(out, "\nBoth answers are right. `heibai --help` tells what else there is.")?;
    out.flush()?;
    Ok(())
}

/// Solves `endgame`, plays the solution to its end and checks both against what is known.
fn solve(out: &mut dyn Write, endgame: &Endgame, threads: usize) -> anyhow::Result<()> {
    let position = endgame.position()?;
    draw(out, &position)?;
    let mut searcher = Searcher::new(Config { threads, ..Config::default() });
    let request = Request { goal: Goal::Exact, selectivity: 100, ..Request::default() };
    let begin = Instant::now();
    let report = searcher.search(position.board(), &request, &StopFlag::new(), &mut ());
    let seconds = begin.elapsed().as_secs_f64();

    let line = report.lines.first().context("the solver gave no line")?;
    let moves: Vec<String> = line.pv.iter().map(Move::to_string).collect();
    let value = line.score.to_discs();
    writeln!(out, "   {} plays {}: {value} discs", side_name(endgame.side), moves.join(" "))?;
    writeln!(out, "   {} nodes in {seconds:.3} s with {threads} search thread(s)", report.nodes)?;
    ensure!(line.is_exact(position.n_empties()), "the solver did not finish");
    ensure!(
        value == endgame.result && moves.first().is_some_and(|best| best == endgame.best),
        "expected {} {}",
        endgame.best,
        endgame.result
    );
    let end = replay(position, line)?;
    let total = end.final_score(Scoring::Winner);
    writeln!(out, "   Played to the end: {total}, Black first")?;
    let sign = if endgame.side == Color::Black { 1 } else { -1 };
    ensure!(total.difference() == DiscDiff(sign * value.0), "the line does not end in the score");
    Ok(())
}

fn replay(mut position: Position, line: &Line) -> anyhow::Result<Position> {
    for &mv in &line.pv {
        position.play(mv).with_context(|| format!("the line plays {mv}"))?;
    }
    ensure!(position.is_over(), "the line ends before the game does");
    Ok(position)
}

/// Starts `program` as a client, has it choose a move and checks that it is legal.
fn converse(out: &mut dyn Write, program: &Path) -> anyhow::Result<()> {
    let child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting {}", program.display()))?;
    let mut engine = Engine::new(child)?;
    engine.tell(out, "ugi")?;
    engine.wait_for(out, "ugiok")?;
    engine.tell(out, &format!("position startpos moves {OPENING}"))?;
    engine.tell(out, "go movetime 500")?;
    let answer = engine.wait_for(out, "bestmove")?;
    engine.tell(out, "quit")?;
    engine.wait_for_exit()?;

    let mv: Move = answer.split_whitespace().nth(1).context("bestmove without a move")?.parse()?;
    let mut position = Position::start();
    for text in OPENING.split(' ') {
        position.play(text.parse()?)?;
    }
    position.play(mv).with_context(|| format!("the engine answered {mv}"))
}

/// A started program and both ends of its conversation; killed if it is given up early.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn new(mut child: Child) -> anyhow::Result<Self> {
        let input = child.stdin.take().context("no way to write to the engine")?;
        let output = child.stdout.take().context("no way to read from the engine")?;
        Ok(Engine { child, input, output: BufReader::new(output) })
    }

    fn tell(&mut self, out: &mut dyn Write, line: &str) -> anyhow::Result<()> {
        writeln!(out, "   > {line}")?;
        out.flush()?;
        writeln!(self.input, "{line}").context("the engine does not listen")?;
        Ok(())
    }

    /// Passes the engine's lines on, its long list of options left out, until one begins with `word`, and returns
    /// that one.
    fn wait_for(&mut self, out: &mut dyn Write, word: &str) -> anyhow::Result<String> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                bail!("the engine left without '{word}'");
            }
            let line = line.trim_end();
            if !line.starts_with("option ") {
                writeln!(out, "   < {line}")?;
            }
            if line.split(' ').next() == Some(word) {
                return Ok(line.to_owned());
            }
        }
    }

    fn wait_for_exit(&mut self) -> anyhow::Result<()> {
        let status = self.child.wait()?;
        ensure!(status.success(), "the engine ended with {status}");
        Ok(())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Fails when it has ended already, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Endgame {
    fn position(&self) -> anyhow::Result<Position> {
        ensure!(self.board.len() == Square::COUNT, "the board has {} squares", self.board.len());
        let mut discs = ByColor { black: 0, white: 0 };
        for (square, letter) in Square::all().zip(self.board.chars()) {
            match letter {
                'X' => discs.black |= square.bit(),
                'O' => discs.white |= square.bit(),
                _ => {}
            }
        }
        Ok(Position::from_discs(discs, self.side)?)
    }
}

fn draw(out: &mut dyn Write, position: &Position) -> anyhow::Result<()> {
    let letters = match position.side_to_move() {
        Color::Black => ('X', 'O'),
        Color::White => ('O', 'X'),
    };
    let text: Vec<char> = position.board().to_text(letters.0, letters.1, '-').chars().collect();
    writeln!(out, "     a b c d e f g h")?;
    for (row, squares) in text.chunks(8).enumerate() {
        let squares: Vec<String> = squares.iter().map(char::to_string).collect();
        writeln!(out, "   {} {}", row + 1, squares.join(" "))?;
    }
    writeln!(out, "   {} ({}) to move", side_name(position.side_to_move()), letters.0)?;
    Ok(())
}

const fn side_name(side: Color) -> &'static str {
    match side {
        Color::Black => "Black",
        Color::White => "White",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position in which counting discs as they lie would make another move the best.
    const SMALL: Endgame = Endgame {
        name: "5 squares empty",
        board: "--XXXXX---XXOXOOOXXOXOOOOOXXOXOOOOOOOOOOOOOOOOOOOOXXOOOOOOOOOOOO",
        side: Color::White,
        best: "a2",
        result: DiscDiff(44),
    };

    #[test]
    fn endgame_is_solved_and_replayed() {
        let mut out = Vec::new();
        solve(&mut out, &SMALL, 1).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains("White plays a2 ") && out.contains("10:54 (-44)"), "{out}");
    }

    #[test]
    fn wrong_answers_are_told() {
        let error =
            solve(&mut Vec::new(), &Endgame { result: DiscDiff(42), ..SMALL }, 1).unwrap_err();
        assert_eq!(error.to_string(), "expected a2 +42");
    }

    #[test]
    fn example_is_as_its_name_says() {
        assert_eq!(ENDGAME.position().unwrap().n_empties(), 14);
        solve(&mut Vec::new(), &ENDGAME, 2).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn silent_engines_are_told() {
        let error = converse(&mut Vec::new(), Path::new("/bin/true")).unwrap_err().to_string();
        assert!(error.contains("left without") || error.contains("does not listen"), "{error}");
    }
}
