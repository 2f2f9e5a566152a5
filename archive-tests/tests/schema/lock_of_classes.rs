//! What the lock says of classes, and that it accepts what it asks for.

use archive::Describe;
use archive::lock::{accept, check};

/// A program with a trait `E`, of its own classes or of orcs.
macro_rules! program {
    ($name:ident { $($item:item)* } $trait:literal { $($class:tt)* }) => {
        mod $name {
            #[allow(unused_imports, reason = "not each program has each")]
            use archive::{Archive, Object, registry};

            pub trait E: Object {}

            #[derive(Archive)]
            pub struct Root {
                _held: Option<Box<dyn E>>,
            }

            $($item)*

            registry! { dyn E as $trait { $($class)* } }
        }
    };
    ($name:ident of orcs $trait:literal { $($class:tt)* }) => {
        program!($name {
            #[derive(Archive)]
            pub struct Orc { _health: u8 }
            impl E for Orc {}

            #[allow(dead_code, reason = "not each program has had them")]
            #[derive(Archive)]
            pub struct Imp { _health: u8 }

            #[allow(dead_code, reason = "not each program has had them")]
            fn from_imp(_: Imp) -> Box<dyn E> { Box::new(Orc { _health: 1 }) }
        } $trait { $($class)* });
    };
}

program!(shipped of orcs "E" { Orc as "orc" });
program!(trait_renamed of orcs "Entity" { Orc as "orc" });

program!(wider {
    #[derive(Archive)]
    pub struct Ork { _health: u16 }
    impl E for Ork {}
} "E" { Ork as "orc" });

program!(wider_declared {
    #[derive(Archive)]
    #[archive(renamed(2, from = "Orc"))]
    pub struct Ork {
        #[archive(was(u8, until = 2))]
        _health: u16,
    }
    impl E for Ork {}
} "E" { Ork as "orc" });

program!(as_enum {
    #[derive(Archive)]
    pub enum Orc { _Small { _health: u8 } }
    impl E for Orc {}
} "E" { Orc as "orc" });

program!(shipped_twice of orcs "E" {
    Orc as "ork" renamed 2 from "orc",
    retired Imp as "imp" until 3 into from_imp,
});
program!(first_key_lost of orcs "E" {
    Orc as "ork",
    retired Imp as "imp" until 3 into from_imp,
});
program!(retired_lost of orcs "E" { Orc as "ork" renamed 2 from "orc" });

#[test]
fn the_advice_is_for_the_registry() {
    let directory = tempfile::tempdir().unwrap();
    let [once, twice] = ["once", "twice"].map(|name| directory.path().join(name));
    accept(&once, &[shipped::Root::lock()]).unwrap();
    accept(&twice, &[shipped_twice::Root::lock()]).unwrap();
    let said = [
        check(&once, &[wider::Root::lock()]),
        check(&once, &[as_enum::Root::lock()]),
        check(&once, &[trait_renamed::Root::lock()]),
        check(&twice, &[first_key_lost::Root::lock()]),
        check(&twice, &[retired_lost::Root::lock()]),
    ];
    let said = said.map(|result| result.unwrap_err().detail().to_owned());
    insta::assert_snapshot!(said.join("\n\n"));
    accept(&once, &[wider_declared::Root::lock()]).unwrap();
}
