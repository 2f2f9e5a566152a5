use archive::Archive;

#[derive(Archive)]
#[archive(default)]
struct Settings {
    volume: f32,
    #[since(2)]
    width: u32,
}

fn main() {}
