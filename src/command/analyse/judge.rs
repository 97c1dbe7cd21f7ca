//! What a move was worth: the score after best play and after the move itself.

use crate::engine::{Goal, StopFlag};
use crate::game::Color;
use crate::othello::bitboard::symmetry;
use crate::othello::search::{Line, Request, Searcher};
use crate::othello::{Board, Move, Ply, Score, Square};

/// A disc placed in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberedMove {
    /// Counted from 1, without passes.
    pub(super) number: u32,
    /// Who moved.
    pub(super) side: Color,
    /// The board before it, from the side that moved.
    pub(super) board: Board,
    /// Where.
    pub(super) square: Square,
    /// Whether the other side had to pass just before.
    pub(super) after_pass: bool,
}

/// Returns the placed discs of a history, numbered.
pub(super) fn numbered_moves(history: &[Ply]) -> Vec<NumberedMove> {
    let mut after_pass = false;
    let mut moves = Vec::new();
    for ply in history {
        if let Move::Place(square) = ply.mv {
            let number = moves.len() as u32 + 1;
            let Ply { board, side, .. } = *ply;
            moves.push(NumberedMove { number, side, board, square, after_pass });
        }
        after_pass = ply.mv == Move::Pass;
    }
    moves
}

/// A move with its worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    /// The move.
    pub(super) played: NumberedMove,
    /// The score after best play, mover's view.
    pub(super) best_score: Score,
    /// The score after the move, mover's view.
    pub(super) score: Score,
    /// The best move: the one played if there is none better.
    pub(super) best: Square,
    /// The line of best play; the move played first if there is none better.
    pub(super) pv: Vec<Move>,
    /// Whether both scores are results of the game under best play.
    pub(super) exact: bool,
}

impl Judged {
    /// Returns what the move lost.
    pub(super) fn lost(&self) -> Score {
        Score(self.best_score.0 - self.score.0)
    }
}

/// Searches for the worth of moves, the last one of a game first.
pub(super) struct Judge {
    searcher: Searcher,
    depth: u32,
    exact_from: u32,
    /// The position solved last, which the move before led to.
    solved: Option<Solved>,
}

/// A solved position, from the side to move.
struct Solved {
    board: Board,
    score: Score,
    pv: Vec<Move>,
}

impl Judge {
    pub(super) fn new(searcher: Searcher, depth: u32, exact_from: u32) -> Self {
        Judge { searcher, depth, exact_from, solved: None }
    }

    /// Judges a move; moves come from the end of the game backwards.
    pub(super) fn judge(&mut self, mv: &NumberedMove) -> Judged {
        if mv.board.n_empties() <= self.exact_from { self.solve(mv) } else { self.estimate(mv) }
    }

    /// Solves the position before and the position after the move.
    fn solve(&mut self, mv: &NumberedMove) -> Judged {
        let (after, mut tail) = self.after(mv);
        let best = self.search(mv.board, Goal::Exact, !0);
        let exact = best.is_exact(mv.board.n_empties());
        let score = -after;
        let mut pv = best.pv;
        if score >= best.score {
            pv = vec![Move::Place(mv.square)];
            pv.append(&mut tail);
        }
        self.solved = Some(Solved { board: mv.board, score: best.score, pv: pv.clone() });
        Judged {
            played: *mv,
            best_score: best.score,
            score,
            best: first_square(&pv).unwrap_or(mv.square),
            pv,
            exact,
        }
    }

    /// Returns the exact score after the move, from the side then to move, and its line.
    fn after(&mut self, mv: &NumberedMove) -> (Score, Vec<Move>) {
        let board = mv.board.after(mv.square, mv.board.flips(mv.square));
        if board.is_over() {
            return (Score::from_discs(board.final_score()), Vec::new());
        }
        if board.must_pass() {
            let (score, line) = self.solved_score(board.pass());
            return (-score, std::iter::once(Move::Pass).chain(line).collect());
        }
        self.solved_score(board)
    }

    /// Returns the exact score of a position that is not over, looked up if it was the last one solved.
    fn solved_score(&mut self, board: Board) -> (Score, Vec<Move>) {
        match &self.solved {
            Some(solved) if solved.board == board => (solved.score, solved.pv.clone()),
            _ => {
                let line = self.search(board, Goal::Exact, !0);
                (line.score, line.pv)
            }
        }
    }

    /// Compares the best move with the one played at the same depth.
    fn estimate(&mut self, mv: &NumberedMove) -> Judged {
        let goal = Goal::Depth(self.depth);
        let n_empties = mv.board.n_empties();
        // The positions judged before lie behind the move played: what the table knows of them is deeper than
        // what is found of its rivals, and scores of unlike depths do not compare.
        self.searcher.clear();
        let mut best = self.search(mv.board, goal, !0);
        if let Some(image) = image_with(mv.board, &best.pv, mv.square) {
            best.pv = image;
        }
        let mut played = best.clone();
        if first_square(&best.pv) != Some(mv.square) {
            played = self.search(mv.board, goal, mv.square.bit());
            // Searched alone the move may look better than the one found among all.
            if played.score >= best.score {
                best = played.clone();
            }
        }
        Judged {
            played: *mv,
            best_score: best.score,
            score: played.score,
            best: first_square(&best.pv).unwrap_or(mv.square),
            exact: best.is_exact(n_empties) && played.is_exact(n_empties),
            pv: best.pv,
        }
    }

