//! Old paths and identifiers do not come back: each has a term of the field instead (`docs/glossary.md`).

use super::source::{Finding, Source};

/// Identifiers that were replaced, and what replaced them. Compared with whole words of Rust and TypeScript.
const IDENTIFIERS: &[(&str, &str)] = &[
    ("UnitPool", "TxPool"),
    ("Credence", "LoginContext"),
    ("Watched", "AuditRecord"),
    ("Errand", "ProviderTask or PushTask"),
    ("Treasury", "WalletAdmin"),
    ("looks_again", "next_poll_delay"),
    ("let_go", "release_lot"),
    ("put_in_force", "activate"),
    ("lend_work_to", "run_service"),
    ("INDEXES_FIRST", "PLANNER_SETTINGS"),
    ("said_by_both_sides", "entry_record"),
    ("secretive", "mask_account_existence"),
    ("blame_network", "record_network_failure"),
    ("let_pass", "advance_clock"),
    ("hold_presumed", "the plain statement"),
];

/// Files and folders that were renamed, and their names now.
const PATHS: &[(&str, &str)] = &[
    ("kernel/src/work/", "kernel/src/unit_of_work/"),
    ("kernel/src/treasury/", "kernel/src/wallet_admin/"),
    ("kernel/src/letters.rs", "kernel/src/email_templates.rs"),
    ("kernel/src/outgoing.rs", "kernel/src/http_client.rs"),
    ("kernel/src/statements.rs", "kernel/src/signing.rs"),
    (
        "kernel/src/postgres/units.rs",
        "kernel/src/postgres/tx_pool.rs",
    ),
    (
        "kernel/src/plugins/background.rs",
        "kernel/src/plugins/event_relay.rs",
    ),
    (
        "kernel/src/http/keepers.rs",
        "kernel/src/http/sudo_administrator.rs",
    ),
    (
        "plugins/gifts/src/giving.rs",
        "plugins/gifts/src/handlers.rs",
    ),
];

pub(super) fn check(source: &Source) -> Vec<Finding> {
    // The lists themselves.
    if source.path.ends_with("tidy/retired.rs") {
        return Vec::new();
    }
    let path = PATHS
        .iter()
        .filter(|(old, _)| source.path.starts_with(old))
        .map(|(_, new)| format!("{}: is called {new} now", source.path));
    let is_code = [".rs", ".ts", ".tsx"]
        .iter()
        .any(|end| source.path.ends_with(end));
    let lines = source.text.lines().enumerate().filter(|_| is_code);
    let words = lines.flat_map(|(at, line)| {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let of_line: Vec<&str> = line.split(move |letter| !is_part(letter)).collect();
        IDENTIFIERS
            .iter()
            .filter(move |(old, _)| of_line.contains(old))
            .map(move |(old, new)| format!("{}:{}: `{old}` is {new} now", source.path, at + 1))
    });
    path.chain(words).collect()
}

#[cfg(test)]
mod tests {
    use super::super::source::Source;
    use super::check;

    fn found(path: &str, text: &str) -> usize {
        let source = Source {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        check(&source).len()
    }

    #[test]
    fn old_names_are_found_as_whole_words() {
        assert_eq!(found("kernel/src/app.rs", "let pool = UnitPool::new();"), 1);
        assert_eq!(
            found("kernel/src/app.rs", "let pool = MyUnitPools::new();"),
            0
        );
        assert_eq!(found("docs/x.md", "UnitPool"), 0);
        assert_eq!(found("kernel/src/work/mod.rs", ""), 1);
    }
}
