//! What is no mistake, though a strict load refuses it, and what only follows from one.

use std::fmt::Write;
use std::rc::Rc;

use archive::{Archive, ErrorKind, Newer, Options, Unknown, text};
use cpu_time::ThreadTime;

mod newer {
    #[derive(archive::Archive)]
    #[archive(name = "Window", version = 3)]
    pub struct Window {
        pub width: u32,
        #[since(3, default = false)]
        pub vsync: bool,
    }
}

mod oldest {
    #[derive(archive::Archive)]
    #[archive(name = "Window")]
    pub struct Window {
        pub width: u32,
    }
}

#[derive(Archive, Debug, PartialEq, Default)]
#[archive(default)]
struct Settings {
    volume: u8,
    window: Window,
}

#[derive(Archive, Debug, PartialEq, Default)]
#[archive(default, version = 2, oldest = 2)]
struct Window {
    width: u32,
}

fn settings(window: &impl Archive, version: u32) -> String {
    let window = text::to_string(window).unwrap().replace(&format!(" @{version}"), "");
    format!(
        "@versions {{ Settings = 1, Window = {version} }} Settings {{ volume = 7, window = {window} }}"
    )
}

/// With defaults in place of what another version has, saving over the text would lose it.
#[test]
fn a_part_of_another_version_is_no_mistake() {
    let newer = settings(&newer::Window { width: 1920, vsync: true }, 3);
    let older = settings(&oldest::Window { width: 1920 }, 1);
    for (source, kind) in [(&newer, ErrorKind::TooNew), (&older, ErrorKind::TooOld)] {
        assert_eq!(text::from_str::<Settings>(source).unwrap_err().kind(), kind);
        let error = text::from_str_lenient::<Settings>(source).unwrap_err();
        assert_eq!((error.kind(), error.path()), (kind, "window"));
    }
    let accepts = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
    let (loaded, mistakes) = accepts.from_text_lenient::<Settings>(&newer).unwrap();
    assert_eq!((loaded.window.width, mistakes.len()), (1920, 0));
}

#[derive(Archive, Debug, Default)]
#[archive(default)]
struct Scene {
    volume: u8,
    first: Option<Rc<Node>>,
    all: Vec<Option<Rc<Node>>>,
}

#[derive(Archive, Debug)]
struct Node {
    name: u32,
    next: Option<Rc<Node>>,
}

/// A chain of objects, of which each links to the next.
fn objects(count: u32) -> String {
    let mut objects = String::new();
    for at in 1..=count {
        let next = if at < count { format!("&{}", at + 1) } else { "none".to_owned() };
        writeln!(objects, "&{at} = Node {{ name = {at}, next = {next} }}").unwrap();
    }
    objects
}

/// All of them are lost with one link, and none is read again for each.
#[test]
fn objects_that_lost_their_links_take_no_time() {
    let source = format!("Scene {{ volume = 3\n frist = &1 }} @objects {{ {} }}", objects(3_000));
    let start = ThreadTime::now();
    let (scene, mistakes) = text::from_str_lenient::<Scene>(&source).unwrap();
    assert_eq!((scene.volume, scene.first.is_some(), mistakes.len()), (3, false, 1));
    assert!(start.elapsed().as_secs() < 10);
    // An object that was never linked to is a mistake.
    let unused = "Scene { volume = 3 } @objects { &1 = Node { name = 1, next = none } }";
    let (scene, mistakes) = text::from_str_lenient::<Scene>(unused).unwrap();
    assert_eq!((scene.volume, mistakes.len()), (3, 1));
    assert_eq!(mistakes[0].kind(), ErrorKind::InvalidLink);
}

/// Each link that lost its object takes another load.
#[test]
fn links_that_lost_their_object_take_bounded_time() {
    let links = "&1 ".repeat(60_000);
    let source = format!("Scene {{ all = [{links}] }} @objects {{ &1 = Node {{ name = x }} }}");
    let start = ThreadTime::now();
    let loaded = text::from_str_lenient::<Scene>(&source);
    // Sixteen are left out of the list, and then the list.
    let (scene, mistakes) = loaded.unwrap();
    assert_eq!((scene.all.len(), mistakes.len()), (0, 1));
    assert!(start.elapsed().as_secs() < 20);
    let fields: String = (0..4_000).map(|at| format!("{at} = {{ first = &1 }} ")).collect();
    let source = format!("{{ {fields} }} @objects {{ &1 = Node {{ name = x }} }}");
    let loaded = text::from_str_lenient::<std::collections::BTreeMap<u32, Scene>>(&source);
    assert_eq!(loaded.unwrap_err().kind(), ErrorKind::InvalidValue);
    assert!(start.elapsed().as_secs() < 60);
}
