//! Arrays of numbers next to other fields in a row, in every packing.

use archive::{Archive, Layout, Options};

/// A number that is packed in many ways.
trait Sample: Copy + Default + std::fmt::Debug + PartialEq + 'static {
    fn sample(number: u8) -> Self;
    const MOST: Self;
}

macro_rules! samples {
    ($($number:ty)*) => {$(
        impl Sample for $number {
            fn sample(number: u8) -> Self {
                number as $number
            }
            const MOST: Self = <$number>::MAX;
        }
    )*};
}
samples!(u8 u16 u32 u64 u128 f32);

/// An entity with arrays: alone, two and four of a width side by side, held and in variants.
#[derive(Archive, Clone, Debug, PartialEq)]
struct Entity<T, const N: usize> {
    name: String,
    first: [T; N],
    id: u32,
    sides: ([T; N], [T; N]),
    kind: Kind<T, N>,
    four: ([T; N], [T; N], [T; N], [T; N]),
    single: T,
    held: Option<[T; N]>,
    list: Vec<([T; N], String)>,
    last: [[T; N]; 2],
}

#[derive(Archive, Clone, Debug, PartialEq)]
enum Kind<T, const N: usize> {
    None,
    Array([T; N]),
    Both { text: String, arrays: ([T; N], [T; N]) },
}

/// Gives the numbers of a column.
type Numbers<T> = fn(u32) -> T;

fn entity<T: Sample, const N: usize>(index: u32, number: Numbers<T>) -> Entity<T, N> {
    let mut next = index.wrapping_mul(31);
    let mut array = || {
        [(); N].map(|()| {
            next = next.wrapping_add(1);
            number(next)
        })
    };
    Entity {
        name: format!("entity {index}"),
        first: array(),
        id: index,
        sides: (array(), array()),
        kind: match index % 3 {
            0 => Kind::None,
            1 => Kind::Array(array()),
            _ => Kind::Both { text: "both".into(), arrays: (array(), array()) },
        },
        four: (array(), array(), array(), array()),
        single: number(index),
        held: index.is_multiple_of(2).then(&mut array),
        list: (0..index % 4).map(|at| (array(), at.to_string())).collect(),
        last: [array(), array()],
    }
}

fn comes_back<T: Sample + Archive, const N: usize>() {
    let small = |number: u32| T::sample(u8::try_from(number % 251).unwrap());
    let packings: [(&str, Numbers<T>); 6] = [
        ("zeros", |_| T::default()),
        ("constant", |_| T::sample(7)),
        ("bits", |number| T::sample(u8::try_from(number % 3).unwrap())),
        ("bytes", small),
        ("exceptions", |number| if number % 97 == 0 { T::MOST } else { T::sample(3) }),
        ("raw", |number| if number % 2 == 0 { T::MOST } else { T::sample(100) }),
    ];
    for (packing, number) in packings {
        for count in [1, 2, 9, 70, 700] {
            let entities: Vec<Entity<T, N>> = (0..count).map(|at| entity(at, number)).collect();
            for layout in [Layout::Rows, Layout::Columns] {
                let bytes = Options::file().layout(layout).to_vec(&entities).unwrap();
                let loaded: Vec<Entity<T, N>> = archive::from_slice(&bytes).unwrap();
                let what = std::any::type_name::<[T; N]>();
                assert!(loaded == entities, "{count} with {what}, {packing}, {layout:?}");
            }
        }
    }
}

fn of_each_length<T: Sample + Archive>() {
    comes_back::<T, 1>();
    comes_back::<T, 2>();
    comes_back::<T, 3>();
    comes_back::<T, 5>();
}

#[test]
fn of_each_width() {
    of_each_length::<u8>();
    of_each_length::<u16>();
    of_each_length::<u32>();
    of_each_length::<u64>();
    of_each_length::<u128>();
}

#[test]
fn of_floats() {
    of_each_length::<f32>();
}
