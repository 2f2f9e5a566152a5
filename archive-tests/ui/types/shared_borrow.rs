use archive::Archive;
use std::rc::Rc;
use std::sync::Weak;

#[derive(Archive)]
struct Names<'a> {
    first: Rc<&'a str>,
    others: Vec<Weak<std::borrow::Cow<'a, str>>>,
}

fn main() {}
