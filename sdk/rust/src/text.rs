//! Texts that people enter: a line, a paragraph, and their length as people count it.
//!
//! The kernel brings the texts of a request into one form before a plugin reads them: composed, without characters that are not
//! seen. What a field allows is the plugin's part. Each text that people enter goes through [`line`] or [`paragraph`], or their
//! forms for both languages.

use crate::ctx::Text;
use crate::error::{Error, Localized, localized};
use std::ops::RangeInclusive;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// Code points that one character of a reader may have. Emojis of families and flags of regions have up to 14; a letter below
/// hundreds of marks is counted by its marks.
pub const CODE_POINTS_A_CHARACTER: usize = 16;

/// How many characters a reader counts in a text. A column for `n` of them takes `n * CODE_POINTS_A_CHARACTER` code points.
#[must_use]
pub fn text_length(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    let code_points = text.chars().count();
    let characters = text.graphemes(true).count();
    characters.max(code_points.div_ceil(CODE_POINTS_A_CHARACTER))
}

/// A text of one line, such as a name or a title, without spaces around it.
///
/// # Errors
/// At `field`: its length is out of range, or it has line breaks, tabs or control characters.
///
/// ```
/// use witverse_sdk::text;
/// assert_eq!(text::line("title", " 등불 축제 ", 1..=40).unwrap(), "등불 축제");
/// assert!(text::line("title", "one\ntwo", 1..=40).is_err());
/// ```
pub fn line(
    field: impl Into<String>,
    text: &str,
    length: RangeInclusive<usize>,
) -> Result<String, Error> {
    let text = text.trim();
    let message = match text.contains(is_break) {
        true => Some(localized(
            "줄을 바꾸지 말고 한 줄로 입력해 주세요.",
            "Please enter this on one line.",
        )),
        false => fault(text, &length),
    };
    checked(field, text, message)
}

/// A text that may have several lines, such as a description or a reason, without spaces around it.
///
/// # Errors
/// At `field`: its length is out of range, or it has control characters.
pub fn paragraph(
    field: impl Into<String>,
    text: &str,
    length: RangeInclusive<usize>,
) -> Result<String, Error> {
    let text = text.trim();
    checked(field, text, fault(text, &length))
}

/// [`line`] for both languages.
///
/// # Errors
/// At `field.ko` and `field.en`.
pub fn both_lines(field: &str, text: &Text, length: RangeInclusive<usize>) -> Result<Text, Error> {
    both(
        line(format!("{field}.ko"), &text.ko, length.clone()),
        line(format!("{field}.en"), &text.en, length),
    )
}

/// [`paragraph`] for both languages.
///
/// # Errors
/// At `field.ko` and `field.en`.
pub fn both_paragraphs(
    field: &str,
    text: &Text,
    length: RangeInclusive<usize>,
) -> Result<Text, Error> {
    both(
        paragraph(format!("{field}.ko"), &text.ko, length.clone()),
        paragraph(format!("{field}.en"), &text.en, length),
    )
}

/// The text in one spelling, for comparisons: composed, with letters, digits and signs in their usual width.
///
/// ```
/// assert_eq!(witverse_sdk::text::compatible("１５２ ｱ"), "152 ア");
/// ```
#[must_use]
pub fn compatible(text: &str) -> String {
    text.nfkc().collect()
}

/// The beginning of a text on one line, of at most `max` characters with the sign of what was left out.
///
/// ```
/// assert_eq!(witverse_sdk::text::excerpt("one\ntwo three", 8), "one two…");
/// ```
#[must_use]
pub fn excerpt(text: &str, max: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    cut(&line, max, text_length)
}

/// The beginning of a text of at most `bytes`, with the sign of what was left out. No character is divided.
#[must_use]
pub fn within_bytes(text: &str, bytes: usize) -> String {
    cut(text, bytes, str::len)
}

fn cut(text: &str, max: usize, size: fn(&str) -> usize) -> String {
    const SIGN: &str = "…";
    if size(text) <= max {
        return text.to_owned();
    }
    let mut left = max.saturating_sub(size(SIGN));
    let mut end = 0;
    for (start, character) in text.grapheme_indices(true) {
        match left.checked_sub(size(character)) {
            Some(rest) => left = rest,
            None => break,
        }
        end = start + character.len();
    }
    format!("{}{SIGN}", text[..end].trim_end())
}

fn both(ko: Result<String, Error>, en: Result<String, Error>) -> Result<Text, Error> {
    match (ko, en) {
        (Ok(ko), Ok(en)) => Ok(Text { ko, en }),
        (Err(ko), Err(en)) => Err(ko.join(en)),
        (Err(error), Ok(_)) | (Ok(_), Err(error)) => Err(error),
    }
}

