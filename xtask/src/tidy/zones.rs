//! Imports inside the shell point from the app to features to shared code, never back.

use super::imports::imported;
use super::source::{Finding, Source};

const SHELL: &str = "web-shell/src/";

/// Folders of the shell and their layers. Files outside of these folders (`main.tsx`) are in the top layer.
const ZONES: &[(&str, u8)] = &[
    ("lib", 0),
    ("parts", 0),
    ("screens", 0),
    ("locales", 0),
    ("styles", 0),
    ("features", 1),
    ("layout", 2),
    ("app", 2),
];

pub(super) fn check(source: &Source) -> Vec<Finding> {
    let Some(path) = source.path.strip_prefix(SHELL) else {
        return Vec::new();
    };
    let own = height(path);
    let lines = source.text.lines().enumerate();
    lines
        .filter_map(|(at, line)| {
            let target = resolved(path, imported(line)?)?;
            (height(&target) > own).then(|| {
                let place = format!("{}:{}", source.path, at + 1);
                format!("{place}: imports {target}, which is above it (shared, features, app)")
            })
        })
        .collect()
}

fn height(path: &str) -> u8 {
    let folder = path.split('/').next().unwrap_or_default();
    let zone = ZONES.iter().find(|(name, _)| *name == folder);
    zone.map_or(3, |(_, height)| *height)
}

/// A relative import as a path from the shell's root.
fn resolved(path: &str, import: &str) -> Option<String> {
    if !import.starts_with('.') {
        return None;
    }
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::super::source::Source;
    use super::check;

    fn found(path: &str, import: &str) -> usize {
        let text = format!("import {{ x }} from '{import}'");
        check(&Source::new(path, &text)).len()
    }

    #[test]
    fn imports_point_down() {
        assert_eq!(
            found("web-shell/src/app/Root.tsx", "../features/session/store"),
            0
        );
        assert_eq!(
            found("web-shell/src/features/admin/A.tsx", "../../lib/lazy"),
            0
        );
        assert_eq!(
            found("web-shell/src/features/admin/A.tsx", "../session/store"),
            0
        );
        assert_eq!(
            found("web-shell/src/features/admin/A.tsx", "../../app/boot"),
            1
        );
        assert_eq!(
            found("web-shell/src/parts/A.tsx", "../features/session/store"),
            1
        );
        assert_eq!(found("web-shell/src/parts/A.tsx", "@witverse/sdk"), 0);
        assert_eq!(found("web-plugins/mail/src/a.tsx", "../app/b"), 0);
    }
}
