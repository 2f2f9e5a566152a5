//! Texts that do not follow the grammar in one place.

use std::collections::BTreeMap;

use archive::{Archive, ErrorKind, text};

use super::{Friend, GOOD, Key, Settings, Window, good, with};

#[test]
fn a_stray_bracket_costs_at_most_its_line() {
    let count = |it: &Settings| {
        let good = good();
        [
            it.volume == good.volume,
            it.name == good.name && it.window == good.window,
            it.keys == good.keys,
            it.friends == good.friends,
        ]
        .map(usize::from)
        .iter()
        .sum::<usize>()
    };
    for (part, instead, left) in [
        ("]\n}\n", "]\n}[\n", 4),
        ("]\n}\n", "]\n}{\n", 4),
        ("]\n}\n", "]\n} the end\nof it\n", 4),
        ("  volume", "[ volume", 3),
        ("  volume", "{ volume", 4),
        ("  keys", "  [keys", 3),
        ("  friends", "(  friends", 3),
        ("\n}\n", "\n%}\n", 4),
    ] {
        let (settings, mistakes) = with(part, instead);
        assert_eq!((count(&settings), mistakes.len()), (left, 1), "{instead}: {mistakes:?}");
    }
}

/// Today's version is that of a text without a name; another is not.
#[test]
fn a_first_line_without_grammar_costs_no_setting() {
    let ours = text::to_string(&good()).unwrap();
    for head in ["Set%ings @1 {", "Settings # @1 {", "\"Settings @1 {", "Settings, {"] {
        let source = ours.replace("Settings @1 {", head);
        let (settings, mistakes) = text::from_str_lenient::<Settings>(&source).unwrap();
        assert_eq!((settings, mistakes.len()), (good(), 1), "{head}");
    }
    let newer = ours.replace("Settings @1 {", "Set%ings @2 {");
    assert_ne!(text::from_str_lenient::<Settings>(&newer).unwrap().0, good());
}

/// A character too many or another one, anywhere below the first lines, seldom costs more than two of eight settings.
#[test]
fn a_typing_error_costs_one_setting_or_two() {
    #[derive(Archive, Debug, PartialEq)]
    struct Eight {
        #[archive(default)]
        volume: f32,
        #[archive(default)]
        name: String,
        #[archive(default)]
        width: u32,
        #[archive(default)]
        full: bool,
        #[archive(default)]
        keys: BTreeMap<String, Key>,
        #[archive(default)]
        friends: Vec<Friend>,
        #[archive(default)]
        window: Window,
        #[archive(default)]
        best: Option<Key>,
    }
    let Settings { volume, name, window, keys, friends } = good();
    let best = Some(Key::Char('x'));
    let good = Eight { volume, name, width: 1280, full: true, keys, friends, window, best };
    let source = text::to_string(&good).unwrap();
    let start = source.find("  volume").unwrap();
    let (mut all, mut dear) = (0, Vec::new());
    for at in (start..source.len()).filter(|at| source.is_char_boundary(*at)) {
        for (typed, instead) in "?7{}[(],\"#".chars().flat_map(|c| [(c, false), (c, true)]) {
            let len = source[at..].chars().next().map_or(0, char::len_utf8);
            let behind = &source[at + if instead { len } else { 0 }..];
            let damaged = format!("{}{typed}{behind}", &source[..at]);
            let lost = match text::from_str_lenient::<Eight>(&damaged) {
                Ok((it, _)) => [
                    it.volume != good.volume,
                    it.name != good.name,
                    it.width != good.width,
                    it.full != good.full,
                    it.keys != good.keys,
                    it.friends != good.friends,
                    it.window != good.window,
                    it.best != good.best,
                ]
                .map(usize::from)
                .iter()
                .sum(),
                Err(_) => 8,
            };
            all += 1;
            if lost > 2 {
                dear.push(damaged);
            }
        }
    }
    assert!(dear.len() * 90 < all, "{} of {all}: {}", dear.len(), dear.join("\n"));
}

/// Comments cannot be kept if nobody knows where they belong.
#[test]
fn a_text_without_grammar_is_written_anew_on_purpose() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("settings.txt");
    std::fs::write(&path, GOOD.replace("volume =", "volume")).unwrap();
    let (settings, _) = text::load_lenient::<Settings>(&path).unwrap();
    assert_eq!(text::save(&path, &settings).unwrap_err().kind(), ErrorKind::Syntax);
    archive::save_bytes(&path, text::to_string(&settings).unwrap().as_bytes()).unwrap();
    assert_eq!(text::load::<Settings>(&path).unwrap(), settings);
}
