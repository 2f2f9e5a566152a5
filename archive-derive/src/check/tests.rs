//! A mistake for each rule, with the expected message.

use crate::mistakes;
use syn::parse_quote;

/// `finds! { (struct ..) => "message", "message" }`
macro_rules! finds {
    (($($item:tt)*) => $($message:expr),* $(,)?) => {{
        let input: syn::DeriveInput = parse_quote! { $($item)* };
        assert_eq!(mistakes(&input), Vec::<&str>::from([$($message),*]));
    }};
}

mod variants;
mod view;

#[test]
fn whole_history_without_mistakes() {
    finds! { (#[archive(version = 5, oldest = 1, name = "Save", renamed(2, from = "Game"), upgrade(from = 2, with = split))]
        #[archive(after_load = Self::fix, validate = |s| s.ok(), crate = a::b, bound = "", meta(tool = -1, hide))]
        #[archive(removed(last: Vec<(u8, u16)>, until = 4, default = Vec::new(), into = |s, v| s.take(v)))]
        struct Save<'a> {
            level: u32,
            #[archive(removed(difficulty: i32, until = 2), alias = "hp", renamed(2, from = "hp"))]
            health: f32,
            #[since(3, default = Difficulty::Normal)]
            difficulty: Difficulty,
            #[since(4)] #[default = 100] #[archive(was(u8, until = 5), max_len = 4 * 2)]
            stamina: u16,
            #[archive(default = level.len(), skip)]
            cache: *const u8,
            text: std::borrow::Cow<'a, str>, bytes: &'a [u8], marker: PhantomData<fn() -> u8>,
            #[archive(with = codec::time)] time: &'static Time, #[since(2, default)] #[archive(flatten)] base: Base,
        }) =>
    }
    finds! { (#[archive(removed(Last, until = 2))]
        enum Item {
            #[archive(removed(Smelt { #[since(2, default)] heat: u8 }, until = 3, into = f, renamed(2, from = "Melt")))]
            #[default]
            Ore,
            #[since(2)] #[archive(removed(gone: u8, until = 3), tag = 9, alias = "blade")]
            Sword { sharp: u8 },
            Pair(u8, #[since(2, default = 0)] u8),
        }) =>
    }
}

#[test]
fn misspelt_and_misplaced_attributes() {
    finds! { (#[archive(reomved(a: u8, until = 2), tag = 1, bits = 4, upgrade)] #[since(2)]
        struct S {
            #[archive(upgrade(from = 1, with = f), name = "x", flatten, until = 2, since = 2)] a: u8,
            #[sicne(3)] #[since(3, defualt = 1)] b: u8,
        }) =>
        "unknown attribute `reomved`, did you mean `removed`?",
        "`tag` is an attribute of serde; here, `tag` is the stored number of a variant, and each archive has one form \
         for all enums",
        "unknown attribute `bits`, the type takes `version`, `oldest`, `name`, `upgrade`, `after_load`, `validate`, \
         `transparent`, `pod`, `save_as`, `crate`, `bound`, `with`, `default`, `renamed`, `removed`, `meta`",
        "expected `upgrade(..)`",
        "`since` belongs on a field or a variant, not on the type",
        "`upgrade` belongs on the type, not on a field",
        "`name` belongs on the type, not on a field; its identifier is its name, and `renamed(n, from = \"..\")` gives \
         its name before version n",
        "`until` belongs inside `removed(..)` or `was(..)`",
        "`since` is an attribute of its own: write `#[since(..)]`",
        "unknown option `defualt` in `since`, did you mean `default`?",
    }
}

