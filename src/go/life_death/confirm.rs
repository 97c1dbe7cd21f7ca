//! From the questions to the verdicts: which chains are alive.
//!
//! Each part of the board that walls enclose is confirmed by itself. First, for every chain: can it be captured?
//! Then, for those that can: where would a new stone count, and can one be brought forth that lasts? It counts on
//! the chain's *ground*: the points reached from the chain through empty points and through chains that can be
//! captured.

use super::audit::{Bound, ground};
use super::budget::{Budget, Spent, Stop};
use super::extract::extract;
use super::field::{Cell, Chain, Field};
use super::graph::{Graph, Next, Question};
use super::narrow;
use super::proof::{Claim, Proof, Scope};
use super::region::Region;
use super::solve::Solution;
use super::zone;
use crate::game::Color;
use crate::go::benson::pass_alive;

/// A graph with no more positions is solved as a whole before anything else is tried.
const WHOLE_GRAPH: u64 = 5_000;

/// Zones are searched twice, with so many positions.
const ZONE_STATES: [u64; 2] = [3_000, 60_000];

/// The most points, stones of the killer apart, of a zone in which a chain is to be killed.
const LARGEST_ZONE: usize = 26;

/// What a chain is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Alive: it cannot be captured.
    Uncapturable,
    /// Alive: its capture enables a new stone that cannot be captured.
    Enabling,
    /// Dead.
    Dead,
    /// Not found out within the budget, in a region of so many points that can change.
    Unknown {
        /// The points of the region: empty ones and stones.
        points: usize,
        /// Why.
        stop: Stop,
    },
}

impl Status {
    /// Returns whether the chain is alive, `None` if that is unknown.
    #[must_use]
    pub fn is_alive(self) -> Option<bool> {
        match self {
            Status::Uncapturable | Status::Enabling => Some(true),
            Status::Dead => Some(false),
            Status::Unknown { .. } => None,
        }
    }
}

/// A chain with its verdict.
#[derive(Clone, Debug)]
pub struct ChainStatus {
    /// The chain.
    pub chain: Chain,
    /// The verdict.
    pub status: Status,
    /// Whether the chain is alive even if its owner never answers; then it needs no proof.
    pub pass_alive: bool,
    /// What shows the verdict: first about capture, then about new stones if the chain can be captured.
    pub proofs: Vec<Proof>,
}

impl ChainStatus {
    /// Returns whether the chain can be captured, as far as that is known.
    #[must_use]
    pub fn is_capturable(&self) -> Option<bool> {
        if self.pass_alive {
            return Some(false);
        }
        match self.proofs.first()?.claim {
            Claim::Uncapturable => Some(false),
            _ => Some(true),
        }
    }
}

/// The verdicts on all chains of a board.
#[derive(Clone, Debug)]
pub struct Confirmation {
    /// Every chain, in the order of [`Field::chains`].
    pub chains: Vec<ChainStatus>,
    /// What it took.
    pub spent: Spent,
}

impl Confirmation {
    /// Returns the verdict on the chain at `point`.
    #[must_use]
    pub fn at(&self, point: usize) -> Option<&ChainStatus> {
        self.chains.iter().find(|found| found.chain.points.contains(&point))
    }

    /// Returns how many points the region had where the chain at `point` was not found out; 0 if it was.
    #[must_use]
    pub fn region_of(&self, point: usize) -> usize {
        match self.at(point).map(|found| found.status) {
            Some(Status::Unknown { points, .. }) => points,
            _ => 0,
        }
    }

    /// Returns how many points the largest part with stones has that walls enclose.
    #[must_use]
    pub fn largest_part(&self, field: &Field) -> usize {
        let holds = |part: &&Vec<usize>| part.iter().any(|point| self.at(*point).is_some());
        parts(field).iter().filter(holds).map(Vec::len).max().unwrap_or(0)
    }

    /// Returns every chain and whether it lives, as far as is known.
    #[must_use]
    pub fn lives(&self) -> Vec<(Chain, Option<bool>)> {
        self.chains.iter().map(|found| (found.chain.clone(), found.status.is_alive())).collect()
    }
}

