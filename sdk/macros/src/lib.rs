//! The derives of `witverse-sdk`, which exports and documents them. Their tests are there, too.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{
    Attribute, Data, DeriveInput, Error, Field, Fields, GenericArgument, Ident, LitStr, Path,
    PathArguments, Result, Type, parse_macro_input,
};

/// Implements `FromRow` and `Columns`; documented at `witverse_sdk::sql::FromRow`.
#[proc_macro_derive(FromRow, attributes(row))]
pub fn from_row(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive(&input)
        .unwrap_or_else(Error::into_compile_error)
        .into()
}

fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let alias = table_alias(&input.attrs)?;
    let columns = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => fields
                .named
                .iter()
                .map(Column::of)
                .collect::<Result<Vec<_>>>()?,
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    let Some(first) = columns.first().map(Column::first) else {
        let message = "a row is a struct with named fields";
        return Err(Error::new_spanned(&input.ident, message));
    };
    let name = &input.ident;
    let list = column_list(&columns, alias.as_deref());
    let fields = columns.iter().map(|column| {
        let (field, value) = (column.field, column.value());
        quote!(#field: #value)
    });
    Ok(quote! {
        impl ::witverse_sdk::sql::Columns for #name {
            const COLUMNS: &'static str = ::witverse_sdk::sql_text!(#(#list),*);
            const FIRST: &'static str = #first;
        }
        impl ::witverse_sdk::sql::FromRow for #name {
            fn from_row(
                row: ::witverse_sdk::sql::Row<'_>,
            ) -> ::core::result::Result<Self, ::witverse_sdk::sql::SqlError> {
                ::core::result::Result::Ok(Self { #(#fields),* })
            }
        }
    })
}

/// The value of `#[row(alias = "…")]` of the struct.
fn table_alias(attributes: &[Attribute]) -> Result<Option<String>> {
    let mut alias = None;
    for attribute in attributes.iter().filter(|it| it.path().is_ident("row")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("alias") {
                return Err(meta.error("a row has the attribute `alias`"));
            }
            alias = Some(meta.value()?.parse::<LitStr>()?.value());
            Ok(())
        })?;
    }
    Ok(alias)
}

/// How a field is read.
enum Read {
    Value,
    /// A function makes the field of the column's value.
    With(Path),
    /// An enum, by its function `parse`.
    Parse,
    Json,
    /// A text in both languages.
    Both,
    /// Another row among the columns of this one.
    Flatten,
    /// A function reads the named columns.
    Columns(Path, Vec<String>),
}

/// An expression in SQL.
enum Sql {
    Text(String),
    /// A constant that contains it.
    Constant(Path),
}

impl Parse for Sql {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.peek(LitStr) {
            return Ok(Self::Text(input.parse::<LitStr>()?.value()));
        }
        input.parse().map(Self::Constant)
    }
}

struct Column<'a> {
    field: &'a Ident,
    ty: &'a Type,
    name: String,
    sql: Option<Sql>,
    read: Read,
}

impl<'a> Column<'a> {
    fn of(field: &'a Field) -> Result<Self> {
        let ident = field
            .ident
            .as_ref()
            .ok_or_else(|| Error::new_spanned(field, "a row has named fields"))?;
        let mut column = Self {
            field: ident,
            ty: &field.ty,
            name: ident.to_string().trim_start_matches("r#").to_owned(),
            sql: None,
            read: Read::Value,
        };
        let mut several = None;
        for attribute in field.attrs.iter().filter(|it| it.path().is_ident("row")) {
            attribute.parse_nested_meta(|meta| {
                let name = meta.path.require_ident()?.to_string();
                match name.as_str() {
                    "column" => column.name = meta.value()?.parse::<LitStr>()?.value(),
                    "sql" => column.sql = Some(meta.value()?.parse()?),
                    "with" => column.read = Read::With(meta.value()?.parse()?),
                    "parse" => column.read = Read::Parse,
                    "json" => column.read = Read::Json,
                    "both" => column.read = Read::Both,
                    "flatten" => column.read = Read::Flatten,
                    "columns" => several = Some(meta.value()?.parse::<LitStr>()?.value()),
                    _ => {
                        return Err(meta.error(
                            "a field has `column`, `sql`, `with`, `parse`, `json`, `both`, `flatten` or `columns`",
                        ));
                    }
                }
                Ok(())
            })?;
        }
        if let Some(names) = several {
            let Read::With(path) = column.read else {
                let message = "`columns` needs `with`, a function that reads them from the row";
                return Err(Error::new_spanned(field, message));
            };
            let names = names.split(',').map(|name| name.trim().to_owned());
            column.read = Read::Columns(path, names.collect());
        }
        let has_text = matches!(column.sql, None | Some(Sql::Text(_)));
        let is_one = match column.read {
            Read::Flatten | Read::Columns(..) => column.sql.is_none(),
            Read::Both => has_text,
            _ => true,
        };
        if !is_one {
            let message = "`sql` is the expression of one column, or the beginning of two names";
            return Err(Error::new_spanned(field, message));
        }
        Ok(column)
    }

