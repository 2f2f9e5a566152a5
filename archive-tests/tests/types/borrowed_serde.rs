//! Types of serde that accept only borrowed data, as `fixedbitset` does.

use archive::{Archive, ErrorKind};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Debug, PartialEq)]
struct Bits(Vec<u8>);

impl Serialize for Bits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrowed;

        impl<'de> Visitor<'de> for Borrowed {
            type Value = Bits;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("borrowed bytes")
            }

            fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<Bits, E> {
                match bytes {
                    [] => Err(E::invalid_value(Unexpected::Bytes(bytes), &"a bit")),
                    _ => Ok(Bits(bytes.to_vec())),
                }
            }
        }
        deserializer.deserialize_bytes(Borrowed)
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
enum Shape {
    Point,
    Text(String),
    Box { of: Bits, name: Option<String> },
}

#[derive(Archive, Debug, PartialEq)]
struct World {
    #[archive(with = archive::with::serde)]
    bits: Bits,
    #[archive(with = Vec<archive::with::serde>)]
    shapes: Vec<Shape>,
}

#[test]
fn borrowed_bytes_and_texts_load() {
    let of = Shape::Box { of: Bits(vec![0, 255]), name: Some("Ann".into()) };
    let shapes = vec![Shape::Point, Shape::Text("hi".into()), of];
    let world = World { bits: Bits(vec![1, 2, 3]), shapes };
    let file = archive::to_vec(&world).unwrap();
    assert_eq!(archive::from_slice::<World>(&file).unwrap(), world);
    let text = archive::text::to_string(&world).unwrap();
    assert_eq!(archive::text::from_str::<World>(&text).unwrap(), world);
}

#[test]
fn what_the_type_does_not_accept() {
    let world = World { bits: Bits(vec![]), shapes: vec![] };
    let error = archive::from_slice::<World>(&archive::to_vec(&world).unwrap()).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Convert, "bits"));
    assert_eq!(error.detail(), "invalid value: byte array, expected a bit");
    assert_eq!(
        error.help(),
        "the type's `Deserialize` impl, of serde, must accept what its `Serialize` impl gave when this was saved"
    );
}
