//! Two sides keep one record in sync: each sends only the fields that it changed.
//!
//! ```text
//! cargo run --example record_sync
//! ```

use std::collections::BTreeMap;
use std::error::Error;

use archive::{Archive, Options, Record, RecordUpdate, Value};

#[derive(Archive, Debug)]
struct Torch {
    position: [f32; 3],
    lit: bool,
    fuel: u32,
    engraving: String,
}

/// One side: an editor or a game with its own copies of the records.
#[derive(Default)]
struct Side {
    records: BTreeMap<Value<'static>, Record>,
}

impl Side {
    fn record(&mut self, id: &str) -> Result<&mut Record, Box<dyn Error>> {
        let record = self.records.get_mut(&Value::from(id.to_owned()));
        record.ok_or_else(|| format!("there is no record {id:?}").into())
    }

    /// Messages for the other side: one for each record that changed.
    fn send(&mut self) -> Result<Vec<Vec<u8>>, archive::Error> {
        let dirty = self.records.values_mut().filter(|record| record.is_dirty());
        let messages = dirty.map(|record| {
            let message = Options::message().to_vec(&record.update())?;
            record.clean();
            Ok(message)
        });
        messages.collect()
    }

    fn receive(&mut self, message: &[u8]) -> Result<(), archive::Error> {
        let update: RecordUpdate = Options::message().from_slice(message)?;
        let id = update.id().clone();
        self.records.entry(id.clone()).or_insert_with(|| Record::new(id)).apply(&update)
    }
}

/// Sends what one side changed to the other.
fn sync(name: &str, from: &mut Side, to: &mut Side) -> Result<(), archive::Error> {
    for message in from.send()? {
        let update: RecordUpdate = Options::message().from_slice(&message)?;
        let fields: Vec<&str> =
            update.set().map(|(name, _)| name).chain(update.removed()).collect();
        println!("{name} {:>3} bytes: {}", message.len(), fields.join(", "));
        to.receive(&message)?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut editor, mut game) = (Side::default(), Side::default());

    // The game has a torch and sends the editor the whole record.
    let engraving = "Whoever carries me shall not fear the dark.".to_owned();
    let torch = Torch { position: [1.0, 0.0, 2.5], lit: false, fuel: 60, engraving };
    let record = Record::of("torch#1", &torch)?;
    let message = Options::message().to_vec(&record)?;
    println!("game   -> editor {:>3} bytes: the whole record", message.len());
    let copy: Record = Options::message().from_slice(&message)?;
    editor.records.insert(copy.id().clone(), copy);
    game.records.insert(record.id().clone(), record);

    // Both sides change some of its fields.
    let torch = editor.record("torch#1")?;
    torch.set("position", &[1.5_f32, 0.0, 2.5])?;
    torch.set("colour", "blue")?; // a field that the game's type does not have
    let torch = game.record("torch#1")?;
    torch.set("lit", &true)?;
    torch.set("fuel", &60_u32)?; // the same value as before: nothing to send
    sync("editor -> game  ", &mut editor, &mut game)?;
    sync("game   -> editor", &mut game, &mut editor)?;
    sync("game   -> editor", &mut game, &mut editor)?; // nothing has changed since

    let (ours, theirs) = (editor.record("torch#1")?, game.record("torch#1")?);
    assert!(ours == theirs, "the two sides differ");
    println!("Both sides have the same.");
    println!(
        "The colour is {}, and the torch is lit: {}.",
        ours.get::<String>("colour")?,
        ours.get::<bool>("lit")?
    );

    // Without the field that only the editor knows, it fits the game's type again.
    theirs.remove("colour");
    println!("{:?}", theirs.to::<Torch>()?);
    sync("game   -> editor", &mut game, &mut editor)?;
    Ok(())
}
