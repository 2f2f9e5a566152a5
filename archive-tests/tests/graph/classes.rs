//! Registries that change: classes are renamed, split, retired and added.

use std::cell::RefCell;
use std::rc::Rc;

use archive::{Archive, ErrorKind, VersionTable};

use crate::stories::{by_name, declared, named, writes_for};
use crate::ways;

mod v1 {
    use super::{Archive, Rc, RefCell};
    use archive::Object;

    pub trait Entity: Object {}

    #[derive(Archive)]
    pub struct World {
        pub cast: Vec<Rc<dyn Entity>>,
        pub boss: Option<Box<dyn Entity>>,
    }

    #[derive(Archive)]
    pub struct Orc {
        pub rage: u8,
    }

    #[derive(Archive)]
    pub struct Goblin {
        pub gold: u32,
        pub gang: RefCell<Vec<Rc<dyn Entity>>>,
    }

    #[derive(Archive)]
    pub struct Imp;

    impl Entity for Orc {}
    impl Entity for Goblin {}
    impl Entity for Imp {}

    // The later name of orcs is registered already, so that newer files can be read.
    archive::registry! {
        dyn Entity as "Entity" { Orc as "ork" | "orc", Goblin as "goblin", Imp as "imp" }
    }
}

/// The same program with a newer `World`, so that its files are read by name.
mod v1_later {
    use super::{Archive, Rc};

    #[derive(Archive)]
    #[archive(version = 9)]
    pub struct World {
        pub cast: Vec<Rc<dyn super::v1::Entity>>,
        pub boss: Option<Box<dyn super::v1::Entity>>,
    }
}

mod v2 {
    use super::{Archive, Rc, RefCell};
    use archive::Object;

    pub trait Entity: Object {}

    #[derive(Archive)]
    #[archive(version = 2)]
    pub struct World {
        pub cast: Vec<Rc<dyn Entity>>,
        pub boss: Option<Box<dyn Entity>>,
    }

    #[derive(Archive)]
    pub struct Orc {
        #[archive(was(u8, until = 2))]
        pub rage: u32,
    }

    // Goblins, as they were before the split.
    #[derive(Archive)]
    pub struct Goblin {
        pub gold: u32,
        pub gang: RefCell<Vec<Rc<dyn Entity>>>,
    }

    #[derive(Archive)]
    pub struct Thief {
        pub gold: u32,
    }

    #[derive(Archive)]
    pub struct Chief {
        pub gang: RefCell<Vec<Rc<dyn Entity>>>,
    }

    #[derive(Archive)]
    pub struct Imp;

    impl Entity for Orc {}
    impl Entity for Thief {}
    impl Entity for Chief {}

    fn split(goblin: Goblin) -> Box<dyn Entity> {
        match goblin.gold {
            100.. => Box::new(Chief { gang: goblin.gang }),
            gold => Box::new(Thief { gold }),
        }
    }

    fn none(_: Imp) -> Box<dyn Entity> {
        Box::new(Orc { rage: 0 })
    }

    archive::registry! {
        dyn Entity as "Entity" {
            Orc as "orc" renamed 2 from "ork",
            retired Goblin as "goblin" until 2 into split,
            retired Imp as "imp" until 2 into none,
            Thief as "thief" since 2,
            Chief as "chief" since 2,
        }
    }
}

fn cast() -> Vec<Rc<dyn v1::Entity>> {
    use v1::{Entity, Goblin, Imp, Orc};

    let orc: Rc<dyn Entity> = Rc::new(Orc { rage: 200 });
    let thief: Rc<dyn Entity> = Rc::new(Goblin { gold: 7, gang: RefCell::default() });
    let chief = Rc::new(Goblin { gold: 500, gang: RefCell::default() });
    // A chief belongs to his own gang.
    let gang = [Rc::clone(&orc), Rc::clone(&thief), Rc::clone(&chief) as Rc<dyn Entity>];
    chief.gang.borrow_mut().extend(gang);
    vec![Rc::clone(&thief), chief, thief, orc, Rc::new(Imp)]
}

fn is<T: 'static>(entity: &Rc<dyn v2::Entity>) -> &T {
    (**entity).as_any().downcast_ref().expect("it is of this class")
}

fn check(cast: &[Rc<dyn v2::Entity>], boss: Option<&dyn v2::Entity>) {
    let [thief, chief, again, orc, imp] = cast else { panic!("five entities") };
    assert!(Rc::ptr_eq(thief, again));
    assert_eq!((is::<v2::Thief>(thief).gold, is::<v2::Orc>(orc).rage), (7, 200));
    assert_eq!(is::<v2::Orc>(imp).rage, 0);
    let gang = is::<v2::Chief>(chief).gang.borrow();
    assert!(Rc::ptr_eq(&gang[0], orc) && Rc::ptr_eq(&gang[1], thief));
    assert!(Rc::ptr_eq(&gang[2], chief) && gang.len() == 3);
    assert_eq!(Rc::strong_count(chief), 2);
    let boss = boss.expect("there is a boss");
    assert_eq!(boss.as_any().downcast_ref::<v2::Orc>().unwrap().rage, 9);
}

#[test]
fn classes_are_renamed_split_and_retired() {
    let boss: Option<Box<dyn v1::Entity>> = Some(Box::new(v1::Orc { rage: 9 }));
    declared(&v1::World { cast: cast(), boss }, |world: v2::World| {
        check(&world.cast, world.boss.as_deref());
    });
    let boss: Option<Box<dyn v1::Entity>> = Some(Box::new(v1::Orc { rage: 9 }));
    named(&v1_later::World { cast: cast(), boss }, |world: v2::World| {
        check(&world.cast, world.boss.as_deref());
    });
}

fn new(more: Option<Rc<dyn v2::Entity>>) -> v2::World {
    let orc: Rc<dyn v2::Entity> = Rc::new(v2::Orc { rage: 200 });
    let cast = [Rc::clone(&orc), Rc::new(v2::Orc { rage: 3 }), orc];
    let cast = cast.into_iter().chain(more).collect();
    v2::World { cast, boss: None }
}

fn check_old(world: &v1::World) {
    assert!(Rc::ptr_eq(&world.cast[0], &world.cast[2]));
    let rage = |at: usize| (*world.cast[at]).as_any().downcast_ref::<v1::Orc>().unwrap().rage;
    assert_eq!((rage(0), rage(1)), (200, 3));
}

#[test]
fn a_renamed_class_is_written_for_an_older_program_and_read_by_it() {
    let orc: Rc<dyn v1::Entity> = Rc::new(v1::Orc { rage: 200 });
    let cast = vec![Rc::clone(&orc), Rc::new(v1::Orc { rage: 3 }), orc];
    let old = v1::World { cast, boss: None };
    writes_for(&new(None), &old, true, |world: v1::World| check_old(&world));
    named(&new(None), |world: v1::World| check_old(&world));
}

#[test]
fn a_class_that_came_later_is_an_error_to_an_older_program() {
    let world = new(Some(Rc::new(v2::Thief { gold: 1 })));
    let table = VersionTable::of::<v1::World>().unwrap();
    for options in ways() {
        let error = options.write_for(&table).to_vec(&world).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::CannotWrite, "{error}");
    }
    for options in by_name() {
        let bytes = options.to_vec(&world).unwrap();
        let error = options.from_slice::<v1::World>(&bytes).err().expect("no thieves are known");
        assert_eq!(error.kind(), ErrorKind::UnknownTag, "{error}");
    }
}
