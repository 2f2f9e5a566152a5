//! Hooks of values that are loaded from texts with mistakes.

use archive::{Archive, Context, ErrorKind, text};

#[test]
fn what_a_hook_refuses_is_the_error() {
    #[derive(Archive, Debug)]
    #[archive(validate = |it: &Sound| if it.volume > 1. { Err("too loud") } else { Ok(()) })]
    struct Sound {
        #[default = 0.5]
        volume: f32,
        #[default = 1.]
        gamma: f32,
    }
    let source = "Sound {\n  volume = 3\n  gamma = 2,2\n}";
    let error = text::from_str_lenient::<Sound>(source).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Hook, "{error}");
    assert!(error.detail().contains("too loud"), "{error}");
}

#[test]
fn hooks_get_what_is_lent() {
    #[derive(Archive, Debug)]
    #[archive(after_load = Sound::name)]
    struct Sound {
        #[default = 0.5]
        volume: f32,
        #[archive(skip)]
        name: &'static str,
    }
    impl Sound {
        fn name(&mut self, context: &mut Context<'_>) -> Result<(), &'static str> {
            self.name = context.get::<&'static str>().ok_or("no name was lent")?;
            Ok(())
        }
    }
    let source = "Sound {\n  volume = loud\n}";
    let (sound, mistakes) = text::from_str_lenient_with::<Sound>(source, &mut "ding").unwrap();
    assert_eq!((sound.volume, sound.name, mistakes.len()), (0.5, "ding", 1));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("sound.txt");
    std::fs::write(&path, source).unwrap();
    let (sound, mistakes) = text::load_lenient_with::<Sound>(&path, &mut "dong").unwrap();
    assert_eq!((sound.name, mistakes[0].file()), ("dong", Some(path.as_path())));
}

/// Without the field that has the mistake, a type of serde lacks it: that is no other mistake.
#[test]
fn a_mistake_in_a_type_of_serde_is_the_only_one() {
    #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
    struct Net {
        port: u16,
        ip: std::net::IpAddr,
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Needed {
        #[archive(with = archive::with::serde)]
        net: Net,
        volume: u8,
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Settings {
        #[archive(with = archive::with::serde, default = Net { port: 1, ip: [127, 0, 0, 1].into() })]
        net: Net,
        volume: u8,
    }
    let source = "{\n  net = { port = 80, ip = \"here\" }\n  volume = 3\n}";
    let (found, mistakes) = text::from_str_lenient::<Settings>(source).unwrap();
    assert_eq!(found, Settings { net: Net { port: 1, ip: [127, 0, 0, 1].into() }, volume: 3 });
    let strict = text::from_str::<Settings>(source).unwrap_err();
    let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    assert_eq!(told, [strict.to_string()]);
    let error = text::from_str_lenient::<Needed>(source).unwrap_err();
    assert_eq!((error.path(), error.detail()), ("net.ip", strict.detail()));
    // A field that was never there is one.
    let (_, mistakes) =
        text::from_str_lenient::<Settings>("{ net = { port = 80 }, volume = 3 }").unwrap();
    let told: Vec<_> = mistakes.iter().map(|error| (error.path(), error.detail())).collect();
    assert_eq!(told, [("net", "missing field `ip`")]);
}
