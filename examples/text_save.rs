//! Settings as text: people edit them by hand, last year's text still loads, and comments stay.
//!
//! ```text
//! cargo run --example text_save
//! ```

use std::error::Error;
use std::{env, fs};

use archive::{Archive, Options, Unknown, text};

/// What a player may change with any editor.
#[derive(Archive, Debug)]
struct Settings {
    #[archive(renamed(2, from = "sound"))]
    volume: f32,
    #[since(2, default = Screen::Window { width: 1280, height: 720 })]
    screen: Screen,
    #[archive(default = vec![])]
    keys: Vec<(char, Action)>,
}

#[derive(Archive, Debug)]
enum Screen {
    Full,
    Window { width: u32, height: u32 },
}

#[derive(Archive, Debug)]
enum Action {
    Jump,
    Use { item: String },
}

/// A text of version 1. It was written by hand, so it has no versions in it.
const LAST_YEAR: &str = r#"// my settings
Settings {
  sound = 0.85        // the neighbours complained about 1
  keys = [
    (' ', Jump)
    ('e', Use { item = "torch" })   // dark in here
  ]
}
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let old: Settings = text::from_str(LAST_YEAR)?;
    println!("What was written by hand last year is today\n{}", text::to_string(&old)?);

    // Each edit changes one value and keeps everything around it as the person wrote it.
    let edited = text::edit(LAST_YEAR, "keys[1].1.item", "lantern")?;
    let edited = text::edit(&edited, "sound", &0.5_f32)?;
    println!("With two values edited:\n{edited}");

    let directory = env::temp_dir().join("archive-text-save");
    fs::create_dir_all(&directory)?;
    let file = directory.join("settings.txt");
    fs::write(&file, &edited)?;
    let edited: Settings = text::load(&file)?;
    text::save(&file, &edited)?; // in today's version, with last year's comments
    println!("Saved again:\n{}", fs::read_to_string(&file)?);
    for (key, action) in &edited.keys {
        match action {
            Action::Jump => println!("{key:?} jumps"),
            Action::Use { item } => println!("{key:?} uses the {item}"),
        }
    }

    let misspelt = "Settings { volume = 0.5, sceern = Full }";
    match text::from_str::<Settings>(misspelt) {
        Ok(_) => return Err("a field that does not exist was loaded".into()),
        Err(error) => println!("\nA word that is misspelt is pointed at:\n{error}"),
    }
    let lenient: Settings = Options::file().unknown(Unknown::Skip).from_text(misspelt)?;
    match lenient.screen {
        Screen::Full => println!("\nWhoever skips what is unknown plays on the whole screen."),
        Screen::Window { width, height } => {
            println!("\nWhoever skips what is unknown gets a window of {width} x {height}.");
        }
    }
    Ok(())
}
