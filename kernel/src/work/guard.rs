//! Which statements a plugin may write at all: PostgreSQL's own grammar is the allow-list.
//!
//! A `WITH` clause may stand only before SELECT, INSERT, UPDATE, DELETE, MERGE, VALUES and TABLE. So
//! every statement of a plugin is given one, and whatever else it may be — RESET ROLE, COMMIT, DO, COPY,
//! SET, LISTEN — is a syntax error, told by the parser that would have run it. It is
//! prepared, or sent, by the extended protocol, which carries one statement a call: there is no second one to smuggle in.

use std::sync::LazyLock;

/// Longer statements are refused before they are sent.
pub(super) const MAX_STATEMENT_BYTES: usize = 16 << 10;

/// A name that no plugin can know, so that none can refer to the clause.
static NAME: LazyLock<String> = LazyLock::new(|| format!("k{}", uuid::Uuid::new_v4().simple()));

/// The statement as it is sent. The tag keeps the plans of one schema apart from those of another,
/// which the same text under another search path would mix up.
#[must_use]
pub fn guarded(plugin: &str, statement: &str) -> String {
    let name = NAME.as_str();
    let body = statement.trim_start();
    match after_with(body) {
        // RECURSIVE only permits a query to name itself; it changes nothing for those that do not.
        Some(rest) => format!("/*{plugin}*/ with recursive {name} as (select 1), {rest}"),
        None => format!("/*{plugin}*/ with {name} as (select 1) {body}"),
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
    use super::{NAME, guarded, reads_only};

    fn check(statement: &str, expected: &str) {
        let expected = expected.replace("NAME", &NAME);
        assert_eq!(guarded("worlds", statement), expected);
    }

    #[test]
    fn a_clause_stands_before_every_statement() {
        check("select 1", "/*worlds*/ with NAME as (select 1) select 1");
        check(
            "  reset role",
            "/*worlds*/ with NAME as (select 1) reset role",
        );
        check("without", "/*worlds*/ with NAME as (select 1) without");
    }

    #[test]
    fn a_leading_with_is_spliced() {
        check(
            "WITH x AS (select 1) select * from x",
            "/*worlds*/ with recursive NAME as (select 1),  x AS (select 1) select * from x",
        );
        check(
            "with recursive n(i) as (select 1) select i from n",
            "/*worlds*/ with recursive NAME as (select 1),  n(i) as (select 1) select i from n",
        );
        check(
            "with\"x\" as (select 1) table \"x\"",
            "/*worlds*/ with recursive NAME as (select 1), \"x\" as (select 1) table \"x\"",
        );
    }

    #[test]
    fn only_the_first_word_decides_what_reads() {
        assert!(reads_only(" SELECT 1"));
        assert!(!reads_only("with x as (insert into t values (1)) select 1"));
        assert!(!reads_only("insert into t values (1)"));
    }
}
