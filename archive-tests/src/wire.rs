//! Archives as bytes: where their parts are, and checksums that are right whatever the bytes say.
//! Written from FORMAT.md §2 and §3 alone.

const FILE_MAGIC: [u8; 8] = [0x89, 0x41, 0x52, 0x43, 0x0d, 0x0a, 0x1a, 0x0a];

/// Whether the bytes start as a file does, not as a message.
#[must_use]
pub fn is_file(bytes: &[u8]) -> bool {
    bytes.first() == Some(&0x89)
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..at + N].try_into().unwrap()
}

/// Where the header of a file says that it ends, if the input reaches that far.
#[must_use]
pub fn header_len(bytes: &[u8]) -> Option<usize> {
    let fixed = bytes.get(..44)?;
    let len = usize::try_from(u32::from_le_bytes(number(fixed, 12))).unwrap();
    (48..=bytes.len()).contains(&len).then_some(len)
}

/// Makes the checksums of a file right, as far as it has the places for them; a message has none.
pub fn seal(bytes: &mut [u8]) {
    let Some(len) = header_len(bytes).filter(|_| is_file(bytes)) else { return };
    if bytes[9] & 4 != 0 {
        let crc = crc32fast::hash(&bytes[len..]);
        bytes[40..44].copy_from_slice(&crc.to_le_bytes());
    }
    let crc = crc32fast::hash(&bytes[..len - 4]);
    bytes[len - 4..len].copy_from_slice(&crc.to_le_bytes());
}

/// A file of these parts, whose lengths and checksums are right.
pub struct File<'p> {
    pub flags: u8,
    pub fingerprint: u64,
    pub root: &'p str,
    pub table: &'p [u8],
    pub schema: Option<&'p [u8]>,
    pub body: &'p [u8],
}

impl File<'_> {
    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = FILE_MAGIC.to_vec();
        let schema = if self.schema.is_some() { 2 } else { 0 };
        out.extend([1, self.flags | schema, 0, 0, 0, 0, 0, 0]);
        out.extend(self.fingerprint.to_le_bytes());
        out.extend((self.body.len() as u64).to_le_bytes());
        out.extend((self.body.len() as u64).to_le_bytes());
        out.extend([0; 4]);
        text(&mut out, self.root.as_bytes());
        out.extend(self.table);
        if let Some(schema) = self.schema {
            text(&mut out, schema);
        }
        out.extend([0; 4]);
        let len = u32::try_from(out.len()).unwrap();
        out[12..16].copy_from_slice(&len.to_le_bytes());
        out.extend(self.body);
        seal(&mut out);
        out
    }
}

/// Appends text, or other bytes behind their count.
pub fn text(out: &mut Vec<u8>, text: &[u8]) {
    varint(out, text.len() as u64);
    out.extend(text);
}

/// Appends a number in its shortest form.
pub fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Where the body starts; the header must be one that can be read.
#[must_use]
pub fn body_start(bytes: &[u8]) -> usize {
    if is_file(bytes) {
        return header_len(bytes).expect("a header that ends");
    }
    let flags = bytes[1];
    let mut at = 10;
    if flags & 0x0f == 0 {
        skip_varint(bytes, &mut at);
    }
    if flags & 0x10 != 0 {
        for _ in 0..skip_varint(bytes, &mut at) {
            at += 4;
            skip_varint(bytes, &mut at);
        }
    }
    if flags & 0x20 != 0 {
        skip_varint(bytes, &mut at);
    }
    at
}

fn skip_varint(bytes: &[u8], at: &mut usize) -> u64 {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let byte = bytes[*at];
        *at += 1;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    value
}

/// This archive with another body, behind a header that agrees with it.
#[must_use]
pub fn with_body(form: &[u8], body: &[u8]) -> Vec<u8> {
    let mut bytes = form[..body_start(form)].to_vec();
    if is_file(form) {
        let len = (body.len() as u64).to_le_bytes();
        bytes[24..32].copy_from_slice(&len);
        bytes[32..40].copy_from_slice(&len);
    }
    bytes.extend(body);
    seal(&mut bytes);
    bytes
}
