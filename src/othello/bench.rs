//! The fixed positions whose node count is the signature of the search.
//!
//! Changing the list or what is asked of it changes every signature: it is a commit of its own.

use crate::engine::{Goal, StopFlag};
use crate::othello::Board;
use crate::othello::search::{Config, Request, Searcher};

/// What the search is built with, so that the count is the same everywhere.
pub const CONFIG: Config = Config { threads: 1, hash_mib: 16 };

/// Plies searched where the game is not solved.
const DEPTH: u32 = 10;
/// Empty squares up to which a position is solved.
const SOLVE: u32 = 18;

/// Searches every position, the table empty before the first one, and returns the nodes, or `None` if `stop`
/// was raised first.
///
/// `progress` takes the number of each position, from 1, and its nodes.
///
/// # Determinism
/// The same number on every machine and every run, for a searcher built with [`CONFIG`].
pub fn run(
    searcher: &mut Searcher,
    stop: &StopFlag,
    progress: &mut dyn FnMut(usize, u64),
) -> Option<u64> {
    searcher.configure(CONFIG);
    searcher.clear();
    let mut total = 0;
    for (index, board) in boards().enumerate() {
        let goal = if board.n_empties() <= SOLVE { Goal::Exact } else { Goal::Depth(DEPTH) };
        let request = Request { goal, ..Request::default() };
        let report = searcher.search(board, &request, stop, &mut ());
        if stop.is_raised() {
            return None;
        }
        total += report.nodes;
        progress(index + 1, report.nodes);
    }
    Some(total)
}

/// Returns the positions, from the side to move.
pub fn boards() -> impl Iterator<Item = Board> {
    POSITIONS.iter().filter_map(|text| {
        let discs = |letter| {
            let squares = text.bytes().enumerate().filter(|&(_, byte)| byte == letter);
            squares.fold(0, |set, (index, _)| set | 1 << index)
        };
        Board::new(discs(b'X'), discs(b'O')).ok()
    })
}

