//! The steps of an opening by search: balanced stones before a swap, swaps, declared numbers, offers and choices of fifth
//! moves.
//!
//! Owns what an opening's steps are worth; must not know how a search works. Each decision compares positions by small
//! searches, so that their sum keeps to the limits of one move.

use rand::Rng;
use rand::seq::IndexedRandom as _;

use crate::engine::{Goal, StopFlag};
use crate::game::Color;
use crate::renju::opening::symmetry::figure_with;
use crate::renju::opening::{Area, Count, Step};
use crate::renju::search::{Line, Request, Searcher};
use crate::renju::{Action, Point, Points, Position};

/// Nodes of a decision where the limits name none.
const NODES: u64 = 240_000;
/// A balanced stone may be so much less balanced than the best.
///
/// # Units
/// 1/100 point.
const LEEWAY: i32 = 12;
/// Fourth moves that are looked at when fifth moves will be offered.
const FOURTHS: usize = 5;

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// The action, allowed in the position.
    pub(super) action: Action,
    /// What it is worth to who acts.
    pub(super) score: i32,
    /// Nodes of the searches.
    pub(super) nodes: u64,
}

/// Decides the steps of an opening.
pub(super) struct Opener<'a> {
    searcher: &'a mut Searcher,
    stop: &'a StopFlag,
    /// Nodes of the whole decision.
    budget: u64,
    level: u32,
    spent: u64,
}

impl<'a> Opener<'a> {
    pub(super) fn new(
        searcher: &'a mut Searcher,
        stop: &'a StopFlag,
        nodes: Option<u64>,
        level: u32,
    ) -> Self {
        let budget = nodes.unwrap_or(NODES).min(NODES * 4);
        Opener { searcher, stop, budget, level, spent: 0 }
    }

    /// Chooses what the script asks for among `allowed`, or among everything; `None` where an ordinary search decides.
    pub(super) fn choose(
        &mut self,
        position: &Position,
        allowed: &[Action],
        rng: &mut impl Rng,
    ) -> Option<Choice> {
        let steps: Vec<Step> = position.steps().collect();
        let (action, score) = match *steps.first()? {
            Step::Place { area, .. } => match plan(position) {
                Plan::Any => (Action::Place(*stones(position, allowed, area).choose(rng)?), 0),
                Plan::Balanced => self.balanced(position, allowed, area, rng)?,
                Plan::Fourth(count) => self.fourth(position, allowed, count)?,
                // The whole board is the ordinary search's.
                Plan::Best if area == Area::Anywhere => return None,
                Plan::Best => self.best(position, allowed, area)?,
            },
            Step::Swap { .. } => self.swap(position, &steps),
            Step::Declare { least, most, .. } => self.declare(position, least, most),
            Step::Offer { count, .. } => self.offer(position, number(position, count)),
            Step::Choose { .. } => self.keep(position)?,
            Step::Branch { .. } => return None,
        };
        let action = match allowed {
            [] => action,
            allowed if allowed.contains(&action) => action,
            allowed => *allowed.first()?,
        };
        Some(Choice { action, score, nodes: self.spent })
    }

    /// Returns whether its searches have been told to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// Returns the nodes of its searches.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// Searches a position for the side whose stone is next, as one of `parts` searches.
    pub(super) fn lines(
        &mut self,
        position: &Position,
        multi_pv: usize,
        points: Vec<Point>,
        parts: u64,
    ) -> Vec<Line> {
        let rules = position.rules();
        let request = Request {
            goal: Goal::Depth(self.level.clamp(1, 12)),
            level: self.level,
            multi_pv,
            nodes: Some((self.budget / parts.max(1)).max(200)),
            root_moves: points,
        };
        let report = self.searcher.search(
            position.board(),
            position.next_stone(),
            rules.rule,
            &request,
            self.stop,
            &mut (),
        );
        self.spent += report.nodes;
        report.lines
    }

    /// Returns what a position is worth to the side whose stone is next.
    fn worth(&mut self, position: &Position, parts: u64) -> i32 {
        self.lines(position, 1, Vec::new(), parts).first().map_or(0, |line| line.score)
    }

    /// Chooses an action where no step of an opening is left: a claim, the best stone, a pass where none may be put.
    pub(super) fn stone(&mut self, position: &Position) -> Option<Action> {
        let actions = position.safe_actions();
        if actions.contains(&Action::Claim(None)) {
            return Some(Action::Claim(None));
        }
        let best = self.best(position, &[], Area::Anywhere).map(|(action, _)| action);
        best.filter(|&action| position.check(action).is_ok()).or(actions.first().copied())
    }

    /// Chooses the best stone for its colour within an area.
    fn best(
        &mut self,
        position: &Position,
        allowed: &[Action],
        area: Area,
    ) -> Option<(Action, i32)> {
        let points = stones(position, allowed, area);
        let line = self.lines(position, 1, points, 1).into_iter().next()?;
        Some((Action::Place(*line.pv.first()?), line.score))
    }