#[test]
fn duplicate_attributes() {
    finds! { (#[archive(version = 2, version = 3, pod, pod, meta(a, a = 1))]
        struct S {
            #[since(2, default = 1)] #[default = 2] a: u8,
            #[since(2)] #[since(2)] #[archive(default, removed(g: u8, until = 2, until = 2))] b: u8,
        }) =>
        "`version` is given twice",
        "`pod` is given twice",
        "`meta` has the key `a` twice",
        "`default` is given twice; `#[default = ..]`, `#[since(n, default = ..)]` and `#[archive(default = \
         ..)]` mean the same",
        "`since` is given twice",
        "`until` is given twice",
        "`since` cannot be combined with `pod`: every field is stored as it is in memory, in every version",
        "`since` cannot be combined with `pod`: every field is stored as it is in memory, in every version",
        "`removed` cannot be combined with `pod`: every field is stored as it is in memory, in every version",
    }
}

#[test]
fn malformed_attributes_and_options() {
    finds! { (#[archive] #[archive(version = 0, oldest = 1u8, name = "", bound = "T Clone", skip = 1, pod = true)]
        #[archive(renamed(2), upgrade(from = 1), removed(x: u8), removed(y, until = 2), renamed(2 from = "a"))]
        struct S {
            #[since] a: u8,
            #[since(v::STAMINA)] b: u8,
            #[since(9999999999)] c: u8,
            #[archive(was(u16), with, alias = 3, renamed(2, form = "x"), max_len = , meta(a = b))] #[default = -1] d: u8,
        }) =>
        "expected `#[archive(..)]`",
        "versions count from 1, found 0",
        "a version is a `u32`, found the suffix `u8`",
        "`name` is empty, expected a name",
        "`bound` takes the bounds of a `where` clause, such as \"T: Clone\": expected `:`",
        "`skip` belongs on a field, not on the type",
        "`pod` takes no value",
        "`renamed` needs `from = \"..\"`, the former name",
        "`upgrade` needs both `from = n`, the last version it runs for, and `with = path`",
        "`removed` needs `until = n`, the first version without it",
        "expected `,`",
        "a removed field needs its type: `removed(y: Type, until = n)`",
        "expected `since(..)`",
        "expected a version, which is an integer literal such as `2`",
        "the largest version is 65535, found 9999999999: versions count the shapes of a type, one after the other",
        "`was` needs `until = n`, the first version without this type",
        "expected `with = ..`",
        "expected a name in quotes: `alias = \"..\"`",
        "unknown option `form` in `renamed`, did you mean `from`?",
        "expected an expression",
        "expected a string, number, `bool` or `char` literal",
        "expected a literal: for an expression, write `#[since(n, default = ..)]` or `#[archive(default = ..)]`",
    }
}

#[test]
fn above_the_stated_version() {
    finds! { (#[archive(version = 2, oldest = 3, upgrade(from = 2, with = f), renamed(3, from = "T"))]
        struct S {
            #[since(3, default = 0)] a: u8,
            #[archive(removed(g: u8, until = 4), was(u8, until = 3))] b: u16,
        }) =>
        "`oldest` mentions version 3, but the type states `version = 2`",
        "`renamed` mentions version 3, but the type states `version = 2`",
        "an upgrade from version 2 leads to version 3, but the type states `version = 2`",
        "`until` mentions version 4, but the type states `version = 2`",
        "`since` mentions version 3, but the type states `version = 2`",
        "`until` mentions version 3, but the type states `version = 2`",
        "this `upgrade` only serves versions below `oldest = 3`: delete it",
        "this `was` only serves versions below `oldest = 3`: delete it",
    }
}

