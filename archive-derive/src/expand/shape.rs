//! Generates a type's constants: its shape with its history.

use super::bounds::Bounds;
use super::bytes;
use crate::model::{
    Body, Entry, EntryKind, Field, Fields, Lifespan, Meta, Model, Names, Notes, Style, Variant,
    VariantKind, is_marker,
};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::{ConstParam, Lit, Member, Type};

/// The impls of `Describe` and `Named`; also returns whether the type is recursive.
pub(super) fn impls(
    model: &Model,
    bounds: &Bounds<'_>,
    checked: &TokenStream,
) -> (TokenStream, bool) {
    let generics = bounds.generics(&quote!(__p::Describe));
    let named = bounds.head(&generics, &quote!(__p::Named));
    let describe = bounds.head(&generics, &quote!(__p::Describe));
    let shape = shape(model, bounds);
    let is_recursive = mentions(shape.clone(), &[&model.header.ident.to_string(), "Self"]);
    let identity = identity(model, is_recursive);
    let (size, proof) = (bytes::size(model), bytes::proof(model));
    let known = known(model);
    // expands to: a static, whose address is the type's identity, and constants that may differ
    // between the arguments of a generic type
    let (shape_static, shape) = if is_static(model, &shape) {
        (quote!(static __SHAPE: __p::Shape = { #checked #shape };), quote!(&__SHAPE))
    } else {
        (quote!(), quote!({ #checked &#shape }))
    };
    let impls = quote! {
        #identity
        #shape_static
        #named {
            const SHAPE: &'static __p::Shape = #shape;
        }
        #describe {
            const TYPE: &'static __p::Type = &__p::named::<Self>();
            const SIZE: __p::Size = #size;
            #known
        }
        #proof
    };
    (impls, is_recursive)
}

/// Storage for facts cached per type; a generic type has none.
pub(super) fn known(model: &Model) -> Option<TokenStream> {
    model.header.is_one().then(|| {
        quote! {
            #[inline]
            fn known_facts() -> __p::Option<&'static __p::Known> {
                static __KNOWN: __p::Known = __p::Known::nothing();
                __p::Some(&__KNOWN)
            }
        }
    })
}

/// Whether the shape can be a static. A static exists once; a constant is duplicated in each codegen unit,
/// together with everything it refers to.
fn is_static(model: &Model, shape: &TokenStream) -> bool {
    // A static cannot use `Self`.
    model.header.generics.params.is_empty() && !mentions(shape.clone(), &["Self"])
}

/// Whether one of these names occurs in the tokens.
pub(super) fn mentions(tokens: TokenStream, names: &[&str]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
        TokenTree::Group(group) => mentions(group.stream(), names),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// The static whose address identifies the definition. It also records whether the type is recursive:
/// columns store such values as rows.
pub(super) fn identity(model: &Model, is_recursive: bool) -> TokenStream {
    let ident = model.header.ident.to_string();
    let new = if is_recursive { quote!(recursive) } else { quote!(new) };
    let partial = is_partial(model).then(|| quote!(.partial()));
    let moved = moved(model);
    let moving = (!moved.is_empty()).then(|| quote!(.moving(&[#(#moved),*])));
    let converted = converted(model);
    let converting = (!converted.is_empty()).then(|| quote!(.converting(&[#(#converted),*])));
    quote! {
        static __ID: __p::Identity =
            __p::Identity::#new(__p::module_path!(), #ident) #partial #moving #converting;
    }
}

/// The fields that a function converts: variant, field and version.
fn converted(model: &Model) -> Vec<TokenStream> {
    match &model.body {
        Body::Struct(fields) => converted_fields("", fields).collect(),
        Body::Enum(variants) => {
            let all = variants.iter().map(|it| (it.names.current.as_str(), &it.fields));
            all.flat_map(|(variant, fields)| converted_fields(variant, fields)).collect()
        }
    }
}

fn converted_fields(variant: &str, fields: &Fields) -> impl Iterator<Item = TokenStream> {
    // Each former type has the function to today's type, so one differs from the next if either has a function. What a
    // module stores is not the field's type, either.
    let is_stored = |field: usize| fields.fields.get(field).is_some_and(|it| it.with.is_some());
    let of = move |entry: &Entry| match &entry.kind {
        EntryKind::Live { field } => Some((*field, is_stored(*field))),
        EntryKind::Was { field, with, .. } => Some((*field, with.is_some())),
        EntryKind::Removed { .. } => None,
    };
    let pairs = fields.entries.iter().zip(fields.entries.iter().skip(1));
    let converted = pairs.filter(move |(before, entry)| match (of(before), of(entry)) {
        (Some((before, converts)), Some((field, also))) => before == field && (converts || also),
        _ => false,
    });
    converted.map(move |(_, entry)| {
        let (name, since) = (&entry.names.current, entry.lifespan.since.number);
        quote!((#variant, #name, #since))
    })
}

/// The removed parts with an `into`: variant, field and version.
fn moved(model: &Model) -> Vec<TokenStream> {
    let variants = match &model.body {
        Body::Struct(fields) => return moved_fields("", fields).collect(),
        Body::Enum(variants) => variants,
    };
    let of = |variant: &Variant| {
        let name = &variant.names.current;
        match variant.kind {
            VariantKind::Live { .. } => moved_fields(name, &variant.fields).collect(),
            VariantKind::Removed { into: None } => Vec::new(),
            VariantKind::Removed { into: Some(_) } => vec![one_moved(name, "", variant.lifespan)],
        }
    };
    variants.iter().flat_map(of).collect()
}

fn moved_fields(variant: &str, fields: &Fields) -> impl Iterator<Item = TokenStream> {
    let is_moved = |entry: &&Entry| matches!(entry.kind, EntryKind::Removed { into: Some(_), .. });
    let moved = fields.entries.iter().filter(is_moved);
    moved.map(move |entry| one_moved(variant, &entry.names.current, entry.lifespan))
}

fn one_moved(variant: &str, field: &str, lifespan: Lifespan) -> TokenStream {
    let until = lifespan.until.map(|until| until.number);
    quote!((#variant, #field, #until))
}

/// Whether different values may be saved as the same bytes.
fn is_partial(model: &Model) -> bool {
    model.body.all_fields().into_iter().any(leaves_out)
}

/// Whether fields are skipped or stored as another type.
pub(super) fn leaves_out(fields: &Fields) -> bool {
    // A `PhantomData` holds nothing.
    let is_left_out = |field: &Field| field.skip && !field.holder && !is_marker(&field.ty);
    fields.fields.iter().any(|field| is_left_out(field) || field.with.is_some())
}

fn shape(model: &Model, bounds: &Bounds<'_>) -> TokenStream {
    let name = &model.names.current;
    let renamed = renamed(&model.names, 0);
    let (version, oldest) = (model.version, model.oldest);
    let types =
        bounds.stored().iter().map(|param| quote!(__p::Arg::Type(<#param as __p::Describe>::TYPE)));
    let consts = model.header.generics.const_params().map(const_arg);
    let doc = &model.notes.doc;
    let meta = meta(&model.notes);
    let body = match &model.body {
        Body::Struct(fields) => {
            let fields = self::fields(fields);
            quote!(__p::Body::Struct(#fields))
        }
        Body::Enum(variants) => {
            let variants = by_tag(variants).into_iter().map(variant);
            let catch = model.catch.iter().map(|catch| {
                let name = catch.ident.unraw().to_string();
                quote!(__p::Variant { name: #name, ..__p::CATCH })
            });
            let variants = variants.chain(catch);
            quote!(__p::Body::Enum(&[#(#variants),*]))
        }
    };
    quote! {
        __p::Shape {
            id: &__ID,
            name: #name,
            renamed: #renamed,
            args: &[#(#types,)* #(#consts,)*],
            version: #version,
            oldest: #oldest,
            body: #body,
            doc: #doc,
            meta: #meta,
        }
    }
}

/// The variants by ascending tag, the order in which the library searches them.
pub(super) fn by_tag(variants: &[Variant]) -> Vec<&Variant> {
    let mut sorted: Vec<_> = variants.iter().collect();
    sorted.sort_by_key(|variant| variant.tag);
    sorted
}

fn const_arg(param: &ConstParam) -> TokenStream {
    let ident = &param.ident;
    let is_char = matches!(&param.ty, Type::Path(path) if path.path.is_ident("char"));
    if is_char {
        quote!(__p::Arg::Const(#ident as __p::primitive::u32 as __p::primitive::i128))
    } else {
        quote!(__p::Arg::Const(#ident as __p::primitive::i128))
    }
}

fn variant(variant: &Variant) -> TokenStream {
    let (name, tag) = (&variant.names.current, variant.tag);
    let mut members = quote!(name: #name, tag: #tag,);
    let is_unit = variant.fields.entries.is_empty() && variant.fields.holder().is_none();
    if !is_unit || variant.fields.style != Style::Unit {
        let fields = fields(&variant.fields);
        members.extend(quote!(fields: #fields,));
    }
    members.extend(history(&variant.names, variant.lifespan, &variant.notes, 0));
    quote!(__p::Variant { #members ..__p::VARIANT })
}

fn fields(fields: &Fields) -> TokenStream {
    let style = match fields.style {
        Style::Named => quote!(Named),
        Style::Tuple => quote!(Tuple),
        Style::Unit => quote!(Unit),
    };
    let list = fields.entries.iter().map(|entry| field(fields, entry));
    let holder = fields.holder().map(|(_, field)| {
        let name = match &field.member {
            Member::Named(ident) => ident.unraw().to_string(),
            Member::Unnamed(index) => index.index.to_string(),
        };
        quote!(__p::Field { name: #name, ..__p::HOLDER })
    });
    let list = list.chain(holder);
    quote!(__p::Fields { style: __p::Style::#style, list: &[#(#list),*] })
}

fn field(fields: &Fields, entry: &Entry) -> TokenStream {
    let (name, ty) = (&entry.names.current, &entry.ty);
    let mut members = quote! {
        name: #name,
        ty: <#ty as __p::Describe>::TYPE,
        size: <#ty as __p::Describe>::SIZE,
    };
    // A name from before a conversion belongs to the earlier type only.
    let first = if is_converted(fields, entry) { entry.lifespan.since.number } else { 0 };
    members.extend(history(&entry.names, entry.lifespan, &entry.notes, first));
    if has_default(fields, entry) {
        members.extend(quote!(has_default: true,));
    }
    if matches!(entry.kind, EntryKind::Removed { .. }) {
        members.extend(quote!(removed: true,));
    }
    if entry.flatten {
        members.extend(quote!(flatten: true,));
    }
    quote!(__p::Field { #members ..__p::FIELD })
}

/// Whether a function converts an earlier type of the field.
fn is_converted(fields: &Fields, entry: &Entry) -> bool {
    let converts = |other: &&Entry| matches!(other.kind, EntryKind::Was { with: Some(_), .. });
    fields.entries.iter().filter(converts).any(|it| it.field() == entry.field())
}

fn has_default(fields: &Fields, entry: &Entry) -> bool {
    let Some(field) = entry.field() else { return true };
    fields.fields.get(field).is_some_and(|field| field.default.is_some())
}

/// The history, names and notes of a field or variant, as far as it has any; without the names given up by version
/// `first`.
fn history(names: &Names, lifespan: Lifespan, notes: &Notes, first: u32) -> TokenStream {
    let mut members = TokenStream::new();
    if !lifespan.is_always() {
        let lifespan = self::lifespan(lifespan);
        members.extend(quote!(lifespan: #lifespan,));
    }
    if names.renamed.iter().any(|renamed| renamed.before.number > first) {
        let renamed = renamed(names, first);
        members.extend(quote!(renamed: #renamed,));
    }
    if !names.aliases.is_empty() {
        let aliases = &names.aliases;
        members.extend(quote!(aliases: &[#(#aliases),*],));
    }
    if !notes.doc.is_empty() {
        let doc = &notes.doc;
        members.extend(quote!(doc: #doc,));
    }
    if !notes.meta.is_empty() {
        let meta = meta(notes);
        members.extend(quote!(meta: #meta,));
    }
    members
}

/// `Lifespan::between(2, 4)`
pub(super) fn lifespan(lifespan: Lifespan) -> TokenStream {
    let since = lifespan.since.number;
    match lifespan.until {
        Some(until) => {
            let until = until.number;
            quote!(__p::Lifespan::between(#since, #until))
        }
        None => quote!(__p::Lifespan::since(#since)),
    }
}

fn renamed(names: &Names, first: u32) -> TokenStream {
    let own = names.renamed.iter().filter(|renamed| renamed.before.number > first);
    let list = own.map(|renamed| {
        let (until, from) = (renamed.before.number, &renamed.from);
        quote!(__p::Rename { until: #until, from: #from })
    });
    quote!(&[#(#list),*])
}

fn meta(notes: &Notes) -> TokenStream {
    let list = notes.meta.iter().map(|Meta { key, value }| {
        let value = meta_value(value.as_ref());
        quote!(__p::Meta { key: #key, value: #value })
    });
    quote!(&[#(#list),*])
}

fn meta_value(value: Option<&Lit>) -> TokenStream {
    match value {
        None => quote!(__p::MetaValue::Bool(true)),
        Some(Lit::Bool(value)) => quote!(__p::MetaValue::Bool(#value)),
        Some(Lit::Int(value)) => {
            let digits = value.base10_digits().parse::<i128>();
            let value = digits.map_or_else(|_| value.to_token_stream(), |it| it.to_token_stream());
            quote!(__p::MetaValue::Int(#value))
        }
        Some(Lit::Float(value)) => {
            let digits = value.base10_digits().parse::<f64>();
            let value = digits.map_or_else(|_| value.to_token_stream(), |it| it.to_token_stream());
            quote!(__p::MetaValue::Float(#value))
        }
        Some(Lit::Char(value)) => {
            let text = value.value().to_string();
            quote!(__p::MetaValue::Str(#text))
        }
        Some(other) => quote!(__p::MetaValue::Str(#other)),
    }
}
