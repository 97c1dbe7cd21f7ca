//! The command line as clap reads it: flags, subcommands and their help; no behaviour.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::command::shard::Shard;
use crate::command::{accuracy, check, convert, eval_info, match_, referee, train, version};

/// Everything the command line says.
#[derive(Debug, Parser)]
#[command(
    name = "heibai",
    version = version::short(),
    long_version = version::long(),
    about = "Engine backend for the black-and-white stone games",
    long_about = "Heibai plays and solves Othello over standard input and output. Without a subcommand it \
                  serves a client line by line: a GUI, a script or a person.",
    after_help = "\
Examples:
  $ (printf 'go movetime 500\\n'; sleep 1) | heibai              answer a client
  $ heibai --threads 4 --hash 512                              what a GUI's engine dialog holds
  $ heibai solve problems.obf                                  solve a file of endgames
  $ heibai analyse f5d6c3d3c4                                  judge every move of a game",
    after_long_help = "\
Examples:
  A client's session:
    $ (printf 'position startpos moves f5 d6\\ngo movetime 500\\n'; sleep 1) | heibai
  A GUI's engine dialog:           heibai --threads 4 --hash 512 --level 24 --move-time 10
  Quarry, GoGui (GTP) by hand:
    $ heibai --level 12
    play black f5
    genmove white
    quit
  NBoard's engine, and by hand:
    $ heibai --protocol nboard
    set game (;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)
    go
  Cassio's engine, and by hand:
    $ heibai --protocol cassio
    ENGINE-PROTOCOL midgame-search ---------------------------OX------XO---------------------------X -64 64 8 73%
  A gomoku manager's engine, and by hand:
    $ heibai --protocol gomocup
    START 15
    INFO rule 4
    BEGIN
  A file of endgames:              heibai solve problems.obf
  A game's moves judged:           heibai analyse f5d6c3d3c4
  Every line of a session kept:    heibai --log trace --log-file heibai.log

A search ends when the input does: a script keeps it open until `bestmove` has come.

Exit status: 0 done, 1 a score given to solve was contradicted, 2 an error,
130 solve was interrupted.",
    args_conflicts_with_subcommands = false,
    disable_help_subcommand = false
)]
pub struct Cli {
    /// What a client's session is set up with.
    #[command(flatten)]
    pub serve: ServeArgs,
    /// What every use shares.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// The log.
    #[command(flatten)]
    pub log: LogArgs,
    /// What to do; serve a client if there is none.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Flags of a client's session.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Session")]
pub struct ServeArgs {
    /// The client's protocol: ugi (or uci, the same), gtp, nboard, cassio, gomocup, or auto: its first line decides
    /// [default: auto]
    #[arg(long, value_name = "NAME")]
    pub protocol: Option<String>,
    /// How strong a `go` without limits plays, 1 to 60; a client may set another [default: 21]
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1, 60u32))]
    pub level: Option<u32>,
    /// Seconds a move may take where neither clock nor limit is named; a client may set another [default: 5]
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub move_time: Option<std::time::Duration>,
}

/// Flags of every use.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Engine")]
pub struct EngineArgs {
    /// The game, where a command is not for one alone: othello is played unless another is named
    #[arg(long, global = true, value_name = "NAME", default_value = "othello")]
    pub game: String,
    /// Search threads, 1 to 256 [default: 1 for a client, all processors for solve and analyse]; bench and
    /// perft always take one
    #[arg(long, global = true, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// Memory for the transposition tables in MiB, 1 to 65536 [default: 64 for a client, 512 for solve and
    /// analyse]
    #[arg(long, global = true, value_name = "MIB", value_parser = hash)]
    pub hash: Option<usize>,
    /// Take the evaluation weights from this file; `handmade` = the hand-chosen terms [default: those built in]
    #[arg(long, global = true, value_name = "FILE")]
    pub eval: Option<PathBuf>,
}

