use archive::Archive;

#[derive(Archive)]
#[archive(transparent, meta(min = 1))]
struct Level(#[archive(default = 1, meta(max = 9))] u8);

fn main() {}
