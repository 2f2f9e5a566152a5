//! A table in Markdown.

/// A table that is filled row by row. All columns but the first are numbers, aligned to the right.
pub(crate) struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(head: &[&str]) -> Self {
        Self { head: head.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    pub(crate) fn text(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule: Vec<String> = (0..self.head.len())
            .map(|column| if column == 0 { "---" } else { "---:" }.to_owned())
            .collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        line(&self.head) + &line(&rule) + &rows
    }
}

/// A value, or a dash if there is none.
pub(crate) fn or_dash<T>(value: Option<T>, show: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), show)
}

/// Nanoseconds as microseconds, with at least three digits.
pub(crate) fn micros(nanos: f64) -> String {
    let micros = nanos / 1000.0;
    match micros {
        0.0..10.0 => format!("{micros:.2}"),
        10.0..100.0 => format!("{micros:.1}"),
        _ => format!("{micros:.0}"),
    }
}

/// A ratio, in bold unless it is fine.
pub(crate) fn ratio(value: f64, fine: bool) -> String {
    if fine { format!("{value:.2}") } else { format!("**{value:.2}**") }
}

/// The name of a codec, ours in bold.
pub(crate) fn name_of(line: &super::Line) -> String {
    match line.role {
        crate::cell::Role::Ours => format!("**{}**", line.name),
        _ => line.name.to_owned(),
    }
}
