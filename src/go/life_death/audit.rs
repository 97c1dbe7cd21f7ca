//! Whether a whole confirmation holds together: its proofs, and the grounds they rest on.
//!
//! Owns what a ground is, and the check of all verdicts of a board. Knows no search.

use super::check::{CheckError, check};
use super::confirm::{ChainStatus, Confirmation, Status};
use super::field::{Cell, Field};
use super::proof::{Claim, Proof};
use crate::go::benson::pass_alive;

/// Which chains a ground goes through when it is not known of all whether they can be captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// All but those that cannot be captured.
    Most,
    /// Those alone that can.
    Least,
}

/// Why a confirmation does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuditError {
    /// A proof has a flaw.
    #[error("{chain}: {error}")]
    Proof {
        /// The chain.
        chain: String,
        /// The flaw.
        error: CheckError,
    },
    /// The proofs are not about the chain, or not those that its verdict needs.
    #[error("{0}: its proofs do not show its verdict")]
    Verdict(String),
    /// A proof counts new stones elsewhere than on the chain's ground.
    #[error("{0}: its proof rests on another ground")]
    Ground(String),
}

/// Returns the points, rising, where a new stone counts once the chain of `index` has been captured.
///
/// From the chain's points on, through empty points and through chains that can be captured; never beyond `part`.
///
/// # Panics
/// There is no chain of that index.
#[must_use]
pub fn ground(
    field: &Field,
    part: &[usize],
    chains: &[ChainStatus],
    index: usize,
    bound: Bound,
) -> Vec<usize> {
    let mut open = vec![false; field.n_points()];
    for &point in part {
        open[point] = field.cell(point) == Cell::Empty;
    }
    for (other, found) in chains.iter().enumerate() {
        let through = match (found.is_capturable(), bound) {
            (Some(capturable), _) => capturable,
            (None, Bound::Most) => true,
            (None, Bound::Least) => other == index,
        };
        found.chain.points.iter().for_each(|point| open[*point] = through);
    }
    let mut ground = field.connected(chains[index].chain.head(), |point| open[point]);
    ground.sort_unstable();
    ground
}

/// Checks every verdict of a confirmation; unknown ones claim nothing.
///
/// # Errors
/// The first verdict that is not shown.
pub fn audit(field: &Field, confirmation: &Confirmation) -> Result<(), AuditError> {
    let open = |point: usize| !matches!(field.cell(point), Cell::Off | Cell::Wall(_));
    for (index, found) in confirmation.chains.iter().enumerate() {
        let head = found.chain.head();
        let name = || field.name(head);
        for proof in &found.proofs {
            check(field, proof).map_err(|error| AuditError::Proof { chain: name(), error })?;
            if !found.chain.points.contains(&proof.point) {
                return Err(AuditError::Verdict(name()));
            }
        }
        let claims: Vec<Claim> = found.proofs.iter().map(|proof| proof.claim).collect();
        let shown = match (found.status, claims.as_slice()) {
            (Status::Uncapturable, []) => pass_alive(field, found.chain.color)[head],
            (Status::Uncapturable, claims) => claims == [Claim::Uncapturable],
            (Status::Enabling, claims) => claims == [Claim::Capturable, Claim::Enabling],
            (Status::Dead, claims) => claims == [Claim::Capturable, Claim::Dead],
            (Status::Unknown { .. }, _) => true,
        };
        if !shown || found.pass_alive && found.status != Status::Uncapturable {
            return Err(AuditError::Verdict(name()));
        }
        if let Some(Proof { claim, ground: claimed, .. }) = found.proofs.get(1) {
            let part = field.connected(head, open);
            let bound = if *claim == Claim::Dead { Bound::Most } else { Bound::Least };
            let wanted = ground(field, &part, &confirmation.chains, index, bound);
            let within = |inner: &[usize], outer: &[usize]| {
                inner.iter().all(|point| outer.binary_search(point).is_ok())
            };
            let fits = match bound {
                Bound::Most => within(&wanted, claimed),
                Bound::Least => within(claimed, &wanted),
            };
            if !fits {
                return Err(AuditError::Ground(name()));
            }
        }
    }
    Ok(())
}
