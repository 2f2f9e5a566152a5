//! The header, blocks and columns of a file, from FORMAT.md §2 and §7.4.

/// Reads a varint (§1).
pub fn varint(rest: &mut &[u8]) -> usize {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (byte, after) = rest.split_first().unwrap();
        *rest = after;
        number |= usize::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            return number;
        }
    }
}

/// Appends a varint (§1).
pub fn put_varint(mut number: usize, out: &mut Vec<u8>) {
    while number > 0x7f {
        out.push(u8::try_from(number & 0x7f).unwrap() | 0x80);
        number >>= 7;
    }
    out.push(u8::try_from(number).unwrap());
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn size_at(bytes: &[u8], at: usize) -> usize {
    usize::try_from(u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())).unwrap()
}

/// The body of a file, after its header.
pub fn body(file: &[u8]) -> &[u8] {
    &file[usize::try_from(u32_at(file, 12)).unwrap()..]
}

/// The columns of a file whose schema has this many.
pub fn columns(file: &[u8], count: usize) -> Vec<Vec<u8>> {
    let (flags, codec) = (file[9], file[10]);
    assert_eq!(flags & 1, 1, "not in columns");
    let body = body(file);
    assert_eq!(body.len(), size_at(file, 24));
    let tail = body.len() - 4;
    let start = tail - usize::try_from(u32_at(body, tail)).unwrap();
    if flags & 4 != 0 {
        assert_eq!(crc32fast::hash(&body[start..]), u32_at(file, 40));
    }
    let mut directory = &body[start..tail];
    let lens: Vec<usize> = (0..count).map(|_| varint(&mut directory)).collect();
    assert_eq!(lens.iter().sum::<usize>() + body.len() - start, size_at(file, 32));

    let (mut columns, mut blocks) = (Vec::new(), &body[..start]);
    for lens in groups(&lens) {
        let raw: usize = lens.iter().sum();
        let stored = if codec == 0 { raw } else { varint(&mut directory) };
        let (block, after) = blocks.split_at(stored);
        blocks = after;
        if flags & 4 != 0 {
            assert_eq!(crc32fast::hash(block), u32_at(directory, 0));
            directory = &directory[4..];
        }
        let block = if stored == raw { block.to_vec() } else { lz4(block) };
        assert_eq!(block.len(), raw);
        let mut rest = block.as_slice();
        for len in lens {
            let (column, after) = rest.split_at(len);
            rest = after;
            columns.push(column.to_vec());
        }
    }
    assert!(blocks.is_empty() && directory.is_empty());
    columns
}

/// The lengths of the columns in each block.
fn groups(lens: &[usize]) -> Vec<Vec<usize>> {
    let (mut groups, mut open) = (Vec::new(), Vec::new());
    for len in lens {
        if *len >= 65536 && !open.is_empty() {
            groups.push(std::mem::take(&mut open));
        }
        open.push(*len);
        if open.iter().sum::<usize>() >= 65536 {
            groups.push(std::mem::take(&mut open));
        }
    }
    if !open.is_empty() {
        groups.push(open);
    }
    groups
}

/// Decompresses a block of LZ4, which has its own specification.
fn lz4(mut rest: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut byte = || {
        let (byte, after) = rest.split_first()?;
        rest = after;
        Some(usize::from(*byte))
    };
    let length = |short: usize, byte: &mut dyn FnMut() -> Option<usize>| {
        let (mut len, mut last) = (short, if short == 15 { 255 } else { 0 });
        while last == 255 {
            last = byte().unwrap();
            len += last;
        }
        len
    };
    while let Some(token) = byte() {
        for _ in 0..length(token >> 4, &mut byte) {
            out.push(u8::try_from(byte().unwrap()).unwrap());
        }
        let Some(low) = byte() else { break };
        let back = low + 256 * byte().unwrap();
        for _ in 0..length(token & 15, &mut byte) + 4 {
            out.push(out[out.len() - back]);
        }
    }
    out
}
