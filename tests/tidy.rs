//! Rules that the compiler does not know: who may use whom, where `unsafe` and output may stand, what files look like.
//!
//! Strict on whatever exists; a folder that does not exist yet breaks no rule. Each test collects every offence
//! before it fails.

mod source;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use source::{Line, count_word, has_word, lines, paths};

/// The folders and files under `src/` and which of the crate's modules each may name beside itself.
const LAYERS: &[(&str, &[&str])] = &[
    ("util", &[]),
    ("game", &["util"]),
    ("engine", &["game", "util"]),
    ("clock", &["engine", "game", "util"]),
    ("othello", &["engine", "game", "util"]),
    ("renju", &["engine", "game", "util"]),
    ("go", &["engine", "game", "util"]),
    ("protocol", &["engine", "game"]),
    ("session", &["protocol", "clock", "engine", "game", "util"]),
    ("session/registry.rs", &["othello", "renju", "go", "engine"]),
    (
        "command",
        &[
            "cli", "session", "protocol", "clock", "othello", "renju", "go", "engine", "game",
            "util",
        ],
    ),
    ("cli.rs", &["command", "session", "protocol", "engine", "game"]),
    ("main.rs", &["cli", "command", "util"]),
];

/// Inside a game: the parts, and which other parts of the same game each must not name.
const PARTS: &[(&[&str], &[&str])] = &[
    (
        &[
            "square",
            "bitboard",
            "board",
            "position",
            "kernel",
            "score",
            "movegen",
            "hash",
            "stability",
            "parity",
        ],
        &["notation", "eval", "search", "endgame", "train", "engine", "features"],
    ),
    (&["notation"], &["eval", "search", "endgame", "train", "engine"]),
    (&["features"], &["train", "engine"]),
    (&["eval"], &["search", "endgame", "train", "engine"]),
    (&["search", "endgame"], &["train", "engine", "notation"]),
    (&["train"], &["engine"]),
];

/// Names of the standard library that parts of the crate must not use; the writer of standard output may.
const BARRED: &[(&str, &[&str])] = &[
    ("src/protocol", &["std::thread", "std::fs", "std::net", "std::time::Instant", "Instant::now"]),
    ("src/othello/kernel", &["std::time", "std::io", "std::fs", "std::thread"]),
    ("src/othello/search", &["std::time", "std::io", "std::fs", "std::net", "Instant::now"]),
    ("src/othello/endgame", &["std::time", "std::io", "std::fs", "std::net", "Instant::now"]),
    ("src/engine", &["std::time", "std::io", "std::fs", "std::thread"]),
    // Spans of time are words of every game; clocks are not.
    (
        "src/game",
        &[
            "std::time::Instant",
            "std::time::SystemTime",
            "Instant::now",
            "std::io",
            "std::fs",
            "std::thread",
        ],
    ),
];

/// The only files that may allow `unsafe`, and how often it may stand in each, attributes included.
const UNSAFE: &[(&str, usize)] = &[
    ("src/othello/eval/sum.rs", 1),
    ("src/othello/kernel/avx2.rs", 1),
    ("src/othello/kernel/avx512.rs", 1),
    ("src/othello/kernel/bmi2.rs", 0),
    ("src/othello/kernel/mod.rs", 4),
    ("src/othello/kernel/side.rs", 8),
    ("src/util/aligned.rs", 8),
    ("src/util/cpuid.rs", 6),
    ("src/util/hugepage.rs", 1),
    ("src/util/prefetch.rs", 1),
];

/// The only files that write to standard output.
const STDOUT: &[&str] = &["src/protocol/out.rs", "src/command/output.rs"];

/// More lines than this no hand-written file has.
const MAX_LINES: usize = 800;

/// A text file of the repository.
struct File {
    /// From the repository's root, with `/`.
    path: String,
    text: String,
}

impl File {
    fn lines(&self) -> Vec<Line> {
        lines(&self.text)
    }

