//! Handles: saved as ids, resolved by what the caller lends.

use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{
    Archive, Context, Error, ErrorKind, Handle, Layout, Options, Record, Resolve, Unresolved, Value,
};

use super::ways;

#[derive(Debug, PartialEq)]
struct Sound(&'static str);

#[derive(Debug)]
struct Unit(u32);

#[derive(Default)]
struct World {
    sounds: BTreeMap<String, Rc<Sound>>,
    /// Slots with their generations.
    units: Vec<(u16, Rc<Unit>)>,
}

impl Resolve<String> for Sound {
    type Object = Rc<Sound>;
    type World = World;

    fn resolve(id: &mut String, world: &mut World) -> Option<Rc<Sound>> {
        if id == "boom" {
            *id = "explosion".into();
        }
        world.sounds.get(id).cloned()
    }
}

/// An owner's slot, and its generation.
#[derive(Archive, Clone, Debug, PartialEq, Eq, Hash)]
struct UnitId {
    slot: u32,
    generation: u16,
}

impl Resolve<UnitId> for Unit {
    type Object = Rc<Unit>;
    type World = World;
    const UNRESOLVED: Unresolved = Unresolved::Keep;

    fn resolve(id: &mut UnitId, world: &mut World) -> Option<Rc<Unit>> {
        let (generation, unit) = world.units.get(usize::try_from(id.slot).ok()?)?;
        (*generation == id.generation).then(|| Rc::clone(unit))
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Order {
    target: Handle<UnitId, Unit>,
    sounds: Vec<Handle<String, Sound>>,
}

fn order(slot: u32) -> Order {
    let target = Handle::unresolved(UnitId { slot, generation: 3 });
    let sound = |id: &str| Handle::unresolved(id.into());
    Order { target, sounds: vec![sound("boom"), sound("step")] }
}

fn world() -> World {
    let mut world = World::default();
    for id in ["explosion", "step"] {
        world.sounds.insert(id.into(), Rc::new(Sound(id)));
    }
    world.units.push((3, Rc::new(Unit(9))));
    world
}

#[test]
fn handles_find_their_objects() {
    for options in ways() {
        let bytes = options.to_vec(&order(0)).unwrap();
        let mut world = world();
        let loaded: Order = options.from_slice_with(&bytes, &mut world).unwrap();
        assert!(Rc::ptr_eq(loaded.sounds[0].get().unwrap(), &world.sounds["explosion"]));
        assert_eq!(loaded.sounds[0].id(), "explosion");
        assert_eq!(loaded.target.get().unwrap().0, 9);
    }
}

#[test]
fn what_leads_to_nothing_is_kept_or_an_error() {
    for options in ways() {
        // There is no unit in slot 7, so its handle is saved again as it was.
        let bytes = options.to_vec(&order(7)).unwrap();
        let loaded: Order = options.from_slice_with(&bytes, &mut world()).unwrap();
        assert!(loaded.target.get().is_none());
        assert_eq!(loaded.target, order(7).target);
        // A missing sound is an error, and so is a world that was not lent.
        let mut silent = World::default();
        let error = options.from_slice_with::<Order>(&bytes, &mut silent).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::Unresolved, "sounds[0]"));
        assert!(error.to_string().contains("explosion"), "{error}");
        let error = options.from_slice::<Order>(&bytes).unwrap_err();
        assert!(error.to_string().contains("load_with"), "{error}");
    }
}

/// All functions that build a value, from an archive or a tree, can lend a world.
#[test]
fn a_world_is_lent_wherever_a_value_is_built() {
    let is_resolved = |order: &Order| {
        order.target.get().is_some() && order.sounds.iter().all(|it| it.get().is_some())
    };
    let mut order = order(0);
    archive::edit_with(&mut order, |tree| tree.set("sounds[1]", "boom").map(drop), &mut world())
        .unwrap();
    assert!(is_resolved(&order));
    assert_eq!(order.sounds[1].id(), "explosion");
    // A failed edit changes nothing.
    let step = |tree: &mut Value<'static>| tree.set("sounds[1]", "step").map(drop);
    assert!(archive::edit(&mut order, step).unwrap_err().help().contains("_with"));
    assert_eq!(order.sounds[1].id(), "explosion");

    let over = Value::of(&order).unwrap();
    archive::update_with(&mut order, over.clone(), &mut world()).unwrap();
    assert!(is_resolved(&order));
    assert!(archive::update(&mut order, over).is_err());

    let record = Record::of(7_u32, &order).unwrap();
    assert!(is_resolved(&record.to_with(&mut world()).unwrap()));
    assert!(record.to::<Order>().is_err());

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("order.sav");
    for layout in [Layout::Rows, Layout::Columns] {
        let options = Options::file().layout(layout);
        options.save(&path, &order).unwrap();
        let (loaded, report) = options.load_report_with::<Order>(&path, &mut world()).unwrap();
        assert!(is_resolved(&loaded) && report.is_lossless());
        let part: Sounds = options.load_part_with(&path, &mut world()).unwrap();
        assert!(part.sounds.iter().all(|it| it.get().is_some()));
        assert_eq!(options.load_part::<Sounds>(&path).unwrap_err().kind(), ErrorKind::Unresolved);
    }
}

#[derive(Archive, Debug)]
struct Sounds {
    sounds: Vec<Handle<String, Sound>>,
}

#[test]
fn a_handle_has_the_schema_of_its_id() {
    let bytes = Options::file().to_vec(&vec![Handle::<u32, Nothing>::unresolved(7)]).unwrap();
    assert_eq!(archive::from_slice::<Vec<u32>>(&bytes).unwrap(), [7]);
}

struct Nothing;

impl Resolve<u32> for Nothing {
    type Object = ();
    type World = ();

    fn resolve(_: &mut u32, (): &mut ()) -> Option<()> {
        None
    }
}

/// An id only needs to be described.
#[test]
fn an_id_without_debug_is_told_in_errors() {
    #[derive(Archive)]
    struct Id(u32);

    struct Lamp;

    impl Resolve<Id> for Lamp {
        type Object = ();
        type World = World;

        fn resolve(_: &mut Id, _: &mut World) -> Option<()> {
            None
        }
    }

    #[derive(Archive)]
    struct Room {
        lamp: Handle<Id, Lamp>,
    }
    let room = Room { lamp: Handle::unresolved(Id(7)) };
    let bytes = archive::to_vec(&room).unwrap();
    let error =
        Options::file().from_slice_with::<Room>(&bytes, &mut World::default()).err().unwrap();
    assert!(error.to_string().contains("no object has the id Id(7)"), "{error}");
}

#[derive(Archive, Debug, PartialEq)]
#[archive(after_load = Horn::find)]
struct Horn {
    #[archive(was(u8, until = 2, with = Horn::of_number))]
    tone: Handle<String, Sound>,
    #[since(2, default = Handle::unresolved("boom".into()))]
    echo: Handle<String, Sound>,
}

impl Horn {
    fn of_number(number: u8, context: &mut Context<'_>) -> Result<Handle<String, Sound>, Error> {
        let mut tone = Handle::unresolved(["low", "high"][usize::from(number)].into());
        tone.find(context)?;
        Ok(tone)
    }

    fn find(&mut self, context: &mut Context<'_>) -> Result<(), Error> {
        self.echo.find(context)
    }
}

#[test]
fn handles_that_are_made_on_loading_are_found() {
    mod old {
        #[derive(archive::Archive)]
        pub(super) struct Horn {
            pub(super) tone: u8,
        }
    }
    let sound = |name: &'static str| (name.to_owned(), Rc::new(Sound(name)));
    let mut world = World { sounds: ["high", "explosion"].map(sound).into(), ..World::default() };
    let bytes = archive::to_vec(&old::Horn { tone: 1 }).unwrap();
    let horn: Horn = Options::file().from_slice_with(&bytes, &mut world).unwrap();
    assert_eq!(horn.tone.get().unwrap().0, "high");
    assert_eq!((horn.echo.id().as_str(), horn.echo.get().unwrap().0), ("explosion", "explosion"));

    let bytes = archive::to_vec(&old::Horn { tone: 0 }).unwrap();
    let error = Options::file().from_slice_with::<Horn>(&bytes, &mut world).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Unresolved, "tone"));
    assert!(error.to_string().contains("no object has the id"), "{error}");
    // Lent in a box, which does not count.
    let error = Options::file().from_slice_with::<Horn>(&bytes, &mut Box::new(world)).unwrap_err();
    assert!(error.to_string().contains("but something else was lent"), "{error}");
}

