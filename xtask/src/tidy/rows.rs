//! Rows of the database are decoded by checked queries: `Row::get` panics if a column does not decode.

use super::source::{Finding, Source};

/// Folders whose code reads rows with sqlx.
const FOLDERS: &[&str] = &["kernel/src/", "kernel/ledger/src/"];

const PANICKING: &[&str] = &["row.get(", "row.get::<", ".await?.get(", ")?.get(0)"];

pub(super) fn check(source: &Source) -> Vec<Finding> {
    let is_checked = FOLDERS.iter().any(|folder| source.path.starts_with(folder))
        && source.path.ends_with(".rs")
        && !source.path.ends_with("/tests.rs");
    if !is_checked {
        return Vec::new();
    }
    let code = source
        .text
        .lines()
        .take_while(|line| *line != "mod tests {");
    code.enumerate()
        .filter(|(_, line)| {
            let line = line.trim_start();
            !line.starts_with("//") && PANICKING.iter().any(|call| line.contains(call))
        })
        .map(|(at, _)| {
            format!(
                "{}:{}: `get` on a row panics; use `query_as`, `query_scalar` or `try_get`",
                source.path,
                at + 1
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::source::Source;
    use super::check;

    fn found(path: &str, text: &str) -> usize {
        check(&Source::new(path, text)).len()
    }

    #[test]
    fn panicking_reads_of_rows_are_found_outside_of_tests() {
        let read = "let id: i64 = row.get(0);";
        assert_eq!(found("kernel/src/live.rs", read), 1);
        let typed = "let id = row.get::<Uuid, _>(\"id\");";
        assert_eq!(found("kernel/ledger/src/lot.rs", typed), 1);
        assert_eq!(
            found("kernel/src/live.rs", "let id: i64 = row.try_get(0)?;"),
            0
        );
        assert_eq!(found("kernel/src/live.rs", "// row.get(0) panics"), 0);
        assert_eq!(
            found("kernel/src/live.rs", &format!("mod tests {{\n{read}\n}}")),
            0
        );
        // The row of the SDK returns a result.
        assert_eq!(found("plugins/mail/src/queries.rs", read), 0);
    }
}
