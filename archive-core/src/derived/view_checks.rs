//! Compile-time checks of views, and the places of their fields in the shape of the type that they are saved as.

use crate::shape::{Body, Style};
use crate::unknown::NEVER;
use crate::{Field, Fields, Named, Shape, Variant, VersionTable};

/// The fields of a struct, or of the variant with this name, if it is one or has one.
#[must_use]
pub const fn fields_in_view(
    shape: &'static Shape,
    variant: Option<&str>,
) -> Option<&'static Fields> {
    match (&shape.body, variant) {
        _ if is_broken(shape) => None,
        (Body::Struct(fields), None) => Some(fields),
        (Body::Enum(variants), Some(name)) => match variants.split_at(find(variants, name)).1 {
            [variant, ..] => Some(&variant.fields),
            [] => None,
        },
        _ => None,
    }
}

/// The index of the variant with this name.
///
/// # Panics
///
/// Panics, at compile time and where it is called, if there is no such variant.
#[expect(clippy::panic, reason = "a compile error")]
#[track_caller]
#[must_use]
pub const fn variant_in_view(shape: &'static Shape, name: &str) -> usize {
    let index = find(shape.variants(), name);
    if index == shape.variants().len() && matches!(shape.body, Body::Enum(_)) {
        panic!("the type in `save_as` has no variant with this name");
    }
    index
}

/// The place of the field with this name; in a tuple, of the one with this number.
///
/// # Panics
///
/// Panics, at compile time and where it is called, if there is no such field.
#[expect(clippy::panic, reason = "a compile error")]
#[track_caller]
#[must_use]
pub const fn place_in_view(
    fields: Option<&'static Fields>,
    style: Style,
    name: &str,
    number: usize,
) -> usize {
    // Something else is wrong, which is said once.
    let Some(fields) = fields else { return 0 };
    match place(fields, name, number) {
        Some(place) => place,
        None if !is_style(fields, style) => 0,
        None => panic!("{}", no_such_field(fields).as_str()),
    }
}

const fn no_such_field(fields: &Fields) -> Text {
    let mut text = Text::new("the type in `save_as` has no such field; those that it saves are");
    let (mut left, mut before) = (fields.list, " `");
    while let [field, rest @ ..] = left {
        if is_saved(field) {
            text = text.and(before).and(field.name).and("`");
            before = ", `";
        }
        left = rest;
    }
    text
}

/// Checks that a view can be saved as a type with this shape.
///
/// # Panics
///
/// Panics, at compile time and where it is called, if it cannot.
#[expect(clippy::panic, reason = "a compile error")]
#[track_caller]
pub const fn view(shape: &'static Shape, is_enum: bool) {
    match (&shape.body, is_enum) {
        _ if is_broken(shape) => {}
        (Body::Struct(_), true) => panic!("`save_as` names a struct, but this is an enum"),
        (Body::Enum(_), false) => panic!("`save_as` names an enum, but this is a struct"),
        _ => {}
    }
}

/// Checks that a view, or a variant of one, has all that is saved, in the same order. For a generic one, that is when it is
/// saved:
///
/// ```
/// use archive::Archive;
///
/// #[derive(Archive)]
/// struct Save<T> { gold: u32, debt: u32, extra: T }
///
/// #[derive(Archive)]
/// #[archive(save_as = Save<T>)]
/// struct View<'a, T> { gold: u32, debt: &'a u32, extra: &'a T }
///
/// archive::to_vec(&View { gold: 7, debt: &1, extra: &2_u8 }).unwrap();
/// ```
///
/// ```compile_fail,E0080
/// # use archive::Archive;
/// #
/// # #[derive(Archive)]
/// # struct Save<T> { gold: u32, debt: u32, extra: T }
/// #
/// # #[derive(Archive)]
/// # #[archive(save_as = Save<T>)]
/// struct View<'a, T> { debt: &'a u32, gold: u32, extra: &'a T }
///
/// # archive::to_vec(&View { gold: 7, debt: &1, extra: &2_u8 }).unwrap();
/// ```
///
/// # Panics
///
/// Panics, at compile time and where it is called, if it has not.
#[expect(clippy::panic, reason = "a compile error")]
#[track_caller]
pub const fn view_fields(fields: Option<&'static Fields>, style: Style, names: &[&str]) {
    let Some(fields) = fields else { return };
    if !is_style(fields, style) {
        panic!("write its fields like those of the type in `save_as`: `{{..}}` or `(..)`");
    }
    // A name that it does not have may be meant for one that is missing: that is said where the name is.
    let are_known = !matches!(style, Style::Named) || all_in(fields, names);
    let (mut left, mut number) = (fields.list, 0_usize);
    while let [field, rest @ ..] = left {
        if is_holder(field) {
            panic!("the type in `save_as` has an `Unknown`, whose content would be lost");
        }
        if is_saved(field) {
            let is_there = match style {
                Style::Named => has(names, field.name),
                _ => number < names.len(),
            };
            if !is_there && are_known {
                let text = Text::new("this lacks the field `").and(field.name);
                panic!("{}", text.and("` of the type in `save_as`").as_str());
            }
            number = number.saturating_add(1);
        }
        left = rest;
    }
    let (mut names, mut number, mut last) = (names, 0_usize, 0);
    while let [name, rest @ ..] = names {
        if let Some(place) = place(fields, name, number) {
            if place < last {
                let text = Text::new("the type in `save_as` has the field `").and(name);
                panic!("{}", text.and("` further up: its order counts").as_str());
            }
            last = place;
        }
        (names, number) = (rest, number.saturating_add(1));
    }
}

