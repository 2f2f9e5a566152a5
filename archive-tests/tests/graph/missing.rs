//! Games whose mods are missing: what the mods saved stays in the save, whatever else changes.

use std::rc::Rc;

use archive::{Archive, Classes, ErrorKind, Layout, Newer, Object, Options, Schema, Unknown};
use archive::{UnknownPolicy, VersionTable};

/// A game at one version, with some mods.
macro_rules! game {
    (
        $game:ident: $($own:ident { $($field:tt)* } as $key:literal $(since $since:literal)?,)*
        + $($class:ident { $($part:tt)* } as $mod:literal,)*
        + $($more:tt)*
    ) => {
        mod $game {
            #![allow(dead_code, reason = "not every game uses all")]

            use super::*;

            pub trait Comp: Object + std::fmt::Debug {}

            stranger!(Comp);

            $(
                #[derive(Archive, Debug)]
                pub struct $own { $($field)* }
                impl Comp for $own {}
            )*
            $(
                #[derive(Archive, Debug)]
                pub struct $class { $($part)* }
                impl Comp for $class {}
            )*
            $($more)*

            archive::registry! {
                dyn Comp as "Comp" { $($own as $key $(since $since)?,)* unknown Stranger }
            }

            pub fn start() {
                // Another test may have started the game already.
                let _ = <dyn Comp>::join(|_registry| {
                    $(_registry.add(archive::class!(dyn Comp, $class as $mod));)*
                });
            }
        }
    };
}

