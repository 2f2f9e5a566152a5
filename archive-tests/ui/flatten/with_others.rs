use archive::Archive;

#[derive(Archive)]
struct Place {
    x: u32,
}

#[derive(Archive)]
struct Tower {
    #[archive(flatten, alias = "place", max_len = 3)]
    at: Place,
    #[archive(flatten, was(u8, until = 2, with = f))]
    from: Place,
    #[archive(skip, flatten)]
    cache: Place,
    #[archive(flatten = true)]
    to: Place,
}

fn main() {}