#[test]
fn only_serves_versions_below_oldest() {
    finds! { (#[archive(version = 4, oldest = 3, upgrade(from = 2, with = f), upgrade(from = 3, with = f))]
        struct S {
            #[archive(removed(g: u8, until = 3), removed(h: u8, until = 4), renamed(3, from = "x"))]
            a: u8,
            #[archive(was(u8, until = 2))] b: u16,
            #[since(2, default = 0)] c: u8,
        }) =>
        "this `upgrade` only serves versions below `oldest = 3`: delete it",
        "this `removed` only serves versions below `oldest = 3`: delete it",
        "this `renamed` only serves versions below `oldest = 3`: delete it",
        "this `was` only serves versions below `oldest = 3`: delete it",
    }
    // Later tags and positions are counted from them.
    finds! { (#[archive(oldest = 3)] struct S(#[archive(removed(_: u8, until = 3))] u8);) => }
    finds! { (#[archive(oldest = 3)] enum E { #[archive(removed(Gone, until = 3))] A }) => }
}

#[test]
fn missing_default_for_new_field() {
    finds! { (struct S { #[since(3)] a: Option<u8>, #[since(1)] b: u8, #[since(2)] #[archive(removed(x: u8))] c: u8 }) =>
        "`removed` needs `until = n`, the first version without it",
        "missing default for a field added in version 3: write `#[since(3, default = ..)]`",
    }
}

#[test]
fn default_uses_fields_above() {
    finds! { (struct S {
            #[archive(default = c + a)] a: u8,
            #[archive(default = a.min({ let c = 1; c }))] b: u8,
            #[archive(default = c(b))] c: u8,
            #[archive(default = S { d })] d: u8,
        }) =>
        "a default may use the fields above it, but `c` is below",
        "a default may use the fields above it, but `a` is the field itself",
        "a default may use the fields above it, but `d` is the field itself",
    }
}

#[test]
fn lifespans_and_former_types() {
    finds! { (struct S {
            #[archive(removed(g: u8, since = 2, until = 2), was(u8, until = 3), was(u16, until = 3))] a: u32,
            #[since(3, default = 1)] #[archive(was(u8, until = 3))] b: u16,
            #[archive(was(u8, until = 2), was(u16, until = 3), was(u8, until = 4))] c: u8,
            #[archive(was(u8, until = 2), with = m)] d: u16,
        }) =>
        "`with` cannot be combined with `was`: declare the former form with `removed(name: Former, until = n, into = \
         path)`, and give the field `#[since(n, default = ..)]`; or give it a type of its own, such as \
         `#[archive(transparent)] struct Own(#[archive(with = module)] Foreign);`",
        "write former types from old to new: 3 comes after 3 here",
        "`until = 3` is not above 3, the version in which the field was added",
        "`was` names the same type that the field has from version 4 on: if only its meaning changed, add `with = \
         function`, where `function` takes the former value and returns today's",
        "`until = 2` is not above 2, the version in which it was added",
    }
}

#[test]
fn names_alive_at_once() {
    finds! { (struct S {
            #[archive(removed(b: u8, until = 3))] a: u8,
            #[since(2, default = 0)] b: u8,
            #[archive(renamed(3, from = "a"))] c: u8,
            #[archive(alias = "a", alias = "d", alias = "e")] d: u8,
            #[archive(alias = "e", alias = "b")] f: u8,
        }) =>
        "two fields are named `b` in version 2: this one in 2.., the other in 1..3",
        "two fields are named `a` in version 1: this one in 1..3, the other in 1..",
        "alias `a` is already the name of a field",
        "`d` is already the field's own name",
        "alias `e` is already an alias of `d`",
        "alias `b` is already the name of a field",
    }
    finds! { (enum E { #[archive(removed(B, until = 2))] A, B }) =>
        "two variants are named `B` in version 1: this one in 1.., the other in 1..2",
    }
    finds! { (struct S { #[archive(removed(b: u8, until = 2))] #[since(4, default = 0)] b: u8 }) =>
    }
}

#[test]
fn former_names() {
    finds! { (#[archive(renamed(1, from = "T"), renamed(2, from = "S"))]
        struct S {
            #[archive(renamed(3, from = "x"), renamed(2, from = "y"))] a: u8,
            #[since(2, default = 0)]
            #[archive(renamed(2, from = "z"), removed(g: u8, until = 2, renamed(2, from = "h")))] b: u8,
        }) =>
        "`S` was added in version 1, so it had no name before version 1",
        "the name from version 2 on is also `S`",
        "write former names from old to new: 2 comes after 3 here",
        "`g` was gone by version 2, so it was not renamed in version 2",
        "`b` was added in version 2, so it had no name before version 2",
    }
}

#[test]
fn reused_tags() {
    finds! { (enum E { #[archive(tag = 1)] A, B, #[archive(tag = 5)] C, #[archive(tag = 5)] D }) =>
        "tag 1 belongs to `B` and cannot be used again; 6 is free",
        "tag 5 belongs to `C` and cannot be used again; 6 is free",
    }
    // Shipped variants keep their tags.
    finds! { (enum E { #[archive(tag = 7)] A, #[archive(tag = 3)] B, C, #[since(2)] D }) =>
        "its default tag, 3, already belongs to `B`: write `#[archive(tag = 8)]`",
    }
}

#[test]
fn tuple_fields() {
    finds! { (struct S(
            #[archive(removed(x: u8, until = 2), renamed(2, from = "a"), alias = "b")] u8,
            #[since(2, default = 0)] u8,
            u8,
            #[since(3, default = 0)] u8,
        );) =>
        "a tuple field has no name: write `removed(_: Type, ..)`",
        "`renamed` needs a name, but a tuple field is identified by its position",
        "`alias` needs a name, but a tuple field is identified by its position",
        "a tuple field can only be added at the end, but this one was added in version 2, and one from \
         version 1 follows",
    }
    finds! { (struct S(#[archive(removed(_: u8, until = 2), removed(_: u16, since = 2, until = 3))] u8);) =>
        "a tuple field can only be added at the end, but this one was added in version 2, and one from \
         version 1 follows; if it is the field before it with another type, write `was(Type, until = n)` \
         here instead",
    }
    finds! { (struct S(#[archive(removed(_: u8, until = 2))] #[since(2, default = 0)] u16, u8);) =>
        "a tuple field can only be added at the end, but this one was added in version 2, and one from \
         version 1 follows; if it is the field before it with another type, write `#[archive(was(Type, until \
         = n))]` here instead",
    }
    finds! { (struct S(#[archive(removed(_: u16, until = 3, was(u8, until = 3), was(i8, with = f)))] u8);) =>
        "unknown option `with` in `was`, which takes `until`, `default`, `into`, `back`",
        "`until = 3` is not above 3, the version in which it was added",
    }
    finds! { (struct S { #[archive(removed(_: u8, until = 2))] a: u8 }) =>
        "`_` is for a tuple field: write the name that it had",
    }
}

#[test]
fn types_that_cannot_be_loaded() {
    finds! { (struct S<'a> {
            a: Vec<*const u8>, b: &'a mut str, c: [(&'a [u16], u8); 2], d: &'static str, e: Vec<dyn Fn()>, f: Option<fn()>,
        }) =>
        "a raw pointer means nothing in another run: store what it points at, or `#[archive(skip)]` it",
        "nothing can be borrowed mutably from an archive: store the value instead",
        "only `&str` and `&[u8]` can be borrowed from an archive: store the value instead; a struct of \
         references that is only saved is a view, `#[archive(save_as = Loaded)]`",
        "no archive lives for `'static`: give the type a lifetime, or store a `String` or `Vec<u8>`, for \
         example with `#[archive(with = ..)]`",
        "nothing in the archive says which type this is: put it directly in a `Box`, `Rc`, `Arc` or `Weak`, \
         written by these names (in a cell: `Rc<RefCell<Box<dyn Trait>>>`), and name its types in \
         `archive::registry!`; or store an enum of them",
        "a function pointer means nothing in another run: store an enum that names the function, or \
         `#[archive(skip)]` it",
    }
}

#[test]
fn unions_and_enums_without_variants() {
    finds! { (union U { a: u8 }) => "a union does not say which of its fields it holds, so it cannot be \
    archived: use an enum" }
    finds! { (enum E {}) => "an enum without variants has no values and cannot be loaded" }
}

#[test]
fn combinations() {
    let skipped = "has no effect on a skipped field, which is never stored";
    let (since, with) = (format!("`since` {skipped}"), format!("`with` {skipped}"));
    finds! { (struct S { #[since(2)] #[archive(skip, with = m, default = 1)] a: u8 }) => since.as_str(), with.as_str() }
    let why = "cannot be combined with `transparent`: the type is stored as its field and has no history of its own";
    let (version, alias) = (format!("`version` {why}"), format!("`alias` {why}"));
    finds! { (#[archive(transparent, version = 2, validate = f)]
        struct S { #[archive(alias = "x")] a: u8, b: u8 }) =>
        "`transparent` needs a struct with one stored field, found 2", version.as_str(), alias.as_str()
    }
    finds! { (struct S { #[archive(was(String, until = 2), by_value)] a: Rc<String> }) =>
        "`by_value` cannot be combined with `was`: declare the former type with `removed(name: Former, until \
         = n, into = path)`, and give the field `#[since(n, default = ..)]`"
    }
    finds! { (#[archive(transparent, pod)] enum E { A }) =>
        "`transparent` needs a struct with one stored field, found an enum", "`pod` needs a struct, found an enum"
    }
}

#[test]
fn flattened_fields() {
    let why = "cannot be combined with `flatten`: the struct's own fields take its place";
    let (with, alias) = (format!("`with` {why}"), format!("`alias` {why}"));
    finds! { (struct S { #[archive(with = m, flatten, alias = "x")] a: A }) => with.as_str(), alias.as_str() }
    finds! { (enum E { V(#[archive(flatten)] A) }) =>
        "`flatten` needs a field with a name, but a tuple field is identified by its position"
    }
    finds! { (struct S(#[archive(removed(_: A, until = 2, flatten))] u8);) =>
        "unknown option `flatten` in `removed`, which takes `since`, `until`, `default`, `into`, `back`, `renamed`, `was`"
    }
}

#[test]
fn what_replaces_what_is_gone() {
    let went = |name: &str| {
        format!(
            "`replaces` needs a field that was removed in version 3, when this one was added, with a \
             function that gives its value: expected `removed({name}: Type, until = 3, back = function)` \
             here, where `function` takes a `&Self`"
        )
    };
    let (a, b, c) = (went("a"), went("b"), went("c"));
    finds! { (struct S {
            #[archive(removed(a: u8, until = 3), removed(b: u8, until = 4, back = f), removed(d: u8, until = 3, back = f))]
            #[archive(removed(e: u8, until = 2, back = f), was(u8, until = 4))]
            #[since(3, default, replaces(a, b, c, d, e))]
            f: u32,
        }) => a.as_str(), b.as_str(), c.as_str(),
    }
    finds! { (struct S { #[archive(removed(a: u8, until = 2, default = 1, back = f))] b: u8 }) =>
        "`default` and `back` both say what older readers get: leave one of them out"
    }
    finds! { (struct S { #[archive(removed(a: u8, until = 2, back = f, default = 1))] b: u8 }) =>
        "`default` and `back` both say what older readers get: leave one of them out"
    }
    finds! { (enum E { #[since(2, replaces(a))] A, B }) =>
        "`replaces` belongs on a field: for a removed variant, use `into`"
    }
    finds! { (struct S { #[archive(replaces(a))] a: u8, #[archive(back = f)] b: u8 }) =>
        "`replaces` belongs inside `since(..)`", "`back` belongs inside `was(..)` or `removed(..)`"
    }
}

#[test]
fn tombstones_of_the_wrong_kind() {
    finds! { (#[archive(removed(x: u8, until = 2), upgrade(from = 2, with = f), upgrade(from = 2, with = g))]
        enum E { #[since(2, default = 1)] #[archive(was(u8, until = 2), tag = -1)] A }) =>
        "`default` belongs on a field: a value of an older version never holds a new variant",
        "`was` belongs on a field, not on a variant",
        "a tag is a `u32`, found -1",
        "an enum has no fields of its own: write `removed(Variant, until = n)` here, or move the field's \
         `removed` to its variant",
        "two upgrades run for versions up to 2: merge them",
    }
}
