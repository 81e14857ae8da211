//! Which statements a plugin may write at all: PostgreSQL's own grammar is the allow-list.
//!
//! A `WITH` clause may stand only before SELECT, INSERT, UPDATE, DELETE, MERGE, VALUES and TABLE. So
//! every statement of a plugin is given one, and whatever else it may be — RESET ROLE, COMMIT, DO, COPY,
//! SET, LISTEN — is a syntax error, told by the parser that would have run it. It is sent by the
//! extended protocol, which carries one statement a call: there is no second one to smuggle in.
//!
//! What a statement may call is a matter of privileges (`postgres::isolation`). Casts are not: everybody may use a type,
//! and the output of `oid::regclass` is the name of another plugin's table. So names of the catalogs and of those types
//! must not appear in a statement at all.

use std::sync::LazyLock;

/// Longer statements are refused before they are sent.
pub(super) const MAX_STATEMENT_BYTES: usize = 16 << 10;

/// A name that no plugin can know, so that none can refer to the clause.
static NAME: LazyLock<String> = LazyLock::new(|| format!("k{}", uuid::Uuid::new_v4().simple()));

/// Types whose output is a name out of the catalogs. (`xml`, which is refused with them, has a parser that cannot be
/// interrupted and needs many times the memory of its text.)
const CATALOG_TYPES: [&str; 11] = [
    "regclass",
    "regcollation",
    "regconfig",
    "regdictionary",
    "regnamespace",
    "regoper",
    "regoperator",
    "regproc",
    "regprocedure",
    "regrole",
    "regtype",
];

/// Why the kernel refuses a statement before the database sees it.
///
/// Looks for the names anywhere in the text, also in comments and literals: values belong into parameters, and a rule
/// without a parser of its own cannot disagree with the database's parser.
pub(super) fn refusal(statement: &str) -> Option<String> {
    let text = statement.to_ascii_lowercase();
    let named = CATALOG_TYPES
        .iter()
        .chain(&["information_schema", "xml"])
        .find(|name| text.contains(**name))
        .map(|name| (*name).to_owned())
        .or_else(|| catalog_name(&text));
    match named {
        Some(name) => Some(format!(
            "the statement names {name:?}, which plugins may not use"
        )),
        // U&"reg\0063lass" spells any name.
        None if text.contains("u&\"") => Some(
            "the statement holds an identifier with Unicode escapes; write the name itself"
                .to_owned(),
        ),
        None => None,
    }
}

/// The first name that begins with `pg_`, except the schema `pg_catalog` itself.
fn catalog_name(text: &str) -> Option<String> {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    text.match_indices("pg_").find_map(|(place, _)| {
        let begins = !text[..place].chars().next_back().is_some_and(is_part);
        let name: String = text[place..]
            .chars()
            .take_while(|letter| is_part(*letter))
            .collect();
        (begins && name != "pg_catalog").then_some(name)
    })
}

/// The statement as it is sent. The tag keeps the plans of one schema apart from those of another, which the same text
/// under another search path would mix up, and those of one list of parameter types apart from those of another.
#[must_use]
pub fn guarded(plugin: &str, types: &str, statement: &str) -> String {
    let name = NAME.as_str();
    let body = statement.trim_start();
    match after_with(body) {
        // RECURSIVE only permits a query to name itself; it changes nothing for those that do not.
        Some(rest) => format!("/*{plugin} {types}*/ with recursive {name} as (select 1), {rest}"),
        None => format!("/*{plugin} {types}*/ with {name} as (select 1) {body}"),
    }
}

/// Whether the statement can only read, as far as its first word tells.
pub(super) fn reads_only(statement: &str) -> bool {
    let word: String = statement
        .trim_start()
        .chars()
        .take_while(char::is_ascii_alphabetic)
        .collect();
    matches!(
        word.to_ascii_lowercase().as_str(),
        "select" | "values" | "table"
    )
}

/// What follows a leading `WITH [RECURSIVE]`.
fn after_with(statement: &str) -> Option<&str> {
    let rest = keyword(statement, "with")?;
    Some(keyword(rest.trim_start(), "recursive").unwrap_or(rest))
}

/// What follows `word` at the start, where the word ends there.
fn keyword<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let head = text.get(..word.len())?;
    let rest = &text[word.len()..];
    let ends = rest
        .chars()
        .next()
        .is_some_and(|next| next.is_whitespace() || matches!(next, '"' | '/' | '-'));
    (head.eq_ignore_ascii_case(word) && ends).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::{NAME, guarded, reads_only, refusal};

    fn check(statement: &str, expected: &str) {
        let expected = expected.replace("NAME", &NAME);
        assert_eq!(guarded("worlds", "text", statement), expected);
    }

    #[test]
    fn a_clause_stands_before_every_statement() {
        check(
            "select 1",
            "/*worlds text*/ with NAME as (select 1) select 1",
        );
        check(
            "  reset role",
            "/*worlds text*/ with NAME as (select 1) reset role",
        );
        check("without", "/*worlds text*/ with NAME as (select 1) without");
    }

    #[test]
    fn a_leading_with_is_spliced() {
        check(
            "WITH x AS (select 1) select * from x",
            "/*worlds text*/ with recursive NAME as (select 1),  x AS (select 1) select * from x",
        );
        check(
            "with recursive n(i) as (select 1) select i from n",
            "/*worlds text*/ with recursive NAME as (select 1),  n(i) as (select 1) select i from n",
        );
        check(
            "with\"x\" as (select 1) table \"x\"",
            "/*worlds text*/ with recursive NAME as (select 1), \"x\" as (select 1) table \"x\"",
        );
    }

    #[test]
    fn names_of_the_catalogs_are_refused() {
        for bad in [
            "select 1259::oid::regclass::text",
            "select 1259::oid::\"regclass\"::text",
            "select '{1259}'::_REGCLASS",
            "select '(1)'::pg_type",
            "select * from pg_catalog.pg_class",
            "select 1::oid::u&\"reg\\0063lass\"",
            "select * from information_schema.tables",
            "select $1::xml",
        ] {
            assert!(refusal(bad).is_some(), "{bad}");
        }
        for good in [
            "select pg_catalog.now()",
            "select my_pg_rating from world",
            "select rege from region where regular",
        ] {
            assert_eq!(refusal(good), None, "{good}");
        }
    }

    #[test]
    fn only_the_first_word_decides_what_reads() {
        assert!(reads_only(" SELECT 1"));
        assert!(!reads_only("with x as (insert into t values (1)) select 1"));
        assert!(!reads_only("insert into t values (1)"));
    }
}
