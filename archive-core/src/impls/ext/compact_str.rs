//! `CompactString`: text that may stand where it is.

use compact_str::CompactString;

use super::{load_texts, texts};

texts! {
    [] CompactString;
}
load_texts!(CompactString);
