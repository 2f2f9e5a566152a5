//! The check that bytes are text.

/// Text is mostly ASCII, which is faster to check than UTF-8 is.
#[inline(always)]
pub(crate) fn text_of(bytes: &[u8]) -> Result<&str, simdutf8::basic::Utf8Error> {
    match ascii::AsciiStr::from_ascii(bytes) {
        Ok(text) => Ok(text.as_str()),
        Err(_) => simdutf8::basic::from_utf8(bytes),
    }
}
