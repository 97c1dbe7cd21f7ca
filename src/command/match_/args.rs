//! The command line of `heibai match`, as clap reads it.

use crate::command::shard::Shard;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use crate::go::Komi;
use crate::othello::Scoring;

use super::limit::{Limit, TimeControl};

/// What `--help` says below the options.
pub const HELP: &str = "\
An engine is a list of words KEY=VALUE:
  cmd=COMMAND     the command line, quoted as in a shell; its program may be relative to dir
  name=NAME       its name in tables and records [default: the program's name]
  proto=PROTOCOL  ugi, uci or gtp, nboard (Othello), gomocup (Renju) [default: ugi]
  dir=FOLDER      where it runs
  pass=send|omit  Othello: whether passes are sent and asked for, or left out for an engine that
                  refuses them
  option.NAME=V   an option of UGI or UCI, may be repeated
  init=LINE       a line sent as it is after the start, may be repeated
  tc= st= depth= nodes= level=   its own limit in place of the common one; limit=own sends none

A time control is [MOVES/]SECONDS[+INCREMENT], such as 60+0.5, 40/60 or 2:30+1. GTP itself knows
times alone: a level needs an engine that lists level or set_level, a depth set_depth or depth,
nodes kata-set-param (maxVisits); for others set them by cmd or init with limit=own. NBoard
knows a depth alone, which is its level too. Gomocup's protocol knows no level.

Each opening is played twice, with colours changed; so the number of games is even. A line of
the file is a list of moves (f5d6c3, h8h9j10 or e5 c3); of Othello a line of a problem file, a
game in GGF or SGF or any other position that `heibai analyse` reads as well. A position that is
set up needs, in GTP, an engine that lists gogui-setup and gogui-setup_player.

The referee is Heibai's own: it checks every move, knows passes, and ends no game early. A
crash, an illegal move, no answer, no time left: the game is lost, in Othello counted 0:64, and
the fault is named in the table. The match goes on.

In Renju a forbidden stone loses at once and nobody passes. In Go two passes end the game, and
the referee rules on life and death; of chains it does not find out within its budget, the
engines' final_status_list counts against their own interest, and else an estimate; the table
says how often. A position that comes back for the third time, or more moves than four for each
point, end a game without result, which is a draw here.

Examples:
  $ heibai match --engine name=A cmd=heibai level=8 --engine name=B cmd=heibai level=4 --games 10
  $ heibai match --each proto=ugi option.Hash=16 --engine name=new cmd=./new/heibai \\
      --engine name=old cmd=./old/heibai --tc 10+0.1 --openings xot.txt --order random \\
      --games 2000 --concurrency 4 --sprt 0 5 --games-out match.jsonl --plot match.svg
  $ heibai match --engine name=heibai cmd=heibai \\
      --engine name=rhino cmd=gtp-rhino proto=gtp pass=omit --tc 30+1
  $ heibai match --game go --size 9 --komi 6.5 --st 1 --games 100 --resume go.jsonl \\
      --engine name=heibai cmd=heibai proto=gtp \\
      --engine name=gnugo cmd='gnugo --mode gtp --level 10' proto=gtp
  $ heibai match --game renju --rules freestyle --size 20 --st 5 --games-out gomoku.jsonl \\
      --engine name=heibai cmd=heibai \\
      --engine name=other cmd=./pbrain-other proto=gomocup
  $ heibai match ... --resume match.jsonl      go on after an interruption
  $ heibai match ... --shard 2/4 --games-out 2.jsonl   the second quarter of the pairs, elsewhere
  $ heibai match --merge 1.jsonl 2.jsonl 3.jsonl 4.jsonl --plot match.svg

Exit status: 0 played, also where engines failed, 2 an error, 130 interrupted (finished games
are kept).";

/// `heibai match`.
#[derive(Clone, Debug, Args)]
pub struct MatchArgs {
    /// Rules: of Renju renju, standard or freestyle, of Go japanese [default: the first]
    #[arg(long, visible_alias = "rule", value_name = "NAME", help_heading = "Game")]
    pub rules: Option<String>,
    /// Columns and rows: of Renju 15 or 20, of Go 2 to 25 [default: 15, 19]
    #[arg(long, value_name = "N", help_heading = "Game")]
    pub size: Option<u8>,
    /// Points that White gets in Go [default: 6.5]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, help_heading = "Game")]
    pub komi: Option<Komi>,
    /// The engines.
    #[command(flatten)]
    pub engines: EngineWords,
    /// Clock of a game: [MOVES/]SECONDS[+INCREMENT]
    #[arg(long, value_name = "TC", group = "limits", help_heading = "Limits")]
    pub tc: Option<TimeControl>,
    /// Seconds for each move
    #[arg(long, value_name = "S", group = "limits", value_parser = positive_seconds, help_heading = "Limits")]
    pub st: Option<Duration>,
    /// Plies to search
    #[arg(long, value_name = "N", group = "limits", value_parser = clap::value_parser!(u32).range(1..=60), help_heading = "Limits")]
    pub depth: Option<u32>,
    /// Nodes to search
    #[arg(long, value_name = "N", group = "limits", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Limits")]
    pub nodes: Option<u64>,
    /// Level to play at
    #[arg(long, value_name = "N", group = "limits", value_parser = clap::value_parser!(u32).range(0..=99), help_heading = "Limits")]
    pub level: Option<u32>,
    /// Milliseconds a move may be late without losing the game
    #[arg(long, value_name = "MS", default_value_t = 100, help_heading = "Limits")]
    pub timemargin: u64,
    /// Seconds an engine may take to start
    #[arg(long, value_name = "S", default_value = "10", value_parser = positive_seconds, help_heading = "Limits")]
    pub start_timeout: Duration,
    /// Seconds for any other answer, and for a move after its time is over before the engine is ended
    #[arg(long, value_name = "S", default_value = "10", value_parser = positive_seconds, help_heading = "Limits")]
    pub reply_timeout: Duration,
    /// Seconds for a move that no clock limits
    #[arg(long, value_name = "S", default_value = "300", value_parser = positive_seconds, help_heading = "Limits")]
    pub move_timeout: Duration,
    /// Openings, one a line; each is played with both colours
    #[arg(long, value_name = "FILE", help_heading = "Schedule")]
    pub openings: Option<PathBuf>,
    /// Order of the openings
    #[arg(long, value_enum, default_value_t, help_heading = "Schedule")]
    pub order: Order,
    /// Where the random order starts
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Schedule")]
    pub seed: u64,
    /// Games of each pairing, an even number [default: 4, or two for each opening]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Schedule")]
    pub games: Option<u64>,
    /// Everybody against everybody (the default)
    #[arg(long, conflicts_with = "gauntlet", help_heading = "Schedule")]
    pub round_robin: bool,
    /// The first engine against each other one
    #[arg(long, help_heading = "Schedule")]
    pub gauntlet: bool,
    /// Games played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one, help_heading = "Schedule")]
    pub concurrency: usize,
    /// Play the I-th of N parts of the pairs
    #[arg(long, value_name = "I/N", help_heading = "Schedule")]
    pub shard: Option<Shard>,
    /// How the squares left empty count
    #[arg(long, value_name = "NAME", default_value = "winner", value_parser = scoring, help_heading = "Result")]
    pub scoring: Scoring,
    /// Stop when the difference is known to be below ELO0 or above ELO1 (two engines)
    #[arg(long, value_names = ["ELO0", "ELO1"], num_args = 2, allow_negative_numbers = true, help_heading = "Result")]
    pub sprt: Vec<f64>,
    /// Probability of taking ELO1 for true where ELO0 is
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = probability, help_heading = "Result")]
    pub alpha: f64,
    /// Probability of taking ELO0 for true where ELO1 is
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = probability, help_heading = "Result")]
    pub beta: f64,
    /// Append each finished game to this .ggf, .sgf or .jsonl file; may be given many times
    #[arg(long, value_name = "FILE", help_heading = "Result")]
    pub games_out: Vec<PathBuf>,
    /// Go on with the match recorded in this .jsonl file, and append to it
    #[arg(long, value_name = "FILE", help_heading = "Result")]
    pub resume: Option<PathBuf>,
    /// Draw score over games and evaluation against ply
    #[arg(long, value_name = "FILE.svg", help_heading = "Result")]
    pub plot: Option<PathBuf>,
    /// Append what engines write to standard error to FOLDER/NAME.log
    #[arg(long, value_name = "FOLDER", help_heading = "Result")]
    pub stderr_dir: Option<PathBuf>,
    /// Print the table of recorded games, the parts of one match; nothing is played
    #[arg(long, value_name = "FILE.jsonl", num_args = 1.., help_heading = "Result",
          conflicts_with_all = ["engine", "each", "resume", "games_out", "shard", "openings", "games", "limits", "rules", "size", "komi"])]
    pub merge: Vec<PathBuf>,
}

