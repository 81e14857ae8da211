//! The length of texts as people count it.

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

#[cfg(test)]
mod tests {
    use super::text_length;

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
}
