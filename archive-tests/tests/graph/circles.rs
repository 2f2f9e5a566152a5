//! Circles that cannot be loaded, and objects shared so often that copies would exceed the memory.

use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::{Rc, Weak};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use archive::{Archive, ErrorKind, Options};
use archive_tests::hostile::{Bounds, FREE};
use archive_tests::memory::peak;
use archive_tests::wire;
use cpu_time::ThreadTime;

use crate::stories::by_name;
use crate::ways;

/// Types with links in cells, which may form circles.
mod loose {
    use std::cell::RefCell;
    use std::rc::{Rc, Weak};

    use archive::Archive;

    #[derive(Archive, Debug, Default)]
    pub struct Ring {
        pub next: RefCell<Option<Rc<Ring>>>,
    }

    #[derive(Archive, Debug, Default)]
    pub struct Bag {
        pub all: RefCell<Vec<Rc<Bag>>>,
    }

    #[derive(Archive, Debug, Default)]
    pub struct A {
        pub b: RefCell<Option<Rc<B>>>,
    }

    #[derive(Archive, Debug, Default)]
    pub struct B {
        pub a: RefCell<Option<Rc<A>>>,
    }

    #[derive(Archive, Debug, Default)]
    pub struct Back {
        pub me: RefCell<Weak<Back>>,
    }
}

/// The same types without cells; their schemas are the same.
mod firm {
    use std::rc::{Rc, Weak};

    use archive::Archive;

    #[derive(Archive, Debug)]
    pub struct Ring {
        pub next: Option<Rc<Ring>>,
    }

    #[derive(Archive, Debug)]
    pub struct Bag {
        pub all: Vec<Rc<Bag>>,
    }

    #[derive(Archive, Debug)]
    pub struct A {
        pub b: Option<Rc<B>>,
    }

    #[derive(Archive, Debug)]
    pub struct B {
        pub a: Option<Rc<A>>,
    }

    #[derive(Archive, Debug)]
    pub struct Back {
        pub me: Weak<Back>,
    }
}

/// Checks that objects that own themselves through cells do not load without cells.
#[track_caller]
fn owns_itself<Loose: Archive + 'static, Firm: Archive + Debug>(objects: Vec<Rc<Loose>>) {
    for options in ways() {
        let bytes = options.to_vec(&objects).unwrap();
        let loaded = options.from_slice::<Vec<Rc<Loose>>>(&bytes).unwrap();
        assert_eq!(options.to_vec(&loaded).unwrap(), bytes);
        let (refused, memory) = peak(|| options.from_slice::<Firm>(&bytes));
        let error = refused.expect_err("it owns itself");
        assert_eq!(error.kind(), ErrorKind::InvalidLink, "{error}");
        assert!(memory <= FREE + Bounds::of::<Firm>().body(&bytes), "{memory}");
        let value = archive::Value::from_slice(&bytes);
        if let Ok(value) = value {
            let error = value.to::<Firm>().expect_err("it owns itself");
            assert_eq!(error.kind(), ErrorKind::InvalidLink, "{error}");
        } else {
            assert!(!wire::is_file(&bytes), "files carry their schema");
        }
    }
}

#[test]
fn an_object_that_owns_itself_is_refused() {
    let ring = Rc::new(loose::Ring::default());
    *ring.next.borrow_mut() = Some(Rc::clone(&ring));
    owns_itself::<_, Vec<Rc<firm::Ring>>>(vec![ring]);

    let rings: Vec<_> = (0..5).map(|_| Rc::new(loose::Ring::default())).collect();
    for (at, ring) in rings.iter().enumerate() {
        *ring.next.borrow_mut() = Some(Rc::clone(&rings[(at + 1) % 5]));
    }
    owns_itself::<_, Vec<Rc<firm::Ring>>>(rings);

    let bag = Rc::new(loose::Bag::default());
    *bag.all.borrow_mut() = vec![Rc::clone(&bag), Rc::clone(&bag)];
    owns_itself::<_, Vec<Rc<firm::Bag>>>(vec![bag]);

    let (a, b) = (Rc::new(loose::A::default()), Rc::new(loose::B::default()));
    *a.b.borrow_mut() = Some(Rc::clone(&b));
    *b.a.borrow_mut() = Some(Rc::clone(&a));
    owns_itself::<_, Vec<Rc<firm::A>>>(vec![a]);

    let back = Rc::new(loose::Back::default());
    *back.me.borrow_mut() = Rc::downgrade(&back);
    owns_itself::<_, Vec<Rc<firm::Back>>>(vec![back]);
}

/// A program that shares objects.
pub mod shares {
    use std::rc::Rc;

    use archive::Archive;

    #[derive(Archive, Debug)]
    #[archive(version = 2)]
    pub struct World {
        pub root: Rc<Pair>,
    }

    #[derive(Archive, Debug, Default)]
    pub struct Pair {
        pub a: Option<Rc<Pair>>,
        pub b: Option<Rc<Pair>>,
        pub list: Vec<Rc<Pair>>,
    }

