use archive::Archive;

mod grid {
    pub type Stored = Vec<u32>;

    pub fn to_stored(grid: &crate::Grid) -> &[u32] {
        &grid.cells
    }

    pub fn from_stored(cells: Stored) -> crate::Grid {
        crate::Grid { cells, width: 0 }
    }
}

#[derive(Archive)]
#[archive(with = grid, version = 2)]
struct Grid {
    cells: Vec<u32>,
    #[since(2, default = 9)]
    width: u32,
}

fn main() {}
