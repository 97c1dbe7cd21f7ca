//! `heibai eval-info`: what an evaluation's weights are and where they come from.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use super::output::Output;
use crate::cli::EngineArgs;
use crate::othello::eval::Evaluator;
use crate::othello::eval::pattern::{FEATURES, N_FEATURES, SHAPES, n_fillings};
use crate::othello::eval::weights::{N_MOBILITIES, N_STAGES};

/// `heibai eval-info`.
#[derive(Clone, Debug, Args)]
pub struct EvalInfoArgs {
    /// The file of weights [default: that of --eval, or those built in]
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
}

/// Prints what is known of the weights.
///
/// # Errors
/// The file cannot be read or holds no weights for these patterns, or standard output cannot be written.
pub fn run(args: &EvalInfoArgs, engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    let file = args.file.as_deref().or(engine.eval.as_deref());
    if engine.game.eq_ignore_ascii_case("renju") {
        return renju(file);
    }
    super::check_engine(engine)?;
    let evaluator = match file {
        Some(path) => super::load(path)?,
        None => Evaluator::default(),
    };
    let mut output = Output::new();
    match file.filter(|path| *path != Path::new("handmade")) {
        Some(path) => {
            let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
            output.line(format_args!("file        {}", path.display()))?;
            output.line(format_args!(
                "size        {} bytes, CRC-32 {:08x}",
                bytes.len(),
                crc32fast::hash(&bytes)
            ))?;
        }
        None => output.line(format_args!("file        none: built in"))?,
    }
    print(&mut output, &evaluator)?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Tells where the weights of Renju come from.
fn renju(file: Option<&Path>) -> anyhow::Result<ExitCode> {
    let (from, name) = match file {
        Some(path) => {
            let (_, from) = crate::renju::eval::Evaluator::load(path)
                .map_err(|error| anyhow::Error::msg(format!("{}: {error}", path.display())))?;
            (from, path.display().to_string())
        }
        None => (crate::renju::eval::file::built_in().1, "none: built in".to_owned()),
    };
    let mut output = Output::new();
    output.line(format_args!("file        {name}"))?;
    output.line(format_args!("evaluation  patterns of each empty point, for Black and White"))?;
    output.line(format_args!("data        {}", from.data))?;
    output.line(format_args!("positions   {}", from.positions))?;
    output.line(format_args!("seed        {}", from.seed))?;
    output.line(format_args!("program     {}", from.program))?;
    output.line(format_args!("loss        {}", from.loss))?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn print(output: &mut Output, evaluator: &Evaluator) -> std::io::Result<()> {
    let (Some(weights), Some(from)) = (evaluator.weights(), evaluator.provenance()) else {
        return output.line(format_args!("evaluation  hand-chosen terms, no weights"));
    };
    let per_stage: usize = (0..SHAPES.len()).map(n_fillings).sum();
    let mobility = 2 * N_MOBILITIES;
    output.line(format_args!("evaluation  patterns"))?;
    output.line(format_args!("checksum    {:08x} (CRC-32 of the weights)", weights.checksum()))?;
    output.line(format_args!("data        {}", from.data))?;
    output.line(format_args!("positions   {}", from.positions))?;
    output.line(format_args!("seed        {}", from.seed))?;
    output.line(format_args!("program     {}", from.program))?;
    output.line(format_args!("loss        {}", from.loss))?;
    output.line(format_args!("stages      {N_STAGES}"))?;
    output.line(format_args!(
        "weights     {} a stage ({per_stage} fillings, {mobility} mobilities, 1 constant), 16 bits each",
        per_stage + mobility + 1
    ))?;
    output.line(format_args!("shapes      {}, {N_FEATURES} on the board", SHAPES.len()))?;
    for (shape, (name, squares)) in SHAPES.iter().enumerate() {
        let images = FEATURES.iter().filter(|feature| feature.shape == shape).count();
        output.line(format_args!(
            "  {name:<24} {squares:<21} {:>6} fillings, {images} on the board",
            n_fillings(shape)
        ))?;
    }
    Ok(())
}
