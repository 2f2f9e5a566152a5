//! A struct with 1,000 fields and an enum with 1,000 variants compile fast and lose nothing.
//!
//! They take 3.5 s to check and 17 s to build on one core (rustc 1.95, debug, no incremental cache;
//! the types alone take 1 s), or 39 s with optimization.

use std::io::Cursor;

use archive::{Archive, Options, Value};

/// Each row of the table is ten fields of different types.
macro_rules! fields {
    ($($a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident $i:ident $j:ident)*) => {
        #[derive(Archive, Clone, Debug, Default, PartialEq)]
        struct Wide {$(
            $a: u8,
            $b: u32,
            $c: i64,
            $d: f32,
            $e: bool,
            $f: String,
            $g: Vec<u32>,
            $h: Option<u16>,
            $i: Place,
            #[since(2, default = 100)]
            $j: u64,
        )*}

        impl Wide {
            fn of_seed(seed: u32) -> Self {
                let mut wide = Self::default();
                let mut seed = seed;
                $(
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    wide.$a = seed.to_le_bytes()[3];
                    wide.$b = seed;
                    wide.$c = -i64::from(seed);
                    wide.$d = f32::from_bits(seed & 0x3fff_ffff);
                    wide.$e = seed % 3 == 0;
                    wide.$f = seed.to_string();
                    wide.$g = vec![seed; 3];
                    wide.$h = (seed % 5 != 0).then_some(7);
                    wide.$i = Place { x: seed, y: 3 };
                    wide.$j = u64::from(seed) << 7;
                )*
                wide
            }

            /// A value that version 1 can represent: newer fields have their defaults.
            fn of_version_one(seed: u32) -> Self {
                Self { $($j: 100,)* ..Self::of_seed(seed) }
            }
        }
    };
}

/// Each row of the table is ten variants of different forms.
macro_rules! variants {
    ($($a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident $i:ident $j:ident)*) => {
        #[derive(Archive, Clone, Debug, PartialEq)]
        enum Event {$(
            $a,
            $b(u32),
            $c(i64, bool),
            $d { name: String },
            $e { place: Place, height: f32 },
            $f(Vec<u32>),
            $g(Option<u16>),
            $h {
                #[archive(removed(gone: u8, until = 2))]
                at: u64,
            },
            #[since(2)]
            $i,
            #[since(3)]
            $j(Place),
        )*}

        impl Event {
            fn one_of_each() -> Vec<Self> {
                vec![$(
                    Self::$a,
                    Self::$b(7),
                    Self::$c(-1, true),
                    Self::$d { name: "Ada".to_owned() },
                    Self::$e { place: Place { x: 1, y: 2 }, height: 0.5 },
                    Self::$f(vec![1, 2, 3]),
                    Self::$g(Some(4)),
                    Self::$h { at: 1 << 40 },
                    Self::$i,
                    Self::$j(Place { x: 3, y: 4 }),
                )*]
            }
        }
    };
}

#[derive(Archive, Clone, Debug, Default, PartialEq)]
struct Place {
    x: u32,
    y: u32,
}

#[test]
fn a_thousand_fields_come_back() {
    let wide = Wide::of_seed(7);
    let bytes = archive::to_vec(&wide).unwrap();
    assert_eq!(archive::from_slice::<Wide>(&bytes).unwrap(), wide);
}

#[test]
fn a_thousand_variants_come_back() {
    let events = Event::one_of_each();
    assert_eq!(events.len(), 1000);
    for options in [Options::file(), Options::message()] {
        let bytes = options.to_vec(&events).unwrap();
        assert_eq!(options.from_slice::<Vec<Event>>(&bytes).unwrap(), events);
    }
}

#[test]
fn a_thousand_fields_of_version_one_come_back() {
    let first = archive::VersionTable::of::<Wide>().unwrap().with("Wide", 1);
    let wide = Wide::of_version_one(7);
    let bytes = Options::message().write_for(&first).to_vec(&wide).unwrap();
    assert_eq!(archive::from_slice::<Wide>(&bytes).unwrap(), wide);
}

