//! `with` on a type: the whole value is stored by other code, wherever it occurs.

use std::collections::BTreeMap;

use archive::{Archive, Context, ErrorKind, Options, Value, text};

/// A number that only its constructor makes.
#[derive(Archive, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[archive(with = percent)]
struct Percent(u16);

mod percent {
    use super::Percent;

    pub(super) type Stored = u16;

    pub(super) fn to_stored(percent: &Percent) -> Stored {
        percent.0
    }

    pub(super) fn from_stored(stored: Stored) -> Result<Percent, String> {
        if stored <= 100 { Ok(Percent(stored)) } else { Err(format!("{stored} % is too much")) }
    }
}

/// An index beside what is stored, and no impl of its own for either.
#[derive(Archive, Debug, PartialEq)]
#[archive(with = bag, after_load = Bag::count)]
struct Bag {
    items: Vec<Item>,
    by_name: BTreeMap<String, usize>,
    loaded: u32,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Item {
    name: String,
    #[since(2, default = 1)]
    count: u32,
}

impl Bag {
    fn of(items: Vec<Item>) -> Self {
        let by_name = items.iter().enumerate().map(|(at, item)| (item.name.clone(), at)).collect();
        Self { items, by_name, loaded: 0 }
    }

    fn count(&mut self) {
        self.loaded += 1;
    }
}

mod bag {
    use super::{Bag, Item};

    pub(super) type Stored = Vec<Item>;

    pub(super) fn to_stored(bag: &Bag) -> &[Item] {
        &bag.items
    }

    pub(super) fn from_stored(stored: Stored) -> Bag {
        Bag::of(stored)
    }
}

/// An enum whose stored form has a history of its own.
#[derive(Archive, Debug, PartialEq)]
#[archive(with = order)]
enum Order {
    Stay,
    Go(std::ops::Range<f32>),
}

mod order {
    use super::Order;
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Order")]
    pub(super) struct Stored {
        way: Option<(f32, f32)>,
        #[since(2, default = false)]
        is_new: bool,
    }

    pub(super) fn to_stored(order: &Order) -> Stored {
        let way = match order {
            Order::Stay => None,
            Order::Go(way) => Some((way.start, way.end)),
        };
        Stored { way, is_new: false }
    }

    pub(super) fn from_stored(stored: Stored) -> Order {
        stored.way.map_or(Order::Stay, |(start, end)| Order::Go(start..end))
    }
}

/// A generic type: its module takes what it stores.
#[derive(Archive, Debug, PartialEq)]
#[archive(with = stack<T>)]
struct Stack<T: Clone, const N: usize> {
    top: Option<T>,
    rest: [Option<T>; N],
}

mod stack {
    use super::Stack;

    pub(super) type Stored<T> = Vec<T>;

    pub(super) fn to_stored<T: Clone, const N: usize>(stack: &Stack<T, N>) -> Stored<T> {
        stack.top.iter().chain(stack.rest.iter().flatten()).cloned().collect()
    }

    pub(super) fn from_stored<T: Clone, const N: usize>(stored: Vec<T>) -> Stack<T, N> {
        let mut all = stored.into_iter();
        let (top, rest) = (all.next(), std::array::from_fn(|_| all.next()));
        Stack { top, rest }
    }
}

/// What is lent reaches the module.
#[derive(Archive, Debug, PartialEq)]
#[archive(with = title, validate = Title::check)]
struct Title(&'static str);

impl Title {
    fn check(&self) -> Result<(), &'static str> {
        if self.0.is_empty() { Err("no title") } else { Ok(()) }
    }
}

mod title {
    use super::{Context, Title};

    pub(super) type Stored = u32;

    pub(super) fn to_stored(title: &Title) -> Stored {
        title.0.len().try_into().unwrap()
    }

    pub(super) fn from_stored(
        stored: Stored,
        context: &mut Context<'_>,
    ) -> Result<Title, &'static str> {
        let known: &Vec<&'static str> = context.get().ok_or("nothing was lent")?;
        let is_it = |title: &&&str| title.len() == stored as usize;
        known.iter().find(is_it).map(|title| Title(title)).ok_or("no such title")
    }
}

/// Whatever serde makes of it.
#[derive(Archive, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[archive(with = archive::with::serde)]
struct Tuning {
    speed: f32,
    name: String,
}

#[derive(Archive, Debug, PartialEq)]
struct World {
    chances: Vec<Percent>,
    by_chance: BTreeMap<Percent, Option<Percent>>,
    bag: Bag,
    bags: Vec<Bag>,
    orders: Vec<Order>,
    stack: Stack<String, 2>,
}

// The same in its stored form; a comment for the schema would differ.
#[derive(Archive, Debug, PartialEq)]
#[archive(name = "World")]
struct Plain {
    chances: Vec<u16>,
    by_chance: BTreeMap<u16, Option<u16>>,
    bag: Vec<Item>,
    bags: Vec<Vec<Item>>,
    orders: Vec<order::Stored>,
    stack: Vec<String>,
}

