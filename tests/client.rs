//! A client of the real binary, and the little language of session scripts.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What a loaded machine may need for anything that should take no time.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A running `heibai`.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Makes every synchronising line another.
    synced: u32,
    /// What ends each line sent.
    line_end: &'static str,
}

impl Client {
    /// Starts the binary without arguments.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts the binary.
    pub fn start_with(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_heibai"))
            .args(arguments)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("stdout is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.expect("nothing but UTF-8 on stdout");
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Client { child, input, lines, synced: 0, line_end: "\n" }
    }

    /// Returns the number of the process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes as they are; a process that has ended already takes none.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        let text = format!("{line}{}", self.line_end);
        self.send_bytes(text.as_bytes());
    }

    /// Closes the binary's input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Returns the next line.
    pub fn next(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer in time")
    }

    /// Returns the next line, or `None` once the binary has closed its output.
    pub fn next_or_end(&self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("neither a line nor the end in time"),
        }
    }

    /// Returns the next line if one comes within `time`.
    pub fn within(&self, time: Duration) -> Option<String> {
        self.lines.recv_timeout(time).ok()
    }

    /// Returns the lines up to and including the first that `last` accepts.
    pub fn until(&self, last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.next();
            let found = last(&line);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Returns the move of the next `bestmove`, whatever comes before it.
    pub fn best_move(&self) -> String {
        let lines = self.until(|line| line.starts_with("bestmove "));
        assert!(lines.iter().any(|line| line.starts_with("info ")), "no info before {lines:?}");
        let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
        words[1].to_owned()
    }

    /// Returns what has been answered to everything sent so far, running searches apart.
    pub fn sync(&mut self) -> Vec<String> {
        self.synced += 1;
        let mark = format!("sync-{}", self.synced);
        self.send(&mark);
        let mut lines = self.until(|line| line.contains(&mark));
        lines.pop();
        lines
    }

    /// Returns the lines up to the empty one that closes an answer, without it.
    pub fn frame(&self) -> Vec<String> {
        let mut lines = self.until(str::is_empty);
        lines.pop();
        lines
    }

    /// Returns the legal moves that `d` shows.
    pub fn legal(&mut self) -> Vec<String> {
        self.send("d");
        let drawn = self.sync();
        let legal = drawn.iter().find_map(|line| line.strip_prefix("legal "));
        legal.unwrap_or("").split_whitespace().map(str::to_owned).collect()
    }

    /// Returns every line still to come and how the process ended, which it must within `limit`.
    pub fn end(mut self, limit: Duration) -> (Vec<String>, ExitStatus) {
        let started = Instant::now();
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the process does not end"),
            }
        }
        let status = self.wait();
        let took = started.elapsed();
        assert!(took <= limit, "ending took {took:?}");
        (lines, status)
    }

    /// Waits for the process.
    pub fn wait(&mut self) -> ExitStatus {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the process can be asked") {
                return status;
            }
            assert!(started.elapsed() < PATIENCE, "the process does not end");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One line sent and the lines expected before the next is sent.
#[derive(Debug, Default)]
struct Exchange {
    sent: Option<String>,
    /// The line numbers count from 1.
    expected: Vec<(usize, String)>,
    /// Comments and blank lines before it.
    before: Vec<String>,
}

/// How the lines of a script are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// As they come; what is idle is told by an error.
    Ugi,
    /// One framed answer each; the empty line that closes it is not written in the script.
    Gtp,
    /// A search is over with a status, everything else is closed by a ping.
    Nboard,
    /// An unknown command closes everything, a search apart that goes too deep to end.
    Cassio,
    /// A move closes a search, an unknown word what may be silent.
    Gomocup,
}

/// Runs a script and returns it with every expectation that failed replaced by what was answered.
///
/// `> line` is sent, `< line` must be answered: a `#` in it stands for a whole number, a `*` as its last
/// word for any text, behind a word for any text or none. `<...` stands for any number of lines. Other lines are comments.
pub fn play(script: &str, wire: Wire) -> Result<(), String> {
    play_with(script, wire, "\n")
}

