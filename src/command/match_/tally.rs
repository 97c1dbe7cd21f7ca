//! Results added up: by pairing, by engine, by fault.

use std::collections::BTreeMap;

use crate::game::Color;
use crate::othello::Scoring;

use super::board::count::Presumed;
use super::fault::Termination;
use super::record::{GameRecord, Header};
use super::schedule;
use super::stats::{self, Estimate};

/// Results of one engine against others, its view.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Score {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    /// Half discs of both.
    pub(super) half_discs: (u64, u64),
    /// Finished pairs by points: 0, ½, 1, 1½, 2.
    pub(super) pairs: [u64; 5],
}

impl Score {
    pub(super) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of both.
    ///
    /// # Units
    /// Half points.
    pub(super) fn half_points(&self) -> (u64, u64) {
        (2 * self.wins + self.draws, 2 * self.losses + self.draws)
    }

    /// Returns the same results seen by the others.
    pub(super) fn mirrored(&self) -> Score {
        let mut pairs = self.pairs;
        pairs.reverse();
        let half_discs = (self.half_discs.1, self.half_discs.0);
        Score { wins: self.losses, draws: self.draws, losses: self.wins, half_discs, pairs }
    }

    pub(super) fn add(&mut self, other: &Score) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.half_discs.0 += other.half_discs.0;
        self.half_discs.1 += other.half_discs.1;
        for (mine, theirs) in self.pairs.iter_mut().zip(other.pairs) {
            *mine += theirs;
        }
    }

    /// Estimates the strength from finished pairs, or from games while there is no pair.
    pub(super) fn estimate(&self) -> Option<Estimate> {
        stats::estimate(&self.pairs)
            .or_else(|| stats::estimate(&[self.losses, self.draws, self.wins]))
    }

    /// Decides the match: more points win, with equal points more discs where they count; `Equal` is a drawn match.
    ///
    /// # Source
    /// The rule of Othello tournaments: 1 point a win, ½ a draw, discs where points are equal.
    pub(super) fn verdict(&self) -> std::cmp::Ordering {
        let (points, theirs) = self.half_points();
        points.cmp(&theirs).then(self.half_discs.0.cmp(&self.half_discs.1))
    }
}

/// The first engine's results in one pairing.
#[derive(Clone, Debug, Default)]
struct Pairing {
    score: Score,
    /// The first engine's half points in pairs of which one game is finished.
    open: BTreeMap<u64, u64>,
}

/// Everything a match has come to so far.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    pub(super) names: Vec<String>,
    pairings: BTreeMap<(usize, usize), Pairing>,
    faults: BTreeMap<(usize, Termination), u64>,
    scoring: Scoring,
    /// Whether discs count, as in Othello alone.
    pub(super) has_discs: bool,
    /// Counted games of Go: proved, with chains by the engines' word, with chains by the estimate.
    pub(super) counted: [u64; 3],
}

impl Tally {
    /// Builds an empty tally of a match.
    pub(super) fn new(header: &Header) -> Self {
        let names: Vec<String> = header.engines.iter().map(|engine| engine.name.clone()).collect();
        let pairings = schedule::pairings(names.len(), header.gauntlet)
            .into_iter()
            .map(|pairing| (pairing, Pairing::default()))
            .collect();
        Tally {
            names,
            pairings,
            faults: BTreeMap::new(),
            scoring: header.scoring(),
            has_discs: header.game.is_othello(),
            counted: [0; 3],
        }
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Counts a game. Returns its pairing if that makes a pair complete.
    ///
    /// A game between engines that do not meet in this match is not counted.
    pub(super) fn add(&mut self, game: &GameRecord) -> Option<(usize, usize)> {
        let (black, white) = (self.index(&game.black)?, self.index(&game.white)?);
        let first_is_black = self.pairings.contains_key(&(black, white));
        let key = if first_is_black { (black, white) } else { (white, black) };
        let pairing = self.pairings.get_mut(&key)?;
        let color = if first_is_black { Color::Black } else { Color::White };
        let points = game.half_points(color);
        let score = &mut pairing.score;
        match points {
            2 => score.wins += 1,
            1 => score.draws += 1,
            _ => score.losses += 1,
        }
        if self.has_discs {
            let discs = game.half_discs(self.scoring);
            score.half_discs.0 += discs[color];
            score.half_discs.1 += discs[!color];
        }
        if let Some(Presumed { agreed, estimated }) = game.presumed {
            let kind = if estimated > 0 { 2 } else { usize::from(agreed > 0) };
            self.counted[kind] += 1;
        }
        if let Some(loser) = game.loser_by_fault().and_then(|name| self.index(name)) {
            *self.faults.entry((loser, game.termination)).or_default() += 1;
        }
        let pairing = self.pairings.get_mut(&key)?;
        match pairing.open.remove(&game.pair) {
            None => {
                pairing.open.insert(game.pair, points);
                None
            }
            Some(before) => {
                if let Some(count) = pairing.score.pairs.get_mut((before + points) as usize) {
                    *count += 1;
                }
                Some(key)
            }
        }
    }

    /// Returns the pairings with the first engine's results.
    pub(super) fn pairings(&self) -> impl Iterator<Item = ((usize, usize), &Score)> {
        self.pairings.iter().map(|(&key, pairing)| (key, &pairing.score))
    }

    /// Returns the results of one pairing, the first engine's view.
    pub(super) fn pairing(&self, first: usize, second: usize) -> Option<Score> {
        let straight = self.pairings.get(&(first, second)).map(|pairing| pairing.score.clone());
        straight.or_else(|| Some(self.pairings.get(&(second, first))?.score.mirrored()))
    }

    /// Returns the results of an engine against all others.
    pub(super) fn total(&self, engine: usize) -> Score {
        let mut total = Score::default();
        for other in 0..self.names.len() {
            if let Some(score) = self.pairing(engine, other).filter(|_| other != engine) {
                total.add(&score);
            }
        }
        total
    }

    /// Returns the number of games counted.
    pub(super) fn games(&self) -> u64 {
        self.pairings.values().map(|pairing| pairing.score.games()).sum()
    }

    /// Returns how often each fault cost `engine` a game.
    pub(super) fn faults(&self, engine: usize) -> Vec<(Termination, u64)> {
        let count = |kind| self.faults.get(&(engine, kind)).copied();
        Termination::LOSSES.into_iter().filter_map(|kind| Some((kind, count(kind)?))).collect()
    }
}
