//! Reading takes time linear in the length of the text, whatever it contains.

use std::fmt::Write as _;
use std::rc::Rc;
use std::time::Duration;

use archive::{Archive, Error, Newer, Options, Unknown};
use cpu_time::ThreadTime;

use crate::world::{Any, Tile, World};

/// One with fields of another version, an alias, and others among them.
#[derive(Archive, Debug)]
struct Hero {
    #[archive(renamed(2, from = "title"), default = String::new())]
    name: String,
    #[archive(alias = "years", default = 0)]
    age: u8,
    #[archive(flatten)]
    being: Being,
}

#[derive(Archive, Debug)]
struct Being {
    #[archive(default = 20)]
    health: u32,
    #[since(2, default = 1)]
    armour: u32,
}

#[derive(Archive, Debug)]
struct Link {
    #[allow(dead_code, reason = "it is only loaded")]
    next: Option<Rc<Link>>,
}

/// A kind of text with any number of parts.
struct Shape {
    name: &'static str,
    make: fn(usize) -> String,
    load: fn(&Options, &str) -> Result<(), Error>,
    /// A number of parts that takes a measurable time.
    count: usize,
    loads: bool,
}

fn load<T: Archive>(options: &Options, source: &str) -> Result<(), Error> {
    options.from_text::<T>(source).map(drop)
}

/// Writes this many parts, given their numbers.
fn parts(count: usize, part: impl Fn(&mut String, usize)) -> String {
    let mut all = String::new();
    (0..count).for_each(|at| part(&mut all, at));
    all
}

fn keys(count: usize, start: &str) -> String {
    parts(count, |all, at| writeln!(all, "{start}{at} = {at}").unwrap())
}

/// A chain of links, and as many links to its start.
fn chain(count: usize) -> String {
    let links = parts(count, |all, at| writeln!(all, "&{} = &{}", at + 1, at + 2).unwrap());
    format!("[{}] @objects {{ {links} &{} = 7 }}", "&1 ".repeat(count), count + 1)
}

const PLAIN: &[Shape] = &[
    Shape {
        name: "short numbers",
        make: |count| format!("[{}]", "1 ".repeat(count)),
        load: load::<Vec<u64>>,
        count: 15_000,
        loads: true,
    },
    Shape {
        name: "deep groups",
        make: |count| "[".repeat(count),
        load: load::<Vec<u64>>,
        count: 15_000,
        loads: false,
    },
    Shape {
        name: "deep groups that end",
        make: |count| format!("[{}{}]", "{a=".repeat(count), "}".repeat(count)),
        load: load::<World>,
        count: 10_000,
        loads: false,
    },
    Shape {
        name: "a long string",
        make: |count| format!("\"{}\"", "é\\n\\u{e9}".repeat(count)),
        load: load::<String>,
        count: 15_000,
        loads: true,
    },
    Shape {
        name: "empty groups",
        make: |count| format!("[{}]", "[]".repeat(count)),
        load: load::<Vec<Vec<u8>>>,
        count: 15_000,
        loads: true,
    },
    Shape {
        name: "comments",
        make: |count| format!("{}7", "/**///\n".repeat(count)),
        load: load::<u8>,
        count: 15_000,
        loads: true,
    },
    Shape {
        name: "an open comment in each place",
        make: |count| "/*".repeat(count),
        load: load::<u8>,
        count: 40_000,
        loads: false,
    },
    Shape {
        name: "structs",
        make: |count| format!("[{}]", "Wall { height = 1.5 }\nDoor(1, true)\n".repeat(count)),
        load: load::<Vec<Tile>>,
        count: 3_000,
        loads: true,
    },
];

