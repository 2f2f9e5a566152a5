//! Finds the parts of archives in their bytes, and corrects checksums whatever the bytes say.
//! Written from FORMAT.md alone: §2 and §3, and §7 for columns.

use std::ops::Range;

const FILE_MAGIC: [u8; 8] = [0x89, 0x41, 0x52, 0x43, 0x0d, 0x0a, 0x1a, 0x0a];

/// Whether the bytes start like a file, rather than a message.
#[must_use]
pub fn is_file(bytes: &[u8]) -> bool {
    bytes.first() == Some(&0x89)
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..at + N].try_into().unwrap()
}

/// Where the header of a file claims to end, if the input is that long.
#[must_use]
pub fn header_len(bytes: &[u8]) -> Option<usize> {
    let fixed = bytes.get(..44)?;
    let len = usize::try_from(u32::from_le_bytes(number(fixed, 12))).unwrap();
    (48..=bytes.len()).contains(&len).then_some(len)
}

/// Whether the bytes are a file whose body is in columns.
#[must_use]
pub fn is_columns(bytes: &[u8]) -> bool {
    is_file(bytes) && header_len(bytes).is_some() && bytes[9] & 1 != 0
}

/// Whether the body is in uncompressed rows without tables of objects.
#[must_use]
pub fn is_plain(bytes: &[u8]) -> bool {
    !is_linked(bytes) && is_rows(bytes)
}

/// Whether the body is in uncompressed rows, perhaps with tables of objects.
pub fn is_rows(bytes: &[u8]) -> bool {
    !is_file(bytes) || !is_columns(bytes) && bytes.get(10) == Some(&0)
}

/// Whether tables of shared objects follow the value; they are found from the end of the body.
pub fn is_linked(bytes: &[u8]) -> bool {
    if is_file(bytes) {
        bytes.get(9).is_some_and(|flags| flags & 8 != 0)
    } else {
        bytes.get(1).is_some_and(|flags| flags & 0x40 != 0)
    }
}

/// Corrects the checksums of a file, as far as it is long enough for them. A message has none.
///
/// Does not correct those of blocks of columns: see [`seal_columns`].
pub fn seal(bytes: &mut [u8]) {
    let Some(len) = header_len(bytes).filter(|_| is_file(bytes)) else { return };
    if bytes[9] & 4 != 0 {
        let checked = if bytes[9] & 1 == 0 { Some(len) } else { directory(bytes).map(|d| d.start) };
        let crc = checked.map_or(0, |from| crc32fast::hash(&bytes[from..]));
        bytes[40..44].copy_from_slice(&crc.to_le_bytes());
    }
    let crc = crc32fast::hash(&bytes[..len - 4]);
    bytes[len - 4..len].copy_from_slice(&crc.to_le_bytes());
}

/// As [`seal`], but also corrects the checksums of blocks, for a file with this many columns.
pub fn seal_columns(bytes: &mut [u8], columns: usize) {
    if is_columns(bytes) && bytes[9] & 4 != 0 {
        let blocks = directory(bytes).and_then(|directory| blocks(bytes, directory, columns));
        for block in blocks.unwrap_or_default() {
            if let Some(stored) = bytes.get(block.stored) {
                let crc = crc32fast::hash(stored);
                bytes[block.crc..block.crc + 4].copy_from_slice(&crc.to_le_bytes());
            }
        }
    }
    seal(bytes);
}

/// A body with these columns in one block, and their directory. Its checksums are not set yet.
#[must_use]
pub fn body_of(columns: &[&[u8]]) -> Vec<u8> {
    let mut body = columns.concat();
    let mut directory = Vec::new();
    columns.iter().for_each(|column| varint(&mut directory, column.len() as u64));
    directory.extend([0; 4]);
    body.extend(&directory);
    body.extend(u32::try_from(directory.len()).unwrap().to_le_bytes());
    body
}

/// How many columns an intact file with checksums has, which otherwise only its schema says.
#[must_use]
pub fn columns(bytes: &[u8]) -> Option<usize> {
    let directory = directory(bytes).filter(|_| is_columns(bytes))?;
    (0..=directory.len()).find(|columns| {
        let Some(blocks) = blocks(bytes, directory.clone(), *columns) else { return false };
        let is_right = |block: &Block| {
            let crc = bytes.get(block.stored.clone()).map(crc32fast::hash);
            crc.map(u32::to_le_bytes) == Some(number(bytes, block.crc))
        };
        let end = blocks.last().map_or(body_start(bytes), |block| block.stored.end);
        end == directory.start && blocks.iter().all(is_right)
    })
}

