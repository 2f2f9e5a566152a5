//! A text or JSON with unknown parts that are kept: what is saved reads and saves the same again.
//!
//! The first byte picks the form.

#![no_main]

use archive::{Archive, Error, ErrorKind, Newer, Options, Unknown};
use libfuzzer_sys::fuzz_target;

#[derive(Archive)]
struct Camp {
    name: String,
    #[since(2, default = 1)]
    fires: u8,
    #[archive(unknown)]
    extra: Unknown,
    people: Vec<Person>,
    inner: Option<Box<Camp>>,
}

#[derive(Archive)]
struct Person(String, #[archive(unknown)] Unknown, Mood);

#[derive(Archive)]
enum Mood {
    Calm,
    Angry {
        at: String,
        #[archive(unknown)]
        extra: Unknown,
    },
    #[archive(unknown)]
    Other(Unknown),
}

fn judge(
    read: impl Fn(&str) -> Result<Camp, Error>,
    print: impl Fn(&Camp) -> Result<String, Error>,
    text: &str,
) {
    let camp = match read(text) {
        Ok(camp) => camp,
        Err(error) => return assert!(error.to_string().len() < 10_000, "{error}"),
    };
    match print(&camp) {
        Ok(printed) => {
            let again = read(&printed).expect("what was printed can be read");
            assert_eq!(print(&again).expect("as before"), printed, "a second form");
        }
        // A newer text may lack fields of today's version.
        Err(error) => assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{error}"),
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((form, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let options = Options::file().newer(Newer::Accept).unknown(Unknown::Retain);
    if form % 2 == 0 {
        judge(|text| options.from_text(text), |camp| options.to_text(camp), text);
    } else {
        judge(|text| options.from_json(text), |camp| options.to_json(camp), text);
    }
});
