//! A twin of confirmation that is as plain as possible, on every board of tiny regions: its own rules on rows of
//! letters, every position listed, every set found by going over all positions until nothing changes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use heibai::game::Color;
use heibai::go::life_death::{
    Budget, Confirmation, Field, Status, audit, confirm, confirm_in_zones,
};
use proptest::prelude::*;

/// Letters as in records; lower case marks a new stone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Position {
    cells: Vec<u8>,
    /// From the stone that took a ko to the point it took on.
    bans: BTreeMap<usize, usize>,
    attacker_moves: bool,
    captured: bool,
}

struct Twin<'a> {
    width: usize,
    owner: u8,
    target: usize,
    /// Where new stones count.
    ground: &'a [usize],
}

impl Twin<'_> {
    fn beside(&self, cells: &[u8], point: usize) -> Vec<usize> {
        let (x, y) = (point % self.width, point / self.width);
        let mut found = Vec::new();
        if x > 0 {
            found.push(point - 1);
        }
        if x + 1 < self.width {
            found.push(point + 1);
        }
        if y > 0 {
            found.push(point - self.width);
        }
        if point + self.width < cells.len() {
            found.push(point + self.width);
        }
        found
    }

    /// Returns the chain at `point` and its liberties; a wall counts as a liberty that cannot be filled.
    fn chain(&self, cells: &[u8], point: usize) -> (BTreeSet<usize>, BTreeSet<usize>) {
        let letter = cells[point].to_ascii_uppercase();
        let wall = if letter == b'X' { b'B' } else { b'W' };
        let (mut chain, mut liberties) = (BTreeSet::from([point]), BTreeSet::new());
        let mut open = vec![point];
        while let Some(point) = open.pop() {
            for next in self.beside(cells, point) {
                if cells[next] == b'.' {
                    liberties.insert(next);
                } else if cells[next] == wall {
                    liberties.insert(1000);
                } else if cells[next].to_ascii_uppercase() == letter && chain.insert(next) {
                    open.push(next);
                }
            }
        }
        (chain, liberties)
    }

    fn next(&self, from: &Position) -> Vec<Position> {
        let attacker = if self.owner == b'X' { b'O' } else { b'X' };
        let (me, them) =
            if from.attacker_moves { (attacker, self.owner) } else { (self.owner, attacker) };
        let mut found = Vec::new();
        for point in 0..from.cells.len() {
            if from.cells[point] != b'.' {
                continue;
            }
            let mut after = from.clone();
            after.attacker_moves = !from.attacker_moves;
            after.cells[point] = me;
            let mut taken = Vec::new();
            for next in self.beside(&after.cells, point) {
                if after.cells[next].to_ascii_uppercase() == them {
                    let (chain, liberties) = self.chain(&after.cells, next);
                    if liberties.is_empty() {
                        for stone in chain {
                            after.cells[stone] = b'.';
                            taken.push(stone);
                        }
                    }
                }
            }
            let (chain, liberties) = self.chain(&after.cells, point);
            if liberties.is_empty() {
                continue;
            }
            let ko = taken.len() == 1 && chain.len() == 1 && liberties.iter().eq(&taken);
            if ko && from.bans.get(&taken[0]) == Some(&point) {
                continue;
            }
            let old: Vec<(usize, usize)> = after.bans.iter().map(|(a, b)| (*a, *b)).collect();
            for (taker, place) in old {
                let gone = !after.cells[taker].is_ascii_alphabetic();
                if gone || after.cells[place] != b'.' || self.chain(&after.cells, taker).0.len() > 1
                {
                    after.bans.remove(&taker);
                }
            }
            if ko {
                after.bans.insert(point, taken[0]);
            }
            if !from.captured && taken.contains(&self.target) {
                after.captured = true;
            }
            if from.captured && !from.attacker_moves && self.ground.contains(&point) {
                after.cells[point] = me.to_ascii_lowercase();
            }
            found.push(after);
        }
        let mut pass = from.clone();
        pass.attacker_moves = !from.attacker_moves;
        let lost: Vec<usize> = from
            .bans
            .keys()
            .copied()
            .filter(|taker| from.cells[*taker].to_ascii_uppercase() == them)
            .collect();
        for taker in lost {
            let mut passed = pass.clone();
            passed.bans.remove(&taker);
            found.push(passed);
        }
        // A bare pass is always there too.
        found.push(pass);
        found
    }

    /// Returns whether the attacker captures the chain, and whether it then prevents every lasting new stone.
    fn verdict(&self, start: Position) -> (bool, bool) {
        let mut index = HashMap::from([(start.clone(), 0usize)]);
        let mut all = vec![start];
        let mut next: Vec<Vec<usize>> = Vec::new();
        while next.len() < all.len() {
            let children = self.next(&all[next.len()].clone());
            let children = children.into_iter().map(|child| {
                *index.entry(child.clone()).or_insert_with(|| {
                    all.push(child);
                    all.len() - 1
                })
            });
            let children = children.collect();
            next.push(children);
        }
        let n = all.len();
        let new = |at: usize, point: usize| all[at].cells[point].is_ascii_lowercase();
        // Positions from which a side forces one of `goal`, all positions being gone over again and again.
        let force = |goal: &dyn Fn(usize) -> bool,
                     attacker: bool,
                     within: &dyn Fn(usize) -> bool| {
            let mut set = vec![false; n];
            loop {
                let mut grown = false;
                for at in (0..n).filter(|at| within(*at)) {
                    let good = |to: &usize| set[*to] || goal(*to);
                    let mine = all[at].attacker_moves == attacker;
                    let wins =
                        if mine { next[at].iter().any(good) } else { next[at].iter().all(good) };
                    if !set[at] && wins {
                        set[at] = true;
                        grown = true;
                    }
                }
                if !grown {
                    return set;
                }
            }
        };
        let captures = force(&|to| all[to].captured, true, &|at| !all[at].captured);
        let mut lasting = vec![false; n];
        loop {
            let before = lasting.clone();
            for point in 0..all[0].cells.len() {
                let taken = {
                    let lasting = &lasting;
                    force(&|to| !new(to, point) && !lasting[to], true, &|at| {
                        new(at, point) && !lasting[at]
                    })
                };
                for at in 0..n {
                    lasting[at] |= new(at, point) && !taken[at];
                }
            }
            let forced = {
                let lasting = &lasting;
                force(&|to| lasting[to], false, &|at| all[at].captured)
            };
            for at in 0..n {
                lasting[at] |= forced[at];
            }
            if lasting == before {
                break;
            }
        }
        let lasting = &lasting;
        let dead = force(&|to| all[to].captured && !lasting[to], true, &|at| !all[at].captured);
        (captures[0], dead[0])
    }
}

