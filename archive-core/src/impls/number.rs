//! Integers and floats.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use bytemuck::{Zeroable, must_cast_slice};

use crate::array::{boxed_numbers, unfilled};
use crate::primitive::for_each_number;
use crate::traits::{Batches, SMALL, reserved};
use crate::{
    Describe, Deserialize, InputArchive, Kind, Number, OutputArchive, PrimitiveKind, Serialize,
    Size, Type,
};

macro_rules! describe {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {$(
        impl Describe for $ty {
            const TYPE: &'static Type =
                &Type { kind: Kind::Primitive(PrimitiveKind::$variant), memory: $bytes };
            const SIZE: Size = Size::number(PrimitiveKind::$variant);
            const SEQUENCE: Kind = sequence(PrimitiveKind::$variant, Self::TYPE);
        }
    )*};
}
for_each_number!(describe);

/// The kind of a sequence of such numbers; `u8` sequences are `bytes`.
const fn sequence(kind: PrimitiveKind, of: &'static Type) -> Kind {
    match kind {
        PrimitiveKind::U8 => Kind::Primitive(PrimitiveKind::Bytes),
        _ => Kind::List(of),
    }
}

/// Implements saving by the archives' methods for numbers, lists of them, and many such lists.
macro_rules! serialize {
    ($($ty:ident $list:ident $lists:ident $({ $($more:tt)* })?;)*) => {$(
        impl Serialize for $ty {
            #[inline(always)]
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                archive.$ty(*self)
            }

            #[inline(always)]
            fn serialize_slice<A: OutputArchive>(
                values: &[Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                archive.$list(values)
            }

            #[inline(always)]
            fn serialize_array<A: OutputArchive>(
                values: &[Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                archive.number_array(values)
            }

            #[inline(always)]
            fn serialize_rows<A: Batches>(
                values: &[&Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                archive.number_rows(values, |number| *number)
            }

            #[inline(always)]
            fn serialize_refs<A: Batches>(
                values: &[&&Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                archive.number_rows(values, |number| **number)
            }

            #[inline(always)]
            fn serialize_field<'v, S, A: Batches>(
                values: &[&'v S],
                field: impl Fn(&'v S) -> &'v Self,
                archive: &mut A,
            ) -> Result<(), A::Error> {
                archive.number_rows(values, |value| *field(value))
            }

            #[inline(always)]
            fn serialize_slice_rows<L: AsRef<[Self]>, A: Batches>(
                values: &[&L],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                archive.$lists(values)
            }

            #[inline(always)]
            fn serialize_array_rows<A: Batches, const N: usize>(
                arrays: &[&[Self; N]],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                archive.number_array_rows(arrays, 1, |array: &[Self; N]| array)
            }

            #[inline(always)]
            fn in_bytes(values: &[Self]) -> Option<(usize, &[u8])> {
                cfg!(target_endian = "little").then(|| (0, must_cast_slice(values)))
            }

            #[inline(always)]
            fn serialize_matrix_rows<A: Batches, const N: usize, const M: usize>(
                arrays: &[&[[Self; N]; M]],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                archive.number_array_rows(arrays, 2, |array: &[[Self; N]; M]| array.as_flattened())
            }

            $($($more)*)?
        }
    )*};
}
serialize! {
    u8 bytes bytes_rows {
        fn serialize_each<'v, A: OutputArchive>(
            values: impl ExactSizeIterator<Item = &'v Self>,
            archive: &mut A,
        ) -> Result<(), A::Error> {
            archive.bytes(&values.copied().collect::<Vec<Self>>())
        }
    };
    u16 numbers numbers_rows;
    u32 numbers numbers_rows;
    u64 numbers numbers_rows;
    u128 numbers numbers_rows;
    i8 numbers numbers_rows;
    i16 numbers numbers_rows;
    i32 numbers numbers_rows;
    i64 numbers numbers_rows;
    i128 numbers numbers_rows;
    f32 numbers numbers_rows;
    f64 numbers numbers_rows;
}

macro_rules! deserialize {
    ($($ty:ident { $($list:tt)* })*) => {$(
        impl<'a> Deserialize<'a> for $ty {
            #[inline(always)]
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                archive.$ty()
            }

            #[inline(always)]
            fn deserialize_array<A: InputArchive<'a>, const N: usize>(
                archive: &mut A,
            ) -> Result<[Self; N], A::Error> {
                if let Some(bytes) = archive.array_bytes(size_of::<[Self; N]>())? {
                    let mut array = [<Self as Zeroable>::zeroed(); N];
                    return Self::read_le(bytes, &mut array).map(|()| array).ok_or_else(unfilled);
                }
                archive.array()
            }

            #[inline(always)]
            fn deserialize_boxed_array<A: InputArchive<'a>, const N: usize>(
                archive: &mut A,
            ) -> Result<Box<[Self; N]>, A::Error> {
                match archive.array_bytes(size_of::<[Self; N]>())? {
                    Some(bytes) => boxed_numbers(bytes).ok_or_else(unfilled),
                    None => archive.boxed_array(),
                }
            }

            #[inline(always)]
            fn deserialize_option<A: InputArchive<'a>>(
                archive: &mut A,
            ) -> Result<Option<Self>, A::Error> {
                archive.number_option()
            }

            #[inline(always)]
            fn deserialize_arrays<A: InputArchive<'a>, const N: usize>(
                archive: &mut A,
            ) -> Result<Vec<[Self; N]>, A::Error> {
                archive.number_arrays()
            }

            #[inline(always)]
            fn deserialize_matrix<A: InputArchive<'a>, const N: usize, const M: usize>(
                archive: &mut A,
            ) -> Result<[[Self; N]; M], A::Error> {
                if let Some(bytes) = archive.array_bytes(size_of::<[[Self; N]; M]>())? {
                    let mut array = [[<Self as Zeroable>::zeroed(); N]; M];
                    let numbers = array.as_flattened_mut();
                    return Self::read_le(bytes, numbers).map(|()| array).ok_or_else(unfilled);
                }
                archive.array()
            }

            $($list)*
        }
    )*};
}
/// Implements loading lists of numbers in bulk.
macro_rules! deserialize_lists {
    ($($ty:ident)*) => { deserialize! {$($ty {
        #[inline(always)]
        fn deserialize_vec<A: InputArchive<'a>>(archive: &mut A) -> Result<Vec<Self>, A::Error> {
            archive.numbers()
        }
    })*} };
}
deserialize_lists!(u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64);
deserialize! {
    u8 {
        #[inline(always)]
        fn deserialize_vec<A: InputArchive<'a>>(archive: &mut A) -> Result<Vec<Self>, A::Error> {
            match archive.bytes()? {
                Cow::Borrowed(bytes) => {
                    if bytes.len() <= SMALL {
                        archive.claim(bytes.len(), 1)?;
                        return Ok(bytes.to_vec());
                    }
                    let mut owned = reserved(archive, bytes.len())?;
                    owned.extend_from_slice(bytes);
                    Ok(owned)
                }
                Cow::Owned(bytes) => Ok(bytes),
            }
        }

        #[inline(always)]
        fn deserialize_cow<'c, A: InputArchive<'a>>(
            archive: &mut A,
        ) -> Result<Cow<'c, [Self]>, A::Error>
        where
            'a: 'c,
        {
            archive.bytes()
        }
    }
}
