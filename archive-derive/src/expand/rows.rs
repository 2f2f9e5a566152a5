//! Generates the methods that save a batch of values field by field.

use super::attempt::{attempt, check};
use super::default::local;
use super::serialize::{held, made, put};
use super::shape::by_tag;
use super::transparent::within;
use super::with::{form, to_stored};
use crate::model::{Body, Catch, Entry, Field, Fields, Model, Variant, With};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Type;

/// The methods for a type with its own shape.
pub(super) fn serialize_rows(model: &Model, checked: &TokenStream) -> TokenStream {
    match &model.body {
        Body::Struct(fields) => of_struct(fields, checked),
        Body::Enum(variants) if variants.iter().all(is_unit) => method(&of_units(model)),
        Body::Enum(_) => of_enum(model, checked),
    }
}

/// The methods for a transparent type, which forward to its field.
pub(super) fn serialize_rows_as(
    model: &Model,
    field: &Field,
    stored: &Type,
    checked: &TokenStream,
) -> TokenStream {
    if field.max_len.is_some() {
        return TokenStream::new();
    }
    if let Some(with) = &field.with {
        let made = to_stored(with, &within(model, field, &quote!(__row)));
        let form = form(with, stored);
        return method(&quote! {
            #checked
            __p::put_stored::<_, #stored, #form, _>(
                __p::ToValues(__a, __rows),
                |__row: &Self| __p::Some(__p::Ok(#made)),
            )
        });
    }
    let member = &field.member;
    let rows = method(&quote! {
        #checked
        __p::rows_of::<_, #stored, _>(__a, __rows, |__row: &Self| &__row.#member)
    });
    quote! {
        #rows

        #[inline]
        fn serialize_field<'__v, __S, __A: __p::Batches>(
            __rows: &[&'__v __S],
            __field: impl __p::Fn(&'__v __S) -> &'__v Self,
            __a: &mut __A,
        ) -> __p::Result<(), __A::Error>
        where
            Self: '__v,
        {
            #checked
            <#stored as __p::Serialize>::serialize_field(__rows, |__row| &__field(__row).#member, __a)
        }
    }
}

fn method(body: &TokenStream) -> TokenStream {
    quote! {
        #[inline]
        fn serialize_rows<__A: __p::Batches>(
            __rows: &[&Self],
            __a: &mut __A,
        ) -> __p::Result<(), __A::Error> {
            #body
        }

        #[inline]
        fn serialize_refs<__A: __p::Batches>(
            __rows: &[&&Self],
            __a: &mut __A,
        ) -> __p::Result<(), __A::Error> {
            __p::rows_of::<_, Self, _>(__a, __rows, |__row| *__row)
        }
    }
}

fn is_unit(variant: &Variant) -> bool {
    variant.ident().is_some()
        && variant.fields.entries.is_empty()
        && variant.fields.fields.is_empty()
}

// expands to: fn serialize_alone(..) { alone(self, __a) }
//             fn serialize_rows(..) {
//                 let __r = begin_rows(__a, SHAPE)?; put_rows(..)?; end_rows(__a, __r) }
fn of_struct(fields: &Fields, checked: &TokenStream) -> TokenStream {
    let begun = quote!(__p::Batches::begin_rows(__a, <Self as __p::Named>::SHAPE));
    let mut entries = TokenStream::new();
    if let Some((_, Field { member, ty, .. })) = fields.holder() {
        let held = held(ty, &quote!(&__row.#member));
        let put = check(&quote!(__p::put_unknown(__a, &__r, #held)));
        entries.extend(quote!(for __row in __rows { #put }));
    }
    entries.extend(puts(fields, |index, _| index.to_token_stream()));
    of_fields(&begun, &entries, checked)
}

/// The methods for a struct: how its rows begin, and its fields.
pub(super) fn of_fields(
    begun: &TokenStream,
    entries: &TokenStream,
    checked: &TokenStream,
) -> TokenStream {
    let begun = attempt(begun);
    let rows = method(&quote! {
        #checked
        let __r = #begun;
        #entries
        __p::Batches::end_rows(__a, __r)
    });
    let alone = alone();
    quote!(#alone #rows)
}

/// The fields of many structs; `place` returns the place of a field in the shape.
pub(super) fn puts(fields: &Fields, place: impl Fn(usize, &Entry) -> TokenStream) -> TokenStream {
    let puts = fields.live().map(|(index, entry, at, field)| {
        let Field { member, with, max_len, .. } = field;
        let (place, ty, local) = (place(index, entry), &entry.ty, local(at));
        match (with, max_len) {
            (None, None) => check(
                &quote!(__c::put_rows::<_, Self, #ty>(__a, &__r, #place, __rows, |__row| &__row.#member)),
            ),
            (Some(with), _) => {
                let made = made(with, field, &local);
                let made = quote!({ let #local = &__row.#member; __p::Some(#made) });
                put_stored(with, entry, &place, &made)
            }
            (None, Some(_)) => {
                let put = put(&place, entry, field, at);
                quote!(for __row in __rows { let #local = &__row.#member; #put })
            }
        }
    });
    puts.collect()
}

/// A field of many values that other code stores; `made` is what it makes of one, if the value has the field.
fn put_stored(
    with: &With,
    entry: &Entry,
    place: &impl ToTokens,
    made: &TokenStream,
) -> TokenStream {
    let (ty, form) = (&entry.ty, form(with, &entry.ty));
    check(&quote! {
        __p::put_stored::<_, #ty, #form, _>(__p::ToRows(__a, &__r, #place, __rows), |__row| #made)
    })
}

fn alone() -> TokenStream {
    quote! {
        #[inline]
        fn serialize_alone<__A: __p::Batches>(
            &self,
            __a: &mut __A,
        ) -> __p::Result<(), __A::Error> {
            __p::alone(self, __a)
        }
    }
}

/// Enums with more variants that have fields are saved value by value, which takes less code.
pub(super) const MANY: usize = 64;

// expands to: fn serialize_alone(..) { alone(self, __a) }
//             fn serialize_rows(..) {
//                 by_variant(__a, SHAPE, __rows, |__row| match __row { .. }, |__a, __v| {
//                     let __rows = __v.of(0);
//                     if !__rows.is_empty() {
//                         let __r = variant_rows(__a, SHAPE, 0)?;
//                         put_variant_rows(..)?;
//                         end_rows(__a, __r)?
//                     }
//                     Ok(()) }) }
fn of_enum(model: &Model, checked: &TokenStream) -> TokenStream {
    let variants = by_tag(model.body.variants());
    let with_fields = || {
        variants.iter().enumerate().filter_map(|(index, variant)| {
            let (ident, fields) = (variant.ident()?, &variant.fields);
            let has_any = fields.live().next().is_some() || fields.holder().is_some();
            has_any.then_some((index, ident, fields))
        })
    };
    if with_fields().count() > MANY {
        return TokenStream::new();
    }
    let index = index(model);
    let mut each = TokenStream::new();
    for (index, ident, fields) in with_fields() {
        let begun =
            attempt(&quote!(__p::Batches::variant_rows(__a, <Self as __p::Named>::SHAPE, #index)));
        let held = fields.holder().map(|(at, Field { member, ty, .. })| {
            let name = local(at);
            let held = held(ty, &name);
            let put = check(&quote!(__p::put_unknown(__a, &__r, #held)));
            quote!(for __row in __rows { if let Self::#ident { #member: #name, .. } = __row { #put } })
        });
        let entries = fields.live().map(|(place, entry, at, field)| {
            let (member, name, ty) = (&field.member, local(at), &entry.ty);
            let pattern = quote!(Self::#ident { #member: #name, .. });
            let held = |it| quote!(match __row { #pattern => __p::Some(#it), _ => __p::None });
            match (&field.with, &field.max_len) {
                (None, None) => {
                    let held = held(name.to_token_stream());
                    check(&quote!(__c::put_variant_rows::<_, Self, #ty>(__a, &__r, #place, __rows, |__row| #held)))
                }
                (Some(with), _) => {
                    put_stored(with, entry, &place, &held(made(with, field, &name)))
                }
                (None, Some(_)) => {
                    let put = put(&place, entry, field, at);
                    quote!(for __row in __rows { if let #pattern = __row { #put } })
                }
            }
        });
        let end = check(&quote!(__p::Batches::end_rows(__a, __r)));
        each.extend(quote! {
            let __rows = __v.of(#index);
            if !__rows.is_empty() { let __r = #begun; #held #(#entries)* #end }
        });
    }
    of_variants(&index, &each, checked)
}

/// The methods for an enum: the index of a value's variant, and the fields of each variant.
pub(super) fn of_variants(
    index: &TokenStream,
    each: &TokenStream,
    checked: &TokenStream,
) -> TokenStream {
    let alone = alone();
    let rows = method(&quote! {
        #checked
        __p::by_variant(
            __a,
            <Self as __p::Named>::SHAPE,
            __rows,
            |__row| #index,
            |__a: &mut __A, __v: &__p::Variants<'_, Self>| {
                #each
                __p::Ok(())
            },
        )
    });
    quote!(#alone #[allow(unreachable_patterns, irrefutable_let_patterns, reason = "an enum may have one variant")] #rows)
}

fn of_units(model: &Model) -> TokenStream {
    let index = index(model);
    quote! {
        __p::units(__a, <Self as __p::Named>::SHAPE, __rows, |__row: &Self| #index)
    }
}

// expands to: match __row { Self::A { .. } => 0usize, .. }
fn index(model: &Model) -> TokenStream {
    let variants = by_tag(model.body.variants());
    let arms = variants.iter().enumerate().filter_map(|(index, variant)| {
        let ident = variant.ident()?;
        Some(quote!(Self::#ident { .. } => #index,))
    });
    let catch = model.catch.iter().map(|Catch { ident, .. }| {
        let index = variants.len();
        quote!(Self::#ident { .. } => #index,)
    });
    quote!(match __row { #(#arms)* #(#catch)* })
}
