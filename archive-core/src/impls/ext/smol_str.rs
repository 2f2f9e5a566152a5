//! `SmolStr`: text that may stand where it is, or is shared by its copies.

use smol_str_0_3::SmolStr;

use super::{load_texts, texts};

texts! {
    [] SmolStr;
}
load_texts!(SmolStr);