    /// This many levels, each of which refers to the next from every field.
    pub fn levels(count: usize) -> World {
        let root = (0..count).fold(Rc::default(), |next: Rc<Pair>, _| {
            let (a, b) = (Some(Rc::clone(&next)), Some(Rc::clone(&next)));
            Rc::new(Pair { a, b, list: vec![Rc::clone(&next), next] })
        });
        World { root }
    }
}

/// An older program that does not share them.
pub mod owns {
    use archive::Archive;

    #[derive(Archive, Debug)]
    pub struct World {
        pub root: Pair,
    }

    #[derive(Archive, Debug)]
    pub struct Pair {
        pub a: Option<Box<Pair>>,
        pub b: Option<Box<Pair>>,
        pub list: Vec<Pair>,
    }
}

/// Checks that work finishes in reasonable time, even on a busy machine.
pub fn soon<R>(work: impl FnOnce() -> R) -> R {
    let start = ThreadTime::now();
    let result = work();
    assert!(start.elapsed() < Duration::from_secs(20), "it takes too long");
    result
}

#[test]
fn sharing_takes_as_much_as_its_objects() {
    let world = shares::levels(64);
    for options in ways() {
        let bytes = soon(|| options.to_vec(&world).unwrap());
        let (loaded, memory) =
            soon(|| peak(|| options.from_slice::<shares::World>(&bytes).unwrap()));
        assert!(memory <= FREE + Bounds::of::<shares::World>().body(&bytes), "{memory}");
        assert!(memory <= 128 * 1024, "{memory} bytes");
        let mut levels = 0;
        let mut at = &loaded.root;
        while let Some(next) = &at.a {
            assert!(Rc::ptr_eq(next, at.b.as_ref().unwrap()));
            assert!(Rc::ptr_eq(next, &at.list[0]) && Rc::ptr_eq(next, &at.list[1]));
            (levels, at) = (levels + 1, next);
        }
        assert_eq!(levels, 64);
        assert_eq!(soon(|| options.to_vec(&loaded).unwrap()), bytes);
    }
    let tree = soon(|| archive::Value::of(&world).unwrap());
    let loaded: shares::World = soon(|| tree.to().unwrap());
    assert_eq!(soon(|| archive::Value::of(&loaded).unwrap()), tree);
}

#[test]
fn copies_of_what_is_shared_are_bounded() {
    for levels in [1, 2, 3] {
        let world = shares::levels(levels);
        for options in by_name() {
            let bytes = options.to_vec(&world).unwrap();
            let loaded: owns::World = options.from_slice(&bytes).unwrap();
            let depth = std::iter::successors(Some(&loaded.root), |pair| pair.a.as_deref()).count();
            assert_eq!(depth, levels + 1);
        }
    }
    for levels in [40, 64, 300] {
        let world = shares::levels(levels);
        for options in by_name() {
            let bytes = options.to_vec(&world).unwrap();
            let (refused, memory) = soon(|| peak(|| options.from_slice::<owns::World>(&bytes)));
            let error = refused.expect_err("there are more copies than any memory holds");
            let kinds = [ErrorKind::MemoryLimit, ErrorKind::DepthLimit];
            assert!(kinds.contains(&error.kind()), "{error}");
            // The bounds of both programs, plus the memory for the schema and for resolving it.
            let bound = FREE
                + Bounds::by_name::<owns::World>().twice().body(&bytes)
                + Bounds::of::<shares::World>().twice().body(&bytes)
                + 128 * 1024
                + 192 * bytes.len();
            assert!(memory <= bound, "{memory} of {bound} for {options:?}");
        }
    }
}

#[test]
fn a_circle_is_no_copy_of_itself() {
    mod theirs {
        use archive::Archive;

        #[derive(Archive, Debug)]
        #[archive(version = 2)]
        pub struct World {
            pub root: std::rc::Rc<Ring>,
        }

        #[derive(Archive, Debug, Default)]
        pub struct Ring {
            pub next: std::cell::RefCell<Option<std::rc::Rc<Ring>>>,
        }
    }

    #[derive(Archive, Debug)]
    struct World {
        root: Box<Ring>,
    }

    #[derive(Archive, Debug)]
    struct Ring {
        next: Option<Box<Ring>>,
    }

    let ring = Rc::new(theirs::Ring::default());
    *ring.next.borrow_mut() = Some(Rc::clone(&ring));
    let world = theirs::World { root: ring };
    for options in by_name() {
        let bytes = options.to_vec(&world).unwrap();
        let error = soon(|| options.from_slice::<World>(&bytes)).expect_err("it has no end");
        let kinds = [ErrorKind::MemoryLimit, ErrorKind::DepthLimit];
        assert!(kinds.contains(&error.kind()), "{error}");
    }
}

/// Takes much more memory than bytes, to use up what the bounds allow.
type Wide = [Option<u64>; 31];

#[derive(Archive, Debug)]
struct Tight {
    data: Wide,
    next: RefCell<Option<Rc<Tight>>>,
    last: RefCell<Weak<Tight>>,
}

