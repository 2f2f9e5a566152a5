//! Structs of floats only, whose columns are stored together.

use archive::{
    Archive, Describe, ErrorKind, Layout, Newer, Options, OutputArchive, Serialize, Size, Step,
    Type, Unknown, Value,
};
use archive_tests::wire;

use crate::check::comes_back;

#[derive(Archive, Clone, Copy, Debug, PartialEq)]
struct Point {
    x: f32,
    y: f32,
    z: f32,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Body {
    name: String,
    at: Point,
    /// Nothing but floats, on two levels.
    frame: ((Point, f32), Point),
    last: Option<Point>,
    path: Vec<Point>,
    corners: [Point; 2],
    spin: (f64, f64),
    shape: Shape,
}

#[derive(Archive, Clone, Debug, PartialEq)]
enum Shape {
    Ball { radius: f32, mass: f32 },
    Box(Point),
}

/// Floats that differ in every byte.
fn float(n: usize) -> f32 {
    let bits = (n as u32 + 1).wrapping_mul(0x9e37_79b9);
    f32::from_bits(bits & 0xbf7f_ffff)
}

fn point(n: usize) -> Point {
    Point { x: float(3 * n), y: float(3 * n + 1), z: float(3 * n + 2) }
}

fn body(n: usize) -> Body {
    let double = |n: usize| f64::from(float(n)) * 1.000_000_1;
    Body {
        name: n.to_string(),
        at: point(n),
        frame: ((point(n + 1), float(n)), point(n + 2)),
        last: (n % 3 != 1).then(|| point(n + 3)),
        path: (0..n % 4).map(point).collect(),
        corners: [point(n + 4), point(n + 5)],
        spin: (double(n), double(n + 1)),
        shape: if n.is_multiple_of(2) {
            Shape::Ball { radius: float(n), mass: float(n + 6) }
        } else {
            Shape::Box(point(n))
        },
    }
}

#[test]
fn as_few_and_as_many_as_there_are() {
    for count in [0, 1, 2, 63, 64, 65, 128, 1000, 5000] {
        comes_back(&(0..count).map(point).collect::<Vec<_>>());
        comes_back(&(0..count).map(body).collect::<Vec<_>>());
        comes_back(&(0..count).map(|n| (point(n), n as u16)).collect::<Vec<_>>());
        // Columns are apart if one is in planes or constant.
        comes_back(&(0..count).map(|n| Point { y: 0.5, ..point(n) }).collect::<Vec<_>>());
        comes_back(&(0..count).map(|n| (n as f32, float(n))).collect::<Vec<_>>());
        comes_back(&vec![point(7); count]);
        comes_back(&(0..count).map(|n| ((point(n), 0.5_f32), float(n))).collect::<Vec<_>>());
        // Nor are their parts together.
        comes_back(&(0..count).map(|n| (point(n), (float(n), 0.5_f32))).collect::<Vec<_>>());
    }
}

#[test]
fn a_tree_is_that_of_the_value() {
    let bodies: Vec<Body> = (0..200).map(body).collect();
    for options in crate::check::columns() {
        let bytes = options.to_vec(&bodies).unwrap();
        let tree = Value::from_slice(&bytes).unwrap();
        assert_eq!(tree, Value::of(&bodies).unwrap());
        assert_eq!(tree.to::<Vec<Body>>().unwrap(), bodies);
    }
}

mod newer {
    use archive::Archive;

    #[derive(Archive)]
    #[archive(name = "Scene", version = 2)]
    pub struct Scene {
        pub bodies: Vec<super::Body>,
        #[since(2, default)]
        pub wind: Vec<super::Point>,
        pub stars: Vec<Star>,
    }

