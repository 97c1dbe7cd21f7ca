//! One thread of the tree search: down the tree, a random game, and the count of how it ended.
//!
//! Owns a thread's boards and randomness; shares the tree, the position and the limits with the others.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::engine::StopFlag;
use crate::game::Color;
use crate::go::search::fast::{Fast, PASS};
use crate::go::search::params::Params;
use crate::go::search::policy::{Game, Policy};
use crate::go::search::prior;
use crate::go::search::rng::Rng;
use crate::go::search::tactics::Reader;
use crate::go::search::tree::{Numbers, ROOT, Tree, WIN};

/// The deepest line of the tree.
const DEEPEST: usize = 512;

/// Late in a game one game of so many begins with a pass at the root.
const PASS_SHARE: u32 = 50;

/// What every thread of a search sees.
pub(super) struct Shared<'a> {
    pub(super) tree: &'a Tree,
    pub(super) root: &'a Fast,
    pub(super) side: Color,
    pub(super) last: [u16; 2],
    /// Passes that ended in the root.
    pub(super) passes: u32,
    /// What White gets, in hundredths of a point.
    pub(super) komi: i32,
    pub(super) params: &'a Params,
    /// Whether the game is so late that a pass is looked into.
    pub(super) tries_pass: bool,
    /// Moves the root may not choose, by index.
    pub(super) barred: Vec<bool>,
    pub(super) games: AtomicU64,
    pub(super) most_games: u64,
    pub(super) stop: &'a StopFlag,
    pub(super) halt: AtomicBool,
}

impl Shared<'_> {
    /// Returns whether the search is over.
    pub(super) fn is_over(&self) -> bool {
        self.halt.load(Relaxed)
            || self.stop.is_raised()
            || self.games.load(Relaxed) >= self.most_games
    }
}

/// One thread's boards, reused from game to game.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    board: Fast,
    reader: Reader,
    rng: Rng,
    path: Vec<(u32, Color)>,
    /// For each point the number of the game in which a stone was last placed there, doubled, and who was first.
    played: Vec<u32>,
    stamp: u32,
    /// For each point in how many games Black had it in the end, less those in which White had it.
    pub(super) owners: Vec<i32>,
    pub(super) counted: u32,
    /// Stones placed in all games.
    pub(super) plies: u64,
    pub(super) deepest: u32,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, seed: u64) -> Self {
        let len = shared.root.len();
        Worker {
            shared,
            board: shared.root.clone(),
            reader: Reader::new(shared.root),
            rng: Rng::new(seed),
            path: Vec::with_capacity(DEEPEST),
            played: vec![0; len],
            stamp: 0,
            owners: vec![0; len],
            counted: 0,
            plies: 0,
            deepest: 0,
        }
    }

    /// Gives the root its children.
    pub(super) fn open_root(&mut self) {
        let Worker { shared, reader, .. } = self;
        let (root, side, last) = (shared.root, shared.side, shared.last);
        shared.tree.expand(ROOT, || prior::seeds(root, side, last, reader, shared.params));
    }

    /// Plays one game: down the tree and on at random to its end.
    pub(super) fn game(&mut self) {
        let Worker { shared, board, reader, rng, path, played, .. } = self;
        let tree = shared.tree;
        board.copy_from(shared.root);
        self.stamp += 2;
        if self.stamp > u32::MAX - 4 {
            played.fill(0);
            self.stamp = 2;
        }
        let stamp = self.stamp;
        path.clear();
        let mut game = Game { board, side: shared.side, last: shared.last, passes: shared.passes };
        let mut here = ROOT;
        tree.node(ROOT).enter();
        path.push((ROOT, !game.side));
        // Two passes end a game, but where they stand behind the root the side to move may play on.
        let mut ended = false;
        while path.len() < DEEPEST {
            if tree.children(here).is_none() {
                let visits = tree.node(here).visits();
                if visits < shared.params.expand_at && here != ROOT {
                    break;
                }
                let (board, side, last) = (&*game.board, game.side, game.last);
                tree.expand(here, || prior::seeds(board, side, last, reader, shared.params));
            }
            let Some(children) = tree.children(here) else { break };
            let Some(child) = select(shared, children, here, game.board, game.side, rng) else {
                break;
            };
            let node = tree.node(child);
            node.enter();
            let mv = node.mv();
            let side = game.side;
            if mv != PASS {
                mark(played, stamp, side, mv);
            }
            game.play(mv);
            path.push((child, side));
            here = child;
            if game.passes >= 2 {
                ended = true;
                break;
            }
        }
        self.deepest = self.deepest.max(path.len() as u32 - 1);
        let (balance, side) = (game.board.balance(), game.side);
        // What follows the end shows who owns what.
        game.passes = 0;
        let mut plies = path.len() as u64 - 1;
        game.play_out(Policy::Heavy, rng, |color, index| {
            plies += 1;
            mark(played, stamp, color, index);
        });
        self.plies += plies;
        let area = self.count();
        let (wins, lead) = self.outcome(area, balance, side, ended);
        self.update(wins, lead);
    }

    /// Counts who owns what and returns Black's area less White's.
    fn count(&mut self) -> i32 {
        let mut count = [0_i32; 4];
        for index in self.board.points() {
            let owner = self.board.owner(index);
            count[usize::from(owner)] += 1;
            self.owners[usize::from(index)] += match owner {
                1 => 1,
                2 => -1,
                _ => 0,
            };
        }
        self.counted += 1;
        count[1] - count[2]
    }

    /// Returns what Black has won of [`WIN`] and its lead in hundredths of a point.
    ///
    /// Territory is area less the stones placed. In the tree they are counted, and so is each one wasted; a random
    /// game fills its own territory, so behind the tree both sides are taken to place as many, the first of them
    /// perhaps one more.
    fn outcome(&self, area: i32, balance: i32, side: Color, ended: bool) -> (u64, i64) {
        let parity = match (ended, side) {
            (true, _) => 0,
            (false, Color::Black) => -50,
            (false, Color::White) => 50,
        };
        let lead = 100 * (area - balance) + parity - self.shared.komi;
        let won = match lead.signum() {
            1 => 1.0,
            0 => 0.5,
            _ => 0.0,
        };
        let share = self.shared.params.lead_share;
        let (width, height) = self.board.size();
        let scale = f64::from(width * height);
        let margin = 0.5 + 0.5 * (f64::from(lead) / (100.0 * scale)).clamp(-1.0, 1.0);
        let wins = (1.0 - share) * won + share * margin;
        ((wins * WIN as f64) as u64, i64::from(lead))
    }

    fn update(&mut self, black: u64, lead: i64) {
        let tree = self.shared.tree;
        let stamp = self.stamp;
        for &(index, mover) in self.path.iter().rev() {
            let node = tree.node(index);
            match mover {
                Color::Black => node.leave(black, lead),
                Color::White => node.leave(WIN - black, -lead),
            }
            // The children are moves of the other side.
            let Some(children) = tree.children(index) else { continue };
            let side = !mover;
            let wins = if side == Color::Black { black } else { WIN - black };
            let wanted = stamp | side.index() as u32;
            for child in children {
                let node = tree.node(child);
                if self.played[usize::from(node.mv())] == wanted {
                    node.see(wins);
                }
            }
        }
    }

    /// Plays games until the search is over or `most` were played.
    pub(super) fn run(&mut self, most: u64) {
        for _ in 0..most {
            if self.shared.is_over() {
                return;
            }
            self.shared.games.fetch_add(1, Relaxed);
            self.game();
        }
    }
}

