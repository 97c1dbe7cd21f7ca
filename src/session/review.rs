//! A game judged position by position, from its end back to its start.

use crate::engine::{EngineError, ExportFormat, PositionFormat, PositionText};
use crate::protocol::{Reply, Think};
use crate::session::{Ports, Session};

/// A review that is under way.
pub(super) struct Review {
    /// The whole game, to come back to.
    game: String,
    /// The plies before the position that is being judged.
    plies: usize,
    /// How each is searched.
    think: Think,
    /// Whether it ends with the present position.
    ended: bool,
}

impl Session {
    /// Starts to judge the positions of the game so far.
    pub(super) fn review(&mut self, ports: &Ports, think: Think, stopped: bool) {
        // Set up anew, the engine takes back one ply at a time, passes too.
        let game = self.view.export(ExportFormat::Ggf);
        let game = game.and_then(|game| self.set_game(&game).map(|()| game));
        match game {
            Ok(game) => {
                let plies = self.view.moves().len();
                let next = think.clone();
                self.review = Some(Review { game, plies, think, ended: stopped });
                self.think(ports, next, stopped);
            }
            Err(error) => self.reply(ports, &Reply::Refused(error)),
        }
    }

    /// Tells what was found out about a position and goes on with the one before it.
    pub(super) fn reviewed(&mut self, ports: &Ports) {
        let Some(mut review) = self.review.take() else { return };
        if !review.ended {
            self.reply(ports, &Reply::Reviewed { plies: review.plies });
        }
        let goes_on = !review.ended && review.plies > 0;
        if goes_on && self.engine.as_mut().is_some_and(|engine| engine.undo().is_ok()) {
            review.plies -= 1;
            self.refresh();
            let next = review.think.clone();
            self.review = Some(review);
            return self.think(ports, next, false);
        }
        if let Err(error) = self.set_game(&review.game) {
            log::error!("back from a review: {error}");
        }
        self.reply(ports, &Reply::Done);
    }

    /// Makes the position that is being judged the last one.
    pub(super) fn cut_review(&mut self) {
        if let Some(review) = &mut self.review {
            review.ended = true;
        }
    }

    fn set_game(&mut self, game: &str) -> Result<(), EngineError> {
        if let Some(engine) = &mut self.engine {
            engine.set_position(&PositionText { format: PositionFormat::Any, text: game }, &[])?;
        }
        self.refresh();
        Ok(())
    }
}
