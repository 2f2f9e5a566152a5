//! Links to objects that do not exist, or that are built too late.

use std::any::Any;
use std::cell::RefCell;
use std::rc::{Rc, Weak};

use archive::{Archive, Error, ErrorKind, Handle, Layout, Options, Resolve};

#[derive(Archive, Debug)]
struct Squad {
    name: String,
    soldiers: Vec<Rc<Soldier>>,
}

#[derive(Archive, Debug)]
struct Soldier {
    name: String,
    guards: Option<Rc<Soldier>>,
    rival: Weak<Soldier>,
}

/// The same types in an editor, which keeps its soldiers in cells.
mod editor {
    use super::{Archive, Rc, RefCell, Weak};

    #[derive(Archive, Debug)]
    pub(super) struct Squad {
        pub(super) name: String,
        pub(super) soldiers: Vec<Rc<Soldier>>,
    }

    #[derive(Archive, Debug)]
    pub(super) struct Soldier {
        pub(super) name: String,
        pub(super) guards: RefCell<Option<Rc<Soldier>>>,
        pub(super) rival: RefCell<Weak<Soldier>>,
    }
}

fn soldier(name: &str) -> Rc<editor::Soldier> {
    let (guards, rival) = (RefCell::default(), RefCell::new(Weak::new()));
    Rc::new(editor::Soldier { name: name.into(), guards, rival })
}

fn refused(options: &Options, soldiers: &[Rc<editor::Soldier>]) -> Error {
    let squad = editor::Squad { name: "Red".into(), soldiers: soldiers.to_vec() };
    let bytes = options.to_vec(&squad).unwrap();
    options.from_slice::<Squad>(&bytes).unwrap_err()
}

/// The squad's first link leads nowhere.
fn nowhere() -> Error {
    let squad =
        editor::Squad { name: "Red".into(), soldiers: vec![soldier("Ada"), soldier("Bob")] };
    let message = Options::message();
    let mut bytes = message.to_vec(&squad).unwrap();
    let at = bytes.windows(4).position(|window| window == b"\x03Red").unwrap() + 5;
    assert_eq!(bytes[at..at + 8], [0, 0, 0, 0, 1, 0, 0, 0]);
    bytes[at + 4] = 9;
    message.from_slice::<Squad>(&bytes).unwrap_err()
}

pub fn errors() -> Vec<(ErrorKind, Error)> {
    let (rows, columns) = (Options::file().layout(Layout::Rows), Options::file());
    let (ada, bob) = (soldier("Ada"), soldier("Bob"));
    *ada.guards.borrow_mut() = Some(Rc::clone(&bob));
    *bob.guards.borrow_mut() = Some(Rc::clone(&ada));
    let circle = [Rc::clone(&ada), bob];
    let cid = soldier("Cid");
    *cid.rival.borrow_mut() = Rc::downgrade(&cid);
    vec![
        (ErrorKind::InvalidLink, nowhere()),
        (ErrorKind::InvalidLink, refused(&rows, &circle)),
        (ErrorKind::InvalidLink, refused(&columns, &circle)),
        (ErrorKind::InvalidLink, refused(&rows, &[Rc::clone(&cid)])),
        (ErrorKind::InvalidLink, refused(&columns, &[cid])),
        (ErrorKind::Unrepresentable, borrowed()),
        (ErrorKind::Unresolved, unresolved(&mut Armory { swords: vec![1, 2] })),
        (ErrorKind::Unresolved, unresolved(&mut ())),
    ]
}

#[derive(Archive)]
struct Knight {
    sword: Handle<u32, Sword>,
}

struct Sword;

struct Armory {
    swords: Vec<u32>,
}

impl Resolve<u32> for Sword {
    type Object = u32;
    type World = Armory;

    fn resolve(id: &mut u32, armory: &mut Armory) -> Option<u32> {
        armory.swords.iter().copied().find(|sword| sword == id)
    }
}

/// A handle whose id is not in the world that was lent.
fn unresolved(lent: &mut dyn Any) -> Error {
    let knight = Knight { sword: Handle::unresolved(7) };
    let bytes = archive::to_vec(&knight).unwrap();
    Options::file().from_slice_with::<Knight>(&bytes, lent).err().unwrap()
}

/// A shared cell of an unnamed type that is borrowed during the save.
fn borrowed() -> Error {
    let levels = Rc::new(RefCell::new(vec![1_u8]));
    let _guard = levels.borrow_mut();
    archive::to_vec(&[Rc::clone(&levels)]).unwrap_err()
}
