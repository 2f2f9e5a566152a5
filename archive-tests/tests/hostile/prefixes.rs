//! Truncated archives, and archives followed by more bytes.

use archive::ErrorKind;
use archive_tests::wire;

use crate::cases;

#[test]
fn every_prefix_is_refused() {
    for case in cases::all() {
        case.refuses_prefixes();
    }
}

#[test]
fn bytes_behind_the_end_are_refused() {
    for case in cases::all() {
        for form in &case.forms {
            for more in [0, 1, 0xff] {
                let longer = [form.as_slice(), &[more]].concat();
                let error = case.judge(&longer).expect_err("something is left");
                // Tables are found from the end, and a message does not say where it ends.
                let is_told = wire::is_file(form) || !wire::is_linked(form);
                assert!(!is_told || error == ErrorKind::TrailingBytes, "{}: {error:?}", case.name);
                let agreed = wire::with_body(form, &longer[wire::body_start(form)..]);
                let kind = case.judge_body(&agreed).expect_err("something is left");
                // Columns are read from the end, and a codec reads everything.
                let is_left = kind == ErrorKind::TrailingBytes || !wire::is_plain(form);
                assert!(is_left, "{}: {kind:?}", case.name);
            }
        }
    }
}
