use archive::Archive;

#[derive(Archive, Default)]
#[archive(default)]
enum Mode {
    #[default]
    Easy,
    Hard { ironman: bool },
}

fn main() {}