    #[derive(Archive)]
    #[archive(name = "Star", version = 2)]
    pub struct Star {
        pub x: f32,
        #[since(2, default = 0.0)]
        pub z: f32,
        pub y: f32,
    }
}

/// Nothing but floats, and what else there was.
#[derive(Archive)]
#[archive(name = "Star")]
struct Star {
    x: f32,
    y: f32,
    #[archive(unknown)]
    rest: Unknown,
}

#[derive(Archive)]
#[archive(name = "Scene")]
struct Scene {
    bodies: Vec<Body>,
    stars: Vec<Star>,
    #[archive(unknown)]
    rest: Unknown,
}

#[test]
fn what_an_older_program_retained_is_saved_as_it_was() {
    let bodies: Vec<Body> = (0..200).map(body).collect();
    let star = |n: usize| newer::Star { x: float(n), z: float(n + 1), y: float(n + 2) };
    let (wind, stars) = ((0..100).map(point).collect(), (0..100).map(star).collect());
    let scene = newer::Scene { bodies: bodies.clone(), wind, stars };
    for options in crate::check::columns() {
        let bytes = options.to_vec(&scene).unwrap();
        let retain = options.newer(Newer::Accept).unknown(Unknown::Retain);
        let loaded: Scene = retain.from_slice(&bytes).unwrap();
        assert_eq!(loaded.bodies, bodies);
        assert!(
            (0..100).all(|n| loaded.stars[n].x == float(n) && loaded.stars[n].y == float(n + 2))
        );
        assert_eq!(loaded.stars[7].rest.get("z"), Some(&Value::F32(float(8))));
        assert!(retain.to_vec(&loaded).unwrap() == bytes);
    }
    let stars: Vec<Star> =
        (0..100).map(|n| Star { x: float(n), y: float(n + 1), rest: Unknown::new() }).collect();
    let pairs: Vec<(f32, f32)> = stars.iter().map(|star| (star.x, star.y)).collect();
    let bytes = archive::to_vec(&stars).unwrap();
    assert!(archive::from_slice::<Vec<Star>>(&bytes).unwrap().iter().map(|s| (s.x, s.y)).eq(pairs));
}

#[test]
fn a_thousand_points_are_one_run_of_bytes() {
    let points: Vec<Point> = (0..1000).map(point).collect();
    let bytes = archive::to_vec(&points).unwrap();
    let floats: Vec<u8> =
        points.iter().flat_map(|p| [p.x, p.y, p.z]).flat_map(f32::to_le_bytes).collect();
    assert!(bytes.windows(floats.len()).any(|run| run == floats), "x, y, z, x, y, z, ..");
    assert!(bytes.len() < floats.len() + 250, "{} bytes", bytes.len());
}

mod other {
    use archive::Archive;

    /// In another order, wider, and with what may be missing.
    #[derive(Archive, Debug, PartialEq)]
    pub struct Point {
        pub z: f64,
        pub x: f32,
        pub y: Option<f32>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Body {
        pub at: Point,
        pub last: Option<Point>,
        pub corners: [Point; 2],
        pub frame: ((Point, f64), Point),
    }

