//! Vectors are arrays of their components, and matrices arrays of their columns.

use glam::{
    Affine2, Affine3A, BVec2, BVec3, BVec4, DAffine2, DAffine3, DMat2, DMat3, DMat4, DQuat, DVec2,
    DVec3, DVec4, I8Vec2, I8Vec3, I8Vec4, I16Vec2, I16Vec3, I16Vec4, I64Vec2, I64Vec3, I64Vec4,
    IVec2, IVec3, IVec4, Mat2, Mat3, Mat3A, Mat4, Quat, U8Vec2, U8Vec3, U8Vec4, U16Vec2, U16Vec3,
    U16Vec4, U64Vec2, U64Vec3, U64Vec4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec3A, Vec4,
};

use super::arrays;
use crate::impls::stored::stored_as;

arrays! {
    Vec2 [f32; 2], as_ref from_array;
    Vec3 [f32; 3], as_ref from_array;
    Vec3A [f32; 3], as_ref from_array;
    Vec4 [f32; 4], as_ref from_array;
    Quat [f32; 4], as_ref from_array;
    DVec2 [f64; 2], as_ref from_array;
    DVec3 [f64; 3], as_ref from_array;
    DVec4 [f64; 4], as_ref from_array;
    DQuat [f64; 4], as_ref from_array;
    I8Vec2 [i8; 2], as_ref from_array;
    I8Vec3 [i8; 3], as_ref from_array;
    I8Vec4 [i8; 4], as_ref from_array;
    U8Vec2 [u8; 2], as_ref from_array;
    U8Vec3 [u8; 3], as_ref from_array;
    U8Vec4 [u8; 4], as_ref from_array;
    I16Vec2 [i16; 2], as_ref from_array;
    I16Vec3 [i16; 3], as_ref from_array;
    I16Vec4 [i16; 4], as_ref from_array;
    U16Vec2 [u16; 2], as_ref from_array;
    U16Vec3 [u16; 3], as_ref from_array;
    U16Vec4 [u16; 4], as_ref from_array;
    IVec2 [i32; 2], as_ref from_array;
    IVec3 [i32; 3], as_ref from_array;
    IVec4 [i32; 4], as_ref from_array;
    UVec2 [u32; 2], as_ref from_array;
    UVec3 [u32; 3], as_ref from_array;
    UVec4 [u32; 4], as_ref from_array;
    I64Vec2 [i64; 2], as_ref from_array;
    I64Vec3 [i64; 3], as_ref from_array;
    I64Vec4 [i64; 4], as_ref from_array;
    U64Vec2 [u64; 2], as_ref from_array;
    U64Vec3 [u64; 3], as_ref from_array;
    U64Vec4 [u64; 4], as_ref from_array;
}

stored_as! {
    Mat2 [[f32; 2]; 2], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    Mat3 [[f32; 3]; 3], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    Mat3A [[f32; 3]; 3], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    Mat4 [[f32; 4]; 4], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    Affine2 [[f32; 2]; 3], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    Affine3A [[f32; 3]; 4], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    DMat2 [[f64; 2]; 2], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    DMat3 [[f64; 3]; 3], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    DMat4 [[f64; 4]; 4], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    DAffine2 [[f64; 2]; 3], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    DAffine3 [[f64; 3]; 4], Self::to_cols_array_2d, |columns| Self::from_cols_array_2d(&columns);
    BVec2 [bool; 2], |value| (*value).into(), Self::from_array;
    BVec3 [bool; 3], |value| (*value).into(), Self::from_array;
    BVec4 [bool; 4], |value| (*value).into(), Self::from_array;
}
