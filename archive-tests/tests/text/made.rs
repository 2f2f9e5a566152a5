//! Texts generated from the grammar of FORMAT.md §8: every production, in many spellings.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// What may separate any two parts.
fn gap() -> impl Strategy<Value = &'static str> {
    select(vec!["", " ", " ", "\n", "\t", "\r\n", "\n\n  ", "// c }\n", "/* é\n* ] */", "/**/"])
}

/// What may separate two values. A space alone would join a name to the next group.
fn comma() -> impl Strategy<Value = &'static str> {
    select(vec![", ", ", ", ",", "\n", "\n\n  ", " ,\n", "/* , */", " // c\n", "\r\n,/**/"])
}

/// What may separate a name from its body.
fn joint() -> impl Strategy<Value = &'static str> {
    select(vec!["", " ", " ", "\t "])
}

/// Values between brackets, perhaps with a comma after the last.
fn grouped(
    [open, close]: [&'static str; 2],
    values: impl Strategy<Value = Vec<String>>,
) -> impl Strategy<Value = String> {
    (values, vec(comma(), 8), gap(), select(vec!["", " ", ",", " , "])).prop_map(
        move |(values, commas, gap, last)| {
            let mut text = format!("{open}{gap}");
            for (at, value) in values.iter().enumerate() {
                let end = if at + 1 == values.len() { last } else { commas[at] };
                text.extend([value, end]);
            }
            text + gap + close
        },
    )
}

fn group(entries: impl Strategy<Value = Vec<String>>) -> impl Strategy<Value = String> {
    grouped(["{", "}"], entries)
}

fn tuple(values: impl Strategy<Value = Vec<String>>) -> impl Strategy<Value = String> {
    grouped(["(", ")"], values)
}

fn list(values: impl Strategy<Value = Vec<String>>) -> impl Strategy<Value = String> {
    grouped(["[", "]"], values)
}

fn entry(
    key: impl Strategy<Value = String>,
    value: impl Strategy<Value = String>,
) -> impl Strategy<Value = String> {
    (key, gap(), gap(), value).prop_map(|(key, a, b, value)| format!("{key}{a}={b}{value}"))
}

/// Quoted text, with every escape.
fn quoted(len: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    let part = prop_oneof![
        2 => "[a-zA-Z0-9 _.{}=,/&@é€\u{1f600}]",
        1 => select(vec!["\\n", "\\t", "\\r", "\\0", "\\\\", "\\\"", "\\'", "\\`"])
            .prop_map(str::to_owned),
        1 => "\\\\u\\{(0|41|e9|20AC|200b|feff|00001f|10ffff|1f600)\\}",
    ];
    vec(part, len).prop_map(|parts| parts.concat())
}

fn string() -> impl Strategy<Value = String> {
    quoted(0..6).prop_map(|text| format!("\"{text}\""))
}

fn char() -> impl Strategy<Value = String> {
    prop_oneof![
        quoted(1..2).prop_map(|text| format!("'{text}'")),
        select(vec!["'\"'", "\"a\"", "'`'"]).prop_map(str::to_owned),
    ]
}

fn bytes() -> impl Strategy<Value = String> {
    vec("([0-9a-f]{2}|[0-9A-F]{2})[ \t\r\n]{0,2}", 0..6)
        .prop_map(|pairs| format!("x\"{}\"", pairs.concat()))
}

/// An integer from 0 to 99, in all its spellings.
fn small() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\+?[0-9]{1,2}",
        "\\+?0x[0-5][0-9a-fA-F]",
        "0b[01](_?[01]){0,4}",
        "[0-9](_[0-9])?\\.0{0,2}"
    ]
}

fn float() -> impl Strategy<Value = String> {
    prop_oneof![
        18 => "[-+]?[0-9]{1,5}(_[0-9]{1,3})?(\\.[0-9]{0,3})?([eE][-+]?[0-9]{1,2})?",
        6 => "[-+]?\\.[0-9]{1,3}",
        // Most of these are too large or round to zero.
        1 => "[0-9]{1,2}[eE][-+]?[0-9]{3}",
        6 => "(inf|-inf|\\+inf|nan|nan\\(0x7f[c-f]0000[0-9]\\)|nan \\( 0x7ff8000000000[0-9]{3} \\))",
    ]
}

