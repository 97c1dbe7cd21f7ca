//! The ruling after two passes: life and death, territory, the score, and what should have been played before.
//!
//! Puts [`life_death`] and [`score`](crate::go::score) together for a board. Entry points: [`Ruling::new`] for a board,
//! [`warnings`] for what a player should know before both sides agree.

use crate::game::{ByColor, Color};
use crate::go::life_death::{self, Budget, Cell, Chain, Confirmation, Field, Status};
use crate::go::score::{PointKind, Territory};
use crate::go::{Board, Point};

/// What the referee says of a board.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// The board.
    pub field: Field,
    /// The verdicts and their proofs.
    pub confirmation: Confirmation,
    /// Which chains count as alive: what was found out, and what was presumed of the others.
    pub lives: Vec<(Chain, Option<bool>)>,
    /// The chains whose life was presumed, not proved.
    pub presumed: Vec<Chain>,
    /// Territory, by `lives`.
    pub territory: Territory,
    /// Stones captured in play, by who captured them.
    pub prisoners: ByColor<u32>,
}

/// What a chain is called in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalStatus {
    /// It lives and its eyes are territory.
    Alive,
    /// It lives and touches a dame.
    Seki,
    /// It is dead.
    Dead,
    /// It is not known.
    Unknown,
}

impl FinalStatus {
    /// Returns the word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            FinalStatus::Alive => "alive",
            FinalStatus::Seki => "seki",
            FinalStatus::Dead => "dead",
            FinalStatus::Unknown => "unknown",
        }
    }
}

impl Ruling {
    /// Rules on a board after the stop.
    ///
    /// Of chains that are not found out within `budget`, `presume` says whether they live, or that it does not know
    /// either; the ruling keeps apart what was presumed.
    /// # Examples
    /// ```
    /// use heibai::go::Board;
    /// use heibai::go::life_death::Budget;
    /// use heibai::go::ruling::Ruling;
    /// let board: Board = "
    ///     . X O .
    ///     X X O O
    ///     . X O .
    ///     . X O .".parse().unwrap();
    /// let ruling = Ruling::new(&board, &Budget::default(), |_| None);
    /// assert_eq!(ruling.score(0.5), Some(-0.5));
    /// ```
    #[must_use]
    pub fn new(
        board: &Board,
        budget: &Budget,
        presume: impl FnMut(&Chain) -> Option<bool>,
    ) -> Ruling {
        let prisoners = ByColor::from_fn(|color| board.prisoners(color) as u32);
        Ruling::of_field(field(board), prisoners, budget, presume)
    }

    /// Rules on a board in the form of confirmation.
    #[must_use]
    pub fn of_field(
        field: Field,
        prisoners: ByColor<u32>,
        budget: &Budget,
        mut presume: impl FnMut(&Chain) -> Option<bool>,
    ) -> Ruling {
        let confirmation = life_death::confirm(&field, budget);
        let mut lives = confirmation.lives();
        let mut presumed = Vec::new();
        for (chain, life) in &mut lives {
            if life.is_none() {
                *life = presume(chain);
                if life.is_some() {
                    presumed.push(chain.clone());
                }
            }
        }
        let territory = Territory::new(&field, &lives);
        Ruling { field, confirmation, lives, presumed, territory, prisoners }
    }

    /// Returns Black's lead, or `None` if the life of some chain is not known.
    ///
    /// # Units
    /// Points; `komi` counts for White.
    #[must_use]
    pub fn score(&self, komi: f64) -> Option<f64> {
        (!self.territory.unknown).then(|| self.territory.score(self.prisoners, komi))
    }

    /// Returns whether the score rests on proofs alone.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        !self.territory.unknown && self.presumed.is_empty()
    }

    /// Returns what the chain with a stone on `point` is in the end.
    #[must_use]
    pub fn status(&self, point: usize) -> FinalStatus {
        let life = self.lives.iter().find(|(chain, _)| chain.points.contains(&point));
        match (life.and_then(|(_, life)| *life), self.territory.points[point]) {
            (None, _) => FinalStatus::Unknown,
            (Some(false), _) => FinalStatus::Dead,
            (Some(true), PointKind::Living { seki: true, .. }) => FinalStatus::Seki,
            (Some(true), _) => FinalStatus::Alive,
        }
    }

    /// Returns why the chain is what it is, in a sentence.
    #[must_use]
    pub fn reason(&self, index: usize) -> String {
        let Some(found) = self.confirmation.chains.get(index) else { return String::new() };
        let presumed = self.presumed.contains(&found.chain);
        match found.status {
            Status::Uncapturable if found.pass_alive => {
                "cannot be captured even if its owner never answers".to_owned()
            }
            Status::Uncapturable => "cannot be captured".to_owned(),
            Status::Enabling => {
                "its capture enables a new stone that cannot be captured".to_owned()
            }
            Status::Dead => "can be captured, and no new stone lasts".to_owned(),
            Status::Unknown { points, stop } => {
                let first = if presumed { "presumed, not proved: " } else { "" };
                format!("{first}unknown (region of {points} points): {stop}")
            }
        }
    }
}