/// Flags of the log.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Log")]
pub struct LogArgs {
    /// Log this and what is graver: off, error, warn, info, debug or trace [default: RUST_LOG, or warn]
    #[arg(long, global = true, value_name = "LEVEL", value_parser = log_level)]
    pub log: Option<log::LevelFilter>,
    /// Append the log to this file instead of standard error
    #[arg(long, global = true, value_name = "FILE")]
    pub log_file: Option<PathBuf>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve endgame positions exactly, one row each
    #[command(after_help = SOLVE_HELP)]
    Solve(SolveArgs),
    /// Judge every move of a game: score, best move, discs lost
    #[command(after_help = ANALYSE_HELP)]
    Analyse(AnalyseArgs),
    /// Write games and positions in another notation, or as a numbered diagram
    #[command(after_help = convert::HELP)]
    Convert(convert::ConvertArgs),
    /// Check the rules against records that say what is right
    #[command(after_help = check::HELP)]
    Check(check::CheckArgs),
    /// Rule on a finished game of Go: life and death with proofs, territory, score
    #[command(after_help = referee::HELP)]
    Referee(referee::RefereeArgs),
    /// Let engines play each other: tables, Elo, SPRT, records
    #[command(after_help = match_::HELP, args_override_self = true)]
    Match(Box<match_::MatchArgs>),
    /// Count the leaves of the game tree, depth by depth; a pass is a ply
    #[command(after_help = "\
Example:
  $ heibai perft 9
  ...
   9              3005288      0.051 s")]
    Perft(PerftArgs),
    /// Search fixed positions with one thread and print the nodes: the signature of the search
    #[command(after_help = "\
Example:
  $ heibai bench
  ...
  Bench: <nodes> nodes <nps> nps")]
    Bench,
    /// Solve an embedded endgame and answer a client's `go`, for a first look
    #[command(after_help = "\
Example:
  $ heibai demo")]
    Demo,
    /// Make the evaluation: play and label games, fit weights to them, report on them
    #[command(after_help = "\
Example:
  $ heibai train selfplay --out data --games 100000 --threads 2")]
    Train(train::TrainArgs),
    /// Search positions with known scores to a fixed depth: share of best moves, error of the score
    #[command(after_help = accuracy::HELP)]
    Accuracy(accuracy::AccuracyArgs),
    /// Tell what evaluation weights are and where they come from
    #[command(after_help = "\
Example:
  $ heibai eval-info weights.bin")]
    EvalInfo(eval_info::EvalInfoArgs),
}

const SOLVE_HELP: &str = "\
A line holds one position: 64 squares (X x * b B black, O o w W white, - . empty)
and the side to move, perhaps with scores (`G8:+18; H1:+12;`); or a set-up in
brackets, capital letter = black disc, such as (A1B1c1)d1; or a server's board
`8 -------- ... *`; or a game in GGF or SGF or a list of moves from the start, of which the
last position is solved.
Lines that begin with % and blank lines are skipped. Rows come out in input order
as soon as they are solved. In text, `>=`, `<=` and `~` before a score say that a
limit ended the search: at least, at most, an estimate.

With --game renju the shortest win by fours of the side to move, or `none`: a line is a record
(keys `black`, `white`, `side`), rows and the side to move, or moves; --rule
names the rule. A record's `vcf` and `attacker_moves` are compared.

With --game go a problem of life and death in SGF: a stone of the chain in question carries MA,
TR, SQ or CR, PL names the side to move, and the other side's stones enclose it. Or the value
of a small board by area: --board, or a position's rows and side.

Examples:
  $ heibai solve problems.obf
  $ heibai solve --game renju problems.jsonl
  $ heibai solve --game go problem.sgf
  $ heibai solve --game go --board 4x4
  $ heibai solve --format csv --threads 8 problems.obf > scores.csv
  $ generate | heibai solve --wld --format json -
  $ heibai solve --resume scores.jsonl millions.obf          killed, the same line goes on
  $ heibai solve --shard 2/4 --resume 2.csv millions.obf     the second quarter, on another machine
  $ heibai solve --all-moves --position \\
    '--XXXXX---XXOXOOOXXOXOOOOOXXOXOOOOOOOOOOOOOOOOOOOOXXOOOOOOOOOOOO O'

Exit status: 0 all right, 1 a given score was contradicted, 2 bad input (the other
lines are still solved), 130 interrupted (everything solved until then is printed).";

const ANALYSE_HELP: &str = "\
GAME is a transcript (f5d6c3...), a set-up in brackets with moves, a game in GGF or SGF, or
the name of a file with one.

A score with two decimals is an estimate, a whole one is exact. `lost` is what the
best move would have brought beyond the one played. Behind the moves stand the discs
lost by each side, the value of the first solved position, the result and edge
creeping, which `help features` of a session explains.

Examples:
  $ heibai analyse f5d6c3d3c4f4f6f3e6e7
  $ heibai analyse --exact-from 20 --from 30 game.ggf
  $ heibai analyse --format json game.txt";

