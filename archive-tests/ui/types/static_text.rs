use std::borrow::Cow;

use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    name: &'static str,
    titles: (Cow<'static, str>, u32),
}

fn main() {}
