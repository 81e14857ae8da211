//! The form of a source file: a first line with its purpose, a maximum length, and no words that refer to one machine
//! or to unfinished work.

use super::source::{Finding, Source};

const MAX_LINES: usize = 500;

/// Files that may be longer: generated ones, and those that would be harder to read in parts.
const LONG: &[&str] = &[
    "sdk/api-client/openapi.json",
    "sdk/api-client/src/schema.ts",
    "package-lock.json",
];

/// Only source code has a maximum length.
const MEASURED: &[&str] = &[".rs", ".ts", ".tsx", ".mjs", ".css", ".sh"];

/// Each word is split in two, so that this file does not contain it.
const FORBIDDEN: &[(&str, &str, &str)] = &[
    ("/ro", "ot/", "a path of one machine"),
    ("/ho", "me/", "a path of one machine"),
    ("/Us", "ers/", "a path of one machine"),
    ("/wo", "rk/", "a path of one machine"),
    ("registry.npm", "js.org", "a registry's host name"),
    ("index.crates", ".io", "a registry's host name"),
    ("static.rust", "-lang.org", "a registry's host name"),
    ("FIX", "ME", "unfinished work; finish it or write an issue"),
    ("XX", "X:", "unfinished work; finish it or write an issue"),
    ("TO", "DO:", "unfinished work; finish it or write an issue"),
    ("todo", "!(", "unfinished work; finish it or write an issue"),
    (
        "@sc",
        "ope (",
        "not every supported browser has it; nest the rules in the plugin's attribute",
    ),
    (
        "unimple",
        "mented!(",
        "unfinished work; finish it or write an issue",
    ),
];

pub(super) fn check(source: &Source) -> Vec<Finding> {
    let Source { path, text } = source;
    let mut findings = Vec::new();
    if path.ends_with(".rs") && !opens_with_docs(text) {
        findings.push(format!(
            "{path}: does not open with `//!` saying what it is for"
        ));
    }
    let lines = text.lines().count();
    let measured = MEASURED.iter().any(|end| path.ends_with(end));
    if measured && lines > MAX_LINES && !LONG.contains(&path.as_str()) {
        findings.push(format!(
            "{path}: {lines} lines; split by noun, at {MAX_LINES} at the latest"
        ));
    }
    for (at, line) in text.lines().enumerate() {
        for (first, second, why) in FORBIDDEN {
            if holds(line, &format!("{first}{second}")) {
                findings.push(format!("{path}:{}: `{first}{second}`: {why}", at + 1));
            }
        }
    }
    findings
}

/// True if the line holds the word; a path counts only where it begins, not in the middle of a longer one.
fn holds(line: &str, word: &str) -> bool {
    let is_path = word.starts_with('/');
    let begins = |at: usize| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '}' | '*'))
    };
    line.match_indices(word)
        .any(|(at, _)| !is_path || begins(at))
}

fn opens_with_docs(text: &str) -> bool {
    text.strip_prefix("//!").is_some_and(|rest| {
        let first = rest.lines().next().unwrap_or_default();
        first.trim().len() > 10
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> usize {
        check(&Source::new(path, text)).len()
    }

    #[test]
    fn modules_say_what_they_are_for() {
        assert_eq!(findings("kernel/src/a.rs", "//! What a is for.\n"), 0);
        assert_eq!(findings("kernel/src/a.rs", "use std::fs;\n"), 1);
        assert_eq!(findings("kernel/src/a.rs", "//!\n//! Late.\n"), 1);
        assert_eq!(findings("web-shell/src/a.ts", "export {}\n"), 0);
    }

    #[test]
    fn files_can_be_read() {
        let long = "\n".repeat(MAX_LINES + 1);
        assert_eq!(findings("web-shell/src/a.ts", &long), 1);
        assert_eq!(findings("sdk/api-client/src/schema.ts", &long), 0);
        assert_eq!(findings("plugins/worlds/schemas/a.json", &long), 0);
    }

    #[test]
    fn sources_mention_the_product_only() {
        for (first, second, _) in FORBIDDEN {
            assert_eq!(findings("docs/a.md", &format!("see {first}{second}")), 1);
        }
        assert_eq!(findings("docs/a.md", "see docs/operating.md"), 0);
        let (first, second, _) = FORBIDDEN[3];
        assert_eq!(
            findings("docs/a.md", &format!("see kernel{first}{second}")),
            0
        );
    }
}
