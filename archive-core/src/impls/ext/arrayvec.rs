//! `ArrayVec` and `ArrayString`: lists and text with a fixed capacity.

use alloc::format;
use alloc::vec::Vec;

use arrayvec::{ArrayString, ArrayVec};

use super::{lists, texts};
use crate::{Deserialize, Error, ErrorKind, InputArchive};

lists! {
    [T, const N: usize] ArrayVec<T, N>, T;
}

fn from_vec<T, const N: usize>(values: Vec<T>) -> Result<ArrayVec<T, N>, Error> {
    if values.len() > N {
        return Err(too_long(values.len(), N, "values"));
    }
    Ok(values.into_iter().collect())
}

texts! {
    [const N: usize] ArrayString<N>;
}

impl<'a, const N: usize> Deserialize<'a> for ArrayString<N> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let text = archive.str()?;
        Self::from(&text).map_err(|_| too_long(text.len(), N, "bytes").into())
    }
}

#[cold]
fn too_long(len: usize, room: usize, of: &str) -> Error {
    let detail = format!("{len} {of} are stored, but the type has room for {room}");
    Error::new(ErrorKind::MaxLen, detail)
        .with_help("give the type more room if values may be this long, or use one that grows")
}