/// Notes who placed the first stone of a game on a point.
#[inline(always)]
fn mark(played: &mut [u32], stamp: u32, color: Color, index: u16) {
    let first = &mut played[usize::from(index)];
    if *first & !1 != stamp {
        *first = stamp | color.index() as u32;
    }
}

/// Chooses the child that promises most: its own games and beliefs, and at first the games in which its move was made
/// later.
///
/// # Source
/// S. Gelly and D. Silver, "Combining online and offline knowledge in UCT", ICML 2007.
fn select(
    shared: &Shared<'_>,
    children: std::ops::Range<u32>,
    parent: u32,
    board: &Fast,
    side: Color,
    rng: &mut Rng,
) -> Option<u32> {
    let params = shared.params;
    let tree = shared.tree;
    let weight = params.explore * (tree.node(parent).visits() as f32).max(1.0).ln().sqrt();
    let mut best = None;
    let mut most = f32::MIN;
    if parent == ROOT && shared.tries_pass {
        // The pass is always the last.
        let pass = children.end - 1;
        let seldom = tree.node(pass).visits() < tree.node(ROOT).visits() / PASS_SHARE;
        if seldom && tree.node(pass).mv() == PASS && !shared.barred[usize::from(PASS)] {
            return Some(pass);
        }
    }
    for child in children {
        let node = tree.node(child);
        if parent == ROOT && shared.barred[usize::from(node.mv())] {
            continue;
        }
        let noise = (rng.bits() >> 40) as f32 * (1e-3 / (1 << 24) as f32);
        let value =
            promise(&node.numbers(), params) + noise + weight / (1.0 + node.visits() as f32).sqrt();
        if value > most {
            most = value;
            best = Some(child);
        }
    }
    debug_assert!(
        best.is_none_or(|child| {
            let mv = tree.node(child).mv();
            mv == PASS || board.is_legal(side, mv)
        }),
        "a node's move is not legal"
    );
    best
}

fn promise(numbers: &Numbers, params: &Params) -> f32 {
    let visits = numbers.visits + numbers.prior_visits;
    let own = if visits > 0.0 { (numbers.wins + numbers.prior_wins) / visits } else { 0.5 };
    let n = numbers.amaf_visits;
    if n == 0.0 {
        return own;
    }
    let later = numbers.amaf_wins / n;
    let beta = n / (n + visits + n * visits / params.rave);
    beta * later + (1.0 - beta) * own
}
