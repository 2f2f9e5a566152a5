use archive::Archive;
use std::rc::Rc;

struct Mesh;

#[derive(Archive)]
struct SaveGame {
    #[archive(by_value)]
    meshes: Vec<Rc<Mesh>>,
}

fn main() {}
