//! The rules of posts and comments, without kernel and SQL.

use serde::{Deserialize, Serialize};
use witverse_sdk::{Error, Uuid, text};

pub const TEXT_MAX: usize = 2_000;
pub const COMMENT_MAX: usize = 100;
pub const REASON_MAX: usize = 200;
pub const IMAGES_MAX: usize = 5;
/// People that one post or comment notifies.
pub const MENTIONS_MAX: usize = 10;

/// The text of a post, trimmed.
pub fn post_text(text: &str) -> Result<String, Error> {
    text::paragraph("text", text, 1..=TEXT_MAX)
}

/// The text of a comment, trimmed.
pub fn comment_text(text: &str) -> Result<String, Error> {
    text::paragraph("text", text, 1..=COMMENT_MAX)
}

/// The reason of an administrator: none, or a short text.
pub fn reason(text: Option<&str>) -> Result<Option<String>, Error> {
    match text.map(str::trim).filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => text::paragraph("reason", text, 1..=REASON_MAX).map(Some),
    }
}

/// The files of a new post.
pub fn image_ids(ids: &[String]) -> Result<Vec<Uuid>, Error> {
    let parsed: Option<Vec<Uuid>> = ids.iter().map(|id| Uuid::parse(id)).collect();
    match parsed {
        Some(ids) if ids.len() <= IMAGES_MAX => Ok(ids),
        _ => Err(Error::field(
            "images",
            format!("이미지는 {IMAGES_MAX}장까지 올릴 수 있습니다."),
            format!("You can attach up to {IMAGES_MAX} images."),
        )),
    }
}

/// The nicknames after an `@`, each once, at most [`MENTIONS_MAX`]. A phone begins them with a capital letter.
#[must_use]
pub fn mentions(text: &str) -> Vec<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found: Vec<String> = Vec::new();
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        // An address such as a@b.co is no mention.
        if c == '@' && !before.is_alphanumeric() {
            let rest = &text[at + 1..];
            let end = rest.find(|c| !plain(c)).unwrap_or(rest.len());
            let name = rest[..end].to_ascii_lowercase();
            if (3..=12).contains(&end) && !found.contains(&name) && found.len() < MENTIONS_MAX {
                found.push(name);
            }
        }
        before = c;
    }
    found
}

/// The reactions to a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reaction {
    Like,
    Love,
    Laugh,
    Wow,
    Cheer,
}

impl Reaction {
    pub const ALL: [Self; 5] = [Self::Like, Self::Love, Self::Laugh, Self::Wow, Self::Cheer];

    /// The name that is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Like => "like",
            Self::Love => "love",
            Self::Laugh => "laugh",
            Self::Wow => "wow",
            Self::Cheer => "cheer",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_trimmed_and_counted_in_characters() {
        assert_eq!(post_text("  안녕 \n").as_deref(), Ok("안녕"));
        assert!(post_text(&"가".repeat(TEXT_MAX)).is_ok());
        for (text, field) in [
            ("", "text"),
            (" \n ", "text"),
            (&*"가".repeat(TEXT_MAX + 1), "text"),
        ] {
            assert_eq!(
                post_text(text).expect_err("invalid").fields()[0].field,
                field
            );
        }
        assert!(comment_text(&"가".repeat(COMMENT_MAX)).is_ok());
        assert!(comment_text(&"a".repeat(COMMENT_MAX + 1)).is_err());
        assert_eq!(reason(Some("  ")), Ok(None));
        assert!(reason(Some(&"a".repeat(REASON_MAX + 1))).is_err());
    }

    #[test]
    fn mentions_are_nicknames_after_an_at_sign() {
        for (text, expected) in [
            ("hello @mina and @theo_1!", vec!["mina", "theo_1"]),
            ("@mina @Mina @MINA", vec!["mina"]),
            ("안녕@mina", vec![]),
            ("안녕 @mina님", vec!["mina"]),
            ("mina@test.dev @ab @abcdefghijklm @", vec![]),
            ("(@sora)", vec!["sora"]),
        ] {
            assert_eq!(mentions(text), expected, "{text}");
        }
        let many: String = (0..20).map(|n| format!("@name{n} ")).collect();
        assert_eq!(mentions(&many).len(), MENTIONS_MAX);
    }

    #[test]
    fn at_most_five_images() {
        let id = "0190a1b2-0000-7000-8000-000000000001".to_owned();
        assert_eq!(image_ids(&vec![id.clone(); 5]).map(|ids| ids.len()), Ok(5));
        assert!(image_ids(&vec![id; 6]).is_err());
        assert!(image_ids(&["x".into()]).is_err());
    }

    #[test]
    fn reactions_are_stored_by_their_names() {
        for kind in Reaction::ALL {
            assert_eq!(Reaction::parse(kind.as_str()), Some(kind));
            assert_eq!(serde_json::json!(kind), kind.as_str());
        }
        assert_eq!(Reaction::parse("hate"), None);
    }
}
