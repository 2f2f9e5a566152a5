//! Vectors are arrays of their components, and matrices arrays of their columns.

use bytemuck::{must_cast_ref, must_cast_slice};
use glam::{
    Affine2, Affine3A, BVec2, BVec3, BVec4, DAffine2, DAffine3, DMat2, DMat3, DMat4, DQuat, DVec2,
    DVec3, DVec4, I8Vec2, I8Vec3, I8Vec4, I16Vec2, I16Vec3, I16Vec4, I64Vec2, I64Vec3, I64Vec4,
    IVec2, IVec3, IVec4, Mat2, Mat3, Mat3A, Mat4, Quat, U8Vec2, U8Vec3, U8Vec4, U16Vec2, U16Vec3,
    U16Vec4, U64Vec2, U64Vec3, U64Vec4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec3A, Vec4,
};

use super::arrays;
use crate::impls::stored::stored_as;

macro_rules! vectors {
    ($($number:ident { $($ty:ident $len:literal)* })*) => { arrays! {
        $($($ty [$number; $len], Self::as_ref, Self::from_array, must_cast_slice;)*)*
    } };
}
vectors! {
    f32 { Vec2 2 Vec3 3 Vec4 4 Quat 4 }
    f64 { DVec2 2 DVec3 3 DVec4 4 DQuat 4 }
    i8 { I8Vec2 2 I8Vec3 3 I8Vec4 4 }
    u8 { U8Vec2 2 U8Vec3 3 U8Vec4 4 }
    i16 { I16Vec2 2 I16Vec3 3 I16Vec4 4 }
    u16 { U16Vec2 2 U16Vec3 3 U16Vec4 4 }
    i32 { IVec2 2 IVec3 3 IVec4 4 }
    u32 { UVec2 2 UVec3 3 UVec4 4 }
    i64 { I64Vec2 2 I64Vec3 3 I64Vec4 4 }
    u64 { U64Vec2 2 U64Vec3 3 U64Vec4 4 }
}
arrays! {
    // With a fourth number in memory.
    Vec3A [f32; 3], Self::as_ref, Self::from_array;
}

macro_rules! matrices {
    ($($number:ident { $($ty:ident $side:literal $len:literal)* })*) => { arrays! {$($(
        $ty [[$number; $side]; $side],
        |matrix| must_cast_ref::<[$number; $len], _>(matrix.as_ref()),
        |columns| Self::from_cols_array_2d(&columns),
        must_cast_slice;
    )*)*} };
}
matrices! {
    f32 { Mat2 2 4 Mat3 3 9 Mat4 4 16 }
    f64 { DMat2 2 4 DMat3 3 9 DMat4 4 16 }
}

stored_as! {
    Mat3A [[f32; 3]; 3], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    Affine2 [[f32; 2]; 3], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    Affine3A [[f32; 3]; 4], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    DAffine2 [[f64; 2]; 3], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    DAffine3 [[f64; 3]; 4], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    BVec2 [bool; 2], |value| (*value).into(), Self::from_array;
    BVec3 [bool; 3], |value| (*value).into(), Self::from_array;
    BVec4 [bool; 4], |value| (*value).into(), Self::from_array;
}
