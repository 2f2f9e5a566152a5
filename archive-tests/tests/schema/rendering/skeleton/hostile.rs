// Reads an archive of `"*/\"Weird\u{a}"`: `let value: WeirdUA = archive::load(path)?;`

use archive::Archive;

/// */\u{d}#error
/// #![forbid(x)]
///
/// - <script>alert(1)</script>
#[derive(Archive, Debug)]
#[archive(name = "*/\"Weird\n", version = 4)]
pub struct WeirdUA {
    /// */ int x; /* ??/ \u{202e}<b>|`
    /// "\
    #[archive(renamed(4, from = "hit points"), meta(unit = "\"*/\n\u{1b}[31m"))]
    pub hit_points: u32,
    #[archive(renamed(4, from = "hit_points"))]
    pub hit_points_2: u32,
    #[archive(renamed(4, from = "hit*points"))]
    pub hit_points_3: u32,
    #[archive(renamed(4, from = "self"))]
    pub self_: u32,
    pub r#match: u32,
    #[archive(renamed(4, from = "_"))]
    pub __: u32,
    #[archive(renamed(4, from = "9"))]
    pub _9: u32,
    #[archive(renamed(4, from = "größe"))]
    pub gr_e: u32,
    #[archive(renamed(4, from = "a\"b\\c\nd|`e`"))]
    pub a_b_c_d_e: u32,
    pub int: Vec_2,
    #[archive(renamed(4, from = "$ref"))]
    pub r#ref: Struct,
}

#[derive(Archive, Debug)]
#[archive(name = "Vec", version = 2)]
#[allow(non_camel_case_types, reason = "the stored names")]
pub struct Vec_2(
    #[archive(removed(_: (), until = 2), removed(_: (), until = 2))]
    pub u32,
);

#[derive(Archive, Debug)]
#[archive(name = "struct", version = 2)]
pub enum Struct {
    #[archive(tag = 3, renamed(2, from = "crate"))]
    Crate,
    #[archive(tag = 7, renamed(2, from = "No/Way~ \""))]
    NoWay,
}
