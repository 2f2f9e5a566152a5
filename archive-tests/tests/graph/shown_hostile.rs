//! Texts and JSON of objects that are damaged, or made to take too much memory or time.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::{Rc, Weak};

use archive::{Archive, ErrorKind, Layout, Limits, Options, json, text};
use archive_tests::hostile::{Bounds, FREE};
use archive_tests::memory::peak;
use archive_tests::source::endures_flips;
use archive_tests::wire;

use crate::circles::{owns, shares, soon};
use crate::scene::{Scene, scene};

/// A link of a list, whose chains fall apart without a call for each.
#[derive(Archive, Debug)]
struct Link {
    id: u32,
    #[archive(default = None)]
    next: Option<Rc<Link>>,
    #[archive(default = RefCell::default())]
    back: RefCell<Weak<Link>>,
}

impl Drop for Link {
    fn drop(&mut self) {
        let mut next = self.next.take();
        while let Some(link) = next {
            next = Rc::into_inner(link).and_then(|mut link| link.next.take());
        }
    }
}

/// The memory for reading a text of this length: its parts and objects, and the values.
fn bound<T: Archive>(text: &str) -> usize {
    FREE + 192 * text.len() + Bounds::by_name::<T>().twice().body(text.as_bytes())
}

#[test]
fn damaged_texts_are_endured() {
    let source = text::to_string(&scene()).unwrap();
    for end in (0..source.trim_end().len()).step_by(3) {
        // A text that lacks some objects has links that lead nowhere.
        let error = text::from_str::<Scene>(&source[..end]).expect_err("it is cut off");
        assert!(error.line().is_some(), "{error}");
    }
    endures_flips(&source, b" &\"{}(]=,@1256789x\n", |source| text::from_str::<Scene>(source));
    let file = archive::to_vec(&scene()).unwrap();
    let shown = text::of_archive(&file).unwrap();
    endures_flips(&shown, b" &({1x", |source| match text::to_archive(source, &file) {
        // Only loading an archive checks the order of its objects. Other errors have a line.
        Err(error) if error.line().is_none() => panic!("{error}"),
        result => result.map(|file| drop(archive::from_slice::<Scene>(&file))),
    });
}

#[test]
fn damaged_json_is_endured() {
    let source = json::to_string(&scene()).unwrap();
    endures_flips(&source, b" \"{}[],:@1256789", |source| json::from_str::<Scene>(source));
}

#[test]
fn many_links_and_objects_take_what_they_are_worth() {
    let mut source = format!("[{}] @objects {{ &1 = {{ id = 7 }} }}", "&1,".repeat(300_000));
    let (list, memory) = soon(|| peak(|| text::from_str::<Vec<Rc<Link>>>(&source).unwrap()));
    assert!(list.len() == 300_000 && list.iter().all(|it| Rc::ptr_eq(it, &list[0])));
    assert!(memory <= bound::<Vec<Rc<Link>>>(&source), "{memory} for {}", source.len());

    source.clear();
    for id in 1..=100_000 {
        write!(source, "&{id},").unwrap();
    }
    source = format!("[{source}] @objects {{");
    for id in (1..=100_000).rev() {
        write!(source, "&{id}={{id={id}}}").unwrap();
    }
    source.push('}');
    let (list, memory) = soon(|| peak(|| text::from_str::<Vec<Rc<Link>>>(&source).unwrap()));
    assert!(list.iter().zip(1..).all(|(link, id)| link.id == id));
    assert!(memory <= bound::<Vec<Rc<Link>>>(&source), "{memory} for {}", source.len());
    let careful = Options::file().limits(Limits::new().max_alloc(100_000));
    let error = careful.from_text::<Vec<Rc<Link>>>(&source).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MemoryLimit, "{error}");
}

/// A chain of numbered objects, listed forwards or backwards.
fn chain(len: u32, is_reversed: bool) -> String {
    let mut source = "&1 @objects {\n".to_owned();
    for at in 1..=len {
        let id = if is_reversed { len + 1 - at } else { at };
        let next = if id == len { "none".into() } else { format!("&{}", id + 1) };
        writeln!(source, "&{id} = {{ id = {id}, next = {next} }}").unwrap();
    }
    source + "}"
}

#[test]
fn a_chain_of_objects_is_no_chain_of_calls() {
    for is_reversed in [false, true] {
        let source = chain(100_000, is_reversed);
        let list: Rc<Link> = soon(|| text::from_str(&source).unwrap());
        let ids = std::iter::successors(Some(&list), |link| link.next.as_ref()).map(|it| it.id);
        assert!(ids.eq(1..=100_000));
    }
    let mut list = None;
    for id in 0..50_000 {
        let (next, back) = (list, RefCell::default());
        list = Some(Rc::new(Link { id, next, back }));
    }
    let source = soon(|| text::to_string(&list).unwrap());
    let loaded: Option<Rc<Link>> = soon(|| text::from_str(&source).unwrap());
    assert_eq!(soon(|| archive::to_vec(&loaded).unwrap()), archive::to_vec(&list).unwrap());
    let source = soon(|| json::to_string(&list).unwrap());
    let loaded: Option<Rc<Link>> = soon(|| json::from_str(&source).unwrap());
    assert_eq!(soon(|| archive::to_vec(&loaded).unwrap()), archive::to_vec(&list).unwrap());
    // Each links to the next and back to the previous one.
    let mut link = list.as_ref();
    while let Some(it) = link {
        if let Some(next) = &it.next {
            *next.back.borrow_mut() = Rc::downgrade(it);
        }
        link = it.next.as_ref();
    }
    let source = soon(|| text::to_string(&list).unwrap());
    let loaded: Option<Rc<Link>> = soon(|| text::from_str(&source).unwrap());
    let file = archive::to_vec(&list).unwrap();
    assert_eq!(soon(|| archive::to_vec(&loaded).unwrap()), file);
    let shown = soon(|| text::of_archive(&file).unwrap());
    assert!(soon(|| text::to_archive(&shown, &file).unwrap()) == file);
}

