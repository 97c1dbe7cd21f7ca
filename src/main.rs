//! The program: checks the processor, reads the command line, runs a command, returns its exit code.

fn main() {
    heibai::util::cpuid::guard();
}
