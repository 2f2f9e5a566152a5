//! Archives with one bit or byte changed.

use archive_tests::wire;

use crate::cases;

#[test]
fn every_flip_of_a_file_is_refused() {
    for case in cases::all() {
        case.refuses_flips();
    }
}

#[test]
fn every_flip_with_right_checksums_is_an_error_or_a_value() {
    for case in cases::all() {
        case.endures_flips();
    }
}

#[test]
fn every_byte_of_a_body_may_be_any_other() {
    for case in cases::all() {
        for form in &case.forms {
            let body = &form[wire::body_start(form)..];
            for at in 0..body.len() {
                for other in [0, 1, 2, 0x7f, 0x80, 0xff] {
                    let mut body = body.to_vec();
                    body[at] = other;
                    let _ = case.judge_body(&wire::with_body(form, &body));
                }
            }
        }
    }
}
