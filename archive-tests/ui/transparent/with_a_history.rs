use archive::Archive;

#[derive(Archive)]
#[archive(transparent)]
struct Health(#[archive(was(u8, until = 2))] f32);

fn main() {}
