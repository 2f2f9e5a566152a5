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
