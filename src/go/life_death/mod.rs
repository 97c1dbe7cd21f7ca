//! Confirmation of life and death by articles 7-1 and 7-2 of the Japanese rules, exact and with proofs.
//!
//! A chain is alive if its opponent, moving first, cannot capture it, or if capturing it lets its owner bring forth
//! a new stone that is never captured; every other chain is dead. A search that does not come to an end within its
//! budget says that it does not know. The reading of the articles is told in `docs/go.md`.
//!
//! Entry point: [`confirm()`]. Reading order: [`field`] (the board), [`region`] (rules of play inside a part of it,
//! with the ko rule of confirmation), [`graph`] (all positions of a question), [`solve`] (who wins them), [`dfpn`] and
//! [`narrow`] (the same where all positions are too many), [`zone`] (what to search where no walls are), [`proof`] and
//! [`extract`] (the winner's strategy), [`mod@check`] (an independent replay), [`mod@confirm`] (from questions to
//! verdicts), [`mod@audit`] (all verdicts of a board).

pub mod audit;
pub mod budget;
pub mod check;
pub mod confirm;
pub mod dfpn;
pub mod extract;
pub mod field;
pub mod graph;
pub mod narrow;
pub mod proof;
pub mod region;
pub mod solve;
pub mod zone;

pub use audit::{AuditError, audit};
pub use budget::{Budget, Spent, Stop};
pub use check::{CheckError, check};
pub use confirm::{ChainStatus, Confirmation, Status, confirm, confirm_in_zones};
pub use field::{Cell, Chain, Field, FieldError};
pub use proof::{Claim, Proof, Scope};
