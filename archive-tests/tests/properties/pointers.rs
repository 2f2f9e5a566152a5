//! Pointers, cells and locks give the same bytes as their contents.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};

use proptest::prelude::*;

use crate::check::{self, comes_back, comes_back_as, fail};

proptest! {
    #![proptest_config(check::config())]

    #[test]
    fn boxes(a: Box<u32>, b: Box<str>, c: Box<[u16]>, d: Option<Box<String>>) {
        comes_back(&(a, b, c, d))?;
    }

    #[test]
    fn shared(a: Rc<u32>, b: Arc<String>, c: String, d: Vec<u16>, e: Vec<u8>) {
        let text: (Rc<str>, Arc<str>) = (c.as_str().into(), c.into());
        let lists: (Rc<[u16]>, Arc<[u8]>) = (d.into(), e.into());
        comes_back(&(a, b, text, lists))?;
    }

    #[test]
    fn cells(a: u32, b: String) {
        comes_back(&(Cell::new(a), RefCell::new(b)))?;
    }

    #[test]
    fn locks(a: u32, b: String) {
        comes_back_as(&(Mutex::new(a), RwLock::new(b)), |before, after| {
            *before.0.lock().unwrap() == *after.0.lock().unwrap()
                && *before.1.read().unwrap() == *after.1.read().unwrap()
        })?;
    }

    #[test]
    fn a_pointer_adds_no_byte(a: u32) {
        let message = archive::Options::message().by_value(true);
        let body = |bytes: Vec<u8>| bytes[10..].to_vec();
        let plain = body(message.to_vec(&a).map_err(fail)?);
        prop_assert_eq!(body(message.to_vec(&Box::new(Rc::new(RefCell::new(a)))).map_err(fail)?), plain);
    }
}