/// Whether a type has mistakes in its attributes, which are said there. Its derive gives it this shape.
const fn is_broken(shape: &Shape) -> bool {
    is_equal(shape.name.as_bytes(), <VersionTable as Named>::SHAPE.name.as_bytes())
}

/// Whether fields are written like this; none may be written in any way.
const fn is_style(fields: &Fields, style: Style) -> bool {
    match (fields.style, style) {
        (Style::Named, Style::Named) | (Style::Tuple, Style::Tuple) | (Style::Unit, _) => true,
        (_, Style::Unit) => true,
        _ => fields.list.is_empty(),
    }
}

/// The index of a variant of today's version; their number if there is none.
const fn find(variants: &[Variant], name: &str) -> usize {
    let (mut left, mut index) = (variants, 0_usize);
    while let [variant, rest @ ..] = left {
        let is_it = is_equal(variant.name.as_bytes(), name.as_bytes());
        if is_it && variant.lifespan.until.is_none() {
            return index;
        }
        (left, index) = (rest, index.saturating_add(1));
    }
    index
}

const fn place(fields: &Fields, name: &str, number: usize) -> Option<usize> {
    let (mut left, mut place, mut saved) = (fields.list, 0_usize, 0_usize);
    while let [field, rest @ ..] = left {
        if is_saved(field) {
            let is_it = match fields.style {
                Style::Named => is_equal(field.name.as_bytes(), name.as_bytes()),
                _ => saved == number,
            };
            if is_it {
                return Some(place);
            }
            saved = saved.saturating_add(1);
        }
        (left, place) = (rest, place.saturating_add(1));
    }
    None
}

/// Whether today's version has the field.
const fn is_saved(field: &Field) -> bool {
    field.lifespan.until.is_none()
}

const fn is_holder(field: &Field) -> bool {
    matches!((field.lifespan.since, NEVER.since), (0, 0))
}

/// Whether all names are those of fields.
const fn all_in(fields: &Fields, names: &[&str]) -> bool {
    let mut names = names;
    while let [name, rest @ ..] = names {
        if place(fields, name, 0).is_none() {
            return false;
        }
        names = rest;
    }
    true
}

const fn has(names: &[&str], name: &str) -> bool {
    let mut names = names;
    while let [first, rest @ ..] = names {
        if is_equal(first.as_bytes(), name.as_bytes()) {
            return true;
        }
        names = rest;
    }
    false
}

const fn is_equal(own: &[u8], other: &[u8]) -> bool {
    let (mut own, mut other) = (own, other);
    while let ([first, rest @ ..], [also, others @ ..]) = (own, other) {
        if *first != *also {
            return false;
        }
        (own, other) = (rest, others);
    }
    own.is_empty() && other.is_empty()
}

/// A text that is made at compile time; what does not fit is left out.
struct Text {
    bytes: [u8; Self::LEN],
    len: usize,
}

impl Text {
    const LEN: usize = 256;

    const fn new(text: &str) -> Self {
        Self { bytes: [0; Self::LEN], len: 0 }.and(text)
    }

    const fn and(mut self, text: &str) -> Self {
        let mut left = text.as_bytes();
        while let [first, rest @ ..] = left {
            let (_, free) = self.bytes.split_at_mut(self.len);
            let Some(place) = free.first_mut() else { break };
            *place = *first;
            self.len = self.len.saturating_add(1);
            left = rest;
        }
        self
    }

    const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "its fields are not those of the type in `save_as`",
        }
    }
}
