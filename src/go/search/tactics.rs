//! Ataris, captures and ladders on a [`Fast`] board.
//!
//! Owns what is read a few moves deep around one chain; must not know the tree or random games.

use crate::game::Color;
use crate::go::search::fast::{EMPTY, Fast, PASS, code};

/// A few points.
pub(super) type Few = arrayvec::ArrayVec<u16, 24>;

fn push(few: &mut Few, index: u16) {
    if !few.contains(&index) {
        let _ = few.try_push(index);
    }
}

/// Returns the number of liberties, `most` at most, that a stone of `color` on an empty point has after what it
/// captures, with one of them and the stones of its chain.
pub(super) fn after(board: &Fast, color: Color, index: u16, most: usize) -> (usize, u16, usize) {
    let own = code(color);
    let mut found = arrayvec::ArrayVec::<u16, 8>::new();
    let mut stones = 1;
    let mut heads = arrayvec::ArrayVec::<u16, 4>::new();
    let most = most.min(found.capacity());
    let enough = |found: &arrayvec::ArrayVec<u16, 8>| found.len() >= most;
    for beside in board.beside(index) {
        let cell = board.cell(beside);
        if cell == EMPTY {
            if !found.contains(&beside) && !enough(&found) {
                found.push(beside);
            }
        } else if cell == own {
            let head = board.head(beside);
            if !heads.contains(&head) {
                heads.push(head);
                stones += usize::from(board.stones(beside));
            }
        } else if cell == 3 - own && board.atari(beside) == index && !enough(&found) {
            // What is captured beside the point becomes a liberty.
            if !found.contains(&beside) {
                found.push(beside);
            }
            // A chain of several stones leaves room behind.
            if board.stones(beside) > 1 && !enough(&found) {
                board.each_stone(beside, |stone| {
                    let is_room = board.beside(stone).into_iter().any(|next| {
                        next == index
                            || (board.cell(next) == own && heads.contains(&board.head(next)))
                    });
                    if is_room && found.len() < most && !found.contains(&stone) {
                        found.push(stone);
                    }
                });
            }
        }
    }
    for &head in &heads {
        if enough(&found) {
            break;
        }
        let (n, liberties) = board.liberties::<4>(head);
        for &liberty in &liberties[..n] {
            if liberty != index && !found.contains(&liberty) && found.len() < most {
                found.push(liberty);
            }
        }
        // The captured stones beside own chains make liberties too.
        if !enough(&found) {
            board.each_stone(head, |stone| {
                for beside in board.beside(stone) {
                    if board.cell(beside) == 3 - own
                        && board.atari(beside) == index
                        && found.len() < most
                        && !found.contains(&beside)
                    {
                        found.push(beside);
                    }
                }
            });
        }
    }
    (found.len(), found.first().copied().unwrap_or(PASS), stones)
}

/// Returns whether the move puts its own chain in atari and gives more than a throw-in would.
pub(super) fn is_bad_self_atari(board: &Fast, color: Color, index: u16) -> bool {
    let own = code(color);
    let free = board.beside(index).into_iter().filter(|&at| board.cell(at) == EMPTY).count();
    if free >= 2 {
        return false;
    }
    let (n, _, stones) = after(board, color, index, 2);
    if n >= 2 {
        return false;
    }
    if stones > 4 {
        return true;
    }
    // Stones thrown in may take an eye away from a chain that is short of liberties itself.
    let threatens = board
        .beside(index)
        .into_iter()
        .any(|at| board.cell(at) == 3 - own && board.liberties::<3>(at).0 <= 2);
    !threatens
        && (stones > 1 || !board.beside(index).into_iter().any(|at| board.cell(at) == 3 - own))
}

/// Lists the moves that may save the chain on `index`, which has one liberty: captures beside it and the liberty.
pub(super) fn saving_moves(board: &Fast, index: u16, few: &mut Few) {
    let own = board.cell(index);
    let liberty = board.atari(index);
    board.each_stone(index, |stone| {
        for beside in board.beside(stone) {
            if board.cell(beside) == 3 - own {
                let capture = board.atari(beside);
                if capture != PASS {
                    push(few, capture);
                }
            }
        }
    });
    push(few, liberty);
}

fn color_of(cell: u8) -> Color {
    if cell == 1 { Color::Black } else { Color::White }
}

/// Moves that one ladder is read to, over all its branches.
const LADDER_MOVES: u32 = 120;

/// Boards for reading, kept to save their making; on the heap, since a ladder is as deep as [`LADDER_MOVES`] and a
/// board takes some 17 KiB.
pub(super) struct Reader {
    boards: Vec<Box<Fast>>,
    left: u32,
}

impl Reader {
    pub(super) fn new(board: &Fast) -> Self {
        Reader { boards: vec![Box::new(board.clone())], left: 0 }
    }

    /// Makes a copy of `board` for the moves that follow; it comes back to `boards` afterwards.
    fn copy(&mut self, board: &Fast) -> Box<Fast> {
        match self.boards.pop() {
            Some(mut copy) => {
                copy.copy_from(board);
                copy
            }
            None => Box::new(board.clone()),
        }
    }

    /// Returns whether the chain on `index`, in atari and its owner to move, is captured all the same.
    pub(super) fn is_lost(&mut self, board: &Fast, index: u16) -> bool {
        self.left = LADDER_MOVES;
        self.lost(board, index)
    }

    /// Returns where the opponent captures the chain on `index`, which has two liberties, by an unbroken row of
    /// ataris.
    pub(super) fn ladder(&mut self, board: &Fast, index: u16) -> Option<u16> {
        self.left = LADDER_MOVES;
        self.attack(board, index)
    }

    fn attack(&mut self, board: &Fast, index: u16) -> Option<u16> {
        let own = board.cell(index);
        let attacker = color_of(3 - own);
        let (n, liberties) = board.liberties::<3>(index);
        if n != 2 {
            return None;
        }
        for (at, other) in [(liberties[0], liberties[1]), (liberties[1], liberties[0])] {
            if self.left == 0 {
                return None;
            }
            if !board.is_legal(attacker, at) {
                continue;
            }
            // A stone that can be taken at once does not hold, unless the taking fills the last liberty.
            let (mine, only, _) = after(board, attacker, at, 2);
            if mine == 1 && only != other {
                continue;
            }
            self.left -= 1;
            let mut next = self.copy(board);
            next.play(attacker, at);
            let lost = self.lost(&next, index);
            self.boards.push(next);
            if lost {
                return Some(at);
            }
        }
        None
    }

    fn lost(&mut self, board: &Fast, index: u16) -> bool {
        let own = board.cell(index);
        let owner = color_of(own);
        let mut moves = Few::new();
        saving_moves(board, index, &mut moves);
        for at in moves {
            if self.left == 0 {
                return false;
            }
            if !board.is_legal(owner, at) {
                continue;
            }
            self.left -= 1;
            let mut next = self.copy(board);
            next.play(owner, at);
            let (n, _) = next.liberties::<3>(index);
            let escapes = match n {
                3.. => true,
                2 => self.attack(&next, index).is_none(),
                _ => false,
            };
            self.boards.push(next);
            if escapes {
                return false;
            }
        }
        true
    }
}