    /// Chooses a stone after which neither colour is better, for the other player may take either.
    fn balanced(
        &mut self,
        position: &Position,
        allowed: &[Action],
        area: Area,
        rng: &mut impl Rng,
    ) -> Option<(Action, i32)> {
        let points = match area {
            Area::Anywhere => near(position, &stones(position, allowed, area)),
            Area::Square(_) => stones(position, allowed, area),
        };
        let mut unlike = Vec::new();
        let board = coloured(position);
        for point in points {
            let mut after = position.clone();
            let figure = figure_with(&board, point);
            if unlike.iter().all(|(_, known, _)| *known != figure)
                && after.play(Action::Place(point)).is_ok()
            {
                unlike.push((point, figure, after));
            }
        }
        let parts = unlike.len() as u64;
        // Where little is on the board every stone is as good as another.
        let early = position.board().n_stones() < 2;
        let scored: Vec<(Point, i32)> = unlike
            .into_iter()
            .map(|(point, _, after)| {
                let worth = if early { 0 } else { self.value(&after, parts).abs() };
                (point, worth)
            })
            .collect();
        let least = scored.iter().map(|&(_, worth)| worth).min()?;
        let good: Vec<&(Point, i32)> =
            scored.iter().filter(|(_, worth)| *worth <= least + LEEWAY).collect();
        let &&(point, worth) = good.choose(rng)?;
        Some((Action::Place(point), -worth))
    }

    /// Returns what a position in an opening is worth to White, offers of fifth moves that are to come counted in.
    fn value(&mut self, position: &Position, parts: u64) -> i32 {
        let white = |score: i32, side: Color| if side == Color::White { score } else { -score };
        match (offers_ahead(position), position.next_stone()) {
            (Some(count), Color::White) => self.fourths(position, count, parts).1,
            (Some(count), Color::Black) => -self.fifth(position, count, parts),
            (None, side) => white(self.worth(position, parts), side),
        }
    }

    /// Returns what Black is left with when he offers `count` fifth moves and White takes the worst.
    fn fifth(&mut self, position: &Position, count: u8, parts: u64) -> i32 {
        let wanted = usize::from(count.max(1));
        let lines = self.lines(position, wanted, fifths(position), parts);
        // A line without depth says nothing of its move.
        lines.iter().rfind(|line| line.depth > 0).map_or(0, |line| line.score)
    }

    /// Chooses White's fourth stone: the one that leaves Black the worst of `count` fifth moves.
    fn fourths(&mut self, position: &Position, count: u8, parts: u64) -> (Option<Point>, i32) {
        let share = 2 * parts;
        let position = onward(position, count);
        let first = self.lines(&position, FOURTHS, Vec::new(), share);
        let mut best = (None, i32::MIN);
        for point in first.iter().filter_map(|line| line.pv.first().copied()) {
            let mut after = position.clone();
            if after.play(Action::Place(point)).is_ok() {
                let score = -self.fifth(&after, count, share * FOURTHS as u64);
                if score > best.1 {
                    best = (Some(point), score);
                }
            }
        }
        if best.0.is_none() { (None, 0) } else { best }
    }

    fn fourth(
        &mut self,
        position: &Position,
        allowed: &[Action],
        count: u8,
    ) -> Option<(Action, i32)> {
        match self.fourths(position, count, 1) {
            (Some(point), score) if allowed.is_empty() => Some((Action::Place(point), score)),
            _ => self.best(position, allowed, Area::Anywhere),
        }
    }

    /// Takes the better colour; with a second way, that one where it is better still.
    fn swap(&mut self, position: &Position, steps: &[Step]) -> (Action, i32) {
        let own = |score: i32| if position.actor() == Color::White { score } else { -score };
        let offer = steps.iter().find_map(|step| match *step {
            Step::Offer { count, .. } => Some(number(position, count)),
            _ => None,
        });
        if let Some(count) = offer {
            let left = self.fifth(position, count, 1);
            if left > 0 {
                return self.offer(position, count);
            }
            // Whoever must put a stone that the other may take gains nothing by it.
            return (Action::Swap, 0);
        }
        let score = own(self.value(position, 1));
        if score < 0 { (Action::Swap, -score) } else { (Action::NoSwap, score) }
    }

    /// Declares the number of fifth moves with which neither colour is better.
    fn declare(&mut self, position: &Position, least: u8, most: u8) -> (Action, i32) {
        let mut best = (least, i32::MAX);
        let wanted = usize::from(most);
        let scores: Vec<i32> = match position.next_stone() {
            Color::Black => {
                let points = fifths(position);
                self.lines(position, wanted, points, 1).iter().map(|line| line.score).collect()
            }
            Color::White => (least..=most.min(least + 4))
                .map(|count| -self.fourths(position, count, 5).1)
                .collect(),
        };
        let first = if position.next_stone() == Color::Black { 1 } else { least };
        for (count, score) in (first..=most).zip(scores) {
            if count >= least && score.abs() < best.1 {
                best = (count, score.abs());
            }
        }
        (Action::Declare(best.0), -best.1.min(10_000))
    }

