//! Edits any save by hand, without its types: turns it into text for an editor, and back.
//!
//! ```text
//! cargo run --example edit_save                                  # a save that it writes first
//! cargo run --example edit_save -- slot1.sav > slot1.txt         # to text
//! cargo run --example edit_save -- slot1.sav slot1.txt           # back into slot1.sav
//! cargo run --example edit_save -- slot1.sav 'bags["belt"][0].left' 100
//! ```

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use archive::{Archive, text};

/// The types of some game. The code that edits its saves never names them.
mod game {
    use std::collections::BTreeMap;
    use std::rc::Rc;

    use archive::Archive;

    #[derive(Archive, Debug)]
    pub(crate) struct SaveGame {
        pub(crate) player: String,
        pub(crate) health: f32,
        pub(crate) bags: BTreeMap<String, Vec<Item>>,
        pub(crate) home: Rc<Place>,
        pub(crate) goal: Rc<Place>,
    }

    #[derive(Archive, Debug)]
    pub(crate) enum Item {
        Torch { left: u8 },
        Key(u32),
    }

    #[derive(Archive, Debug)]
    pub(crate) struct Place {
        pub(crate) name: String,
    }
}

fn example() -> impl Archive {
    use game::{Item, Place, SaveGame};
    let home = Place { name: "the mill".to_owned() }.into();
    let bags = [("belt".to_owned(), vec![Item::Torch { left: 80 }, Item::Key(7)])].into();
    SaveGame {
        player: "Ann".to_owned(),
        health: 0.4,
        bags,
        home: std::rc::Rc::clone(&home),
        goal: home,
    }
}

/// Writes an edited text back into the save it came from. Errors say which line is wrong.
fn put_back(save: &Path, edited: &str) -> Result<(), Box<dyn Error>> {
    archive::save_bytes(save, &text::to_archive(edited, &fs::read(save)?)?)?;
    Ok(())
}

/// Sets one part of a save to what someone typed.
fn set(save: &Path, path: &str, typed: &str) -> Result<(), Box<dyn Error>> {
    archive::save_bytes(save, &text::set_in_archive(&fs::read(save)?, path, typed)?)?;
    Ok(())
}

fn show_how() -> Result<(), Box<dyn Error>> {
    let directory = env::temp_dir().join("archive-edit-save");
    fs::create_dir_all(&directory)?;
    let save = directory.join("slot1.sav");
    archive::save(&save, &example())?;

    let shown = text::of_archive(&fs::read(&save)?)?;
    println!("The save as text:\n\n{shown}");

    // What a person would change in an editor.
    let edited = shown
        .replace("health = 0.4", "health = 1 // at last")
        .replace("Key(7)", "Key(7), Torch { left: 100 }")
        .replace("goal = &1", "goal = { name = \"the sea\" }");
    let refused = put_back(&save, &edited).err().ok_or("`:` stands where `=` should")?;
    println!("One mistake in it:\n\n{refused}\n");

    put_back(&save, &edited.replace("left: 100", "left = 100"))?;
    set(&save, "bags[\"belt\"][0].left", "90")?;
    let loaded: game::SaveGame = archive::load(&save)?;
    println!("And what the game loads:\n\n{loaded:#?}");
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => show_how(),
        [save] => {
            print!("{}", text::of_archive(&fs::read(save)?)?);
            Ok(())
        }
        [save, edited] => put_back(Path::new(save), &fs::read_to_string(edited)?),
        [save, path, typed] => set(Path::new(save), path, typed),
        _ => Err("a save, a text, or a path and a value".into()),
    }
}
