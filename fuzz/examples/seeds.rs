//! Writes seeds for the fuzzers into `corpus/`: `cargo run --example seeds`.

use std::fs;
use std::path::Path;

use archive::{Describe, Schema};
use archive_fuzz::shapes::{Item, Lists, Maps, Pointers, Tree};
use archive_fuzz::{KINDS, wire};

fn main() -> std::io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let seed = |target: &str, name: String, bytes: &[u8]| {
        let directory = corpus.join(target);
        fs::create_dir_all(&directory)?;
        fs::write(directory.join(name), bytes)
    };
    for (index, kind) in (0_u8..).zip(KINDS) {
        let message = (kind.sample)();
        let body = &message[wire::body_start(&message)..];
        seed("body", format!("kind-{index}"), &[&[index], body].concat())?;
        seed("whole", format!("message-{index}"), &message)?;
        for (target, text) in [("text", (kind.sample_text)()), ("json", (kind.sample_json)())] {
            seed(target, format!("kind-{index}"), &[&[index], text.as_bytes()].concat())?;
        }
        let schema = (kind.schema)().to_bytes();
        let len = u16::try_from(schema.len()).unwrap_or_default().to_le_bytes();
        seed("names", format!("kind-{index}"), &[&len, &schema[..], body].concat())?;
    }
    let schemas: [Schema; 5] =
        [Item::schema(), Lists::schema(), Maps::schema(), Pointers::schema(), Tree::schema()];
    for (index, schema) in schemas.iter().enumerate() {
        seed("schema", format!("schema-{index}"), &schema.to_bytes())?;
    }
    let file = archive::to_vec(&archive_fuzz::shapes::items()).map_err(std::io::Error::other)?;
    seed("whole", "file".into(), &file)?;
    // Texts with few distinct values.
    let many = (0..64).flat_map(|_| archive_fuzz::shapes::items()).collect::<Vec<_>>();
    let file = archive::to_vec(&many).map_err(std::io::Error::other)?;
    seed("whole", "dictionary".into(), &file)?;
    let table = b"\x02\x04Item\x03\x05State\x02";
    let start = [6, 0, table.len() as u8];
    let schema = Vec::<Item>::schema().to_bytes();
    seed("header", "today".into(), &[&start, &table[..], &schema].concat())
}
