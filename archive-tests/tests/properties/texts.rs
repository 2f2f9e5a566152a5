//! Text and bytes, owned and borrowed.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use archive::{Layout, Options};
use proptest::prelude::*;

use crate::check::{self, comes_back, fail, saved};

proptest! {
    #![proptest_config(check::config())]

    #[test]
    fn owned(text: String, bytes: Vec<u8>) {
        comes_back(&(text.clone(), text.into_boxed_str(), bytes.clone(), bytes.into_boxed_slice()))?;
    }

    #[test]
    fn of_the_system(text: String) {
        let path = PathBuf::from(&text);
        comes_back(&(path.clone(), OsString::from(&text), path.into_boxed_path()))?;
        let bytes = saved(&Options::file(), Path::new(&text))?;
        prop_assert_eq!(archive::from_slice::<PathBuf>(&bytes).map_err(fail)?, PathBuf::from(&text));
    }

    #[test]
    fn borrowed_from_the_bytes(text: String, bytes: Vec<u8>) {
        type Borrowed<'a> = (&'a str, &'a [u8], Cow<'a, str>, Cow<'a, [u8]>);
        let value: Borrowed<'_> = (&text, &bytes, Cow::Borrowed(&text), Cow::Owned(bytes.clone()));
        for options in [Options::file(), Options::file().layout(Layout::Rows), Options::message()] {
            let saved = saved(&options, &value)?;
            let loaded: Borrowed<'_> = options.from_slice(&saved).map_err(fail)?;
            prop_assert_eq!(&loaded, &value);
            prop_assert!(matches!(loaded, (_, _, Cow::Borrowed(_), Cow::Borrowed(_))));
        }
    }

    #[test]
    fn whatever_owns_it_the_bytes_are_the_same(text: String, bytes: Vec<u8>) {
        let as_text = archive::to_vec(text.as_str()).map_err(fail)?;
        prop_assert_eq!(archive::to_vec(&text).map_err(fail)?, &as_text[..]);
        prop_assert_eq!(archive::to_vec(&Cow::Borrowed(text.as_str())).map_err(fail)?, &as_text[..]);
        prop_assert_eq!(archive::to_vec(&&*text).map_err(fail)?, &as_text[..]);
        let as_bytes = archive::to_vec(bytes.as_slice()).map_err(fail)?;
        prop_assert_eq!(archive::to_vec(&bytes).map_err(fail)?, &as_bytes[..]);
        prop_assert_eq!(archive::to_vec(&bytes.into_boxed_slice()).map_err(fail)?, &as_bytes[..]);
    }
}
