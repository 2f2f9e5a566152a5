//! Generates the impls of a view, which is saved as another type: it has that type's shape, and is never loaded.

use super::attempt::{attempt, check};
use super::bounds::Bounds;
use super::checked::{self, Within};
use super::default::local;
use super::inlining;
use super::rows::{MANY, alone, live, method};
use super::serialize::{pattern, put};
use super::shape::known;
use crate::model::{Body, Entry, Field, Fields, Model, Style, Variant, VariantKind};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

/// A view, and the type that it is saved as.
struct View<'m> {
    model: &'m Model,
    save_as: &'m Type,
    /// Whether the type has no type or constant parameters.
    is_one: bool,
}

pub(super) fn impls(model: &Model, save_as: &Type, bounds: &Bounds<'_>) -> TokenStream {
    let generics = &model.header.generics;
    let is_one =
        generics.type_params().next().is_none() && generics.const_params().next().is_none();
    let view = View { model, save_as, is_one };
    let (described, saved) = (
        checked::types(model, bounds, Within::Describe),
        checked::types(model, bounds, Within::Serialize),
    );
    let generics = bounds.generics(&quote!(__p::Describe));
    let named = bounds.head(&generics, &quote!(__p::Named));
    let describe = bounds.head(&generics, &quote!(__p::Describe));
    let (known, looked_at) = (known(model), view.looked_at());
    let serialize = view.serialize(bounds, &saved);
    quote! {
        #looked_at
        #named {
            const SHAPE: &'static __p::Shape = { #described <#save_as as __p::Named>::SHAPE };
        }
        #describe {
            const TYPE: &'static __p::Type = &__p::named::<Self>();
            const SIZE: __p::Size = <#save_as as __p::Describe>::SIZE;
            #known
        }
        #serialize
    }
}

