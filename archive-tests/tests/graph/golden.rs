//! Old files with objects stay readable.

use std::rc::Rc;

use archive::{Archive, Schema, json, text};
use archive_tests::golden::{forms, golden, save};

use crate::exits::{are_rooms, rooms};
use crate::scene::{Chest, Orc, Scene, scene};
use crate::stories::{camp, is_old_camp, old_camp};

/// Checks that a version writes what its golden files hold, and loads those as another version.
fn ships<T: Archive, Later: Archive>(story: &str, version: u32, value: &T, check: impl Fn(Later)) {
    for (form, options) in forms() {
        let options = options.by_value(false);
        let today = save(&options, value).unwrap();
        let kept = golden(story, version, form, &today);
        let loaded: T = options.from_slice(&kept).unwrap();
        assert_eq!(options.to_vec(&loaded).unwrap(), kept, "{story} version {version} as {form}");
        check(options.from_slice(&kept).unwrap());
        // With only the schema in the file, tools show the same objects.
        if Schema::of_archive(&kept).is_ok() {
            check(text::from_str(&text::of_archive(&kept).unwrap()).unwrap());
            check(json::from_str(&json::of_archive(&kept).unwrap()).unwrap());
        }
    }
}

#[test]
fn a_scene_that_shares_everything() {
    ships("graph", 1, &scene(), |scene: Scene| {
        let [north, south] = &scene.names[..] else { panic!("two names") };
        assert_eq!((&**north, &**south), ("north", "south"));
        assert!(Rc::ptr_eq(&scene.root.name, north));
        let children = scene.root.children.borrow();
        assert!(Rc::ptr_eq(&children[1].parent.borrow().upgrade().unwrap(), &scene.root));
        assert!(Rc::ptr_eq(&children[1].children.borrow()[0].name, north));
        let [ada, bob] = &scene.people[..] else { panic!("two people") };
        assert!(Rc::ptr_eq(ada.borrow().friend.as_ref().unwrap(), bob));
        assert!(Rc::ptr_eq(bob.borrow().friend.as_ref().unwrap(), ada));
        assert!(Rc::ptr_eq(&ada.borrow().rival.upgrade().unwrap(), ada));
        let chest: &Chest = (*scene.hero).as_any().downcast_ref().unwrap();
        assert!(Rc::ptr_eq(&chest.label, south));
        let orc = &chest.within.borrow()[0];
        let orc: &Orc = (**orc).as_any().downcast_ref().unwrap();
        assert_eq!(orc.rage, 500);
        assert!(Rc::ptr_eq(orc.enemy.borrow().as_ref().unwrap(), &scene.hero));
        let boxed: &Orc = (*scene.cast[0]).as_any().downcast_ref().unwrap();
        assert!(Rc::ptr_eq(boxed.enemy.borrow().as_ref().unwrap(), &scene.hero));
    });
}

#[test]
fn rooms_that_lead_to_each_other() {
    ships("rooms", 1, &rooms(), are_rooms);
}

#[test]
fn a_camp_of_three_versions() {
    use camp::{v2, v3};

    ships("camp", 1, &old_camp(), is_old_camp);

    let name = Rc::from("Ada");
    let ada = Rc::new(v2::Soldier { name: Rc::clone(&name), guards: None, letters: 4 });
    let camp = v2::Camp { all: vec![Rc::clone(&ada), ada], flag: Some(name) };
    ships("camp", 2, &camp, |camp: v3::Camp| {
        assert!(Rc::ptr_eq(&camp.all[0], &camp.all[1]));
        assert!(Rc::ptr_eq(&camp.all[0].name, camp.flag.as_ref().unwrap()));
        assert_eq!((camp.guest.is_none(), camp.all[0].letters), (true, 4));
    });

    let name = Rc::from("Ada");
    let ada = Rc::new(v3::Soldier { name: Rc::clone(&name), guards: None, letters: 4 });
    let camp = v3::Camp { guest: Some(Rc::clone(&ada)), all: vec![ada], flag: Some(name) };
    ships("camp", 3, &camp, |camp: v3::Camp| {
        assert!(Rc::ptr_eq(&camp.all[0], camp.guest.as_ref().unwrap()));
    });
}
