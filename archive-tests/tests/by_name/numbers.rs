//! Numbers that changed their kind: to wider ones always, to narrower ones if the values fit.

use std::fmt::Debug;

use archive::{Archive, ErrorKind, Newer, Options};

use crate::load;

/// Stores a save with one field of type `Old`, and loads it with one of type `New`.
fn stored_as<Old: Archive, New: Archive + Debug>(value: Old) -> Result<New, archive::Error> {
    // The two types have different names only for the compiler.
    #[derive(Archive)]
    #[archive(name = "Save", version = 2)]
    struct Theirs<T> {
        value: T,
    }
    #[derive(Archive, Debug)]
    #[archive(name = "Save")]
    struct Ours<T> {
        value: T,
    }
    let theirs = Theirs { value };
    let file = archive::to_vec(&theirs)?;
    let columns = Options::file().newer(Newer::Accept).from_slice::<Ours<New>>(&file);
    let rows = load::<Ours<New>>(&theirs);
    let told = |loaded: &Result<Ours<New>, archive::Error>| match loaded {
        Ok(save) => format!("{save:?}"),
        Err(error) => format!("{}: {}", error.path(), error.detail()),
    };
    assert_eq!(told(&columns), told(&rows), "in columns and in rows");
    rows.map(|save| save.value)
}

macro_rules! widens {
    ($($old:ident to $($new:ident)+;)*) => {$($({
        for value in [$old::MIN, $old::MAX, 7 as $old] {
            assert_eq!(stored_as::<$old, $new>(value).unwrap(), $new::from(value));
        }
    })+)*};
}

#[test]
fn every_lossless_widening_is_free() {
    widens! {
        u8 to u16 u32 u64 u128 i16 i32 i64 i128 f32 f64;
        u16 to u32 u64 u128 i32 i64 i128 f32 f64;
        u32 to u64 u128 i64 i128 f64;
        u64 to u128 i128;
        i8 to i16 i32 i64 i128 f32 f64;
        i16 to i32 i64 i128 f32 f64;
        i32 to i64 i128 f64;
        i64 to i128;
        f32 to f64;
    }
    assert_eq!(stored_as::<u32, usize>(7).unwrap(), 7);
}

#[test]
fn a_number_that_fits_becomes_narrower() {
    assert_eq!(stored_as::<u64, u8>(255).unwrap(), 255);
    assert_eq!(stored_as::<i128, i8>(-128).unwrap(), -128);
    assert_eq!(stored_as::<i64, u16>(7).unwrap(), 7);
    assert_eq!(stored_as::<f64, f32>(0.5).unwrap(), 0.5);
    assert_eq!(stored_as::<f64, i32>(-7.0).unwrap(), -7);
    assert_eq!(stored_as::<f64, u128>(2_f64.powi(127)).unwrap(), 1 << 127);
    assert_eq!(stored_as::<i64, f32>(1 << 40).unwrap(), 1_099_511_627_776.0);
}

#[test]
fn a_number_that_does_not_fit_is_named() {
    fn refused<Old: Archive, New: Archive + Debug>(value: Old) -> String {
        let error = stored_as::<Old, New>(value).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::InvalidValue, "value"));
        error.detail().to_owned()
    }
    assert_eq!(refused::<u16, u8>(300), "the number 300 does not fit in a u8");
    assert_eq!(refused::<i8, u64>(-1), "the number -1 does not fit in a u64");
    assert_eq!(refused::<f64, f32>(0.1), "the number 0.1 does not fit in an f32");
    assert_eq!(refused::<f32, i16>(-0.0), "the number -0.0 does not fit in an i16");
    assert_eq!(
        refused::<u64, f64>((1 << 53) + 1),
        "the number 9007199254740993 does not fit in an f64"
    );
}

#[test]
fn what_is_no_number_becomes_none() {
    assert_eq!(stored_as::<bool, u8>(true).unwrap_err().kind(), ErrorKind::Mismatch);
    assert_eq!(stored_as::<char, u32>('a').unwrap_err().kind(), ErrorKind::Mismatch);
    assert_eq!(stored_as::<u8, bool>(1).unwrap_err().kind(), ErrorKind::Mismatch);
    assert_eq!(stored_as::<String, u8>("7".into()).unwrap_err().kind(), ErrorKind::Mismatch);
}

#[test]
fn a_word_that_is_too_wide_for_its_field_is_refused() {
    assert_eq!(stored_as::<i64, usize>(-1).unwrap_err().kind(), ErrorKind::InvalidValue);
}