/// Numbers of all kinds, and text that only starts like one.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => small(),
        4 => float(),
        2 => "-?0x[0-9a-f]{1,4}_[0-9a-f]{1,8}",
        1 => "-?[1-9][0-9]{15,38}",
        1 => "[-+.0-9][a-z0-9_.]{0,4}",
    ]
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "(World|Tile|Wall|Door|Empty|Shared|name|tiles|keys|height|next|true|false|none)",
        2 => "[a-zA-Z_é€][a-zA-Z0-9_.é]{0,5}",
        1 => quoted(0..4).prop_map(|name| format!("`{name}`")),
    ]
}

fn link() -> impl Strategy<Value = String> {
    "&[1-9][0-9]?"
}

/// Any value. Links are refused where there are no objects, so most values have none.
fn value(links: bool) -> BoxedStrategy<String> {
    let own = prop_oneof![number(), string(), char(), bytes(), name()];
    let scalar = if links { prop_oneof![8 => own, 1 => link()].boxed() } else { own.boxed() };
    scalar
        .prop_recursive(5, 48, 6, |inner| {
            let key = prop_oneof![8 => name(), 2 => string(), 2 => number(), 1 => inner.clone()];
            let group = || group(vec(entry(key.clone(), inner.clone()), 0..6));
            let tuple = || tuple(vec(inner.clone(), 0..4));
            let body = prop_oneof![group(), tuple()];
            prop_oneof![
                group(),
                tuple(),
                list(vec(inner.clone(), 0..6)),
                (name(), joint(), body).prop_map(|(name, joint, body)| name + joint + &body),
                (joint(), inner).prop_map(|(joint, value)| format!("some{joint}({value})")),
            ]
        })
        .boxed()
}

/// Occasionally replaces a value with any other.
fn mostly(value: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    prop_oneof![60 => value, 1 => self::value(false)]
}

/// Named fields in several spellings; some with a default are left out.
fn fields(all: Vec<(&'static str, bool, BoxedStrategy<String>)>) -> impl Strategy<Value = String> {
    let spelt = |name: &'static str| {
        prop_oneof![
            6 => Just(name.to_owned()),
            1 => Just(format!("`{name}`")),
            1 => Just(format!("\"\\u{{{:x}}}{}\"", u32::from(name.as_bytes()[0]), &name[1..])),
        ]
    };
    let entries: Vec<_> = all
        .into_iter()
        .map(|(name, may_lack, value)| {
            let entry = entry(spelt(name), value).prop_map(Some);
            prop_oneof![3 => entry, u32::from(may_lack) => Just(None)].boxed()
        })
        .collect();
    group(entries.prop_map(|all| all.into_iter().flatten().collect::<Vec<_>>()).prop_shuffle())
}

fn tile() -> BoxedStrategy<String> {
    let wall = fields(vec![("height", false, float().boxed())]);
    let door = tuple((small(), select(vec!["true", "false"])).prop_map(|(a, b)| vec![a, b.into()]));
    let empty = select(vec!["Empty", "`Empty`", "Empty {}", "`\\u{45}mpty`()"]);
    let tile = prop_oneof![
        empty.prop_map(str::to_owned),
        ("Wall", joint(), wall).prop_map(|(name, joint, body)| name + joint + &body),
        ("Door", joint(), door).prop_map(|(name, joint, body)| name + joint + &body),
    ];
    mostly(tile).boxed()
}

/// A body with or without the name of its type.
fn named(
    name: &'static str,
    body: impl Strategy<Value = String> + 'static,
) -> BoxedStrategy<String> {
    let name = prop_oneof![2 => Just(name.to_owned()), 1 => Just(format!("`{name}`"))];
    let start = prop_oneof![
        2 => (name, joint()).prop_map(|(name, joint)| name + joint),
        1 => Just(String::new()),
    ];
    (start, body).prop_map(|(start, body)| start + &body).boxed()
}

