//! Values that a newer program shares, and an older one owns: what the older one retained is saved with objects again.

use std::rc::Rc;

use archive::{Archive, Layout, Newer, Options, Unknown};

mod old {
    use super::*;

    #[derive(Archive, Clone, Debug)]
    pub struct Camp {
        pub id: u8,
        /// A newer program shares it.
        pub chief: Option<Hero>,
        pub guest: Option<Rc<Option<Hero>>>,
        #[archive(unknown)]
        pub extra: Unknown,
    }

    #[derive(Archive, Clone, Debug)]
    pub struct Hero {
        pub home: Option<Rc<Camp>>,
    }
}

mod new {
    use super::*;

    #[derive(Archive, Clone, Debug)]
    pub struct Camp {
        pub id: u8,
        #[archive(was(Option<Hero>, until = 2))]
        pub chief: Rc<Option<Hero>>,
        pub guest: Option<Rc<Option<Hero>>>,
        #[since(2, default = 5)]
        pub tents: u8,
        #[archive(unknown)]
        pub extra: Unknown,
    }

    #[derive(Archive, Clone, Debug)]
    pub struct Hero {
        pub home: Option<Rc<Camp>>,
    }
}

fn camp(id: u8, home: Option<Rc<new::Camp>>, guest: Option<Rc<Option<new::Hero>>>) -> new::Camp {
    let chief = Rc::new(Some(new::Hero { home }));
    new::Camp { id, chief, guest, tents: id, extra: Unknown::new() }
}

/// Each object must come after those that it links to, and those that were owned are in objects that link to others.
#[test]
fn they_are_built_after_what_they_link_to() {
    let options = Options::file().newer(Newer::Accept).unknown(Unknown::Retain);
    for depth in 0..5 {
        for has_guests in [false, true] {
            let (mut home, mut guest) = (None, None);
            for id in 0..depth {
                let next = Rc::new(camp(id, home, guest.clone()));
                if has_guests {
                    guest = Some(Rc::new(Some(new::Hero { home: Some(Rc::clone(&next)) })));
                }
                home = Some(next);
            }
            let value = camp(9, home, guest);
            for layout in [Layout::Rows, Layout::Columns] {
                let options = options.clone().layout(layout);
                let bytes = options.to_vec(&value).unwrap();
                let kept: old::Camp = options.from_slice(&bytes).unwrap();
                let again = options.to_vec(&kept).unwrap();
                let loaded: new::Camp = options.from_slice(&again).unwrap();
                assert_eq!(format!("{loaded:?}"), format!("{value:?}"), "{depth}, {layout:?}");
            }
        }
    }
}