/// Each of the slots has a part for each variant, but most bytes are in the header, which names the variants once.
#[test]
fn few_values_of_a_thousand_variants_are_read_without_their_type() {
    #[derive(Archive)]
    struct Save {
        title: String,
        slots: [Event; 1],
        held: Event,
        worn: Event,
        last: Option<Event>,
    }
    #[derive(Archive)]
    struct Summary {
        title: String,
    }
    let [first, second] = [0, 3].map(|at| Event::one_of_each()[at].clone());
    let save = Save {
        title: "Ada".to_owned(),
        slots: [first.clone()],
        held: second.clone(),
        worn: second,
        last: Some(first),
    };
    let bytes = archive::to_vec(&save).unwrap();
    assert_eq!(Value::from_slice(&bytes).unwrap(), Value::of(&save).unwrap());
    let part: Summary = Options::file().part_from_reader(Cursor::new(&bytes)).unwrap();
    assert_eq!(part.title, save.title);
}

fields! {
    a00 b00 c00 d00 e00 f00 g00 h00 i00 j00
    a01 b01 c01 d01 e01 f01 g01 h01 i01 j01
    a02 b02 c02 d02 e02 f02 g02 h02 i02 j02
    a03 b03 c03 d03 e03 f03 g03 h03 i03 j03
    a04 b04 c04 d04 e04 f04 g04 h04 i04 j04
    a05 b05 c05 d05 e05 f05 g05 h05 i05 j05
    a06 b06 c06 d06 e06 f06 g06 h06 i06 j06
    a07 b07 c07 d07 e07 f07 g07 h07 i07 j07
    a08 b08 c08 d08 e08 f08 g08 h08 i08 j08
    a09 b09 c09 d09 e09 f09 g09 h09 i09 j09
    a10 b10 c10 d10 e10 f10 g10 h10 i10 j10
    a11 b11 c11 d11 e11 f11 g11 h11 i11 j11
    a12 b12 c12 d12 e12 f12 g12 h12 i12 j12
    a13 b13 c13 d13 e13 f13 g13 h13 i13 j13
    a14 b14 c14 d14 e14 f14 g14 h14 i14 j14
    a15 b15 c15 d15 e15 f15 g15 h15 i15 j15
    a16 b16 c16 d16 e16 f16 g16 h16 i16 j16
    a17 b17 c17 d17 e17 f17 g17 h17 i17 j17
    a18 b18 c18 d18 e18 f18 g18 h18 i18 j18
    a19 b19 c19 d19 e19 f19 g19 h19 i19 j19
    a20 b20 c20 d20 e20 f20 g20 h20 i20 j20
    a21 b21 c21 d21 e21 f21 g21 h21 i21 j21
    a22 b22 c22 d22 e22 f22 g22 h22 i22 j22
    a23 b23 c23 d23 e23 f23 g23 h23 i23 j23
    a24 b24 c24 d24 e24 f24 g24 h24 i24 j24
    a25 b25 c25 d25 e25 f25 g25 h25 i25 j25
    a26 b26 c26 d26 e26 f26 g26 h26 i26 j26
    a27 b27 c27 d27 e27 f27 g27 h27 i27 j27
    a28 b28 c28 d28 e28 f28 g28 h28 i28 j28
    a29 b29 c29 d29 e29 f29 g29 h29 i29 j29
    a30 b30 c30 d30 e30 f30 g30 h30 i30 j30
    a31 b31 c31 d31 e31 f31 g31 h31 i31 j31
    a32 b32 c32 d32 e32 f32 g32 h32 i32 j32
    a33 b33 c33 d33 e33 f33 g33 h33 i33 j33
    a34 b34 c34 d34 e34 f34 g34 h34 i34 j34
    a35 b35 c35 d35 e35 f35 g35 h35 i35 j35
    a36 b36 c36 d36 e36 f36 g36 h36 i36 j36
    a37 b37 c37 d37 e37 f37 g37 h37 i37 j37
    a38 b38 c38 d38 e38 f38 g38 h38 i38 j38
    a39 b39 c39 d39 e39 f39 g39 h39 i39 j39
    a40 b40 c40 d40 e40 f40 g40 h40 i40 j40
    a41 b41 c41 d41 e41 f41 g41 h41 i41 j41
    a42 b42 c42 d42 e42 f42 g42 h42 i42 j42
    a43 b43 c43 d43 e43 f43 g43 h43 i43 j43
    a44 b44 c44 d44 e44 f44 g44 h44 i44 j44
    a45 b45 c45 d45 e45 f45 g45 h45 i45 j45
    a46 b46 c46 d46 e46 f46 g46 h46 i46 j46
    a47 b47 c47 d47 e47 f47 g47 h47 i47 j47
    a48 b48 c48 d48 e48 f48 g48 h48 i48 j48
    a49 b49 c49 d49 e49 f49 g49 h49 i49 j49
    a50 b50 c50 d50 e50 f50 g50 h50 i50 j50
    a51 b51 c51 d51 e51 f51 g51 h51 i51 j51
    a52 b52 c52 d52 e52 f52 g52 h52 i52 j52
    a53 b53 c53 d53 e53 f53 g53 h53 i53 j53
    a54 b54 c54 d54 e54 f54 g54 h54 i54 j54
    a55 b55 c55 d55 e55 f55 g55 h55 i55 j55
    a56 b56 c56 d56 e56 f56 g56 h56 i56 j56
    a57 b57 c57 d57 e57 f57 g57 h57 i57 j57
    a58 b58 c58 d58 e58 f58 g58 h58 i58 j58
    a59 b59 c59 d59 e59 f59 g59 h59 i59 j59
    a60 b60 c60 d60 e60 f60 g60 h60 i60 j60
    a61 b61 c61 d61 e61 f61 g61 h61 i61 j61
    a62 b62 c62 d62 e62 f62 g62 h62 i62 j62
    a63 b63 c63 d63 e63 f63 g63 h63 i63 j63
    a64 b64 c64 d64 e64 f64 g64 h64 i64 j64
    a65 b65 c65 d65 e65 f65 g65 h65 i65 j65
    a66 b66 c66 d66 e66 f66 g66 h66 i66 j66
    a67 b67 c67 d67 e67 f67 g67 h67 i67 j67
    a68 b68 c68 d68 e68 f68 g68 h68 i68 j68
    a69 b69 c69 d69 e69 f69 g69 h69 i69 j69
    a70 b70 c70 d70 e70 f70 g70 h70 i70 j70
    a71 b71 c71 d71 e71 f71 g71 h71 i71 j71
    a72 b72 c72 d72 e72 f72 g72 h72 i72 j72
    a73 b73 c73 d73 e73 f73 g73 h73 i73 j73
    a74 b74 c74 d74 e74 f74 g74 h74 i74 j74
    a75 b75 c75 d75 e75 f75 g75 h75 i75 j75
    a76 b76 c76 d76 e76 f76 g76 h76 i76 j76
    a77 b77 c77 d77 e77 f77 g77 h77 i77 j77
    a78 b78 c78 d78 e78 f78 g78 h78 i78 j78
    a79 b79 c79 d79 e79 f79 g79 h79 i79 j79
    a80 b80 c80 d80 e80 f80 g80 h80 i80 j80
    a81 b81 c81 d81 e81 f81 g81 h81 i81 j81
    a82 b82 c82 d82 e82 f82 g82 h82 i82 j82
    a83 b83 c83 d83 e83 f83 g83 h83 i83 j83
    a84 b84 c84 d84 e84 f84 g84 h84 i84 j84
    a85 b85 c85 d85 e85 f85 g85 h85 i85 j85
    a86 b86 c86 d86 e86 f86 g86 h86 i86 j86
    a87 b87 c87 d87 e87 f87 g87 h87 i87 j87
    a88 b88 c88 d88 e88 f88 g88 h88 i88 j88
    a89 b89 c89 d89 e89 f89 g89 h89 i89 j89
    a90 b90 c90 d90 e90 f90 g90 h90 i90 j90
    a91 b91 c91 d91 e91 f91 g91 h91 i91 j91
    a92 b92 c92 d92 e92 f92 g92 h92 i92 j92
    a93 b93 c93 d93 e93 f93 g93 h93 i93 j93
    a94 b94 c94 d94 e94 f94 g94 h94 i94 j94
    a95 b95 c95 d95 e95 f95 g95 h95 i95 j95
    a96 b96 c96 d96 e96 f96 g96 h96 i96 j96
    a97 b97 c97 d97 e97 f97 g97 h97 i97 j97
    a98 b98 c98 d98 e98 f98 g98 h98 i98 j98
    a99 b99 c99 d99 e99 f99 g99 h99 i99 j99
}