/// The fields of a world at some version.
fn world_body(levels: u32, version: u32) -> BoxedStrategy<String> {
    let pair = prop_oneof![
        tuple((small(), char()).prop_map(|(a, b)| vec![a, b])),
        list((small(), char()).prop_map(|(a, b)| vec![a, b])),
    ];
    let moods = vec!["none", "true", "some(none)", "some( some (false))"];
    let next = match levels {
        0 => Just("none".to_owned()).boxed(),
        _ => {
            let inner = named("World", world_body(levels - 1, version));
            let some = inner.clone().prop_map(|it| format!("some ({it})"));
            prop_oneof![Just("none".to_owned()), inner, some].boxed()
        }
    };
    let mut all = vec![
        (if version == 1 { "title" } else { "name" }, false, mostly(string()).boxed()),
        ("tiles", false, list(vec(tile(), 0..5)).boxed()),
        ("keys", false, mostly(group(vec(entry(string(), pair), 0..3))).boxed()),
        ("blob", false, prop_oneof![bytes(), list(vec(small(), 0..4))].boxed()),
        ("heights", false, list(vec(mostly(float()), 0..5)).boxed()),
        ("next", true, next),
    ];
    if version > 1 {
        all.push(("mood", true, select(moods).prop_map(str::to_owned).boxed()));
    }
    fields(all).boxed()
}

/// A value that usually is one of the types, as a root with or without its version.
fn fitting() -> BoxedStrategy<String> {
    let world = (1..3_u32).prop_flat_map(|version| {
        (gap(), world_body(2, version))
            .prop_map(move |(gap, body)| format!("World @{version}{gap}{body}"))
    });
    let unstated = named("World", world_body(2, 2));
    let floats = list(vec(prop_oneof![float(), Just("none".to_owned())], 0..6));
    prop_oneof![2 => world, 1 => unstated, 1 => tile(), 1 => floats].boxed()
}

/// A value with links, and the objects that they refer to.
fn linked() -> BoxedStrategy<String> {
    let lights = || prop_oneof![3 => select(vec!["&1", "&2"]).prop_map(str::to_owned), 1 => tile()];
    let all = (vec(lights(), 0..3), vec(lights(), 0..3)).prop_map(|(mut all, more)| {
        // Every object has a link to it.
        all.extend(["&1".into(), "&2".into()]);
        all.extend(more);
        all
    });
    let all = vec![("lights", false, list(all).boxed()), ("main", true, lights().boxed())];
    let value = named("Shared", fields(all));
    let object = |number: &'static str| entry(Just(number.to_owned()), tile());
    let objects = (object("&1"), object("&2")).prop_map(|(one, two)| vec![one, two]);
    (value, gap(), gap(), group(objects.prop_shuffle()))
        .prop_map(|(value, a, b, objects)| format!("{value}{a}@objects{b}{objects}"))
        .boxed()
}

/// What may precede the root.
fn start() -> impl Strategy<Value = String> {
    let stated = entry("(Tile|`Tile`|\"Tile\"|Other|`a b`)".boxed(), "[1-3]".boxed());
    let versions = (gap(), group(vec(stated, 0..3)), gap())
        .prop_map(|(a, group, b)| format!("@versions{a}{group}{b}"));
    let versions = prop_oneof![2 => Just(String::new()), 1 => versions];
    (select(vec!["", "\u{feff}"]), gap(), versions)
        .prop_map(|(mark, gap, versions)| format!("{mark}{gap}{versions}"))
}

/// Whole texts.
pub fn any_text() -> impl Strategy<Value = String> {
    let objects = group(vec(entry(link(), value(true)), 0..4));
    let apart = (value(true), gap(), gap(), objects)
        .prop_map(|(value, a, b, objects)| format!("{value}{a}@objects{b}{objects}"));
    let body = prop_oneof![
        Just(String::new()),
        group(vec(entry(name(), value(false)), 0..4)),
        tuple(vec(value(false), 0..3)),
    ];
    let rooted =
        (name(), joint(), 0..4_u32, gap(), body).prop_map(|(name, joint, version, gap, body)| {
            format!("{name}{joint}@{version}{gap}{body}")
        });
    let root =
        prop_oneof![6 => fitting(), 2 => linked(), 3 => value(false), 1 => apart, 1 => rooted];
    (start(), root, gap()).prop_map(|(start, root, gap)| start + &root + gap)
}

/// Any value for a field that the type does not know.
pub fn untyped() -> impl Strategy<Value = String> {
    let version = select(vec!["", "@1", "@7"]);
    let field = entry("(x|`y z`)", value(false)).prop_map(|field| vec![field]);
    (start(), version, gap(), group(field), gap())
        .prop_map(|(start, version, a, body, b)| format!("{start}Any {version}{a}{body}{b}"))
}
