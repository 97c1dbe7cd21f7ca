//! The inner operations by the clock: `cargo bench`.
//!
//! Owns what is measured and on which boards; must not decide what is fast enough. Each measurement runs through
//! the boards of random games, hot, on one thread.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use heibai::engine::{Goal, StopFlag};
use heibai::othello::eval::{Evaluator, Tracked};
use heibai::othello::search::{Config, Request, Searcher};
use heibai::othello::{Board, Square, kernel};
use rand::{Rng, SeedableRng};

/// A board, a legal move and what it turns.
#[derive(Clone, Copy)]
struct Ply {
    board: Board,
    square: Square,
    flipped: u64,
}

/// The plies of random games that leave between `from` and `to` squares empty.
fn plies(from: u32, to: u32) -> Vec<Ply> {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let mut plies = Vec::new();
    while plies.len() < 2000 {
        let mut board = Board::START;
        while !board.is_over() {
            let moves: Vec<Square> = board.children().map(|(square, _)| square).collect();
            if moves.is_empty() {
                board = board.pass();
                continue;
            }
            let square = moves[rng.random_range(0..moves.len())];
            let flipped = board.flips(square);
            if (from..=to).contains(&board.n_empties()) {
                plies.push(Ply { board, square, flipped });
            }
            let Some(next) = board.play(square) else { break };
            board = next;
        }
    }
    plies
}

fn kernels(c: &mut Criterion) {
    let plies = plies(1, 50);
    let mut group = c.benchmark_group("kernel");
    group.throughput(Throughput::Elements(plies.len() as u64));
    group.bench_function("flip", |b| {
        b.iter(|| {
            plies.iter().fold(0, |sum, ply| {
                let (player, opponent) = (ply.board.player(), ply.board.opponent());
                sum ^ kernel::flip(ply.square.index(), black_box(player), opponent)
            })
        });
    });
    group.bench_function("mobility", |b| {
        b.iter(|| {
            plies.iter().fold(0, |sum, ply| {
                sum ^ kernel::mobility(black_box(ply.board.player()), ply.board.opponent())
            })
        });
    });
    group.bench_function("last flip", |b| {
        b.iter(|| {
            plies.iter().fold(0, |sum, ply| {
                let player = ply.board.player() & !ply.square.bit();
                sum + kernel::count_last_flips(ply.square.index(), black_box(player))[0]
            })
        });
    });
    group.finish();
}

fn evaluation(c: &mut Criterion) {
    let evaluator = Evaluator::default().ready();
    let plies = plies(20, 21);
    let tracked: Vec<Tracked> = plies.iter().map(|ply| Tracked::new(ply.board)).collect();
    let mut group = c.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(plies.len() as u64));
    group.bench_function("update", |b| {
        b.iter(|| {
            for (ply, at) in plies.iter().zip(&tracked) {
                black_box(black_box(at).after(ply.square, ply.flipped));
            }
        });
    });
    group.bench_function("update and evaluate", |b| {
        b.iter(|| {
            plies.iter().zip(&tracked).fold(0, |sum, (ply, at)| {
                sum + evaluator.evaluate(&black_box(at).after(ply.square, ply.flipped)).0
            })
        });
    });
    // The same board again and again: everything it looks up is in the nearest cache.
    let (ply, at) = (plies[0], tracked[0]);
    group.throughput(Throughput::Elements(1));
    group.bench_function("update and evaluate, hot", |b| {
        b.iter(|| evaluator.evaluate(&black_box(&at).after(ply.square, ply.flipped)).0);
    });
    group.finish();
}

fn solving(c: &mut Criterion) {
    let boards: Vec<Board> = plies(10, 10).iter().map(|ply| ply.board).take(200).collect();
    let mut searcher = Searcher::new(Config { threads: 1, hash_mib: 1 });
    let request = Request { goal: Goal::Exact, selectivity: 100, ..Request::default() };
    let mut group = c.benchmark_group("solve");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("10 empties", |b| {
        b.iter(|| {
            searcher.clear();
            for &board in &boards {
                black_box(searcher.search(board, &request, &StopFlag::new(), &mut ()));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, kernels, evaluation, solving);
criterion_main!(benches);