fn world() -> World {
    let item = |name: &str, count| Item { name: name.into(), count };
    let bag = || Bag { loaded: 1, ..Bag::of(vec![item("torch", 3), item("key", 1)]) };
    let stack = |names: [&str; 2]| Stack {
        top: Some(names[0].to_owned()),
        rest: [Some(names[1].to_owned()), None],
    };
    World {
        chances: vec![Percent(7), Percent(100)],
        by_chance: [(Percent(3), None), (Percent(50), Some(Percent(1)))].into(),
        bag: bag(),
        bags: vec![bag(), Bag { loaded: 1, ..Bag::of(vec![]) }],
        orders: vec![Order::Stay, Order::Go(0.5..2.0)],
        stack: stack(["Ann", "Bo"]),
    }
}

#[test]
fn it_is_stored_as_its_module_says() {
    for options in [Options::file(), Options::message()] {
        let file = options.to_vec(&world()).unwrap();
        let plain: Plain = options.from_slice(&file).unwrap();
        assert_eq!(options.to_vec(&plain).unwrap(), file);
        assert_eq!(options.from_slice::<World>(&file).unwrap(), world());
    }
    let shown = text::to_string(&world()).unwrap();
    assert!(shown.contains("chances = [7, 100]"), "{shown}");
    assert_eq!(text::from_str::<World>(&shown).unwrap(), world());
    let tree = Value::of(&world()).unwrap();
    assert_eq!(tree.get("bags[0][1].name"), Some(&Value::from("key")));
    assert_eq!(tree.to::<World>().unwrap(), world());
    archive::check_impl(&world()).unwrap();
}

#[test]
fn it_is_a_root_as_well() {
    let file = archive::to_vec(&Percent(7)).unwrap();
    assert_eq!(file, archive::to_vec(&7_u16).unwrap());
    assert_eq!(archive::from_slice::<Percent>(&file).unwrap(), Percent(7));
}

#[test]
fn serde_stores_it() {
    let tuning = || Tuning { speed: 0.5, name: "slow".into() };
    let file = archive::to_vec(&vec![tuning(), tuning()]).unwrap();
    assert_eq!(archive::from_slice::<Vec<Tuning>>(&file).unwrap(), [tuning(), tuning()]);
}

#[test]
fn what_it_stores_has_the_history() {
    mod shipped {
        #[derive(archive::Archive)]
        pub(super) struct Item {
            pub(super) name: String,
        }

        #[derive(archive::Archive)]
        pub(super) struct Order {
            pub(super) way: Option<(f32, f32)>,
        }
    }
    let old = vec![shipped::Item { name: "rope".into() }];
    let bag: Bag = archive::from_slice(&archive::to_vec(&old).unwrap()).unwrap();
    assert_eq!(bag.items, [Item { name: "rope".into(), count: 1 }]);
    let old = shipped::Order { way: Some((1.0, 2.0)) };
    let order: Order = archive::from_slice(&archive::to_vec(&old).unwrap()).unwrap();
    assert_eq!(order, Order::Go(1.0..2.0));
}

#[test]
fn what_its_module_refuses_is_refused_where_it_stands() {
    let plain = |chance| {
        let file = archive::to_vec(&world()).unwrap();
        let mut plain: Plain = archive::from_slice(&file).unwrap();
        plain.by_chance.insert(9, Some(chance));
        plain
    };
    for options in [Options::file(), Options::message()] {
        let file = options.to_vec(&plain(101)).unwrap();
        let error = options.from_slice::<World>(&file).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::Convert, "by_chance{1}"));
        assert_eq!(error.detail(), "its converter refused it: 101 % is too much");
    }
}

#[test]
fn its_module_gets_what_is_lent() {
    let titles = vec!["Sir", "Queen"];
    let options = Options::message();
    let bytes = options.to_vec(&vec![Title("Queen"), Title("Sir")]).unwrap();
    let loaded: Vec<Title> = options.from_slice_with(&bytes, &mut titles.clone()).unwrap();
    assert_eq!(loaded, [Title("Queen"), Title("Sir")]);

    let bytes = options.to_vec(&Title("")).unwrap();
    let error = options.from_slice_with::<Title>(&bytes, &mut vec![""]).unwrap_err();
    assert!(error.detail().contains("no title"), "{error}");
}

// Fields of variants that modules store, one of them without memory of its own. Comments for the schema would differ.
#[derive(Archive, Debug, PartialEq)]
enum Task {
    Rest,
    Walk {
        #[archive(with = percent)]
        speed: Percent,
        #[archive(with = order)]
        order: Order,
    },
    Wait(Bag),
}

// The same in its stored form.
#[derive(Archive, Debug, PartialEq)]
#[archive(name = "Task")]
enum PlainTask {
    Rest,
    Walk { speed: u16, order: order::Stored },
    Wait(Vec<Item>),
}

#[test]
fn many_are_stored_like_one() {
    let mut all = Vec::new();
    for at in 0..200_u16 {
        let item = || Item { name: format!("item {at}"), count: at.into() };
        all.push(Task::Walk { speed: Percent(at / 2), order: Order::Go(0.0..f32::from(at)) });
        all.extend((at % 3 == 0).then_some(Task::Rest));
        all.push(Task::Wait(Bag { loaded: 1, ..Bag::of(vec![item(), item()]) }));
    }
    for options in [Options::file(), Options::message()] {
        let file = options.to_vec(&all).unwrap();
        let plain: Vec<PlainTask> = options.from_slice(&file).unwrap();
        assert!(options.to_vec(&plain).unwrap() == file);
        assert!(options.from_slice::<Vec<Task>>(&file).unwrap() == all);
    }
}
