//! A game in progress: board, opening script, passes, claims, draw offers, history and the end.
//!
//! Owns what may be done and what comes of it; must not know violations, clocks or records, which
//! [`crate::renju::referee`] adds. [`Position::check`] says why an action is refused, [`Position::play`] does it. Reading
//! order: this file, `play`, `list`.
//!
//! A swap exchanges the players: colours in here are those of the stones, and [`Position::first_player`] tells which
//! the first player holds.

mod list;
mod play;

use crate::game::{ByColor, Color, Outcome};
use crate::renju::opening::named::{self, Named};
use crate::renju::opening::{Cursor, Opening, Step};
use crate::renju::{Action, Board, Kinds, Point, Points, Reason, Refusal, Rule, forbidden};

/// What a game is played by.
///
/// # Examples
/// ```
/// use heibai::renju::Rules;
/// let rules = Rules::gomocup();
/// assert!(rules.strict && !rules.passes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What wins.
    pub rule: Rule,
    /// Width and height of the board.
    pub size: u8,
    /// How a game begins.
    pub opening: Opening,
    /// Whether a forbidden stone loses at once; otherwise White must point it out.
    pub strict: bool,
    /// Whether one may pass.
    pub passes: bool,
    /// The number of stones at which a game is a draw.
    pub limit: Option<u16>,
    /// How many more draws than the opponent one may offer.
    pub draw_lead: u8,
}

impl Rules {
    /// Returns the document's rules: 26 openings, one swap, two fifth moves, forbidden stones to be pointed out.
    #[must_use]
    pub const fn document() -> Self {
        Rules {
            rule: Rule::Renju,
            size: 15,
            opening: Opening::Rif,
            strict: false,
            passes: true,
            limit: None,
            draw_lead: 2,
        }
    }

    /// Returns Gomocup's rules of Renju: no opening, no pass, forbidden stones lose at once, a draw at 200 stones.
    #[must_use]
    pub const fn gomocup() -> Self {
        Rules {
            opening: Opening::Free,
            strict: true,
            passes: false,
            limit: Some(200),
            ..Rules::document()
        }
    }

    /// Returns the rules of plain gomoku, without passes.
    #[must_use]
    pub const fn gomoku(rule: Rule, size: u8) -> Self {
        Rules { rule, size, opening: Opening::Free, passes: false, ..Rules::document() }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules::document()
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conclusion {
    /// The result.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

impl std::fmt::Display for Conclusion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let reason = self.reason.words();
        match self.outcome {
            Outcome::Win(color) => write!(f, "{color} wins by {reason}"),
            Outcome::Draw => write!(f, "draw by {reason}"),
        }
    }
}

/// Everything but board and history.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    /// Colour of the next stone.
    next: Color,
    /// Colour the first player holds.
    first: Color,
    script: Cursor,
    declared: u8,
    offered: Points,
    /// The fifth moves taken off.
    removed: Points,
    /// Whether the last turn was a pass.
    passed: bool,
    /// Whether the board is full and White may still claim.
    full: bool,
    /// Forbidden stones that White may still point out, oldest first.
    claims: Vec<(Point, Kinds)>,
    /// Who has just moved and not yet pressed the clock.
    mover: Option<Color>,
    draw_offer: Option<Color>,
    draw_offers: ByColor<u8>,
    /// Violations, by the colour each player held at first.
    violations: ByColor<u8>,
    conclusion: Option<Conclusion>,
}

/// One action of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What was done.
    pub action: Action,
    /// The colour its player held.
    pub actor: Color,
    /// The stone put, if any.
    pub stone: Option<(Point, Color)>,
    before: State,
}

/// A position with the actions that led to it from where it was set up.
///
/// # Examples
/// ```
/// use heibai::renju::{Action, Position, Rules};
/// let mut position = Position::new(Rules::document());
/// for action in ["h8", "h9", "j10"] {
///     position.play(Action::Place(action.parse().unwrap())).unwrap();
/// }
/// assert_eq!(position.opening().map(|named| named.chinese), Some("疏星"));
/// assert!(position.play(Action::Pass).is_err());
/// position.play(Action::Swap).unwrap();
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    rules: Rules,
    board: Board,
    state: State,
    history: Vec<Entry>,
}