    /// Offers the best fifth moves that are not symmetric.
    fn offer(&mut self, position: &Position, count: u8) -> (Action, i32) {
        let wanted = usize::from(count);
        let candidates = fifths(position);
        let lines = self.lines(position, wanted, candidates.clone(), 1);
        let mut points: Vec<Point> =
            lines.iter().filter_map(|line| line.pv.first().copied()).collect();
        let score = lines.last().map_or(0, |line| line.score);
        // No two of these are symmetric.
        let mut others = candidates.into_iter().chain(position.distinct_fifth_moves());
        while points.len() < wanted {
            let Some(point) = others.next() else { break };
            if !points.contains(&point) {
                points.push(point);
            }
        }
        (Action::Offer(points.into_iter().take(wanted).collect::<Points>()), score)
    }

    /// Keeps the fifth move that is best for White.
    fn keep(&mut self, position: &Position) -> Option<(Action, i32)> {
        let offered: Vec<Point> = position.offered().iter().collect();
        let parts = offered.len() as u64;
        let mut best: Option<(Action, i32)> = None;
        for point in offered {
            let mut after = position.clone();
            if after.play(Action::Choose(point)).is_err() {
                continue;
            }
            let worth = self.worth(&after, parts);
            if best.is_none_or(|(_, known)| worth > known) {
                best = Some((Action::Choose(point), worth));
            }
        }
        best
    }
}

fn number(position: &Position, count: Count) -> u8 {
    match count {
        Count::Exactly(count) => count,
        Count::Declared => position.declared().max(1),
    }
}

/// What a stone of an opening is to be.
enum Plan {
    /// One of several that its player puts before the other chooses a colour; the last one makes up for the others.
    Any,
    /// One after which the other player may take either colour.
    Balanced,
    /// White's fourth, after which so many fifth moves are offered.
    Fourth(u8),
    /// The best for its colour.
    Best,
}

/// Returns the steps that are left, at a branch those of the first way.
fn ahead(position: &Position) -> impl Iterator<Item = Step> {
    let mut cursor = position.cursor();
    std::iter::from_fn(move || {
        let step = cursor.steps().next()?;
        cursor = cursor.after(step);
        Some(step)
    })
}

fn plan(position: &Position) -> Plan {
    let mut steps = ahead(position);
    let first = steps.next();
    let mut between = 0;
    for step in steps {
        match step {
            Step::Swap { .. } | Step::Declare { .. } if between == 0 => return Plan::Balanced,
            Step::Swap { .. } | Step::Declare { .. } => return Plan::Any,
            Step::Offer { .. } => break,
            // Who puts the next stone as well is not done yet.
            Step::Place { .. } if step.actor() == first.and_then(Step::actor) => between += 1,
            _ => break,
        }
    }
    match offers_ahead(position) {
        Some(count) => Plan::Fourth(count),
        None => Plan::Best,
    }
}

/// Returns how many fifth moves will be offered, if the script says so.
fn offers_ahead(position: &Position) -> Option<u8> {
    ahead(position).find_map(|step| match step {
        Step::Offer { count: Count::Exactly(count), .. } => Some(count),
        // Where it has still to be said how many, two are usual.
        Step::Offer { .. } if position.declared() == 0 => Some(2),
        Step::Offer { .. } => Some(position.declared()),
        _ => None,
    })
}

/// Returns the position in which a stone is next: colours kept, `count` fifth moves declared.
fn onward(position: &Position, count: u8) -> Position {
    let mut position = position.clone();
    loop {
        let step = position.steps().next();
        let action = match step {
            Some(Step::Swap { .. }) => Action::NoSwap,
            Some(Step::Declare { .. }) => Action::Declare(count),
            _ => return position,
        };
        if position.play(action).is_err() {
            return position;
        }
    }
}

/// Returns the stones with their colours.
pub(super) fn coloured(position: &Position) -> Vec<(Point, Color)> {
    let of = |color| position.board().stones(color).map(move |point| (point, color));
    Color::ALL.into_iter().flat_map(of).collect()
}

/// Returns the fifth moves near stones, one of each set that look the same.
fn fifths(position: &Position) -> Vec<Point> {
    let stones = coloured(position);
    let mut points = position.distinct_fifth_moves();
    points.retain(|point| stones.iter().any(|(stone, _)| stone.distance(*point) <= 3));
    points
}

/// Returns the points of an area that may be taken.
fn stones(position: &Position, allowed: &[Action], area: Area) -> Vec<Point> {
    let size = position.board().size();
    position
        .board()
        .empties()
        .filter(|&point| area.contains(point, size))
        .filter(|&point| allowed.is_empty() || allowed.contains(&Action::Place(point)))
        .collect()
}

/// Returns the points within three lines of the centre or two of a stone.
fn near(position: &Position, points: &[Point]) -> Vec<Point> {
    let board = position.board();
    let centre = Point::centre(board.size());
    let stones: Vec<Point> = Color::ALL.iter().flat_map(|&color| board.stones(color)).collect();
    let is_near = |point: &&Point| {
        point.distance(centre) <= 3 && stones.iter().all(|stone| stone.distance(**point) <= 4)
    };
    let near: Vec<Point> = points.iter().filter(is_near).copied().collect();
    if near.is_empty() { points.to_vec() } else { near }
}
