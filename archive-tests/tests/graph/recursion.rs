//! Recursive types held in place, and objects that contain such values.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use archive::{Archive, ErrorKind, Options, SchemaPolicy, Value};
use archive_tests::hostile::{Bounds, Case, reload};
use archive_tests::wire;

use crate::stories::by_name;
use crate::{each_way, ways};

#[derive(Archive, Debug)]
#[archive(version = 2)]
pub struct World {
    pub tree: Tree,
    pub shared: Vec<Rc<Tree>>,
}

#[derive(Archive, Debug)]
pub struct Tree {
    pub name: Rc<str>,
    pub kids: Vec<Tree>,
    pub boxed: Option<Box<Tree>>,
    pub graft: Option<Rc<Tree>>,
    pub back: RefCell<Weak<Tree>>,
}

/// The program before `World` changed.
mod before {
    use std::rc::Rc;

    use archive::Archive;

    #[derive(Archive, Debug)]
    pub struct World {
        pub tree: super::Tree,
        pub shared: Vec<Rc<super::Tree>>,
    }
}

/// A program that owns what others share.
mod owns {
    use archive::Archive;

    #[derive(Archive, Debug)]
    pub struct World {
        pub tree: Tree,
        pub shared: Vec<Tree>,
    }

    #[derive(Archive, Debug)]
    pub struct Tree {
        pub name: String,
        pub kids: Vec<Tree>,
        pub boxed: Option<Box<Tree>>,
        pub graft: Option<Box<Tree>>,
    }
}

fn tree(name: &Rc<str>, kids: Vec<Tree>, graft: Option<&Rc<Tree>>) -> Tree {
    let (name, graft) = (Rc::clone(name), graft.cloned());
    Tree { name, kids, boxed: None, graft, back: RefCell::default() }
}

fn world() -> World {
    let (oak, elm): (Rc<str>, Rc<str>) = ("oak".into(), "elm".into());
    let twig = Rc::new(tree(&oak, vec![tree(&elm, vec![], None)], None));
    let branch = Rc::new(tree(&elm, vec![tree(&oak, vec![], Some(&twig))], Some(&twig)));
    *twig.back.borrow_mut() = Rc::downgrade(&branch);
    *branch.kids[0].back.borrow_mut() = Rc::downgrade(&twig);
    let mut root =
        tree(&oak, vec![tree(&oak, vec![], None), tree(&elm, vec![], Some(&twig))], None);
    root.boxed = Some(Box::new(tree(&elm, vec![], Some(&branch))));
    *root.kids[0].back.borrow_mut() = Rc::downgrade(&branch);
    World { tree: root, shared: vec![Rc::clone(&branch), branch, twig] }
}

fn is_world(root: &Tree, shared: &[Rc<Tree>]) {
    let [branch, again, twig] = shared else { panic!("three trees") };
    assert!(Rc::ptr_eq(branch, again));
    assert!(Rc::ptr_eq(root.kids[1].graft.as_ref().unwrap(), twig));
    assert!(Rc::ptr_eq(root.boxed.as_ref().unwrap().graft.as_ref().unwrap(), branch));
    assert!(Rc::ptr_eq(branch.kids[0].graft.as_ref().unwrap(), twig));
    assert!(Rc::ptr_eq(&root.kids[0].back.borrow().upgrade().unwrap(), branch));
    assert!(Rc::ptr_eq(&twig.back.borrow().upgrade().unwrap(), branch));
    assert!(Rc::ptr_eq(&branch.kids[0].back.borrow().upgrade().unwrap(), twig));
    assert!(Rc::ptr_eq(&root.name, &twig.name) && Rc::ptr_eq(&branch.name, &twig.kids[0].name));
    assert_eq!((&*root.name, &*branch.name), ("oak", "elm"));
}

#[test]
fn recursive_values_hold_objects_and_objects_hold_them() {
    each_way(&world(), |world: World| is_world(&world.tree, &world.shared));
    for options in ways() {
        let bytes = options.to_vec(&world()).unwrap();
        let loaded: World = options.from_slice(&bytes).unwrap();
        assert_eq!(options.to_vec(&loaded).unwrap(), bytes);
    }
}

/// Rows within columns are read as a tree first if their schema differs.
fn load_named<T: Archive>(check: impl Fn(T)) {
    for options in by_name() {
        let bytes = options.to_vec(&world()).unwrap();
        check(options.from_value(&Value::from_slice(&bytes).unwrap()).unwrap());
        match options.from_slice(&bytes) {
            Ok(loaded) => check(loaded),
            Err(error) => assert_eq!(error.kind(), ErrorKind::Unsupported, "{options:?}: {error}"),
        }
    }
}

#[test]
fn they_are_read_by_their_names() {
    load_named(|world: before::World| is_world(&world.tree, &world.shared));
}

