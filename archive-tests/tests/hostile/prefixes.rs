//! Archives that were cut short, or that go on after their end.

use archive::ErrorKind;

use crate::{cases, wire};

#[test]
fn every_prefix_is_refused() {
    for case in cases::all() {
        for form in case.forms() {
            for len in 0..form.len() {
                let kind = case.judge(&form[..len]).expect_err(case.name);
                assert_eq!(
                    kind,
                    ErrorKind::Truncated,
                    "{}: {len} of {} bytes",
                    case.name,
                    form.len()
                );
            }
        }
    }
}

#[test]
fn every_prefix_of_a_body_is_refused_also_when_its_header_agrees() {
    for case in cases::all() {
        for form in case.forms() {
            let body = &form[wire::body_start(form)..];
            for len in 0..body.len() {
                let kind =
                    case.judge_body(&case.with_body(form, &body[..len])).expect_err(case.name);
                let kinds = [ErrorKind::Truncated, ErrorKind::Length];
                assert!(kinds.contains(&kind), "{}: {kind:?} at {len}", case.name);
            }
        }
    }
}

#[test]
fn bytes_behind_the_end_are_refused() {
    for case in cases::all() {
        for form in case.forms() {
            for more in [0, 1, 0xff] {
                let longer = [form.as_slice(), &[more]].concat();
                assert_eq!(case.judge(&longer), Err(ErrorKind::TrailingBytes), "{}", case.name);
                let body = &longer[wire::body_start(form)..];
                let agreed = case.with_body(form, body);
                assert_eq!(
                    case.judge_body(&agreed),
                    Err(ErrorKind::TrailingBytes),
                    "{}",
                    case.name
                );
            }
        }
    }
}

#[test]
fn every_prefix_of_a_golden_file_is_refused() {
    for (name, file) in cases::golden_files() {
        for len in 0..file.len() {
            assert!(!archive::is_archive(&file[..len.min(wire::body_start(&file) - 1)]), "{name}");
        }
    }
}
