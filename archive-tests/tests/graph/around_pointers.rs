//! Types around a pointer are loaded like the pointer, as the values of maps.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use archive::{Archive, Describe, Deserialize, InputArchive, OutputArchive, Serialize, Size, Type};

use crate::each_way;

#[derive(Archive, Default)]
struct Npc {
    name: String,
    friends: RefCell<BTreeMap<u8, Friend>>,
    rivals: RefCell<HashMap<u8, Reverse<Rc<Npc>>>>,
    known: RefCell<BTreeMap<String, Known>>,
}

#[derive(Archive)]
#[archive(transparent)]
struct Friend(Rc<Npc>);

struct Known(Rc<Npc>);

impl Describe for Known {
    const TYPE: &'static Type = <Rc<Npc>>::TYPE;
    const SIZE: Size = <Rc<Npc>>::SIZE;
}
impl Serialize for Known {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        self.0.serialize(archive)
    }
}
impl<'a> Deserialize<'a> for Known {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        Rc::deserialize(archive).map(Self)
    }
}

#[test]
fn maps_of_them_lead_back() {
    let npc = |name: &str| Rc::new(Npc { name: name.to_owned(), ..Npc::default() });
    let (ada, bob) = (npc("Ada"), npc("Bob"));
    ada.friends.borrow_mut().extend([(1, Friend(Rc::clone(&ada))), (2, Friend(Rc::clone(&bob)))]);
    bob.friends.borrow_mut().insert(3, Friend(Rc::clone(&ada)));
    bob.rivals.borrow_mut().insert(1, Reverse(Rc::clone(&ada)));
    ada.known.borrow_mut().insert("herself".to_owned(), Known(Rc::clone(&ada)));
    each_way(&ada, |loaded: Rc<Npc>| {
        let bob = Rc::clone(&loaded.friends.borrow()[&2].0);
        assert_eq!((&*loaded.name, &*bob.name), ("Ada", "Bob"));
        assert!(Rc::ptr_eq(&loaded.friends.borrow()[&1].0, &loaded));
        assert!(Rc::ptr_eq(&bob.friends.borrow()[&3].0, &loaded));
        assert!(Rc::ptr_eq(&bob.rivals.borrow()[&1].0, &loaded));
        assert!(Rc::ptr_eq(&loaded.known.borrow()["herself"].0, &loaded));
        loaded.friends.borrow_mut().clear();
    });
}
