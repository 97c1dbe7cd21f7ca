//! A game as a referee conducts it: violations, claims that are wrong, rulings, agreements, remarks.
//!
//! Owns what the board does not show; the state of the game itself is the [`Position`]'s. Must not know clocks' time:
//! [`crate::renju::timing`] rules on that. Appeals are noted in the remarks and change nothing.

use crate::game::{ByColor, Color, Outcome};
use crate::renju::{Action, Conclusion, Point, Position, Reason, Refusal};

/// What a player must not do; the second time loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Violation {
    /// A second stone running, without the opponent's pass; it is taken back.
    TwoRunning(Point),
    /// A stone or an action other than the opening prescribes; it is taken back.
    LeftOpening(Action),
    /// A draw offered at another time than after one's own move and before the clock, or too often.
    DrawOffer,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Violation::TwoRunning(point) => write!(f, "a second stone running, {point}"),
            Violation::LeftOpening(action) => write!(f, "the opening was left by '{action}'"),
            Violation::DrawOffer => f.pad("a draw was offered at a wrong time or too often"),
        }
    }
}

/// What comes of a claim that is wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WrongClaim {
    /// It is refused and the game goes on.
    #[default]
    Refused,
    /// White loses a turn as well: he passes, now or when it is his turn.
    LosesTurn,
}

/// What a referee decides where neither rule nor board does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// Both clocks have run out and nobody knows which first: a draw.
    BothFlags,
    /// The board was disturbed and cannot be set up again: a draw.
    Disturbed,
    /// This side's time is used up.
    Time(Color),
    /// This side has not come in time.
    Absent(Color),
}

/// What came of what a player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It stands.
    Played,
    /// It was a violation and is taken back; so many the player has now.
    Violation(Violation, u8),
    /// The claim was wrong.
    WrongClaim(WrongClaim),
}

/// A game under a referee.
///
/// # Examples
/// ```
/// use heibai::game::Color;
/// use heibai::renju::{Action, Position, Rules};
/// use heibai::renju::referee::{Event, Referee};
/// let mut game = Referee::new(Position::new(Rules::document()));
/// // The first stone belongs on the centre.
/// let event = game.act(Color::Black, Action::Place("a1".parse().unwrap())).unwrap();
/// assert!(matches!(event, Event::Violation(_, 1)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referee {
    position: Position,
    wrong_claim: WrongClaim,
    /// By the colour each player held at first: a swap does not exchange what they did.
    violations: ByColor<Vec<Violation>>,
    /// White owes a pass for a wrong claim.
    owes_pass: bool,
    remarks: Vec<String>,
}

