//! A newer program that renamed a type of objects.

use std::rc::Rc;

use archive::{Archive, Newer, Options, Unknown};

mod today {
    use super::*;

    #[derive(Archive)]
    pub struct Root {
        pub all: Vec<Rc<Node>>,
    }

    #[derive(Archive)]
    #[archive(name = "Actor", renamed(2, from = "Node"))]
    pub struct Node {
        #[since(2, default)]
        pub name: String,
        pub points: Option<Rc<[u32]>>,
        pub kids: Vec<Rc<Node>>,
    }
}

mod shipped {
    use super::*;

    #[derive(Archive)]
    pub struct Root {
        pub all: Vec<Rc<Node>>,
    }

    #[derive(Archive)]
    pub struct Node {
        pub points: Option<Rc<[u32]>>,
        pub kids: Vec<Rc<Node>>,
    }
}

#[test]
fn its_objects_are_surveyed_by_it() {
    let points: Option<Rc<[u32]>> = Some(Rc::new([1, 2]));
    let node =
        |kids: Vec<_>| Rc::new(today::Node { name: "a".into(), points: points.clone(), kids });
    let kid = node(Vec::new());
    let root = today::Root { all: vec![node(vec![kid.clone()]), kid] };
    let options = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
    let (text, json) =
        (archive::text::to_string(&root).unwrap(), archive::json::to_string(&root).unwrap());
    let check = |shipped::Root { all }| {
        assert!(Rc::ptr_eq(&all[0].kids[0], &all[1]));
        let points = |node: &shipped::Node| node.points.clone().unwrap();
        assert!(Rc::ptr_eq(&points(&all[0]), &points(&all[1])));
    };
    check(options.from_text(&text).unwrap());
    check(options.from_json(&json).unwrap());
    check(options.from_slice(&archive::to_vec(&root).unwrap()).unwrap());
}