/// Compares both on every way to fill the `?` of `rows`.
fn compare(rows: &[&str]) -> usize {
    compare_with(rows, confirm, true)
}

/// Compares what `confirm` finds; where it need not find everything, what it does not know is not counted.
fn compare_with(
    rows: &[&str],
    confirm: impl Fn(&Field, &Budget) -> Confirmation,
    finds_all: bool,
) -> usize {
    let width = rows[0].len();
    let frame: Vec<u8> = rows.concat().into_bytes();
    let open: Vec<usize> = (0..frame.len()).filter(|at| frame[*at] == b'?').collect();
    let mut compared = 0;
    for number in 0..3usize.pow(open.len() as u32) {
        let mut cells = frame.clone();
        let mut rest = number;
        for &at in &open {
            cells[at] = b".XO"[rest % 3];
            rest /= 3;
        }
        let rows: Vec<String> =
            cells.chunks(width).map(|row| String::from_utf8(row.to_vec()).unwrap()).collect();
        let Ok(field) = Field::parse(&rows) else { continue };
        let found = confirm(&field, &Budget::default());
        assert_eq!(audit(&field, &found), Ok(()), "{rows:?}");
        let known = |status: Status| !matches!(status, Status::Unknown { .. });
        for chain in found.chains.iter().filter(|chain| finds_all || known(chain.status)) {
            let owner = if chain.chain.color == Color::Black { b'X' } else { b'O' };
            let ground = chain.proofs.get(1).map_or(Vec::new(), |proof| proof.ground.clone());
            let twin = Twin { width, owner, target: chain.chain.head(), ground: &ground };
            let start = Position {
                cells: cells.clone(),
                bans: BTreeMap::new(),
                attacker_moves: true,
                captured: false,
            };
            let (captured, dead) = twin.verdict(start);
            let expected = match (captured, dead) {
                (false, _) => Status::Uncapturable,
                (true, false) => Status::Enabling,
                (true, true) => Status::Dead,
            };
            assert_eq!(chain.status, expected, "{rows:?} at {}", field.name(chain.chain.head()));
            compared += 1;
        }
    }
    compared
}

