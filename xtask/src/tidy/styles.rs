//! Styles of shell, plugins and SDK: radii and weights are tokens of the theme, media queries use the breakpoints of the
//! product, and plugins use the kit's page frame, heads, rows and figures.
//!
//! Custom properties are not allowed in the condition of a media query, so the breakpoints are listed here.

use super::source::{Finding, Source};

/// Folders whose pages load the theme.
const FOLDERS: &[&str] = &["web-plugins/", "web-shell/", "sdk/web/"];

/// The theme defines the tokens; the font file declares the weights that it has.
const DEFINITIONS: &[&str] = &["styles/theme.css", "styles/first-fonts.css"];

/// Narrow phones, then the breakpoints of the specification (section 9; its 1281 is the first width above 1280).
const BREAKPOINTS: &[&str] = &["480", "768", "1024", "1280", "1440", "1600", "1920"];

/// Last parts of class names that plugins do not define, and what the kit has instead.
const KIT: &[(&str, &str)] = &[
    ("page", "<Page>"),
    ("head", "<PageHead>"),
    ("back", "<BackLink>"),
    ("row", "wv-row or <Row>"),
    ("card", "wv-card or <Card>"),
    ("figures", "<Figures>"),
    ("note", "wv-note"),
];

pub(super) fn check(source: &Source) -> Vec<Finding> {
    let path = &source.path;
    let is_checked = FOLDERS.iter().any(|folder| path.starts_with(folder))
        && !DEFINITIONS.iter().any(|file| path.ends_with(file));
    if !is_checked {
        return Vec::new();
    }
    let problem_of: fn(&str, &str) -> Option<String> = match path.rsplit('.').next() {
        Some("css") => of_css,
        Some("tsx") => of_tsx,
        _ => return Vec::new(),
    };
    let lines = source.text.lines().enumerate();
    lines
        .filter_map(|(at, line)| {
            let problem = problem_of(path, line.trim())?;
            Some(format!("{path}:{}: {problem}", at + 1))
        })
        .collect()
}

fn of_css(path: &str, line: &str) -> Option<String> {
    if let Some(condition) = line.strip_prefix("@media") {
        return unknown_width(condition);
    }
    let declaration = line.rsplit("{ ").next().unwrap_or(line);
    if let Some((name, value)) = declaration.trim_end_matches(" }").split_once(": ") {
        let value = value.trim_end_matches(';');
        let is_radius = name.starts_with("border-") && name.ends_with("radius");
        if is_radius && !value.split(' ').all(is_radius_value) {
            return Some(format!(
                "`{name}: {value}` is no token; use --radius-small, -control, -box, -card or -pill"
            ));
        }
        let is_named = ["inherit", "bolder"].contains(&value) || value.starts_with("var(--weight-");
        if name == "font-weight" && !is_named {
            return Some(format!(
                "`{name}: {value}` is no token; use --weight-regular, -medium, -semibold or -bold"
            ));
        }
    }
    let class = class_defined(line).filter(|_| path.starts_with("web-plugins/"))?;
    let (prefix, last) = class.split_once('-')?;
    if prefix == "wv" {
        return None; // adapts the kit to a page
    }
    let (_, kit) = KIT.iter().find(|(name, _)| *name == last)?;
    Some(format!("`.{class}` is a part of the kit; use {kit}"))
}

/// Styles in a component, such as the shape of a skeleton.
fn of_tsx(_: &str, line: &str) -> Option<String> {
    let (_, value) = line.split_once("borderRadius: ")?;
    let is_number = value.starts_with(|first: char| first.is_ascii_digit());
    is_number.then(|| "a radius is a token, such as 'var(--radius-card)'".to_owned())
}

/// Percentages follow the size of the element.
fn is_radius_value(value: &str) -> bool {
    value == "0" || value == "inherit" || value.ends_with('%') || value.starts_with("var(--radius-")
}

fn unknown_width(condition: &str) -> Option<String> {
    let lengths = condition.split(|letter: char| !letter.is_ascii_alphanumeric());
    let unknown = lengths
        .filter_map(|length| length.strip_suffix("px"))
        .find(|length| !BREAKPOINTS.contains(length))?;
    let known = BREAKPOINTS.join(", ");
    Some(format!("{unknown} px is no breakpoint; use {known}"))
}

/// The class of a rule that begins on this line and applies to the class itself: `.x-row {` or `.x-row,`.
fn class_defined(line: &str) -> Option<&str> {
    let selector = line.strip_suffix(['{', ','])?.trim_end();
    let class = selector.strip_prefix('.')?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    class.chars().all(is_name).then_some(class)
}

#[cfg(test)]
mod tests {
    use super::super::source::Source;
    use super::check;

    fn found(path: &str, text: &str) -> usize {
        check(&Source::new(path, text)).len()
    }

    const PLUGIN: &str = "web-plugins/market/src/styles/list.css";

    #[test]
    fn radii_and_weights_are_tokens() {
        for right in [
            "border-radius: var(--radius-card) var(--radius-card) 0 0;",
            "border-radius: 50%;",
            "border-radius: inherit;",
            "font-weight: var(--weight-bold);",
            "b { font-weight: bolder }",
            "border-bottom: 1px solid red;",
        ] {
            assert_eq!(found(PLUGIN, right), 0, "{right}");
        }
        for wrong in [
            "border-radius: 13px;",
            "border-top-left-radius: 4px;",
            "border-radius: 0 4px 0 0;",
            ".mk-x { border-radius: 10px }",
            "font-weight: 650;",
        ] {
            assert_eq!(found(PLUGIN, wrong), 1, "{wrong}");
            assert_eq!(found("web-shell/src/styles/layout.css", wrong), 1);
            assert_eq!(found("sdk/web/src/ui/parts.css", wrong), 1);
        }
        assert_eq!(
            found("sdk/web/src/styles/theme.css", "font-weight: 400;"),
            0
        );
        assert_eq!(
            found("examples/quiz-block/web/quiz.css", "border-radius: 9px;"),
            0
        );
        let shape = "<Skeleton style={{ height: 40, borderRadius: 22 }} />";
        assert_eq!(found("web-plugins/market/src/List.tsx", shape), 1);
    }

    #[test]
    fn media_queries_use_the_breakpoints() {
        assert_eq!(found(PLUGIN, "@media (768px <= width < 1024px) {"), 0);
        assert_eq!(found(PLUGIN, "@media (width >= 900px) {"), 1);
        assert_eq!(
            found(PLUGIN, "@media (prefers-reduced-motion: reduce) {"),
            0
        );
    }

    #[test]
    fn plugins_do_not_define_parts_of_the_kit() {
        assert_eq!(found(PLUGIN, ".mk-row {"), 1);
        assert_eq!(found(PLUGIN, ".mk-row,\n.mk-x {"), 1);
        assert_eq!(found(PLUGIN, ".mk-row-text {"), 0);
        assert_eq!(found(PLUGIN, ".wv-card {"), 0);
        assert_eq!(found(PLUGIN, ".mk-x .mk-row {"), 0);
        assert_eq!(found("web-shell/src/styles/parts.css", ".pt-row {"), 0);
    }
}
