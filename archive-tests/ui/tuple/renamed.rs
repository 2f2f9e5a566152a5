use archive::Archive;

#[derive(Archive)]
struct Place(#[archive(renamed(2, from = "z"))] u32, u32);

fn main() {}
