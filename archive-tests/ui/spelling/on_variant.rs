use archive::Archive;

#[derive(Archive)]
enum Item {
    #[archive(renammed(2, from = "Stone"))]
    Ore,
}

fn main() {}
