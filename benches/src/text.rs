//! How long readable texts take to write and read, compared with other libraries.

use std::hint::black_box;
use std::time::Duration;

use crate::clock::Start;
use crate::data::minecraft::{self, Players};
use crate::sample::{Plan, Times, interleaved};

/// The measurements of a text that people can edit.
#[derive(Clone, Debug)]
pub struct Text {
    /// The library.
    pub name: &'static str,
    /// Its size.
    pub len: usize,
    /// Writing it into a new string.
    pub save: Times,
    /// Reading values that own their data.
    pub load: Times,
}

/// A way to write and read a text.
struct Form {
    name: &'static str,
    save: fn(&Players) -> String,
    load: fn(&str) -> Players,
}

const FORMS: [Form; 3] = [
    Form {
        name: "archive::text",
        save: |players| archive::text::to_string(players).unwrap(),
        load: |text| archive::text::from_str(text).unwrap(),
    },
    Form {
        name: "serde_json, pretty",
        save: |players| serde_json::to_string_pretty(players).unwrap(),
        load: |text| serde_json::from_str(text).unwrap(),
    },
    Form {
        name: "ron, pretty",
        save: |players| ron::ser::to_string_pretty(players, ron::ser::PrettyConfig::new()).unwrap(),
        load: |text| ron::from_str(text).unwrap(),
    },
];

/// Measures `minecraft_savedata` as a text.
///
/// # Panics
///
/// If the loaded value differs from the saved one.
#[must_use]
pub fn measure(plan: Plan) -> Vec<Text> {
    let players = minecraft::generate();
    let texts: Vec<String> = FORMS.iter().map(|form| (form.save)(&players)).collect();
    for (form, text) in FORMS.iter().zip(&texts) {
        assert!((form.load)(text) == players, "{} loads something else", form.name);
    }
    let save = interleaved(FORMS.len(), plan, |i, times| {
        timed(times, || (FORMS[i].save)(black_box(&players)))
    });
    let load = interleaved(FORMS.len(), plan, |i, times| {
        timed(times, || (FORMS[i].load)(black_box(&texts[i])))
    });
    let times = save.into_iter().zip(load);
    let each = FORMS.iter().zip(&texts).zip(times);
    each.map(|((form, text), (save, load))| Text { name: form.name, len: text.len(), save, load })
        .collect()
}

/// The time to run something, not counting the time to drop its result.
pub(crate) fn timed<T>(times: u32, mut run: impl FnMut() -> T) -> Duration {
    let mut total = Duration::ZERO;
    for _ in 0..times {
        let start = Start::now();
        let given = black_box(run());
        total += start.elapsed();
        drop(given);
    }
    total
}