impl Referee {
    /// Takes charge of a game; the violations that the position counts go on counting.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Referee {
            position,
            wrong_claim: WrongClaim::default(),
            violations: ByColor::default(),
            owes_pass: false,
            remarks: Vec::new(),
        }
    }

    /// Says what comes of wrong claims.
    #[must_use]
    pub fn with_wrong_claim(self, wrong_claim: WrongClaim) -> Self {
        Referee { wrong_claim, ..self }
    }

    /// Returns the game.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the violations of the player who holds a colour now.
    #[must_use]
    pub fn violations(&self, color: Color) -> &[Violation] {
        &self.violations[self.seat(color)]
    }

    /// Returns the remarks, appeals among them.
    #[must_use]
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Notes a remark on the sheet.
    pub fn remark(&mut self, text: impl Into<String>) {
        self.remarks.push(text.into());
    }

    /// Returns the colour that the player held at first who holds `color` now.
    fn seat(&self, color: Color) -> Color {
        if self.position.first_player() == Color::Black { color } else { !color }
    }

    /// Takes what the player who holds `color` does.
    ///
    /// # Errors
    /// It can simply not be done (the point is occupied, the game is over); nothing has then changed.
    pub fn act(&mut self, color: Color, action: Action) -> Result<Event, Refusal> {
        if self.position.conclusion().is_some() {
            return Err(Refusal::Over);
        }
        match action {
            Action::Draw if self.is_wrong_offer(color) => {
                return Ok(self.violate(color, Violation::DrawOffer));
            }
            Action::Place(point) if color != self.position.actor() => {
                if !self.position.board().is_empty(point) {
                    return Err(Refusal::Occupied);
                }
                let violation = match self.position.steps().next() {
                    Some(_) => Violation::LeftOpening(action),
                    None => Violation::TwoRunning(point),
                };
                return Ok(self.violate(color, violation));
            }
            Action::Claim(_) if color != Color::White => return Err(Refusal::NothingToClaim),
            Action::Resign => {
                self.position.conclude(Outcome::Win(!color), Reason::Resignation)?;
                return Ok(Event::Played);
            }
            Action::Draw | Action::Claim(_) => {}
            _ if color != self.position.actor() => {
                return Ok(self.violate(color, Violation::LeftOpening(action)));
            }
            _ => {}
        }
        match self.position.play(action) {
            Ok(()) => {
                self.settle();
                Ok(Event::Played)
            }
            Err(Refusal::NothingToClaim) => {
                self.owes_pass |= self.wrong_claim == WrongClaim::LosesTurn;
                self.settle();
                Ok(Event::WrongClaim(self.wrong_claim))
            }
            Err(
                Refusal::OutsideOpening(_)
                | Refusal::WrongStep(_)
                | Refusal::WrongCount(_)
                | Refusal::OutOfRange(..)
                | Refusal::Symmetric(..)
                | Refusal::NotOffered,
            ) => Ok(self.violate(color, Violation::LeftOpening(action))),
            Err(refusal) => Err(refusal),
        }
    }

    /// Has White pass if he owes it and it is his turn; a side that cannot pass loses nothing.
    fn settle(&mut self) {
        let turn = self.position.actor() == Color::White && self.position.conclusion().is_none();
        if self.owes_pass && turn {
            self.owes_pass = false;
            if let Err(refusal) = self.position.play(Action::Pass) {
                self.remark(format!("no turn is lost for the wrong claim: {refusal}"));
            }
        }
    }

    fn is_wrong_offer(&self, color: Color) -> bool {
        let position = &self.position;
        // Saying it again, or to an offer of one's own, is an offer at the wrong time.
        position.check(Action::Draw).is_err() || position.actor_of(Action::Draw) != color
    }

    fn violate(&mut self, color: Color, violation: Violation) -> Event {
        let seat = self.seat(color);
        self.violations[seat].push(violation);
        Event::Violation(violation, self.position.violate(color))
    }

    /// The player who has just moved presses the clock.
    pub fn press_clock(&mut self) {
        self.position.press_clock();
    }

    /// Records a result on which both players agree; it stands, whatever the board shows.
    ///
    /// # Errors
    /// The game is over.
    pub fn agree(&mut self, outcome: Outcome) -> Result<Conclusion, Refusal> {
        self.position.conclude(outcome, Reason::Agreement)?;
        Ok(Conclusion { outcome, reason: Reason::Agreement })
    }

    /// Rules on what happened beside the board.
    ///
    /// # Errors
    /// The game is over.
    pub fn rule(&mut self, ruling: Ruling) -> Result<Conclusion, Refusal> {
        let (outcome, reason) = match ruling {
            Ruling::BothFlags => (Outcome::Draw, Reason::BothFlags),
            Ruling::Disturbed => (Outcome::Draw, Reason::Disturbed),
            Ruling::Time(color) => (Outcome::Win(!color), Reason::Time),
            Ruling::Absent(color) => (Outcome::Win(!color), Reason::Absence),
        };
        self.position.conclude(outcome, reason)?;
        Ok(Conclusion { outcome, reason })
    }

    /// Returns whether a game begun with the wrong colours can still be begun anew: not once White's fourth move is on
    /// the board.
    #[must_use]
    pub fn may_correct_colours(&self) -> bool {
        self.position.moves().count() < 4 && self.position.origin_stones() == 0
    }
}
