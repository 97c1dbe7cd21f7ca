//! The program: checks the processor, reads the command line, runs a command, returns its exit code.

use std::process::ExitCode;

use heibai::command::serve::{self, ServeOptions};

fn main() -> ExitCode {
    heibai::util::cpuid::guard();
    match serve::run(ServeOptions::default()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("heibai: {error:#}");
            ExitCode::from(2)
        }
    }
}
