//! What people read of a package everywhere in the platform: its version, its name, its titles and what it is for. The platform
//! draws them beside its own texts, in buttons, tabs and questions about WIT. So they are short, in one line, visible, and do not
//! claim to be the platform's.

use witverse_text::skeleton;

use super::Bundle;
use super::manifest::Kind;
use crate::error::Localized;

const MAX_VERSION: usize = 40;
/// Characters of a name or a title.
const MAX_TITLE: usize = 40;
/// Characters of what a plugin says about itself.
const MAX_DESCRIPTION: usize = 300;
/// Names of publishers that people would take for the platform, or that name parts of it. Names of system plugins are refused at the
/// upload.
const RESERVED_PUBLISHERS: [&str; 20] = [
    "admin", "api", "auth", "dev", "help", "ledger", "official", "platform", "plugin", "plugins",
    "rooms", "safety", "sdk", "security", "staff", "support", "users", "wit", "wits", "world",
];
/// The names of the platform.
const PLATFORM: [&str; 2] = ["witverse", "위트버스"];

impl Bundle {
    /// The rules for packages that operators install, besides those of every bundle. Stored packages were accepted by the
    /// rules of their time.
    ///
    /// # Errors
    /// A sentence for the author.
    pub fn check_package(&self) -> Result<(), String> {
        self.manifest.check_package()?;
        if self.manifest.plugin.kind == Kind::System {
            return Ok(());
        }
        let version = &self.manifest.plugin.version;
        if !is_version(version) {
            let shown: String = version.chars().take(MAX_VERSION).collect();
            return Err(format!(
                "plugin.version is {shown:?}; it is three numbers, like 1.4.0 or 2.0.0-beta.1, with at most {MAX_VERSION} characters"
            ));
        }
        let id = self.manifest.plugin.id.as_str();
        let publisher = id.split('.').next().unwrap_or(id);
        if RESERVED_PUBLISHERS.contains(&publisher) || publisher.starts_with("x-") {
            return Err(format!(
                "plugin.id is {id:?}; the publisher name {publisher} belongs to the platform"
            ));
        }
        check_title("plugin.name", &self.name)?;
        let pages = self.ui.routes.iter().map(|title| ("ui.routes", title));
        let slots = self.ui.slots.iter().map(|title| ("ui.slots", title));
        for (key, title) in pages.chain(slots) {
            check_title(key, title)?;
        }
        match &self.description {
            Some(text) => both(text, check_description),
            None => Ok(()),
        }
    }
}

/// `1.4.0`, with a stage or a build after it.
fn is_version(version: &str) -> bool {
    let (numbers, rest) = match version.find(['-', '+']) {
        Some(at) => (&version[..at], Some(&version[at + 1..])),
        None => (version, None),
    };
    let is_number = |part: &str| {
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        digits && (1..=6).contains(&part.len()) && (part == "0" || !part.starts_with('0'))
    };
    let is_stage = |stage: &str| {
        let mut bytes = stage.bytes();
        !stage.is_empty()
            && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+'))
    };
    version.len() <= MAX_VERSION
        && numbers.split('.').count() == 3
        && numbers.split('.').all(is_number)
        && rest.is_none_or(is_stage)
}

fn check_title(key: &str, title: &Localized) -> Result<(), String> {
    both(title, |text| {
        let count = witverse_text::length(text);
        if !(1..=MAX_TITLE).contains(&count) {
            return Err(format!(
                "{key} has {count} characters in one language; 1 to {MAX_TITLE} are possible"
            ));
        }
        if text.trim() != text || !text.chars().any(char::is_alphanumeric) {
            return Err(format!(
                "{key} is {text:?}; it has no letter, or a space at an end"
            ));
        }
        if let Some(hidden) = text.chars().find(|letter| is_hidden(*letter)) {
            return Err(format!(
                "{key} contains the character U+{:04X}, which cannot be seen",
                u32::from(hidden)
            ));
        }
        // Spaces and signs between the letters hide no name, nor do letters that look alike.
        let letters: String = text
            .chars()
            .filter(|letter| letter.is_alphanumeric())
            .collect();
        // A 1 looks like an l, and both like an i.
        let looks = |text: &str| skeleton(text).replace('l', "i");
        let shown = looks(&letters);
        match PLATFORM.iter().any(|name| shown.contains(&looks(name))) {
            true => Err(format!(
                "{key} is {text:?}; a plugin does not carry the name of the platform"
            )),
            false => Ok(()),
        }
    })
}

