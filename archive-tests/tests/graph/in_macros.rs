//! Trait objects as arguments of other types, and as types that macros pass on.

use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{Archive, Handle, Options, Resolve};

pub trait Unit: archive::Object {
    fn health(&self) -> u32;
}

#[derive(Archive, Debug, PartialEq)]
struct Goblin(u32);

impl Unit for Goblin {
    fn health(&self) -> u32 {
        self.0
    }
}

archive::registry! {
    dyn Unit as "Unit" {
        Goblin as "goblin",
    }
}

macro_rules! holder {
    ($name:ident, $unit:ty) => {
        #[derive(Archive)]
        struct $name {
            all: Vec<Box<$unit>>,
            first: Option<Rc<$unit>>,
        }
    };
}
holder!(Units, dyn Unit);

#[test]
fn a_trait_may_be_passed_on_by_a_macro() {
    let units = Units { all: vec![Box::new(Goblin(1))], first: Some(Rc::new(Goblin(2))) };
    let found: Units = archive::from_slice(&archive::to_vec(&units).unwrap()).unwrap();
    assert_eq!(found.all[0].health(), 1);
    assert_eq!(found.first.unwrap().health(), 2);
}

impl Resolve<u32> for dyn Unit {
    type Object = Rc<dyn Unit>;
    type World = BTreeMap<u32, Rc<dyn Unit>>;

    fn resolve(id: &mut u32, world: &mut Self::World) -> Option<Self::Object> {
        world.get(id).cloned()
    }
}

/// Only the id is stored, so nothing has to say which type the object is.
#[derive(Archive)]
struct Chase {
    prey: Handle<u32, dyn Unit>,
    others: Vec<Option<Handle<u32, dyn Unit>>>,
}

#[test]
fn a_handle_may_lead_to_a_trait_object() {
    let mut world: BTreeMap<u32, Rc<dyn Unit>> = BTreeMap::from([(7, Rc::new(Goblin(4)) as _)]);
    let chase =
        Chase { prey: Handle::unresolved(7), others: vec![Some(Handle::unresolved(7)), None] };
    let file = Options::file().to_vec(&chase).unwrap();
    let found: Chase = Options::file().from_slice_with(&file, &mut world).unwrap();
    assert_eq!(found.prey.get().unwrap().health(), 4);
    assert_eq!(found.others[0].as_ref().unwrap().get().unwrap().health(), 4);
}
