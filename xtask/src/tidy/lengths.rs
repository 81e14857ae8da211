//! Texts that people enter are counted as people count characters: by the helpers of the SDK (`text::line`, `text::paragraph`) and of
//! the kernel (`typed_text`). A count of code points refuses emojis and decomposed Hangul, and attributes of controls cut them.

use super::source::{Finding, Source};

/// Folders of sources with rules for texts.
const RUST: &[&str] = &[
    "kernel/src/",
    "kernel/rooms/src/",
    "plugins/",
    "sdk/templates/",
];
const WEB: &[&str] = &["web-plugins/", "web-shell/src/"];

/// What counts code points on purpose.
const CODE_POINTS: &[(&str, &str)] = &[
    ("kernel/src/identity/validation.rs", "a password"),
    ("kernel/src/identity/common_passwords.rs", "a password"),
    ("kernel/src/plugins/host/ledger.rs", "the memo of a plugin"),
];

pub(super) fn check(source: &Source) -> Vec<Finding> {
    let Source { path, text } = source;
    let is_in = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
    let is_exempt = CODE_POINTS.iter().any(|(file, _)| path == file);
    if path.ends_with(".rs") && is_in(RUST) && !is_exempt {
        let code = text.lines().take_while(|line| *line != "mod tests {");
        return findings(
            path,
            code,
            is_count,
            "use `text::line`, `text::paragraph` or `text_length`",
        );
    }
    let is_script = path.ends_with(".ts") || path.ends_with(".tsx");
    if is_script && is_in(WEB) && !path.contains(".test.") {
        let mut found = findings(path, text.lines(), is_unit_count, "use `lengthOf`");
        found.extend(controls(path, text));
        return found;
    }
    Vec::new()
}

fn findings<'a>(
    path: &str,
    lines: impl Iterator<Item = &'a str>,
    is_wrong: fn(&str) -> bool,
    remedy: &str,
) -> Vec<Finding> {
    lines
        .enumerate()
        .filter(|(_, line)| is_wrong(line))
        .map(|(at, _)| format!("{path}:{}: does not count as people do; {remedy}", at + 1))
        .collect()
}

fn is_count(line: &str) -> bool {
    line.contains(".chars().count()")
}

fn is_unit_count(line: &str) -> bool {
    line.contains(".trim().length")
}

/// `maxLength` on plain controls, which counts UTF-16 units. The controls of the kit count characters.
fn controls(path: &str, text: &str) -> Vec<Finding> {
    ["<input", "<textarea"]
        .iter()
        .flat_map(|control| text.match_indices(control))
        .filter(|(at, control)| {
            let rest = &text[at + control.len()..];
            // The end of the element: a `>` that is not part of an arrow.
            let end = rest.match_indices('>').find(|(end, _)| !rest[..*end].ends_with('='));
            let element = end.map_or(rest, |(end, _)| &rest[..end]);
            rest.starts_with([' ', '\n']) && element.contains("maxLength")
        })
        .map(|(at, _)| {
            let line = text[..at].lines().count().max(1);
            format!("{path}:{line}: `maxLength` counts UTF-16 units; use TextInput, TextArea or useTextLimit")
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
    fn counts_of_code_points_are_found_outside_of_tests() {
        let count = "if name.chars().count() > 40 {";
        assert_eq!(found("plugins/worlds/src/world.rs", count), 1);
        assert_eq!(found("kernel/src/safety/reports.rs", count), 1);
        assert_eq!(found("kernel/src/identity/validation.rs", count), 0);
        assert_eq!(found("kernel/text/src/lib.rs", count), 0);
        let in_test = format!("mod tests {{\n{count}\n}}");
        assert_eq!(found("plugins/worlds/src/world.rs", &in_test), 0);
    }

    #[test]
    fn plain_controls_have_no_max_length() {
        let control = |attributes: &str| format!("<input onChange={{() => 1}} {attributes} />");
        assert_eq!(
            found("web-plugins/a/src/A.tsx", &control("maxLength={40}")),
            1
        );
        assert_eq!(found("web-plugins/a/src/A.tsx", &control("name=\"a\"")), 0);
        assert_eq!(found("web-plugins/a/src/a.ts", "text.trim().length < 2"), 1);
        assert_eq!(
            found("web-plugins/a/src/a.ts", "lengthOf(text.trim()) < 2"),
            0
        );
        let kit = "<TextInput maxLength={40} />";
        assert_eq!(found("web-plugins/a/src/A.tsx", kit), 0);
    }
}
