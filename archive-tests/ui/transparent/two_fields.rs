use archive::Archive;

#[derive(Archive)]
#[archive(transparent)]
struct Health {
    now: f32,
    most: f32,
}

fn main() {}
