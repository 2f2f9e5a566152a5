//! A type has a name that another type of the program had before.

use super::FORMS;

mod older {
    use archive::{Archive, Unknown};

    #[derive(Archive)]
    pub(super) struct Save {
        pub(super) second: B,
        pub(super) third: C,
        #[archive(unknown)]
        pub(super) rest: Unknown,
    }

    #[derive(Archive)]
    #[archive(renamed(3, from = "B"))]
    pub(super) struct C {
        pub(super) level: u8,
    }

    #[derive(Archive)]
    pub(super) struct B {
        #[archive(renamed(2, from = "x"))]
        pub(super) y: u8,
        #[archive(renamed(2, from = "y"))]
        pub(super) x: u8,
    }
}

mod newer {
    use archive::Archive;

    pub(super) use super::older::{B, C};

    #[derive(Archive)]
    pub(super) struct Save {
        pub(super) second: B,
        pub(super) third: C,
        #[since(2, default = 0)]
        pub(super) weather: u8,
    }
}

/// The next release, in which its fields exchanged their names once more.
mod next {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub(super) struct Save {
        pub(super) second: B,
        pub(super) third: C,
        #[since(2, default = 0)]
        pub(super) weather: u8,
    }

    #[derive(Archive, Debug, PartialEq)]
    #[archive(renamed(3, from = "B"))]
    pub(super) struct C {
        pub(super) level: u8,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub(super) struct B {
        #[archive(renamed(2, from = "x"), renamed(3, from = "y"))]
        pub(super) x: u8,
        #[archive(renamed(2, from = "y"), renamed(3, from = "x"))]
        pub(super) y: u8,
    }
}

#[test]
fn the_versions_of_both_are_stated() {
    let (second, third) = (newer::B { y: 1, x: 2 }, newer::C { level: 3 });
    let theirs = newer::Save { second, third, weather: 5 };
    for form in FORMS {
        let saved = form.save(&theirs).unwrap();
        let kept: older::Save = form.load(&saved).unwrap();
        assert_eq!(kept.second.y, 1);
        let again = form.save(&kept).unwrap();
        assert_eq!(again, saved, "{form:?}");
        let (second, third) = (next::B { x: 1, y: 2 }, next::C { level: 3 });
        assert_eq!(form.read::<next::Save>(&again), next::Save { second, third, weather: 5 });
    }
}
