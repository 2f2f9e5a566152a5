//! Classes that a program does not know: they are refused, replaced, or kept and saved again.

use std::cell::RefCell;
use std::rc::Rc;

use archive::{Archive, Classes, ErrorKind, Layout, Newer, Object, Options, Unknown};

use crate::stories::by_name;

/// A program with dragons.
mod newer {
    use super::{Archive, Object, Rc, RefCell};

    pub trait Entity: Object {}

    #[derive(Archive)]
    pub struct World {
        pub cast: Vec<Rc<dyn Entity>>,
        pub boss: Option<Box<dyn Entity>>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Orc {
        pub rage: u8,
    }

    #[derive(Archive)]
    pub struct Dragon {
        pub fire: f32,
        pub hoard: Vec<String>,
        pub rider: RefCell<Option<Rc<dyn Entity>>>,
    }

    impl Entity for Orc {}
    impl Entity for Dragon {}

    archive::registry! {
        dyn Entity as "Entity" { Orc as "orc", Dragon as "dragon" since 2 }
    }
}

/// A program without dragons, and its policy for unknown classes.
macro_rules! program {
    ($name:ident { $($unknown:tt)* }) => {
        mod $name {
            use super::{Archive, Object, Rc, Unknown};

            pub trait Entity: Object {}

            #[derive(Archive)]
            pub struct World {
                pub cast: Vec<Rc<dyn Entity>>,
                pub boss: Option<Box<dyn Entity>>,
            }

            #[derive(Archive, Debug, PartialEq)]
            pub struct Orc {
                pub rage: std::cell::Cell<u8>,
            }

            impl Entity for Orc {}

            stranger!(Entity);

            #[allow(dead_code, reason = "one of the programs replaces by it")]
            pub fn tame(dragon: Unknown) -> Box<dyn Entity> {
                assert_eq!(dragon.variant(), Some("dragon"));
                Box::new(Orc { rage: 1.into() })
            }

            archive::registry! { dyn Entity as "Entity" { Orc as "orc", $($unknown)* } }
        }
    };
}
program! { strict {} }
program! { taming { unknown into tame } }
program! { keeping { unknown Stranger } }

fn world() -> newer::World {
    let orc: Rc<dyn newer::Entity> = Rc::new(newer::Orc { rage: 7 });
    let rider = RefCell::new(Some(Rc::clone(&orc)));
    let dragon = newer::Dragon { fire: 0.5, hoard: vec!["cup".into(), "ring".into()], rider };
    let dragon: Rc<dyn newer::Entity> = Rc::new(dragon);
    let boss = newer::Dragon { fire: 9.0, hoard: vec![], rider: RefCell::default() };
    let cast = vec![Rc::clone(&dragon), orc, dragon];
    newer::World { cast, boss: Some(Box::new(boss)) }
}

fn lenient(options: &Options) -> Options {
    options.clone().newer(Newer::Accept).unknown(Unknown::Retain)
}

#[test]
fn a_class_that_is_unknown_is_an_error() {
    for options in by_name() {
        let bytes = options.to_vec(&world()).unwrap();
        let error = lenient(&options).from_slice::<strict::World>(&bytes).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::UnknownTag, "{error}");
        assert!(error.to_string().contains("dragon"), "{error}");
        assert!(error.help().contains("registry!"), "{error}");
    }
}

#[test]
fn a_class_that_is_unknown_is_replaced() {
    for options in by_name() {
        let bytes = options.to_vec(&world()).unwrap();
        let loaded: taming::World = lenient(&options).from_slice(&bytes).unwrap();
        assert!(Rc::ptr_eq(&loaded.cast[0], &loaded.cast[2]));
        let rage = |at: usize| {
            let orc = (*loaded.cast[at]).as_any().downcast_ref::<taming::Orc>();
            orc.expect("all are orcs").rage.get()
        };
        assert_eq!((rage(0), rage(1)), (1, 7));
        assert!(options.to_vec(&loaded).is_ok());
    }
}