/// As [`play`], each line sent with this end.
pub fn play_with(script: &str, wire: Wire, line_end: &'static str) -> Result<(), String> {
    let mut played = String::new();
    let mut failures = String::new();
    let mut client = Client::start();
    client.line_end = line_end;
    let (mut ended, mut open) = (false, false);
    for exchange in exchanges(script) {
        for line in &exchange.before {
            played.push_str(line);
            played.push('\n');
        }
        let Some(sent) = &exchange.sent else { continue };
        let answers = match wire {
            _ if ended => Vec::new(),
            Wire::Ugi => answer(&mut client, sent, &mut open),
            Wire::Gtp => answer_gtp(&mut client, sent, &mut open),
            Wire::Nboard => answer_nboard(&mut client, sent),
            Wire::Cassio => answer_cassio(&mut client, sent, &mut open),
            Wire::Gomocup => answer_gomocup(&mut client, sent, &mut open),
        };
        ended |= sent.split_whitespace().any(|word| word == "quit" || word == "END");
        played.push_str(&format!("> {sent}\n"));
        if matches(&exchange.expected, &answers) {
            for (_, line) in &exchange.expected {
                played.push_str(line);
                played.push('\n');
            }
        } else {
            let at = exchange.expected.first().map_or(0, |(number, _)| *number);
            failures.push_str(&format!("line {at}: after '> {sent}' came\n"));
            for answer in masked(&answers) {
                played.push_str(&format!("{answer}\n"));
                failures.push_str(&format!("  {answer}\n"));
            }
        }
    }
    client.close();
    if wire == Wire::Gtp && open {
        client.frame();
    }
    let (rest, status) = client.end(Duration::from_secs(5));
    if !rest.is_empty() || status.code() != Some(0) {
        failures.push_str(&format!("at the end came {rest:?}, {status}\n"));
    }
    if failures.is_empty() { Ok(()) } else { Err(format!("{failures}\n--- as played:\n{played}")) }
}

/// Runs a script file; with `UPDATE_EXPECT=1` writes what was answered into it.
pub fn play_file(path: &Path, wire: Wire) {
    let script = std::fs::read_to_string(path).expect("the script can be read");
    if let Err(text) = play(&script, wire) {
        let (failures, played) = text.split_once("--- as played:\n").unwrap();
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path, played).expect("the script can be written");
        } else {
            panic!("{}: {failures}", path.display());
        }
    }
}

fn exchanges(script: &str) -> Vec<Exchange> {
    let mut all = vec![Exchange::default()];
    for (index, line) in script.lines().enumerate() {
        let last = all.last_mut().unwrap();
        if let Some(sent) = line.strip_prefix('>') {
            let sent = sent.strip_prefix(' ').unwrap_or(sent).to_owned();
            if last.sent.is_some() {
                all.push(Exchange::default());
            }
            all.last_mut().unwrap().sent = Some(sent);
        } else if line.starts_with('<') {
            last.expected.push((index + 1, line.to_owned()));
        } else {
            let next = Exchange { before: vec![line.to_owned()], ..Exchange::default() };
            if last.sent.is_none() { last.before.push(line.to_owned()) } else { all.push(next) }
        }
    }
    all
}

