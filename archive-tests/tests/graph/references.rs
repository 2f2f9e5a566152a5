//! Who refers to whom, under names that are paths in a tree.

use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use archive::{Archive, ErrorKind, Value, references};

#[derive(Archive, Debug)]
struct Part {
    name: String,
    next: RefCell<Vec<Rc<Part>>>,
    back: RefCell<Weak<Part>>,
}

fn part(name: &str, next: Vec<Rc<Part>>) -> Rc<Part> {
    Rc::new(Part { name: name.into(), next: RefCell::new(next), back: RefCell::default() })
}

/// The name of an object that `references` lists, looked up in a tree of the same value.
fn name_at<'v>(tree: &'v Value<'_>, path: &str) -> &'v Value<'v> {
    tree.get(&format!("{path}.name")).unwrap_or_else(|| panic!("nothing at {path}"))
}

#[test]
fn each_object_is_listed_by_its_path_in_a_tree() {
    let wheel = part("wheel", vec![]);
    let axle = part("axle", vec![Rc::clone(&wheel), Rc::clone(&wheel)]);
    let car = part("car", vec![Rc::clone(&axle)]);
    wheel.back.replace(Rc::downgrade(&car));
    let elsewhere = part("elsewhere", vec![]);
    car.back.replace(Rc::downgrade(&elsewhere));

    let found = references(&car).unwrap();
    let tree = Value::of(&car).unwrap();
    let names: Vec<&Value<'_>> =
        found.objects.iter().map(|object| name_at(&tree, &object.path)).collect();
    // As they are met, and not as they are written, which is after those that they own.
    assert_eq!(names, [&Value::from("car"), &Value::from("axle"), &Value::from("wheel")]);
    assert_eq!(
        found.to_string(),
        "Part[2]: owned by root; weakly linked from Part[0]\n\
         Part[1]: owned by Part[2]\n\
         Part[0]: owned by Part[1], Part[1]\n\
         Part[2]: points to nothing\n"
    );
}

#[test]
fn objects_of_one_type_behind_two_kinds_of_pointer_have_names_of_their_own() {
    #[derive(Archive)]
    struct Both {
        local: Rc<String>,
        global: Arc<String>,
        numbers: Rc<[u16]>,
    }
    let both = Both {
        local: Rc::new("Ann".to_owned()),
        global: Arc::new("Bob".to_owned()),
        numbers: Rc::new([7]),
    };
    let found = references(&both).unwrap();
    let tree = Value::of(&both).unwrap();
    let texts: Vec<_> =
        found.objects.iter().map(|object| tree.get(&object.path).unwrap()).collect();
    assert_eq!(texts[..2], [&Value::from("Ann"), &Value::from("Bob")]);
    assert_eq!(tree.get(&format!("{}[0]", found.objects[2].path)), Some(&Value::U16(7)));
}

#[test]
fn objects_that_cannot_be_saved_are_listed_as_they_are_met() {
    #[derive(Archive)]
    struct Knot {
        name: String,
        other: RefCell<Option<Weak<Knot>>>,
    }
    let a = Rc::new(Knot { name: "a".into(), other: RefCell::default() });
    a.other.replace(Some(Rc::downgrade(&a)));
    let found = references(&vec![Rc::clone(&a), Rc::clone(&a)]).unwrap();
    assert_eq!(found.to_string(), "Knot[0]: owned by root, root; weakly linked from Knot[0]\n");
}

#[test]
fn an_error_of_a_load_names_a_path_that_leads_to_the_object() {
    #[derive(Archive)]
    #[archive(name = "Part", validate = Strict::is_short)]
    struct Strict {
        name: String,
        next: RefCell<Vec<Rc<Strict>>>,
        back: RefCell<Weak<Strict>>,
    }
    impl Strict {
        fn is_short(&self) -> Result<(), String> {
            if self.name.len() > 4 { Err(format!("`{}` is too long", self.name)) } else { Ok(()) }
        }
    }
    let car = part("car", vec![part("bus", vec![part("a wheel", vec![])]), part("axle", vec![])]);
    let tree = Value::of(&car).unwrap();
    for options in crate::ways() {
        let bytes = options.to_vec(&car).unwrap();
        let error = options.from_slice::<Rc<Strict>>(&bytes).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Hook);
        assert_eq!(name_at(&tree, error.path()), &Value::from("a wheel"), "{error}");
    }
}
