//! Beyond the derive: a foreign type, a type described by hand, and an archive of your own.
//!
//! ```text
//! cargo run --example by_hand
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use archive::{
    Archive, Describe, Deserialize, ErrorKind, InputArchive, OutputArchive, Primitive,
    PrimitiveKind, Serialize, Type,
};
use foreign::Vec3;

#[derive(Archive, Debug)]
struct Scene {
    name: String,
    lamps: Vec<Lamp>,
    heights: Vec<f32>,
}

#[derive(Archive, Debug)]
struct Lamp {
    #[archive(with = vec3)]
    position: Vec3,
    color: Color,
    flickers: Option<u8>,
}

// --- 1. A type of another crate: `#[archive(with = module)]` ---------------------------------

/// Stands in for a crate that does not know `archive`.
mod foreign {
    #[derive(Debug)]
    pub(crate) struct Vec3 {
        pub(crate) x: f32,
        pub(crate) y: f32,
        pub(crate) z: f32,
    }
}

/// Stores a `Vec3` as an array of three floats, and describes it so in the schema.
mod vec3 {
    use crate::foreign::Vec3;

    pub(crate) type Stored = [f32; 3];

    pub(crate) fn to_stored(vector: &Vec3) -> Stored {
        [vector.x, vector.y, vector.z]
    }

    /// Any error that implements `Display` will do.
    pub(crate) fn from_stored(stored: Stored) -> Result<Vec3, String> {
        let [x, y, z] = stored;
        if stored.iter().all(|n| n.is_finite()) {
            Ok(Vec3 { x, y, z })
        } else {
            Err(format!("({x}, {y}, {z}) is nowhere"))
        }
    }
}

// --- 2. A type described by hand: `Describe`, `Serialize`, `Deserialize` ---------------------

/// A colour, stored as people write it: "#ffcc00".
#[derive(Debug)]
struct Color([u8; 3]);

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

impl Color {
    fn from_text(text: &str) -> Option<Self> {
        let number = u32::from_str_radix(text.strip_prefix('#')?, 16).ok()?;
        let [_, r, g, b] = number.to_be_bytes();
        let color = Self([r, g, b]);
        (color.to_string() == text).then_some(color) // only one spelling for each value
    }
}

/// It is stored as text, so it has the schema of `String`.
impl Describe for Color {
    const TYPE: &'static Type = String::TYPE;
}

/// Writes what `Describe` promised. It is generic over the archive, so it works with all of them.
impl Serialize for Color {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.str(&self.to_string())
    }
}

/// Reads the same values in the same order, and checks the rules that only this type knows.
impl<'a> Deserialize<'a> for Color {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let text = archive.str()?;
        Self::from_text(&text).ok_or_else(|| {
            let detail = format!("{text:?} is no color");
            archive::Error::new(ErrorKind::InvalidValue, detail)
                .with_help("write it as # and six small hex digits: \"#ffcc00\"")
                .into()
        })
    }
}

// --- 3. An archive of your own: `OutputArchive` ----------------------------------------------

/// Counts how often each primitive occurs in a value, of whatever type.
#[derive(Default)]
struct Census(BTreeMap<PrimitiveKind, u64>);

/// Every value consists of primitives, so one method is enough. The others, such as `begin`,
/// `enter` and `begin_list`, would say where in the value the census is.
impl OutputArchive for Census {
    type Error = archive::Error;

    fn primitive(&mut self, value: Primitive<'_>) -> Result<(), Self::Error> {
        let count = self.0.entry(value.kind()).or_default();
        *count = count.saturating_add(1);
        Ok(())
    }
}

// --- All three together -----------------------------------------------------------------------

/// The same types in another program, which stores them the same way but checks nothing.
mod unchecked {
    use archive::Archive;

    #[derive(Archive)]
    struct Scene {
        name: String,
        lamps: Vec<Lamp>,
        heights: Vec<f32>,
    }

    #[derive(Archive)]
    struct Lamp {
        position: [f32; 3],
        color: String,
        flickers: Option<u8>,
    }

    pub(crate) fn scene(x: f32, color: &str) -> Result<Vec<u8>, archive::Error> {
        let lamp = Lamp { position: [x, 0.0, 0.0], color: color.to_owned(), flickers: None };
        archive::to_vec(&Scene { name: "attic".to_owned(), lamps: vec![lamp], heights: vec![] })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let scene = Scene {
        name: "cellar".to_owned(),
        lamps: vec![
            Lamp {
                position: Vec3 { x: 1.0, y: 2.5, z: 0.0 },
                color: Color([0xff, 0xcc, 0x00]),
                flickers: None,
            },
            Lamp {
                position: Vec3 { x: 4.0, y: 2.5, z: 0.0 },
                color: Color([0x20, 0x40, 0xff]),
                flickers: Some(7),
            },
        ],
        heights: vec![0.0, 0.5, 0.25, 0.0],
    };

    // As in a test of these impls: they visit what they declare, in every archive.
    archive::check_impl(&scene)?;

    println!("The schema, in which `Vec3` and `Color` are what they are stored as\n");
    println!("{}\n", Scene::schema());

    let bytes = archive::to_vec(&scene)?;
    let loaded: Scene = archive::from_slice(&bytes)?;
    println!("The {}, saved in {} bytes and loaded\n", loaded.name, bytes.len());
    for Lamp { position: Vec3 { x, y, z }, color, flickers } in &loaded.lamps {
        println!("a lamp at ({x}, {y}, {z}), {color}, flickers: {flickers:?}");
    }

    println!("\nTwo scenes that the code above refuses");
    for (x, color) in [(1.0, "mauve"), (f32::NAN, "#ffcc00")] {
        match archive::from_slice::<Scene>(&unchecked::scene(x, color)?) {
            Ok(scene) => return Err(format!("{scene:?} was loaded").into()),
            Err(error) => println!("\n{error}"),
        }
    }

    let mut census = Census::default();
    scene.serialize(&mut census)?;
    println!("\nThe census of the scene\n");
    for (kind, count) in &census.0 {
        println!("{:<4} {count:>3}", kind.name());
    }
    Ok(())
}
