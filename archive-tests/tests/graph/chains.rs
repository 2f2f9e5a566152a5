//! Texts and JSON of pointers to pointers: links that lead to links.

#![allow(clippy::redundant_allocation, reason = "that is what is tested")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{Archive, json, text};

use crate::shown::comes_back;

/// A text can only say that two pointers share what they point to by a link between the objects of both.
#[test]
fn pointers_to_pointers_come_back_from_whatever_holds_them() {
    fn check<T: Archive>(hold: impl Fn(Rc<Rc<u8>>) -> T)
    where
        (T, T, Rc<u8>): Archive,
    {
        let inner = Rc::new(7);
        let [one, other] = [(); 2].map(|()| hold(Rc::new(Rc::clone(&inner))));
        let value = (one, other, inner);
        let [text, json] = comes_back(&value);
        let file = archive::to_vec(&value).unwrap();
        assert_eq!(text::to_archive(&text, &file).unwrap(), file, "{text}");
        assert_eq!(json::to_archive(&json, &file).unwrap(), file, "{json}");
    }

    #[derive(Archive)]
    struct Named {
        held: Box<Rc<Rc<u8>>>,
    }

    #[derive(Archive)]
    #[archive(transparent)]
    struct Transparent(Box<Rc<Rc<u8>>>);

    check(|held| held);
    check(Box::new);
    check(|held| Box::new(Box::new(held)));
    check(|held| Some(Box::new(held)));
    check(|held| Box::new(Some(held)));
    check(|held| Box::new(Some(Box::new(held))));
    check(|held| Rc::new(Box::new(held)));
    check(|held| Box::new(Rc::new(Box::new(held))));
    check(|held| vec![Box::new(held)]);
    check(|held| [Box::new(held)]);
    check(|held| (Box::new(held), 1_u8));
    check(|held| BTreeMap::from([(1_u8, Box::new(held))]));
    check(RefCell::new);
    check(|held| Named { held: Box::new(held) });
    check(|held| Transparent(Box::new(held)));
    check(|held| Box::new(Transparent(Box::new(held))));
}
