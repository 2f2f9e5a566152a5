//! Classes with a history that are removed in the end.

use archive::{Archive, Context, Describe, ErrorKind, json, lock, text};

use crate::ways;

macro_rules! release {
    ($release:ident: $($class:ident)*; $($classes:tt)*) => {
        mod $release {
            use archive::{Archive, Object};

            pub trait Entity: Object {}

            $(
                #[derive(Archive)]
                pub struct $class {
                    pub health: u8,
                }

                impl Entity for $class {}
            )*

            archive::registry! { dyn Entity as "Entity" { $($classes)* } }

            #[derive(Archive)]
            pub struct World {
                pub cast: Vec<Box<dyn Entity>>,
            }
        }
    };
}

release! { v1: Human Orc; Human as "human", Orc as "ork" }
release! { v2: Human Orc Elf; Human as "human", Orc as "orc" renamed 2 from "ork", Elf as "elf" since 2 }
release! { v3: Human Orc Elf;
    Human as "human",
    Orc as "uruk" renamed 2 from "ork" renamed 3 from "orc",
    retired Elf as "elf" since 2 until 3 into |elf: Elf| -> Box<dyn Entity> { Box::new(Human { health: elf.health }) },
}
release! { v4: Human Orc Elf;
    Human as "human",
    retired Orc as "uruk" | "goblin" renamed 2 from "ork" renamed 3 from "orc" until 4
        into super::from_orc,
    retired Elf as "elf" since 2 until 3 into |elf: Elf| -> Box<dyn Entity> { Box::new(Human { health: elf.health }) },
}

/// Like other hooks, it may use what the caller lends, and may refuse.
fn from_orc(orc: v4::Orc, context: &mut Context<'_>) -> Result<Box<dyn v4::Entity>, String> {
    let more = context.get::<u8>().map_or(0, |more| *more);
    match orc.health {
        0 => Err("it is dead".into()),
        health => Ok(Box::new(v4::Human { health: health + more })),
    }
}

fn health(world: &v4::World) -> Vec<u8> {
    let human =
        |entity: &dyn v4::Entity| entity.as_any().downcast_ref::<v4::Human>().unwrap().health;
    world.cast.iter().map(|entity| human(&**entity)).collect()
}

fn read(world: &impl Archive, expected: &[u8]) {
    for options in ways() {
        let bytes = options.to_vec(world).unwrap();
        assert_eq!(health(&options.from_slice(&bytes).unwrap()), expected);
    }
    let written = text::to_string(world).unwrap();
    assert_eq!(health(&text::from_str(&written).unwrap()), expected, "{written}");
    let written = json::to_string(world).unwrap();
    assert_eq!(health(&json::from_str(&written).unwrap()), expected, "{written}");
}

#[test]
fn each_release_is_read_by_the_last_one() {
    use std::boxed::Box as B;
    read(
        &v1::World { cast: vec![B::new(v1::Orc { health: 1 }), B::new(v1::Human { health: 2 })] },
        &[1, 2],
    );
    read(
        &v2::World { cast: vec![B::new(v2::Orc { health: 1 }), B::new(v2::Elf { health: 3 })] },
        &[1, 3],
    );
    read(
        &v3::World { cast: vec![B::new(v3::Orc { health: 1 }), B::new(v3::Human { health: 2 })] },
        &[1, 2],
    );
    let goblin = "World @1 { cast = [goblin({ health = 4 })] }";
    assert_eq!(health(&text::from_str(goblin).unwrap()), [4]);
}

#[test]
fn what_a_class_became_is_asked_and_may_be_refused() {
    let orc = |health| v1::World { cast: vec![Box::new(v1::Orc { health })] };
    for options in ways() {
        let bytes = options.to_vec(&orc(1)).unwrap();
        assert_eq!(health(&options.from_slice_with(&bytes, &mut 5_u8).unwrap()), [6]);
        let bytes = options.to_vec(&orc(0)).unwrap();
        let error = options.from_slice::<v4::World>(&bytes).err().unwrap();
        assert_eq!((error.kind(), error.path()), (ErrorKind::Convert, "cast[0].0"));
        let said = error.to_string();
        assert!(said.contains("`into` refused the retired class `uruk`: it is dead"), "{said}");
    }
}

#[test]
fn each_release_passes_the_lock_of_those_before() {
    let path = std::env::temp_dir().join(format!("archive-retired-{}.lock", std::process::id()));
    let releases = [v1::World::lock(), v2::World::lock(), v3::World::lock(), v4::World::lock()];
    for release in &releases {
        lock::accept(&path, std::slice::from_ref(release)).unwrap();
    }
    let last = lock::check(&path, &releases[3..]);
    std::fs::remove_file(&path).unwrap();
    last.unwrap();
}

// Changes that the second release forgot to declare.
release! { gone: Human Orc; Human as "human", Orc as "orc" renamed 2 from "ork" }
release! { come: Human Orc Elf Imp;
    Human as "human", Orc as "orc" renamed 2 from "ork", Elf as "elf" since 2, Imp as "imp"
}
release! { ever: Human Orc Elf; Human as "human", Orc as "orc" renamed 2 from "ork", Elf as "elf" }

#[test]
fn the_lock_says_what_to_write_in_the_registry() {
    let path = std::env::temp_dir().join(format!("archive-registry-{}.lock", std::process::id()));
    lock::accept(&path, &[v1::World::lock()]).unwrap();
    lock::accept(&path, &[v2::World::lock()]).unwrap();
    let advice = [gone::World::lock(), come::World::lock(), ever::World::lock()]
        .map(|release| lock::check(&path, &[release]).unwrap_err().to_string());
    std::fs::remove_file(&path).unwrap();
    assert!(
        advice[0].contains("`retired Elf as \"elf\" since 2 until 3 into path`"),
        "{}",
        advice[0]
    );
    assert!(advice[1].contains("`Imp as \"imp\" since 3`"), "{}", advice[1]);
    assert!(advice[2].contains("`Elf as \"elf\" since 2`"), "{}", advice[2]);
}

mod early {
    use archive::{Archive, Object};

    pub trait Entity: Object {}

    #[derive(Archive)]
    pub struct Elf;

    impl Entity for u8 {}

    archive::registry! {
        dyn Entity as "Entity" {
            u8 as "number",
            retired Elf as "elf" since 3 until 3 into |_: Elf| -> Box<dyn Entity> { Box::new(0_u8) },
        }
    }
}

#[test]
fn a_class_cannot_go_before_it_came() {
    let value: Box<dyn early::Entity> = Box::new(7_u8);
    let error = archive::to_vec(&value).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NameClash);
    assert!(error.to_string().contains("`elf` of `Entity` was added in version 3"), "{error}");
}
