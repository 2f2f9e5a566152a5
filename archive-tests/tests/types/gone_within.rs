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
