//! A plot in SVG: a panel for each data set and measure, a bar for each codec, shorter is better.

use std::fmt::Write as _;

use super::{Line, Outcome};
use crate::cell::{Measure, Role};

const PANEL_WIDTH: usize = 300;
const NAME_WIDTH: usize = 104;
const BAR_WIDTH: f64 = 140.0;
const BAR_HEIGHT: usize = 13;
const TITLE_HEIGHT: usize = 34;
/// Bars are cut off at this many times the best.
const LONGEST: f64 = 4.0;

/// The plot of all results.
#[must_use]
pub fn svg(outcomes: &[Outcome]) -> String {
    let panels: Vec<Vec<Panel>> = outcomes.iter().map(Panel::all).collect();
    let lines = |row: &Vec<Panel>| row.iter().map(|panel| panel.bars.len()).max().unwrap_or(0);
    let heights: Vec<usize> =
        panels.iter().map(|row| TITLE_HEIGHT + lines(row) * BAR_HEIGHT + 14).collect();
    let (width, height) = (PANEL_WIDTH * 4 + 20, heights.iter().sum::<usize>() + 30);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"10\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"10\" y=\"18\" font-size=\"12\" fill=\"#333333\">Times the best of each panel; \
         shorter is better. Orange is archive; a bar that fades is longer than {LONGEST}.</text>\n\
         <defs><linearGradient id=\"long\"><stop offset=\"60%\" stop-color=\"#b8c4d0\"/>\
         <stop offset=\"100%\" stop-color=\"#ffffff\"/></linearGradient>\
         <linearGradient id=\"long-ours\"><stop offset=\"60%\" stop-color=\"#e8762d\"/>\
         <stop offset=\"100%\" stop-color=\"#ffffff\"/></linearGradient></defs>\n"
    );
    let mut top = 30;
    for (row, height) in panels.iter().zip(heights) {
        for panel in row {
            panel.draw(&mut svg, panel.column * PANEL_WIDTH + 10, top);
        }
        top += height;
    }
    svg + "</svg>\n"
}

struct Panel {
    column: usize,
    title: String,
    bars: Vec<(&'static str, bool, f64)>,
}

impl Panel {
    fn all(outcome: &Outcome) -> Vec<Self> {
        let mut panels: Vec<Self> = Measure::ALL
            .iter()
            .enumerate()
            .filter_map(|(column, &measure)| {
                let value = |line: &Line| line.counts(measure).then(|| line.time(measure))?;
                Self::of(outcome, column, measure.name(), value)
            })
            .collect();
        panels.extend(Self::of(outcome, 3, "bytes", |line| {
            (line.role != Role::Floor).then_some(line.len as f64)
        }));
        panels
    }

    fn of(
        outcome: &Outcome,
        column: usize,
        what: &str,
        value: impl Fn(&Line) -> Option<f64>,
    ) -> Option<Self> {
        let bar = |line: &Line| Some((line.name, line.role == Role::Ours, value(line)?));
        let mut bars: Vec<_> = outcome.lines.iter().filter_map(bar).collect();
        bars.sort_by(|a, b| a.2.total_cmp(&b.2));
        let best = bars.first()?.2;
        let shown = match what {
            "bytes" => format!("{best:.0}"),
            _ => format!("{} µs", super::table::micros(best)),
        };
        let title = format!("{}: {what}, 1.00 = {shown}", outcome.name);
        let bars = bars.into_iter().map(|(name, ours, value)| (name, ours, value / best));
        Some(Self { column, title, bars: bars.collect() })
    }

    fn draw(&self, svg: &mut String, left: usize, top: usize) {
        let mut text = |x: usize, y: usize, style: &str, text: &str| {
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" {style}>{text}</text>");
        };
        text(left, top + 20, "font-weight=\"bold\" fill=\"#333333\"", &self.title);
        for (place, (name, ours, ratio)) in self.bars.iter().enumerate() {
            let y = top + TITLE_HEIGHT + place * BAR_HEIGHT;
            let weight = if *ours { "font-weight=\"bold\" " } else { "" };
            let style = format!("{weight}fill=\"#333333\" text-anchor=\"end\"");
            text(left + NAME_WIDTH - 4, y + 9, &style, name);
            let width = BAR_WIDTH * ratio.min(LONGEST) / LONGEST;
            let after = left + NAME_WIDTH + width as usize + 4;
            text(after, y + 9, "fill=\"#666666\"", &format!("{ratio:.2}"));
        }
        for (place, (_, ours, ratio)) in self.bars.iter().enumerate() {
            let (x, y) = (left + NAME_WIDTH, top + TITLE_HEIGHT + place * BAR_HEIGHT);
            let width = BAR_WIDTH * ratio.min(LONGEST) / LONGEST;
            let fill = match (*ours, *ratio > LONGEST) {
                (true, false) => "#e8762d",
                (true, true) => "url(#long-ours)",
                (false, false) => "#b8c4d0",
                (false, true) => "url(#long)",
            };
            let height = BAR_HEIGHT - 3;
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width:.1}\" height=\"{height}\" fill=\"{fill}\"/>"
            );
        }
    }
}
