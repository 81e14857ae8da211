//! One form for the texts that people enter: composed (NFC), and without characters that are not seen or that change how the rest
//! is read. And the skeleton of a text, by which words that are barred are found in any spelling.
//!
//! It refuses nothing: what is left out was never visible, or was a pile of marks that covers other lines. A text of such characters
//! alone becomes empty. Only NUL stays, which no person types: the checks of fields refuse it.

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{UnicodeNormalization, is_nfc};
use unicode_security::confusable_detection::skeleton as confusable;
use unicode_segmentation::UnicodeSegmentation;

/// Code points that one character of a reader may have; the SDK of plugins counts the same way. Emojis of families and flags of
/// regions have up to 14; a letter below hundreds of marks is counted by its marks.
pub const CODE_POINTS_A_CHARACTER: usize = 16;

/// Marks that one letter keeps. Hebrew with points and cantillation has up to five, Thai and Vietnamese two, stacks of Tibetan
/// up to six.
const MARKS_A_LETTER: usize = 6;

const ZERO_WIDTH_NON_JOINER: char = '\u{200c}';
const ZERO_WIDTH_JOINER: char = '\u{200d}';
const BLACK_FLAG: char = '\u{1f3f4}';

/// The text in its one form. Line breaks of all kinds become `\n`; tabs stay.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| matches!(letter, '\t' | '\n' | ' '..='~');
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let keeps_isolates = are_balanced(text);
    let mut cleaned = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let before = cleaned.chars().next_back();
        match letter {
            '\0' | '\t' | '\n' => cleaned.push(letter),
            '\r' => {
                letters.next_if_eq(&'\n');
                cleaned.push('\n');
            }
            '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => cleaned.push('\n'),
            // They join emojis and shape letters of some scripts; after others they are not seen.
            ZERO_WIDTH_JOINER | ZERO_WIDTH_NON_JOINER if before.is_some_and(is_joined) => {
                cleaned.push(letter);
            }
            // Flags of regions: a black flag and tags.
            '\u{e0020}'..='\u{e007f}' if before.is_some_and(is_flag) => cleaned.push(letter),
            '\u{2066}'..='\u{2069}' if keeps_isolates => cleaned.push(letter),
            // A choice of form, which emojis and signs have; after letters it is not seen.
            '\u{fe00}'..='\u{fe0f}'
                if before.is_none_or(|before| before.is_alphabetic() || before.is_whitespace()) => {
            }
            _ if letter.is_control() || is_hidden(letter) => {}
            _ => cleaned.push(letter),
        }
    }
    if !is_nfc(&cleaned) {
        cleaned = cleaned.nfc().collect();
    }
    drop_piled_marks(&mut cleaned);
    match cleaned == text {
        true => Cow::Borrowed(text),
        false => Cow::Owned(cleaned),
    }
}

/// Removes the marks of a letter after the first few: more of them cover the lines above and below.
fn drop_piled_marks(text: &mut String) {
    let mut marks = 0;
    text.retain(|letter| {
        marks = if is_combining_mark(letter) {
            marks + 1
        } else {
            0
        };
        marks <= MARKS_A_LETTER
    });
}

/// The text as it looks: compatible forms (full-width letters, ligatures) and letters that look alike are one, without case
/// and without hidden characters. For comparisons only, never shown.
#[must_use]
pub fn skeleton(text: &str) -> String {
    let compatible: String = clean(text)
        .nfkd()
        .filter(|letter| !is_hidden(*letter) && !is_joiner(*letter) && !is_ornament(*letter))
        .nfkc()
        .flat_map(char::to_lowercase)
        .collect();
    let alike: String = confusable(&compatible).collect();
    alike.nfkc().flat_map(char::to_lowercase).collect()
}

/// How many characters a reader counts in a text. A column for `n` of them takes `n * CODE_POINTS_A_CHARACTER` code points.
#[must_use]
pub fn length(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    let code_points = text.chars().count();
    let characters = text.graphemes(true).count();
    characters.max(code_points.div_ceil(CODE_POINTS_A_CHARACTER))
}

/// Accents, and choices of form.
const fn is_ornament(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{fe00}'..='\u{fe0f}')
}

const fn is_joiner(letter: char) -> bool {
    matches!(letter, ZERO_WIDTH_JOINER | ZERO_WIDTH_NON_JOINER)
}

/// Whether a joiner after the letter has an effect: not after ASCII, spaces or Hangul.
fn is_joined(letter: char) -> bool {
    let is_hangul = matches!(letter, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7ff}');
    !letter.is_ascii() && !letter.is_whitespace() && !is_hangul && !is_joiner(letter)
}

