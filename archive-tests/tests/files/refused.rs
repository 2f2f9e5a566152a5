//! A hook that fails with an error of this crate keeps its kind: what was not lent is no reason to go back to an older game.

use archive::{Archive, Context, Error, ErrorKind, Handle, Options, Resolve, Value};

struct Sound;

impl Resolve<u32> for Sound {
    type Object = String;
    type World = Vec<String>;

    fn resolve(id: &mut u32, sounds: &mut Vec<String>) -> Option<String> {
        sounds.get(usize::try_from(*id).ok()?).cloned()
    }
}

#[derive(Archive)]
#[archive(after_load = Hero::find_steps)]
struct Hero {
    level: u32,
    /// The id of how its steps sound.
    steps: u32,
    #[archive(skip)]
    heard: String,
}

impl Hero {
    fn find_steps(&mut self, context: &mut Context<'_>) -> Result<(), Error> {
        let mut steps = Handle::<u32, Sound>::unresolved(self.steps);
        steps.find(context)?;
        self.heard = steps.get().cloned().unwrap_or_default();
        Ok(())
    }
}

/// Holds an archive of its own, for example of another mod.
#[derive(Archive)]
#[archive(validate = Blob::check)]
struct Blob {
    bytes: Vec<u8>,
}

impl Blob {
    fn check(&self) -> Result<(), Error> {
        Value::from_slice(&self.bytes)?.to::<Vec<(u8, bool)>>().map(drop)
    }
}

#[test]
fn an_object_that_is_not_there_is_no_damage() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot1.sav");
    let slot = Options::file().backups(2);
    for level in [1, 2] {
        slot.save(&path, &Hero { level, steps: level, heard: String::new() }).unwrap();
    }
    let mut sounds = vec!["thud".to_owned(), "thump".to_owned()];
    let error = slot.load_or_backup_with::<Hero>(&path, &mut sounds).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Unresolved);
    insta::assert_snapshot!(error.to_string().split_once(": ").unwrap().1, @r"
    `after_load` refused the value: no object has the id 2
      type: Hero, version 1
      help: add the object to what is lent before loading, or keep such handles with `Resolve::UNRESOLVED`
    ");
    sounds.push("thunder".into());
    let (hero, lost) = slot.load_or_backup_with::<Hero>(&path, &mut sounds).unwrap();
    assert_eq!((hero.level, lost.len(), hero.heard.as_str()), (2, 0, "thunder"));
}

#[test]
fn the_place_within_is_part_of_what_happened() {
    let of = |bytes: Vec<u8>| archive::to_vec(&Blob { bytes }).unwrap();
    let refused = |bytes| archive::from_slice::<Blob>(&of(bytes)).err().unwrap();
    let inner = archive::to_vec(&vec![(1_u8, true)]).unwrap();
    assert!(archive::from_slice::<Blob>(&of(inner.clone())).is_ok());
    let cut = inner[..inner.len() - 1].to_vec();
    insta::assert_snapshot!(refused(cut), @r"
    `validate` refused the value: (byte 94): the archive ends here, with 16 of the 17 bytes of its body
      type: Blob, version 1
      help: the data was cut short: restore it from a backup, or receive it again
    ");
    insta::assert_snapshot!(refused(archive::to_vec(&vec![(1_u8, 2_u8)]).unwrap()), @r"
    `validate` refused the value: [0][1]: expected a bool, but a u8 is stored
      type: Blob, version 1
      help: if the archive is newer, update this program; otherwise declare the stored type with `was(..)`, and a function that converts it
    ");
}