variants! {
    A00 B00 C00 D00 E00 F00 G00 H00 I00 J00
    A01 B01 C01 D01 E01 F01 G01 H01 I01 J01
    A02 B02 C02 D02 E02 F02 G02 H02 I02 J02
    A03 B03 C03 D03 E03 F03 G03 H03 I03 J03
    A04 B04 C04 D04 E04 F04 G04 H04 I04 J04
    A05 B05 C05 D05 E05 F05 G05 H05 I05 J05
    A06 B06 C06 D06 E06 F06 G06 H06 I06 J06
    A07 B07 C07 D07 E07 F07 G07 H07 I07 J07
    A08 B08 C08 D08 E08 F08 G08 H08 I08 J08
    A09 B09 C09 D09 E09 F09 G09 H09 I09 J09
    A10 B10 C10 D10 E10 F10 G10 H10 I10 J10
    A11 B11 C11 D11 E11 F11 G11 H11 I11 J11
    A12 B12 C12 D12 E12 F12 G12 H12 I12 J12
    A13 B13 C13 D13 E13 F13 G13 H13 I13 J13
    A14 B14 C14 D14 E14 F14 G14 H14 I14 J14
    A15 B15 C15 D15 E15 F15 G15 H15 I15 J15
    A16 B16 C16 D16 E16 F16 G16 H16 I16 J16
    A17 B17 C17 D17 E17 F17 G17 H17 I17 J17
    A18 B18 C18 D18 E18 F18 G18 H18 I18 J18
    A19 B19 C19 D19 E19 F19 G19 H19 I19 J19
    A20 B20 C20 D20 E20 F20 G20 H20 I20 J20
    A21 B21 C21 D21 E21 F21 G21 H21 I21 J21
    A22 B22 C22 D22 E22 F22 G22 H22 I22 J22
    A23 B23 C23 D23 E23 F23 G23 H23 I23 J23
    A24 B24 C24 D24 E24 F24 G24 H24 I24 J24
    A25 B25 C25 D25 E25 F25 G25 H25 I25 J25
    A26 B26 C26 D26 E26 F26 G26 H26 I26 J26
    A27 B27 C27 D27 E27 F27 G27 H27 I27 J27
    A28 B28 C28 D28 E28 F28 G28 H28 I28 J28
    A29 B29 C29 D29 E29 F29 G29 H29 I29 J29
    A30 B30 C30 D30 E30 F30 G30 H30 I30 J30
    A31 B31 C31 D31 E31 F31 G31 H31 I31 J31
    A32 B32 C32 D32 E32 F32 G32 H32 I32 J32
    A33 B33 C33 D33 E33 F33 G33 H33 I33 J33
    A34 B34 C34 D34 E34 F34 G34 H34 I34 J34
    A35 B35 C35 D35 E35 F35 G35 H35 I35 J35
    A36 B36 C36 D36 E36 F36 G36 H36 I36 J36
    A37 B37 C37 D37 E37 F37 G37 H37 I37 J37
    A38 B38 C38 D38 E38 F38 G38 H38 I38 J38
    A39 B39 C39 D39 E39 F39 G39 H39 I39 J39
    A40 B40 C40 D40 E40 F40 G40 H40 I40 J40
    A41 B41 C41 D41 E41 F41 G41 H41 I41 J41
    A42 B42 C42 D42 E42 F42 G42 H42 I42 J42
    A43 B43 C43 D43 E43 F43 G43 H43 I43 J43
    A44 B44 C44 D44 E44 F44 G44 H44 I44 J44
    A45 B45 C45 D45 E45 F45 G45 H45 I45 J45
    A46 B46 C46 D46 E46 F46 G46 H46 I46 J46
    A47 B47 C47 D47 E47 F47 G47 H47 I47 J47
    A48 B48 C48 D48 E48 F48 G48 H48 I48 J48
    A49 B49 C49 D49 E49 F49 G49 H49 I49 J49
    A50 B50 C50 D50 E50 F50 G50 H50 I50 J50
    A51 B51 C51 D51 E51 F51 G51 H51 I51 J51
    A52 B52 C52 D52 E52 F52 G52 H52 I52 J52
    A53 B53 C53 D53 E53 F53 G53 H53 I53 J53
    A54 B54 C54 D54 E54 F54 G54 H54 I54 J54
    A55 B55 C55 D55 E55 F55 G55 H55 I55 J55
    A56 B56 C56 D56 E56 F56 G56 H56 I56 J56
    A57 B57 C57 D57 E57 F57 G57 H57 I57 J57
    A58 B58 C58 D58 E58 F58 G58 H58 I58 J58
    A59 B59 C59 D59 E59 F59 G59 H59 I59 J59
    A60 B60 C60 D60 E60 F60 G60 H60 I60 J60
    A61 B61 C61 D61 E61 F61 G61 H61 I61 J61
    A62 B62 C62 D62 E62 F62 G62 H62 I62 J62
    A63 B63 C63 D63 E63 F63 G63 H63 I63 J63
    A64 B64 C64 D64 E64 F64 G64 H64 I64 J64
    A65 B65 C65 D65 E65 F65 G65 H65 I65 J65
    A66 B66 C66 D66 E66 F66 G66 H66 I66 J66
    A67 B67 C67 D67 E67 F67 G67 H67 I67 J67
    A68 B68 C68 D68 E68 F68 G68 H68 I68 J68
    A69 B69 C69 D69 E69 F69 G69 H69 I69 J69
    A70 B70 C70 D70 E70 F70 G70 H70 I70 J70
    A71 B71 C71 D71 E71 F71 G71 H71 I71 J71
    A72 B72 C72 D72 E72 F72 G72 H72 I72 J72
    A73 B73 C73 D73 E73 F73 G73 H73 I73 J73
    A74 B74 C74 D74 E74 F74 G74 H74 I74 J74
    A75 B75 C75 D75 E75 F75 G75 H75 I75 J75
    A76 B76 C76 D76 E76 F76 G76 H76 I76 J76
    A77 B77 C77 D77 E77 F77 G77 H77 I77 J77
    A78 B78 C78 D78 E78 F78 G78 H78 I78 J78
    A79 B79 C79 D79 E79 F79 G79 H79 I79 J79
    A80 B80 C80 D80 E80 F80 G80 H80 I80 J80
    A81 B81 C81 D81 E81 F81 G81 H81 I81 J81
    A82 B82 C82 D82 E82 F82 G82 H82 I82 J82
    A83 B83 C83 D83 E83 F83 G83 H83 I83 J83
    A84 B84 C84 D84 E84 F84 G84 H84 I84 J84
    A85 B85 C85 D85 E85 F85 G85 H85 I85 J85
    A86 B86 C86 D86 E86 F86 G86 H86 I86 J86
    A87 B87 C87 D87 E87 F87 G87 H87 I87 J87
    A88 B88 C88 D88 E88 F88 G88 H88 I88 J88
    A89 B89 C89 D89 E89 F89 G89 H89 I89 J89
    A90 B90 C90 D90 E90 F90 G90 H90 I90 J90
    A91 B91 C91 D91 E91 F91 G91 H91 I91 J91
    A92 B92 C92 D92 E92 F92 G92 H92 I92 J92
    A93 B93 C93 D93 E93 F93 G93 H93 I93 J93
    A94 B94 C94 D94 E94 F94 G94 H94 I94 J94
    A95 B95 C95 D95 E95 F95 G95 H95 I95 J95
    A96 B96 C96 D96 E96 F96 G96 H96 I96 J96
    A97 B97 C97 D97 E97 F97 G97 H97 I97 J97
    A98 B98 C98 D98 E98 F98 G98 H98 I98 J98
    A99 B99 C99 D99 E99 F99 G99 H99 I99 J99
}
