//! Texts in which the end of a group within another is missing.

use archive::text;

use super::{Settings, Window};

/// The settings with a name, a volume and a window, and the places and details of the mistakes.
fn loaded(lines: &[&str]) -> (Settings, Vec<String>) {
    let source = format!("Settings {{\n{}\n}}\n", lines.join("\n"));
    let (settings, mistakes) = text::from_str_lenient::<Settings>(&source).unwrap();
    let told = mistakes.iter().map(|it| format!("{}: {}", it.line().unwrap(), it.detail()));
    (settings, told.collect())
}

#[test]
fn a_group_is_closed_before_a_line_of_the_group_around_it() {
    let window = Window { size: (3, 4), full: true };
    let open = "1: this group is never closed";
    let all = Settings { name: "Bo".into(), volume: 0.25, window, ..Settings::default() };
    let (settings, told) =
        loaded(&["  name = \"Bo\"", "  window = { size = (3, 4)", "  volume = 0.25"]);
    assert_eq!((settings, told), (all.clone(), vec![open.to_owned()]));
    let (settings, told) =
        loaded(&["  name = \"Bo\"", "  window = {", "    size = (3, 4)", "  volume = 0.25"]);
    assert_eq!((settings, told), (all.clone(), vec![open.to_owned()]));
    // Beside another mistake, before or after it.
    let (settings, told) =
        loaded(&["  name: \"Bo\"", "  window = { size = (3, 4)", "  volume = 0.25"]);
    assert_eq!(settings, Settings { name: String::new(), ..all.clone() });
    assert_eq!(told, [open, "2: expected `=` between a key and its value"]);
    let (settings, told) =
        loaded(&["  window = { size = (3, 4)", "  name = \"Bo\"", "  volume: 0.25"]);
    assert_eq!(settings, Settings { volume: 0.5, ..all.clone() });
    assert_eq!(told, [open, "4: expected `=` between a key and its value"]);
    let (settings, told) =
        loaded(&["  name = 3", "  window = { size = (3, 4)", "  volume = 0.25f"]);
    assert_eq!(settings, Settings { name: String::new(), volume: 0.5, ..all });
    assert_eq!(told.len(), 3, "{told:?}");
}

#[test]
fn the_group_that_seems_open_is_named() {
    let source = "Settings {\n  window = {\n    size = (3, 4)\n  volume = 0.25\n}\n";
    let error = text::from_str::<Settings>(source).unwrap_err();
    assert_eq!((error.line(), error.detail()), (Some(1), "this group is never closed"));
    assert!(error.help().contains("close what was opened on line 2"), "{error}");
    // Without indentation, nothing tells.
    let error = text::from_str::<Settings>(&source.replace("  ", "")).unwrap_err();
    assert_eq!(error.help(), "write `}` where it ends");
}