/// Sends one line and returns all that it is answered; `open` tells whether a search is withholding its
/// answer.
fn answer(client: &mut Client, sent: &str, open: &mut bool) -> Vec<String> {
    client.send(sent);
    let sent = sent.to_lowercase();
    let mut words = sent.split_whitespace();
    let first = words.next().unwrap_or("");
    let withheld = words.any(|word| matches!(word, "infinite" | "ponder"));
    let done = |line: &str| {
        line.starts_with("bestmove ")
            || line.starts_with("info string error: ")
            || line.starts_with("perft ")
            || line.starts_with("Bench: ")
    };
    let mut lines = Vec::new();
    let ends =
        ["stop", "ponderhit", "position", "uginewgame", "ucinewgame", "go", "perft", "bench"];
    if *open && ends.contains(&first) {
        lines = client.until(done);
        *open = !lines.last().unwrap().starts_with("bestmove ");
    }
    match first {
        // Sends the search's first line ahead, so that what a stop adds to it is no matter of chance.
        "go" if withheld => {
            lines.push(client.next());
            *open = lines.last().unwrap().starts_with("info depth ");
        }
        "go" | "perft" | "bench" => lines.extend(client.until(done)),
        "quit" => lines.extend(std::iter::from_fn(|| client.next_or_end())),
        _ => {
            let synced = client.sync().into_iter();
            lines.extend(synced.filter(|line| !line.starts_with("info depth ")));
        }
    }
    lines
}

/// Sends one line and returns its answer; of an analysis, what is told until its first move is shown.
fn answer_gtp(client: &mut Client, sent: &str, open: &mut bool) -> Vec<String> {
    client.send(sent);
    let mut lines = if std::mem::take(open) { client.frame() } else { Vec::new() };
    let text = sent.split('#').next().unwrap_or_default();
    let text: String = text.chars().filter(|c| *c == '\t' || !c.is_control()).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return lines;
    }
    *open = words.iter().take(2).any(|word| word.ends_with("analyze") && !word.contains("genmove"));
    if *open {
        lines.push(client.next());
        if lines.last().is_some_and(|line| line.starts_with('=')) {
            lines.push(client.next());
        } else {
            *open = false;
            lines.extend(client.frame());
        }
        return lines;
    }
    lines.extend(client.frame());
    lines
}

/// Sends one line and returns its answer.
fn answer_nboard(client: &mut Client, sent: &str) -> Vec<String> {
    client.send(sent);
    let first = sent.split_whitespace().next().unwrap_or_default().to_lowercase();
    match first.as_str() {
        "go" | "hint" | "analyze" => client.until(|line| line.ends_with(" is waiting")),
        "quit" => std::iter::from_fn(|| client.next_or_end()).collect(),
        _ => {
            client.synced += 1;
            let mark = format!("sync-{}", client.synced);
            client.send(&format!("ping {mark}"));
            let mut lines = client.until(|line| line == format!("pong {mark}"));
            lines.pop();
            lines
        }
    }
}

/// Sends one line and returns its answer; of a search of 30 plies and more, its first result.
fn answer_cassio(client: &mut Client, sent: &str, open: &mut bool) -> Vec<String> {
    client.send(sent);
    let words: Vec<&str> = sent.split_whitespace().collect();
    match words.get(1).copied().unwrap_or_default() {
        "quit" => return std::iter::from_fn(|| client.next_or_end()).collect(),
        "stop" if std::mem::take(open) => return client.until(|line| line == "ready."),
        _ if *open => {
            let mut lines = client.until(|line| line == "ok." || line.starts_with("node "));
            return lines.split_off(lines.len() - 1);
        }
        "midgame-search" => {
            let depth = words.get(5).and_then(|depth| depth.parse::<u32>().ok());
            if depth.is_some_and(|depth| depth >= 30) {
                *open = true;
                return vec![client.next()];
            }
        }
        _ => {}
    }
    client.synced += 1;
    let mark = format!("sync-{}", client.synced);
    client.send(&format!("ENGINE-PROTOCOL {mark}"));
    let mut lines = client.until(|line| line.ends_with(&mark));
    assert_eq!(client.next(), "ready.");
    lines.pop();
    lines
}

