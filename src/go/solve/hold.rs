//! A defence that never ends: positions that the defender keeps play in for ever, without the attacker getting its lead.
//!
//! Owns the search for such a set, move by move. The set is closed: all of the attacker's moves and one of the
//! defender's lead back into it, and nowhere in it does the attacker have its lead. The attacker's passes less the
//! defender's are kept below a bound, so that no circle in it is the attacker's. So it shows what no search of bounded
//! depth can, that something cannot be forced; and it is how draws by
//! going round in circles are found where the search misses them.

use std::collections::HashMap;

use crate::go::solve::order::PASS;
use crate::go::solve::search::Search;
use crate::go::solve::tiny::Tiny;

/// What is known of a position of the set.
#[derive(Clone)]
struct Spot {
    position: Tiny,
    /// The attacker's passes less the defender's on the way here.
    passes: i8,
    /// Positions that lead here.
    before: Vec<u32>,
    /// The moves of the defender that are still to be tried, the best last.
    untried: Vec<u8>,
    /// Where its moves lead: all of the attacker's, one of the defender's.
    next: Vec<u32>,
    /// The attacker gets its lead from here.
    is_bad: bool,
}

/// What was tried.
pub(super) enum Held {
    /// The defender holds.
    Yes,
    /// It does not.
    No,
    /// It was not found out.
    Unknown,
}

/// How a defence is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// The attacker's effort with which each answer is looked at.
    pub(super) attack: u8,
    /// The most positions of the set.
    pub(super) positions: usize,
    /// The attacker may never have passed so much more often than the defender.
    pub(super) passes: i8,
}

/// Tries to show that the defender of `search` holds from `start`.
pub(super) fn hold(search: &mut Search<'_>, start: Tiny, effort: Effort) -> Held {
    let mut set =
        Set { search, effort, spots: Vec::new(), numbers: HashMap::new(), open: Vec::new() };
    set.enter(start, 0, None);
    while let Some(number) = set.open.pop() {
        if set.spots[0].is_bad {
            return Held::No;
        }
        if set.spots.len() > effort.positions || set.search.stopped {
            return Held::Unknown;
        }
        set.unfold(number);
    }
    if set.spots[0].is_bad {
        return Held::No;
    }
    Held::Yes
}

struct Set<'s, 'a> {
    search: &'s mut Search<'a>,
    effort: Effort,
    spots: Vec<Spot>,
    numbers: HashMap<(u64, i8), u32>,
    /// Positions whose moves are to be looked at.
    open: Vec<u32>,
}

impl Set<'_, '_> {
    /// Returns the number of a position, up to symmetry.
    fn enter(&mut self, position: Tiny, passes: i8, before: Option<u32>) -> u32 {
        let (position, key) = self.search.smallest(&position);
        let number = *self.numbers.entry((key, passes)).or_insert_with(|| {
            self.spots.push(Spot {
                position,
                passes,
                before: Vec::new(),
                untried: Vec::new(),
                next: Vec::new(),
                is_bad: false,
            });
            self.open.push(self.spots.len() as u32 - 1);
            self.spots.len() as u32 - 1
        });
        self.spots[number as usize].before.extend(before);
        number
    }

    fn unfold(&mut self, number: u32) {
        let position = self.spots[number as usize].position;
        if self.spots[number as usize].is_bad {
            return;
        }
        let mine = position.side == self.search.attacker;
        match self.search.decided(&position) {
            Some(true) => return self.spoil(number),
            Some(false) => return,
            None => {}
        }
        let moves = self.search.all_moves(&position);
        if !mine {
            // The best is tried first: it stands last.
            self.spots[number as usize].untried = moves.into_iter().rev().collect();
            return self.choose(number);
        }
        for mv in moves {
            let Some(next) = self.search.play(&position, mv) else { continue };
            let passes = self.spots[number as usize].passes + i8::from(mv == PASS);
            if passes >= self.effort.passes {
                return self.spoil(number);
            }
            let next = self.enter(next, passes, Some(number));
            self.spots[number as usize].next.push(next);
            if self.spots[next as usize].is_bad {
                return self.spoil(number);
            }
        }
    }

    /// Gives the defender another move, or the position up.
    fn choose(&mut self, number: u32) {
        if !self.finds(number) {
            self.spoil(number);
        }
    }

    /// Finds the next move of the defender that may hold.
    fn finds(&mut self, number: u32) -> bool {
        let (position, passes) = {
            let spot = &self.spots[number as usize];
            (spot.position, spot.passes)
        };
        self.spots[number as usize].next.clear();
        while let Some(mv) = self.spots[number as usize].untried.pop() {
            let Some(next) = self.search.play(&position, mv) else { continue };
            // More passes of its own than that do the defender no more good.
            let passes = (passes - i8::from(mv == PASS)).max(-self.effort.passes);
            let key = self.search.smallest(&next).1;
            let is_bad = match self.numbers.get(&(key, passes)) {
                Some(&known) => self.spots[known as usize].is_bad,
                None => {
                    self.search.decided(&next) == Some(true)
                        || self.search.attack(next, self.effort.attack)
                }
            };
            if !is_bad || self.search.stopped {
                let next = self.enter(next, passes, Some(number));
                self.spots[number as usize].next.push(next);
                return true;
            }
        }
        false
    }

    /// Takes note that a position is lost, and what is lost with it.
    fn spoil(&mut self, number: u32) {
        let mut lost = vec![number];
        while let Some(number) = lost.pop() {
            if std::mem::replace(&mut self.spots[number as usize].is_bad, true) {
                continue;
            }
            for before in std::mem::take(&mut self.spots[number as usize].before) {
                let spot = &self.spots[before as usize];
                if spot.is_bad || !spot.next.contains(&number) {
                    continue;
                }
                // The defender may have another answer.
                if spot.position.side == self.search.attacker || !self.finds(before) {
                    lost.push(before);
                }
            }
        }
    }
}
