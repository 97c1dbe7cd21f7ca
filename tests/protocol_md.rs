//! Every example of `protocol.md` is true: its blocks of each protocol are played against the binary.

use std::path::Path;

use crate::client::{Wire, play};

#[test]
fn protocol_md_examples_are_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    let text = std::fs::read_to_string(path).expect("protocol.md can be read");
    let mut failures = String::new();
    let mut blocks = 0;
    let mut lines = text.lines().enumerate();
    while let Some((start, line)) = lines.next() {
        let wire = match line.trim_end() {
            "```session" => Wire::Ugi,
            "```gtp" => Wire::Gtp,
            "```nboard" => Wire::Nboard,
            "```cassio" => Wire::Cassio,
            "```gomocup" => Wire::Gomocup,
            _ => continue,
        };
        let block: String = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| !line.starts_with("```"))
            .map(|line| format!("{line}\n"))
            .collect();
        blocks += 1;
        if let Err(failure) = play(&block, wire) {
            failures.push_str(&format!("block at line {}: {failure}\n", start + 1));
        }
    }
    assert!(blocks >= 20, "only {blocks} examples");
    assert!(failures.is_empty(), "{failures}");
}
