use archive::Archive;

#[derive(Archive)]
#[archive(pod, transparent)]
struct Health(f32);

fn main() {}