/// Returns the board in the form of confirmation.
#[must_use]
pub fn field(board: &Board) -> Field {
    let (width, height) = (usize::from(board.width()), usize::from(board.height()));
    let mut field = Field::new(width, height).expect("a board has 2 to 25 columns and rows");
    for at in board.points() {
        if let Some(color) = board.color_at(at) {
            let row = height - 1 - usize::from(at.row());
            field.set(row * width + usize::from(at.column()), Cell::Stone(color));
        }
    }
    field
}

/// Returns the board's point for a point of [`field`].
#[must_use]
pub fn point(field: &Field, point: usize) -> Option<Point> {
    let (column, row) = (point % field.width(), field.height() - 1 - point / field.width());
    Point::new(column as u8, row as u8)
}

/// What should have been played before the stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// A dame is open beside living stones, which are in seki as long as it is.
    Dame(usize),
    /// The colour can take a ko on the point.
    Ko(Color, usize),
    /// The colour's move on the point would bring it so many points more.
    Effective(Color, usize, u32),
}

/// Lists open dame and unfinished kos.
#[must_use]
pub fn warnings(ruling: &Ruling) -> Vec<Warning> {
    let field = &ruling.field;
    let mut warnings = Vec::new();
    for point in (0..field.n_points()).filter(|point| field.cell(*point) == Cell::Empty) {
        if ruling.territory.points[point] == PointKind::Dame {
            warnings.push(Warning::Dame(point));
        }
        for color in Color::ALL {
            if takes_ko(field, point, color) {
                warnings.push(Warning::Ko(color, point));
            }
        }
    }
    warnings
}

/// Returns whether a stone of `color` on the empty `point` takes one stone and could be taken back by one.
fn takes_ko(field: &Field, point: usize, color: Color) -> bool {
    let mut taken = 0;
    for beside in field.neighbours(point) {
        match field.cell(beside) {
            Cell::Off | Cell::Wall(_) if field.cell(beside).color() != Some(color) => {}
            Cell::Stone(other) if other != color => {
                let stones = field.chain_at(beside).map_or(Vec::new(), |chain| chain.points);
                let hemmed = stones.iter().flat_map(|stone| field.neighbours(*stone)).all(|next| {
                    next == point || ![Cell::Empty, Cell::Wall(other)].contains(&field.cell(next))
                });
                if hemmed && stones.len() > 1 {
                    return false;
                }
                taken += usize::from(hemmed);
            }
            _ => return false,
        }
    }
    taken == 1
}

/// Lists moves that would bring the side which plays them more points, its opponent to answer: those that article 13
/// calls effective. Needs a ruling without unknowns; gives up where a board after a move has some.
///
/// # Cost
/// A confirmation for every empty point and side.
#[must_use]
pub fn effective_moves(ruling: &Ruling, budget: &Budget) -> Vec<Warning> {
    let mut found = Vec::new();
    let Some(before) = ruling.score(0.0) else { return found };
    let field = &ruling.field;
    let mut left = budget.total_states;
    for color in Color::ALL {
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        for point in (0..field.n_points()).filter(|point| field.cell(*point) == Cell::Empty) {
            let own = ruling.territory.points[point] == PointKind::Territory(color);
            let settled = field
                .neighbours(point)
                .all(|next| ruling.confirmation.at(next).is_none_or(|found| found.pass_alive));
            if own && settled || takes_ko(field, point, color) {
                continue;
            }
            let Some((after, taken)) = after(field, point, color) else { continue };
            let mut prisoners = ruling.prisoners;
            prisoners[color] += taken;
            let budget = Budget { total_states: left, ..budget.clone() };
            let next = Ruling::of_field(after, prisoners, &budget, |_| None);
            left = left.saturating_sub(next.confirmation.spent.states);
            let gain = next.score(0.0).map_or(0.0, |score| sign * (score - before));
            if gain > 0.0 {
                found.push(Warning::Effective(color, point, gain as u32));
            }
        }
    }
    found
}

/// Returns the board after a stone of `color` on the empty `point` and how many it took; `None` if it could not stand.
fn after(field: &Field, point: usize, color: Color) -> Option<(Field, u32)> {
    let mut after = field.clone();
    after.set(point, Cell::Stone(color));
    let breathes = |field: &Field, chain: &Chain| {
        let mut around = chain.points.iter().flat_map(|point| field.neighbours(*point));
        around.any(|next| [Cell::Empty, Cell::Wall(chain.color)].contains(&field.cell(next)))
    };
    let mut taken = 0;
    for beside in field.neighbours(point) {
        let Some(chain) = after.chain_at(beside).filter(|chain| chain.color != color) else {
            continue;
        };
        if !breathes(&after, &chain) {
            taken += chain.points.len() as u32;
            chain.points.iter().for_each(|point| after.set(*point, Cell::Empty));
        }
    }
    let own = after.chain_at(point)?;
    breathes(&after, &own).then_some((after, taken))
}