#[test]
fn they_are_owned_by_who_does_not_share() {
    load_named(|world: owns::World| {
        let graft = |tree: &owns::Tree| tree.graft.as_ref().unwrap().name.clone();
        assert_eq!(graft(&world.tree.kids[1]), "oak");
        let branch = world.tree.boxed.unwrap().graft.unwrap();
        assert_eq!((&*branch.name, graft(&branch.kids[0])), ("elm", "oak".into()));
        assert_eq!((world.shared.len(), &*world.shared[2].kids[0].name), (3, "elm"));
    });
}

#[test]
fn large_ones_are_compressed() {
    let shared = world().shared;
    let root = |_| tree(&shared[0].name, vec![], Some(&shared[2]));
    let all: Vec<Tree> = (0..3000).map(root).collect();
    for options in ways() {
        let bytes = options.to_vec(&all).unwrap();
        match options.from_slice::<Vec<Tree>>(&bytes) {
            Ok(loaded) => {
                let grafts = loaded.iter().map(|tree| tree.graft.as_ref().unwrap());
                assert!(grafts.clone().all(|it| Rc::ptr_eq(it, grafts.clone().next().unwrap())));
            }
            // Rows within columns cannot be read yet if a codec compressed their block.
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Unsupported, "{options:?}: {error}");
                let loaded: Vec<Tree> = Value::from_slice(&bytes).unwrap().to().unwrap();
                assert_eq!(options.to_vec(&loaded).unwrap(), bytes);
            }
        }
    }
}

#[test]
fn any_byte_of_them_may_be_another() {
    let forms = ways().into_iter().map(|options| options.schema(SchemaPolicy::Fingerprint));
    let forms = forms.chain([Options::message()]).map(|way| way.to_vec(&world()).unwrap());
    let bounds = Bounds::of::<World>();
    let mut case = Case::today("trees", forms.collect(), bounds, reload::<World>);
    case.is_today = false;
    for form in &case.forms {
        let body = &form[wire::body_start(form)..];
        for at in 0..body.len() {
            for with in [1, 2, 4, 0x7f, 0x80, 0xff] {
                let mut body = body.to_vec();
                body[at] ^= with;
                let _ = case.judge_body(&wire::with_body(form, &body));
            }
        }
    }
}

/// Recursive types held in place, each of which leads to the next.
mod towers {
    use super::{Archive, Rc};

    macro_rules! towers {
        ($($name:ident $next:ty;)*) => {$(
            #[derive(Archive, Debug, Default)]
            pub struct $name {
                pub kid: Option<Box<$name>>,
                pub next: Option<Rc<$next>>,
            }

            impl $name {
                pub fn new(levels: usize, next: Option<Rc<$next>>) -> Rc<Self> {
                    let top = Self { kid: None, next };
                    Rc::new((0..levels).fold(top, |kid, _| Self { kid: Some(Box::new(kid)), next: None }))
                }
            }
        )*};
    }
    towers! { A B; B C; C D; D E; E F; F G; G H; H u8; }
}

/// A link takes as many bytes as a `u32`, so nothing but the number shows that it was taken for one.
#[test]
fn numbers_that_they_share_are_read_from_older_files() {
    #[derive(Archive)]
    #[archive(name = "Forest")]
    struct Older {
        trees: Vec<Counted>,
    }
    #[derive(Archive)]
    struct Forest {
        trees: Vec<Counted>,
        #[since(2, default = 5)]
        wolves: u8,
    }
    #[derive(Archive)]
    struct Counted {
        leaves: Rc<u32>,
        kids: Vec<Counted>,
    }
    let leaves = Rc::new(70_000);
    let counted = |kids| Counted { leaves: Rc::clone(&leaves), kids };
    let older = Older { trees: vec![counted(vec![counted(vec![])]), counted(vec![])] };
    for options in ways() {
        let forest: Forest = options.from_slice(&options.to_vec(&older).unwrap()).unwrap();
        assert_eq!(forest.wolves, 5);
        let [first, second] = &*forest.trees else { panic!("two trees") };
        assert_eq!((*first.leaves, *first.kids[0].leaves), (70_000, 70_000), "{options:?}");
        assert!(Rc::ptr_eq(&first.leaves, &second.leaves));
    }
}

#[test]
fn towers_of_objects_fit_the_stack() {
    use towers::{A, B, C, D, E, F, G, H};

    for levels in [1, 20, 22, 60] {
        let tower = G::new(levels, Some(H::new(levels, Some(Rc::new(7)))));
        let tower = D::new(levels, Some(E::new(levels, Some(F::new(levels, Some(tower))))));
        let tower = A::new(levels, Some(B::new(levels, Some(C::new(levels, Some(tower))))));
        for options in ways() {
            let Ok(bytes) = options.to_vec(&tower) else { continue };
            let loaded = options.from_slice::<Rc<A>>(&bytes);
            loaded.unwrap_or_else(|error| panic!("{levels} levels, {options:?}: {error}"));
        }
    }
}
