//! Checks that bytes are text.

/// Checks for ASCII first: most text is, and that check is faster than the one for UTF-8.
#[inline(always)]
pub(crate) fn text_of(bytes: &[u8]) -> Result<&str, simdutf8::basic::Utf8Error> {
    match ascii::AsciiStr::from_ascii(bytes) {
        Ok(text) => Ok(text.as_str()),
        Err(_) => simdutf8::basic::from_utf8(bytes),
    }
}