/// The range of the directory of columns in a file, without the length after it.
fn directory(bytes: &[u8]) -> Option<Range<usize>> {
    let end = bytes.len().checked_sub(4).filter(|end| *end >= body_start(bytes))?;
    let len = usize::try_from(u32::from_le_bytes(number(bytes, end))).unwrap();
    let start = end.checked_sub(len).filter(|start| *start >= body_start(bytes))?;
    Some(start..end)
}

/// A block of columns: the ranges of its bytes and of its checksum.
struct Block {
    stored: Range<usize>,
    crc: usize,
}

/// The blocks in a directory, if it is valid for this many columns.
fn blocks(bytes: &[u8], directory: Range<usize>, columns: usize) -> Option<Vec<Block>> {
    const FULL: usize = 1 << 16;
    let end = directory.end;
    let mut at = directory.start;
    let mut next = || {
        let len = checked_varint(&bytes[..end], &mut at)?;
        usize::try_from(len).ok()
    };
    let lens = (0..columns).map(|_| next()).collect::<Option<Vec<usize>>>()?;
    let mut sizes: Vec<usize> = Vec::new();
    let mut is_full = true;
    for len in lens {
        if is_full || len >= FULL {
            sizes.push(0);
        }
        let size = sizes.last_mut()?;
        *size = size.checked_add(len)?;
        is_full = *size >= FULL;
    }
    let (mut blocks, mut start) = (Vec::new(), body_start(bytes));
    for size in sizes {
        let is_compressed = bytes[10] != 0;
        let len = if is_compressed { checked_varint(&bytes[..end], &mut at)? } else { size as u64 };
        let stop = start.checked_add(usize::try_from(len).ok()?)?;
        blocks.push(Block { stored: start..stop, crc: at });
        (start, at) = (stop, at + 4);
        if at > end {
            return None;
        }
    }
    (at == end).then_some(blocks)
}

fn checked_varint(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let len = bytes.get(*at..)?.iter().take(10).position(|byte| *byte < 0x80)?;
    if len == 9 && bytes[*at + 9] > 1 {
        return None;
    }
    Some(skip_varint(bytes, at))
}

/// The decompressed length of the body, from the header.
#[must_use]
pub fn raw_len(bytes: &[u8]) -> usize {
    let start = body_start(bytes);
    if !is_file(bytes) || bytes[10] == 0 {
        return bytes.len() - start;
    }
    usize::try_from(u64::from_le_bytes(number(bytes, 32))).unwrap_or(usize::MAX)
}

/// A file with these parts; its lengths and checksums are computed.
pub struct File<'p> {
    /// Its flags, as in FORMAT.md §2.
    pub flags: u8,
    /// The hash of its schema.
    pub fingerprint: u64,
    /// The canonical name of its type.
    pub root: &'p str,
    /// The version table, starting with its number of entries.
    pub table: &'p [u8],
    /// The schema, if the flags say that there is one.
    pub schema: Option<&'p [u8]>,
    /// The body as stored.
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

/// Appends text or other bytes after their length.
pub fn text(out: &mut Vec<u8>, text: &[u8]) {
    varint(out, text.len() as u64);
    out.extend(text);
}

/// Appends a varint.
pub fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Where the body starts; the header must be readable.
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

/// This archive with another body, and a header that matches it.
#[must_use]
pub fn with_body(form: &[u8], body: &[u8]) -> Vec<u8> {
    let mut bytes = form[..body_start(form)].to_vec();
    if is_file(form) {
        let len = (body.len() as u64).to_le_bytes();
        bytes[24..32].copy_from_slice(&len);
        // A compressed body keeps its old decompressed length.
        if form[10] == 0 {
            bytes[32..40].copy_from_slice(&len);
        }
    }
    bytes.extend(body);
    match columns(form) {
        Some(columns) => seal_columns(&mut bytes, columns),
        None => seal(&mut bytes),
    }
    bytes
}
