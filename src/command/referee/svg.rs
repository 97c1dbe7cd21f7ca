//! A ruling as a picture of the board in Scalable Vector Graphics.

use std::fmt::Write as _;

use crate::game::Color;
use crate::go::life_death::Cell;
use crate::go::ruling::{FinalStatus, Ruling};
use crate::go::score::PointKind;

/// The distance between two lines.
///
/// # Units
/// Pixels.
const STEP: usize = 24;

/// Draws stones, dead ones crossed out, seki stones with a square, unknown ones with a question mark, and territory as
/// small squares.
pub(super) fn picture(ruling: &Ruling) -> String {
    let field = &ruling.field;
    let (width, height) = (field.width() * STEP, field.height() * STEP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#e3b75d\"/>\n<path stroke=\"#000\" d=\""
    );
    let middle = STEP / 2;
    for column in 0..field.width() {
        let x = column * STEP + middle;
        let _ = write!(svg, "M{x} {middle}V{}", height - middle);
    }
    for row in 0..field.height() {
        let y = row * STEP + middle;
        let _ = write!(svg, "M{middle} {y}H{}", width - middle);
    }
    svg += "\"/>\n";
    for point in 0..field.n_points() {
        let x = point % field.width() * STEP + middle;
        let y = point / field.width() * STEP + middle;
        if let Cell::Stone(color) = field.cell(point) {
            let (ink, paper) = inks(color);
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{paper}\" stroke=\"#000\"/>"
            );
            let _ = match ruling.status(point) {
                FinalStatus::Dead => writeln!(
                    svg,
                    "<path stroke=\"{ink}\" stroke-width=\"2\" d=\"M{} {}l10 10m0 -10l-10 10\"/>",
                    x - 5,
                    y - 5
                ),
                FinalStatus::Seki => writeln!(
                    svg,
                    "<path stroke=\"{ink}\" fill=\"none\" d=\"M{} {}h8v8h-8z\"/>",
                    x - 4,
                    y - 4
                ),
                FinalStatus::Unknown => writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{}\" fill=\"{ink}\" text-anchor=\"middle\">?</text>",
                    y + 5
                ),
                FinalStatus::Alive => Ok(()),
            };
        }
        if let PointKind::Territory(color) = ruling.territory.points[point] {
            let (_, paper) = inks(color);
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"6\" height=\"6\" fill=\"{paper}\" stroke=\"#888\"/>",
                x - 3,
                y - 3
            );
        }
    }
    svg += "</svg>\n";
    svg
}

/// Returns the colours of marks on stones and of the stones.
fn inks(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::Black => ("#fff", "#000"),
        Color::White => ("#000", "#fff"),
    }
}