    fn search(&mut self, board: Board, goal: Goal, root_moves: u64) -> Line {
        let request = Request { goal, root_moves, ..Request::default() };
        let report = self.searcher.search(board, &request, &StopFlag::new(), &mut ());
        // A search reports at least one line; an empty verdict stands for none.
        report.lines.into_iter().next().unwrap_or(Line {
            score: Score::default(),
            bound: crate::engine::Bound::Exact,
            depth: 0,
            seldepth: 0,
            selectivity: 0,
            pv: Vec::new(),
        })
    }
}

fn first_square(pv: &[Move]) -> Option<Square> {
    pv.first().and_then(|mv| mv.square())
}

/// Returns the line that begins with `square` and is the mirror image of `pv`, if the boards behind the two first
/// moves are mirror images of each other.
fn image_with(board: Board, pv: &[Move], square: Square) -> Option<Vec<Move>> {
    let after = |square: Square| board.after(square, board.flips(square));
    let (target, best) = (after(square), after(first_square(pv)?));
    let index = (0..8).find(|&index| best.symmetric(index) == target)?;
    let image = |mv: &Move| match mv {
        Move::Place(at) => Square::lowest(symmetry(at.bit(), index)).map(Move::Place),
        Move::Pass => Some(Move::Pass),
    };
    let tail = pv.iter().skip(1).map(image);
    std::iter::once(Some(Move::Place(square))).chain(tail).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::PositionFormat;
    use crate::othello::notation::parse_position;
    use crate::othello::search::Config;

    /// The final of the championship of 2006 as played on: White passes before moves 54 to 60.
    const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3h5h2d2c5c6b4e3b5f2c8d8b6c7f1g8b7a3e8g7d1a4a6a8c2b8e2a7a5b3h8h7a2a1b2b1h1c1g2e1g1";

    #[test]
    fn judge_finds_what_an_ending_lost() {
        let game = parse_position(PositionFormat::Any, GAME).unwrap().position;
        let moves = numbered_moves(game.history());
        assert_eq!(moves.len(), 60);
        assert!(moves[54].after_pass && !moves[52].after_pass);
        let mut judge = Judge::new(Searcher::new(Config { threads: 1, hash_mib: 16 }), 6, 16);
        for mv in moves[46..].iter().rev() {
            let judged = judge.judge(mv);
            // White gives 8 discs away with a5.
            let lost = if mv.number == 48 { 8 } else { 0 };
            assert_eq!(judged.lost(), Score(lost * Score::DISC), "move {}", mv.number);
            assert!(judged.exact);
            assert_eq!(judged.best == mv.square, lost == 0);
        }
    }

    #[test]
    fn a_mirrored_first_move_mirrors_the_line() {
        let line = |text: &str| -> Vec<Move> {
            parse_position(PositionFormat::Any, text)
                .unwrap()
                .position
                .history()
                .iter()
                .map(|ply| ply.mv)
                .collect()
        };
        let square = |text: &str| text.parse::<Square>().unwrap();
        let best = line("f5d6c3");
        for (first, image) in
            [("f5", "f5d6c3"), ("e6", "e6f4c3"), ("d3", "d3c5f6"), ("c4", "c4e3f6")]
        {
            assert_eq!(image_with(Board::START, &best, square(first)), Some(line(image)));
        }
        // f6 and d6 answer f5, but not as mirror images.
        let after = Board::START.after(square("f5"), Board::START.flips(square("f5")));
        assert_eq!(image_with(after, &line("f5d6c3")[1..], square("f6")), None);
        assert_eq!(image_with(after, &[], square("f6")), None);
    }

    #[test]
    fn symmetric_first_moves_lose_nothing() {
        let mut judge = Judge::new(Searcher::new(Config { threads: 1, hash_mib: 4 }), 6, 10);
        let mut judged = Vec::new();
        for square in ["d3", "c4", "f5", "e6"] {
            let game = parse_position(PositionFormat::Any, square).unwrap().position;
            judged.push(judge.judge(&numbered_moves(game.history())[0]));
        }
        for one in &judged {
            assert_eq!(one.lost(), Score(0), "{}", one.played.square);
            assert_eq!(one.best, one.played.square);
            assert_eq!(one.score, judged[0].score);
            // The line is legal: each of its moves turns discs.
            let line: String = one.pv.iter().map(Move::to_string).collect();
            assert_eq!(one.pv[0], Move::Place(one.played.square));
            assert!(parse_position(PositionFormat::Any, &line).is_ok(), "{line}");
        }
    }

    #[test]
    fn estimate_does_not_depend_on_what_was_judged_before() {
        let game = parse_position(PositionFormat::Any, &GAME[..24]).unwrap().position;
        let judge = || Judge::new(Searcher::new(Config { threads: 1, hash_mib: 4 }), 5, 10);
        let mut together = judge();
        for mv in numbered_moves(game.history()).iter().rev() {
            assert_eq!(together.judge(mv), judge().judge(mv), "move {}", mv.number);
        }
    }

    #[test]
    fn estimate_never_gains() {
        let game = parse_position(PositionFormat::Any, &GAME[..40]).unwrap().position;
        let mut judge = Judge::new(Searcher::new(Config { threads: 1, hash_mib: 4 }), 3, 10);
        for mv in numbered_moves(game.history()).iter().rev() {
            let judged = judge.judge(mv);
            assert!(judged.lost() >= Score(0));
            assert!(!judged.exact);
        }
    }
}
