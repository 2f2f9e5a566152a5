//! Modules for generic types of other crates: `with = arena<Unit>`.

use std::borrow::Cow;

use archive::{Archive, Describe};

/// As if of another crate.
mod foreign {
    #[derive(Clone, Debug, Default, PartialEq)]
    pub(super) struct Arena<K, T> {
        pub(super) slots: Vec<(K, T)>,
        pub(super) spare: usize,
    }
}

mod arena {
    use super::foreign::Arena;

    pub(super) type Stored<T> = Vec<(u32, T)>;

    pub(super) fn to_stored<K: Copy + Into<u32>, T: Clone>(arena: &Arena<K, T>) -> Stored<T> {
        arena.slots.iter().map(|(key, value)| ((*key).into(), value.clone())).collect()
    }

    pub(super) fn from_stored<K: TryFrom<u32>, T>(
        stored: Stored<T>,
    ) -> Result<Arena<K, T>, String> {
        let slot = |(key, value)| K::try_from(key).map(|key| (key, value));
        let slots = stored.into_iter().map(slot).collect::<Result<_, _>>();
        Ok(Arena { slots: slots.map_err(|_| "a key is too large")?, spare: 0 })
    }
}

use foreign::Arena;

#[derive(Archive, Clone, Debug, PartialEq)]
struct Unit {
    name: String,
    #[since(2, default = 100)]
    health: u8,
}

#[derive(Archive, Debug, PartialEq)]
struct World {
    #[archive(with = arena<Unit>)]
    units: Arena<u16, Unit>,
    #[archive(with = Vec<arena<Option<u8>>>)]
    layers: Vec<Arena<u32, Option<u8>>>,
    #[since(2, default = Arena::default())]
    #[archive(with = self::arena<String>)]
    names: Arena<u32, String>,
}

/// With the bound that the module needs.
#[derive(Archive, Debug, PartialEq)]
struct Held<T: Clone> {
    #[archive(with = arena<T>)]
    all: Arena<u32, T>,
}

mod shipped {
    use archive::Archive;

    #[derive(Archive)]
    pub(super) struct Unit {
        pub(super) name: String,
    }

    #[derive(Archive)]
    pub(super) struct World {
        pub(super) units: Vec<(u32, Unit)>,
        pub(super) layers: Vec<Vec<(u32, Option<u8>)>>,
    }
}

fn world() -> World {
    let unit = |name: &str| Unit { name: name.into(), health: 100 };
    World {
        units: Arena { slots: vec![(3, unit("Ann")), (9, unit("Bo"))], spare: 0 },
        layers: vec![Arena { slots: vec![(1, None), (2, Some(7))], spare: 0 }],
        names: Arena::default(),
    }
}

#[test]
fn a_module_takes_the_types_that_it_stores() {
    let file = archive::to_vec(&world()).unwrap();
    assert_eq!(archive::from_slice::<World>(&file).unwrap(), world());
    let text = archive::text::to_string(&world()).unwrap();
    assert_eq!(archive::text::from_str::<World>(&text).unwrap(), world());
    let held = Held { all: Arena { slots: vec![(1, "Ann".to_owned())], spare: 0 } };
    let file = archive::to_vec(&held).unwrap();
    assert_eq!(archive::from_slice::<Held<String>>(&file).unwrap(), held);
}

#[test]
fn what_it_stores_has_a_history() {
    let unit = |name: &str| shipped::Unit { name: name.into() };
    let old = shipped::World {
        units: vec![(3, unit("Ann")), (9, unit("Bo"))],
        layers: vec![vec![(1, None), (2, Some(7))]],
    };
    let file = archive::to_vec(&old).unwrap();
    assert_eq!(archive::from_slice::<World>(&file).unwrap(), world());

    let far = shipped::World { units: vec![(70_000, unit("Cy"))], layers: vec![] };
    let error = archive::from_slice::<World>(&archive::to_vec(&far).unwrap()).unwrap_err();
    assert_eq!(
        (error.path(), error.detail()),
        ("units", "its converter refused it: a key is too large")
    );
}

// What a module stores in a container is no argument of the type. A comment for the schema would differ.
#[derive(Archive, Debug, PartialEq)]
#[archive(name = "Layer")]
struct Layer<T: Clone + 'static> {
    #[archive(with = Vec<arena<T>>)]
    all: Vec<Arena<u32, T>>,
    rows: Vec<Cow<'static, [T]>>,
}

#[derive(Archive, Debug, PartialEq)]
#[archive(name = "Layer")]
struct PlainLayer<T> {
    all: Vec<Vec<(u32, T)>>,
    rows: Vec<Vec<T>>,
}

#[test]
fn a_container_of_what_it_stores_is_no_argument() {
    let plain = PlainLayer { all: vec![vec![(7, 1_u16)]], rows: vec![vec![1, 2], vec![]] };
    let file = archive::to_vec(&plain).unwrap();
    let layer: Layer<u16> = archive::from_slice(&file).unwrap();
    assert_eq!(layer.rows, [Cow::Borrowed(&[1, 2][..]), Cow::Owned(vec![])]);
    assert_eq!(Layer::<u16>::schema().to_string(), PlainLayer::<u16>::schema().to_string());
}