    /// The name of the first column that is read.
    fn first(&self) -> TokenStream {
        match &self.read {
            Read::Flatten => {
                let ty = option_of(self.ty).unwrap_or(self.ty);
                quote!(<#ty as ::witverse_sdk::sql::Columns>::FIRST)
            }
            Read::Columns(_, names) => {
                let name = names.first();
                quote!(#name)
            }
            Read::Both => {
                let name = format!("{}_ko", self.name);
                quote!(#name)
            }
            _ => {
                let name = &self.name;
                quote!(#name)
            }
        }
    }

    /// The expression that reads the field from `row`.
    fn value(&self) -> TokenStream {
        let (name, ty) = (&self.name, self.ty);
        match (&self.read, option_of(ty)) {
            (Read::Value, _) => quote!(row.get(#name)?),
            (Read::With(path), _) => quote!(#path(row.get(#name)?)),
            (Read::Parse, None) => quote!(row.parse(#name, <#ty>::parse)?),
            (Read::Parse, Some(ty)) => quote!(row.parse_optional(#name, <#ty>::parse)?),
            (Read::Json, _) => quote!(row.json(#name)?),
            (Read::Both, None) => quote!(row.both(#name)?),
            (Read::Both, Some(_)) => quote!(row.both_optional(#name)?),
            (Read::Flatten, None) => quote!(::witverse_sdk::sql::FromRow::from_row(row)?),
            (Read::Flatten, Some(_)) => quote!(row.flatten_optional()?),
            (Read::Columns(path, _), _) => quote!(#path(row)?),
        }
    }

    /// The columns as they are selected.
    fn selected(&self, alias: Option<&str>) -> TokenStream {
        let qualified = |name: &str| match alias {
            Some(alias) => format!("{alias}.{name}"),
            None => name.to_owned(),
        };
        let name = &self.name;
        let text = match (&self.read, &self.sql) {
            (Read::Both, Some(Sql::Text(sql))) => {
                format!("{sql}_ko as {name}_ko, {sql}_en as {name}_en")
            }
            (_, Some(Sql::Text(sql))) => format!("{sql} as {name}"),
            (_, Some(Sql::Constant(path))) => {
                let name = format!(" as {name}");
                return quote!(#path, #name);
            }
            (Read::Flatten, None) => {
                let ty = option_of(self.ty).unwrap_or(self.ty);
                return quote!(<#ty as ::witverse_sdk::sql::Columns>::COLUMNS);
            }
            (Read::Both, None) => {
                let name = qualified(name);
                format!("{name}_ko, {name}_en")
            }
            (Read::Columns(_, names), None) => {
                let names: Vec<_> = names.iter().map(|name| qualified(name)).collect();
                names.join(", ")
            }
            _ => qualified(name),
        };
        quote!(#text)
    }
}

/// The parts of the column list: texts, and constants that contain one.
fn column_list(columns: &[Column<'_>], alias: Option<&str>) -> Vec<TokenStream> {
    let mut parts = Vec::new();
    for column in columns {
        if !parts.is_empty() {
            parts.push(quote!(", "));
        }
        parts.push(column.selected(alias));
    }
    parts
}

/// `T` of `Option<T>`.
fn option_of(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) if last.ident == "Option" => {
            match arguments.args.first()? {
                GenericArgument::Type(inner) => Some(inner),
                _ => None,
            }
        }
        _ => None,
    }
}
