//! Generates the methods that complete links to shared objects.

use super::checked::KNOWN;
use super::default::local;
use crate::model::{Body, Field, Fields, Form, Model, Variant};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// The method, if a field may hold links.
// expands to: fn relink(&self, __fresh: &mut Self) -> bool {
//                 __p::relink(&self.a, &mut __fresh.a) && __p::relink(&self.b, &mut __fresh.b) }
pub(super) fn method(model: &Model, checked: &TokenStream) -> TokenStream {
    if model.form == Form::Value {
        return nothing();
    }
    let body = match &model.body {
        Body::Struct(fields) => of_struct(fields),
        Body::Enum(variants) => of_enum(variants),
    };
    let fields = model.body.all_fields();
    if body.is_empty() {
        // A type without a shape has the links of what it stores; those in what a module stores are never late.
        let mut live = fields.into_iter().flat_map(Fields::live);
        let is_by_module = model.form != Form::Own && live.all(|(.., field)| field.with.is_some());
        return is_by_module.then(nothing).unwrap_or_default();
    }
    let links = fields.into_iter().any(|fields| linking(fields).next().is_some());
    let late = links.then(|| late(model, checked));
    quote! {
        fn relink(&self, __fresh: &mut Self) -> __p::primitive::bool {
            #checked
            #body
        }
        #late
    }
}

// expands to: fn relink(&self, _: &mut Self) -> bool { true }
fn nothing() -> TokenStream {
    quote! {
        fn relink(&self, _: &mut Self) -> __p::primitive::bool { true }
    }
}

/// The methods that set late links, or empty the cells that hold links. If an `after_load` hook may have moved
/// the places, they only empty cells.
// expands to: fn put_late(&mut self, __late: &mut Late<'_>) { __p::put_late(&mut self.a, __late); .. }
//             fn put_late_in_cells(&self, __late: &mut Late<'_>) { __p::put_late_in_cells(&self.a, __late); .. }
fn late(model: &Model, checked: &TokenStream) -> TokenStream {
    let moved = model.hooks.after_load.is_some();
    let moved = moved.then(|| {
        quote!(if !__late.empties() {
            return;
        })
    });
    let (own, shared) = match &model.body {
        Body::Struct(fields) => {
            let calls = |call: &TokenStream, borrow: &TokenStream| -> TokenStream {
                let calls = linking(fields).map(|(_, field)| {
                    let (member, ty) = (&field.member, &field.ty);
                    quote!(#call::<#ty>(#borrow self.#member, __late);)
                });
                calls.collect()
            };
            let own = calls(&quote!(__p::put_late), &quote!(&mut));
            (own, calls(&quote!(__p::put_late_in_cells), &quote!(&)))
        }
        Body::Enum(variants) => (
            arms(variants, &quote!(__p::put_late)),
            arms(variants, &quote!(__p::put_late_in_cells)),
        ),
    };
    quote! {
        fn put_late(&mut self, __late: &mut __p::Late<'_>) { #checked #moved #own }
        fn put_late_in_cells(&self, __late: &mut __p::Late<'_>) { #checked #moved #shared }
    }
}

/// A match arm for each variant, with a call for each field that may hold links.
fn arms(variants: &[Variant], call: &TokenStream) -> TokenStream {
    let arms = variants.iter().filter_map(|variant| {
        let ident = variant.ident()?;
        let found: Vec<_> = linking(&variant.fields).collect();
        let members = found.iter().map(|(_, field)| &field.member);
        let types = found.iter().map(|(_, field)| &field.ty);
        let locals: Vec<_> = found.iter().map(|(at, _)| local(*at)).collect();
        let arm = quote! {
            Self::#ident { #(#members: #locals,)* .. } => { #(#call::<#types>(#locals, __late);)* }
        };
        (!found.is_empty()).then_some(arm)
    });
    let arms: TokenStream = arms.collect();
    quote!(match self { #arms _ => {} })
}

fn of_struct(fields: &Fields) -> TokenStream {
    let calls = relinked(fields).map(|(_, field)| {
        let member = &field.member;
        call(field, &quote!(&self.#member), &quote!(&mut __fresh.#member))
    });
    let calls: Vec<_> = calls.collect();
    quote!(#(#calls)&&*)
}

fn of_enum(variants: &[Variant]) -> TokenStream {
    let mut arms = TokenStream::new();
    for variant in variants {
        let Some(ident) = variant.ident() else { continue };
        let found: Vec<_> = relinked(&variant.fields).collect();
        if found.is_empty() {
            continue;
        }
        let members: Vec<_> = found.iter().map(|(_, field)| &field.member).collect();
        let ours: Vec<_> = found.iter().map(|(at, _)| local(*at)).collect();
        let theirs: Vec<_> = found.iter().map(|(at, _)| fresh(*at)).collect();
        let calls = found.iter().map(|(at, field)| {
            let (ours, theirs) = (local(*at), fresh(*at));
            call(field, &ours.to_token_stream(), &theirs.to_token_stream())
        });
        arms.extend(quote! {
            (Self::#ident { #(#members: #ours,)* .. }, Self::#ident { #(#members: #theirs,)* .. }) => {
                #(#calls)&&*
            }
        });
    }
    if arms.is_empty() {
        return arms;
    }
    quote! {
        match (self, __fresh) {
            #arms
            (__this, __other) => __p::same_variant(__this, __other),
        }
    }
}

/// Takes the links of a field, or what is in the cell of one that its type does not store.
fn call(field: &Field, ours: &TokenStream, fresh: &TokenStream) -> TokenStream {
    let ty = &field.ty;
    if is_stored(field) {
        return quote!(__p::relink::<#ty>(#ours, #fresh));
    }
    quote!(__p::Beside(#ours, #fresh).relink())
}

fn fresh(at: usize) -> Ident {
    Ident::new(&format!("__g{at}"), Span::call_site())
}

/// The fields that may hold links, with their index.
pub(super) fn linking(fields: &Fields) -> impl Iterator<Item = (usize, &Field)> {
    relinked(fields).filter(|(_, field)| !field.skip && field.with.is_none())
}

/// The same, including `by_value` fields, which have links of their own, and those that their types do not store: what a hook
/// derives from a link may be in a cell there.
fn relinked(fields: &Fields) -> impl Iterator<Item = (usize, &Field)> {
    let all = fields.fields.iter().enumerate();
    all.filter(|(_, field)| may_link(&field.ty.to_token_stream()))
}

/// Whether the type of a field stores it.
fn is_stored(field: &Field) -> bool {
    !field.skip && (field.with.is_none() || field.by_value)
}

/// Whether a type may hold links. Anything this crate does not know to be free of links counts; guessing
/// wrong only adds code.
fn may_link(ty: &TokenStream) -> bool {
    const PLAIN: [&str; 14] = [
        "Vec",
        "VecDeque",
        "Option",
        "Box",
        "BTreeMap",
        "BTreeSet",
        "HashMap",
        "HashSet",
        "BinaryHeap",
        "Duration",
        "std",
        "collections",
        "time",
        "PhantomData",
    ];
    ty.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => !KNOWN.iter().chain(&PLAIN).any(|plain| ident == plain),
        TokenTree::Group(group) => may_link(&group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