    /// One of the floats alone.
    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Point")]
    pub struct Height {
        pub y: f32,
    }
}

fn seen(point: Point) -> other::Point {
    other::Point { z: point.z.into(), x: point.x, y: Some(point.y) }
}

fn height(point: Point) -> other::Height {
    other::Height { y: point.y }
}

#[test]
fn other_programs_read_them_by_name() {
    for count in [1, 64, 1000] {
        let bodies: Vec<Body> = (0..count).map(body).collect();
        let expected: Vec<_> = bodies
            .iter()
            .map(|body| other::Body {
                at: seen(body.at),
                last: body.last.map(seen),
                corners: body.corners.map(seen),
                frame: ((seen(body.frame.0.0), body.frame.0.1.into()), seen(body.frame.1)),
            })
            .collect();
        for layout in [Layout::Columns, Layout::Rows] {
            let bytes = Options::file().layout(layout).to_vec(&bodies).unwrap();
            let accept = Options::file().newer(Newer::Accept);
            let accept = accept.unknown(Unknown::Skip);
            let found = accept.from_slice::<Vec<other::Body>>(&bytes);
            assert_eq!(found.unwrap(), expected, "{count} in {layout:?}");
        }
    }
}

#[derive(Archive)]
struct World {
    title: String,
    points: Vec<Point>,
    other: Vec<u64>,
}

#[derive(Archive, Debug, PartialEq)]
#[archive(name = "World")]
struct Heights {
    points: Vec<other::Height>,
}

#[test]
fn one_of_them_is_a_part_of_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("world");
    // In separate blocks, and in one.
    for count in [40_000, 100] {
        let points: Vec<Point> = (0..count).map(point).collect();
        let heights = points.iter().copied().map(height).collect();
        let other = (0..100_000).map(|n: u64| n << (n % 50)).collect();
        archive::save(&path, &World { title: "w".into(), points, other }).unwrap();
        assert_eq!(archive::load_part::<Heights>(&path).unwrap(), Heights { points: heights });
    }
}

/// Visits one point as a struct, and the other by its parts.
#[derive(Debug, PartialEq)]
struct Uneven(Vec<Point>);

impl Describe for Uneven {
    const TYPE: &'static Type = <Vec<Point>>::TYPE;
    const SIZE: Size = <Vec<Point>>::SIZE;
}

impl Serialize for Uneven {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.begin_list(self.0.len())?;
        for (index, point) in self.0.iter().enumerate() {
            if index % 2 == 0 {
                archive.part(Step::Element(index), point)?;
            } else {
                archive.enter(Step::Element(index))?;
                point.serialize(archive)?;
                archive.leave();
            }
        }
        archive.end_list();
        Ok(())
    }
}

#[derive(Archive)]
struct Frame(Point, Point);

/// Does not declare its size, so that nobody knows that it consists of floats.
struct ByParts(Frame);

impl Describe for ByParts {
    const TYPE: &'static Type = Frame::TYPE;
    const SIZE: Size = Size::ANY;
}

impl Serialize for ByParts {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        self.0.serialize(archive)
    }
}

#[test]
fn points_may_be_visited_in_two_ways() {
    for count in [1, 2, 3, 100] {
        let points: Vec<Point> = (0..count).map(point).collect();
        let bytes = archive::to_vec(&points).unwrap();
        assert_eq!(archive::to_vec(&Uneven(points)).unwrap(), bytes);
        // All visited by their parts, some of which could be stored together.
        let nested: Vec<Frame> =
            (0..count).map(|n| Frame(point(n), Point { y: 0.5, ..point(n) })).collect();
        let bytes = archive::to_vec(&nested).unwrap();
        let parts: Vec<ByParts> = nested.into_iter().map(ByParts).collect();
        assert_eq!(archive::to_vec(&parts).unwrap(), bytes);
    }
}

