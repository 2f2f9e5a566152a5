use archive::Archive;

struct Meters(f32);

#[derive(Archive)]
struct Tower {
    #[since(2, default = Meters(1.0))]
    height: Meters,
}

fn main() {}
