use archive::Archive;

#[derive(Archive)]
#[archive(with = grid)]
struct Grid {
    cells: Vec<u32>,
}

#[derive(Archive)]
struct World {
    grid: Grid,
    grids: Vec<Grid>,
}

fn main() {}
