use archive::Archive;

#[derive(Archive)]
#[archive(transparent, version = 2)]
struct Health(f32);

fn main() {}
