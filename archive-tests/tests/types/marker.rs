//! A `PhantomData`, which is no part of what is stored.

use std::marker::PhantomData;

use archive::{Archive, Describe, Options, text};

/// An id of a `T`, which need not be an archive.
#[derive(Debug, PartialEq)]
struct Texture;

#[derive(Archive, Debug, PartialEq)]
struct Id<T> {
    marker: PhantomData<T>,
    id: u32,
}

#[derive(Archive, Debug, PartialEq)]
struct Key<T>(u32, std::marker::PhantomData<fn() -> T>);

#[derive(Archive, Debug, PartialEq)]
#[archive(transparent)]
struct Slot<T>(u32, PhantomData<T>);

#[derive(Archive, Debug, PartialEq)]
enum Source<T> {
    None(PhantomData<T>),
    File { name: String, marker: PhantomData<T> },
}

#[derive(Archive, Debug, PartialEq)]
struct Sprite {
    id: Id<Texture>,
    key: Key<Texture>,
    slot: Slot<Texture>,
    sources: Vec<Source<Texture>>,
}

#[test]
fn a_marker_is_in_no_text_and_no_schema() {
    let sprite = Sprite {
        id: Id { marker: PhantomData, id: 3 },
        key: Key(4, PhantomData),
        slot: Slot(5, PhantomData),
        sources: vec![
            Source::None(PhantomData),
            Source::File { name: "a.png".into(), marker: PhantomData },
        ],
    };
    for options in [Options::file(), Options::message()] {
        let bytes = options.to_vec(&sprite).unwrap();
        assert_eq!(options.from_slice::<Sprite>(&bytes).unwrap(), sprite);
    }
    let written = text::to_string(&sprite).unwrap();
    assert_eq!(text::from_str::<Sprite>(&written).unwrap(), sprite);
    for part in ["id = Id { id = 3 }", "key = Key(4)", "slot = 5", "File { name = \"a.png\" }"] {
        assert!(written.contains(part), "{written}");
    }
    assert!(!Sprite::schema().to_string().contains("marker"), "{}", Sprite::schema());
}
