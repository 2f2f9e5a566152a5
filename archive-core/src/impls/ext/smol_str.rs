//! `SmolStr`: text that is inline if short, and otherwise shared by its clones.

use smol_str_0_3::SmolStr;

use super::{load_texts, texts};

texts! {
    [] SmolStr;
}
load_texts!(SmolStr);
