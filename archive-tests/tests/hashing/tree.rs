//! Hash trees as values.

use archive::{
    Describe, Deserialize, Error, HashTree, InputArchive, OutputArchive, Serialize, Step, Type,
    hash, hash_tree,
};

use crate::world::{World, world};

#[test]
fn its_own_hash_is_that_of_the_value() {
    assert_eq!(hash_tree(&world()).unwrap().hash(), hash(&world()).unwrap());
}

#[test]
fn it_is_an_archive_itself() {
    let tree = hash_tree(&world()).unwrap();
    let sent = archive::to_vec(&tree).unwrap();
    assert_eq!(archive::from_slice::<HashTree>(&sent).unwrap(), tree);
}

#[test]
fn it_has_no_more_parts_than_are_asked_for() {
    for most in 0..300 {
        assert!(HashTree::of(&world(), most).unwrap().parts() <= most);
    }
}

/// What a peer sends as a tree.
#[derive(archive::Archive)]
#[archive(crate = crate, name = "std.HashTree")]
struct Forged {
    hash: u128,
    hashes: Vec<u64>,
    below: Vec<u32>,
    labels: Vec<u32>,
    names: Vec<String>,
}

#[test]
fn a_forged_tree_leads_nowhere_and_to_no_panic() {
    let ours = hash_tree(&world()).unwrap();
    for seed in 0..2000_u32 {
        let number = |n: u32| (seed ^ n).wrapping_mul(0x9e37_79b9).rotate_left(seed % 31);
        let count = number(1) % 9;
        let forged = Forged {
            hash: u128::from(seed),
            hashes: (0..count).map(|n| u64::from(number(n))).collect(),
            below: (0..number(2) % 9).map(|n| number(n) >> (number(n) % 32)).collect(),
            labels: (0..number(3) % 9).map(number).collect(),
            names: vec!["tick".into(), "units".into()],
        };
        let bytes = archive::to_vec(&forged).unwrap();
        let theirs: HashTree = archive::from_slice(&bytes).unwrap();
        assert!(ours.first_difference(&theirs).is_some());
        assert!(theirs.first_difference(&ours).is_some());
    }
}

/// A type by hand whose visits differ from each other.
struct Unruly(u32);

impl Describe for Unruly {
    const TYPE: &'static Type = <Vec<u32>>::TYPE;
}

impl Serialize for Unruly {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        let shape = <World as archive::Named>::SHAPE;
        for n in 0..self.0 % 64 {
            match (self.0 >> 3).wrapping_mul(n | 1) % 11 {
                0 => archive.begin_list(3)?,
                1 => archive.end_list(),
                2 => archive.enter(Step::Key(0))?,
                3 => archive.enter(Step::Value(0))?,
                4 => archive.enter(Step::Element(9))?,
                5 | 6 => archive.leave(),
                7 => archive.begin_map(2)?,
                8 => archive.end_map(),
                9 => drop(archive.begin(shape)?),
                _ => archive.u32(n)?,
            }
        }
        Ok(())
    }
}

impl<'a> Deserialize<'a> for Unruly {
    fn deserialize<A: InputArchive<'a>>(_: &mut A) -> Result<Self, A::Error> {
        Ok(Self(0))
    }
}

#[test]
fn a_type_that_departs_from_its_description_is_hashed_all_the_same() -> Result<(), Error> {
    for seed in 0..20_000 {
        let tree = HashTree::of(&(Unruly(seed), 7_u8), 12)?;
        assert_eq!(tree.hash(), hash(&(Unruly(seed), 7_u8))?);
        assert!(tree.parts() <= 12);
    }
    Ok(())
}

/// FORMAT.md §10.2 for a value with shared objects.
#[test]
fn the_parts_of_what_is_shared_have_the_bytes_that_the_format_says() {
    use std::rc::Rc;

    use xxhash_rust::xxh3::xxh3_128;

    #[derive(archive::Archive)]
    struct World {
        first: Rc<u32>,
        second: Rc<u32>,
        mood: Mood,
    }
    #[derive(archive::Archive)]
    enum Mood {
        Calm { days: u8 },
    }

    let first = Rc::new(9);
    let world = World { second: Rc::clone(&first), first, mood: Mood::Calm { days: 2 } };
    let tree = hash_tree(&world).unwrap();
    let Forged { hash, hashes, below, labels, names } =
        archive::from_slice(&archive::to_vec(&tree).unwrap()).unwrap();
    assert_eq!(hash, archive::hash(&world).unwrap());
    let link = b"\x03u32\0\0\0\0".as_slice();
    let parts = [link, link, b"\x04Calm\x02", b"\x02", b"\x01\x09\0\0\0", b"\x09\0\0\0"];
    let low = |part| u64::try_from(xxh3_128(part) & u128::from(u64::MAX)).unwrap();
    assert_eq!(hashes, parts.map(low));
    assert_eq!(below, [0, 0, 1, 0, 1, 0]);
    assert_eq!(labels, [2 << 30, 2 << 30 | 1, 2 << 30 | 2, 2 << 30 | 3, 2 << 30 | 4, 0]);
    assert_eq!(names, ["first", "second", "mood", "days", "u32"]);
}
