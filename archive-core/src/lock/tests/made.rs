//! Shapes for the tests of locks, as the derive would emit them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::{
    Body, Field, Fields, Identity, Kind, Lifespan, Rename, Shape, Size, Style, Type, Variant,
};

/// Makes a static value: types live as long as the program, so tests leak them.
pub(super) fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

pub(super) fn field(name: &'static str, ty: &'static Type) -> Field {
    Field {
        name,
        renamed: &[],
        aliases: &[],
        lifespan: Lifespan::ALWAYS,
        ty,
        size: Size::ANY,
        has_default: false,
        removed: false,
        flatten: false,
        doc: "",
        meta: &[],
    }
}

pub(super) fn during(mut field: Field, since: u32, until: impl Into<Option<u32>>) -> Field {
    field.lifespan = Lifespan { since, until: until.into() };
    field
}

pub(super) fn called_before(mut field: Field, until: u32, from: &'static str) -> Field {
    field.renamed = leak([Rename { until, from }]);
    field
}

pub(super) fn variant(name: &'static str, tag: u32, style: Style, list: Vec<Field>) -> Variant {
    Variant {
        name,
        renamed: &[],
        aliases: &[],
        tag,
        lifespan: Lifespan::ALWAYS,
        fields: Fields { style, list: list.leak() },
        doc: "",
        meta: &[],
    }
}

pub(super) fn shape(name: &'static str, version: u32, body: Body) -> Shape {
    let id = leak(Identity::new("game", name));
    Shape { id, name, renamed: &[], args: &[], version, oldest: 1, body, doc: "", meta: &[] }
}

pub(super) fn record(name: &'static str, version: u32, list: Vec<Field>) -> Shape {
    shape(name, version, Body::Struct(Fields { style: Style::Named, list: list.leak() }))
}

pub(super) fn tuple(name: &'static str, list: Vec<Field>) -> Shape {
    shape(name, 1, Body::Struct(Fields { style: Style::Tuple, list: list.leak() }))
}

pub(super) fn choice(name: &'static str, variants: Vec<Variant>) -> Shape {
    shape(name, 1, Body::Enum(variants.leak()))
}

/// The type of a nested shape. `Kind::Named` takes a function pointer, which cannot capture anything, so
/// each `N` has its own static.
pub(super) fn of<const N: usize>(shape: Shape) -> &'static Type {
    use std::sync::Mutex;
    static SHAPES: Mutex<[Option<&Shape>; 8]> = Mutex::new([None; 8]);
    SHAPES.lock().unwrap()[N] = Some(leak(shape));
    leak(Type { kind: Kind::Named(|| SHAPES.lock().unwrap()[N].unwrap()), memory: 0 })
}

pub(super) fn variant_at(mut variant: Variant, tag: u32) -> Variant {
    variant.tag = tag;
    variant
}