fn checked(
    field: impl Into<String>,
    text: &str,
    message: Option<Localized>,
) -> Result<String, Error> {
    match message {
        None => Ok(text.to_owned()),
        Some(message) => Err(Error::field(field, message.ko, message.en)),
    }
}

/// Whether the letter ends a line, or aligns columns.
const fn is_break(letter: char) -> bool {
    matches!(
        letter,
        '\n' | '\r' | '\t' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Why a trimmed text cannot be taken.
fn fault(text: &str, length: &RangeInclusive<usize>) -> Option<Localized> {
    let (least, most) = (*length.start(), *length.end());
    // Counting takes time; a text with more bytes is too long in any case.
    let is_countable = text.len() <= most.saturating_mul(CODE_POINTS_A_CHARACTER * 4);
    if is_countable && text.contains(|letter: char| letter.is_control() && !is_break(letter)) {
        return Some(localized(
            "사용할 수 없는 문자가 있습니다.",
            "This contains a character that can't be used.",
        ));
    }
    let count = if is_countable {
        text_length(text)
    } else {
        usize::MAX
    };
    match count {
        0 if least > 0 => Some(localized("필수 항목입니다.", "This field is required.")),
        _ if length.contains(&count) => None,
        _ if least < 2 => Some(localized(
            format!("{most}자까지 입력할 수 있습니다."),
            format!("Please enter at most {most} characters."),
        )),
        _ => Some(localized(
            format!("{least}~{most}자로 입력해 주세요."),
            format!("Please enter {least} to {most} characters."),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{both_lines, excerpt, line, paragraph, text_length, within_bytes};
    use crate::ctx::Text;

    #[test]
    fn characters_are_counted_as_people_count_them() {
        for (text, length) in [
            ("", 0),
            ("abc\n", 4),
            ("한글", 2),
            // As typed on a Mac.
            ("\u{1112}\u{1161}\u{11ab}", 1),
            ("👨‍👩‍👧‍👦", 1),
            ("🇰🇷🇬🇧", 2),
            ("👍🏽", 1),
            ("1️⃣", 1),
            ("ก้ำ", 1),
        ] {
            assert_eq!(text_length(text), length, "{text:?}");
        }
        let marks = format!("a{}", "\u{301}".repeat(10_000));
        assert_eq!(text_length(&marks), 626);
    }

    #[test]
    fn a_line_has_no_breaks_and_a_paragraph_may_have_them() {
        let is_line = |text: &str| line("name", text, 1..=4).is_ok();
        let is_paragraph = |text: &str| paragraph("name", text, 1..=4).is_ok();
        for (text, a_line, a_paragraph) in [
            (" 가나 \n", true, true),
            ("👨‍👩‍👧‍👦🇰🇷👍🏽ก้ำ", true, true),
            ("a\nb", false, true),
            ("a\tb", false, true),
            ("a\u{2028}b", false, true),
            ("a\0b", false, false),
            ("a\u{1b}b", false, false),
            (" \u{3000}\n", false, false),
            ("abcde", false, false),
        ] {
            assert_eq!(
                (is_line(text), is_paragraph(text)),
                (a_line, a_paragraph),
                "{text:?}"
            );
        }
        let text = |text: &str, least: usize| {
            line("name", text, least..=4).expect_err("wrong").fields()[0]
                .message
                .en
                .clone()
        };
        assert_eq!(text("", 1), "This field is required.");
        assert_eq!(text("abcde", 1), "Please enter at most 4 characters.");
        assert_eq!(text("a", 2), "Please enter 2 to 4 characters.");
        let wrong = both_lines("name", &Text::new("a\nb", ""), 1..=4).expect_err("wrong");
        let fields: Vec<&str> = wrong
            .fields()
            .iter()
            .map(|one| one.field.as_str())
            .collect();
        assert_eq!(fields, ["name.ko", "name.en"]);
    }

    #[test]
    fn what_is_cut_keeps_its_characters() {
        assert_eq!(excerpt("a\n b", 3), "a b");
        assert_eq!(excerpt("a👨‍👩‍👧‍👦bc", 3), "a👨‍👩‍👧‍👦…");
        assert_eq!(excerpt("한 글자씩", 3), "한…");
        assert_eq!(within_bytes("한글", 6), "한글");
        assert_eq!(within_bytes("한글한글", 9), "한글…");
        assert_eq!(within_bytes("👨‍👩‍👧‍👦", 10), "…");
    }
}
