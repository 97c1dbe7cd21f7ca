//! The alpha-beta search of a node.

use arrayvec::ArrayVec;

use super::moves::{self, Hints};
use super::params;
use super::tt::Entry;
use super::worker::Worker;
use super::{MAX_PLY, PROVED, WIN};
use crate::engine::Bound;
use crate::game::Color;
use crate::renju::Point;
use crate::renju::pattern::Threat;

/// Beyond every score.
pub(super) const INFINITE: i32 = 32_000;

/// A win found in the table counts from its node.
fn from_table(score: i32, ply: usize) -> i32 {
    if score.abs() < PROVED { score } else { score - score.signum() * ply as i32 }
}

fn to_table(score: i32, ply: usize) -> i32 {
    if score.abs() < PROVED { score } else { score + score.signum() * ply as i32 }
}

/// Tells a position with its side to move.
pub(super) fn key(hash: u64, side: Color) -> u64 {
    if side == Color::White { hash ^ 0x1c80_317f_a3b1_799d } else { hash }
}

impl Worker<'_> {
    /// Searches the present position, `ply` from the root, and returns its score, side to move's view.
    ///
    /// The score lies outside the window where it is only a bound. It means nothing once the search is halted.
    pub(super) fn search(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        let is_pv = beta - alpha > 1;
        self.nodes += 1;
        if is_pv {
            self.pv[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if self.abandons() {
            return 0;
        }
        let side = self.side(ply);
        if self.field.board().n_empties() == 0 {
            return 0;
        }
        let win_in = |plies: usize| WIN - (ply + plies) as i32;
        if ply >= MAX_PLY - 4 {
            return self.shared.evaluator.evaluate(&self.field, side);
        }
        if let Some(five) = self.field.five(side) {
            if is_pv {
                self.pv[ply].push(five);
            }
            return win_in(1);
        }
        if let Some(must) = self.field.five(!side) {
            if self.field.count(!side, Threat::Five) > 1 || !self.field.is_allowed(must, side) {
                return -win_in(2);
            }
            // The only reply costs no depth.
            self.field.make(must, side);
            let score = -self.search(-beta, -alpha, depth, ply + 1, !cut);
            self.field.unmake();
            if is_pv {
                self.extend_pv(ply, must);
            }
            return score;
        }
        if let Some(four) = moves::straight_four(&mut self.field, side) {
            if is_pv {
                self.pv[ply].push(four);
            }
            return win_in(3);
        }
        // No score can be better than a win by a straight four next, nor worse than a loss by one.
        let (mut alpha, beta) = (alpha.max(-win_in(4)), beta.min(win_in(5)));
        if alpha >= beta {
            return alpha;
        }
        let excluded = self.stack[ply].excluded;
        let key = key(self.field.hash(), side);
        let entry = if excluded.is_none() { self.shared.table.probe(key) } else { None };
        if let Some(entry) = entry {
            let score = from_table(entry.score, ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if decides && entry.depth >= depth && !is_pv {
                return score;
            }
        }
        // What stands in the table has been looked at for fours already, the shallower the less.
        if excluded.is_none() && entry.is_none_or(|entry| is_pv || entry.depth < depth) {
            let mut line = is_pv.then(|| std::mem::take(&mut self.pv[ply]));
            let found = self.fours(side, params::fours_nodes(depth), line.as_mut());
            if let Some(line) = line {
                self.pv[ply] = line;
            }
            if let Some(plies) = found {
                let score = win_in(plies as usize);
                let entry = Entry {
                    score: to_table(score, ply),
                    eval: 0,
                    depth: 100,
                    bound: Bound::Lower,
                    best: None,
                };
                self.shared.table.store(key, entry);
                return score;
            }
        }
        let threatened = moves::straight_four(&mut self.field, !side).is_some();
        let static_eval = match entry {
            Some(entry) => entry.eval,
            None => self.shared.evaluator.evaluate(&self.field, side),
        };
        if depth <= 0 && (!threatened || depth <= params::DEEPEST_LEAF) {
            if entry.is_none() && excluded.is_none() {
                let entry = Entry {
                    score: static_eval,
                    eval: static_eval,
                    depth: 0,
                    bound: Bound::Exact,
                    best: None,
                };
                self.shared.table.store(key, entry);
            }
            return static_eval;
        }
        self.stack[ply].eval = static_eval;
        let improving = ply >= 2 && static_eval > self.stack[ply - 2].eval;
        let eval = match entry {
            Some(entry) if entry.score.abs() < PROVED => match entry.bound {
                Bound::Lower => static_eval.max(entry.score),
                Bound::Upper => static_eval.min(entry.score),
                Bound::Exact => entry.score,
            },
            _ => static_eval,
        };
        let plain = !threatened && excluded.is_none() && beta.abs() < PROVED;
        if !is_pv && plain {
            let other_four_three = self.field.count(!side, Threat::FourThree) > 0;
            if depth <= 7
                && !other_four_three
                && eval - params::futility_margin(depth, improving) >= beta
            {
                return eval;
            }
            // The search by fours has found nothing.
            if depth <= 2 && eval + params::razor_margin(depth) <= alpha {
                return eval;
            }
        }
        let table_move = entry.and_then(|entry| entry.best);
        let mut depth = depth;
        if table_move.is_none() && depth >= 5 && !threatened {
            depth -= 1;
        }
        let mut extended = None;
        if let (Some(entry), Some(best)) = (entry, table_move)
            && depth >= 7
            && ply < 60
            && excluded.is_none()
            && entry.bound != Bound::Upper
            && entry.depth >= depth - 3
            && entry.score.abs() < PROVED
        {
            let bound = entry.score - 3 * depth;
            self.stack[ply].excluded = Some(best);
            let score = self.search(bound - 1, bound, (depth - 1) / 2, ply, cut);
            self.stack[ply].excluded = None;
            if self.is_halted() {
                return 0;
            }
            if score < bound {
                extended = Some(best);
            } else if bound >= beta && !is_pv {
                return bound;
            }
        }
        let last = self.field.stones().last().map(|&(point, _)| point);
        let hints = Hints { table: table_move, answer: self.history.answer(side, last) };
        let mut list = if threatened {
            moves::defences(&mut self.field, side, self.history, hints)
        } else {
            moves::all(&mut self.field, side, self.history, hints)
        };
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut count = 0;
        let mut tried: ArrayVec<Point, 64> = ArrayVec::new();
        while let Some(candidate) = moves::next(&mut list) {
            let point = candidate.point;
            if excluded == Some(point) || !self.field.is_allowed(point, side) {
                continue;
            }
            if best > -PROVED && plain && candidate.quiet && !is_pv {
                if depth <= 6 && count >= params::move_count(depth, improving) {
                    continue;
                }
                if depth <= 5 && eval + params::quiet_margin(depth) <= alpha {
                    continue;
                }
            }
            count += 1;
            self.field.make(point, side);
            self.shared.table.prefetch(self::key(self.field.hash(), !side));
            let new_depth = depth - 1 + i32::from(extended == Some(point));
            let mut score = -INFINITE;
            let mut full = count == 1;
            if !full {
                let mut reduced = new_depth;
                if depth >= 3 && count > 2 && !threatened {
                    let mut plies = params::reduction(depth, count);
                    plies += i32::from(cut) + i32::from(!improving);
                    plies -= i32::from(is_pv) + i32::from(!candidate.quiet) * 2;
                    plies -= self.history.get(side, point) / 4096;
                    reduced = (new_depth - plies.max(0)).clamp(1.min(new_depth), new_depth);
                }
                score = -self.search(-alpha - 1, -alpha, reduced, ply + 1, true);
                if score > alpha && reduced < new_depth {
                    score = -self.search(-alpha - 1, -alpha, new_depth, ply + 1, !cut);
                }
                full = is_pv && score > alpha && score < beta;
            }
            if full {
                score = -self.search(-beta, -alpha, new_depth, ply + 1, !is_pv && !cut);
            }
            self.field.unmake();
            if self.is_halted() {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(point);
                    bound = Bound::Exact;
                    if is_pv {
                        self.extend_pv(ply, point);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    alpha = score;
                }
            }
            if tried.len() < tried.capacity() {
                tried.push(point);
            }
        }
        if best == -INFINITE {
            return match (excluded, threatened) {
                (Some(_), _) => alpha,
                // Whatever is played, the straight four comes.
                (None, true) => -win_in(4),
                (None, false) => static_eval,
            };
        }
        if let Some(point) = best_move.filter(|_| bound == Bound::Lower) {
            self.history.reward(side, point, &tried, last, depth.max(1));
        }
        if excluded.is_none() {
            let entry = Entry {
                score: to_table(best, ply),
                eval: static_eval,
                depth: depth.max(0),
                bound,
                best: best_move,
            };
            self.shared.table.store(key, entry);
        }
        best
    }

    /// Makes the line of a ply a move followed by the line below.
    pub(super) fn extend_pv(&mut self, ply: usize, first: Point) {
        let (above, below) = self.pv.split_at_mut(ply + 1);
        if let (Some(pv), Some(tail)) = (above.last_mut(), below.first()) {
            pv.clear();
            pv.push(first);
            let room = pv.remaining_capacity();
            pv.extend(tail.iter().copied().take(room));
        }
    }
}
