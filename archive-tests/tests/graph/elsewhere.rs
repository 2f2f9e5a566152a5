//! What other archives make of objects.

use std::cell::RefCell;
use std::rc::Rc;

use archive::{Archive, ErrorKind, Limits, Options};

use crate::scene::{Scene, scene};
use crate::ways;

mod chain {
    use super::{Archive, Rc};

    macro_rules! chain {
        ($($name:ident $next:ty;)*) => {$(
            #[derive(Archive, Debug, Clone)]
            pub struct $name {
                pub next: Rc<$next>,
            }
        )*};
    }
    chain! { A B; B C; C D; D E; E F; F G; G u8; }

    pub fn chain() -> Rc<A> {
        let next = Rc::new(G { next: Rc::new(7) });
        let next = Rc::new(E { next: Rc::new(F { next }) });
        let next = Rc::new(B { next: Rc::new(C { next: Rc::new(D { next }) }) });
        Rc::new(A { next })
    }
}

#[test]
fn depth_is_that_of_one_object() {
    for depth in 0..12 {
        let limits = Limits::new().depth(depth);
        for options in ways() {
            let options = options.limits(limits);
            let Ok(bytes) = options.to_vec(&chain::chain()) else { continue };
            let loaded = options.from_slice::<Rc<chain::A>>(&bytes);
            let loaded = loaded.unwrap_or_else(|error| panic!("depth {depth}: {error}"));
            assert_eq!(*loaded.next.next.next.next.next.next.next, 7);
        }
    }
}

#[test]
fn a_deep_copy_shares_as_its_original_does() {
    let original = scene();
    let copy: Scene = archive::deep_copy(&original).unwrap();
    for options in ways() {
        assert_eq!(options.to_vec(&copy).unwrap(), options.to_vec(&original).unwrap());
    }
    assert!(!Rc::ptr_eq(&copy.hero, &original.hero));
}

#[derive(Archive, Debug)]
struct Ring {
    next: RefCell<Option<Rc<Ring>>>,
}

#[test]
fn what_knows_no_links_refuses_circles() {
    let ring = Rc::new(Ring { next: RefCell::default() });
    *ring.next.borrow_mut() = Some(Rc::clone(&ring));
    let by_value = Options::file().by_value(true);
    let mut errors =
        vec![by_value.to_text(&ring).unwrap_err(), by_value.to_json(&ring).unwrap_err()];
    errors.extend(ways().into_iter().map(|way| way.by_value(true).to_vec(&ring).unwrap_err()));
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::DepthLimit, "{error}");
    }
    let copy: Rc<Ring> = archive::deep_copy(&ring).unwrap();
    assert_eq!(archive::hash(&copy).unwrap(), archive::hash(&ring).unwrap());
    assert!(Rc::ptr_eq(copy.next.take().as_ref().unwrap(), &copy));
    ring.next.take();
}