impl MatchArgs {
    /// Returns the limit that holds for engines without their own.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        let depth = self.depth.map(Limit::Depth);
        let nodes = self.nodes.map(Limit::Nodes);
        let level = self.level.map(Limit::Level);
        let st = self.st.map(Limit::MoveTime);
        self.tc.map(Limit::Clock).or(st).or(depth).or(nodes).or(level)
    }
}

/// The words behind each `--engine`, and those behind all `--each`.
#[derive(Clone, Debug, Default)]
pub struct EngineWords {
    /// One list an engine.
    pub engines: Vec<Vec<String>>,
    /// What holds for all unless they say otherwise.
    pub each: Vec<String>,
}

impl FromArgMatches for EngineWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let engines = matches
            .get_occurrences::<String>("engine")
            .into_iter()
            .flatten()
            .map(|words| words.cloned().collect())
            .collect();
        let each = matches.get_many::<String>("each").into_iter().flatten().cloned().collect();
        Ok(EngineWords { engines, each })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = EngineWords::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for EngineWords {
    fn augment_args(command: Command) -> Command {
        let words = |name: &'static str| {
            Arg::new(name)
                .long(name)
                .num_args(1..)
                .action(ArgAction::Append)
                .value_name("KEY=VALUE")
                .help_heading("Engines")
        };
        command
            .arg(words("engine").help("An engine, see below; given at least twice"))
            .arg(words("each").help("What holds for every engine unless it says otherwise"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Order of the openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// As in the file.
    #[default]
    Sequential,
    /// Shuffled, the same for the same seed.
    Random,
}

impl Order {
    /// Returns the name as it is written on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Order::Sequential => "sequential",
            Order::Random => "random",
        }
    }
}

/// Reads seconds above 0.
pub(super) fn positive_seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>()
        .ok()
        .filter(|seconds| *seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| *time <= Duration::from_secs(1_000_000))
        .ok_or_else(|| "expected seconds above 0, such as 0.5".to_owned())
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..=1024) => Ok(number),
        _ => Err("expected a whole number from 1 to 1024".to_owned()),
    }
}

fn probability(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|p| *p > 0.0 && *p < 0.5)
        .ok_or_else(|| "expected a probability above 0 and below 0.5".to_owned())
}

fn scoring(text: &str) -> Result<Scoring, String> {
    Scoring::from_name(text).ok_or_else(|| "expected count, winner or split".to_owned())
}
