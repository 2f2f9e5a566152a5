//! FNV-1a (Fowler, Noll and Vo): the hash of schemas and names (FORMAT.md §4).

/// The 64-bit hash of some bytes. An archive's fingerprint is the hash of its schema's canonical form.
#[must_use]
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The 32-bit hash of a type's name, for a message's version table.
#[must_use]
pub(crate) fn name_hash(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::{fingerprint, name_hash};

    #[test]
    fn published_test_vectors() {
        assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(name_hash("foobar"), 0xbf9c_f968);
    }
}
