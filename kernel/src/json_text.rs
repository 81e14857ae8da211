//! Brings the texts of a JSON body into their one form (`witverse_text::clean`) before anything reads them, so that no route can
//! forget it; and those of calls that installed plugins make of services. Names of fields, numbers and the rest of the body stay as
//! they were sent.

/// The body with clean texts; `None` if it is that already. What is not JSON stays as it is, and its reader refuses it.
pub(crate) fn clean_texts(body: &[u8]) -> Option<String> {
    // Most bodies: ASCII, in which only an escape can hide a character.
    let has_escapes = || {
        body.windows(2)
            .any(|pair| matches!(pair, [b'\\', b'u' | b'b' | b'f' | b'r']))
    };
    if body.is_ascii() && !has_escapes() {
        return None;
    }
    std::str::from_utf8(body).ok().and_then(cleaned)
}

/// `None` if nothing changes, or a string does not end or has an invalid escape.
fn cleaned(json: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = json;
    let mut changes = false;
    while let Some(start) = rest.find('"') {
        let end = start + end_of_string(&rest[start..])?;
        let literal = &rest[start..end];
        let is_name = rest[end..].trim_start().starts_with(':');
        out.push_str(&rest[..start]);
        rest = &rest[end..];
        let text: String = serde_json::from_str(literal).ok()?;
        let clean = witverse_text::clean(&text);
        if is_name || *clean == *text {
            out.push_str(literal);
        } else {
            out.push_str(&serde_json::to_string(&clean).ok()?);
            changes = true;
        }
    }
    out.push_str(rest);
    changes.then_some(out)
}

/// The length of the string literal at the start of a text, with its quotes.
fn end_of_string(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (place, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return Some(place + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::clean_texts;

    fn check(json: &str, expected: &str) {
        let cleaned = clean_texts(json.as_bytes());
        assert_eq!(cleaned.as_deref().unwrap_or(json), expected, "{json}");
    }

    #[test]
    fn texts_are_cleaned_and_the_rest_stays() {
        check(
            r#"{"a": "b\nc", "n": 12345678901234567890123}"#,
            r#"{"a": "b\nc", "n": 12345678901234567890123}"#,
        );
        check(
            r#"{"a": "b\u0007c", "n": 1e400}"#,
            r#"{"a": "bc", "n": 1e400}"#,
        );
        check(
            "{\"a\" : [\"\u{200b}\", \"e\u{301}\"]}",
            "{\"a\" : [\"\", \"é\"]}",
        );
        check(r#"{"a": "x\"\u202ey\\"}"#, r#"{"a": "x\"y\\"}"#);
        // Names of fields are not texts.
        check("{\"a\u{200b}\": \"b\"}", "{\"a\u{200b}\": \"b\"}");
        check(r#"{"a": "b\r\nc"}"#, r#"{"a": "b\nc"}"#);
    }

    #[test]
    fn what_is_no_json_stays_for_its_reader() {
        for broken in [
            "\"\u{200b}",
            "{\"a\": \"\u{200b}\\u12\"}",
            "\u{200b}",
            "\\u0000",
        ] {
            check(broken, broken);
        }
        assert_eq!(clean_texts(b"\xff\"a\""), None);
    }
}
