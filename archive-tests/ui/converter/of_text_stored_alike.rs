use archive::Archive;
use std::borrow::Cow;

#[derive(Archive)]
struct SaveGame<'a> {
    #[archive(was(&'a str, until = 2))]
    name: Cow<'a, str>,
}

fn main() {}
