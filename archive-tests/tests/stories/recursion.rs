//! Recursive types: a tree, a list of links, and mutual recursion.

use archive::ErrorKind;
use archive_tests::golden::Story;

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct World {
        pub quests: Tree,
        pub trail: Option<Box<Link>>,
        pub entry: Room,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Tree {
        pub name: String,
        pub children: Vec<Tree>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Link {
        pub place: u8,
        pub next: Option<Box<Link>>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Room {
        pub doors: Vec<Door>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub enum Door {
        Walled,
        To(Box<Room>),
    }
}

pub mod v2 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct World {
        pub quests: Tree,
        pub trail: Option<Box<Link>>,
        pub entry: Chamber,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Tree {
        pub name: String,
        pub children: Vec<Tree>,
        #[since(2, default = children.len())]
        pub open: usize,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Link {
        #[archive(was(u8, until = 2))]
        pub place: u16,
        pub next: Option<Box<Link>>,
    }

    #[derive(Archive, Debug, PartialEq)]
    #[archive(renamed(2, from = "Room"))]
    pub struct Chamber {
        pub doors: Vec<Door>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub enum Door {
        Walled,
        To(Box<Chamber>, #[since(2, default = false)] bool),
    }
}

fn old() -> v1::World {
    let leaf = |name: &str| v1::Tree { name: name.into(), children: Vec::new() };
    let quests = v1::Tree { name: "main".into(), children: vec![leaf("well"), leaf("tower")] };
    let last = v1::Link { place: 9, next: None };
    let trail = Some(Box::new(v1::Link { place: 7, next: Some(Box::new(last)) }));
    let behind = Box::new(v1::Room { doors: vec![v1::Door::Walled] });
    let entry = v1::Room { doors: vec![v1::Door::To(behind), v1::Door::Walled] };
    v1::World { quests, trail, entry }
}

fn today(open: usize, place: u16, locked: bool) -> v2::World {
    let leaf = |name: &str| v2::Tree { name: name.into(), children: Vec::new(), open: 0 };
    let children = vec![leaf("well"), leaf("tower")];
    let quests = v2::Tree { name: "main".into(), children, open };
    let last = v2::Link { place, next: None };
    let trail = Some(Box::new(v2::Link { place: 7, next: Some(Box::new(last)) }));
    let behind = Box::new(v2::Chamber { doors: vec![v2::Door::Walled] });
    let entry = v2::Chamber { doors: vec![v2::Door::To(behind, locked), v2::Door::Walled] };
    v2::World { quests, trail, entry }
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let mut story = Story::new("recursion");
    story.ships(1, &old());
    story.ships(2, &today(1, 900, true));
    story.loads(1, 2, &today(2, 9, false));
    story.refuses::<v1::World>(2, 1);
    story.writes_for(2, 1, &today(2, 9, false), &old());
    story.cannot_write_for(2, 1, "a new field of the tree", &today(1, 9, false));
    story.cannot_write_for(2, 1, "a wider field of the last link", &today(2, 900, false));
    story.cannot_write_for(2, 1, "a new field of a door", &today(2, 9, true));
    insta::assert_snapshot!(story.refusals());
}

fn chain(depth: usize) -> v1::Tree {
    let mut tree = v1::Tree { name: String::new(), children: Vec::new() };
    for _ in 1..depth {
        tree = v1::Tree { name: String::new(), children: vec![tree] };
    }
    tree
}

#[test]
fn an_old_tree_is_bounded_in_depth_as_a_new_one_is() {
    let bytes = archive::to_vec(&chain(128)).unwrap();
    let tree: v2::Tree = archive::from_slice(&bytes).unwrap();
    assert_eq!(tree.open, 1);
    assert_eq!(archive::to_vec(&chain(129)).unwrap_err().kind(), ErrorKind::DepthLimit);
}
