//! Types that are converted to another type to be saved.

/// Implements the traits for types that every archive stores as `$stored`, which converts a value to its
/// stored type; `$made` converts it back.
macro_rules! stored_as {
    ($($ty:ty: $as:ty, $stored:expr, $made:expr;)*) => {$(
        impl crate::Describe for $ty {
            const TYPE: &'static crate::Type = &crate::Type {
                kind: <$as as crate::Describe>::TYPE.kind,
                memory: size_of::<Self>(),
            };
            const SIZE: crate::Size = <$as as crate::Describe>::SIZE;
        }
        impl crate::Serialize for $ty {
            #[inline(always)]
            fn serialize<A: crate::OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                let stored: fn(&Self) -> $as = $stored;
                stored(self).serialize(archive)
            }

            crate::traits::refs!();

            fn serialize_rows<A: crate::traits::Batches>(
                values: &[&Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                let stored: fn(&Self) -> $as = $stored;
                let to = crate::derived::ToValues(archive, values);
                crate::derived::put_stored::<_, $as, $as, _>(to, |it: &Self| Some(Ok(stored(it))))
            }
        }
        impl<'a> crate::Deserialize<'a> for $ty {
            #[inline(always)]
            fn deserialize<A: crate::InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                <$as>::deserialize(archive).map($made)
            }
        }
    )*};
}
pub(super) use stored_as;
