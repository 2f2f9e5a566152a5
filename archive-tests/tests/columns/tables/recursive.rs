//! Values of recursive types.
use std::collections::BTreeMap;

use super::by_tables;
use archive::__private::ways;
use archive::Compression;
use archive::{Error, Layout, Limits, Options, VersionTable};

mod shipped {

    use archive::Archive;

    #[derive(Archive)]
    pub struct Scene {
        pub roots: Vec<Node>,
        pub first: Option<Box<Node>>,
        pub last: Node,
        pub maybe: Option<Node>,
    }

    #[derive(Archive)]
    pub struct Node {
        pub name: String,
        pub gone: u8,
        pub kids: Vec<Node>,
    }
}

mod today {

    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Scene {
        pub roots: Vec<Node>,
        pub first: Option<Box<Node>>,
        pub last: Node,
        pub maybe: Option<Node>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Node {
        pub name: String,
        #[archive(removed(gone: u8, until = 2))]
        #[since(2, default = 5)]
        pub level: u32,
        pub kids: Vec<Node>,
    }
}

#[derive(archive::Archive, Debug, PartialEq)]
enum Expr {
    Number(f64),
    Add(Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
}

#[derive(archive::Archive, Debug, PartialEq)]
struct Thing {
    id: u16,
    script: Option<Box<Expr>>,
    lines: Vec<Expr>,
    name: String,
    nodes: Vec<Option<Box<today::Node>>>,
}

/// In a table, a value has as many bytes and sides as there are to enter it by a pointer.
#[derive(archive::Archive, Debug, PartialEq)]
struct Pair([Vec<Pair>; 2]);

#[derive(archive::Archive, Debug, PartialEq)]
struct Tag<'a> {
    name: &'a str,
    inner: Vec<Tag<'a>>,
}

fn expr(n: u16) -> Expr {
    match n % 3 {
        0 => Expr::Number(n.into()),
        1 => Expr::Add(Box::new(expr(n / 3)), Box::new(expr(n / 5))),
        _ => Expr::Call(n.to_string(), (0..n % 4).map(|k| expr(k + n / 4)).collect()),
    }
}

fn node(n: u16, level: u32) -> today::Node {
    let kids = (0..n % 4).map(|k| node(n / (2 + k), level)).collect();
    today::Node { name: n.to_string(), level, kids }
}

fn old_node(n: u16) -> shipped::Node {
    let kids = (0..n % 4).map(|k| old_node(n / (2 + k))).collect();
    shipped::Node { name: n.to_string(), gone: 1, kids }
}

fn thing(n: u16) -> Thing {
    Thing {
        id: n,
        script: n.is_multiple_of(3).then(|| Box::new(expr(n))),
        lines: (0..n % 3).map(|k| expr(n + k)).collect(),
        name: n.to_string(),
        nodes: (0..n % 5).map(|k| (k > 1).then(|| Box::new(node(n, 9)))).collect(),
    }
}

#[test]
fn values_of_recursive_types_are_read_by_tables() {
    for count in [0, 1, 2, 64, 1000] {
        by_tables(&(0..count).map(thing).collect::<Vec<_>>());
        by_tables(&(0..count).map(|n| (n, Some(Box::new(thing(n))))).collect::<Vec<_>>());
        let pair = |n: u16| {
            Pair([(0..n % 3).map(|_| Pair([Vec::new(), Vec::new()])).collect(), Vec::new()])
        };
        by_tables(&(0..count).map(pair).collect::<Vec<_>>());
    }
}

/// Wherever a value of a recursive type stands.
#[derive(archive::Archive, Debug, PartialEq)]
struct Npc {
    id: u16,
    mind: Expr,
    plan: Option<Expr>,
    topics: BTreeMap<u8, Expr>,
    pair: (Expr, [Expr; 2]),
    items: Vec<(u16, Expr)>,
    name: String,
}

fn npc(n: u16) -> Npc {
    Npc {
        id: n,
        mind: expr(n),
        plan: (!n.is_multiple_of(3)).then(|| expr(n / 2)),
        topics: (0..n % 4).zip(0..).map(|(k, key)| (key, expr(k))).collect(),
        pair: (expr(1), [expr(n), expr(2)]),
        items: (0..n % 3).map(|k| (k, expr(n))).collect(),
        name: n.to_string(),
    }
}

#[test]
fn values_of_recursive_types_are_read_by_tables_wherever_they_stand() {
    by_tables(&expr(17));
    by_tables(&Some(expr(17)));
    by_tables(&[node(5, 1), node(9, 2)]);
    for count in [0, 1, 2, 64, 1000] {
        by_tables(&(0..count).map(npc).collect::<Vec<_>>());
        by_tables(&(0..count).map(|n| (n, Some(npc(n)))).collect::<Vec<_>>());
    }
}

#[derive(archive::Archive, Debug, PartialEq)]
struct Branch {
    leaves: Vec<Leaf>,
}

#[derive(archive::Archive, Debug, PartialEq)]
struct Leaf {
    size: u8,
    branch: Option<Box<Branch>>,
}

/// Tables only recognize mutually recursive types behind a pointer or in a list.
#[test]
fn what_holds_itself_by_another_type_is_read_all_the_same() {
    let branch = || Branch {
        leaves: [None, Some(Box::new(Branch { leaves: Vec::new() }))]
            .map(|branch| Leaf { size: 3, branch })
            .into(),
    };
    by_tables(&[(1_u8, Box::new(branch())), (2, Box::new(branch()))]);
    let plain: Vec<(u8, Branch, Vec<u8>)> = (0..9).map(|n| (n, branch(), [n].into())).collect();
    let bytes = Options::file().layout(Layout::Columns).to_vec(&plain).unwrap();
    assert!(Options::file().from_slice::<Vec<(u8, Branch, Vec<u8>)>>(&bytes).unwrap() == plain);
    let ways = ways::<Vec<(u8, Branch, Vec<u8>)>>(None).unwrap();
    assert!(!ways.by_tables && !ways.departed);
}

#[test]
fn older_values_of_recursive_types_are_read_by_tables() {
    for count in [0, 1, 2, 64, 1000] {
        let roots = || 0..count;
        let old = shipped::Scene {
            roots: roots().map(old_node).collect(),
            first: Some(Box::new(old_node(count))),
            last: old_node(7),
            maybe: (count > 1).then(|| old_node(3)),
        };
        let expected = today::Scene {
            roots: roots().map(|n| node(n, 5)).collect(),
            first: Some(Box::new(node(count, 5))),
            last: node(7, 5),
            maybe: (count > 1).then(|| node(3, 5)),
        };
        let bytes = Options::file().layout(Layout::Columns).to_vec(&old).unwrap();
        assert!(Options::file().from_slice::<today::Scene>(&bytes).unwrap() == expected);
        let table = VersionTable::of_archive(&bytes).unwrap();
        let ways = ways::<today::Scene>(Some(&table)).unwrap();
        assert!(ways.by_tables && !ways.departed, "{count}");
        by_tables(&expected);
    }
}

#[test]
fn texts_of_recursive_types_are_borrowed() {
    let names: Vec<String> = (0..300_u16).map(|n| n.to_string()).collect();
    fn leaf(name: &str) -> Tag<'_> {
        Tag { name, inner: Vec::new() }
    }
    let tag = |name| Tag { name, inner: [leaf(name), leaf("")].into() };
    let tags: Vec<Tag<'_>> = names.iter().map(|name| tag(name.as_str())).collect();
    let bytes = Options::file().layout(Layout::Columns).to_vec(&tags).unwrap();
    assert!(Options::file().from_slice::<Vec<Tag<'_>>>(&bytes).unwrap() == tags);
    let ways = ways::<Vec<Tag<'_>>>(None).unwrap();
    assert!(ways.by_tables && !ways.departed);
}

#[test]
fn compressed_values_of_recursive_types_are_read_by_tables() {
    let things: Vec<Thing> = (0..500).map(thing).collect();
    let file = Options::file().layout(Layout::Columns).compression(Compression::Lz4);
    let bytes = file.to_vec(&things).unwrap();
    assert!(Options::file().from_slice::<Vec<Thing>>(&bytes).unwrap() == things);
    by_tables(&things);
}

/// A value has the same depth for every reader and in every layout.
#[test]
fn values_of_recursive_types_have_a_depth() {
    let things: Vec<Thing> = (0..500).map(thing).collect();
    let saved = |layout| Options::file().layout(layout).to_vec(&things).unwrap();
    let (columns, rows) = (saved(Layout::Columns), saved(Layout::Rows));
    let mut refused = 0;
    for depth in 1..40 {
        let options = Options::file().limits(Limits::new().depth(depth));
        let load = |bytes: &[u8]| options.from_slice::<Vec<Thing>>(bytes);
        let (of_columns, of_rows) = (load(&columns), load(&rows));
        refused += u32::from(of_rows.is_err());
        assert_eq!(
            of_columns.as_ref().err().map(Error::kind),
            of_rows.as_ref().err().map(Error::kind)
        );
        if let (Ok(of_columns), Ok(of_rows)) = (of_columns, of_rows) {
            assert!(of_columns == things && of_rows == things);
        }
    }
    assert!((5..30).contains(&refused), "{refused}");
    by_tables(&things);
}
