//! Types that share objects, and that change: other versions load what one version wrote.

#![expect(clippy::vec_box, reason = "boxes are what is tested")]

use std::rc::Rc;
use std::sync::Arc;

use archive::{
    Archive, Compression, ErrorKind, Layout, Newer, Options, Serialize, Unknown, VersionTable,
    json, load_part, text,
};

use crate::ways;

/// Every way to write a file for a program that reads it by name.
pub fn by_name() -> Vec<Options> {
    let file = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
    let mut ways = Vec::new();
    for layout in [Layout::Rows, Layout::Columns] {
        for codec in [Compression::None, Compression::Lz4] {
            ways.push(file.clone().layout(layout).compression(codec));
        }
    }
    ways
}

/// Checks that a program loads what an older one saved, by its own history.
pub fn declared<Old: Serialize, New: Archive>(old: &Old, check: impl Fn(New)) {
    for options in ways() {
        let bytes = options.to_vec(old).unwrap();
        check(options.from_slice(&bytes).unwrap_or_else(|error| panic!("{options:?}: {error}")));
    }
    let text = text::to_string(old).unwrap();
    check(text::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    let json = json::to_string(old).unwrap();
    check(json::from_str(&json).unwrap_or_else(|error| panic!("{error}\n{json}")));
}

/// Checks that a program loads what another one saved, by name.
pub fn named<Theirs: Serialize, Ours: Archive>(theirs: &Theirs, check: impl Fn(Ours)) {
    for options in by_name() {
        let bytes = options.to_vec(theirs).unwrap();
        let refused = Options::file().from_slice::<Ours>(&bytes).err().map(|error| error.kind());
        assert_eq!(refused, Some(ErrorKind::TooNew), "it is read by names");
        check(options.from_slice(&bytes).unwrap_or_else(|error| panic!("{options:?}: {error}")));
    }
    let options = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
    let text = text::to_string(theirs).unwrap();
    check(options.from_text(&text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    let json = json::to_string(theirs).unwrap();
    check(options.from_json(&json).unwrap_or_else(|error| panic!("{error}\n{json}")));
}

/// Checks that what is written for an older program loads there, and maybe that it is the same.
pub fn writes_for<New: Serialize, Old: Archive>(
    new: &New,
    old: &Old,
    is_same: bool,
    check: impl Fn(Old),
) {
    let table = VersionTable::of::<Old>().unwrap();
    for options in ways() {
        let written = options.clone().write_for(&table).to_vec(new).unwrap();
        if is_same {
            assert!(written == options.to_vec(old).unwrap(), "{options:?}");
        }
        check(options.from_slice(&written).unwrap_or_else(|error| panic!("{options:?}: {error}")));
    }
    let options = Options::file().write_for(&table);
    let (text, json) = (options.to_text(new).unwrap(), options.to_json(new).unwrap());
    if is_same {
        assert_eq!(text, text::to_string(old).unwrap());
        assert_eq!(json, json::to_string(old).unwrap());
    }
    check(text::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    check(json::from_str(&json).unwrap_or_else(|error| panic!("{error}\n{json}")));
}

pub mod camp {
    pub mod v1 {
        use archive::Archive;
        use std::rc::Rc;

        #[derive(Archive, Debug)]
        pub struct Camp {
            pub leader: Rc<Soldier>,
            pub name: Rc<str>,
            pub all: Vec<Rc<Soldier>>,
        }

        #[derive(Archive, Debug)]
        pub struct Soldier {
            pub name: Rc<str>,
            pub guards: Option<Rc<Soldier>>,
        }
    }

    pub mod v2 {
        use archive::Archive;
        use std::rc::Rc;

        // The field that held the first reference is gone, and so is the first owner of a name.
        #[derive(Archive, Debug)]
        pub struct Camp {
            #[archive(removed(leader: Rc<Soldier>, until = 2), removed(name: Rc<str>, until = 2))]
            pub all: Vec<Rc<Soldier>>,
            #[since(2, default = None)]
            pub flag: Option<Rc<str>>,
        }

        #[derive(Archive, Debug)]
        pub struct Soldier {
            pub name: Rc<str>,
            pub guards: Option<Rc<Soldier>>,
            #[since(2, default = name.len())]
            pub letters: usize,
        }
    }

    pub mod v3 {
        use archive::Archive;
        use std::rc::Rc;

        // The first references are in fields that the older program does not know.
        #[derive(Archive, Debug)]
        pub struct Camp {
            #[since(3, default = None)]
            pub guest: Option<Rc<Soldier>>,
            #[archive(removed(leader: Rc<Soldier>, until = 2), removed(name: Rc<str>, until = 2))]
            pub all: Vec<Rc<Soldier>>,
            #[since(2, default = None)]
            pub flag: Option<Rc<str>>,
        }

        #[derive(Archive, Debug)]
        pub struct Soldier {
            pub name: Rc<str>,
            pub guards: Option<Rc<Soldier>>,
            #[since(2, default = name.len())]
            pub letters: usize,
        }
    }
}

pub fn old_camp() -> camp::v1::Camp {
    use camp::v1::{Camp, Soldier};

    let name: Rc<str> = "Ada".into();
    let cid = Rc::new(Soldier { name: "Cid".into(), guards: None });
    let ada = Rc::new(Soldier { name: Rc::clone(&name), guards: Some(cid) });
    let bob = Rc::new(Soldier { name: Rc::clone(&name), guards: Some(Rc::clone(&ada)) });
    Camp { leader: Rc::clone(&ada), name, all: vec![bob, Rc::clone(&ada), ada] }
}

/// Checks what the second version loads from [`old_camp`].
pub fn is_old_camp(camp: camp::v2::Camp) {
    let [bob, ada, again] = &camp.all[..] else { panic!("three soldiers") };
    assert!(Rc::ptr_eq(ada, again) && Rc::ptr_eq(bob.guards.as_ref().unwrap(), ada));
    assert!(Rc::ptr_eq(&ada.name, &bob.name));
    assert_eq!((&*ada.name, ada.letters), ("Ada", 3));
    assert_eq!(&*ada.guards.as_ref().unwrap().name, "Cid");
    assert_eq!((Rc::strong_count(ada), Rc::strong_count(&ada.name)), (3, 2));
    assert!(camp.flag.is_none());
}

#[test]
fn the_field_that_held_the_first_reference_is_removed() {
    use camp::v2::Soldier;

    declared(&old_camp(), is_old_camp);

    let newer = |name: &Rc<str>, guards| {
        Rc::new(camp::v3::Soldier { name: Rc::clone(name), guards, letters: 3 })
    };
    let (ada, cid) = (Rc::from("Ada"), Rc::from("Cid"));
    let guest = newer(&ada, Some(newer(&cid, None)));
    let all = vec![newer(&ada, Some(Rc::clone(&guest))), Rc::clone(&guest), Rc::clone(&guest)];
    named(&camp::v3::Camp { guest: Some(guest), all, flag: None }, is_old_camp);

    // Objects that only the guest refers to are not missed.
    let guest = newer(&ada, Some(newer(&cid, None)));
    let theirs = camp::v3::Camp { guest: Some(guest), all: vec![newer(&cid, None)], flag: None };
    named(&theirs, |camp: camp::v2::Camp| {
        let [cid]: &[Rc<Soldier>; 1] = camp.all.as_slice().try_into().unwrap();
        assert_eq!((&*cid.name, Rc::strong_count(cid), Rc::strong_count(&cid.name)), ("Cid", 1, 1));
    });
}

#[test]
fn a_newer_program_writes_for_an_older_one() {
    use camp::{v2, v3};

    let name: Rc<str> = "Ada".into();
    let flag: Rc<str> = "red".into();
    let ada = Rc::new(v3::Soldier { name: Rc::clone(&name), guards: None, letters: 4 });
    let bob = v3::Soldier { name: Rc::clone(&name), guards: Some(Rc::clone(&ada)), letters: 5 };
    let all = vec![Rc::new(bob), Rc::clone(&ada), ada];
    let new = v3::Camp { guest: None, all, flag: Some(Rc::clone(&flag)) };

    let ada = Rc::new(v2::Soldier { name: Rc::clone(&name), guards: None, letters: 4 });
    let bob = v2::Soldier { name: Rc::clone(&name), guards: Some(Rc::clone(&ada)), letters: 5 };
    let old = v2::Camp { all: vec![Rc::new(bob), Rc::clone(&ada), ada], flag: Some(flag) };
    writes_for(&new, &old, true, |camp: v2::Camp| {
        let [bob, ada, again] = &camp.all[..] else { panic!("three soldiers") };
        assert!(Rc::ptr_eq(ada, again) && Rc::ptr_eq(bob.guards.as_ref().unwrap(), ada));
        assert!(Rc::ptr_eq(&ada.name, &bob.name));
        assert_eq!((ada.letters, camp.flag.as_deref()), (4, Some("red")));
    });

    // A guest would be lost.
    let new = v3::Camp { guest: new.all.first().cloned(), ..new };
    let table = VersionTable::of::<v2::Camp>().unwrap();
    for options in ways() {
        let error = options.write_for(&table).to_vec(&new).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::CannotWrite, "{error}");
    }
}

mod scene {
    pub mod v1 {
        use archive::Archive;

        #[derive(Archive, Debug, Clone, PartialEq)]
        pub struct Mesh {
            pub points: Vec<u16>,
        }

        #[derive(Archive, Debug)]
        pub struct Scene {
            pub ground: Box<Mesh>,
            pub sky: Mesh,
            pub rocks: Vec<Box<Mesh>>,
        }
    }

    pub mod v2 {
        use std::rc::Rc;

        use archive::Archive;

        pub use super::v1::Mesh;

        #[derive(Archive, Debug)]
        pub struct Scene {
            #[archive(was(Box<Mesh>, until = 2))]
            pub ground: Rc<Mesh>,
            #[archive(was(Mesh, until = 2))]
            pub sky: Rc<Mesh>,
            #[archive(was(Vec<Box<Mesh>>, until = 2, with = super::share, back = super::own))]
            pub rocks: Vec<Rc<Mesh>>,
        }
    }

    pub mod v3 {
        use std::rc::Rc;

        use archive::Archive;

        pub use super::v1::Mesh;

        #[derive(Archive, Debug)]
        #[archive(oldest = 2)]
        pub struct Scene {
            #[archive(was(Rc<Mesh>, until = 3))]
            pub ground: Box<Mesh>,
            #[archive(was(Rc<Mesh>, until = 3))]
            pub sky: Mesh,
            #[archive(was(Vec<Rc<Mesh>>, until = 3, with = super::unshare))]
            pub rocks: Vec<Mesh>,
        }
    }

    use std::convert::Infallible;
    use std::rc::Rc;

    use v1::Mesh;

    pub fn share(meshes: Vec<Box<Mesh>>) -> Result<Vec<Rc<Mesh>>, Infallible> {
        Ok(meshes.into_iter().map(Rc::from).collect())
    }

    #[expect(clippy::ptr_arg, reason = "it takes what the field holds")]
    pub fn own(meshes: &Vec<Rc<Mesh>>) -> Result<Vec<Box<Mesh>>, Infallible> {
        Ok(meshes.iter().map(|mesh| Box::new(Mesh::clone(mesh))).collect())
    }

    pub fn unshare(meshes: Vec<Rc<Mesh>>) -> Result<Vec<Mesh>, Infallible> {
        Ok(meshes.into_iter().map(Rc::unwrap_or_clone).collect())
    }
}

fn mesh(point: u16) -> scene::v1::Mesh {
    scene::v1::Mesh { points: vec![point; 3] }
}

fn owned_scene() -> scene::v1::Scene {
    let rocks = vec![Box::new(mesh(3)), Box::new(mesh(1))];
    scene::v1::Scene { ground: Box::new(mesh(1)), sky: mesh(2), rocks }
}

fn shared_scene() -> scene::v2::Scene {
    let (ground, rock) = (Rc::new(mesh(1)), Rc::new(mesh(3)));
    scene::v2::Scene {
        ground: Rc::clone(&ground),
        sky: Rc::new(mesh(2)),
        rocks: vec![rock, ground],
    }
}

#[test]
fn what_was_owned_becomes_shared() {
    let check = |scene: scene::v2::Scene| {
        assert_eq!((&*scene.ground, &*scene.sky), (&mesh(1), &mesh(2)));
        assert_eq!((&*scene.rocks[0], &*scene.rocks[1]), (&mesh(3), &mesh(1)));
        assert_eq!(Rc::strong_count(&scene.ground), 1);
    };
    declared(&owned_scene(), check);
    let theirs =
        scene::v3::Scene { ground: Box::new(mesh(1)), sky: mesh(2), rocks: vec![mesh(3), mesh(1)] };
    named(&theirs, check);
    writes_for(&shared_scene(), &owned_scene(), true, |scene: scene::v1::Scene| {
        assert_eq!((&*scene.ground, &scene.sky), (&mesh(1), &mesh(2)));
    });
}

#[test]
fn what_was_shared_becomes_owned() {
    declared(&shared_scene(), |scene: scene::v3::Scene| {
        assert_eq!((&*scene.ground, &scene.sky), (&mesh(1), &mesh(2)));
        assert_eq!(scene.rocks, [mesh(3), mesh(1)]);
    });
    named(&shared_scene(), |scene: scene::v1::Scene| {
        assert_eq!((&*scene.ground, &scene.sky), (&mesh(1), &mesh(2)));
        assert_eq!((&*scene.rocks[0], &*scene.rocks[1]), (&mesh(3), &mesh(1)));
    });
}

#[test]
fn one_type_behind_two_kinds_of_pointers() {
    type Both = (Vec<Rc<Vec<u16>>>, Vec<Arc<Vec<u16>>>, Option<Rc<Arc<Vec<u16>>>>);
    let rcs: Vec<_> = (0..50).map(|n| Rc::new(vec![n])).collect();
    let arcs: Vec<_> = (0..50).map(|n| Arc::new(vec![n, n])).collect();
    let inner = Rc::new(Arc::clone(&arcs[7]));
    let value: Both =
        ([&rcs[..], &rcs[..3]].concat(), [&arcs[..], &arcs[..3]].concat(), Some(inner));
    declared(&value, |(rcs, arcs, inner): Both| {
        let same =
            |at| Rc::ptr_eq(&rcs[at], &rcs[50 + at]) && Arc::ptr_eq(&arcs[at], &arcs[50 + at]);
        assert!((0..3).all(same));
        assert!(Arc::ptr_eq(&inner.unwrap(), &arcs[7]));
        assert_eq!((&*rcs[49], &*arcs[49]), (&vec![49], &vec![49, 49]));
        assert_eq!((Rc::strong_count(&rcs[9]), Arc::strong_count(&arcs[9])), (1, 1));
    });
}

#[test]
fn a_smaller_struct_out_of_a_linked_file() {
    #[derive(Archive, Debug)]
    struct Camp {
        all: Vec<Rc<Soldier>>,
    }
    #[derive(Archive, Debug)]
    struct Soldier {
        guards: Option<Box<Name>>,
        name: Rc<str>,
    }
    #[derive(Archive, Debug)]
    struct Name {
        name: String,
    }
    #[derive(Archive, Debug)]
    struct OnlyName {
        name: String,
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("camp");
    for options in by_name() {
        options.save(&path, &old_camp()).unwrap();
        let camp: Camp = load_part(&path).unwrap();
        let [bob, ada, again] = &camp.all[..] else { panic!("three soldiers") };
        assert!(Rc::ptr_eq(ada, again) && Rc::ptr_eq(&ada.name, &bob.name));
        assert_eq!(bob.guards.as_ref().unwrap().name, "Ada");
        assert_eq!(ada.guards.as_ref().unwrap().name, "Cid");
        assert_eq!(load_part::<OnlyName>(&path).unwrap().name, "Ada");
    }
}
