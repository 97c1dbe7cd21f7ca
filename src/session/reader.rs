//! Cuts the client's bytes into lines of bounded length.

use std::io::{BufRead, BufReader, ErrorKind, Read};

use crate::protocol::token::quote;
use crate::protocol::{MAX_LINE, ProtocolError};
use crate::session::event::Event;

/// Enough of a bad line to quote.
const START: usize = 256;

/// Reads until the end, handing on an event for each line and for the end; stops early when `emit`
/// returns `false`.
pub(super) fn read_lines(input: impl Read, mut emit: impl FnMut(Event) -> bool) {
    let mut input = BufReader::with_capacity(64 * 1024, input);
    let mut line = Vec::new();
    let mut too_long = false;
    let mut first = true;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // An unreadable input is an ended one.
            Err(_) => &[],
        };
        let ended = chunk.is_empty();
        let feed = chunk.iter().position(|&byte| byte == b'\n');
        let used = feed.map_or(chunk.len(), |feed| feed + 1);
        if !too_long {
            line.extend_from_slice(chunk.get(..feed.unwrap_or(used)).unwrap_or(&[]));
            // One byte more than allowed is kept for the carriage return that may end the line.
            if line.len() > MAX_LINE + 1 {
                too_long = true;
                line.truncate(START);
            }
        }
        input.consume(used);
        if feed.is_some() || (ended && (!line.is_empty() || too_long)) {
            if first && line.starts_with("\u{feff}".as_bytes()) {
                line.drain(..3);
            }
            first = false;
            if !emit(event(std::mem::take(&mut line), too_long)) {
                return;
            }
            too_long = false;
        }
        if ended {
            emit(Event::Eof);
            return;
        }
    }
}

fn event(mut line: Vec<u8>, too_long: bool) -> Event {
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    let start = |bytes: &[u8]| {
        let bytes = bytes.get(..START).unwrap_or(bytes);
        quote(&String::from_utf8_lossy(bytes))
    };
    if too_long || line.len() > MAX_LINE {
        let head = line.get(..START).unwrap_or(&line);
        let head = String::from_utf8_lossy(head).into_owned();
        return Event::Bad(ProtocolError::TooLong(start(&line)), head);
    }
    match String::from_utf8(line) {
        Ok(line) => Event::Line(line),
        Err(error) => {
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            Event::Bad(ProtocolError::NotUtf8(start(error.as_bytes())), text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8]) -> Vec<String> {
        let mut events = Vec::new();
        read_lines(input, |event| {
            events.push(match event {
                Event::Line(line) => line,
                Event::Bad(error, _) => format!("!{error}"),
                _ => "end".to_owned(),
            });
            true
        });
        events
    }

    #[test]
    fn lines_end_at_lf_crlf_and_the_end() {
        assert_eq!(read(b"a\r\n\nb\rc\nlast"), ["a", "", "b\rc", "last", "end"]);
        assert_eq!(read(b""), ["end"]);
        assert_eq!(read("\u{feff}ugi\n".as_bytes()), ["ugi", "end"]);
    }

    #[test]
    fn bytes_that_are_no_text_are_named() {
        let read = read(b"ok\nx\xff\xfe\nok\n");
        assert_eq!(read.len(), 4);
        assert!(read.iter().any(|line| line.starts_with("!line is not valid UTF-8, it starts 'x")));
    }

    #[test]
    fn a_line_at_the_limit_is_read_and_one_beyond_is_not() {
        let mut input = vec![b'a'; MAX_LINE];
        input.extend_from_slice(b"\r\n");
        input.extend(vec![b'b'; MAX_LINE + 1]);
        input.extend_from_slice(b"\nisready\n");
        input.extend(vec![b'c'; 3 * MAX_LINE]);
        let read = read(&input);
        let lengths: Vec<usize> = read.iter().map(String::len).collect();
        assert_eq!(lengths.first(), Some(&MAX_LINE));
        assert!(read.get(1).is_some_and(|line| line.starts_with("!line longer than")));
        assert_eq!(read.get(2).map(String::as_str), Some("isready"));
        assert!(read.get(3).is_some_and(|line| line.contains("it starts 'ccc")));
        assert_eq!(read.len(), 5);
    }
}
