//! The rules of an announcement, without kernel and SQL.

use serde::Deserialize;
use witverse_sdk::Error;
use witverse_sdk::ctx::Text;

const TITLE_MAX: usize = 100;
const CONTENT_MAX: usize = 5_000;

/// Title and content in both languages.
#[derive(Deserialize)]
pub(crate) struct NewAnnouncement {
    pub(crate) title: Text,
    pub(crate) content: Text,
}

impl NewAnnouncement {
    /// Trims the texts; the error names every text that is missing or too long.
    pub(crate) fn check(self) -> Result<Self, Error> {
        let mut errors: Vec<Error> = Vec::new();
        let mut checked = |field: &str, text: &str, max: usize| {
            let text = text.trim().to_owned();
            let count = text.chars().count();
            if count == 0 {
                errors.push(Error::field(
                    field,
                    "필수 항목입니다.",
                    "This field is required.",
                ));
            } else if count > max {
                errors.push(Error::field(
                    field,
                    format!("{max}자까지 쓸 수 있습니다."),
                    format!("Please write at most {max} characters."),
                ));
            }
            text
        };
        let new = Self {
            title: Text::new(
                checked("title.ko", &self.title.ko, TITLE_MAX),
                checked("title.en", &self.title.en, TITLE_MAX),
            ),
            content: Text::new(
                checked("content.ko", &self.content.ko, CONTENT_MAX),
                checked("content.en", &self.content.en, CONTENT_MAX),
            ),
        };
        match errors.into_iter().reduce(Error::join) {
            Some(error) => Err(error),
            None => Ok(new),
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
