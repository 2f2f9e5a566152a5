//! Objects that fields share no longer since an older version: each field gets a copy, within the bounds.

use std::collections::VecDeque;
use std::rc::Rc;

use archive::{Archive, Error, ErrorKind, Limits, Value, json, text};
use archive_tests::hostile::{Bounds, FREE};
use archive_tests::memory::peak;

use crate::circles::soon;
use crate::ways;

mod then {
    use super::*;

    #[derive(Archive, Default)]
    pub struct Node {
        pub a: Option<Rc<Node>>,
        pub b: Option<Rc<Node>>,
    }

    #[derive(Archive)]
    pub struct Save {
        pub texts: Vec<Rc<String>>,
        pub lists: Vec<Rc<Vec<u64>>>,
        pub shared: Vec<Rc<String>>,
    }

    /// A chain of nodes, each of which leads to the next once or twice.
    pub fn chain(levels: usize, is_double: bool) -> Rc<Node> {
        let mut node = Rc::new(Node::default());
        for _ in 1..levels {
            let b = is_double.then(|| Rc::clone(&node));
            node = Rc::new(Node { a: Some(node), b });
        }
        node
    }
}

mod now {
    use super::*;

    #[derive(Archive, Clone)]
    pub struct Node {
        #[archive(was(Option<Rc<Node>>, until = 2))]
        pub a: Option<Box<Node>>,
        #[archive(was(Option<Rc<Node>>, until = 2))]
        pub b: Option<Box<Node>>,
    }

    impl Node {
        pub fn count(&self) -> usize {
            let all = [&self.a, &self.b].into_iter().flatten();
            1 + all.map(|node| node.count()).sum::<usize>()
        }
    }

    #[derive(Archive)]
    pub struct Save {
        #[archive(was(Vec<Rc<String>>, until = 2))]
        pub texts: Vec<String>,
        #[archive(was(Vec<Rc<Vec<u64>>>, until = 2))]
        pub lists: Vec<Vec<u64>>,
        #[archive(was(Vec<Rc<String>>, until = 2))]
        pub shared: VecDeque<Rc<String>>,
    }
}

/// Loads what `old` saved in each form, and passes on the result with the most memory that it may take.
fn each_way<Old: Archive, New: Archive>(old: &Old, check: impl Fn(Result<New, Error>, &str)) {
    for options in ways() {
        let bytes = options.to_vec(old).unwrap();
        let (loaded, memory) = soon(|| peak(|| options.from_slice::<New>(&bytes)));
        // The bounds of objects, with what is noted of each.
        let bound = FREE + 2 * Bounds::of::<New>().twice().body(&bytes) + 128 * 1024;
        assert!(memory <= bound, "{memory} of {bound} for {options:?}");
        check(loaded, &format!("{options:?}"));
    }
    let (text, json) = (text::to_string(old).unwrap(), json::to_string(old).unwrap());
    check(soon(|| text::from_str(&text)), "text");
    check(soon(|| json::from_str(&json)), "JSON");
    check(soon(|| Value::of(old).unwrap().to()), "tree");
}

#[test]
fn few_copies_are_made() {
    each_way(&then::chain(6, true), |loaded: Result<Rc<now::Node>, _>, way| {
        assert_eq!(loaded.unwrap().count(), 63, "{way}");
    });
    let (word, numbers) = (Rc::new("x".repeat(10)), Rc::new(vec![1, 2, 3]));
    let old = then::Save {
        texts: vec![Rc::clone(&word); 5],
        lists: vec![numbers; 5],
        shared: vec![word; 5],
    };
    each_way(&old, |loaded: Result<now::Save, _>, way| {
        let loaded = loaded.unwrap();
        assert!(loaded.texts.iter().all(|text| text.len() == 10), "{way}");
        assert_eq!(loaded.lists, vec![vec![1, 2, 3]; 5], "{way}");
        assert!(loaded.shared.iter().all(|text| Rc::ptr_eq(text, &loaded.shared[0])), "{way}");
    });
}

fn refused<T>(loaded: Result<T, Error>, way: &str) {
    let Err(error) = loaded else { panic!("{way} made all copies") };
    let kinds = [ErrorKind::MemoryLimit, ErrorKind::DepthLimit];
    assert!(kinds.contains(&error.kind()), "{way}: {error}");
}

#[test]
fn copies_of_copies_are_bounded() {
    for levels in [24, 64, 120] {
        each_way(&then::chain(levels, true), |loaded: Result<Rc<now::Node>, _>, way| {
            refused(loaded, way);
        });
    }
}

/// Each copy contains the copy of the next, so all of them nest.
#[test]
fn copies_nest_as_deep_as_values() {
    // Dropping the chain would overflow the stack.
    let chain = std::mem::ManuallyDrop::new(then::chain(20_000, false));
    for options in ways() {
        let bytes = options.to_vec(&*chain).unwrap();
        refused(options.from_slice::<Rc<now::Node>>(&bytes), "");
        let shallow = options.to_vec(&then::chain(30, false)).unwrap();
        assert_eq!(options.from_slice::<Rc<now::Node>>(&shallow).unwrap().count(), 30);
        let limited = options.limits(Limits::new().depth(20));
        let loaded = limited.from_slice::<Rc<now::Node>>(&shallow);
        let error = loaded.map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit, "{error}");
    }
}

#[test]
fn many_copies_of_one_object_are_bounded() {
    let (text, list) = (Rc::new("x".repeat(10_000)), Rc::new(vec![7; 5_000]));
    let save = |texts: usize, lists: usize, shared: usize| then::Save {
        texts: vec![Rc::clone(&text); texts],
        lists: vec![Rc::clone(&list); lists],
        shared: vec![Rc::clone(&text); shared],
    };
    // A tree takes so much memory for each link that all copies are within its bounds.
    let refuses = |loaded: Result<now::Save, _>, way: &str| {
        if way != "tree" {
            refused(loaded, way);
        }
    };
    each_way(&save(20_000, 0, 0), refuses);
    each_way(&save(0, 20_000, 0), refuses);
    // No copies.
    each_way(&save(0, 0, 20_000), |loaded: Result<now::Save, _>, way| {
        assert_eq!(loaded.unwrap().shared.len(), 20_000, "{way}");
    });
}

#[test]
fn an_error_about_copies_says_where_they_are() {
    let text = Rc::new("x".repeat(10_000));
    let old = then::Save { texts: vec![text; 20_000], lists: Vec::new(), shared: Vec::new() };
    let bytes = archive::to_vec(&old).unwrap();
    let error = archive::from_slice::<now::Save>(&bytes).map(drop).unwrap_err();
    assert_eq!(error.path(), "texts", "{error}");
}
