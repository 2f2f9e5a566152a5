//! Generates the impls of a view, which is saved as another type: it has that type's shape, and is never loaded.

use super::attempt::{attempt, check};
use super::bounds::Bounds;
use super::checked::{self, Within};
use super::default::local;
use super::rows;
use super::serialize::{self, pattern, put};
use super::shape::known;
use crate::model::{Body, Entry, Fields, Model, Style, Variant};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

/// A view, and the type that it is saved as.
struct View<'m> {
    model: &'m Model,
    save_as: &'m Type,
}

/// The fields of a view, or of one of its variants.
#[derive(Clone, Copy)]
struct Part<'m> {
    variant: Option<&'m str>,
    fields: &'m Fields,
}

pub(super) fn impls(model: &Model, save_as: &Type, bounds: &Bounds<'_>) -> TokenStream {
    let view = View { model, save_as };
    let (described, saved) = (
        checked::types(model, bounds, Within::Describe),
        checked::types(model, bounds, Within::Serialize),
    );
    let generics = bounds.generics(&quote!(__p::Describe));
    let named = bounds.head(&generics, &quote!(__p::Named));
    let describe = bounds.head(&generics, &quote!(__p::Describe));
    let (known, looked_at) = (known(model), view.looked_at());
    let (body, rows) = match &model.body {
        Body::Struct(fields) => view.of_struct(Part { variant: None, fields }, &saved),
        Body::Enum(variants) => view.of_enum(variants, &saved),
    };
    let serialize = serialize::impls(model, bounds, &saved, &body, &rows);
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
        if !self.model.header.is_one() {
            return TokenStream::new();
        }
        let ty = for_static(self.save_as.to_token_stream());
        let shape = quote!(<#ty as __p::Named>::SHAPE);
        let span = located(self.save_as.span());
        let is_enum = self.is_enum();
        let mut code = quote_spanned!(span=> const _: () = __p::view(#shape, #is_enum););
        match &self.model.body {
            Body::Struct(fields) => {
                code.extend(Part { variant: None, fields }.looked_at(&shape, span));
            }
            Body::Enum(variants) => {
                for variant in variants {
                    let (name, span) = (&variant.names.current, located(variant.names.span));
                    code.extend(quote_spanned! {span=>
                        const _: __p::primitive::usize = __p::variant_in_view(#shape, #name);
                    });
                    code.extend(Part::of(variant).looked_at(&shape, span));
                }
            }
        }
        code
    }

    fn is_enum(&self) -> bool {
        matches!(self.model.body, Body::Enum(_))
    }

    // expands to: let Self { level: __f0, .. } = self;
    //             let __r = begin_view::<SaveGame, _>(__a, &VIEW)?; put(..)?; end_view::<SaveGame, _>(__a, __r)
    fn of_struct(&self, part: Part<'_>, checked: &TokenStream) -> (TokenStream, TokenStream) {
        let (save_as, pattern, view) = (self.save_as, pattern(part.fields), self.view(part));
        let begun = attempt(&quote!(__p::begin_view::<#save_as, __A>(__a, #view)));
        let puts = part.puts();
        let body = quote! {
            let Self #pattern = self;
            let __r = #begun;
            #puts
            __p::end_view::<#save_as, __A>(__a, __r)
        };
        let puts = rows::puts(part.fields, |index, entry| part.place(index, entry));
        let rows = rows::of_fields(&quote!(__p::begin_view_rows(__a, #view)), &puts, checked);
        (body, rows)
    }

    fn of_enum(&self, variants: &[Variant], checked: &TokenStream) -> (TokenStream, TokenStream) {
        let save_as = self.save_as;
        let arms = variants.iter().map(|variant| {
            let (part, ident, index) = (Part::of(variant), variant.ident(), index(variant));
            let (pattern, puts, view) = (pattern(part.fields), part.puts(), self.view(part));
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
        let rows = (variants.len() <= rows::MANY).then(|| self.rows_of_enum(variants, checked));
        (quote!(match self { #(#arms)* }), rows.unwrap_or_default())
    }

    fn rows_of_enum(&self, variants: &[Variant], checked: &TokenStream) -> TokenStream {
        let indices = variants.iter().map(|variant| {
            let (ident, index) = (variant.ident(), index(variant));
            quote!(Self::#ident { .. } => #index,)
        });
        let each = variants.iter().filter(|it| it.fields.live().next().is_some()).map(|variant| {
            let (part, ident, index) = (Part::of(variant), variant.ident(), index(variant));
            let view = self.view(part);
            let begun = attempt(&quote!(__p::begin_view_variant_rows(__a, #view, #index)));
            let puts = part.fields.live().map(|(index, entry, at, field)| {
                let (member, local) = (&field.member, local(at));
                let put = put(&part.place(index, entry), entry, field, at);
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
        rows::of_variants(&quote!(match __row { #(#indices)* }), &quote!(#(#each)*), checked)
    }

    /// What the view, or a variant of it, saves.
    fn view(&self, part: Part<'_>) -> TokenStream {
        let (ident, save_as) = (self.model.header.ident.to_string(), self.save_as);
        let types = part.fields.live().map(|(index, entry, ..)| {
            let (place, ty) = (part.place(index, entry), &entry.ty);
            quote!((#place, <#ty as __p::Describe>::TYPE))
        });
        let shape = quote!(<#save_as as __p::Named>::SHAPE);
        let (all, is_enum) = (part.all(&shape), self.is_enum());
        // What was not looked at because of parameters.
        let looked_at = (!self.model.header.is_one()).then(|| {
            let span = located(save_as.span());
            let fields = part.check(&shape, span);
            quote_spanned!(span=> __p::view(#shape, #is_enum); #fields;)
        });
        quote!({
            static __CHECKED: __p::AtomicUsize = __p::AtomicUsize::new(0);
            const {
                #looked_at
                &__p::SavedAs {
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

impl<'m> Part<'m> {
    fn of(variant: &'m Variant) -> Self {
        Self { variant: Some(&variant.names.current), fields: &variant.fields }
    }

    /// The checks of the fields, each a constant.
    fn looked_at(self, shape: &TokenStream, span: Span) -> TokenStream {
        let (all, style) = (self.all(shape), self.style());
        let each = self.fields.live().map(|(index, entry, ..)| {
            let (name, span) = (&entry.names.current, located(entry.names.span));
            quote_spanned! {span=>
                const _: __p::primitive::usize = __p::place_in_view(#all, #style, #name, #index);
            }
        });
        let check = self.check(shape, span);
        let whole = quote_spanned!(span=> const _: () = #check;);
        quote!(#(#each)* #whole)
    }

    /// The check that no field is missing.
    fn check(self, shape: &TokenStream, span: Span) -> TokenStream {
        let (all, style) = (self.all(shape), self.style());
        let names = self.fields.live().map(|(_, entry, ..)| &entry.names.current);
        quote_spanned!(span=> __p::view_fields(#all, #style, &[#(#names),*]))
    }

    /// The fields in the shape.
    fn all(self, shape: &TokenStream) -> TokenStream {
        let variant =
            self.variant.map_or_else(|| quote!(__p::None), |name| quote!(__p::Some(#name)));
        quote!(__p::fields_in_view(#shape, #variant))
    }

    /// The place in the shape of the field with this index.
    fn place(self, index: usize, entry: &Entry) -> TokenStream {
        let all = self.all(&quote!(<Self as __p::Named>::SHAPE));
        let (style, name) = (self.style(), &entry.names.current);
        quote!(const { __p::place_in_view(#all, #style, #name, #index) })
    }

    fn puts(self) -> TokenStream {
        let puts = self.fields.live();
        puts.map(|(index, entry, at, field)| put(&self.place(index, entry), entry, field, at))
            .collect()
    }

    fn style(self) -> TokenStream {
        match self.fields.style {
            Style::Named => quote!(__p::Style::Named),
            Style::Tuple => quote!(__p::Style::Tuple),
            Style::Unit => quote!(__p::Style::Unit),
        }
    }
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

/// The index of a variant in the shape.
fn index(variant: &Variant) -> TokenStream {
    let name = &variant.names.current;
    quote!(const { __p::variant_in_view(<Self as __p::Named>::SHAPE, #name) })
}

/// The span of our own tokens that stand for those of the user.
fn located(span: Span) -> Span {
    Span::call_site().located_at(span)
}
