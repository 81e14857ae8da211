//! Korean particles (josa), which depend on the last sound of the word before them: 문을, 나무를.

/// The particle for `word`: `with` after a final consonant, `without` after a vowel. After words without a letter or a digit
/// it is `without`.
///
/// 으로/로 has a rule of its own: the final consonant ㄹ counts as a vowel (서울로).
///
/// ```
/// use witverse_sdk::josa::particle;
/// assert_eq!(particle("등불", "이", "가"), "이");
/// assert_eq!(particle("나무", "이", "가"), "가");
/// assert_eq!(particle("서울", "으로", "로"), "로");
/// ```
#[must_use]
pub fn particle<'a>(word: &str, with: &'a str, without: &'a str) -> &'a str {
    let last = word.chars().rev().find(|c| c.is_alphanumeric());
    match last.and_then(final_consonant) {
        Some(RIEUL) if with == "으로" => without,
        Some(_) => with,
        None => without,
    }
}

/// The index of ㄹ among the final consonants of Hangul syllables.
const RIEUL: u32 = 8;
/// Any other final consonant.
const OTHER: u32 = 1;

/// The final consonant of a syllable, or of the Korean name of a digit or a Latin letter.
fn final_consonant(last: char) -> Option<u32> {
    match last.to_ascii_lowercase() {
        syllable @ '가'..='힣' => match (u32::from(syllable) - u32::from('가')) % 28 {
            0 => None,
            consonant => Some(consonant),
        },
        '1' | '7' | '8' | 'l' => Some(RIEUL),
        '0' | '3' | '6' | 'm' | 'n' => Some(OTHER),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::particle;

    #[test]
    fn particles_follow_the_last_sound() {
        for (word, expected) in [
            ("달빛 모임", "이"),
            ("축제", "가"),
            ("Lantern", "이"),
            ("Festival", "이"),
            ("Party", "가"),
            ("모임 3", "이"),
            ("모임 2", "가"),
            ("등불!", "이"),
            ("축제 (서울)", "이"),
            ("🏮", "가"),
            ("", "가"),
        ] {
            assert_eq!(particle(word, "이", "가"), expected, "{word}");
        }
    }

    #[test]
    fn a_final_rieul_counts_as_a_vowel_before_ro() {
        for (word, expected) in [
            ("서울", "로"),
            ("홀 1", "로"),
            ("홀 3", "으로"),
            ("홀 2", "로"),
            ("부산", "으로"),
        ] {
            assert_eq!(particle(word, "으로", "로"), expected, "{word}");
        }
    }
}
