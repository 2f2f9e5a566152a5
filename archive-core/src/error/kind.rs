//! The kinds of error, with advice for each.

/// Declares all kinds in one table: the variant, its meaning, and what to do.
macro_rules! kinds {
    ($($kind:ident, $doc:literal, $help:literal;)*) => {
        /// The kind of an [`Error`](crate::Error), for programs to match on.
        ///
        /// ```
        /// use archive::{Error, ErrorKind};
        ///
        /// /// What a menu says of a save that was not loaded.
        /// fn short(error: &Error) -> &'static str {
        ///     match error.kind() {
        ///         ErrorKind::TooNew => "made by a newer game: update this one",
        ///         _ if error.is_damage() => "damaged: use the backup",
        ///         _ => "not loaded: see the log",
        ///     }
        /// }
        ///
        /// let file = archive::to_vec(&[1_u32, 2, 3])?;
        /// let error = archive::from_slice::<[u32; 3]>(&file[..file.len() - 1]).unwrap_err();
        /// assert_eq!(short(&error), "damaged: use the backup");
        /// # Ok::<(), Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $(#[doc = $doc] $kind,)*
        }

        impl ErrorKind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];

            /// The default advice, which an error can replace.
            pub(crate) const fn help(self) -> &'static str {
                match self {
                    $(Self::$kind => $help,)*
                }
            }
        }
    };
}

kinds! {
    Io, "Reading or writing failed in the operating system.",
        "see the cause above";
    NotAnArchive, "The input does not start like an archive.",
        "check that this is the right file, and that no program converted it as text";
    Unsupported, "The archive uses a format feature that this program does not support.",
        "update this program, or load it with the one that wrote it";
    Checksum, "The bytes were damaged after they were written.",
        "restore the file from a backup";
    Truncated, "The input ends too early.",
        "the data was cut short: restore it from a backup, or receive it again";
    TrailingBytes, "Bytes follow the end of the archive.",
        "pass exactly one archive; to read several in a row, use `next_from_reader`";
    InvalidValue, "The input is not a valid value of its type.",
        "the data is damaged or was not written by this program";
    InvalidUtf8, "Text is not valid UTF-8.",
        "the data is damaged or was not written by this program";
    UnknownTag, "A tag matches no variant of its enum.",
        "the data is damaged, or a newer program wrote it under this version number";
    RetiredVariant, "The archive holds a variant that was removed without `into`.",
        "give its `removed(..)` attribute an `into` that maps it to a current variant";
    InvalidLink, "A link to a shared object has no target, or leads back to a value that contains it.",
        "the data is damaged or was not written by this program";
    KeyOrder, "A map or set repeats a key, or the keys of a hash map or hash set are out of order.",
        "the data is damaged or was not written by this program";
    Length, "A length exceeds what the input can hold.",
        "the data was cut short, damaged, or not written by this program";
    MaxLen, "A value is longer than its field's `max_len`.",
        "raise `max_len` if values may be this long";
    MemoryLimit, "Loading would take more memory than the limits allow.",
        "the data is damaged or forged, or `Limits::max_alloc` is too low for it";
    DepthLimit, "Values are nested too deeply.",
        "if values may be this deep, raise `Limits::depth` and the size of the stack; if a value contains \
         itself, save it without `by_value`, or make its link back a `Weak`";
    TooOld, "The archive is of a version older than this program reads.",
        "load and save it once with a release that still reads that version";
    TooNew, "The archive was written by a newer program.",
        "update this program";
    Mismatch, "The shape of the input does not match the type in this program.",
        "a shipped type was changed without a new version: declare the change in the type's attributes";
    WrongType, "The input holds a different type from the one requested.",
        "load it as the type that it holds";
    NameClash, "Two types in one archive share a name, or flattening gives a struct two fields of the same name.",
        "give one of them another stable name with `#[archive(name = \"..\")]`";
    MissingVersion, "A version table lacks a type that the archive needs.",
        "add the type to the table with `.with(name, version)`";
    CannotWrite, "The value cannot be expressed in the older version it is written for.",
        "write it for a newer version, or change what the older version cannot hold";
    Retained, "Data retained from a newer program's archive cannot be written to this one.",
        "save it as a file with its schema, or drop it with `Options::unknown(Unknown::Skip)`";
    Convert, "A converter refused a stored value.",
        "make the converter accept this value, or restore the data from a backup";
    Hook, "A hook of the type refused the value.",
        "correct the data, or change what the hook demands";
    Unresolved, "A handle's id cannot be resolved with what the caller lent.",
        "add the object to what is lent before loading, or keep such handles with `Resolve::UNRESOLVED`";
    CannotBorrow, "A type that borrows cannot be loaded from this input.",
        "load into a type that owns its data (`String`, `Cow`), or from a slice that is not compressed";
    BufferTooSmall, "The caller's buffer is too short.",
        "pass a buffer of at least `Error::needed()` bytes";
    Unrepresentable, "A value cannot be represented in an archive.",
        "change the value to one that can be saved";
    Shape, "A hand-written impl does not follow its declared shape.",
        "make `serialize` and `deserialize` visit exactly what the type's `Describe` declares, in order";
    MissingField, "A field without a default is missing.",
        "give the field a default, or add it to the input";
    UnknownField, "The archive has a field that this program does not know.",
        "update this program; or call `Options::unknown`: `Unknown::Retain` keeps such fields in an \
         `#[archive(unknown)]` field of their type, and `Unknown::Skip` loses them when the value is saved \
         again";
    Syntax, "A text or JSON does not follow its grammar.",
        "correct the text at the arrow above";
    WrongPath, "A path into a value leads to nothing, or not to the kind of value expected.",
        "see what is there with `Value::get`";
    Lock, "The lock file does not agree with the types.",
        "see the attribute above";
}