#[test]
fn twin_agrees_on_every_board_of_two_by_two() {
    assert!(compare(&["??#", "??#"]) > 50);
    assert!(compare(&["??W", "??W"]) > 50);
    assert!(compare(&["B??W", "#??#"]) > 50);
}

#[test]
fn twin_agrees_on_every_board_of_one_by_five() {
    assert!(compare(&["?????"]) > 100);
    assert!(compare(&["?????W"]) > 100);
}

#[test]
fn twin_agrees_on_every_board_of_two_by_three() {
    assert!(compare(&["???W", "???B"]) > 300);
}

/// A zone in which the owner gives positions up: they are lost, not places where a stone stays.
#[test]
fn zones_with_positions_given_up_are_proved_in_full() {
    let field = Field::parse(&["X.XX."]).unwrap();
    let found = confirm_in_zones(&field, &Budget { states: 20_000, ..Budget::default() });
    assert_eq!(audit(&field, &found), Ok(()));
    assert!(found.chains.iter().all(|chain| chain.status == Status::Enabling));
}

#[test]
fn twin_agrees_with_zones_on_every_board_without_walls() {
    // A zone takes everything outside for the other side's: on boards this small its proofs are few, but there are some.
    let budget = |field: &Field, _: &Budget| {
        confirm_in_zones(field, &Budget { states: 20_000, ..Budget::default() })
    };
    let compared = [&["?????"][..], &["??", "??"]].map(|rows| compare_with(rows, budget, false));
    assert!(compared.iter().all(|&count| count > 20), "{compared:?}");
}

/// A budget that every board of these tests stays within for sure: in positions looked at, so that it does not depend on
/// the machine.
fn bounded(states: u64) -> Budget {
    Budget { states, total_states: 20 * states, ..Budget::default() }
}

/// Random boards, many of them open from edge to edge: the same letters give the same rows.
fn random_rows(width: usize, letters: Vec<u8>) -> Vec<String> {
    letters.chunks_exact(width).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// What a zone proves is what the whole board says, of which every position is listed.
    #[test]
    fn zones_prove_nothing_that_the_whole_board_denies(
        width in 3usize..=5,
        letters in proptest::collection::vec(proptest::sample::select(b"..XXXOO#".to_vec()), 10),
    ) {
        let rows = random_rows(width, letters);
        let Ok(field) = Field::parse(&rows) else { return Ok(()) };
        let zones = confirm_in_zones(&field, &bounded(3_000));
        prop_assert_eq!(audit(&field, &zones), Ok(()));
        let whole = confirm(&field, &bounded(12_000));
        for (zone, whole) in zones.chains.iter().zip(&whole.chains) {
            prop_assert_eq!(&zone.chain, &whole.chain);
            let unknown = [zone.status, whole.status]
                .iter()
                .any(|status| matches!(status, Status::Unknown { .. }));
            prop_assert!(unknown || zone.status == whole.status, "{:?}", rows);
        }
    }

    /// However open a board is, a search keeps to the positions that it may look at, and what it says stands the check.
    #[test]
    fn open_boards_keep_to_their_budget(
        side in 5usize..=9,
        letters in proptest::collection::vec(proptest::sample::select(b"...XXOO".to_vec()), 81),
    ) {
        let rows = random_rows(side, letters[..side * side].to_vec());
        let Ok(field) = Field::parse(&rows) else { return Ok(()) };
        let budget = bounded(2_000);
        let found = confirm(&field, &budget);
        // A search looks at its limits every 256 positions.
        prop_assert!(found.spent.states <= budget.total_states + 256 * 64, "{:?}", found.spent);
        prop_assert!(found.spent.most_states <= budget.states + 256 * 64, "{:?}", found.spent);
        prop_assert_eq!(audit(&field, &found), Ok(()), "{:?}", rows);
    }
}
