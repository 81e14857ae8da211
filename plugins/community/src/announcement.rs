//! The rules of an announcement, without kernel and SQL.

use serde::Deserialize;
use witverse_sdk::ctx::Text;
use witverse_sdk::{Error, text};

const TITLE_MAX: usize = 100;
const CONTENT_MAX: usize = 5_000;

/// Title and content in both languages.
#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct NewAnnouncement {
    pub(crate) title: Text,
    pub(crate) content: Text,
}

impl NewAnnouncement {
    /// Trims the texts; the error names every text that is missing, too long or not of one line.
    pub(crate) fn check(self) -> Result<Self, Error> {
        let title = text::both_lines("title", &self.title, 1..=TITLE_MAX);
        let content = text::both_paragraphs("content", &self.content, 1..=CONTENT_MAX);
        match (title, content) {
            (Ok(title), Ok(content)) => Ok(Self { title, content }),
            (Err(title), Err(content)) => Err(title.join(content)),
            (Err(error), Ok(_)) | (Ok(_), Err(error)) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{NewAnnouncement, TITLE_MAX};
    use witverse_sdk::ctx::Text;

    #[test]
    fn both_languages_are_required() {
        let check = |title: (&str, &str), content: (&str, &str), expected: &[&str]| {
            let new = NewAnnouncement {
                title: Text::new(title.0, title.1),
                content: Text::new(content.0, content.1),
            };
            let fields: Vec<String> = match new.check() {
                Ok(_) => Vec::new(),
                Err(error) => {
                    assert_eq!(
                        error.message().en,
                        "please double-check the required fields"
                    );
                    error.fields().iter().map(|f| f.field.clone()).collect()
                }
            };
            assert_eq!(fields, expected);
        };
        check(("제목", "Title"), ("내용", "Text"), &[]);
        check(("제목", " "), ("", "Text"), &["title.en", "content.ko"]);
        let long = "가".repeat(TITLE_MAX + 1);
        check((&long, "Title"), ("내용", "Text"), &["title.ko"]);
    }
}
