//! The protocol loop: what `heibai` does without a subcommand.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow};

use crate::protocol::{Dialect as _, Front, detect, out};
use crate::session::{Session, registry};

/// What the command line sets up before the first line is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServeOptions {
    /// One of [`detect::NAMES`]; `None` or `auto` lets the first line decide.
    pub protocol: Option<String>,
    /// One of [`registry::games`].
    pub game: String,
    /// The option `Threads`.
    pub threads: Option<usize>,
    /// The option `Hash`.
    ///
    /// # Units
    /// MiB.
    pub hash_mib: Option<usize>,
    /// The option `Level`.
    pub level: Option<u32>,
    /// The option `Move Time`.
    pub move_time: Option<std::time::Duration>,
    /// The option `EvalFile`.
    pub eval: Option<PathBuf>,
}

impl Default for ServeOptions {
    fn default() -> Self {
        ServeOptions {
            protocol: None,
            game: "othello".to_owned(),
            threads: None,
            hash_mib: None,
            level: None,
            move_time: None,
            eval: None,
        }
    }
}

/// Serves one client on standard input and output until it quits or either end is closed.
///
/// # Errors
/// Protocol, game or a value is not known; nothing has then been read or written.
pub fn run(options: ServeOptions) -> anyhow::Result<ExitCode> {
    let protocol = options.protocol.as_deref().unwrap_or("auto");
    let front = Front::named(protocol).ok_or_else(|| {
        anyhow!("unknown protocol '{protocol}', expected one of {}", detect::NAMES.join(", "))
    })?;
    // The managers of one protocol know one game.
    let game = if front.name() == "gomocup" { "renju".to_owned() } else { options.game };
    let builder = registry::builder(&game).ok_or_else(|| {
        anyhow!("unknown game '{game}', expected {}", registry::games().join(" or "))
    })?;
    let eval = match &options.eval {
        Some(path) => {
            let text = path.to_str().with_context(|| format!("{}: not UTF-8", path.display()))?;
            Some(text.to_owned())
        }
        None => None,
    };
    // A GUI's engine dialog holds one list of flags for every game.
    let known = builder().options();
    let settings: Vec<(&str, String)> = [
        ("Threads", options.threads.map(|threads| threads.to_string())),
        ("Hash", options.hash_mib.map(|mib| mib.to_string())),
        ("Level", options.level.map(|level| level.to_string())),
        ("EvalFile", eval),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value?)))
    .filter(|(name, _)| {
        let is_known = known.iter().any(|option| option.name == *name);
        if !is_known {
            log::warn!("{game} has no option {name}");
        }
        is_known
    })
    .collect();
    // The session's own, whatever the game.
    let move_time = options.move_time.map(|time| time.as_millis().max(1).to_string());
    let settings = settings.into_iter().chain(move_time.map(|time| ("Move Time", time)));
    let settings: Vec<(&str, String)> = settings.collect();
    let settings: Vec<(&str, &str)> =
        settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let session = Session::new(front, builder, &settings).context("setting the engine up")?;
    session.run(std::io::stdin(), out::standard()).context("serving the client")?;
    Ok(ExitCode::SUCCESS)
}