impl Position {
    /// Returns the start of a game; a size that no board has becomes the nearest.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let board = Board::clamped(rules.size);
        let rules = Rules { size: board.size(), ..rules };
        let state = State {
            next: Color::Black,
            first: Color::Black,
            script: Cursor::start(rules.opening),
            declared: 0,
            offered: Points::default(),
            removed: Points::default(),
            passed: false,
            full: false,
            claims: Vec::new(),
            mover: None,
            draw_offer: None,
            draw_offers: ByColor::default(),
            violations: ByColor::default(),
            conclusion: None,
        };
        Position { rules, board, state, history: Vec::new() }
    }

    /// Sets a board up with `next` to put a stone; the opening is over. A row of five that stands there already ends the
    /// game, a full board as well.
    #[must_use]
    pub fn set_up(rules: Rules, board: Board, next: Color) -> Self {
        let mut position = Position::new(Rules { size: board.size(), ..rules });
        position.state.next = next;
        position.state.script = Cursor::END;
        position.state.conclusion = standing(&board, rules.rule, next);
        position.board = board;
        position
    }

    /// Returns what is played by.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the stones.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the colour of the next stone, whoever puts it.
    #[must_use]
    pub fn next_stone(&self) -> Color {
        self.state.next
    }

    /// Returns the colour that the player holds who is to act.
    #[must_use]
    pub fn actor(&self) -> Color {
        if self.state.full {
            return Color::White;
        }
        let step = self.state.script.steps().next();
        step.and_then(Step::actor).unwrap_or(self.state.next)
    }

    /// Returns the colour that the player holds who put the first stone.
    #[must_use]
    pub fn first_player(&self) -> Color {
        self.state.first
    }

    /// Returns the steps of the opening that may be taken now; none once it is over.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        self.state.script.steps()
    }

    /// Returns what is left of the opening's script.
    #[must_use]
    pub fn cursor(&self) -> Cursor {
        self.state.script
    }

    /// Returns how many fifth moves were declared, 0 if none were.
    #[must_use]
    pub fn declared(&self) -> u8 {
        self.state.declared
    }

    /// Returns the fifth moves that lie on the board for White to choose.
    #[must_use]
    pub fn offered(&self) -> Points {
        self.state.offered
    }

    /// Returns the fifth moves taken off, `5A` of a record.
    #[must_use]
    pub fn removed(&self) -> Points {
        self.state.removed
    }

    /// Returns whether the players have exchanged colours.
    #[must_use]
    pub fn swapped(&self) -> bool {
        self.history.iter().any(|entry| entry.action == Action::Swap)
    }

    /// Returns the forbidden stones that White may still point out, oldest first.
    #[must_use]
    pub fn claims(&self) -> &[(Point, Kinds)] {
        &self.state.claims
    }

    /// Returns who has offered a draw that is neither accepted nor rejected.
    #[must_use]
    pub fn draw_offer(&self) -> Option<Color> {
        self.state.draw_offer
    }

    /// Returns how often each side has offered a draw.
    #[must_use]
    pub fn draw_offers(&self) -> ByColor<u8> {
        self.state.draw_offers
    }

    /// Returns how many violations the player has committed who holds a colour now.
    #[must_use]
    pub fn violations(&self, color: Color) -> u8 {
        self.state.violations[self.seat(color)]
    }

    /// Counts a violation of the player who holds `color` now and returns how many he has; the second loses the game.
    pub fn violate(&mut self, color: Color) -> u8 {
        let seat = self.seat(color);
        let count = &mut self.state.violations[seat];
        *count = count.saturating_add(1);
        let count = *count;
        if count >= 2 {
            // One of a game that is over changes nothing.
            let _ = self.conclude(Outcome::Win(!color), Reason::Violations);
        }
        count
    }

    /// Returns the colour that the player held at first who holds `color` now.
    fn seat(&self, color: Color) -> Color {
        if self.state.first == Color::Black { color } else { !color }
    }

    /// Returns how the game ended.
    #[must_use]
    pub fn conclusion(&self) -> Option<Conclusion> {
        self.state.conclusion
    }

    /// Returns the actions since the set-up, oldest first.
    #[must_use]
    pub fn history(&self) -> &[Entry] {
        &self.history
    }

    /// Returns the position that was set up.
    #[must_use]
    pub fn origin(&self) -> Position {
        let mut origin = self.clone();
        while origin.undo() {}
        origin
    }

    /// Returns the stones put and the passes, in order, with their colours: the numbered moves of a record.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Option<Point>)> + '_ {
        self.history.iter().filter_map(|entry| match (entry.stone, entry.action) {
            (Some((point, color)), _) => Some((color, Some(point))),
            (None, Action::Pass) => Some((entry.actor, None)),
            _ => None,
        })
    }

    /// Returns the named opening of the first three stones.
    #[must_use]
    pub fn opening(&self) -> Option<&'static Named> {
        let mut stones = self.moves();
        let mut stone = || stones.next().and_then(|(_, point)| point);
        let three = [stone()?, stone()?, stone()?];
        if self.board.n_stones() < 3 || self.origin_stones() > 0 {
            return None;
        }
        named::recognise(three, self.board.size())
    }

    /// Returns how many stones the set-up had.
    #[must_use]
    pub fn origin_stones(&self) -> u32 {
        let put = self.history.iter().filter(|entry| entry.stone.is_some()).count();
        self.board.n_stones() - u32::try_from(put).unwrap_or(0)
    }

    /// Ends the game by what the board does not show: a referee's ruling, time, an agreement.
    ///
    /// # Errors
    /// The game is over already.
    pub fn conclude(&mut self, outcome: Outcome, reason: Reason) -> Result<(), Refusal> {
        if self.state.conclusion.is_some() {
            return Err(Refusal::Over);
        }
        self.state.conclusion = Some(Conclusion { outcome, reason });
        Ok(())
    }

    /// The player who has just moved presses the clock: no draw can be offered any more before his next move.
    pub fn press_clock(&mut self) {
        self.state.mover = None;
    }
}

/// Returns how a board that is set up has ended already.
fn standing(board: &Board, rule: Rule, next: Color) -> Option<Conclusion> {
    // Of two rows of five the one of the side that has just moved counts.
    for color in [!next, next] {
        let mut lifted = board.clone();
        let won = board.stones(color).any(|point| {
            lifted.lift(point, color);
            let wins = forbidden::wins(&lifted, point, color, rule);
            lifted.put(point, color);
            wins
        });
        if won {
            return Some(Conclusion { outcome: Outcome::Win(color), reason: Reason::Five });
        }
    }
    let full = board.n_empties() == 0;
    full.then_some(Conclusion { outcome: Outcome::Draw, reason: Reason::FullBoard })
}
