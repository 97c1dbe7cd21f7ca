//! SIGINT and SIGTERM: the first one ends the run in order, the second at once.

use std::sync::Arc;

use super::INTERRUPTED;
use super::pool::Pool;

/// Ends the searches of `pool` when the user or the system asks for it.
pub(super) fn listen(pool: Arc<Pool>) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        if pool.is_interrupted() {
            std::process::exit(i32::from(INTERRUPTED));
        }
        pool.interrupt();
    })
}
