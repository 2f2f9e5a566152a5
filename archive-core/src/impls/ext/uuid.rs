//! `Uuid`: its 16 bytes in big-endian order.

use uuid_1::Uuid;

use super::arrays;

arrays! {
    Uuid: [u8; 16], Self::as_bytes, Self::from_bytes;
}