/// `heibai solve`.
#[derive(Clone, Debug, Args)]
pub struct SolveArgs {
    /// The file of positions; - or nothing reads standard input
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// A position to solve before those of FILE; may be given many times
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub position: Vec<String>,
    /// Score every legal move, not the best alone
    #[arg(long)]
    pub all_moves: bool,
    /// Tell win, draw and loss only
    #[arg(long)]
    pub wld: bool,
    /// Stop a position after so many nodes; the last small ending below it is finished first
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1, u64::MAX))]
    pub max_nodes: Option<u64>,
    /// Stop a position after so many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub max_time: Option<std::time::Duration>,
    /// How rows are written [default: text; with --resume by the file's name, .csv or else JSON]
    #[arg(long, value_enum)]
    pub format: Option<RowFormat>,
    /// Print each row when it is solved, in any order
    #[arg(long)]
    pub unordered: bool,
    /// Append rows to this file as they are solved, and leave out the positions that have one there
    #[arg(long, value_name = "OUT")]
    pub resume: Option<PathBuf>,
    /// Solve the I-th of N parts: every N-th position
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// With --game renju, what wins: renju, standard or freestyle [default: renju]
    #[arg(long, value_name = "NAME")]
    pub rule: Option<String>,
    /// With --game go, an empty board of W columns and H rows to solve, at most 30 points
    #[arg(long, value_name = "WxH")]
    pub board: Option<String>,
    /// With --game go, the lead of Black's on a small board that is tried first
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub guess: Option<i32>,
}

impl SolveArgs {
    /// Returns how rows are written.
    #[must_use]
    pub fn format(&self) -> RowFormat {
        let by_name = |path: &PathBuf| match path.extension() {
            Some(extension) if extension.eq_ignore_ascii_case("csv") => RowFormat::Csv,
            _ => RowFormat::Json,
        };
        self.format.or(self.resume.as_ref().map(by_name)).unwrap_or_default()
    }
}

/// `heibai analyse`.
#[derive(Clone, Debug, Args)]
pub struct AnalyseArgs {
    /// The game, or the name of a file that holds it
    #[arg(value_name = "GAME")]
    pub game_text: String,
    /// Plies to search where the game is not solved
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = |text: &str| whole(text, 1, 60u32))]
    pub depth: u32,
    /// Solve exactly from so many empty squares
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = |text: &str| whole(text, 0, 60u32))]
    pub exact_from: u32,
    /// The first move to judge, counted from 1 without passes
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1, u32::MAX))]
    pub from: Option<u32>,
    /// The last move to judge
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1, u32::MAX))]
    pub to: Option<u32>,
    /// How rows are written
    #[arg(long, value_enum, default_value_t)]
    pub format: RowFormat,
}

/// `heibai perft`.
#[derive(Clone, Debug, Args)]
pub struct PerftArgs {
    /// The deepest count, in plies
    #[arg(value_name = "N", value_parser = |text: &str| whole(text, 1, 60u32))]
    pub depth: u32,
    /// The position to count from instead of the start
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub position: Option<String>,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RowFormat {
    /// Columns for people, totals at the end
    #[default]
    Text,
    /// One JSON object a line, totals on standard error
    Json,
    /// Comma-separated values with a header, totals on standard error
    Csv,
}

/// Reads what the option `Threads` takes as well.
fn threads(text: &str) -> Result<usize, String> {
    whole(text, 1, 256)
}

/// Reads what the option `Hash` takes as well.
fn hash(text: &str) -> Result<usize, String> {
    whole(text, 1, 65_536)
}

/// Reads a whole number in a range.
fn whole<N>(text: &str, least: N, most: N) -> Result<N, String>
where
    N: std::str::FromStr + PartialOrd + std::fmt::Display,
{
    let number = text.parse().ok().filter(|number| (&least..=&most).contains(&number));
    number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
}

fn log_level(text: &str) -> Result<log::LevelFilter, String> {
    text.parse().map_err(|_| "expected off, error, warn, info, debug or trace".to_owned())
}

fn seconds(text: &str) -> Result<std::time::Duration, String> {
    text.parse::<f64>()
        .ok()
        .filter(|seconds| *seconds > 0.0)
        .and_then(|seconds| std::time::Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected seconds above 0, such as 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn cli_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn shared_flags_are_taken_on_either_side_of_the_subcommand() {
        for line in [
            ["heibai", "--threads", "3", "solve", "--wld"],
            ["heibai", "solve", "--wld", "--threads", "3"],
        ] {
            let cli = Cli::try_parse_from(line).unwrap();
            assert_eq!(cli.engine.threads, Some(3));
            assert!(matches!(cli.command, Some(Command::Solve(SolveArgs { wld: true, .. }))));
        }
    }

    #[test]
    fn help_is_not_wrapped_twice() {
        use clap::CommandFactory;
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let long = help.lines().find(|line| line.chars().count() > 100);
            assert_eq!(long, None, "{}", command.get_name());
        }
    }

    #[test]
    fn values_out_of_range_are_refused() {
        for line in [
            &["heibai", "--threads", "0"][..],
            &["heibai", "--threads", "257"],
            &["heibai", "--hash", "65537"],
            &["heibai", "--level", "61"],
            &["heibai", "solve", "--max-time", "-1"],
            &["heibai", "solve", "--max-time", "nan"],
            &["heibai", "solve", "--max-nodes", "0"],
            &["heibai", "--log", "loud"],
        ] {
            assert!(Cli::try_parse_from(line).is_err(), "{line:?}");
        }
    }
}
