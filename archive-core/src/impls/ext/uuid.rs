//! `Uuid`: its bytes, the first one first.

use uuid::Uuid;

use super::arrays;

arrays! {
    Uuid [u8; 16], as_bytes from_bytes;
}