    fn code(&self) -> String {
        let code: Vec<String> = self.lines().into_iter().map(|line| line.code).collect();
        code.join("\n")
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Reads every text file that belongs to the repository.
fn files() -> Vec<File> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = ["src", "tests", "scripts", ".ci", ".github", ".cargo"]
        .iter()
        .map(|f| root().join(f))
        .collect();
    let mut paths: Vec<PathBuf> =
        children(root()).into_iter().filter(|path| path.is_file()).collect();
    while let Some(folder) = folders.pop() {
        for path in children(&folder) {
            if path.is_dir() { folders.push(path) } else { paths.push(path) }
        }
    }
    for path in paths {
        let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let stray = !name.contains('/') && {
            let lower = name.to_lowercase();
            !["md", "toml", "lock", "gitignore"].iter().any(|end| lower.ends_with(end))
                && !lower.starts_with("license")
        };
        if stray {
            continue;
        }
        if let Ok(text) = fs::read_to_string(&path) {
            found.push(File { path: name, text });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(found.iter().any(|file| file.path == "src/lib.rs"), "the sources were not found");
    found
}

fn children(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

fn rust_files() -> impl Iterator<Item = File> {
    files().into_iter().filter(|file| file.path.ends_with(".rs"))
}

/// Fails with every offence on a line of its own.
#[track_caller]
fn none(offences: &[String]) {
    assert!(offences.is_empty(), "\n{}\n", offences.join("\n"));
}

/// Returns the row of [`LAYERS`] that `path` (below `src/`) falls under, the longest match.
fn layer(path: &str) -> Option<&'static (&'static str, &'static [&'static str])> {
    LAYERS
        .iter()
        .filter(|(name, _)| {
            path == *name || path.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'))
        })
        .max_by_key(|(name, _)| name.len())
}

/// Lists what `file` names that its layer must not.
fn layer_offences(file: &File) -> Vec<String> {
    let Some(path) = file.path.strip_prefix("src/").filter(|path| *path != "lib.rs") else {
        return Vec::new();
    };
    let Some((_, allowed)) = layer(path) else {
        return vec![format!("{}: not in the table of layers of tests/tidy.rs", file.path)];
    };
    let own = path.split(['/', '.']).next().unwrap_or(path);
    let code = file.code();
    let mut offences = Vec::new();
    for named in paths(&code, "crate").into_iter().chain(paths(&code, "heibai")) {
        let mut segments = named.split("::");
        let first = segments.next().unwrap_or_default();
        // Macros and types at the root belong to nobody.
        let is_module = LAYERS.iter().any(|(name, _)| name.split(['/', '.']).next() == Some(first));
        if is_module && first != own && !allowed.contains(&first) {
            offences.push(format!("{}: must not name crate::{named}", file.path));
        }
        if first == "*" || first == "self" {
            offences.push(format!("{}: names the whole crate", file.path));
        }
        if first == own
            && let Some(part) = segments.next()
        {
            let mine = path.split(['/', '.']).nth(1).unwrap_or_default();
            let barred = PARTS.iter().find(|(parts, _)| parts.contains(&mine));
            if barred.is_some_and(|(_, barred)| barred.contains(&part)) {
                offences.push(format!("{}: {mine} must not name crate::{named}", file.path));
            }
        }
    }
    // `super::super::…` must not climb out of the layer either.
    let depth = path.trim_end_matches(".rs").trim_end_matches("/mod").split('/').count();
    for (i, line) in code.lines().enumerate() {
        let climb = "super::".repeat(depth + usize::from(line.starts_with(' ')));
        if line.contains(&climb) {
            offences.push(format!("{}:{}: climbs out of {own} by super::", file.path, i + 1));
        }
    }
    offences
}

#[test]
fn tidy_layers_use_only_what_is_below_them() {
    let offences: Vec<String> = rust_files().flat_map(|file| layer_offences(&file)).collect();
    none(&offences);
}

#[test]
fn tidy_layers_are_told_apart() {
    let offends = |path: &str, text: &str| {
        !layer_offences(&File { path: path.to_string(), text: text.to_string() }).is_empty()
    };
    for (path, text) in [
        ("src/game/mod.rs", "use crate::othello::Board;"),
        ("src/engine/mod.rs", "use crate::{game::Color, go};"),
        ("src/engine/stop.rs", "use super::super::othello::Board;"),
        ("src/othello/search/pvs.rs", "let x = crate::clock::now();"),
        ("src/othello/board.rs", "use crate::othello::search::Searcher;"),
        ("src/othello/eval/mod.rs", "use crate::othello::{Board, train::fit};"),
        ("src/renju/board.rs", "use crate::othello::Board;"),
        ("src/protocol/ugi.rs", "use crate::session::Session;"),
        ("src/session/worker.rs", "use crate::othello::Position;"),
        ("src/main.rs", "use heibai::othello::Position;"),
        ("src/novelty/mod.rs", ""),
    ] {
        assert!(offends(path, text), "{path}: {text}");
    }
    for (path, text) in [
        ("src/game/mod.rs", "//! See crate::othello.\nuse crate::game::Color;"),
        ("src/othello/search/pvs.rs", "use crate::engine::StopFlag;\nuse super::super::Board;"),
        ("src/session/registry.rs", "use crate::othello::engine::OthelloEngine;"),
        ("src/command/solve.rs", "use crate::othello::search::Searcher;"),
        ("src/clock/mod.rs", "mod tests {\n    use super::*;\n}"),
    ] {
        assert!(!offends(path, text), "{path}: {text}");
    }
}

#[test]
fn tidy_barred_parts_of_the_standard_library() {
    let mut offences = Vec::new();
    for file in rust_files() {
        for (folder, barred) in BARRED {
            let inside = file.path.starts_with(&format!("{folder}/"));
            if !inside || STDOUT.contains(&file.path.as_str()) {
                continue;
            }
            let named = paths(&file.code(), "std");
            for name in *barred {
                let used = match name.strip_prefix("std::") {
                    Some(name) => {
                        named.iter().any(|n| n == name || n.starts_with(&format!("{name}::")))
                    }
                    None => file.code().contains(name),
                };
                if used {
                    offences.push(format!("{}: must not use {name}", file.path));
                }
            }
        }
    }
    none(&offences);
}

#[test]
fn tidy_unsafe_is_listed_counted_and_explained() {
    let mut offences = Vec::new();
    for file in rust_files().filter(|file| file.path.starts_with("src/")) {
        let lines = file.lines();
        let count: usize = lines.iter().map(|line| count_word(&line.code, "unsafe")).sum();
        let listed = UNSAFE.iter().find(|(path, _)| *path == file.path);
        if listed.is_none() && file.code().contains("allow(unsafe_code)") {
            offences.push(format!("{}: not in the list of tests/tidy.rs", file.path));
        }
        let most = listed.map_or(0, |(_, most)| *most);
        if count > most {
            offences.push(format!("{}: {count} times unsafe, {most} allowed", file.path));
        }
        for (i, line) in lines.iter().enumerate() {
            if has_word(&line.code, "unsafe") && !is_explained(&lines[..=i]) {
                offences.push(format!("{}:{}: unsafe without a SAFETY comment", file.path, i + 1));
            }
        }
    }
    none(&offences);
}

/// Returns whether the statement or item that reaches the last of `lines` has a comment that tells why it is sound.
fn is_explained(lines: &[Line]) -> bool {
    let says = |line: &Line| line.comment.contains("SAFETY:") || line.comment.contains("# Safety");
    let (last, above) = lines.split_last().expect("at least one line");
    says(last)
        || above
            .iter()
            .rev()
            .take_while(|line| !line.code.trim_end().ends_with([';', '{', '}']))
            .any(says)
}

#[test]
fn tidy_only_two_files_write_to_standard_output() {
    let mut offences = Vec::new();
    for file in rust_files().filter(|file| file.path.starts_with("src/")) {
        if STDOUT.contains(&file.path.as_str()) {
            continue;
        }
        for (i, line) in file.lines().iter().enumerate() {
            for call in ["println!", "print!", "stdout()"] {
                let word = call.trim_end_matches(['!', '(', ')']);
                if has_word(&line.code, word) && line.code.contains(call) {
                    offences.push(format!("{}:{}: {call}", file.path, i + 1));
                }
            }
        }
    }
    none(&offences);
}

#[test]
fn tidy_nothing_is_left_for_later() {
    // Written in halves so that this file passes.
    let marks = ["TO-DO", "FIX-ME", "XX-X"].map(|mark| mark.replace('-', ""));
    let ignore = "#-[ignore".replace('-', "");
    let mut offences = Vec::new();
    for file in files().iter().filter(|file| !file.path.starts_with("tests/data/")) {
        let texts: Vec<String> = if file.path.ends_with(".rs") {
            file.lines().into_iter().map(|line| line.comment).collect()
        } else {
            file.text.lines().map(String::from).collect()
        };
        for (i, text) in texts.iter().enumerate() {
            let marked = text
                .split(|c: char| c.is_whitespace() || "(:".contains(c))
                .any(|word| marks.iter().any(|mark| word == mark));
            if marked {
                offences.push(format!("{}:{}: {}", file.path, i + 1, text.trim()));
            }
        }
        if file.path.ends_with(".rs") && file.code().contains(&ignore) {
            offences.push(format!("{}: an ignored test", file.path));
        }
    }
    none(&offences);
}

#[test]
fn tidy_source_files_have_a_head_and_a_measure() {
    let mut offences = Vec::new();
    for file in rust_files() {
        let mut lines = file.text.lines().map(str::trim);
        let head = lines.find(|line| !line.is_empty() && !line.starts_with("#!["));
        if !head.is_some_and(|line| line.starts_with("//! ")) {
            offences.push(format!("{}: no //! head", file.path));
        }
        let count = file.text.lines().count();
        if count > MAX_LINES {
            offences.push(format!("{}: {count} lines, at most {MAX_LINES}", file.path));
        }
    }
    none(&offences);
}

#[test]
fn tidy_text_files_are_clean() {
    let elsewhere = ["", "work", ""].join("/");
    let mut offences = Vec::new();
    for file in files() {
        if !file.text.ends_with('\n') && !file.text.is_empty() {
            offences.push(format!("{}: no line feed at the end", file.path));
        }
        for (i, line) in file.text.lines().enumerate() {
            if line.contains(&elsewhere) {
                offences.push(format!("{}:{}: a path outside the repository", file.path, i + 1));
            }
            // Transcripts hold whatever a client may send.
            if line.ends_with([' ', '\t']) && !file.path.starts_with("tests/data/") {
                offences.push(format!("{}:{}: blanks at the end", file.path, i + 1));
            }
        }
    }
    none(&offences);
}

#[test]
fn tidy_links_and_named_scripts_exist() {
    let mut offences = Vec::new();
    for file in files().iter().filter(|file| file.path.ends_with(".md")) {
        let folder = root().join(&file.path).parent().map(Path::to_path_buf).unwrap_or_default();
        let mut fenced = false;
        for (i, line) in file.text.lines().enumerate() {
            fenced ^= line.trim_start().starts_with("```");
            let links = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            for link in links.filter(|_| !fenced) {
                let target = link.split('#').next().unwrap_or(link);
                let outside =
                    target.is_empty() || target.contains("://") || target.starts_with("mailto:");
                if !outside && !folder.join(target).exists() {
                    offences.push(format!("{}:{}: no file {target}", file.path, i + 1));
                }
            }
            for word in line.split(|c: char| c.is_whitespace() || "`()'\",;:".contains(c)) {
                if word.starts_with("scripts/")
                    && word.ends_with(".sh")
                    && !root().join(word).exists()
                {
                    offences.push(format!("{}:{}: no script {word}", file.path, i + 1));
                }
            }
        }
    }
    none(&offences);
}

#[cfg(unix)]
#[test]
fn tidy_scripts_run() {
    use std::os::unix::fs::PermissionsExt;

    let mut offences = Vec::new();
    for file in files() {
        if !file.path.starts_with("scripts/") && !file.path.starts_with(".ci/") {
            continue;
        }
        let path = root().join(&file.path);
        let mode = fs::metadata(&path).map(|data| data.permissions().mode()).unwrap_or_default();
        if mode & 0o111 == 0 {
            offences.push(format!("{}: not executable", file.path));
        }
        if !file.text.starts_with("#!") {
            offences.push(format!("{}: no #! line", file.path));
        }
        if file.path.ends_with(".sh") || file.path == ".ci/run" {
            let parsed =
                Command::new("bash").arg("-n").arg(&path).output().expect("bash is installed");
            if !parsed.status.success() {
                offences.push(format!(
                    "{}: {}",
                    file.path,
                    String::from_utf8_lossy(&parsed.stderr)
                ));
            }
        }
    }
    none(&offences);
}
