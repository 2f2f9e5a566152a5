//! Building blocks of derived shapes, and compile-time checks on them.

use crate::shape::{Fields, Style};
use crate::unknown::{self, NEVER};
use crate::{
    Body, Field, Identity, Kind, Lifespan, Named, PrimitiveKind, Shape, Size, Type, Variant,
};

/// A field without a history; derived code overrides what differs.
pub const FIELD: Field = Field {
    name: "",
    renamed: &[],
    aliases: &[],
    lifespan: Lifespan::ALWAYS,
    ty: &Type { kind: Kind::Primitive(PrimitiveKind::Unit), memory: 0 },
    size: Size::plain(0),
    has_default: false,
    removed: false,
    flatten: false,
    doc: "",
    meta: &[],
};

/// A variant without a history; derived code overrides what differs.
pub const VARIANT: Variant = Variant {
    name: "",
    renamed: &[],
    aliases: &[],
    tag: 0,
    lifespan: Lifespan::ALWAYS,
    fields: Fields { style: Style::Unit, list: &[] },
    doc: "",
    meta: &[],
};

/// A holder of unknown fields: it is in no version.
pub const HOLDER: Field = Field { lifespan: NEVER, ..FIELD };

/// A variant that catches unknown ones: it is in no version.
pub const CATCH: Variant = Variant { tag: UNKNOWN, lifespan: NEVER, ..VARIANT };

/// The tag of [`CATCH`].
pub const UNKNOWN: u32 = unknown::CATCH;

/// The type of a struct or an enum.
#[must_use]
pub const fn named<T: Named>() -> Type {
    Type { kind: Kind::Named(shape::<T>), memory: size_of::<T>() }
}

/// The shape that names a transparent type in the errors of its hooks; it has none in schemas.
#[must_use]
pub const fn transparent(id: &'static Identity, name: &'static str) -> Shape {
    let body = Body::Struct(Fields { style: Style::Unit, list: &[] });
    Shape { id, name, renamed: &[], args: &[], version: 1, oldest: 1, body, doc: "", meta: &[] }
}

fn shape<T: Named>() -> &'static Shape {
    T::SHAPE
}

/// The size of a `pod` type, after checking that its fields lie in memory as in rows.
///
/// # Panics
///
/// Panics, at compile time, if they do not.
#[must_use]
#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const, checked by the loop"
)]
#[expect(clippy::panic, reason = "a compile error")]
pub const fn pod_size<T: Named>(offsets: &[usize], sizes: &[usize]) -> Size {
    let mut i = 1;
    while i < offsets.len() {
        assert!(
            offsets[i - 1] <= offsets[i],
            "`pod` needs fields that lie in memory in the order of their declaration: add `#[repr(C)]`"
        );
        i += 1;
    }
    let (mut end, mut i) = (0, 0);
    while i < offsets.len() {
        assert!(
            offsets[i] == end,
            "`pod` needs fields without padding between them: fill the gap with a \
            field"
        );
        end += sizes[i];
        i += 1;
    }
    assert!(
        end == size_of::<T>(),
        "`pod` needs fields without padding after them: fill the gap at the end with a field"
    );
    let size = T::SHAPE.size();
    match size.fixed {
        Some(bytes) => {
            assert!(
                bytes == end,
                "`pod` needs fields that are stored exactly as they are in memory"
            )
        }
        None => {
            panic!("`pod` needs fields of a fixed size: numbers, arrays of them, and `pod` types")
        }
    }
    size
}