const fn is_flag(letter: char) -> bool {
    matches!(letter, BLACK_FLAG | '\u{e0020}'..='\u{e007f}')
}

/// Characters without a shape, and those that change the direction of what follows. Variation selectors belong to the character before
/// them.
const fn is_hidden(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e007f}'
    )
}

/// Whether each isolate of a direction ends within the text.
fn are_balanced(text: &str) -> bool {
    let mut open = 0usize;
    for letter in text.chars() {
        match letter {
            '\u{2066}'..='\u{2068}' => open += 1,
            '\u{2069}' if open == 0 => return false,
            '\u{2069}' => open -= 1,
            _ => {}
        }
    }
    open == 0
}

#[cfg(test)]
mod tests {
    use super::{clean, length, skeleton};

    #[test]
    fn characters_are_counted_as_people_count_them() {
        for (text, expected) in [
            ("abc\n", 4),
            ("\u{1112}\u{1161}\u{11ab}", 1),
            ("👨\u{200d}👩\u{200d}👧 👍🏽", 3),
            ("🇰🇷🇬🇧", 2),
        ] {
            assert_eq!(length(text), expected, "{text:?}");
        }
        assert_eq!(length(&format!("a{}", "\u{301}".repeat(10_000))), 626);
    }

    #[test]
    fn a_text_has_one_form() {
        for (text, expected) in [
            ("plain text\n", "plain text\n"),
            // As typed on a Mac.
            ("\u{1112}\u{1161}\u{11ab}", "한"),
            ("e\u{301}", "é"),
            ("a\r\nb\rc\u{2028}d", "a\nb\nc\nd"),
            ("a\0b\u{7}\u{9b}c", "a\0bc"),
            ("de\u{200b}ta\u{ad}il\u{2060}", "detail"),
            ("\u{3164}\u{200b}\u{2800}", ""),
            ("\u{202e}abc\u{202c}", "abc"),
            ("a \u{2067}אב\u{2069} b", "a \u{2067}אב\u{2069} b"),
            ("a \u{2067}b", "a b"),
            (
                "👨\u{200d}👩\u{200d}👧 ❤\u{fe0f} a\u{200d}b",
                "👨\u{200d}👩\u{200d}👧 ❤\u{fe0f} ab",
            ),
            (
                "🏴\u{e0067}\u{e0062}\u{e007f}",
                "🏴\u{e0067}\u{e0062}\u{e007f}",
            ),
            ("x\u{e0067}", "x"),
            ("ｆｕｌｌ", "ｆｕｌｌ"),
        ] {
            assert_eq!(clean(text), expected, "{text:?}");
            assert_eq!(clean(&clean(text)), expected, "again: {text:?}");
        }
    }

    #[test]
    fn a_letter_keeps_a_few_marks() {
        let piled = format!("z{}o", "\u{302}\u{316}".repeat(30));
        assert_eq!(
            clean(&piled),
            "ẑ\u{316}\u{316}\u{316}\u{316}\u{316}\u{316}o"
        );
        assert_eq!(clean(&clean(&piled)), clean(&piled));
        for written in [
            "Tiếng Việt",
            "น้ำใจ ผู้ที่",
            // Shin with its dot, a point inside, a vowel and two signs of cantillation.
            "ש\u{5c1}\u{5bc}\u{5b8}\u{591}\u{5bd}ם",
            "بِسۡمِ ٱللَّهِ",
            "བསྒྲུབས",
            "क्षत्रिय",
            "❤\u{fe0f} 1\u{fe0f}\u{20e3}",
        ] {
            let composed: String =
                unicode_normalization::UnicodeNormalization::nfc(written).collect();
            assert_eq!(clean(written), composed);
        }
    }

    #[test]
    fn spellings_of_a_word_have_one_skeleton() {
        let word = skeleton("witverse");
        for spelling in [
            "ＷＩＴＶＥＲＳＥ",
            "W\u{456}tverse",
            "w\u{200b}itv\u{ad}erse",
            "WitVerse",
            "w\u{301}itverse",
            "wit\u{fe0f}verse",
            "𝐰𝐢𝐭𝐯𝐞𝐫𝐬𝐞",
        ] {
            assert_eq!(skeleton(spelling), word, "{spelling:?}");
        }
        assert_eq!(
            skeleton("바\u{3164}보"),
            skeleton("\u{1107}\u{1161}\u{1107}\u{1169}")
        );
        assert_ne!(skeleton("witness"), word);
    }
}
