//! Where a side may prove something about a chain when no walls enclose a small part of the board.
//!
//! Owns the choice of zones; what a zone is and why a proof in it holds on the board stands in [`super::region`]. A
//! zone chosen badly proves nothing, it proves nothing wrong.

use super::field::{Cell, Field};
use super::proof::Scope;
use crate::game::Color;
use crate::go::benson::pass_alive;

/// Zones in which the owner of the chain at `head` may show that it cannot be captured, the smallest first.
#[must_use]
pub fn to_keep(field: &Field, head: usize) -> Vec<Scope> {
    let Some(chain) = field.chain_at(head) else { return Vec::new() };
    let mut scopes: Vec<Scope> = Vec::new();
    for (largest, most) in [(4, 10), (8, 14), (12, 20), (18, 26)] {
        let found = Builder::new(field, chain.color).around(&chain.points, largest, most);
        if !scopes.contains(&found) {
            scopes.push(found);
        }
    }
    for most in [8, 12, 16] {
        let found = Builder::new(field, chain.color).beside(&chain.points, most);
        if !scopes.contains(&found) {
            scopes.push(found);
        }
    }
    scopes
}

/// The zone in which the opponent of the chain at `head` may show that it is dead; none if too much is open.
#[must_use]
pub fn to_kill(field: &Field, head: usize, most: usize) -> Option<Scope> {
    let chain = field.chain_at(head)?;
    let killer = !chain.color;
    let open =
        |point: usize| field.cell(point) != Cell::Off && field.cell(point).color() != Some(killer);
    let inside = field.connected(head, open);
    if inside.len() > most {
        return None;
    }
    let mut builder = Builder::new(field, killer);
    builder.add(&inside);
    builder.walls = independent(field, &inside, killer);
    let mut beside: Vec<usize> = inside.iter().flat_map(|point| field.neighbours(*point)).collect();
    beside.retain(|p| field.cell(*p) == Cell::Stone(killer) && !builder.walls.contains(p));
    // What the zone grows by may be what a wall lives on: then it is a wall no more.
    while !beside.is_empty() {
        for point in beside {
            builder.grow(point, 6, most);
        }
        let walls = independent(field, &builder.points(), killer);
        let (kept, lost) = builder.walls.iter().partition(|point| walls.contains(point));
        (builder.walls, beside) = (kept, lost);
    }
    builder.walls.retain(|point| !builder.inside[*point]);
    Some(builder.scope())
}

/// Returns the stones of `color` beside `points` that are alive whatever happens on `points`.
#[must_use]
pub fn independent(field: &Field, points: &[usize], color: Color) -> Vec<usize> {
    let mut without = field.clone();
    for &point in points {
        without.set(point, Cell::Off);
    }
    let alive = pass_alive(&without, color);
    let stone = |point: &usize| alive[*point] && field.cell(*point) == Cell::Stone(color);
    let mut walls: Vec<usize> = (0..field.n_points()).filter(stone).collect();
    let beside = |point: &usize| field.neighbours(*point).any(|next| points.contains(&next));
    let heads: Vec<usize> = walls.iter().copied().filter(beside).collect();
    let mut kept = vec![false; field.n_points()];
    for head in heads {
        if !kept[head] {
            for point in field.connected(head, |p| field.cell(p) == Cell::Stone(color)) {
                kept[point] = true;
            }
        }
    }
    walls.retain(|point| kept[*point]);
    walls
}

/// A zone in the making.
struct Builder<'a> {
    field: &'a Field,
    prover: Color,
    inside: Vec<bool>,
    /// Points inside that are not the prover's stones.
    n_open: usize,
    walls: Vec<usize>,
}

impl<'a> Builder<'a> {
    fn new(field: &'a Field, prover: Color) -> Self {
        let inside = vec![false; field.n_points()];
        Builder { field, prover, inside, n_open: 0, walls: Vec::new() }
    }

    fn add(&mut self, points: &[usize]) {
        for &point in points {
            if !self.inside[point] && matches!(self.field.cell(point), Cell::Empty | Cell::Stone(_))
            {
                self.inside[point] = true;
                self.n_open += usize::from(self.field.cell(point) != Cell::Stone(self.prover));
            }
        }
    }

    fn is_open(&self, point: usize) -> bool {
        self.field.cell(point) != Cell::Off && self.field.cell(point).color() != Some(self.prover)
    }

    /// Adds the prover's chain at `point` and what it encloses: regions of at most `largest` points, `most` together.
    fn grow(&mut self, point: usize, largest: usize, most: usize) {
        let mut chains = vec![point];
        while let Some(point) = chains.pop() {
            let Some(chain) = self.field.chain_at(point) else { continue };
            if self.inside[point] {
                continue;
            }
            self.add(&chain.points);
            let mut regions: Vec<Vec<usize>> = Vec::new();
            for beside in chain.points.iter().flat_map(|point| self.field.neighbours(*point)) {
                let known = regions.iter().any(|region| region.contains(&beside));
                if self.is_open(beside) && !self.inside[beside] && !known {
                    regions.push(self.field.connected(beside, |point| self.is_open(point)));
                }
            }
            regions.sort_by_key(Vec::len);
            for region in regions {
                if region.len() > largest || self.n_open + region.len() > most {
                    continue;
                }
                self.add(&region);
                let around = region.iter().flat_map(|point| self.field.neighbours(*point));
                chains.extend(
                    around.filter(|point| self.field.cell(*point) == Cell::Stone(self.prover)),
                );
            }
        }
    }

    fn around(mut self, chain: &[usize], largest: usize, most: usize) -> Scope {
        self.grow(chain[0], largest, most);
        self.scope()
    }

    /// Adds the chain and the `most` open points that are nearest to it, with the prover's chains beside those.
    fn beside(mut self, chain: &[usize], most: usize) -> Scope {
        self.add(chain);
        let mut queue: Vec<usize> = chain.to_vec();
        let mut next = 0;
        while let Some(&point) = queue.get(next) {
            next += 1;
            for beside in self.field.neighbours(point) {
                if self.inside[beside] {
                    continue;
                }
                if self.field.cell(beside) == Cell::Stone(self.prover) {
                    self.add(&self.field.chain_at(beside).map_or(Vec::new(), |c| c.points));
                } else if self.field.cell(beside) == Cell::Empty && self.n_open < most {
                    self.add(&[beside]);
                    queue.push(beside);
                }
            }
        }
        self.scope()
    }

    fn points(&self) -> Vec<usize> {
        (0..self.field.n_points()).filter(|point| self.inside[*point]).collect()
    }

    fn scope(self) -> Scope {
        Scope { points: self.points(), around: Some(!self.prover), walls: self.walls }
    }
}
