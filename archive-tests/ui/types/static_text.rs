use std::borrow::Cow;

use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    name: &'static str,
    title: Option<Cow<'static, str>>,
}

fn main() {}
