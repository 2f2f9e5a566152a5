//! Removed variants, and removed tuple fields of variants, each with a history of their own.

use archive::{Archive, Options, VersionTable};

/// What a variant holds is no older than the variant, whether or not its fields say so.
#[test]
fn a_tuple_field_that_came_with_its_variant_and_is_gone() {
    mod second {
        #[derive(archive::Archive, Debug, PartialEq)]
        pub enum Order {
            Stop,
            #[since(2)]
            Go(#[since(2, default = 1)] u8, u16),
        }
    }
    #[derive(Archive, Debug, PartialEq)]
    enum Order {
        Stop,
        #[since(2)]
        Go(#[archive(removed(_: u8, since = 2, until = 3, default = 9))] u16),
    }
    for options in [Options::file(), Options::message()] {
        for (older, newer) in
            [(second::Order::Stop, Order::Stop), (second::Order::Go(9, 4), Order::Go(4))]
        {
            let stored = options.to_vec(&older).unwrap();
            assert_eq!(options.from_slice::<second::Order>(&stored).unwrap(), older);
            assert_eq!(options.from_slice::<Order>(&stored).unwrap(), newer);
            let stored = options.to_vec(&newer).unwrap();
            assert_eq!(options.from_slice::<Order>(&stored).unwrap(), newer);
            let at = VersionTable::new().with("Order", 2);
            let written = options.clone().write_for(&at).to_vec(&newer).unwrap();
            assert_eq!(options.from_slice::<second::Order>(&written).unwrap(), older);
        }
    }
}

/// As the error of `ui/history/variant_removed_twice.rs` advises.
#[test]
fn a_variant_that_changed_its_field_and_is_gone() {
    mod first {
        #[derive(archive::Archive)]
        pub enum Event {
            Stop,
            Push(f32),
        }
    }
    mod second {
        #[derive(archive::Archive)]
        pub enum Event {
            Stop,
            Push(#[archive(was(f32, until = 2))] f64),
        }
    }
    #[derive(Archive, Debug, PartialEq)]
    #[archive(removed(Push(#[archive(was(f32, until = 2))] f64), until = 3, into = Self::Pushed))]
    enum Event {
        Stop,
        #[since(3)]
        Pushed(f64),
    }
    for options in [Options::file(), Options::message()] {
        let stored = options.to_vec(&[first::Event::Stop, first::Event::Push(0.5)]).unwrap();
        let events = [Event::Stop, Event::Pushed(0.5)];
        assert_eq!(options.from_slice::<[Event; 2]>(&stored).unwrap(), events);
        let stored = options.to_vec(&[second::Event::Stop, second::Event::Push(0.5)]).unwrap();
        assert_eq!(options.from_slice::<[Event; 2]>(&stored).unwrap(), events);
    }
}
