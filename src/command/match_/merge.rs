//! Parts of a match put together: the table of all their games.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, bail};

use crate::command::output::{self, Output};

use super::args::MatchArgs;
use super::record::{GameRecord, Header};
use super::tally::Tally;
use super::{files, plot, sprt, table};

/// Prints the table of the records that `args` name.
///
/// # Errors
/// A file cannot be read, or the files are not of one match.
pub(super) fn run(args: &MatchArgs) -> anyhow::Result<ExitCode> {
    let mut whole: Option<Header> = None;
    let mut games: BTreeMap<u64, GameRecord> = BTreeMap::new();
    for path in &args.merge {
        let Some((header, found)) = files::read(path)? else { continue };
        let header = Header { shard: None, ..header };
        if let Some(whole) = &whole {
            let differences = whole.differences(&header);
            if !differences.is_empty() {
                bail!("{}: not of the same match: {}", path.display(), differences.join("; "));
            }
        }
        whole = Some(header);
        for game in found {
            if let Some(other) = games.get(&game.game) {
                let same = if *other == game { "the same" } else { "another one counts" };
                let place = path.display();
                output::complain(format_args!(
                    "heibai: {place}: game {} is there twice, {same}",
                    game.game
                ));
                continue;
            }
            games.insert(game.game, game);
        }
    }
    let header = whole.context("--merge: no record of a match")?;
    let games: Vec<GameRecord> = games.into_values().collect();
    let mut tally = Tally::new(&header);
    for game in &games {
        tally.add(game);
    }
    if let Some(path) = &args.plot {
        plot::write(path, &header, &games)?;
    }
    let sprt = sprt(args, header.engines.len())?;
    let mut output = Output::new();
    output.write_all(table::final_table(&tally, sprt.as_ref()).as_bytes())?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}
