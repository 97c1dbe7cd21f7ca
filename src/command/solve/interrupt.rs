//! SIGINT and SIGTERM: the first one ends the run in order, the second at once.

use std::sync::Arc;

use super::INTERRUPTED;
use super::pool::Pool;
use crate::engine::StopFlag;

/// Ends the searches of `pool` when the user or the system asks for it.
pub(super) fn listen(pool: Arc<Pool>) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        if pool.is_interrupted() {
            std::process::exit(i32::from(INTERRUPTED));
        }
        pool.interrupt();
    })
}

/// Raises `stop` when the user or the system asks for it; asked again, the program ends at once.
pub(super) fn raise(stop: StopFlag) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        if stop.is_raised() {
            std::process::exit(i32::from(INTERRUPTED));
        }
        stop.raise();
    })
}