#[test]
fn objects_within_each_other_are_no_calls() {
    let deep = |levels: usize, inner: &str| {
        format!("{}{inner}{}", "{ id = 1, next = ".repeat(levels), " }".repeat(levels))
    };
    let source = format!("[{}, &1] @objects {{ &1 = {{ id = 2 }} }}", deep(50_000, "&1"));
    let list: Vec<Rc<Link>> = soon(|| text::from_str(&source).unwrap());
    let last = std::iter::successors(Some(&list[0]), |link| link.next.as_ref()).last();
    assert!(Rc::ptr_eq(last.unwrap(), &list[1]));
    // Without a link, the text looks like plain nesting.
    let error = text::from_str::<Rc<Link>>(&deep(50_000, "none")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit, "{error}");
}

#[test]
fn sharing_takes_as_much_as_its_objects() {
    let world = shares::levels(64);
    for source in [text::to_string(&world).unwrap(), json::to_string(&world).unwrap()] {
        assert!(source.len() < 16_384, "{}", source.len());
        let loaded: shares::World = soon(|| match source.starts_with('{') {
            true => json::from_str(&source).unwrap(),
            false => text::from_str(&source).unwrap(),
        });
        assert_eq!(archive::to_vec(&loaded).unwrap(), archive::to_vec(&world).unwrap());
    }
}

#[test]
fn copies_of_what_is_shared_are_bounded() {
    let world = |levels: usize| text::to_string(&shares::levels(levels)).unwrap();
    let owned: owns::World = text::from_str(&world(2).replace("@2", "@1")).unwrap();
    assert_eq!(owned.root.list.len(), 2);
    for levels in [40, 64, 300] {
        let source = world(levels).replace("@2", "@1");
        let (refused, memory) = soon(|| peak(|| text::from_str::<owns::World>(&source)));
        let error = refused.expect_err("there are more copies than any memory holds");
        let kinds = [ErrorKind::MemoryLimit, ErrorKind::DepthLimit];
        assert!(kinds.contains(&error.kind()), "{error}");
        assert!(memory <= bound::<owns::World>(&source), "{memory} for {}", source.len());
    }
}

#[test]
fn circles_without_cells_are_refused() {
    #[derive(Archive, Debug)]
    struct Ring {
        next: Option<Rc<Ring>>,
    }
    #[derive(Archive, Debug)]
    struct Owned {
        next: Option<Box<Owned>>,
    }
    let rings = [
        "&1 @objects { &1 = { next = &1 } }",
        "&1 @objects { &1 = { next = &2 } &2 = { next = &1 } }",
        "&2 @objects { &1 = { next = &2 } &2 = { next = { next = &1 } } }",
    ];
    for source in rings {
        let error = text::from_str::<Rc<Ring>>(source).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidLink, "{error}");
        assert!(error.line().is_some(), "{error}");
        let error = soon(|| text::from_str::<Owned>(source).unwrap_err());
        assert_eq!(error.kind(), ErrorKind::DepthLimit, "{error}");
    }
    for source in ["&1 @objects { &1 = &1 }", "&1 @objects { &1 = &2 &2 = &1 }"] {
        for error in [
            text::from_str::<Rc<Ring>>(source).unwrap_err(),
            text::from_str::<Owned>(source).unwrap_err(),
            text::from_str::<u8>(source).unwrap_err(),
            text::from_str::<String>(source).unwrap_err(),
            text::from_str::<Vec<Rc<u8>>>(source).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::InvalidLink, "{error}");
        }
    }
}

#[test]
fn damaged_archives_are_shown_or_refused_without_their_types() {
    let bound = |bytes: &[u8]| FREE + 4096 * bytes.len();
    let (mut shown, mut refused) = (0, 0);
    for layout in [Layout::Rows, Layout::Columns] {
        let file = Options::file().layout(layout).to_vec(&scene()).unwrap();
        let columns = wire::columns(&file).unwrap_or(0);
        for at in 0..file.len() {
            for flip in [1, 0x80, 0xff] {
                let mut bytes = file.clone();
                bytes[at] ^= flip;
                wire::seal_columns(&mut bytes, columns);
                let (text, peak) = peak(|| text::of_archive(&bytes));
                assert!(peak <= bound(&bytes), "{peak} bytes for {layout:?}, byte {at}");
                let json = json::of_archive(&bytes);
                assert_eq!(text.is_ok(), json.is_ok(), "{layout:?}, byte {at}: {text:?}, {json:?}");
                if text.is_ok() { shown += 1 } else { refused += 1 }
            }
        }
    }
    assert!(shown > 100 && refused > 1000, "{shown}, {refused}");
}
