use archive::Archive;

#[derive(Archive)]
struct Place {
    x: u32,
    y: u32,
}

#[derive(Archive)]
struct Tower {
    #[archive(flatten)]
    place: Place,
}

fn main() {}
