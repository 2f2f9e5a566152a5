//! Objects of a trait by reference: an owner of many classes, such as an ECS, does not box them to save them.

use archive::{Archive, Object, Options, text};

use super::all_options;

trait Component: Object {}

#[derive(Archive, Debug, PartialEq)]
struct Health(u32);

#[derive(Archive, Debug, PartialEq)]
struct Name {
    name: String,
    #[since(2, default = false)]
    is_known: bool,
}

#[derive(Archive, Debug, PartialEq)]
struct Tag;

impl Component for Health {}
impl Component for Name {}
impl Component for Tag {}

archive::registry! {
    dyn Component as "Component" {
        Health as "health",
        Name as "name",
        Tag as "tag" renamed 2 from "mark",
    }
}

#[derive(Archive)]
struct World {
    components: Vec<Box<dyn Component>>,
    first: Option<Box<dyn Component>>,
    by_entity: Vec<(u32, Vec<Box<dyn Component>>)>,
}

#[derive(Archive)]
#[archive(save_as = World)]
struct WorldView<'w> {
    components: Vec<&'w dyn Component>,
    first: Option<&'w dyn Component>,
    by_entity: Vec<(u32, &'w [Box<dyn Component>])>,
}

/// Columns of components, as an ECS keeps them.
#[derive(Default)]
struct Storage {
    healths: Vec<Health>,
    names: Vec<Name>,
    tags: Vec<Tag>,
}

impl Storage {
    fn new(len: u32) -> Self {
        let name = |at| Name { name: format!("name {at}"), is_known: at % 2 == 0 };
        Self {
            healths: (0..len).map(Health).collect(),
            names: (0..len).map(name).collect(),
            tags: (0..len).map(|_| Tag).collect(),
        }
    }

    fn all(&self) -> impl Iterator<Item = &dyn Component> {
        let health = self.healths.iter().map(|it| it as &dyn Component);
        let names = self.names.iter().map(|it| it as &dyn Component);
        health.chain(names).chain(self.tags.iter().map(|it| it as &dyn Component))
    }

    fn boxed(self) -> Vec<Box<dyn Component>> {
        let health = self.healths.into_iter().map(|it| Box::new(it) as Box<dyn Component>);
        let names = self.names.into_iter().map(|it| Box::new(it) as Box<dyn Component>);
        health.chain(names).chain(self.tags.into_iter().map(|it| Box::new(it) as _)).collect()
    }
}

#[test]
fn objects_by_reference_are_saved_as_those_in_boxes() {
    let storage = Storage::new(150);
    let of_one = [(3, Storage::new(2).boxed()), (9, vec![])];
    let view = WorldView {
        components: storage.all().collect(),
        first: storage.all().next(),
        by_entity: of_one.iter().map(|(at, all)| (*at, &**all)).collect(),
    };
    let world = World {
        components: Storage::new(150).boxed(),
        first: Some(Box::new(Health(0))),
        by_entity: vec![(3, Storage::new(2).boxed()), (9, vec![])],
    };
    for options in all_options() {
        let file = options.to_vec(&world).unwrap();
        assert!(options.to_vec(&view).unwrap() == file);
        let loaded: World = options.from_slice(&file).unwrap();
        let components: Vec<&dyn Component> = loaded.components.iter().map(|it| &**it).collect();
        assert_eq!(components.len(), 450);
        assert!(
            options.to_vec(&components).unwrap() == options.to_vec(&loaded.components).unwrap()
        );
    }
    assert_eq!(text::to_string(&view).unwrap(), text::to_string(&world).unwrap());
}

#[test]
fn an_object_that_is_not_registered_is_refused() {
    #[derive(Archive)]
    struct Stranger;

    impl Component for Stranger {}

    let view = WorldView { components: vec![&Stranger], first: None, by_entity: vec![] };
    for options in [Options::file(), Options::message()] {
        let error = options.to_vec(&view).unwrap_err();
        assert_eq!(error.path(), "components[0]");
        assert!(error.detail().contains("Stranger"), "{error}");
    }
}