/// Squares a1 to h8, `X` to move: 31 middle games of randomised self-play from the start on, then positions
/// with a forced pass, a finished game, small endgames, and the easiest of the FFO endgame test.
#[rustfmt::skip]
const POSITIONS: [&str; 50] = [
    "---------------------------OX------XO---------------------------",
    "---------------------------OX------OXX-----O--------------------",
    "-----------O-------O-------OX-----OOX-------X-------------------",
    "-------------------X-------XX-----OOOOO-----X-X-----------------",
    "------------------O------OXXX---O-XXOO-----X-X------------------",
    "------------X-O---OXXO----OXXX----OOO-----O---------------------",
    "----O-------O------XOO-----XO-----XOXX---X---XX-------X--------X",
    "----X-------X-------XO----OOOO-----OOOX----X-OX---XO------------",
    "--O-X------OX-----XOO----XXXXO----XXX------XXO------------------",
    "--------------------X----XOOOOO---XOO------OO---OOOX-----OOX----",
    "--X--------X------OOX--O---OOX-O--OOOXXO--O--XX--O--------------",
    "-------------X----XOXX-X---XXXX--OOOOOOO---OXXO-----------------",
    "--------O------X-O--OOX-XOOOOX---OOOOX----O-OO---O--O-----------",
    "------------------OOXO--OXXOXO--XXXOOO---XOOOO----O-X-----------",
    "---O--X----OXX----OOXX----OOXXX--OOXX----XOOX----X-O------------",
    "X--O-----X--OOX---XXOO---OOOXO-O-XXXXXXX-----X--------X---------",
    "--O----O--O---O---OOOO--X-OOOOX-XXXOOXX-O-X-O-O--------O--------",
    "---X--------X----XXO-XOO--OOXOX----XOXX---OOXOXX-----XO-------XO",
    "-X---XO---X-XXX---OOOX----OOX---OOOOOOO--OXO----OXO-----X-------",
    "--X-------XXO---OOXOXXX-OOOOXXX-OOOXXXX-OOOX--------------------",
    "OX-------O--XO--OOOXXXX--OOOXX---XXXXXX---XX-O---O-X-XO---------",
    "--------O--O--XX-O-OOX-X--OOXOXX---XXXOX--XOOOOO---O-OO----O--O-",
    "---XO---O-XXX----O-XXXO-XXOOXO---OOOOOXX---OOOX------O-------OOO",
    "----------O-----OOOO-XO-OOXXXXO-XXOXXX---XOOXX----OOX-X---OOO--X",
    "---OX---X-OOOOO--XXOOOO-XXXOOOX-XXOOOO---X-O-O--OXXO------------",
    "---OO-----XOXX--O-XOXX---XXXOX--XXOOOO--XXXOOX--X-OO-XX-X--O----",
    "------------O---O-XOOO-XOOOOOOX-OOOOOOOOOOXOOXXX---OOO----OOX---",
    "-----O--O-X-O-O--O-OOO-OXXOOXOOO-OXXXXOO-OXXXOOO-OX-X-O-O------O",
    "-O-------OXXX----OO----O-OXOXX-OOOXOOXOOOOXO-OO-XOXXOOO-XXXXX---",
    "--------X----X--XOOOOOOXXOOXXOOOXOOXOXOXX--OXOX---OXXXXX--XXXOO-",
    "-O----XO-OXXXXXO-O-X-OOO-OOXOO-O-X-XOO-O--XXOOOO-OOO-XOOO-O-XXXO",
    "OOOOOOO-OOOOOOOOOOXOXOXOOOOXOOXOOOOOXXXOOOOOXXXOOOXXXX-OOOXX---O",
    "-OOOOOOO---XOOOO--XXXXOOX-XXXXOOXXXXXXXXXXXXXOXX--OOOOOOOOOOOOOO",
    "OOOOOOOOXOOOOOOOXOOXOXXOXXXXXXX-XXXOXX--XXXXX---XXXX-O--XXX---O-",
    "-X-OOOOO--X-OOOO-XXXOOXOXXXXOOOOXXOXOOOOXXXXXXXO--X-X--O-------O",
    "XXXXXXX-XXXXXX-OXXOOXXOOXXXXXOOOOXXXOXOOOXXOXOOOO-OOOOOOOOOOOOOO",
    "XXXOOOOOXXOOOXOXXXOOOOOXXXXOOOXXXXOXOXXXXXOOXOXXXXOOOXXXX-X-OOXX",
    "O-O-XXXXOOXXXXXXOOOOXXOOOXOXOXXOOXXOOOXOOXOOO-X-OOOOX-XOOOOXXX--",
    "XXXXXXXXOXOOOXXXOOXOXOXXXOOXXXOXXXOOXOOOXO-XXX--XXX-X-X-XX--X--X",
    "--OX-OOOXOX--OOOXXOXXXOXXXXXXOX-X-XXOXOOXXOOOO--XXOOXXXXO-OO-OX-",
    "X-X--OO-OOOOOO----XOOOOX-XXXXOOXXX-OOOOXXXOOOOOO-XOOOOO-XXXX-O-X",
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--",
    "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX-",
    "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX",
    "-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO-",
    "-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX--",
    "--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX-",
    "--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO-",
    "---O-O--O-OOOO--OOOOXOOOOOOXXXXXOOXOOOX-OXOOOOX-OXXOOO--OXXOOX--",
    "--OXOO--X-XXOOOO-XXXOOOO-OXOOOXOOOXOXXXOXOOXOXOO--XOXX----XXXX--",
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn bench_positions_cover_every_stage() {
        let all: Vec<Board> = boards().collect();
        assert_eq!(all.iter().map(|board| board.canonical()).collect::<HashSet<_>>().len(), 50);
        assert!(POSITIONS.iter().all(|text| text.len() == 64));
        assert!(all.iter().filter(|board| board.must_pass()).count() >= 4);
        assert!(all.iter().any(|board| board.is_over()));
        for stage in 0..6 {
            let stage = stage * 10..=stage * 10 + 10;
            assert!(all.iter().any(|board| stage.contains(&board.n_empties())), "{stage:?}");
        }
    }

    #[test]
    fn bench_stops_when_asked() {
        let stop = StopFlag::new();
        stop.raise();
        assert_eq!(run(&mut Searcher::new(CONFIG), &stop, &mut |_, _| {}), None);
    }
}
