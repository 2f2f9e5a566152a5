use archive::Archive;

#[derive(Archive)]
struct Hero {
    #[archive(renamed(2, from = "hp"))]
    health: u32,
    #[archive(alias = "hp", default = 3)]
    shown: u32,
}

fn main() {}
