use archive::Archive;

#[derive(Archive)]
struct Place(#[archive(alias = "z")] u32, u32);

fn main() {}
