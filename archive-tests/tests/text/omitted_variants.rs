//! Fields of variants that texts and JSON leave out, as they hold their defaults.

use std::rc::Rc;

use archive::{Archive, Options, json, text};
use proptest::prelude::*;

mod before {
    #[derive(archive::Archive)]
    #[archive(name = "Light")]
    pub enum Light {
        Torch {
            #[default = 3]
            wood: u8,
        },
        Sun {
            #[default = 5]
            watts: u32,
            #[default = 1]
            dust: u8,
        },
    }
}

#[derive(Archive, Clone, Debug, PartialEq)]
enum Light {
    #[archive(removed(Torch { wood: u8 }, until = 2, tag = 0, into = |wood: u8| Light::Pair(wood, 0)))]
    #[since(2)]
    #[archive(tag = 9)]
    Off,
    #[since(2)]
    #[archive(tag = 7)]
    Spot {
        at: (i8, i8),
        #[default = 30]
        angle: u16,
        /// It depends on the angle, so no other text tells it.
        #[archive(default = *angle / 2)]
        inner: u16,
        #[default = "white"]
        color: String,
        /// The rows of a link do not say what the object is.
        #[archive(default = Rc::new(1))]
        shared: Rc<u8>,
    },
    #[archive(tag = 1, removed(watts: u32, until = 2, default = 5, into = Light::of_watts))]
    #[archive(removed(dust: u8, until = 2, default = 1))]
    Sun {
        #[since(2, default = 800)]
        lumen: u32,
        #[since(2)]
        #[default]
        shade: Option<Box<Light>>,
    },
    #[since(2)]
    #[archive(tag = 4)]
    Pair(#[default = 1] u8, #[default = 2] u8),
}

impl Light {
    fn of_watts(&mut self, watts: u32) {
        if let Self::Sun { lumen, .. } = self {
            *lumen = watts * 10;
        }
    }
}

fn sparse() -> Options {
    Options::file().omit_defaults(true)
}

/// The text of a value and its JSON on one line, of which both load as it.
#[track_caller]
fn comes_back(value: &Light) -> [String; 2] {
    let text = sparse().to_text(value).unwrap();
    let loaded = text::from_str::<Light>(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(loaded, *value, "{text}");
    let spelling = json::Spelling::new().versions(false);
    let json = sparse().to_json_as(value, spelling).unwrap();
    let loaded = json::from_str::<Light>(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
    assert_eq!(loaded, *value, "{json}");
    [text, json]
}

#[test]
fn variants_come_back_from_what_is_left() {
    let (color, shared) = ("white".to_owned(), Rc::new(1));
    let spot = Light::Spot { at: (1, 2), angle: 30, inner: 15, color, shared };
    let [text, json] = comes_back(&spot);
    assert_eq!(text, "@versions { Light = 2 }\nSpot { at = (1, 2), inner = 15, shared = 1 }\n");
    assert_eq!(json, r#"{"Spot":{"at":[1,2],"inner":15,"shared":1}}"#);

    let [text, json] = comes_back(&Light::Sun { lumen: 800, shade: None });
    assert_eq!(text, "@versions { Light = 2 }\nSun {}\n");
    assert_eq!(json, r#"{"Sun":{}}"#);

    let inner = Some(Box::new(Light::Sun { lumen: 7, shade: None }));
    let [text, json] = comes_back(&Light::Sun { lumen: 800, shade: inner });
    assert_eq!(text, "@versions { Light = 2 }\nSun { shade = Sun { lumen = 7 } }\n");
    assert_eq!(json, r#"{"Sun":{"shade":{"Sun":{"lumen":7}}}}"#);

    // Without a name, a field is found by its place.
    let [_, json] = comes_back(&Light::Pair(1, 2));
    assert_eq!(json, r#"{"Pair":[1,2]}"#);
    let [_, json] = comes_back(&Light::Off);
    assert_eq!(json, "\"Off\"");
}

/// In the version of the text, the field that is missing held its default.
#[test]
fn a_field_that_was_left_out_before_it_was_removed_held_its_default() {
    let today = |before: &before::Light, left: &str| {
        let bytes = archive::to_vec(before).unwrap();
        let light: Light = archive::from_slice(&bytes).unwrap();
        let text = sparse().to_text(before).unwrap();
        assert!(!text.contains("dust") && text.ends_with(left), "{text}");
        assert_eq!(text::from_str::<Light>(&text).unwrap(), light, "{text}");
        let json = sparse().to_json(before).unwrap();
        assert_eq!(json::from_str::<Light>(&json).unwrap(), light, "{json}");
        light
    };
    let sun = |watts| before::Light::Sun { watts, dust: 1 };
    assert_eq!(today(&sun(5), "Sun {}\n"), Light::Sun { lumen: 50, shade: None });
    assert_eq!(today(&sun(6), "Sun { watts = 6 }\n"), Light::Sun { lumen: 60, shade: None });
    let torch = before::Light::Torch { wood: 4 };
    assert_eq!(today(&torch, "Torch { wood = 4 }\n"), Light::Pair(4, 0));
}

fn any_light() -> impl Strategy<Value = Light> {
    let angle = prop_oneof![Just(30_u16), 0..90_u16];
    let spot =
        (angle, 10..17_u16, "(white|red)?", 0..2_u8).prop_map(|(angle, inner, color, it)| {
            Light::Spot { at: (0, 1), angle, inner, color, shared: Rc::new(it) }
        });
    let pair = (0..3_u8, 0..3_u8).prop_map(|(a, b)| Light::Pair(a, b));
    let leaf = prop_oneof![Just(Light::Off), spot, pair];
    leaf.prop_recursive(4, 8, 1, |inner| {
        let shade = proptest::option::of(inner.prop_map(Box::new));
        (prop_oneof![Just(800), any::<u32>()], shade)
            .prop_map(|(lumen, shade)| Light::Sun { lumen, shade })
    })
}

proptest! {
    #[test]
    fn any_lights_come_back(light in any_light()) {
        comes_back(&light);
    }
}
