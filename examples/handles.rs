//! Handles are saved as ids; loading looks each id up in a world that the caller lends.
//!
//! ```text
//! cargo run --example handles
//! ```

use std::collections::HashMap;
use std::error::Error;
use std::rc::Rc;

use archive::{Archive, Handle, Resolve};

struct Texture {
    pixels: usize,
}

#[derive(Default)]
struct Assets {
    textures: HashMap<String, Rc<Texture>>,
}

impl Assets {
    fn with(mut self, name: &str, pixels: usize) -> Self {
        self.textures.insert(name.into(), Rc::new(Texture { pixels }));
        self
    }
}

impl Resolve<String> for Texture {
    type Object = Rc<Texture>;
    type World = Assets;

    fn resolve(id: &mut String, assets: &mut Assets) -> Option<Rc<Texture>> {
        // The artists renamed it; old saves still have the old name.
        if id == "stone.png" {
            *id = "rock.png".into();
        }
        assets.textures.get(id).cloned()
    }
}

#[derive(Archive)]
struct Tile {
    height: f32,
    texture: Handle<String, Texture>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::temp_dir().join("archive-handles.sav");
    let tile = |height, id: &str| Tile { height, texture: Handle::unresolved(id.into()) };
    archive::save(&path, &vec![tile(0.5, "grass.png"), tile(1.5, "stone.png")])?;

    let mut assets = Assets::default().with("grass.png", 64).with("rock.png", 256);
    let tiles: Vec<Tile> = archive::load_with(&path, &mut assets)?;
    for Tile { height, texture } in &tiles {
        let pixels = texture.get().map(|texture| texture.pixels);
        println!("height {height}: {} of {pixels:?} pixels", texture.id());
    }

    // Without the asset, the error names the field and the id.
    let mut bare = Assets::default().with("grass.png", 64);
    if let Err(error) = archive::load_with::<Vec<Tile>>(&path, &mut bare) {
        println!("{error}");
    }
    std::fs::remove_file(path)?;
    Ok(())
}
