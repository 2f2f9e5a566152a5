use archive::Archive;

#[derive(Archive)]
struct Place {
    x: u32,
}

#[derive(Archive)]
struct Tower(#[archive(flatten)] Place, u8);

#[derive(Archive)]
#[archive(transparent)]
struct Only {
    #[archive(flatten)]
    place: Place,
}

fn main() {}
