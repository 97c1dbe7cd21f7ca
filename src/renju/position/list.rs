//! Everything that may be done now, and the trait that generic code plays through.

use crate::game::{Color, Game, Outcome, PlayError};
use crate::renju::opening::symmetry::figure_with;
use crate::renju::opening::{Count, Step};
use crate::renju::position::Position;
use crate::renju::{Action, Point, Points, Refusal, Rules, forbidden};

impl Position {
    /// Returns every action of the side to act that is allowed now, resignation and draws apart; empty once the game
    /// is over.
    ///
    /// Forbidden points are among them. Of the fifth moves that can be offered, one offer beginning with each point.
    #[must_use]
    pub fn actions(&self) -> Vec<Action> {
        if self.state.conclusion.is_some() {
            return Vec::new();
        }
        let mut actions = Vec::new();
        if self.state.full {
            return vec![Action::Claim(None), Action::Pass];
        }
        if self.state.script.is_done() {
            actions.extend(self.board.empties().map(Action::Place));
        }
        for step in self.state.script.steps() {
            match step {
                Step::Place { area, .. } => {
                    let size = self.board.size();
                    let inside = self.board.empties().filter(|&p| area.contains(p, size));
                    actions.extend(inside.map(Action::Place));
                }
                Step::Swap { .. } => actions.extend([Action::NoSwap, Action::Swap]),
                Step::Declare { least, most, .. } => {
                    actions.extend((least..=most).map(Action::Declare));
                }
                Step::Offer { count, .. } => actions.extend(self.offers(count)),
                Step::Choose { .. } => {
                    actions.extend(self.state.offered.iter().map(Action::Choose));
                }
                Step::Branch { .. } => {}
            }
        }
        if self.check(Action::Pass).is_ok() {
            actions.push(Action::Pass);
        }
        if self.actor() == Color::White && !self.state.claims.is_empty() {
            actions.push(Action::Claim(None));
        }
        actions
    }

    /// Returns the same without the points on which Black would lose by a forbidden move, unless nothing else is left.
    #[must_use]
    pub fn safe_actions(&self) -> Vec<Action> {
        let all = self.actions();
        if self.state.next != Color::Black || !self.rules.rule.has_forbidden() {
            return all;
        }
        let mut board = self.board.clone();
        let mut safe = all.clone();
        safe.retain(|action| match action {
            Action::Place(point) => !forbidden::kind(&mut board, *point).is_forbidden(),
            _ => true,
        });
        if safe.is_empty() { all } else { safe }
    }

    /// Returns the points that may be offered as fifth moves, one of each set that look the same.
    #[must_use]
    pub fn distinct_fifth_moves(&self) -> Vec<Point> {
        let stones = self.coloured_stones();
        let mut seen = std::collections::HashSet::new();
        self.board.empties().filter(|&point| seen.insert(figure_with(&stones, point))).collect()
    }

    fn offers(&self, count: Count) -> Vec<Action> {
        let points = self.distinct_fifth_moves();
        let count = usize::from(self.count(count));
        (0..points.len())
            .map(|from| {
                let chosen = points.iter().cycle().skip(from).take(count);
                Action::Offer(chosen.copied().collect::<Points>())
            })
            .collect()
    }
}

impl Game for Position {
    type Move = Action;

    fn start() -> Self {
        Position::new(Rules::document())
    }

    fn side_to_move(&self) -> Color {
        self.actor()
    }

    fn legal_moves(&self) -> Vec<Action> {
        self.actions()
    }

    fn play(&mut self, mv: Action) -> Result<(), PlayError> {
        Position::play(self, mv).map_err(|refusal| match refusal {
            Refusal::Over => PlayError::Over,
            Refusal::Occupied => PlayError::Occupied,
            Refusal::NoPass => PlayError::PassForbidden,
            _ => PlayError::NotAllowed,
        })
    }

    fn undo(&mut self) -> bool {
        Position::undo(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.conclusion.map(|conclusion| conclusion.outcome)
    }
}
