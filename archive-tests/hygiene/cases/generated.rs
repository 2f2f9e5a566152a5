//! Types that a macro wrote, and types inside a function.

use archive::Archive;

macro_rules! table {
    ($(#[$meta:meta])* $name:ident { $($field:ident: $ty:ty = $since:literal or $default:expr_2021),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Archive, Debug, PartialEq)]
        pub struct $name {
            /// A field that the macro names.
            pub id: u32,
            $(
                /// A field.
                #[since($since, default = $default)]
                pub $field: $ty,
            )*
        }
    };
}

table! {
    /// A table.
    Folk { age: u8 = 2 or 30, size: (u8, [u16; 2]) = 3 or (1, [2, 3]), twice: u32 = 4 or *id_of(&7) * 2 }
}

const fn id_of(id: &u32) -> &u32 {
    id
}

macro_rules! kinds {
    ($name:ident: $($variant:ident $(($ty:ty))?),*; gone $gone:ident until $until:literal) => {
        /// Kinds.
        #[derive(Archive, Clone, Copy, Debug, PartialEq)]
        #[archive(removed($gone, until = $until, into = || Self::Ore))]
        pub enum $name {
            $(
                /// A variant.
                $variant $(($ty))?,
            )*
        }
    };
}

kinds! { Kind: Ore, Sword(u8), Pair((u8, u16)); gone Smelt until 2 }

/// Saves and loads.
pub fn round_trip() {
    #[derive(Archive, Debug, PartialEq)]
    struct Local<T> {
        item: T,
        kind: Kind,
    }

    #[derive(Archive, Debug, PartialEq)]
    enum Nested {
        One(Local<u8>),
    }

    super::check(&Folk { id: 1, age: 2, size: (3, [4, 5]), twice: 6 });
    for kind in [Kind::Ore, Kind::Sword(1), Kind::Pair((2, 3))] {
        super::check(&Nested::One(Local { item: 7, kind }));
    }
    let inner = || {
        #[derive(Archive, Debug, PartialEq)]
        struct Local;
        super::check(&Local);
    };
    inner();
}
