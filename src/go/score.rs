//! Territory and the score: articles 8 to 10.
//!
//! Owns eye points, dame, seki and the count, given which chains are alive. Does not find that out.

use serde::Serialize;

use crate::game::{ByColor, Color};

use super::life_death::{Cell, Chain, Field};

/// What a point is at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointKind {
    /// A living stone of its side; in seki if it touches a dame.
    Living {
        /// Whose.
        color: Color,
        /// Whether it touches a dame, so that its eyes are no territory.
        seki: bool,
    },
    /// A point of territory, empty or under a dead stone.
    Territory(Color),
    /// A point surrounded by the living stones of one side, some of them in seki: no territory.
    SekiEye(Color),
    /// An empty point, or one under a dead stone, that is nobody's.
    Dame,
    /// Not found out: it depends on chains whose state is unknown.
    Unknown,
    /// No point of the board.
    Off,
}

/// What each side has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Points of territory, those under dead stones included.
    pub territory: u32,
    /// Dead stones of the other side that stand in the territory.
    pub dead: u32,
    /// Stones of the other side captured during play.
    pub prisoners: u32,
}

impl Count {
    /// Returns the points this side has, komi apart.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.territory + self.dead + self.prisoners
    }
}

/// The board at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Territory {
    /// What each point is.
    pub points: Vec<PointKind>,
    /// What each side has, prisoners of the play left out.
    pub counts: ByColor<Count>,
    /// Dame that are empty.
    pub n_dame: u32,
    /// Whether some chain's state was unknown, so that the counts are not final.
    pub unknown: bool,
}

/// Whether a chain lives, as far as is known.
pub type Life = Option<bool>;

impl Territory {
    /// Divides `field` up, given the life of every chain.
    ///
    /// Dead stones count as if they were not there, but a part of the board with dead stones of both sides, or with
    /// those of the side around it, is nobody's.
    #[must_use]
    pub fn new(field: &Field, lives: &[(Chain, Life)]) -> Territory {
        let n = field.n_points();
        // Of each point: the living colour on it; unknown chains are neither living nor gone.
        let wall = |point: usize| match field.cell(point) {
            Cell::Wall(color) => Some(color),
            _ => None,
        };
        let mut living: Vec<Option<Color>> = (0..n).map(wall).collect();
        let mut unknown = vec![false; n];
        for (chain, life) in lives {
            for &point in &chain.points {
                match life {
                    Some(true) => living[point] = Some(chain.color),
                    Some(false) => {}
                    None => unknown[point] = true,
                }
            }
        }
        let open = |point: usize| {
            field.cell(point) != Cell::Off && living[point].is_none() && !unknown[point]
        };
        let mut parts: Vec<Part> = Vec::new();
        let mut seen = vec![false; n];
        for point in 0..n {
            if open(point) && !seen[point] {
                let points = field.connected(point, open);
                points.iter().for_each(|point| seen[*point] = true);
                parts.push(Part::new(field, points, &living, &unknown));
            }
        }
        let mut points: Vec<PointKind> = (0..n)
            .map(|point| match (field.cell(point), living[point]) {
                (Cell::Off, _) => PointKind::Off,
                (_, Some(color)) => PointKind::Living { color, seki: false },
                _ => PointKind::Unknown,
            })
            .collect();
        mark_seki(field, &parts, &mut points);
        let mut territory = Territory {
            points,
            counts: ByColor::default(),
            n_dame: 0,
            unknown: lives.iter().any(|(_, life)| life.is_none()),
        };
        for part in &parts {
            territory.award(field, part);
        }
        territory
    }

    fn award(&mut self, field: &Field, part: &Part) {
        let seki = part
            .beside
            .iter()
            .any(|point| matches!(self.points[*point], PointKind::Living { seki: true, .. }));
        let kind = match part.owner {
            Owner::Unknown => PointKind::Unknown,
            Owner::Nobody => PointKind::Dame,
            Owner::Side(color) if seki => PointKind::SekiEye(color),
            Owner::Side(color) => PointKind::Territory(color),
        };
        for &point in &part.points {
            self.points[point] = kind;
            let empty = field.cell(point) == Cell::Empty;
            match kind {
                PointKind::Territory(color) => {
                    self.counts[color].territory += 1;
                    self.counts[color].dead += u32::from(!empty);
                }
                PointKind::Dame => self.n_dame += u32::from(empty),
                _ => {}
            }
        }
    }

    /// Returns Black's points less White's, `komi` for White and the prisoners of the play included.
    ///
    /// # Units
    /// Points, from Black's view.
    #[must_use]
    pub fn score(&self, prisoners: ByColor<u32>, komi: f64) -> f64 {
        let points =
            |color: Color| f64::from(self.counts[color].points()) + f64::from(prisoners[color]);
        points(Color::Black) - points(Color::White) - komi
    }
}

/// Whose a part without living stones is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Side(Color),
    Nobody,
    Unknown,
}

/// A connected part of the board without living stones.
struct Part {
    points: Vec<usize>,
    /// The living stones around it.
    beside: Vec<usize>,
    owner: Owner,
}

impl Part {
    fn new(field: &Field, points: Vec<usize>, living: &[Option<Color>], unknown: &[bool]) -> Part {
        let around = || points.iter().flat_map(|point| field.neighbours(*point));
        let beside: Vec<usize> = around().filter(|point| living[*point].is_some()).collect();
        let touches = |color: Color| beside.iter().any(|point| living[*point] == Some(color));
        let holds =
            |color: Color| points.iter().any(|point| field.cell(*point) == Cell::Stone(color));
        let side = Color::ALL
            .into_iter()
            .find(|color| touches(*color) && !touches(!*color) && !holds(*color));
        let both = touches(Color::Black) && touches(Color::White);
        let owner = match side {
            _ if around().any(|point| unknown[point]) && !both => Owner::Unknown,
            Some(color) => Owner::Side(color),
            None => Owner::Nobody,
        };
        Part { points, beside, owner }
    }
}

/// Marks the living stones that touch a dame, with all that hang together with them.
fn mark_seki(field: &Field, parts: &[Part], points: &mut [PointKind]) {
    let nobody = parts.iter().filter(|part| part.owner == Owner::Nobody);
    for &start in nobody.flat_map(|part| &part.beside) {
        let PointKind::Living { color, seki: false } = points[start] else { continue };
        let same = |point: usize| {
            field.cell(point).color() == Some(color)
                && matches!(points[point], PointKind::Living { .. })
        };
        for point in field.connected(start, same) {
            points[point] = PointKind::Living { color, seki: true };
        }
    }
}