impl View<'_> {
    /// Checks of the view, outside of all functions, so that mistakes are found whether or not anything is saved.
    // expands to: const _: () = view(<SaveGame as Named>::SHAPE, false);
    //             const _: usize = place_in_view(fields_in_view(..), Style::Named, "players", 0); ..
    //             const _: () = view_fields(fields_in_view(..), Style::Named, &["players", ..]);
    fn looked_at(&self) -> TokenStream {
        // A constant has no parameters.
        if !self.is_one {
            return TokenStream::new();
        }
        let ty = for_static(self.save_as.to_token_stream());
        let shape = quote!(<#ty as __p::Named>::SHAPE);
        let span = located(self.save_as.span());
        let is_enum = matches!(self.model.body, Body::Enum(_));
        let mut code = quote_spanned!(span=> const _: () = __p::view(#shape, #is_enum););
        match &self.model.body {
            Body::Struct(fields) => code.extend(looked_at(&shape, None, fields, span)),
            Body::Enum(variants) => {
                for Variant { names, fields, .. } in variants {
                    let (name, span) = (&names.current, located(names.span));
                    code.extend(quote_spanned! {span=>
                        const _: __p::primitive::usize = __p::variant_in_view(#shape, #name);
                    });
                    code.extend(looked_at(&shape, Some(name), fields, span));
                }
            }
        }
        code
    }

    fn serialize(&self, bounds: &Bounds<'_>, checked: &TokenStream) -> TokenStream {
        let head = bounds.head(&bounds.generics(&quote!(__p::Serialize)), &quote!(__p::Serialize));
        let inline = inlining(self.model);
        let (body, rows) = match &self.model.body {
            Body::Struct(fields) => (self.of_struct(fields), self.rows(fields, checked)),
            Body::Enum(variants) => (self.of_enum(variants), self.rows_of_enum(variants, checked)),
        };
        quote! {
            #head {
                #inline
                fn serialize<__A: __p::OutputArchive>(
                    &self,
                    __a: &mut __A,
                ) -> __p::Result<(), __A::Error> {
                    #checked
                    #body
                }
                #rows
            }
        }
    }

    // expands to: let Self { level: __f0, .. } = self;
    //             let __r = begin_view::<SaveGame, _>(__a, &VIEW)?; put(..)?; end_view::<SaveGame, _>(__a, __r)
    fn of_struct(&self, fields: &Fields) -> TokenStream {
        let (save_as, pattern) = (self.save_as, pattern(fields));
        let view = self.view(None, fields);
        let begun = attempt(&quote!(__p::begin_view::<#save_as, __A>(__a, #view)));
        let puts = puts(None, fields);
        quote! {
            let Self #pattern = self;
            let __r = #begun;
            #puts
            __p::end_view::<#save_as, __A>(__a, __r)
        }
    }

    fn of_enum(&self, variants: &[Variant]) -> TokenStream {
        let save_as = self.save_as;
        let arms = variants.iter().map(|variant| {
            let (ident, name) = (ident(variant), Some(variant.names.current.as_str()));
            let (pattern, puts) = (pattern(&variant.fields), puts(name, &variant.fields));
            let (view, index) = (self.view(name, &variant.fields), index(variant));
            let begun =
                attempt(&quote!(__p::begin_view_variant::<#save_as, __A>(__a, #view, #index)));
            quote! {
                Self::#ident #pattern => {
                    let __r = #begun;
                    #puts
                    __p::end_view::<#save_as, __A>(__a, __r)
                }
            }
        });
        quote!(match self { #(#arms)* })
    }

    fn rows(&self, fields: &Fields, checked: &TokenStream) -> TokenStream {
        let view = self.view(None, fields);
        let begun = attempt(&quote!(__p::begin_view_rows(__a, #view)));
        let puts = live(fields).enumerate().map(|(number, (_, entry, at, field))| {
            let Field { member, with, max_len, .. } = field;
            let (place, ty) = (place(None, fields, entry, number), &entry.ty);
            if with.is_none() && max_len.is_none() {
                let call = quote!(__c::put_rows::<_, Self, #ty>(__a, &__r, #place, __rows, |__row| &__row.#member));
                check(&call)
            } else {
                let (local, put) = (local(at), put(&place, entry, field, at));
                quote!(for __row in __rows { let #local = &__row.#member; #put })
            }
        });
        let rows = method(&quote! {
            #checked
            let __r = #begun;
            #(#puts)*
            __p::Batches::end_rows(__a, __r)
        });
        let alone = alone();
        quote!(#alone #rows)
    }

    fn rows_of_enum(&self, variants: &[Variant], checked: &TokenStream) -> TokenStream {
        if variants.len() > MANY {
            return TokenStream::new();
        }
        let indices = variants.iter().map(|variant| {
            let (ident, index) = (ident(variant), index(variant));
            quote!(Self::#ident { .. } => #index,)
        });
        let each = variants.iter().filter(|it| live(&it.fields).next().is_some()).map(|variant| {
            let (ident, name) = (ident(variant), Some(variant.names.current.as_str()));
            let (view, index) = (self.view(name, &variant.fields), index(variant));
            let begun = attempt(&quote!(__p::begin_view_variant_rows(__a, #view, #index)));
            let puts = live(&variant.fields).enumerate().map(|(number, (_, entry, at, field))| {
                let (member, local) = (&field.member, local(at));
                let put = put(&place(name, &variant.fields, entry, number), entry, field, at);
                quote!(for __row in __rows {
                    if let Self::#ident { #member: #local, .. } = __row { #put }
                })
            });
            let end = check(&quote!(__p::Batches::end_rows(__a, __r)));
            quote! {
                let __rows = __v.of(#index);
                if !__rows.is_empty() { let __r = #begun; #(#puts)* #end }
            }
        });
        let rows = method(&quote! {
            #checked
            __p::by_variant(
                __a,
                <Self as __p::Named>::SHAPE,
                __rows,
                |__row| match __row { #(#indices)* },
                |__a: &mut __A, __v: &__p::Variants<'_, Self>| {
                    #(#each)*
                    __p::Ok(())
                },
            )
        });
        let alone = alone();
        quote!(#alone #[allow(irrefutable_let_patterns, reason = "an enum may have one variant")] #rows)
    }

    /// What the view, or a variant of it, saves.
    fn view(&self, variant: Option<&str>, fields: &Fields) -> TokenStream {
        let (ident, save_as) = (self.model.header.ident.to_string(), self.save_as);
        let types = live(fields).enumerate().map(|(number, (_, entry, ..))| {
            let (place, ty) = (place(variant, fields, entry, number), &entry.ty);
            quote!((#place, <#ty as __p::Describe>::TYPE))
        });
        let all = in_view(&quote!(<#save_as as __p::Named>::SHAPE), variant);
        let is_enum = matches!(self.model.body, Body::Enum(_));
        let (shape, style) = (quote!(<#save_as as __p::Named>::SHAPE), style(fields));
        let names = live(fields).map(|(_, entry, ..)| &entry.names.current);
        // What was not looked at because of parameters.
        let looked_at = (!self.is_one).then(|| {
            let span = located(save_as.span());
            quote_spanned! {span=>
                __p::view(#shape, #is_enum);
                __p::view_fields(#all, #style, &[#(#names),*]);
            }
        });
        quote!({
            static __CHECKED: __p::AtomicUsize = __p::AtomicUsize::new(0);
            const {
                #looked_at
                &__p::View {
                    ident: #ident,
                    shape: #shape,
                    fields: #all,
                    types: &[#(#types),*],
                    checked: &__CHECKED,
                }
            }
        })
    }
}

/// The checks of the fields of a struct or variant.
fn looked_at(
    shape: &TokenStream,
    variant: Option<&str>,
    fields: &Fields,
    span: Span,
) -> TokenStream {
    let (all, style) = (in_view(shape, variant), style(fields));
    let each = live(fields).enumerate().map(|(number, (_, entry, ..))| {
        let (name, span) = (&entry.names.current, located(entry.names.span));
        quote_spanned! {span=>
            const _: __p::primitive::usize = __p::place_in_view(#all, #style, #name, #number);
        }
    });
    let names = live(fields).map(|(_, entry, ..)| &entry.names.current);
    let whole =
        quote_spanned!(span=> const _: () = __p::view_fields(#all, #style, &[#(#names),*]););
    quote!(#(#each)* #whole)
}

/// The same tokens with `'static` in place of each lifetime.
fn for_static(tokens: TokenStream) -> TokenStream {
    let mut follows_quote = false;
    let each = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), for_static(group.stream()));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        TokenTree::Ident(name) if follows_quote => {
            follows_quote = false;
            TokenTree::Ident(Ident::new("static", name.span()))
        }
        other => {
            follows_quote = matches!(&other, TokenTree::Punct(quote) if quote.as_char() == '\'');
            other
        }
    });
    each.collect()
}

fn puts(variant: Option<&str>, fields: &Fields) -> TokenStream {
    let puts = live(fields).enumerate();
    puts.map(|(number, (_, entry, at, field))| {
        put(&place(variant, fields, entry, number), entry, field, at)
    })
    .collect()
}

/// The fields in the shape.
fn in_view(shape: &TokenStream, variant: Option<&str>) -> TokenStream {
    let variant = variant.map_or_else(|| quote!(__p::None), |name| quote!(__p::Some(#name)));
    quote!(__p::fields_in_view(#shape, #variant))
}

/// The place of a field in the shape.
fn place(variant: Option<&str>, fields: &Fields, entry: &Entry, number: usize) -> TokenStream {
    let all = in_view(&quote!(<Self as __p::Named>::SHAPE), variant);
    let (style, name) = (style(fields), &entry.names.current);
    quote!(const { __p::place_in_view(#all, #style, #name, #number) })
}

/// The index of a variant in the shape.
fn index(variant: &Variant) -> TokenStream {
    let name = &variant.names.current;
    quote!(const { __p::variant_in_view(<Self as __p::Named>::SHAPE, #name) })
}

fn ident(variant: &Variant) -> Option<&Ident> {
    match &variant.kind {
        VariantKind::Live { ident } => Some(ident),
        VariantKind::Removed { .. } => None,
    }
}

fn style(fields: &Fields) -> TokenStream {
    match fields.style {
        Style::Named => quote!(__p::Style::Named),
        Style::Tuple => quote!(__p::Style::Tuple),
        Style::Unit => quote!(__p::Style::Unit),
    }
}

/// The span of our own tokens that stand for those of the user.
fn located(span: Span) -> Span {
    Span::call_site().located_at(span)
}
