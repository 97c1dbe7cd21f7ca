//! SIGINT as a request to end a search, for clients that have asked whom to send it to.

use std::sync::mpsc::SyncSender;

use crate::session::event::Event;

/// Turns every SIGINT from now on into an event; until this is called it ends the process as ever.
#[cfg(unix)]
pub(super) fn listen(events: SyncSender<Event>) {
    let listening = signal_hook::iterator::Signals::new([signal_hook::consts::SIGINT]);
    let spawned = listening.and_then(|mut signals| {
        std::thread::Builder::new().name("signal".into()).spawn(move || {
            for _ in signals.forever() {
                if events.send(Event::Interrupt).is_err() {
                    return;
                }
            }
        })
    });
    if let Err(error) = spawned {
        log::warn!("SIGINT cannot be listened to: {error}");
    }
}

/// Other systems have no such signal.
#[cfg(not(unix))]
pub(super) fn listen(_events: SyncSender<Event>) {}
