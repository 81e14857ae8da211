//! The rules of texts that people type, for all routes of the kernel: one line where one is meant, counted as people count
//! characters. Plugins have the same rules in their SDK (`witverse_sdk::text`).

use std::borrow::Cow;
use std::ops::RangeInclusive;

use crate::error::{Localized, Problem, Result};

/// A text of one line without spaces around it.
///
/// # Errors
/// The field: its length is out of range, or it has line breaks, tabs or control characters.
pub(crate) fn line(field: &str, text: &str, length: RangeInclusive<usize>) -> Result<String> {
    let text = text.trim();
    checked(
        field,
        text,
        break_fault(text).or_else(|| fault(text, &length)),
    )
}

/// Why a text is not on one line.
pub(crate) fn break_fault(text: &str) -> Option<Localized> {
    text.contains(is_break).then(|| {
        Localized::new(
            "줄을 바꾸지 말고 한 줄로 입력해 주세요.",
            "Please enter this on one line.",
        )
    })
}

/// A stored text on one line, with spaces in place of its line breaks.
pub(crate) fn on_one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(is_break) {
        return Cow::Borrowed(text);
    }
    let lines = text.split(is_break).map(str::trim);
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    Cow::Owned(lines.join(" "))
}

/// A text that may have several lines, without spaces around it.
///
/// # Errors
/// The field: its length is out of range, or it has control characters.
pub(crate) fn paragraph(field: &str, text: &str, length: RangeInclusive<usize>) -> Result<String> {
    let text = text.trim();
    checked(field, text, fault(text, &length))
}

fn checked(field: &str, text: &str, message: Option<Localized>) -> Result<String> {
    match message {
        None => Ok(text.to_owned()),
        Some(message) => Err(Problem::field(field, message).into()),
    }
}

const fn is_break(letter: char) -> bool {
    matches!(
        letter,
        '\n' | '\r' | '\t' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Why a trimmed text cannot be taken.
fn fault(text: &str, length: &RangeInclusive<usize>) -> Option<Localized> {
    if text.contains(|letter: char| letter.is_control() && !is_break(letter)) {
        return Some(Localized::new(
            "사용할 수 없는 문자가 있습니다.",
            "This contains a character that can't be used.",
        ));
    }
    let (least, most) = (length.start(), length.end());
    if length.contains(&witverse_text::length(text)) {
        None
    } else if *least == 0 {
        Some(Localized::new(
            format!("{most}자까지 입력할 수 있습니다."),
            format!("Please use at most {most} characters."),
        ))
    } else {
        Some(Localized::new(
            format!("{least}자 이상 {most}자 이하로 입력해 주세요."),
            format!("Please use {least} to {most} characters."),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::{line, on_one_line, paragraph};

    #[test]
    fn paragraphs_have_length_limits() {
        assert_eq!(
            paragraph("text", "  한글 \n둘째 줄 ", 5..=500).expect("a text"),
            "한글 \n둘째 줄"
        );
        for bad in ["", "    ab    ", "a\0bcdef", "\u{1b}[31mred"] {
            assert!(paragraph("text", bad, 5..=500).is_err(), "{bad:?}");
        }
        let family = "👨\u{200d}👩\u{200d}👧";
        assert!(paragraph("text", &family.repeat(500), 0..=500).is_ok());
        assert!(paragraph("text", &"가".repeat(501), 0..=500).is_err());
        assert_eq!(paragraph("text", "", 0..=500).expect("nothing"), "");
    }

    #[test]
    fn a_line_is_one() {
        assert_eq!(line("name", " Key\u{3000}", 1..=40).expect("a line"), "Key");
        for bad in ["a\nb", "a\tb", "a\u{2028}b", "a\0b", ""] {
            assert!(line("name", bad, 1..=40).is_err(), "{bad:?}");
        }
        assert_eq!(on_one_line(" a b "), " a b ");
        assert_eq!(on_one_line("a\r\n\n b\u{2028}c\n"), "a b c");
    }
}