fn check_description(text: &str) -> Result<(), String> {
    if witverse_text::length(text) > MAX_DESCRIPTION {
        return Err(format!(
            "plugin.description has more than {MAX_DESCRIPTION} characters"
        ));
    }
    let hidden = text.chars().find(|letter| is_hidden(*letter));
    match hidden.filter(|letter| *letter != '\n') {
        Some(hidden) => Err(format!(
            "plugin.description contains the character U+{:04X}, which cannot be seen",
            u32::from(hidden)
        )),
        None => Ok(()),
    }
}

fn both(text: &Localized, check: impl Fn(&str) -> Result<(), String>) -> Result<(), String> {
    check(&text.ko)?;
    check(&text.en)
}

/// Control characters, and characters that take no space or change the direction of a text. The joiner of emojis is none.
const fn is_hidden(letter: char) -> bool {
    matches!(
        letter,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}'
            | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180e}' | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_three_numbers() {
        for good in [
            "0.1.0",
            "1.4.0",
            "10.20.30",
            "2.0.0-beta.1",
            "1.0.0+7",
            "1.0.0-rc.1+a",
        ] {
            assert!(is_version(good), "{good}");
        }
        let long = format!("1.0.0-{}", "a".repeat(40));
        for bad in [
            "",
            "1",
            "1.0",
            "1.0.0.0",
            "1.0.x",
            "01.0.0",
            "1.0.0-",
            "1.0.0 (reviewed)",
            "v1.0.0",
            "1.0.0-β",
            "1.0.0\u{202e}",
            "1234567.0.0",
            "../1.0.0",
            &long,
        ] {
            assert!(!is_version(bad), "{bad}");
        }
    }

    #[test]
    fn a_title_is_short_visible_and_not_the_platforms() {
        let check = |text: &str, refusal: Option<&str>| {
            for title in [Localized::new(text, "Lamps"), Localized::new("등불", text)] {
                match (check_title("plugin.name", &title), refusal) {
                    (Ok(()), None) => {}
                    (Err(why), Some(part)) => {
                        assert!(
                            why.starts_with("plugin.name ") && why.contains(part),
                            "{why}"
                        );
                    }
                    (checked, _) => panic!("{text:?}: {checked:?}"),
                }
            }
        };
        check("등불 찾기", None);
        check("Café 3 👩‍🚀", None);
        check(&"a".repeat(40), None);
        check(&"a".repeat(41), Some("1 to 40"));
        check("", Some("1 to 40"));
        check("…", Some("no letter"));
        check(" Lamps", Some("a space"));
        check("Lamps\nFree", Some("U+000A"));
        check("Lamps\u{202e}", Some("U+202E"));
        check("a\u{3164}", Some("U+3164"));
        check("Wit-Verse Pay", Some("name of the platform"));
        check("위트버스 인증", Some("name of the platform"));
        for spelling in ["ＷＩＴＶＥＲＳＥ", "W\u{456}tverse", "W1tverse", "WITVERSE"] {
            check(spelling, Some("name of the platform"));
        }
    }

    #[test]
    fn a_description_has_lines() {
        assert_eq!(
            check_description("For quiet evenings.\nAlone, or together."),
            Ok(())
        );
        assert!(check_description(&"a".repeat(301)).is_err_and(|why| why.contains("300")));
        assert!(check_description("a\u{0}").is_err_and(|why| why.contains("U+0000")));
    }
}
