//! `glam`: vectors are arrays of their components, matrices arrays of their columns.

use bytemuck::{must_cast_ref, must_cast_slice};

use super::arrays;
use crate::impls::stored::stored_as;

macro_rules! vectors {
    ($glam:ident $($number:ident { $($ty:ident $len:literal)* })*) => { arrays! {
        $($($glam::$ty: [$number; $len], Self::as_ref, Self::from_array, must_cast_slice;)*)*
    } };
}

/// Types whose memory differs from their bytes in an archive: by padding, or because words are stored as 64
/// bits.
macro_rules! other_vectors {
    ($glam:ident $($number:ident { $($ty:ident $len:literal)* })*) => { arrays! {
        $($($glam::$ty: [$number; $len], Self::as_ref, Self::from_array;)*)*
    } };
}

macro_rules! masks {
    ($glam:ident $($ty:ident $len:literal ($($part:ident)*))*) => { stored_as! {
        $($glam::$ty: [bool; $len], |mask| (*mask).into(), |[$($part),*]| Self::new($($part),*);)*
    } };
}

macro_rules! matrices {
    ($glam:ident $($number:ident { $($ty:ident $side:literal $len:literal)* })*) => { arrays! {$($(
        $glam::$ty: [[$number; $side]; $side],
        |matrix| must_cast_ref::<[$number; $len], _>(matrix.as_ref()),
        |columns| Self::from_cols_array_2d(&columns),
        must_cast_slice;
    )*)*} };
}

/// Types without a reference to their numbers as an array.
macro_rules! transforms {
    ($glam:ident $($number:ident { $($ty:ident $rows:literal $columns:literal)* })*) => { stored_as! {$($(
        $glam::$ty: [[$number; $rows]; $columns],
        Self::to_cols_array_2d,
        |columns| Self::from_cols_array_2d(&columns);
    )*)*} };
}

/// The types that every supported version has.
macro_rules! first_types {
    ($glam:ident) => {
        vectors! { $glam
            f32 { Vec2 2 Vec3 3 Vec4 4 Quat 4 }
            f64 { DVec2 2 DVec3 3 DVec4 4 DQuat 4 }
            i32 { IVec2 2 IVec3 3 IVec4 4 }
            u32 { UVec2 2 UVec3 3 UVec4 4 }
            i64 { I64Vec2 2 I64Vec3 3 I64Vec4 4 }
            u64 { U64Vec2 2 U64Vec3 3 U64Vec4 4 }
        }
        other_vectors! { $glam
            f32 { Vec3A 3 }
        }
        masks! { $glam
            BVec2 2 (x y)
            BVec3 3 (x y z)
            BVec4 4 (x y z w)
            BVec3A 3 (x y z)
            BVec4A 4 (x y z w)
        }
        matrices! { $glam
            f32 { Mat2 2 4 Mat3 3 9 Mat4 4 16 }
            f64 { DMat2 2 4 DMat3 3 9 DMat4 4 16 }
        }
        transforms! { $glam
            f32 { Mat3A 3 3 Affine2 2 3 Affine3A 3 4 }
            f64 { DAffine2 2 3 DAffine3 3 4 }
        }
    };
}

/// The types added in 0.25.
macro_rules! short_types {
    ($glam:ident) => {
        first_types!($glam);
        vectors! { $glam
            i16 { I16Vec2 2 I16Vec3 3 I16Vec4 4 }
            u16 { U16Vec2 2 U16Vec3 3 U16Vec4 4 }
        }
    };
}

/// The types added in 0.29.
macro_rules! types {
    ($glam:ident) => {
        short_types!($glam);
        vectors! { $glam
            i8 { I8Vec2 2 I8Vec3 3 I8Vec4 4 }
            u8 { U8Vec2 2 U8Vec3 3 U8Vec4 4 }
        }
    };
}

/// The types added in 0.30.
macro_rules! new_types {
    ($glam:ident) => {
        other_vectors! { $glam usize { USizeVec2 2 USizeVec3 3 USizeVec4 4 } }
    };
}

/// The types added in 0.31.
macro_rules! newer_types {
    ($glam:ident) => {
        new_types!($glam);
        other_vectors! { $glam isize { ISizeVec2 2 ISizeVec3 3 ISizeVec4 4 } }
        transforms! { $glam f32 { Affine3 3 4 } }
    };
}

#[cfg(feature = "glam-0_24")]
first_types!(glam_0_24);

#[cfg(feature = "glam-0_25")]
short_types!(glam_0_25);

#[cfg(feature = "glam-0_26")]
short_types!(glam_0_26);

#[cfg(feature = "glam-0_27")]
short_types!(glam_0_27);

#[cfg(feature = "glam-0_28")]
short_types!(glam_0_28);

#[cfg(feature = "glam-0_29")]
types!(glam_0_29);

#[cfg(feature = "glam-0_30")]
types!(glam_0_30);
#[cfg(feature = "glam-0_30")]
new_types!(glam_0_30);

#[cfg(feature = "glam-0_31")]
types!(glam_0_31);
#[cfg(feature = "glam-0_31")]
newer_types!(glam_0_31);

#[cfg(feature = "glam-0_32")]
types!(glam_0_32);
#[cfg(feature = "glam-0_32")]
newer_types!(glam_0_32);

#[cfg(feature = "glam-0_33")]
types!(glam_0_33);
#[cfg(feature = "glam-0_33")]
newer_types!(glam_0_33);

#[cfg(feature = "glam-0_34")]
types!(glam_0_34);
#[cfg(feature = "glam-0_34")]
newer_types!(glam_0_34);
