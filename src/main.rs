//! The program: checks the processor, reads the command line, starts the log, runs a command.

use std::process::ExitCode;

use clap::Parser;
use heibai::cli::{Cli, Command};
use heibai::command::serve::ServeOptions;
use heibai::command::{
    accuracy, analyse, bench, check, convert, demo, eval_info, match_, output, perft, referee,
    serve, solve, train,
};
use heibai::util::{cpuid, log_sink};

fn main() -> ExitCode {
    cpuid::guard();
    let cli = Cli::parse();
    let log = log_sink::start(cli.log.log, cli.log.log_file.as_deref());
    match log.and_then(|_sink| run(&cli)) {
        Ok(code) => code,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(format_args!("heibai: {error:#}"));
            ExitCode::from(2)
        }
    }
}

fn run(cli: &Cli) -> anyhow::Result<ExitCode> {
    match &cli.command {
        None => serve::run(ServeOptions {
            protocol: cli.serve.protocol.clone(),
            game: cli.engine.game.clone(),
            threads: cli.engine.threads,
            hash_mib: cli.engine.hash,
            level: cli.serve.level,
            move_time: cli.serve.move_time,
            eval: cli.engine.eval.clone(),
        }),
        Some(Command::Solve(args)) => solve::run(args, &cli.engine),
        Some(Command::Analyse(args)) => analyse::run(args, &cli.engine),
        Some(Command::Convert(args)) => convert::run(args),
        Some(Command::Check(args)) => check::run(args),
        Some(Command::Referee(args)) => referee::run(args),
        Some(Command::Match(args)) => match_::run(args, &cli.engine.game),
        Some(Command::Perft(args)) => perft::run(args, &cli.engine),
        Some(Command::Bench) => bench::run(&cli.engine),
        Some(Command::Train(args)) => train::run(args, &cli.engine),
        Some(Command::Accuracy(args)) => accuracy::run(args, &cli.engine),
        Some(Command::EvalInfo(args)) => eval_info::run(args, &cli.engine),
        Some(Command::Demo) => demo::show(&cli.engine),
    }
}
