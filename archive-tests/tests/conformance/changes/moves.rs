//! Moving values from one struct to another.

use super::{Change, version};
use crate::table::Table;

pub fn prove(table: &mut Table) {
    into_a_part(table);
    out_of_a_part(table);
}

fn into_a_part(table: &mut Table) {
    version! { before:
        pub struct Save { pub hero: Hero, pub gold: u32 }
        pub struct Hero { pub level: u8 }
    }
    version! { after {
        fn give(save: &mut Save, gold: u32) {
            save.hero.gold = gold;
        }
    }:
        #[archive(removed(gold: u32, until = 2, into = give))]
        pub struct Save { pub hero: Hero }
        pub struct Hero { pub level: u8, #[since(2, default = 0)] pub gold: u32 }
    }
    let old = before::Save { hero: before::Hero { level: 3 }, gold: 70 };
    let new = after::Save { hero: after::Hero { level: 3, gold: 70 } };
    Change::new("move a field into a part", old, new).prove(table);
}

fn out_of_a_part(table: &mut Table) {
    version! { before:
        pub struct Save { pub hero: Hero }
        pub struct Hero { pub level: u8, pub gold: u32 }
    }
    version! { after {
        fn put_aside(hero: &mut Hero, gold: u32) {
            hero.aside = gold;
        }

        fn take(save: &mut Save, _: &mut archive::Upgrade) {
            save.gold = std::mem::take(&mut save.hero.aside);
        }
    }:
        #[archive(upgrade(from = 1, with = take))]
        pub struct Save { pub hero: Hero, #[since(2, default = 0)] pub gold: u32 }
        #[archive(removed(gold: u32, until = 2, into = put_aside))]
        pub struct Hero { pub level: u8, #[archive(skip)] pub aside: u32 }
    }
    let old = before::Save { hero: before::Hero { level: 3, gold: 70 } };
    let new = after::Save { hero: after::Hero { level: 3, aside: 0 }, gold: 70 };
    Change::new("move a field out of a part", old, new).prove(table);
}
