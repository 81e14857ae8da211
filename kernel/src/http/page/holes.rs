//! Holes in the markup of pages that was rendered at build time, for values of the page's initial data:
//! `{{items.0.worldName|text}}`. The SDK's `prerender/holes.ts` writes them.

use std::fmt::Write;

use serde_json::Value;

/// Fills the holes. `None` if a value is missing, or if the markup would be wrong for it: then the browser renders it.
pub(super) fn fill(markup: &str, data: &Value) -> Option<String> {
    let mut filled = String::with_capacity(markup.len() + 512);
    let mut rest = markup;
    while let Some((before, hole)) = rest.split_once("{{") {
        let (hole, after) = hole.split_once("}}")?;
        let (path, format) = hole.split_once('|')?;
        filled.push_str(before);
        put(&mut filled, format, at(data, path))?;
        rest = after;
    }
    filled.push_str(rest);
    Some(filled)
}

/// The value at `items.0.worldName`.
fn at<'a>(data: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(data, |value, name| match value {
        Value::Array(items) => name.parse().map_or(&Value::Null, |index: usize| {
            items.get(index).unwrap_or(&Value::Null)
        }),
        value => &value[name],
    })
}

fn put(out: &mut String, format: &str, value: &Value) -> Option<()> {
    match format {
        "text" => escape(out, text(value)?),
        // A missing picture has no markup: the browser draws one.
        "image" => escape(out, value.as_str().unwrap_or_default()),
        "url" => out.extend(percent_encoding::utf8_percent_encode(
            text(value)?,
            percent_encoding::NON_ALPHANUMERIC,
        )),
        "initial" => {
            let first = text(value)?.chars().next()?;
            escape(out, &first.to_uppercase().to_string());
        }
        "integer" => put_integer(out, whole(value)?),
        // The markup has the form for many.
        "plural" => put_integer(out, whole(value).filter(|count| *count != 1)?),
        "degrees" => write!(out, "{}", whole(value)?).ok()?,
        _ => return None,
    }
    Some(())
}

fn text(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| !text.is_empty())
}

/// A number below a million: screens shorten larger ones.
fn whole(value: &Value) -> Option<u64> {
    value.as_u64().filter(|number| *number < 1_000_000)
}

/// `12,345`.
fn put_integer(out: &mut String, number: u64) {
    let _ = match number {
        0..1_000 => write!(out, "{number}"),
        _ => write!(out, "{},{:03}", number / 1_000, number % 1_000),
    };
}

/// Escapes a text for element content and for attributes in quotes.
fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::fill;

    #[test]
    fn holes_are_filled_with_escaped_values() {
        let data = json!({"items": [{"name": "<b>\"a\"&'", "n": 12_345, "none": null}]});
        let filled = |markup: &str| fill(markup, &data);
        assert_eq!(
            filled("<a title=\"{{items.0.name|text}}\">{{items.0.n|integer}}</a>").as_deref(),
            Some("<a title=\"&lt;b&gt;&quot;a&quot;&amp;&#39;\">12,345</a>")
        );
        assert_eq!(
            filled("/{{items.0.name|url}}").as_deref(),
            Some("/%3Cb%3E%22a%22%26%27")
        );
        assert_eq!(filled("{{items.0.name|initial}}").as_deref(), Some("&lt;"));
        assert_eq!(
            filled("<img src=\"{{items.0.none|image}}\">").as_deref(),
            Some("<img src=\"\">")
        );
        assert_eq!(filled("no holes").as_deref(), Some("no holes"));
    }

    #[test]
    fn markup_that_would_be_wrong_is_not_used() {
        let data = json!({"items": [], "one": 1, "many": 1_000_000, "half": 0.5, "empty": "", "style": "red;x:y"});
        for hole in [
            "items.0.name|text",
            "one|plural",
            "many|integer",
            "half|integer",
            "empty|text",
            "style|degrees",
            "one|unknown",
            "one",
        ] {
            assert_eq!(fill(&format!("{{{{{hole}}}}}"), &data), None, "{hole}");
        }
        assert_eq!(fill("{{one|integer", &data), None);
    }
}
