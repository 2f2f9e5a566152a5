//! `CompactString`: text that is stored inline if short.

use super::{load_texts, texts};

#[cfg(feature = "compact_str-0_9")]
texts! {
    [] compact_str_0_9::CompactString;
}
#[cfg(feature = "compact_str-0_9")]
load_texts!(compact_str_0_9::CompactString);

#[cfg(feature = "compact_str-0_10")]
texts! {
    [] compact_str_0_10::CompactString;
}
#[cfg(feature = "compact_str-0_10")]
load_texts!(compact_str_0_10::CompactString);
