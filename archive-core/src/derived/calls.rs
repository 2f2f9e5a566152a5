//! The functions that derived code calls most, in two versions: inlined, and not inlined for large types.
//!
//! Inlining makes a type fast. But a type with hundreds of fields or variants would become one huge
//! function, which compilers handle badly, so its calls are not inlined.

use crate::traits::Batches;
use crate::{Deserialize, InputArchive, OutputArchive, Scope, Serialize, Shape, Step};

macro_rules! calls {
    ($(#[$doc:meta])* $kind:ident $inline:ident) => {
        $(#[$doc])*
        pub mod $kind {
            use super::{Batches, Deserialize, InputArchive, OutputArchive, Scope, Serialize, Shape, Step};

            /// [`OutputArchive::variant`].
            #[inline($inline)]
            pub fn put_variant<A: OutputArchive>(
                archive: &mut A,
                shape: &'static Shape,
                index: usize,
            ) -> Result<Scope, A::Error> {
                archive.variant(shape, index)
            }

            /// [`OutputArchive::field`].
            #[inline($inline)]
            pub fn put<A: OutputArchive, T: Serialize + ?Sized>(
                archive: &mut A,
                record: &Scope,
                index: usize,
                value: &T,
            ) -> Result<(), A::Error> {
                archive.field(record, index, value)
            }

            /// [`Batches::part_rows`] of a field.
            #[inline($inline)]
            pub fn put_rows<'v, A: Batches, S, T: Serialize + 'v>(
                archive: &mut A,
                record: &Scope,
                index: usize,
                rows: &[&'v S],
                field: impl Fn(&'v S) -> &'v T,
            ) -> Result<(), A::Error> {
                archive.part_rows(Step::Field(record, index), rows, field)
            }

            /// [`Batches::part_rows`] of a field of a variant.
            #[inline($inline)]
            pub fn put_variant_rows<'v, A: Batches, S, T: Serialize + 'v>(
                archive: &mut A,
                record: &Scope,
                index: usize,
                rows: &[&'v S],
                field: impl Fn(&'v S) -> Option<&'v T>,
            ) -> Result<(), A::Error> {
                // The derived code has sorted the rows by variant, so all are of this one.
                let Some(any) = rows.first().and_then(|row| field(row)) else { return Ok(()) };
                let field = |row| field(row).unwrap_or(any);
                archive.part_rows(Step::Field(record, index), rows, field)
            }

            /// [`OutputArchive::end`].
            #[inline($inline)]
            pub fn put_end<A: OutputArchive>(archive: &mut A, record: Scope) -> Result<(), A::Error> {
                archive.end(record)
            }

            /// [`InputArchive::field`].
            #[inline($inline)]
            pub fn get<'a, A: InputArchive<'a>, T: Deserialize<'a>>(
                archive: &mut A,
                record: &Scope,
                index: usize,
            ) -> Result<T, A::Error> {
                archive.field(record, index)
            }

            /// [`InputArchive::end`].
            #[inline($inline)]
            pub fn get_end<'a, A: InputArchive<'a>>(
                archive: &mut A,
                record: Scope,
            ) -> Result<(), A::Error> {
                archive.end(record)
            }
        }
    };
}
calls! {
    /// Calls that are inlined.
    inlined always
}
calls! {
    /// Calls that are not.
    apart never
}