const HOSTILE: &[Shape] = &[
    Shape {
        name: "unknown keys, skipped",
        make: |count| format!("{{ {} }}", keys(count, "k")),
        load: load::<Hero>,
        count: 3_000,
        loads: true,
    },
    Shape {
        name: "unknown keys, kept",
        make: |count| format!("Any {{ {} }}", keys(count, "k")),
        load: load::<Any>,
        count: 4_000,
        loads: true,
    },
    Shape {
        name: "the same key, skipped",
        make: |count| format!("{{ {} }}", "k = 1\n".repeat(count)),
        load: load::<Hero>,
        count: 3_000,
        loads: true,
    },
    Shape {
        name: "the same key",
        make: |count| format!("{{ {} }}", "name = \"a\"\n".repeat(count)),
        load: load::<Hero>,
        count: 3_000,
        loads: false,
    },
    Shape {
        name: "the same key, kept",
        make: |count| format!("Any {{ {} k = 1 }}", keys(count, "k") + "k1 = 2\n"),
        load: load::<Any>,
        count: 4_000,
        loads: false,
    },
    Shape {
        name: "names that are nearly right",
        make: |count| format!("{{ {} }}", keys(count, "nam") + &keys(count, "healt")),
        load: load::<Hero>,
        count: 2_000,
        loads: true,
    },
    Shape {
        name: "structs of such names",
        make: |count| {
            format!("[{}]", "{ nam = 1, healht = 2, ages = 3, titel = 4 }\n".repeat(count))
        },
        load: load::<Vec<Hero>>,
        count: 1_000,
        loads: true,
    },
    Shape {
        name: "versions",
        make: |count| {
            format!(
                "@versions {{ {} }} 7",
                parts(count, |all, at| write!(all, "T{at} = 1 ").unwrap())
            )
        },
        load: load::<u8>,
        count: 3_000,
        loads: true,
    },
    Shape { name: "links to links", make: chain, load: load::<Vec<u8>>, count: 4_000, loads: true },
    Shape {
        name: "shared links to links",
        make: chain,
        load: load::<Vec<Rc<u8>>>,
        count: 4_000,
        loads: true,
    },
    Shape {
        name: "objects",
        make: |count| {
            let links = parts(count, |all, at| write!(all, "&{} ", at + 1).unwrap());
            let all = parts(count, |all, at| writeln!(all, "&{} = {at}", at + 1).unwrap());
            format!("[{links}] @objects {{ {all} }}")
        },
        load: load::<Vec<Rc<u64>>>,
        count: 4_000,
        loads: true,
    },
    Shape {
        name: "objects that are none of their type",
        make: |count| {
            let links = parts(count, |all, at| write!(all, "&{} ", at + 1).unwrap());
            let all = parts(count, |all, at| writeln!(all, "&{} = {at}", at + 1).unwrap());
            format!("[{links}] @objects {{ {all} }}")
        },
        load: load::<Vec<Rc<Link>>>,
        count: 4_000,
        loads: false,
    },
    Shape {
        name: "keys with escapes that there are not",
        make: |count| format!("{{ {} }}", "`\\q` = 1\n".repeat(count)),
        load: load::<Hero>,
        count: 2_000,
        loads: true,
    },
];

impl Shape {
    /// The shortest of several times to load this many parts, since noise only adds time.
    fn time(&self, count: usize) -> Duration {
        let source = (self.make)(count);
        let policy = if source.starts_with("Any") { Unknown::Retain } else { Unknown::Skip };
        let options = Options::file().newer(Newer::Accept).unknown(policy);
        let time = || {
            let start = ThreadTime::now();
            let loaded = (self.load)(&options, &source);
            let time = start.elapsed();
            assert_eq!(loaded.is_ok(), self.loads, "{}: {loaded:?}", self.name);
            time
        };
        (0..5).map(|_| time()).min().unwrap()
    }

    /// Checks that four times as many parts take less than eight times as long.
    fn is_linear(&self) {
        let mut found = Vec::new();
        // On a busy machine, the caches belong to others as well, so try several times.
        for _ in 0..16 {
            let [one, four] = [self.time(self.count), self.time(4 * self.count)];
            if four < 8 * one {
                return;
            }
            found.push((one, four));
        }
        panic!("{}: {found:?}", self.name);
    }
}

#[test]
fn plain_texts_take_linear_time() {
    PLAIN.iter().for_each(Shape::is_linear);
}

#[test]
fn hostile_texts_take_linear_time() {
    HOSTILE.iter().for_each(Shape::is_linear);
}