#[test]
fn a_world_is_lent_to_each_way_of_loading() {
    let directory = tempfile::tempdir().unwrap();
    let [slot, text] = ["slot.sav", "slot.txt"].map(|name| directory.path().join(name));
    let (options, saved) = (Options::message(), order(1));
    options.save(&slot, &saved).unwrap();
    options.save_text(&text, &saved).unwrap();
    let mut stream = Vec::new();
    for _ in 0..2 {
        options.to_writer(&mut stream, &saved).unwrap();
    }

    let mut reader = stream.as_slice();
    let loaded = [
        options.load_with::<Order>(&slot, &mut world()).unwrap(),
        options.load_text_with(&text, &mut world()).unwrap(),
        options.from_reader_with(&mut reader, &mut world()).unwrap(),
        options.next_from_reader_with(&mut reader, &mut world()).unwrap().unwrap(),
    ];
    for order in loaded {
        assert!(order.sounds.iter().all(|sound| sound.get().is_some()));
    }
    assert!(options.next_from_reader_with::<Order>(reader, &mut world()).unwrap().is_none());
    let ids: Vec<Handle<String, Sound>> = Vec::new();
    options.save(&slot, &ids).unwrap();
    type Sounds = Vec<Handle<String, Sound>>;
    assert!(options.load_or_default_with::<Sounds>(&slot, &mut world()).unwrap().is_empty());
    let missing = directory.path().join("missing");
    assert!(options.load_or_default_with::<Sounds>(missing, &mut world()).unwrap().is_empty());

    // Handles can be keys, compared by their ids.
    let keys = std::collections::HashSet::from([saved.target.clone(), saved.target]);
    assert_eq!(keys.len(), 1);
}
