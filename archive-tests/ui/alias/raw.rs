use archive::Archive;

#[derive(Archive)]
struct Hero {
    #[archive(renamed(2, from = "r#type"))]
    class: u8,
}

fn main() {}