/// Confirms every chain of `field`.
///
/// # Cost
/// Grows threefold with every empty point or so; see the table in `docs/go.md`.
/// # Determinism
/// Always, unless the flag of `budget` is raised.
/// # Examples
/// ```
/// use heibai::go::life_death::{Budget, Field, Status, confirm};
/// // The one black stone can be captured, but then it takes four: a snapback.
/// let field = Field::parse(&["BOX.B", "BOOOB", "BBBBB"]).unwrap();
/// let found = confirm(&field, &Budget::default());
/// assert_eq!(found.at(2).unwrap().status, Status::Enabling);
/// assert_eq!(found.at(1).unwrap().status, Status::Dead);
/// ```
#[must_use]
pub fn confirm(field: &Field, budget: &Budget) -> Confirmation {
    confirm_by(field, budget, true)
}

/// Confirms every chain by proofs in zones alone, as if no walls enclosed anything: much stays unknown, but what is found
/// is what [`confirm`] finds.
#[must_use]
pub fn confirm_in_zones(field: &Field, budget: &Budget) -> Confirmation {
    confirm_by(field, budget, false)
}

fn confirm_by(field: &Field, budget: &Budget, in_parts: bool) -> Confirmation {
    let mut spent = Spent::default();
    let mut chains: Vec<ChainStatus> = Vec::new();
    let alive = Color::ALL.map(|color| pass_alive(field, color));
    for part in parts(field) {
        let mut here: Vec<ChainStatus> = field
            .chains()
            .into_iter()
            .filter(|chain| part.contains(&chain.head()))
            .map(|chain| ChainStatus {
                status: Status::Unknown { points: part.len(), stop: Stop::Points },
                pass_alive: alive[chain.color.index()][chain.head()],
                proofs: Vec::new(),
                chain,
            })
            .collect();
        let mut search = Search { field, part: &part, in_parts, budget, spent: &mut spent };
        search.run(&mut here);
        chains.extend(here);
    }
    chains.sort_by_key(|found| found.chain.head());
    Confirmation { chains, spent }
}

/// Returns the parts of the board that walls enclose.
fn parts(field: &Field) -> Vec<Vec<usize>> {
    let open = |point: usize| matches!(field.cell(point), Cell::Empty | Cell::Stone(_));
    let mut seen = vec![false; field.n_points()];
    let mut parts = Vec::new();
    for point in (0..field.n_points()).filter(|point| open(*point)) {
        if !seen[point] {
            let mut part = field.connected(point, open);
            for &point in &part {
                seen[point] = true;
            }
            part.sort_unstable();
            parts.push(part);
        }
    }
    parts
}

/// The confirmation of one part of the board.
struct Search<'a> {
    field: &'a Field,
    part: &'a [usize],
    /// Whether the whole part is searched where it is small enough.
    in_parts: bool,
    budget: &'a Budget,
    spent: &'a mut Spent,
}

