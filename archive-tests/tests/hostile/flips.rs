//! Archives of which one bit is wrong.

use archive::ErrorKind;

use crate::{cases, wire};

/// The bytes with one bit turned over, for every bit.
fn flips(bytes: &[u8]) -> impl Iterator<Item = (usize, Vec<u8>)> {
    (0..bytes.len() * 8).map(|bit| {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        (bit, flipped)
    })
}

#[test]
fn every_flip_of_a_file_is_refused() {
    for case in cases::all() {
        for form in case.forms().filter(|form| wire::is_file(form)) {
            for (bit, flipped) in flips(form) {
                let kind = case.judge(&flipped).expect_err(case.name);
                let in_magic = bit < 64;
                assert_eq!(kind == ErrorKind::NotAnArchive, in_magic, "{}: bit {bit}", case.name);
            }
        }
    }
}

#[test]
fn every_flip_with_right_checksums_is_an_error_or_a_value() {
    for case in cases::all() {
        for form in case.forms().filter(|form| wire::is_file(form)) {
            for (_, mut flipped) in flips(form) {
                wire::seal(&mut flipped);
                let _ = case.judge(&flipped);
            }
        }
    }
}

#[test]
fn every_flip_of_a_message_is_an_error_or_a_value() {
    for case in cases::all() {
        for form in case.forms().filter(|form| !wire::is_file(form)) {
            for (_, flipped) in flips(form) {
                let _ = case.judge(&flipped);
            }
        }
    }
}

#[test]
fn every_byte_of_a_body_may_be_any_other() {
    for case in cases::today() {
        let body = &case.message[wire::body_start(&case.message)..];
        for at in 0..body.len() {
            for other in [0, 1, 2, 0x7f, 0x80, 0xff] {
                let mut body = body.to_vec();
                body[at] = other;
                let _ = case.judge_body(&case.message_of(&body));
            }
        }
    }
}
