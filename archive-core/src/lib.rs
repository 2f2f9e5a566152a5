//! Schema, versions, traits and archives behind the [`archive`](https://docs.rs/archive) crate,
//! which re-exports all of it together with the derive.

#![no_std]
#![cfg_attr(
    not(any(archive_own_code, not(any(debug_assertions, feature = "small-code")))),
    expect(
        dead_code,
        unused_imports,
        unused_variables,
        reason = "the quick archives have no use there"
    )
)]
#![cfg_attr(
    test,
    expect(
        clippy::unwrap_used,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "tests"
    )
)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod alone;
mod array;
#[cfg(feature = "std")]
mod backup;
#[doc(hidden)]
pub mod by_value;
mod bytes;
mod carried;
mod census;
mod checked;
mod class;
mod codec;
mod columns;
mod context;
#[doc(hidden)]
pub mod cow;
mod declared;
mod defaults;
mod derived;
mod each;
mod edit;
mod error;
mod facts;
#[cfg(feature = "std")]
mod file;
mod fingerprint;
mod flatten;
mod graph;
mod handle;
#[cfg(feature = "hash")]
mod hash;
mod header;
mod hooks;
mod impls;
#[cfg(feature = "json")]
pub mod json;
mod length;
mod lifespan;
mod limits;
mod list;
pub mod lock;
mod matching;
mod message;
mod nearest;
mod numbered;
mod omitted;
mod open;
mod options;
#[cfg(feature = "std")]
mod part;
mod plain;
mod primitive;
mod private;
mod record;
#[cfg(feature = "std")]
mod replace;
mod report;
mod rows;
#[cfg(feature = "std")]
mod same;
mod saving;
pub mod schema;
mod scope;
#[cfg(feature = "serde")]
mod serde;
mod shape;
mod size;
#[cfg(feature = "std")]
mod stored;
#[cfg(feature = "std")]
mod stream;
pub mod text;
mod traits;
mod ty;
mod unknown;
mod value;
mod varint;
mod versions;
mod walk;
mod weight;
mod widen;
pub mod with;

#[cfg(feature = "std")]
pub use backup::load_or_backup;
pub use bytes::{encoded_len, from_slice, is_archive, to_vec, write_into};
pub use census::{Census, Tally, census};
pub use class::{Class, Classes, Object, Registry};
pub use context::{Context, Lend, Several};
pub use declared::{check_impl, check_impl_with};
pub use defaults::defaults;
pub use edit::{deep_copy, duplicate, edit, edit_with, update, update_with};
pub use error::{Error, ErrorKind};
#[cfg(feature = "std")]
pub use file::{load, load_or_default, load_with, save, save_bytes};
pub use graph::{Held, Referenced, References, Shared, references};
pub use handle::{Handle, Resolve, Unresolved};
#[cfg(feature = "hash")]
pub use hash::{HashTree, hash, hash_tree};
pub use hooks::Upgrade;
pub use lifespan::{Lifespan, Rename};
pub use limits::Limits;
pub use options::{Compression, Layout, Newer, Options, SchemaPolicy, Unstated};
#[cfg(feature = "std")]
pub use part::load_part;
pub use primitive::{Primitive, PrimitiveKind};
pub use record::{Record, RecordUpdate, Tracking};
#[cfg(feature = "std")]
pub use report::load_report;
pub use report::{Note, Outcome, Report};
pub use saving::Buffer;
pub use schema::{Schema, schema};
pub use scope::Scope;
pub use shape::{
    Arg, Body, Field, Fields, Identity, Meta, MetaValue, Named, Shape, Style, Variant,
};
pub use size::Size;
#[cfg(feature = "std")]
pub use stream::{from_reader, to_writer};
pub use traits::{
    Archive, Describe, Deserialize, InputArchive, MinSize, Number, OutputArchive, Room, Serialize,
    Step,
};
pub use ty::{Kind, Type};
pub use unknown::{Unknown, UnknownPolicy};
#[cfg(feature = "std")]
pub use value::edit_file;
pub use value::{Change, Compound, Diff, Numbers, Value, edit_archive};
pub use versions::{VersionTable, Versions};
pub use walk::{Part, Visit, walk};
pub use widen::Widen;

/// Used by derived code. Not part of the public interface: it may change in any release.
#[doc(hidden)]
pub mod __private {
    pub use alloc::vec::Vec;
    pub use core::convert::From;
    pub use core::default::Default;
    pub use core::marker::PhantomData;
    pub use core::mem::{offset_of, size_of};
    pub use core::ops::Fn;
    pub use core::option::Option::{self, None, Some};
    pub use core::primitive;
    pub use core::result::Result::{self, Err, Ok};
    pub use core::sync::atomic::AtomicUsize;
    pub use core::{compile_error, concat, module_path, stringify};

    pub use crate::by_value;
    pub use crate::checked::*;
    pub use crate::class::{
        BOXED, Maker, RegistryCell, ViaDefault, ViaNothing, describe_class, load_object,
        put_late_in_object, relink_object, save_object, save_objects,
    };
    pub use crate::cow;
    pub use crate::defaults::Defaults;
    pub use crate::derived::*;
    pub use crate::each::{Each, EachEntry, convert_each, converted_each, of_each, own_values};
    pub use crate::facts::Known;
    pub use crate::graph::{
        Build, Graph, Late, Left, Link, Objects, Pointer, Share, ShareLoad, Trace,
    };
    pub use crate::impls::{Elements, Entries};
    pub use crate::length::check_len;
    pub use crate::private::*;
    pub use crate::traits::{Batches, rows_of};
    pub use crate::{
        Arg, Body, Describe, Deserialize, Field, Fields, Identity, InputArchive, Kind, Lifespan,
        Meta, MetaValue, Named, OutputArchive, Rename, Scope, Serialize, Shape, Size, Style, Type,
        Upgrade, Variant,
    };
    pub use alloc::boxed::Box;
    pub use alloc::rc;
    pub use alloc::sync;
    pub use core::any::Any;
}
