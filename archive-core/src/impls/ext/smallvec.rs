//! `SmallVec`: a list that is stored inline if short.

use alloc::vec::Vec;

use smallvec_1::{Array, SmallVec};

use super::lists;
use crate::Error;

lists! {
    [S: Array] SmallVec<S>, S::Item;
}

fn from_vec<S: Array>(values: Vec<S::Item>) -> Result<SmallVec<S>, Error> {
    Ok(SmallVec::from_vec(values))
}
