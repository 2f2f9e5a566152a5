use archive::Archive;

mod grid {
    pub type Stored = Vec<u32>;

    pub fn to_stored(grid: &crate::Grid) -> &[u32] {
        &grid.cells
    }

    pub fn from_stored(cells: Stored) -> Option<crate::Grid> {
        Some(crate::Grid { cells })
    }
}

#[derive(Archive)]
#[archive(with = grid)]
struct Grid {
    cells: Vec<u32>,
}

fn main() {}