#[test]
fn what_does_not_stand_together_is_refused() {
    let points: Vec<Point> = (0..64).map(point).collect();
    let file = Options::file().checksum(false).to_vec(&points).unwrap();
    let start = wire::body_start(&file);
    // The packed lengths, then the first column, and two more of two bytes each.
    let first = file[start..].windows(2).position(|at| at == [0x50, 3]).unwrap();
    let second = first + 2 + 64 * 3 * 4;
    let body = &file[start..];
    assert_eq!(body[second..second + 4], [0x51, 1, 0x51, 2]);
    let load = |changes: &[(usize, u8)]| {
        let mut body = body.to_vec();
        changes.iter().for_each(|(at, byte)| body[*at] = *byte);
        let result = archive::from_slice::<Vec<Point>>(&wire::with_body(&file, &body));
        result.map_err(|error| error.kind())
    };
    assert_eq!(load(&[]).as_ref(), Ok(&points));
    for (changes, kind) in [
        (vec![(first + 1, 0)], ErrorKind::InvalidValue),
        (vec![(first + 1, 1)], ErrorKind::InvalidValue),
        (vec![(first + 1, 2)], ErrorKind::InvalidValue),
        (vec![(first + 1, 4)], ErrorKind::Truncated),
        (vec![(first + 1, 65)], ErrorKind::InvalidValue),
        (vec![(first, 0x00)], ErrorKind::InvalidValue),
        (vec![(first, 0x51)], ErrorKind::InvalidValue),
        (vec![(second + 1, 0)], ErrorKind::InvalidValue),
        (vec![(second + 1, 2)], ErrorKind::InvalidValue),
        (vec![(second + 1, 63)], ErrorKind::InvalidValue),
        (vec![(second + 3, 1)], ErrorKind::InvalidValue),
        (vec![(second + 2, 0x50)], ErrorKind::Truncated),
        (vec![(second + 2, 0x00)], ErrorKind::Truncated),
    ] {
        assert_eq!(load(&changes), Err(kind), "{changes:?}");
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Marked<T> {
    mark: T,
    x: f32,
}

/// A list of one element, whose packed lengths are followed by these columns.
fn of_one<T: Archive>(mark: T, columns: &[&[u8]]) -> Vec<u8> {
    let file = Options::file().checksum(false).to_vec(&vec![Marked { mark, x: 0.0 }]).unwrap();
    let (body, count) = (&file[wire::body_start(&file)..], columns.len());
    let lens = &body[body.len() - 4 - 1 - count..body.len() - 4 - count];
    let mut changed = body[..usize::from(lens[0])].to_vec();
    columns.iter().for_each(|column| changed.extend(*column));
    changed.extend(lens);
    changed.extend(columns.iter().map(|column| u8::try_from(column.len()).unwrap()));
    changed.extend([u8::try_from(count + 1).unwrap(), 0, 0, 0]);
    wire::with_body(&file, &changed)
}

#[test]
fn only_floats_stand_together() {
    let kind = |error: archive::Error| error.kind();
    // Two floats of row 0, in what may be a column of floats or a text.
    let floats = [&[0x50, 2][..], &2.0_f32.to_le_bytes(), &0.5_f32.to_le_bytes()].concat();
    let file = of_one(0_f32, &[&floats, &[0x51, 1]]);
    let marked = vec![Marked { mark: 2.0_f32, x: 0.5 }];
    assert_eq!(archive::from_slice::<Vec<Marked<f32>>>(&file).unwrap(), marked);

    let text = of_one("a".to_owned(), &[&[0x00, 10, 0, 0, 0], &floats, &[0x51, 1]]);
    assert_eq!(
        archive::from_slice::<Vec<Marked<String>>>(&text).map_err(kind),
        Err(ErrorKind::InvalidValue)
    );
    assert_eq!(Value::from_slice(&text).map_err(kind), Err(ErrorKind::InvalidValue));

    // The first of two columns cannot be beside another.
    let first = of_one((), &[&[0x51, 1]]);
    assert_eq!(
        archive::from_slice::<Vec<Marked<()>>>(&first).map_err(kind),
        Err(ErrorKind::InvalidValue)
    );
}

#[test]
fn columns_without_numbers_have_no_bytes() {
    let file = Options::file().checksum(false).to_vec(&Vec::<Point>::new()).unwrap();
    let body = &file[wire::body_start(&file)..];
    let (lengths, directory) = body.split_at(body.len() - 8);
    let len = u8::try_from(lengths.len()).unwrap();
    assert_eq!(directory, [len, 0, 0, 0, 4, 0, 0, 0]);
    let floats = [0x50, 3, 0x51, 1, 0x51, 2];
    let body = [lengths, &floats, &[len, 2, 2, 2, 4, 0, 0, 0]].concat();
    let file = wire::with_body(&file, &body);
    let kind = |error: archive::Error| error.kind();
    assert_eq!(
        archive::from_slice::<Vec<Point>>(&file).map_err(kind),
        Err(ErrorKind::InvalidValue)
    );
    assert_eq!(Value::from_slice(&file).map_err(kind), Err(ErrorKind::InvalidValue));
}
