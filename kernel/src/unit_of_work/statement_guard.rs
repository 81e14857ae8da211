//! The checks of a plugin's SQL text. PostgreSQL's own grammar is the allow-list.
//!
//! A `WITH` clause is valid only before SELECT, INSERT, UPDATE, DELETE, MERGE, VALUES and TABLE. The kernel puts one
//! before every statement of a plugin, so that any other statement (RESET ROLE, COMMIT, DO, COPY, SET, LISTEN) is a
//! syntax error, raised by the same parser that would run it. Statements are sent by the extended protocol, which
//! carries one statement in each call: a second statement cannot be appended.
//!
//! Privileges restrict which functions a statement may call (`postgres::isolation`). They do not restrict casts: every
//! role may use every type, and the output of `oid::regclass` is the name of another plugin's table. So the names of
//! the catalogs and of these types must not appear in a statement.

use std::sync::LazyLock;

/// Longer statements are refused before they are sent.
pub(super) const MAX_STATEMENT_BYTES: usize = 16 << 10;

/// A random name for the clause. Plugins cannot know it, so they cannot refer to the clause.
static NAME: LazyLock<String> = LazyLock::new(|| format!("k{}", uuid::Uuid::new_v4().simple()));

/// Types whose output is a name from the catalogs. `xml` is also refused: its parser cannot be interrupted and needs
/// many times the memory of its text.
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

/// Returns why the kernel refuses a statement before it is sent to the database.
///
/// Searches the whole text, also comments and literals. Values belong in parameters, and a rule without a parser of its
/// own cannot disagree with the database's parser.
#[must_use]
pub fn refusal(statement: &str) -> Option<String> {
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
        // U&"reg\0063lass" can spell any name.
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

/// The statement in the form that is sent. Its tag separates the plans of different schemas, which the same text under
/// another search path would share, and the plans of different parameter types.
#[must_use]
pub fn guarded(plugin: &str, types: &str, statement: &str) -> String {
    let name = NAME.as_str();
    let body = statement.trim_start();
    match after_with(body) {
        // RECURSIVE only permits a query to refer to itself; it does not change other queries.
        Some(rest) => format!("/*{plugin} {types}*/ with recursive {name} as (select 1), {rest}"),
        None => format!("/*{plugin} {types}*/ with {name} as (select 1) {body}"),
    }
}

/// Whether the statement can only read, judged by its first keyword.
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

/// The text after a leading `WITH [RECURSIVE]`.
fn after_with(statement: &str) -> Option<&str> {
    let rest = keyword(statement, "with")?;
    Some(keyword(rest.trim_start(), "recursive").unwrap_or(rest))
}

/// The text after `word` at the start; `None` if a longer word begins there.
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
    fn a_with_clause_precedes_every_statement() {
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
