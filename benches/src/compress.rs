//! How far, and how fast, general compression shrinks saved bytes.

use std::hint::black_box;
use std::time::Duration;

use crate::clock::Start;
use crate::sample::{Plan, Times, interleaved};

/// A general-purpose compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// zstd at level 3.
    Zstd,
    /// lz4, a single block.
    Lz4,
}

/// The result of compressing some bytes.
#[derive(Clone, Debug)]
pub struct Compressed {
    /// The compressed size.
    pub len: usize,
    /// The time to compress.
    pub pack: Times,
    /// The time to decompress.
    pub unpack: Times,
}

/// Compresses each input, in turns.
#[must_use]
pub fn compress(method: Method, inputs: &[Vec<u8>], plan: Plan) -> Vec<Compressed> {
    let mut works: Vec<Work> = inputs.iter().map(|input| Work::new(method, input)).collect();
    let pack = interleaved(works.len(), plan, |i, times| timed(times, || works[i].pack()));
    let unpack = interleaved(works.len(), plan, |i, times| timed(times, || works[i].unpack()));
    works
        .into_iter()
        .zip(pack)
        .zip(unpack)
        .map(|((work, pack), unpack)| Compressed { len: work.len, pack, unpack })
        .collect()
}

fn timed(times: u32, mut work: impl FnMut() -> usize) -> Duration {
    let start = Start::now();
    for _ in 0..times {
        black_box(work());
    }
    start.elapsed()
}

/// Bytes to compress into a reused buffer.
struct Work<'a> {
    method: Method,
    input: &'a [u8],
    packed: Vec<u8>,
    len: usize,
    unpacked: Vec<u8>,
    zstd: zstd::bulk::Compressor<'static>,
    unzstd: zstd::bulk::Decompressor<'static>,
}

impl<'a> Work<'a> {
    fn new(method: Method, input: &'a [u8]) -> Self {
        let most = zstd::zstd_safe::compress_bound(input.len())
            .max(lz4_flex::block::get_maximum_output_size(input.len()));
        let mut work = Self {
            method,
            input,
            packed: vec![0; most],
            len: 0,
            unpacked: vec![0; input.len()],
            zstd: zstd::bulk::Compressor::new(3).unwrap(),
            unzstd: zstd::bulk::Decompressor::new().unwrap(),
        };
        work.pack();
        work.unpack();
        assert_eq!(work.unpacked, work.input, "compression must give back what it was given");
        work
    }

    fn pack(&mut self) -> usize {
        self.len = match self.method {
            Method::Zstd => self.zstd.compress_to_buffer(self.input, &mut self.packed[..]).unwrap(),
            Method::Lz4 => lz4_flex::block::compress_into(self.input, &mut self.packed).unwrap(),
        };
        self.len
    }

    fn unpack(&mut self) -> usize {
        let packed = &self.packed[..self.len];
        match self.method {
            Method::Zstd => {
                self.unzstd.decompress_to_buffer(packed, &mut self.unpacked[..]).unwrap()
            }
            Method::Lz4 => lz4_flex::block::decompress_into(packed, &mut self.unpacked).unwrap(),
        }
    }
}