game! { first: Torch { pub fuel: f32 } as "torch",
+ Jetpack { pub fuel: f32, pub tank: Tank } as "mod.jetpack", Pack { pub items: Vec<Box<dyn Comp>> } as "mod.pack",
+ #[derive(Archive, Debug)] pub struct Tank { pub size: u8 }
#[derive(Archive, Debug)] pub struct Save { pub comps: Vec<Box<dyn Comp>>, pub cast: Vec<Rc<dyn Comp>> } }
game! { wings: Torch { pub fuel: f32 } as "torch",
+ Wings { pub span: u32 } as "mod.wings",
+ #[derive(Archive, Debug)] pub struct Save { pub comps: Vec<Box<dyn Comp>>, pub cast: Vec<Rc<dyn Comp>> } }
game! { bare: Torch { pub fuel: f32 } as "torch", + +
#[derive(Archive, Debug)] pub struct Save { pub comps: Vec<Box<dyn Comp>>, pub cast: Vec<Rc<dyn Comp>> } }
game! { today: Torch { pub fuel: f32, #[since(2, default = false)] pub lit: bool } as "torch",
Lamp { pub oil: u32 } as "lamp" since 2, + +
#[derive(Archive, Debug)] pub struct Save { pub comps: Vec<Box<dyn Comp>>, pub cast: Vec<Rc<dyn Comp>>,
    #[since(2, default = 7)] pub tick: u64 } }
game! { modded: Torch { pub fuel: f32, #[since(2, default = false)] pub lit: bool } as "torch",
Lamp { pub oil: u32 } as "lamp" since 2,
+ Jetpack { pub fuel: f32, pub tank: Tank, #[since(2, default = 9)] pub max: u32 } as "mod.jetpack",
Pack { pub items: Vec<Box<dyn Comp>> } as "mod.pack",
+ #[derive(Archive, Debug)] pub struct Tank { pub size: u8 }
#[derive(Archive, Debug)] pub struct Save { pub comps: Vec<Box<dyn Comp>>, pub cast: Vec<Rc<dyn Comp>>,
    #[since(2, default = 7)] pub tick: u64 } }
game! { clashing: Torch { pub fuel: f32 } as "torch", Tank { pub litres: f64 } as "tank",
+ + #[derive(Archive, Debug)] pub struct Save { pub comps: Vec<Box<dyn Comp>>, pub cast: Vec<Rc<dyn Comp>> } }
game! { careful: Torch { pub fuel: f32, #[archive(unknown)] pub more: Unknown } as "torch", + +
#[derive(Archive, Debug)] pub struct Save { pub comps: Vec<Box<dyn Comp>>, pub cast: Vec<Rc<dyn Comp>>,
    #[archive(unknown)] pub more: Unknown } }

fn files() -> [Options; 2] {
    [Layout::Rows, Layout::Columns].map(|layout| Options::file().layout(layout))
}

fn jetpack(fuel: f32) -> first::Jetpack {
    first::Jetpack { fuel, tank: first::Tank { size: 3 } }
}

/// What the first game saved with its mods. One jetpack has two owners.
fn saved(options: &Options) -> Vec<u8> {
    first::start();
    let shared: Rc<dyn first::Comp> = Rc::new(jetpack(2.0));
    let comps: Vec<Box<dyn first::Comp>> =
        vec![Box::new(first::Torch { fuel: 1.0 }), Box::new(jetpack(0.5))];
    options.to_vec(&first::Save { comps, cast: vec![Rc::clone(&shared), shared] }).unwrap()
}

fn of<T: 'static>(object: &(impl Object + ?Sized)) -> &T {
    object.as_any().downcast_ref().expect("the class that was saved")
}

fn keys(schema: &Schema) -> Vec<&str> {
    let archive::schema::BodyDef::Enum(variants) = &schema.get("Comp").unwrap().body else {
        panic!("a trait is an enum")
    };
    let mut keys: Vec<&str> = variants.iter().map(|variant| &*variant.name).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn an_update_saves_what_a_missing_mod_left() {
    for options in files() {
        let mut save: today::Save = options.from_slice(&saved(&options)).unwrap();
        save.tick = 8;
        save.comps.push(Box::new(today::Torch { fuel: 4.0, lit: true }));
        save.comps.push(Box::new(today::Lamp { oil: 5 }));
        let bytes = options.to_vec(&save).unwrap();

        let again: today::Save = options.from_slice(&bytes).unwrap();
        assert_eq!(again.tick, 8);
        assert_eq!(
            of::<today::Stranger>(&*again.comps[1]).0,
            of::<today::Stranger>(&*save.comps[1]).0
        );
        assert!(of::<today::Torch>(&*again.comps[2]).lit);
        assert_eq!(of::<today::Lamp>(&*again.comps[3]).oil, 5);
        assert!(Rc::ptr_eq(&again.cast[0], &again.cast[1]));
        assert_eq!(options.to_vec(&again).unwrap(), bytes);
        // Texts and JSON show the same.
        let (text, json) = (options.to_text(&save).unwrap(), options.to_json(&save).unwrap());
        assert_eq!(archive::text::of_archive(&bytes).unwrap(), text);
        let shown = archive::json::of_archive(&bytes).unwrap();
        assert_eq!(shown.split_whitespace().collect::<String>(), json);
    }
}

#[test]
fn a_mod_that_is_back_finds_its_own_objects() {
    modded::start();
    for options in files() {
        let mut save: today::Save = options.from_slice(&saved(&options)).unwrap();
        save.tick = 8;
        let bytes = options.to_vec(&save).unwrap();
        // Of the same version as when it saved them.
        let error = options.from_slice::<first::Save>(&bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooNew, "{error}");
        let lenient = options.clone().newer(Newer::Accept).unknown(Unknown::Skip);
        let before: first::Save = lenient.from_slice(&bytes).unwrap();
        assert_eq!(of::<first::Jetpack>(&*before.comps[1]).tank.size, 3);
        // Of a later one.
        let back: modded::Save = options.from_slice(&bytes).unwrap();
        let jetpack = of::<modded::Jetpack>(&*back.comps[1]);
        assert_eq!((jetpack.fuel, jetpack.tank.size, jetpack.max), (0.5, 3, 9));
        assert_eq!(of::<modded::Jetpack>(&*back.cast[0]).fuel, 2.0);
        assert!(Rc::ptr_eq(&back.cast[0], &back.cast[1]));
        assert_eq!(back.tick, 8);
    }
}

#[test]
fn the_classes_of_a_missing_mod_keep_their_versions() {
    for options in files() {
        let save: today::Save = options.from_slice(&saved(&options)).unwrap();
        let bytes = options.to_vec(&save).unwrap();
        let table = VersionTable::of_archive(&bytes).unwrap();
        let versions: Vec<_> = table.iter().collect();
        let expected = [
            ("Comp", 2),
            ("Jetpack", 1),
            ("Lamp", 1),
            ("Pack", 1),
            ("Save", 2),
            ("Tank", 1),
            ("Torch", 2),
        ];
        assert_eq!(versions, expected);
        let keys = keys(&Schema::of_archive(&bytes).unwrap()).join(" ");
        assert_eq!(keys, "lamp mod.jetpack mod.pack torch");
    }
}

#[test]
fn another_mod_saves_what_a_missing_one_left() {
    wings::start();
    for options in files() {
        let theirs = saved(&options);
        let mut save: wings::Save = options.from_slice(&theirs).unwrap();
        // As long as the schema of the file has a place for everything, it stays.
        assert_eq!(options.to_vec(&save).unwrap(), theirs);

        save.comps.push(Box::new(wings::Wings { span: 6 }));
        let bytes = options.to_vec(&save).unwrap();
        let again: wings::Save = options.from_slice(&bytes).unwrap();
        assert_eq!(of::<wings::Wings>(&*again.comps[2]).span, 6);
        assert_eq!(options.to_vec(&again).unwrap(), bytes);

        // Now both are missing, and then the first is back.
        let both: bare::Save = options.from_slice(&bytes).unwrap();
        assert_eq!(of::<bare::Stranger>(&*both.comps[2]).0.variant(), Some("mod.wings"));
        assert_eq!(options.to_vec(&both).unwrap(), bytes);
        let back: first::Save = options.from_slice(&bytes).unwrap();
        assert_eq!(of::<first::Jetpack>(&*back.comps[1]).tank.size, 3);
    }
}

#[test]
fn what_mods_left_in_two_files_is_saved_in_one() {
    wings::start();
    for options in files() {
        let comps: Vec<Box<dyn wings::Comp>> = vec![Box::new(wings::Wings { span: 6 })];
        let other = options.to_vec(&wings::Save { comps, cast: vec![] }).unwrap();
        let mut save: today::Save = options.from_slice(&saved(&options)).unwrap();
        save.comps.extend(options.from_slice::<today::Save>(&other).unwrap().comps);
        let bytes = options.to_vec(&save).unwrap();
        let again: today::Save = options.from_slice(&bytes).unwrap();
        let left = |at: usize| of::<today::Stranger>(&*again.comps[at]).0.variant().unwrap();
        assert_eq!((left(1), left(2)), ("mod.jetpack", "mod.wings"));
        assert_eq!(options.to_vec(&again).unwrap(), bytes);
    }
}

/// A missing mod's object that contains objects of the game.
fn packed(options: &Options, items: Vec<Box<dyn first::Comp>>) -> Vec<u8> {
    first::start();
    let comps: Vec<Box<dyn first::Comp>> = vec![Box::new(first::Pack { items })];
    options.to_vec(&first::Save { comps, cast: vec![] }).unwrap()
}

#[test]
fn what_a_missing_mod_contains_of_the_game_is_kept() {
    wings::start();
    for options in files() {
        let items: Vec<Box<dyn first::Comp>> =
            vec![Box::new(first::Torch { fuel: 1.5 }), Box::new(jetpack(0.5))];
        let mut save: wings::Save = options.from_slice(&packed(&options, items)).unwrap();
        save.comps.push(Box::new(wings::Wings { span: 6 }));
        let bytes = options.to_vec(&save).unwrap();
        let back: first::Save = options.from_slice(&bytes).unwrap();
        let pack = of::<first::Pack>(&*back.comps[0]);
        assert_eq!(of::<first::Torch>(&*pack.items[0]).fuel, 1.5);
        assert_eq!(of::<first::Jetpack>(&*pack.items[1]).tank.size, 3);

        // Of the game's classes, it contains none that changed.
        let items: Vec<Box<dyn first::Comp>> = vec![Box::new(jetpack(0.5))];
        let save: today::Save = options.from_slice(&packed(&options, items)).unwrap();
        let bytes = options.to_vec(&save).unwrap();
        let again: today::Save = options.from_slice(&bytes).unwrap();
        assert_eq!(options.to_vec(&again).unwrap(), bytes);
    }
}

#[test]
fn a_part_that_the_game_changed_is_told() {
    for options in files() {
        let items: Vec<Box<dyn first::Comp>> = vec![Box::new(first::Torch { fuel: 1.5 })];
        let mut save: today::Save = options.from_slice(&packed(&options, items)).unwrap();
        save.comps.push(Box::new(today::Torch { fuel: 4.0, lit: true }));
        let error = options.to_vec(&save).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "comps[0].0.items[0].0"));
        insta::assert_snapshot!("a_part_that_the_game_changed", error);
        // Without the object, the rest is saved.
        save.comps.remove(0);
        assert!(options.to_vec(&save).is_ok());
    }
}

#[test]
fn a_name_that_the_game_uses_otherwise_is_told() {
    for options in files() {
        let mut save: clashing::Save =
            options.clone().newer(Newer::Accept).from_slice(&saved(&options)).unwrap();
        save.comps.push(Box::new(clashing::Tank { litres: 2.0 }));
        let error = options.to_vec(&save).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "comps[1].0.tank"));
    }
}

#[test]
fn skipping_leaves_out_fields_but_no_objects() {
    first::start();
    for options in files() {
        let comps: Vec<Box<dyn first::Comp>> =
            vec![Box::new(first::Torch { fuel: 1.0 }), Box::new(jetpack(0.5))];
        let theirs = options.to_vec(&first::Save { comps, cast: vec![] }).unwrap();
        let save: careful::Save = options.from_slice(&theirs).unwrap();
        let skipping = options.clone().unknown(UnknownPolicy::Skip);
        let bytes = skipping.to_vec(&save).unwrap();
        let again: careful::Save = options.from_slice(&bytes).unwrap();
        assert_eq!(of::<careful::Stranger>(&*again.comps[1]).0.variant(), Some("mod.jetpack"));
        assert_eq!(skipping.to_vec(&again).unwrap(), bytes);
        // A message cannot say what they are.
        let error = Options::message().unknown(UnknownPolicy::Skip).to_vec(&save).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Retained);
        insta::assert_snapshot!("a_message", error);
    }
}

/// An object of a newer game has no place among today's classes.
#[test]
fn what_a_newer_game_added_is_no_mod() {
    wings::start();
    for options in files() {
        let comps: Vec<Box<dyn today::Comp>> =
            vec![Box::new(today::Torch { fuel: 4.0, lit: true }), Box::new(today::Lamp { oil: 5 })];
        let newer = options.to_vec(&today::Save { comps, cast: vec![], tick: 8 }).unwrap();
        let lenient = options.clone().newer(Newer::Accept).unknown(Unknown::Retain);
        let mut save: careful::Save =
            lenient.from_slice(&newer).unwrap_or_else(|error| panic!("{error}"));
        save.cast.push(Rc::new(careful::Torch { fuel: 2.0, more: Unknown::new() }));
        let error = options.to_vec(&save).unwrap_err();
        insta::assert_snapshot!("a_newer_game", error);
        let error = options.clone().unknown(Unknown::Skip).to_vec(&save).unwrap_err();
        insta::assert_snapshot!("a_newer_game_skipping", error);
    }
}
