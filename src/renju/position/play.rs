//! What may be done, and what comes of it.

use crate::game::{Color, Outcome};
use crate::renju::opening::symmetry::figure_with;
use crate::renju::opening::{Area, Count, Cursor, Step};
use crate::renju::position::{Conclusion, Entry, Position};
use crate::renju::{Action, Kind, Kinds, Point, Points, Reason, Refusal, forbidden};

impl Position {
    /// Checks whether an action is allowed now.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, action: Action) -> Result<(), Refusal> {
        if self.state.conclusion.is_some() {
            return Err(Refusal::Over);
        }
        match action {
            Action::Claim(point) => {
                let mut claims = self.state.claims.iter();
                let found = claims.any(|&(claimed, _)| point.is_none_or(|p| p == claimed));
                if found { Ok(()) } else { Err(Refusal::NothingToClaim) }
            }
            Action::Draw => self.check_draw(),
            Action::Resign => Ok(()),
            Action::Pass if self.state.full => Ok(()),
            _ if self.state.full => Err(Refusal::Full),
            Action::Pass if self.rules.passes && self.state.script.is_done() => Ok(()),
            Action::Pass => Err(Refusal::NoPass),
            _ => self.step_for(action).map(drop),
        }
    }

    /// Returns who an action comes from.
    #[must_use]
    pub fn actor_of(&self, action: Action) -> Color {
        match action {
            Action::Claim(_) => Color::White,
            Action::Draw => match (self.state.draw_offer, self.state.mover) {
                (Some(offerer), _) => !offerer,
                (None, mover) => mover.unwrap_or(self.actor()),
            },
            _ => self.actor(),
        }
    }

    fn check_draw(&self) -> Result<(), Refusal> {
        if self.state.draw_offer.is_some() {
            return Ok(());
        }
        let Some(mover) = self.state.mover else { return Err(Refusal::DrawTooLate) };
        let (own, other) = (self.state.draw_offers[mover], self.state.draw_offers[!mover]);
        let lead = self.rules.draw_lead;
        if own >= other.saturating_add(lead) {
            return Err(Refusal::TooManyOffers(lead));
        }
        Ok(())
    }

    /// Returns the step of the opening that an action takes, `None` where moves are free.
    fn step_for(&self, action: Action) -> Result<Option<Step>, Refusal> {
        if self.state.script.is_done() {
            return match action {
                Action::Place(point) => self.check_point(point, Area::Anywhere).map(|()| None),
                _ => Err(Refusal::NoStep),
            };
        }
        let mut refusal = None;
        for step in self.state.script.steps() {
            match self.check_step(step, action) {
                Ok(()) => return Ok(Some(step)),
                // What is said by the step that the action is meant for says most.
                Err(wrong @ Refusal::WrongStep(_)) => refusal = refusal.or(Some(wrong)),
                Err(reason) => refusal = Some(reason),
            }
        }
        Err(refusal.unwrap_or(Refusal::NoStep))
    }

    fn check_step(&self, step: Step, action: Action) -> Result<(), Refusal> {
        match (step, action) {
            (Step::Place { area, .. }, Action::Place(point)) => self.check_point(point, area),
            (Step::Place { .. }, _) => Err(Refusal::WrongStep("a stone")),
            (Step::Swap { .. }, Action::Swap | Action::NoSwap) => Ok(()),
            (Step::Swap { .. }, _) => Err(Refusal::WrongStep("'swap' or 'noswap'")),
            (Step::Declare { least, most, .. }, Action::Declare(count)) => {
                let fits = (least..=most).contains(&count);
                if fits { Ok(()) } else { Err(Refusal::OutOfRange(least, most)) }
            }
            (Step::Declare { .. }, _) => Err(Refusal::WrongStep("'declare' and a number")),
            (Step::Offer { count, .. }, Action::Offer(points)) => self.check_offer(points, count),
            (Step::Offer { .. }, _) => Err(Refusal::WrongStep("'offer' and fifth moves")),
            (Step::Choose { .. }, Action::Choose(point)) => {
                let found = self.state.offered.contains(point);
                if found { Ok(()) } else { Err(Refusal::NotOffered) }
            }
            (Step::Choose { .. }, _) => Err(Refusal::WrongStep("'choose' and a point offered")),
            (Step::Branch { .. }, _) => Err(Refusal::NoStep),
        }
    }

    fn check_point(&self, point: Point, area: Area) -> Result<(), Refusal> {
        if !self.board.contains(point) {
            return Err(Refusal::Outside);
        }
        if self.board.get(point).is_some() {
            return Err(Refusal::Occupied);
        }
        match area {
            Area::Square(side) if !area.contains(point, self.board.size()) => {
                Err(Refusal::OutsideOpening(side))
            }
            _ => Ok(()),
        }
    }

    /// Returns how many fifth moves are to be offered.
    pub(super) fn count(&self, count: Count) -> u8 {
        match count {
            Count::Exactly(count) => count,
            Count::Declared => self.state.declared,
        }
    }

    fn check_offer(&self, points: Points, count: Count) -> Result<(), Refusal> {
        let wanted = self.count(count);
        if points.len() != usize::from(wanted) {
            return Err(Refusal::WrongCount(wanted));
        }
        let stones = self.coloured_stones();
        let mut seen: Vec<(Point, _)> = Vec::new();
        for point in points.iter() {
            self.check_point(point, Area::Anywhere)?;
            let figure = figure_with(&stones, point);
            if let Some((other, _)) = seen.iter().find(|(_, known)| *known == figure) {
                return Err(Refusal::Symmetric(*other, point));
            }
            seen.push((point, figure));
        }
        Ok(())
    }

    /// Returns every stone on the board.
    pub(super) fn coloured_stones(&self) -> Vec<(Point, Color)> {
        let of = |color| self.board.stones(color).map(move |point| (point, color));
        of(Color::Black).chain(of(Color::White)).collect()
    }

    /// Does what a player does.
    ///
    /// # Errors
    /// It is not allowed; the position is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<(), Refusal> {
        self.check(action)?;
        let actor = self.actor_of(action);
        let before = self.state.clone();
        // At a branch and at the end of a script alike: what the check has found.
        let step = match action {
            Action::Claim(_) | Action::Draw | Action::Resign | Action::Pass => None,
            _ => self.step_for(action)?,
        };
        let mut stone = None;
        match action {
            Action::Place(point) => stone = Some(self.place(point, actor)),
            Action::Pass => self.pass(actor),
            Action::Swap => {
                self.state.first = !self.state.first;
                let offers = self.state.draw_offers;
                self.state.draw_offers.black = offers.white;
                self.state.draw_offers.white = offers.black;
                self.settle(None);
            }
            Action::NoSwap => self.settle(None),
            Action::Declare(count) => {
                self.state.declared = count;
                self.settle(None);
            }
            Action::Offer(points) => {
                self.state.offered = points;
                self.settle(None);
            }
            Action::Choose(point) => {
                self.state.removed =
                    self.state.offered.iter().filter(|&other| other != point).collect();
                self.state.offered = Points::default();
                stone = Some(self.place(point, actor));
                self.settle(None);
            }
            Action::Claim(point) => {
                let kinds = self
                    .state
                    .claims
                    .iter()
                    .rev()
                    .filter(|(claimed, _)| point.is_none_or(|p| p == *claimed))
                    .map(|(_, kinds)| kinds.strongest())
                    .max();
                let kind = kinds.unwrap_or(Kind::None);
                self.end(Outcome::Win(Color::White), Reason::Forbidden(kind));
            }
            Action::Draw if self.state.draw_offer.is_some() => {
                self.end(Outcome::Draw, Reason::DrawOffer);
            }
            Action::Draw => {
                self.state.draw_offer = Some(actor);
                let offers = &mut self.state.draw_offers[actor];
                *offers = offers.saturating_add(1);
            }
            Action::Resign => self.end(Outcome::Win(!actor), Reason::Resignation),
        }
        if let Some(step) = step {
            self.state.script = self.state.script.after(step);
        }
        self.history.push(Entry { action, actor, stone, before });
        Ok(())
    }

    /// Takes the last action back; `false` when there is none.
    pub fn undo(&mut self) -> bool {
        let Some(entry) = self.history.pop() else { return false };
        if let Some((point, color)) = entry.stone {
            self.board.lift(point, color);
        }
        self.state = entry.before;
        true
    }

    fn end(&mut self, outcome: Outcome, reason: Reason) {
        self.state.conclusion = Some(Conclusion { outcome, reason });
    }

    /// A turn is over: what hung on the one before is settled.
    fn settle(&mut self, mover: Option<Color>) {
        self.state.mover = mover;
        self.state.draw_offer = None;
    }

    fn pass(&mut self, actor: Color) {
        if self.state.full {
            return self.end(Outcome::Draw, Reason::FullBoard);
        }
        if self.state.passed {
            return self.end(Outcome::Draw, Reason::Passes);
        }
        self.state.passed = true;
        self.state.next = !self.state.next;
        self.settle(Some(actor));
    }

    fn place(&mut self, point: Point, actor: Color) -> (Point, Color) {
        let color = self.state.next;
        let wins = forbidden::wins(&self.board, point, color, self.rules.rule);
        let judged = !wins && color == Color::Black && self.rules.rule.has_forbidden();
        let kinds = if judged { forbidden::kinds(&mut self.board, point) } else { Kinds::EMPTY };
        self.board.put(point, color);
        self.state.passed = false;
        self.state.next = !color;
        self.settle(Some(actor));
        if wins {
            self.end(Outcome::Win(color), Reason::Five);
        } else if color == Color::White {
            self.lapse();
        } else if !kinds.is_empty() && self.rules.strict {
            self.end(Outcome::Win(Color::White), Reason::Forbidden(kinds.strongest()));
        } else if !kinds.is_empty() {
            self.state.claims.push((point, kinds));
        }
        if self.state.conclusion.is_none() {
            self.close();
        }
        (point, color)
    }

    /// White has put a stone: only overlines can still be claimed.
    fn lapse(&mut self) {
        for (_, kinds) in &mut self.state.claims {
            *kinds = kinds.without(Kind::ThreeThree).without(Kind::FourFour);
        }
        self.state.claims.retain(|(_, kinds)| !kinds.is_empty());
    }

    /// Ends the game if the board is full or as many stones are on it as a game may have.
    fn close(&mut self) {
        let limit = self.rules.limit;
        if self.board.n_empties() == 0 {
            // Nobody has won, but White may still point out a forbidden stone.
            if self.state.claims.is_empty() {
                self.end(Outcome::Draw, Reason::FullBoard);
            } else {
                self.state.full = true;
                self.state.script = Cursor::END;
            }
        } else if limit.is_some_and(|limit| self.board.n_stones() >= u32::from(limit)) {
            self.end(Outcome::Draw, Reason::MoveLimit);
        }
    }
}
