//! Types that must compile without a word, whatever is around them.

pub mod allowed;
pub mod generated;
pub mod generics;
pub mod raw;
pub mod shadowed;

/// Saves and loads a value, and compares.
///
/// # Panics
///
/// It does not come back as it was.
pub fn check<T: archive::Archive + core::fmt::Debug + PartialEq>(value: &T) {
    let bytes = archive::to_vec(value).expect("saved");
    assert_eq!(&archive::from_slice::<T>(&bytes).expect("loaded"), value);
}
