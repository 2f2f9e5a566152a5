//! Parameters of every kind, with bounds, defaults and clauses.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use archive::Archive;
use core::fmt::Debug;
use core::marker::PhantomData;

/// A type with a default for a parameter, a bound, and a clause.
#[derive(Archive, Debug, PartialEq)]
pub struct Slot<T: Clone = u8, const N: usize = 2>
where
    T: Debug,
{
    /// A field.
    pub items: [T; N],
    /// A field.
    pub more: Vec<Option<T>>,
    /// A field.
    #[since(2, default = Vec::new())]
    pub notes: Vec<(T, String)>,
}

/// A type whose parameter is not stored.
#[derive(Archive, Debug, PartialEq)]
pub struct Handle<T> {
    /// A field.
    pub id: u32,
    /// A field.
    pub of: PhantomData<T>,
}

/// No archive.
#[derive(Debug, PartialEq)]
pub struct Texture;

/// A type that borrows.
#[derive(Archive, Debug, PartialEq)]
pub struct Borrowed<'a, 'b: 'a> {
    /// A field.
    pub name: &'a str,
    /// A field.
    pub bytes: &'b [u8],
    /// A field.
    pub text: Cow<'a, str>,
    /// A field.
    #[archive(removed(old: &'b str, until = 2, default = ""))]
    pub level: u32,
}

/// A type that borrows, with a parameter that may, and constants of every kind.
#[derive(Archive, Debug, PartialEq)]
pub enum Message<
    'a,
    T: Debug,
    const N: usize,
    const FLAG: bool,
    const LETTER: char,
    const SIGNED: i8,
> where
    T: PartialEq,
{
    /// A variant.
    Empty,
    /// A variant.
    Text(&'a str),
    /// A variant.
    Many([T; N]),
    /// A variant.
    One {
        /// A field.
        item: T,
    },
}

/// A parameter that is only mentioned through an associated type.
pub trait Kind {
    /// What is stored.
    type Stored;
}

/// A type whose bounds are stated.
#[derive(Archive, Debug, PartialEq)]
#[archive(bound = "K::Stored: archive::Archive")]
pub struct Of<K: Kind>
where
    K::Stored: Debug + PartialEq,
{
    /// A field.
    pub stored: K::Stored,
}

/// A type whose parameters' own types are stored.
#[derive(Archive, Debug, PartialEq)]
pub struct Pair<K: Kind, I: IntoIterator>
where
    K::Stored: Debug + PartialEq,
    I::Item: Debug + PartialEq,
{
    /// A field.
    pub first: Option<K::Stored>,
    /// A field.
    pub second: K::Stored,
    /// A field.
    pub items: Vec<<I as IntoIterator>::Item>,
}

/// A kind.
#[derive(Debug, PartialEq)]
pub struct Number;

impl Kind for Number {
    type Stored = u32;
}

/// A type that holds itself.
#[derive(Archive, Debug, PartialEq)]
pub struct Tree<T> {
    /// A field.
    pub item: T,
    /// A field.
    pub branches: Vec<Tree<T>>,
}

/// A type that holds itself under the name that every type has.
#[derive(Archive, Debug, PartialEq)]
pub struct Chain {
    /// A field.
    pub links: Vec<Self>,
}

/// Saves and loads.
pub fn round_trip() {
    super::check(&Slot { items: [1_u8, 2], more: Vec::from([None]), notes: Vec::new() });
    super::check(&Handle::<Texture> { id: 1, of: PhantomData });
    super::check(&Of::<Number> { stored: 1 });
    super::check(&Pair::<Number, Vec<u8>> { first: None, second: 1, items: Vec::from([2]) });
    let leaf = |item| Tree { item, branches: Vec::new() };
    super::check(&Tree { item: 1_u8, branches: Vec::from([leaf(2), leaf(3)]) });
    super::check(&Chain { links: Vec::from([Chain { links: Vec::new() }]) });

    let borrowed = Borrowed { name: "Ada", bytes: b"raw", text: Cow::Borrowed("text"), level: 1 };
    let bytes = archive::to_vec(&borrowed).expect("borrowed");
    assert_eq!(archive::from_slice::<Borrowed<'_, '_>>(&bytes).expect("borrowed"), borrowed);

    type Small<'a> = Message<'a, u8, 2, true, 'x', -1>;
    for message in [Small::Empty, Small::Text("hi"), Small::Many([1, 2]), Small::One { item: 3 }] {
        let bytes = archive::to_vec(&message).expect("message");
        assert_eq!(archive::from_slice::<Small<'_>>(&bytes).expect("message"), message);
    }
}
