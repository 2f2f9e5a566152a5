use archive::Archive;

struct Meters(f32);

#[derive(Archive)]
#[archive(transparent)]
struct Height(Meters);

fn main() {}
