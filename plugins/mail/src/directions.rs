//! What a person has written may run from right to left. Alarms name it in quotation marks; there it is isolated, so that the
//! words and dates beside it keep their order. Pure.

use std::borrow::Cow;
use witverse_sdk::ctx::Text;

const QUOTES: [(char, char); 2] = [('‘', '’'), ('“', '”')];
const ISOLATE: char = '\u{2068}';
const END: char = '\u{2069}';

/// The text with each quotation from right to left isolated, in both languages.
pub fn isolated(text: &Text) -> Text {
    Text::new(isolate(&text.ko), isolate(&text.en))
}

fn isolate(text: &str) -> Cow<'_, str> {
    if !text.contains(is_right_to_left) {
        return Cow::Borrowed(text);
    }
    let mut isolated = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some((before, quotation, after)) = next_quotation(rest) {
        isolated.push_str(before);
        match quotation.contains(is_right_to_left) && !quotation.starts_with(ISOLATE) {
            true => isolated.extend([&ISOLATE.to_string(), quotation, &END.to_string()]),
            false => isolated.push_str(quotation),
        }
        rest = after;
    }
    isolated.push_str(rest);
    Cow::Owned(isolated)
}

/// The text up to and with an opening quotation mark, what it quotes, and the rest.
fn next_quotation(text: &str) -> Option<(&str, &str, &str)> {
    let (start, open) = text
        .char_indices()
        .find(|(_, letter)| QUOTES.iter().any(|(open, _)| open == letter))?;
    let (_, close) = QUOTES.iter().find(|(known, _)| *known == open)?;
    let (before, rest) = text.split_at(start + open.len_utf8());
    let end = rest.find(*close)?;
    Some((before, &rest[..end], &rest[end..]))
}

const fn is_right_to_left(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{202a}'..='\u{202e}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::isolate;

    #[test]
    fn quotations_from_right_to_left_are_isolated() {
        for (text, expected) in [
            ("“Lanterns” starts at 19:00.", "“Lanterns” starts at 19:00."),
            (
                "“פנסים 7” starts at 19:00.",
                "“\u{2068}פנסים 7\u{2069}” starts at 19:00.",
            ),
            (
                "‘مصابيح’ 이벤트가 ‘agora’에서 시작됩니다.",
                "‘\u{2068}مصابيح\u{2069}’ 이벤트가 ‘agora’에서 시작됩니다.",
            ),
            ("פנסים “x", "פנסים “x"),
        ] {
            assert_eq!(isolate(text), expected);
            assert_eq!(isolate(&isolate(text)), expected, "again");
        }
    }
}
