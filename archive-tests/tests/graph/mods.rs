//! Classes that join a trait's registry from elsewhere. Older data loads as before.

use archive::{Archive, ErrorKind, Layout, Newer, Options};

#[derive(Archive, Debug, PartialEq, Clone)]
struct Troll {
    clubs: u8,
    kin: Vec<Kin>,
}

#[derive(Archive, Debug, PartialEq, Clone)]
struct Kin(u8);

#[derive(Archive, Debug, PartialEq, Clone)]
struct Ogre {
    rage: f32,
}

/// Its name comes before that of the trait, wherever types are in their order.
#[derive(Archive, Debug, PartialEq, Clone)]
struct Ant {
    load: u8,
}

/// A program whose registry has texts, and other classes that join it.
macro_rules! program {
    ($program:ident: $($class:ty as $key:literal),*) => {
        mod $program {
            use super::*;

            pub trait Entity: archive::Object {}
            impl Entity for String {}
            $(impl Entity for $class {})*
            archive::registry! { dyn Entity as "Entity" { String as "text" } }

            #[derive(Archive)]
            pub struct World {
                pub all: Vec<Box<dyn Entity>>,
            }

            pub fn join() {
                // Other tests, in other threads, may have joined them before, or be doing so.
                assert!(<dyn Entity>::join(|_registry| {
                    $(_registry.add(archive::class!(dyn Entity, $class as $key));)*
                }));
            }
        }
    };
}
mod newer {
    use super::Troll;

    pub trait Entity: archive::Object {}
    impl Entity for String {}
    impl Entity for Troll {}
    archive::registry! { dyn Entity as "Entity" { String as "text", Troll as "troll" } }

    #[derive(archive::Archive)]
    pub struct World {
        pub all: Vec<Box<dyn Entity>>,
        #[since(2, default = 0)]
        pub gold: u32,
    }
}

program! { plain: }
program! { trolls: Troll as "troll" }
program! { both: Troll as "troll", Ogre as "ogre" }
program! { ogres: Ogre as "ogre" }
program! { ants: Ant as "ant" }

use archive::Classes;

#[test]
fn what_a_missing_mod_saved_says_so() {
    plain::join();
    ants::join();
    trolls::join();
    let ants = ants::World { all: vec![Box::new(Ant { load: 9 })] };
    let trolls = trolls::World { all: vec![Box::new(Troll { clubs: 2, kin: vec![Kin(7)] })] };
    for bytes in [archive::to_vec(&ants).unwrap(), archive::to_vec(&trolls).unwrap()] {
        let said = archive::from_slice::<plain::World>(&bytes).err().unwrap().to_string();
        assert!(said.contains("all[0]") && said.contains("if its mod is missing"), "{said}");
    }
}

#[test]
fn what_was_saved_before_a_class_joined_is_loaded() {
    plain::join();
    trolls::join();
    both::join();
    ogres::join();
    let troll = Troll { clubs: 2, kin: vec![Kin(7)] };
    let text = || String::from("a door");
    for layout in [Layout::Rows, Layout::Columns] {
        let options = Options::file().layout(layout);
        let plain = plain::World { all: vec![Box::new(text())] };
        let bytes = options.to_vec(&plain).unwrap();
        let loaded: both::World = archive::from_slice(&bytes).unwrap();
        assert_eq!((*loaded.all[0]).as_any().downcast_ref(), Some(&text()));

        let saved = trolls::World { all: vec![Box::new(troll.clone()), Box::new(text())] };
        let bytes = options.to_vec(&saved).unwrap();
        let loaded: both::World = archive::from_slice(&bytes).unwrap();
        assert_eq!((*loaded.all[0]).as_any().downcast_ref(), Some(&troll));
        assert_eq!((*loaded.all[1]).as_any().downcast_ref(), Some(&text()));
        assert!(options.report::<both::World>(&bytes).unwrap().is_lossless());

        // A missing class is an error only where it occurs.
        let error = archive::from_slice::<ogres::World>(&bytes).err().unwrap();
        assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownTag, "all[0]"), "{error}");
        let error = archive::from_slice::<plain::World>(&bytes).err().unwrap();
        assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownTag, "all[0]"), "{error}");
        let without = trolls::World { all: vec![Box::new(text())] };
        let bytes = options.to_vec(&without).unwrap();
        assert_eq!(archive::from_slice::<plain::World>(&bytes).unwrap().all.len(), 1);
        assert_eq!(archive::from_slice::<ogres::World>(&bytes).unwrap().all.len(), 1);
        // A newer program's archive is refused as newer.
        let newer = newer::World { all: vec![Box::new(text())], gold: 3 };
        let bytes = options.to_vec(&newer).unwrap();
        let error = archive::from_slice::<plain::World>(&bytes).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::TooNew, "{error}");
        let accepting = options.newer(Newer::Accept).unknown(archive::UnknownPolicy::Skip);
        assert_eq!(accepting.from_slice::<plain::World>(&bytes).unwrap().all.len(), 1);
        // A message has no schema, so the difference cannot be found.
        let bytes = Options::message().to_vec(&saved).unwrap();
        let error = archive::from_slice::<both::World>(&bytes).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
        assert!(error.help().contains("has other classes of the trait `Entity`"), "{error}");
    }
}

