//! How a report lists removed fields and variants that a function takes.

use archive::{Archive, Options, Outcome};

/// Version 1 of a program, and version 2, in which functions take most removed fields.
mod order {
    #[derive(archive::Archive)]
    pub struct Unit {
        pub first: String,
        pub order: Order,
    }

    #[derive(archive::Archive)]
    pub enum Order {
        Go { east: i32, north: i32, fast: bool },
        Shout,
        Sing,
    }
}

mod order_2 {
    use archive::Archive;

    #[derive(Archive, Debug)]
    pub struct Unit {
        #[archive(removed(first: String, until = 2, into = |unit: &mut Unit, first| unit.name = first))]
        #[since(2, default)]
        pub name: String,
        pub order: Order,
    }

    #[derive(Archive, Debug)]
    pub enum Order {
        Go {
            #[archive(removed(east: i32, until = 2, into = Order::east))]
            #[archive(removed(north: i32, until = 2, into = Order::north))]
            #[archive(removed(fast: bool, until = 2))]
            #[since(2, default = (0, 0))]
            at: (i32, i32),
        },
        #[archive(removed(Shout, until = 2, into = || Order::Wait))]
        #[archive(removed(Sing, until = 2))]
        #[since(2)]
        Wait,
    }

    impl Order {
        fn east(&mut self, east: i32) {
            let Self::Go { at } = self else { return };
            at.0 = east;
        }

        fn north(&mut self, north: i32) {
            let Self::Go { at } = self else { return };
            at.1 = north;
        }
    }
}

#[test]
fn what_an_into_takes_is_moved() {
    let order = order::Order::Go { east: 3, north: 4, fast: true };
    let bytes = archive::to_vec(&order::Unit { first: "Ann".into(), order }).unwrap();
    let report = Options::file().report::<order_2::Unit>(&bytes).unwrap();
    insta::assert_snapshot!(report, @r"
    name gets its default (Unit @1, here @2)
    order.Go.at gets its default (Order @1, here @2)
    order.Go.east was moved (Order @1, here @2)
    order.Go.north was moved (Order @1, here @2)
    order.Go.fast is gone (Order @1, here @2)
    order.Shout was moved (Order @1, here @2)
    order.Sing is gone (Order @1, here @2)
    first was moved (Unit @1, here @2)
    ");
    assert!(!report.is_lossless());
    let unit: order_2::Unit = archive::from_slice(&bytes).unwrap();
    let order_2::Order::Go { at } = unit.order else { panic!("{unit:?}") };
    assert_eq!((&*unit.name, at), ("Ann", (3, 4)));
}

#[test]
fn nothing_is_lost_of_what_functions_take() {
    mod old {
        #[derive(archive::Archive)]
        pub struct Unit {
            pub first: String,
        }
    }
    #[derive(Archive)]
    struct Unit {
        #[archive(removed(first: String, until = 2, into = |unit: &mut Unit, first| unit.name = first))]
        #[since(2, default)]
        name: String,
    }
    let bytes = archive::to_vec(&old::Unit { first: "Ann".into() }).unwrap();
    let report = Options::file().report::<Unit>(&bytes).unwrap();
    let found: Vec<_> = report.notes().iter().map(|it| (&*it.path, it.outcome)).collect();
    assert_eq!(found, [("name", Outcome::Defaulted), ("first", Outcome::Moved)]);
    assert!(report.is_lossless());
}
