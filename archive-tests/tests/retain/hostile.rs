//! Bytes that no program saved.

use archive::{Archive, ErrorKind, Layout, Limits, Options, Unknown};
use archive_tests::hostile::{Bounds, Case, Outcome};
use archive_tests::memory::peak;
use archive_tests::wire::seal;

use super::programs::{newer, old};
use super::{forms, load, retain};

#[test]
fn the_tag_of_unknown_variants_is_no_value() {
    #[derive(Archive, Debug)]
    enum Mood {
        Calm(u8),
        #[archive(unknown)]
        Other(Unknown),
    }
    let mut bytes = Options::message().to_vec(&Mood::Calm(7)).unwrap();
    assert_eq!(bytes.split_off(10), [0, 7]);
    bytes.extend([0xff, 0xff, 0xff, 0xff, 0x0f]);
    let error = archive::from_slice::<Mood>(&bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownTag);
    let _ = |mood| match mood {
        Mood::Calm(how) => Some(how),
        Mood::Other(_) => None,
    };
}

/// Loads what the newer program saved, and saves it again.
fn keep(bytes: &[u8]) -> Outcome {
    let (loaded, peak) = peak(|| load::<old::Save>(bytes));
    let body = loaded.map(|save| {
        let again = archive::to_vec(&save).expect("what was loaded can be saved");
        assert_eq!(load::<old::Save>(&again).expect("what was saved can be loaded"), save);
        again
    });
    Outcome { body, peak }
}

fn case() -> Case<'static> {
    let rows = Options::file().layout(Layout::Rows).to_vec(&newer()).unwrap();
    Case::past("retain", vec![rows], Bounds::by_name::<old::Save>(), keep)
}

#[test]
fn every_prefix_is_refused() {
    case().refuses_prefixes();
}

#[test]
fn every_flip_is_refused() {
    case().refuses_flips();
}

#[test]
fn every_flip_behind_right_checksums_is_endured() {
    case().endures_flips();
}

#[test]
fn damaged_files_are_errors_or_values() {
    for form in forms() {
        let bytes = form.checksum(false).to_vec(&newer()).unwrap();
        for at in 0..bytes.len() {
            for change in [0x01, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= change;
                seal(&mut damaged);
                if let Ok(save) = load::<old::Save>(&damaged) {
                    archive::to_vec(&save).expect("what was loaded can be saved");
                }
            }
            let _ = load::<old::Save>(&bytes[..at]);
        }
    }
}

#[test]
fn what_is_kept_counts_as_memory() {
    let mut save = newer();
    save.pets = vec![save.bag[1].clone(); 20_000];
    let bytes = archive::to_vec(&save).unwrap();
    assert!(load::<old::Save>(&bytes).is_ok());
    let careful = retain().limits(Limits::new().max_alloc(100_000));
    assert_eq!(careful.from_slice::<old::Save>(&bytes).unwrap_err().kind(), ErrorKind::MemoryLimit);
}
