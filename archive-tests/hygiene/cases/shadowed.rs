//! A program whose own names are those that generated code is tempted to use.

#![no_implicit_prelude]
#![expect(
    non_camel_case_types,
    non_snake_case,
    reason = "names that shadow what generated code could mean"
)]
#![allow(dead_code, reason = "public in a library, private in a test")]

use ::archive::Archive;

/// Not the one.
#[derive(Archive, ::core::fmt::Debug, ::core::cmp::PartialEq)]
pub struct Option(pub ::core::primitive::u32);

/// Not the one.
#[derive(Archive, ::core::fmt::Debug, ::core::cmp::PartialEq)]
pub struct Vec {
    /// A field.
    pub len: ::core::primitive::u8,
}

/// Not the one.
#[derive(Archive, ::core::fmt::Debug, ::core::cmp::PartialEq)]
pub enum Result {
    /// A variant.
    Ok(Option),
    /// A variant.
    Err {
        /// A field.
        Some: Vec,
        /// A field.
        None: ::core::option::Option<Vec>,
    },
}

/// Not the one.
#[derive(Archive, ::core::fmt::Debug, ::core::cmp::PartialEq)]
pub struct Unknown {
    /// What is kept.
    #[archive(unknown)]
    pub Unknown: ::archive::Unknown,
    /// A field that others may lack.
    #[archive(default = Option(7))]
    pub held: Option,
}

/// Not the one.
#[derive(Archive, ::core::fmt::Debug, ::core::cmp::PartialEq)]
pub enum Holder {
    /// A variant.
    Known {
        /// A field.
        held: Unknown,
        /// What is kept.
        #[archive(unknown)]
        extra: ::archive::Unknown,
    },
    /// A variant for unknown ones.
    #[archive(unknown)]
    Unknown(::archive::Unknown),
}

/// Not the one.
#[derive(Archive, ::core::fmt::Debug, ::core::cmp::PartialEq, ::core::default::Default)]
pub struct String;

/// Not the one.
pub type u32 = String;
/// Not the one.
pub type usize = String;
/// Not the one.
pub type i128 = String;
/// Not the one.
pub type bool = String;
/// Not the one.
pub type str = String;

/// Not the one.
pub trait Default {}
/// Not the one.
pub trait From {}
/// Not the one.
pub trait Into {}
/// Not the one.
pub trait Clone {}
/// Not the one.
pub trait Sized {}
/// Not the one.
pub trait Serialize {}
/// Not the one.
pub trait Deserialize {}
/// Not the one.
pub trait OutputArchive {}
/// Not the one.
pub trait InputArchive {}
/// Not the one.
pub trait Describe {}
/// Not the one.
#[derive(::core::fmt::Debug)]
pub struct Box;
/// Not the one.
#[derive(::core::fmt::Debug)]
pub struct Error;
/// Not the one.
#[derive(::core::fmt::Debug)]
pub struct Self_;
/// Not the one.
pub mod archive {}
/// Not the one.
pub mod core {}
/// Not the one.
pub mod std {}
/// Not the one.
pub mod alloc {}

/// Not the one.
#[expect(non_snake_case, reason = "names that shadow what generated code could mean")]
pub fn Some() {}
/// Not the one.
#[expect(non_snake_case, reason = "names that shadow what generated code could mean")]
pub fn Ok() {}
/// Not the one.
#[expect(non_snake_case, reason = "names that shadow what generated code could mean")]
pub fn Err() {}
/// Not the one.
#[expect(non_upper_case_globals, reason = "names that shadow what generated code could mean")]
pub const None: () = ();

#[expect(unused_macros, reason = "names that shadow what generated code could mean")]
macro_rules! module_path {
    () => {};
}
#[expect(unused_macros, reason = "names that shadow what generated code could mean")]
macro_rules! unimplemented {
    () => {};
}

/// What a constant is called, too.
#[derive(::core::fmt::Debug)]
pub struct N;

/// Every name again, as a generic parameter, a field and a type.
#[derive(Archive, ::core::fmt::Debug, ::core::cmp::PartialEq)]
#[archive(after_load = Self::look, validate = Self::look_only)]
pub struct Everything<A, T, E, R, M, F, const N: ::core::primitive::usize>
where
    A: ::core::cmp::PartialEq,
{
    /// A field.
    pub archive: A,
    /// A field.
    pub record: T,
    /// A field.
    #[archive(max_len = 8)]
    pub name: ::core::option::Option<::alloc::string::String>,
    /// A field.
    pub value: ::core::option::Option<[E; N]>,
    /// A field.
    pub __r: R,
    /// A field.
    pub __a: M,
    /// A field.
    pub __f0: F,
    /// A field.
    #[since(2, default = Option(7))]
    pub option: Option,
    /// A field.
    pub result: Result,
    /// A field.
    #[archive(removed(gone: String, until = 2, default), was(::core::primitive::u8, until = 2))]
    pub level: ::core::primitive::u64,
    /// A field.
    #[archive(skip)]
    pub string: u32,
    /// A field.
    #[since(3, default)]
    pub seconds: ::core::primitive::u16,
}

impl<A, T, E, R, M, F, const N: ::core::primitive::usize> Everything<A, T, E, R, M, F, { N }>
where
    A: ::core::cmp::PartialEq,
{
    fn look(&mut self) {}
    fn look_only(&self) {}
}

/// Saves and loads.
pub fn round_trip() {
    let everything = Everything {
        archive: 1_u8,
        record: 2_u8,
        name: ::core::option::Option::None,
        value: ::core::option::Option::Some([3_u8, 4]),
        __r: 5_u8,
        __a: 6_u8,
        __f0: 7_u8,
        option: Option(8),
        result: Result::Err {
            Some: Vec { len: 9 },
            None: ::core::option::Option::Some(Vec { len: 10 }),
        },
        level: 11,
        string: String,
        seconds: 12,
    };
    super::check(&everything);
    super::check(&Result::Ok(Option(1)));
    super::check(&String);
}
