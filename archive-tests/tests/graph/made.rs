//! Objects created by defaults while a value is saved for an older version.

use std::rc::Rc;

use archive::{Archive, ErrorKind, Limits, VersionTable};

use crate::ways;

#[derive(Archive, Clone, Debug, Default)]
struct Node {
    #[archive(removed(next: Option<Rc<Node>>, until = 2, default = Some(Rc::default())))]
    id: u32,
}

/// Leads to another of its type through an object that something else owns.
#[derive(Archive, Clone, Debug, Default)]
struct Outer {
    #[archive(removed(inner: Rc<Inner>, until = 2, default = Rc::new(Inner { outer: Rc::default() })))]
    id: u32,
}

#[derive(Archive, Clone, Debug)]
struct Inner {
    outer: Rc<Outer>,
}

#[derive(Archive, Clone, Debug)]
struct Camp {
    #[archive(removed(fire: Rc<Fire>, until = 2, default = Rc::new(Fire { heat: 9 })))]
    id: u32,
}

#[derive(Archive, Clone, Debug)]
struct Fire {
    heat: u8,
}

#[test]
fn a_default_that_makes_itself_ends() {
    fn refused<T: Archive>(value: &T, names: &[&str]) {
        let today = VersionTable::of::<T>().unwrap();
        let older = names.iter().fold(today, |older, name| older.with(name, 1));
        for options in ways() {
            let options = options.write_for(&older).limits(Limits::new().max_alloc(1 << 20));
            let error = options.to_vec(value).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::MemoryLimit);
            assert!(
                error.to_string().contains("a default that makes an object with the same default"),
                "{error}"
            );
        }
    }
    refused(&Node { id: 1 }, &["Node"]);
    refused(&Outer { id: 1 }, &["Outer", "Inner"]);
}

#[test]
fn what_a_default_makes_is_within_the_limits() {
    let camps: Vec<Rc<Camp>> = (0..4000).map(|id| Rc::new(Camp { id })).collect();
    let older = VersionTable::of::<Vec<Rc<Camp>>>().unwrap().with("Camp", 1).with("Fire", 1);
    for options in ways() {
        let saved = |most| {
            options.clone().write_for(&older).limits(Limits::new().max_alloc(most)).to_vec(&camps)
        };
        let bytes = saved(800_000).unwrap();
        let loaded: Vec<Rc<Camp>> = options.from_slice(&bytes).unwrap();
        assert_eq!(loaded.iter().map(|camp| camp.id).sum::<u32>(), 7_998_000);
        assert_eq!(saved(400_000).unwrap_err().kind(), ErrorKind::MemoryLimit);
    }
}