#[test]
fn a_class_that_was_added_without_a_version_is_told() {
    mod shipped {
        use archive::{Archive, Object};

        pub trait Tool: Object {}

        #[derive(Archive, Default)]
        pub struct Axe(pub u8);

        impl Tool for Axe {}

        archive::registry! { dyn Tool as "Tool" { Axe as "axe" } }
    }

    mod today {
        use archive::{Archive, Object};

        pub trait Tool: Object {}

        #[derive(Archive, Default)]
        pub struct Axe(pub u8);

        #[derive(Archive, Default)]
        pub struct Saw(pub u8);

        impl Tool for Axe {}
        impl Tool for Saw {}

        archive::registry! { dyn Tool as "Tool" { Axe as "axe", Saw as "saw" } }
    }

    let axe: Box<dyn shipped::Tool> = Box::new(shipped::Axe(1));
    let bytes = archive::to_vec(&vec![axe]).unwrap();
    let error = archive::from_slice::<Vec<Box<dyn today::Tool>>>(&bytes).err().unwrap();
    let said = error.to_string();
    assert!(said.contains("write `since n` after its key there"), "{said}");
}

/// Mods that do not know each other: a check at startup reports their conflicts.
#[test]
fn mods_that_do_not_agree_are_told_at_the_start() {
    mod one {
        #[derive(archive::Archive)]
        pub struct Fire(pub u8);
    }
    mod other {
        #[derive(archive::Archive)]
        pub struct Fire(pub String);
    }
    mod twice {
        pub trait Part: archive::Object {}
        impl Part for super::Troll {}
        archive::registry! { dyn Part as "Part" { super::Troll as "troll" } }
    }
    mod names {
        pub trait Part: archive::Object {}
        archive::registry! { dyn Part as "Part" {} }
    }
    impl names::Part for one::Fire {}
    impl names::Part for other::Fire {}

    assert!(<dyn twice::Part>::join(|registry| {
        registry.add(archive::class!(dyn twice::Part, Troll as "own.troll"));
    }));
    let error = <dyn twice::Part>::registry().check().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NameClash);
    let troll: Box<dyn twice::Part> = Box::new(Troll { clubs: 1, kin: vec![] });
    assert_eq!(archive::to_vec(&troll).unwrap_err().kind(), ErrorKind::NameClash);

    assert!(<dyn names::Part>::join(|registry| {
        registry.add(archive::class!(dyn names::Part, one::Fire as "one.fire"));
        registry.add(archive::class!(dyn names::Part, other::Fire as "other.fire"));
    }));
    let clash = <dyn names::Part>::registry().check().unwrap_err();
    insta::assert_snapshot!(format!("{error}\n\n{clash}"));
    assert!(<dyn newer::Entity>::registry().check().is_ok());
}

/// A mod renamed one of its classes and removed another.
#[test]
fn a_mod_has_a_history() {
    mod shipped {
        pub trait Beast: archive::Object {}
        impl Beast for super::Troll {}
        impl Beast for super::Ogre {}
        impl Beast for super::Ant {}
        archive::registry! { dyn Beast as "Beast" { super::Ant as "ant" } }
    }
    mod today {
        use super::{Ant, Ogre, Troll};

        pub trait Beast: archive::Object {}
        impl Beast for Troll {}
        impl Beast for Ant {}
        archive::registry! { dyn Beast as "Beast" { Ant as "ant" } }

        pub fn from_ogre(ogre: Ogre) -> Box<dyn Beast> {
            Box::new(Troll { clubs: ogre.rage as u8, kin: vec![] })
        }
    }

    assert!(<dyn shipped::Beast>::join(|registry| {
        registry.add(archive::class!(dyn shipped::Beast, Troll as "mod.toll"));
        registry.add(archive::class!(dyn shipped::Beast, Ogre as "mod.ogre"));
    }));
    assert!(<dyn today::Beast>::join(|registry| {
        registry.add(archive::class!(dyn today::Beast, Troll as "mod.troll" | "mod.toll"));
        registry.add(archive::class!(
            dyn today::Beast,
            retired Ogre as "mod.ogre" into today::from_ogre
        ));
    }));
    let registry = <dyn today::Beast>::registry();
    assert!(registry.check().is_ok());
    assert_eq!(registry.keys().collect::<Vec<_>>(), ["ant", "mod.troll"]);

    let troll = Troll { clubs: 2, kin: vec![Kin(7)] };
    let saved: Vec<Box<dyn shipped::Beast>> =
        vec![Box::new(troll.clone()), Box::new(Ogre { rage: 5.0 }), Box::new(Ant { load: 9 })];
    let loaded = |loaded: Result<Vec<Box<dyn today::Beast>>, archive::Error>| {
        let loaded = loaded.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((*loaded[0]).as_any().downcast_ref(), Some(&troll));
        let ogre = Troll { clubs: 5, kin: vec![] };
        assert_eq!((*loaded[1]).as_any().downcast_ref(), Some(&ogre));
        assert_eq!((*loaded[2]).as_any().downcast_ref(), Some(&Ant { load: 9 }));
        loaded
    };
    for layout in [Layout::Rows, Layout::Columns] {
        let options = Options::file().layout(layout);
        let bytes = options.to_vec(&saved).unwrap();
        let again = options.to_vec(&loaded(options.from_slice(&bytes))).unwrap();
        assert_eq!(options.from_slice::<Vec<Box<dyn today::Beast>>>(&again).unwrap().len(), 3);
    }
    let text = Options::file().to_text(&saved).unwrap();
    loaded(Options::file().from_text(&text));
    let json = Options::file().to_json(&saved).unwrap();
    loaded(Options::file().from_json(&json));
    loaded(archive::Value::of(&saved).unwrap().to());
}
