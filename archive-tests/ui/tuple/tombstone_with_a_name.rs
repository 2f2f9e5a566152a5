use archive::Archive;

#[derive(Archive)]
struct Place(#[archive(removed(z: u32, until = 2))] u32, u32);

fn main() {}