/// Sends one line and returns its answer; none within a list of stones.
fn answer_gomocup(client: &mut Client, sent: &str, open: &mut bool) -> Vec<String> {
    client.send(sent);
    let word = sent.split_whitespace().next().unwrap_or_default().to_lowercase();
    match word.as_str() {
        "end" => return std::iter::from_fn(|| client.next_or_end()).collect(),
        "board" | "yxboard" | "swap2board" | "yxblock" | "yxblockundo" | "yxblockpath"
        | "yxblockpathundo" => *open = true,
        word if word.starts_with("yxsoosorvstep") && ('2'..='6').any(|n| word.ends_with(n)) => {
            *open = true;
        }
        "done" => *open = false,
        _ => {}
    }
    if *open {
        return Vec::new();
    }
    client.synced += 1;
    // An unknown word in a conversation that is not begun is no one's; here it always has been.
    let mark = format!("sync-{}", client.synced);
    client.send(&mark);
    let mut lines = client.until(|line| line.ends_with(&format!("'{mark}'")));
    lines.pop();
    lines
}

fn matches(expected: &[(usize, String)], answers: &[String]) -> bool {
    match (expected.split_first(), answers.split_first()) {
        (None, None) => true,
        (None, Some(_)) => false,
        (Some(((_, line), rest)), _) if line == "<..." => {
            (0..=answers.len()).any(|skipped| matches(rest, &answers[skipped..]))
        }
        (Some(_), None) => false,
        (Some(((_, line), rest)), Some((answer, answers))) => {
            fits(line.strip_prefix("< ").unwrap_or(""), answer) && matches(rest, answers)
        }
    }
}

fn fits(pattern: &str, answer: &str) -> bool {
    if pattern == answer {
        return true;
    }
    if let Some(head) = pattern.strip_suffix('*').filter(|head| !head.ends_with(' ')) {
        return answer.starts_with(head);
    }
    let (patterns, answers): (Vec<&str>, Vec<&str>) =
        (pattern.split(' ').collect(), answer.split(' ').collect());
    let (patterns, open) = match patterns.split_last() {
        Some((&"*", head)) => (head.to_vec(), true),
        _ => (patterns, false),
    };
    let number = |word: &str| word.parse::<i64>().is_ok();
    let long_enough =
        if open { answers.len() > patterns.len() } else { answers.len() == patterns.len() };
    long_enough
        && patterns
            .iter()
            .zip(&answers)
            .all(|(&pattern, &word)| pattern == word || (pattern == "#" && number(word)))
}

/// Writes answers as expectations, what differs from run to run masked.
fn masked(answers: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for answer in answers {
        if answer.starts_with("info depth ") {
            // Of a search's progress only the last line is kept.
            lines.retain(|line| !line.starts_with("< info depth "));
            if lines.last().is_none_or(|line| line != "<...") {
                lines.push("<...".to_owned());
            }
        }
        let words = mask(answer);
        lines.push(format!("< {}", words.join(" ")).trim_end().to_owned());
    }
    lines
}

/// Masks the numbers that differ from run to run, and of what only a full search settles everything.
fn mask(answer: &str) -> Vec<&str> {
    let mut words: Vec<&str> = answer.split(' ').collect();
    let is_info = answer.starts_with("info depth ");
    if answer.starts_with("info move ") {
        return vec!["info", "*"];
    }
    if !is_info && !answer.starts_with("perft ") {
        return words;
    }
    let sure = !is_info || answer.contains(" selectivity 100 ");
    let always = ["time", "nps", "nodes", "hashfull", "seldepth"];
    let unsure = ["depth", "selectivity", "cp"];
    for index in 1..words.len() {
        let field = words[index - 1];
        let masked = is_info || field != "nodes";
        if masked && (always.contains(&field) || !sure && unsure.contains(&field)) {
            words[index] = "#";
        }
    }
    if let Some(pv) = words.iter().position(|&word| word == "pv") {
        let kept = if sure { pv + 2 } else { pv + 1 };
        if kept < words.len() {
            words.truncate(kept);
            words.push("*");
        }
    }
    words
}

/// Reads everything a process writes.
pub fn drain(mut source: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = source.read_to_end(&mut bytes);
    bytes
}