impl Search<'_> {
    fn run(&mut self, chains: &mut [ChainStatus]) {
        let closed = match self.in_parts {
            true => Region::new(self.field, &Scope::closed(self.part)),
            false => None,
        };
        for found in chains.iter_mut() {
            if found.pass_alive {
                found.status = Status::Uncapturable;
                continue;
            }
            match self.ask_about_capture(closed.as_ref(), &found.chain) {
                Ok(proof) => {
                    if proof.claim == Claim::Uncapturable {
                        found.status = Status::Uncapturable;
                    }
                    found.proofs.push(proof);
                }
                Err(stop) => self.give_up(found, stop),
            }
        }
        for index in 0..chains.len() {
            if chains[index].is_capturable() == Some(true) {
                match self.ask_for_new_stones(closed.as_ref(), chains, index) {
                    Ok(proof) => {
                        chains[index].status = match proof.claim {
                            Claim::Enabling => Status::Enabling,
                            _ => Status::Dead,
                        };
                        chains[index].proofs.push(proof);
                    }
                    Err(stop) => self.give_up(&mut chains[index], stop),
                }
            }
        }
    }

    fn give_up(&self, chain: &mut ChainStatus, stop: Stop) {
        chain.status = Status::Unknown { points: self.part.len(), stop };
    }

    /// Asks whether a chain can be captured: in the whole part if it is small enough, else in zones.
    fn ask_about_capture(&mut self, closed: Option<&Region>, chain: &Chain) -> Result<Proof, Stop> {
        let mut stop = Stop::Points;
        if let Some(region) = closed {
            match self.ask(region, chain, None) {
                Err(why) => stop = why,
                found => return found,
            }
        }
        let keep = zone::to_keep(self.field, chain.head());
        let kill = zone::to_kill(self.field, chain.head(), LARGEST_ZONE);
        for states in ZONE_STATES {
            let budget = Budget { states: self.budget.states.min(states), ..self.budget.clone() };
            for scope in keep.iter().chain(&kill) {
                match self.ask_in(scope, chain, None, &budget) {
                    Err(Stop::Time) => return Err(Stop::Time),
                    Err(why) if stop == Stop::Points => stop = why,
                    Err(_) => {}
                    found => return found,
                }
            }
        }
        Err(stop)
    }

    /// Asks for new stones on the ground: where it is not known for certain, a chain must be dead on all of what it
    /// may be, and alive on that which it is at least.
    fn ask_for_new_stones(
        &mut self,
        closed: Option<&Region>,
        chains: &[ChainStatus],
        index: usize,
    ) -> Result<Proof, Stop> {
        let [most, least] = [Bound::Most, Bound::Least]
            .map(|bound| ground(self.field, self.part, chains, index, bound));
        let chain = &chains[index].chain;
        let mut stop = Stop::Ground;
        if let Some(region) = closed {
            match self.ask(region, chain, Some(&most)) {
                Ok(proof) if proof.claim == Claim::Dead || least == most => return Ok(proof),
                Ok(_) => match self.ask(region, chain, Some(&least)) {
                    Ok(proof) if proof.claim == Claim::Enabling => return Ok(proof),
                    Ok(_) => {}
                    Err(why) => stop = why,
                },
                Err(why) => stop = why,
            }
        }
        let kill = zone::to_kill(self.field, chain.head(), LARGEST_ZONE);
        let covers = |scope: &Scope| most.iter().all(|p| scope.points.binary_search(p).is_ok());
        let kill = kill.filter(covers);
        let keep = zone::to_keep(self.field, chain.head());
        for states in ZONE_STATES {
            let budget = Budget { states: self.budget.states.min(states), ..self.budget.clone() };
            for scope in kill.iter().chain(&keep) {
                let dead = scope.around == Some(chain.color);
                let ground = if dead { &most } else { &least };
                match self.ask_in(scope, chain, Some(ground), &budget) {
                    Err(Stop::Time) => return Err(Stop::Time),
                    Err(_) => {}
                    found => return found,
                }
            }
        }
        Err(stop)
    }

    /// Answers a question in a zone, if its prover wins.
    fn ask_in(
        &mut self,
        scope: &Scope,
        chain: &Chain,
        ground: Option<&[usize]>,
        budget: &Budget,
    ) -> Result<Proof, Stop> {
        let region = Region::new(self.field, scope).ok_or(Stop::Points)?;
        let (question, root) = self.question(&region, chain, ground)?;
        let Next::Key(key) = root else { return Err(Stop::Zone) };
        narrow::solve(&region, question, ground.unwrap_or_default(), key, budget, self.spent)
    }

    fn question(
        &self,
        region: &Region,
        chain: &Chain,
        ground: Option<&[usize]>,
    ) -> Result<(Question, Next), Stop> {
        let cell = region.cell(chain.head()).ok_or(Stop::Points)?;
        let question =
            Question { owner: chain.color, cell, ground: ground.map(|points| region.mask(points)) };
        let start = region.start(self.field, !chain.color);
        Ok((question, question.root(region, start)))
    }

    /// Answers a question in a part that walls enclose.
    fn ask(
        &mut self,
        region: &Region,
        chain: &Chain,
        ground: Option<&[usize]>,
    ) -> Result<Proof, Stop> {
        let (question, root) = self.question(region, chain, ground)?;
        let (budget, spent) = (self.budget, &mut *self.spent);
        let ground = ground.unwrap_or_default();
        let key = match root {
            Next::Key(key) => key,
            Next::Owner | Next::Attacker => {
                let scope = region.scope().clone();
                return Ok(Proof::new(Claim::Uncapturable, chain.head(), scope, Vec::new()));
            }
        };
        let whole = |held: &Budget, spent: &mut Spent| {
            let graph = Graph::build(region, &question, key, held, spent)?;
            let solution = Solution::new(&graph, question, budget, spent)?;
            extract(region, &solution, ground, budget, spent)
        };
        let small = Budget { states: budget.states.min(WHOLE_GRAPH), ..budget.clone() };
        match whole(&small, spent) {
            Err(Stop::States) => {}
            found => return found,
        }
        match narrow::solve(region, question, ground, key, budget, spent) {
            Err(Stop::Cycles) => whole(budget, spent),
            found => found,
        }
    }
}