#[test]
fn a_class_that_is_unknown_is_kept_and_saved_again() {
    for options in by_name() {
        let bytes = options.to_vec(&world()).unwrap();
        let loaded: keeping::World = lenient(&options).from_slice(&bytes).unwrap();
        assert!(Rc::ptr_eq(&loaded.cast[0], &loaded.cast[2]));
        let stranger = (*loaded.cast[0]).as_any().downcast_ref::<keeping::Stranger>().unwrap();
        assert_eq!(stranger.0.variant(), Some("dragon"));
        let orc = (*loaded.cast[1]).as_any().downcast_ref::<keeping::Orc>().unwrap();
        orc.rage.set(200);

        let saved = lenient(&options).to_vec(&loaded).unwrap();
        let world: newer::World = options.from_slice(&saved).unwrap();
        let orc = (*world.cast[1]).as_any().downcast_ref::<newer::Orc>().unwrap();
        assert_eq!(orc.rage, 200);
        let dragon = (*world.cast[0]).as_any().downcast_ref::<newer::Dragon>().unwrap();
        assert_eq!((dragon.fire, &dragon.hoard[1][..]), (0.5, "ring"));
        let boss = world.boss.as_deref().unwrap().as_any();
        assert_eq!(boss.downcast_ref::<newer::Dragon>().unwrap().fire, 9.0);
        assert!(Rc::ptr_eq(&world.cast[0], &world.cast[2]));
        // What only the dragon knows is kept, too. The old program cannot name the rider.
        let rider = dragon.rider.borrow();
        let rider = rider.as_ref().unwrap();
        assert_eq!((**rider).as_any().downcast_ref::<newer::Orc>().unwrap().rage, 7);
    }
}

#[test]
fn the_registry_says_nothing_of_strangers() {
    let registry = <dyn keeping::Entity>::registry();
    assert_eq!(registry.keys().collect::<Vec<_>>(), ["orc"]);
    let stranger: Box<dyn keeping::Entity> = Box::new(keeping::Stranger(Unknown::new()));
    let error = archive::to_vec(&stranger).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Retained, "{error}");
}

mod modded {
    use archive::{Archive, Object};

    pub trait Role: Object {}

    #[derive(Archive)]
    pub struct Orc {
        pub rage: u8,
    }

    #[derive(Archive)]
    pub struct Jet {
        pub fuel: u8,
    }

    impl Role for Orc {}
    impl Role for Jet {}
    archive::registry! { dyn Role as "Role" { Orc as "orc" } }

    #[derive(Archive)]
    pub struct Crew {
        pub gone: Vec<Box<dyn Role>>,
        pub kept: u8,
    }
}

mod without_mod {
    use archive::{Archive, Object, Unknown};

    pub trait Role: Object {}

    #[derive(Archive)]
    pub struct Orc {
        pub rage: u8,
    }

    impl Role for Orc {}

    fn orc(_: Unknown) -> Box<dyn Role> {
        Box::new(Orc { rage: 0 })
    }

    archive::registry! { dyn Role as "Role" { Orc as "orc", unknown into orc } }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Crew {
        #[archive(removed(gone: Vec<Box<dyn Role>>, until = 2))]
        pub kept: u8,
    }

    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Crew")]
    pub struct Counted {
        #[archive(was(Vec<Box<dyn Role>>, until = 2, with = |old: Vec<_>| old.len()))]
        pub gone: usize,
        pub kept: u8,
    }
}

/// No field of today has the trait, but the class is in what older versions had.
#[test]
fn a_class_that_is_unknown_may_be_in_a_field_that_is_gone() {
    let _ = <dyn modded::Role>::join(|role| {
        role.add(archive::class!(dyn modded::Role, modded::Jet as "mod.jet"));
    });
    let gone: [Box<dyn modded::Role>; 2] =
        [Box::new(modded::Jet { fuel: 1 }), Box::new(modded::Orc { rage: 2 })];
    let crew = modded::Crew { gone: gone.into(), kept: 7 };
    for layout in [Layout::Rows, Layout::Columns] {
        let bytes = Options::file().layout(layout).to_vec(&crew).unwrap();
        let loaded: without_mod::Crew = archive::from_slice(&bytes).unwrap();
        assert_eq!(loaded, without_mod::Crew { kept: 7 });
        let loaded: without_mod::Counted = archive::from_slice(&bytes).unwrap();
        assert_eq!(loaded, without_mod::Counted { gone: 2, kept: 7 });
    }
}
