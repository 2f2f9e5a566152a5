//! Functions that save to bytes and load from them, with [`Options::file`].

use alloc::vec::Vec;

use crate::header::Header;
use crate::{Deserialize, Error, Limits, Options, Serialize};

/// Saves a value to bytes, self-describing and with a checksum.
///
/// ```
/// let bytes = archive::to_vec(&("torch", 3_u32))?;
/// let (name, count): (String, u32) = archive::from_slice(&bytes)?;
/// assert_eq!((name.as_str(), count), ("torch", 3));
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails like [`Options::to_vec`].
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, Error> {
    Options::file().to_vec(value)
}

/// Loads a value, which may borrow from the bytes.
///
/// ```
/// let bytes = archive::to_vec(&("torch", 3_u32))?;
/// let (name, _): (&str, u32) = archive::from_slice(&bytes)?; // no copy of the text
/// assert!(bytes.as_ptr_range().contains(&name.as_ptr()));
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails like [`Options::from_slice`].
pub fn from_slice<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Error> {
    Options::file().from_slice(bytes)
}

/// Returns the number of bytes that [`to_vec`] would return. It takes as long as [`to_vec`], and as much memory: if the bytes
/// are needed, too, take their length.
///
/// # Errors
///
/// Fails like [`Options::encoded_len`].
pub fn encoded_len<T: Serialize + ?Sized>(value: &T) -> Result<usize, Error> {
    Options::file().encoded_len(value)
}

/// Saves a value to the front of a buffer and returns the number of bytes written. The archive is built in memory first, as
/// by [`to_vec`], and then copied; a [message](Options::message) of a type without shared objects is written in place.
///
/// ```
/// let mut buffer = [0; 256];
/// let len = archive::write_into(&7_u32, &mut buffer)?;
/// assert_eq!(archive::from_slice::<u32>(&buffer[..len])?, 7);
/// assert_eq!(archive::write_into(&7_u32, &mut []).unwrap_err().needed(), Some(len));
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails like [`Options::write_into`].
pub fn write_into<T: Serialize + ?Sized>(value: &T, buffer: &mut [u8]) -> Result<usize, Error> {
    Options::file().write_into(value, buffer)
}

/// Returns `true` if the bytes start with the undamaged header of an archive; the rest is not checked. The header of a
/// message has no checksum, so for messages this only means that the header is plausible.
///
/// ```
/// assert!(archive::is_archive(&archive::to_vec(&7_u8)?));
/// assert!(!archive::is_archive(b"{\"level\": 7}"));
/// # Ok::<(), archive::Error>(())
/// ```
#[must_use]
pub fn is_archive(bytes: &[u8]) -> bool {
    Header::read(bytes, &Limits::new()).is_ok()
}
