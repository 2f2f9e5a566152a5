use archive::Archive;

#[derive(Archive)]
struct Place {
    #[archive(removed(_: u32, until = 2))]
    x: u32,
}

fn main() {}
