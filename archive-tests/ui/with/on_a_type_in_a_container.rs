use archive::Archive;

#[derive(Archive)]
#[archive(with = Vec<grid>)]
struct Grid {
    cells: Vec<u32>,
}

fn main() {}
