//! Network addresses.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use super::library::{
    describe_named, field, fields, load_two, save_two, save_variant, shape, variant,
};
use super::stored::stored_as;
use crate::derived::{by_variant, named};
use crate::private::unknown_tag;
use crate::shape::Body;
use crate::traits::Batches;
use crate::{
    Describe, Deserialize, Identity, InputArchive, Named, OutputArchive, Serialize, Shape, Size,
    Step, Type,
};

// The address bytes in network order.
stored_as! {
    Ipv4Addr: [u8; 4], Self::octets, Self::from;
    Ipv6Addr: [u8; 16], Self::octets, Self::from;
}

/// Addresses that are either IPv4 or IPv6.
macro_rules! of_either_version {
    ($($id:ident $name:literal $ty:ident $v4:ident $v6:ident;)*) => {$(
        static $id: Identity = Identity::new("std::net", stringify!($ty));
        impl Named for $ty {
            const SHAPE: &'static Shape = &shape(&$id, $name, &[], Body::Enum(&[
                variant(0, "V4", &[field::<$v4>("0")]),
                variant(1, "V6", &[field::<$v6>("0")]),
            ]));
        }
        impl Serialize for $ty {
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                match self {
                    Self::V4(address) => save_variant(archive, Self::SHAPE, 0, address),
                    Self::V6(address) => save_variant(archive, Self::SHAPE, 1, address),
                }
            }

            crate::traits::refs!();

            fn serialize_rows<A: Batches>(
                values: &[&Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                let index = |value: &Self| usize::from(matches!(value, Self::V6(_)));
                by_variant(archive, Self::SHAPE, values, index, |archive, sorted| {
                    address_rows(archive, Self::SHAPE, 0, sorted.of(0), |value| match value {
                        Self::V4(address) => Some(address),
                        Self::V6(_) => None,
                    })?;
                    address_rows(archive, Self::SHAPE, 1, sorted.of(1), |value| match value {
                        Self::V4(_) => None,
                        Self::V6(address) => Some(address),
                    })
                })
            }
        }
        impl<'a> Deserialize<'a> for $ty {
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                let record = archive.variant(Self::SHAPE)?;
                let address = match record.tag {
                    0 => Self::V4(archive.field(&record.variant(0), 0)?),
                    1 => Self::V6(archive.field(&record.variant(1), 0)?),
                    _ => return Err(unknown_tag(&record).into()),
                };
                archive.end(record)?;
                Ok(address)
            }
        }
    )*};
}

/// Saves the addresses of many values that are all of the variant at `index`.
fn address_rows<A: Batches, T: Serialize, V: Serialize>(
    archive: &mut A,
    shape: &'static Shape,
    index: usize,
    values: &[&T],
    address: impl Fn(&T) -> Option<&V>,
) -> Result<(), A::Error> {
    let scope = archive.variant_rows(shape, index)?;
    if let Some(any) = values.iter().find_map(|value| address(value)) {
        let address = |value| address(value).unwrap_or(any);
        archive.part_rows(Step::Field(&scope, 0), values, address)?;
    }
    archive.end_rows(scope)
}

of_either_version! {
    IP_ADDR "std.IpAddr" IpAddr Ipv4Addr Ipv6Addr;
    SOCKET_ADDR "std.SocketAddr" SocketAddr SocketAddrV4 SocketAddrV6;
}

static SOCKET_ADDR_V4: Identity = Identity::new("std::net", "SocketAddrV4");
static SOCKET_ADDR_V6: Identity = Identity::new("std::net", "SocketAddrV6");

impl Named for SocketAddrV4 {
    const SHAPE: &'static Shape = &shape(
        &SOCKET_ADDR_V4,
        "std.SocketAddrV4",
        &[],
        fields(&[field::<Ipv4Addr>("ip"), field::<u16>("port")]),
    );
}

impl Named for SocketAddrV6 {
    const SHAPE: &'static Shape = &shape(
        &SOCKET_ADDR_V6,
        "std.SocketAddrV6",
        &[],
        fields(&[
            field::<Ipv6Addr>("ip"),
            field::<u16>("port"),
            field::<u32>("flowinfo"),
            field::<u32>("scope_id"),
        ]),
    );
}

describe_named! {
    [] IpAddr;
    [] SocketAddr;
    [] SocketAddrV4;
    [] SocketAddrV6;
}

impl Serialize for SocketAddrV4 {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        save_two(archive, Self::SHAPE, (self.ip(), &self.port()))
    }
}

impl<'a> Deserialize<'a> for SocketAddrV4 {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        load_two(archive, Self::SHAPE, |ip, port| Ok(Self::new(ip, port)))
    }
}

impl Serialize for SocketAddrV6 {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        let record = archive.begin(Self::SHAPE)?;
        archive.field(&record, 0, self.ip())?;
        archive.field(&record, 1, &self.port())?;
        archive.field(&record, 2, &self.flowinfo())?;
        archive.field(&record, 3, &self.scope_id())?;
        archive.end(record)
    }
}

impl<'a> Deserialize<'a> for SocketAddrV6 {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let record = archive.begin(Self::SHAPE)?;
        let ip = archive.field(&record, 0)?;
        let port = archive.field(&record, 1)?;
        let flowinfo = archive.field(&record, 2)?;
        let scope_id = archive.field(&record, 3)?;
        archive.end(record)?;
        Ok(Self::new(ip, port, flowinfo, scope_id))
    }
}