#[test]
fn a_list_that_is_linked_both_ways_is_within_the_bounds() {
    let make = || Tight { data: [None; 31], next: RefCell::default(), last: RefCell::default() };
    let all: Vec<_> = (0..2000).map(|_| Rc::new(make())).collect();
    for pair in all.windows(2) {
        *pair[0].next.borrow_mut() = Some(Rc::clone(&pair[1]));
        *pair[1].last.borrow_mut() = Rc::downgrade(&pair[0]);
    }
    within(&all[0], |first: &Rc<Tight>| {
        let second = first.next.borrow().clone().unwrap();
        assert!(Rc::ptr_eq(&second.last.borrow().upgrade().unwrap(), first));
    });
}

#[test]
fn objects_of_two_kinds_of_pointers_are_within_the_bounds() {
    let pair = |_| -> (Rc<Wide>, Arc<Wide>) { (Rc::new([None; 31]), Arc::new([None; 31])) };
    within(&(0..2000).map(pair).collect(), |all: &Vec<(Rc<Wide>, Arc<Wide>)>| {
        assert_eq!(all.len(), 2000);
    });
}

/// Is held by both kinds of pointers, and completed when all others are there.
#[derive(Archive, Debug)]
struct Both {
    data: Wide,
    rc: RefCell<Weak<Both>>,
    arc: RefCell<std::sync::Weak<Both>>,
}

#[test]
fn objects_of_two_kinds_that_lead_back_are_within_the_bounds() {
    let make = || Both { data: [None; 31], rc: RefCell::default(), arc: RefCell::default() };
    #[expect(clippy::arc_with_non_send_sync, reason = "both kinds of pointers to one type")]
    let all: Vec<_> = (0..2000).map(|_| (Rc::new(make()), Arc::new(make()))).collect();
    let last = &all[1999];
    for (rc, arc) in &all {
        for both in [&**rc, &**arc] {
            *both.rc.borrow_mut() = Rc::downgrade(&last.0);
            *both.arc.borrow_mut() = Arc::downgrade(&last.1);
        }
    }
    within(&all, |all: &Vec<(Rc<Both>, Arc<Both>)>| {
        let last = &all[1999];
        for (rc, arc) in all {
            assert!(rc.rc.borrow().ptr_eq(&Rc::downgrade(&last.0)));
            assert!(arc.arc.borrow().ptr_eq(&Arc::downgrade(&last.1)));
        }
    });
}

#[test]
fn lists_that_are_shared_are_within_the_bounds() {
    let text: Rc<str> = "x".repeat(300_000).into();
    let list: Rc<[u8]> = vec![7; 300_000].into();
    let numbers: Arc<[u64]> = (0..60_000).collect::<Vec<_>>().into();
    let value = (text, list, vec![numbers.clone(), numbers]);
    type Lists = (Rc<str>, Rc<[u8]>, Vec<Arc<[u64]>>);
    within(&value, |loaded: &Lists| assert!(Arc::ptr_eq(&loaded.2[0], &loaded.2[1])));
}

/// Checks that a value loads within the memory bounds of its bytes.
#[track_caller]
fn within<T: Archive>(value: &T, check: impl Fn(&T)) {
    for options in ways() {
        let bytes = options.to_vec(value).unwrap();
        let (loaded, memory) = peak(|| options.from_slice::<T>(&bytes));
        let loaded = loaded.unwrap();
        check(&loaded);
        assert!(options.to_vec(&loaded).unwrap() == bytes, "other bytes come back");
        let bound = FREE + Bounds::of::<T>().body(&bytes);
        assert!(memory <= bound, "{memory} of {bound} bytes");
    }
}

#[test]
fn a_circle_through_a_lock_waits_for_nobody() {
    #[derive(Archive, Default)]
    struct Node {
        next: Mutex<Option<Arc<Node>>>,
        other: RwLock<Option<Arc<Node>>>,
    }

    for through_other in [false, true] {
        let node = Arc::new(Node::default());
        if through_other {
            *node.other.write().unwrap() = Some(Arc::clone(&node));
        } else {
            *node.next.lock().unwrap() = Some(Arc::clone(&node));
        }
        let error = Options::file().by_value(true).to_vec(&node).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{error}");
        assert!(error.detail().contains("leads back to the lock"), "{error}");
        // With sharing, it comes back as it was.
        let loaded: Arc<Node> = archive::from_slice(&archive::to_vec(&node).unwrap()).unwrap();
        let held = if through_other {
            loaded.other.read().unwrap().clone()
        } else {
            loaded.next.lock().unwrap().clone()
        };
        assert!(Arc::ptr_eq(&held.unwrap(), &loaded));
        // A failed save leaves no lock held by this thread.
        *node.next.lock().unwrap() = None;
        *node.other.write().unwrap() = None;
        Options::file().by_value(true).to_vec(&node).unwrap();
        loaded.next.lock().unwrap().take();
        loaded.other.write().unwrap().take();
    }
}
