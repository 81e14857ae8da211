//! Notices: texts of the platform for all people, in both languages. Pure: no kernel, no statements.

use crate::problems::NEEDS_BOTH_LANGUAGES;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Error, Timestamp, Uuid, text};

const TITLE_MAX: usize = 100;
const BODY_MAX: usize = 5000;

/// The request body of a notice, written by an administrator.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewNotice {
    /// The title, one line.
    pub title: Text,
    /// Plain text with line breaks.
    pub body: Text,
    /// The time of publication; immediately if absent or in the past.
    pub publish_at: Option<Timestamp>,
}

impl NewNotice {
    /// Trims the texts and checks that both languages are present and short enough; the error names every invalid
    /// field.
    pub fn checked(mut self) -> Result<Self, Error> {
        let mut wrong: Option<Error> = None;
        let texts = [
            ("title.ko", &mut self.title.ko, TITLE_MAX),
            ("title.en", &mut self.title.en, TITLE_MAX),
            ("body.ko", &mut self.body.ko, BODY_MAX),
            ("body.en", &mut self.body.en, BODY_MAX),
        ];
        for (field, text, max) in texts {
            let rule = match field.starts_with("title") {
                true => text::line(field, text, 1..=max),
                false => text::paragraph(field, text, 1..=max),
            };
            let problem = match rule {
                Ok(trimmed) => {
                    *text = trimmed;
                    None
                }
                Err(_) if text.trim().is_empty() => {
                    Some(Error::from(NEEDS_BOTH_LANGUAGES).at(field))
                }
                Err(error) => Some(Error::from(NEEDS_BOTH_LANGUAGES).join(error)),
            };
            wrong = match (wrong, problem) {
                (Some(known), Some(problem)) => Some(known.join(problem)),
                (known, problem) => known.or(problem),
            };
        }
        wrong.map_or(Ok(self), Err)
    }
}

/// The state of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Not published yet.
    Scheduled,
    /// Published: visible to all people.
    Published,
    /// Withdrawn: not visible any more.
    Withdrawn,
}

/// A stored notice.
#[derive(Clone, Debug, FromRow)]
pub struct Notice {
    /// Its id.
    pub id: Uuid,
    /// The title, one line.
    #[row(both)]
    pub title: Text,
    /// The text.
    #[row(both)]
    pub body: Text,
    /// The scheduled time of publication.
    pub publish_at: Timestamp,
    /// When it was published.
    pub published_at: Option<Timestamp>,
    /// When it was withdrawn.
    pub withdrawn_at: Option<Timestamp>,
}

impl Notice {
    /// Its state.
    pub fn state(&self) -> State {
        match (self.withdrawn_at, self.published_at) {
            (Some(_), _) => State::Withdrawn,
            (None, Some(_)) => State::Published,
            (None, None) => State::Scheduled,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NewNotice;
    use serde_json::json;

    fn check(ko: &str, en: &str, wrong: &[&str]) {
        let notice: NewNotice = serde_json::from_value(json!({
            "title": { "ko": ko, "en": en }, "body": { "ko": "본문", "en": "Body" }, "publishAt": null,
        }))
        .expect("a notice");
        let fields: Vec<String> = match notice.checked() {
            Ok(_) => Vec::new(),
            Err(error) => error
                .fields()
                .iter()
                .map(|field| field.field.clone())
                .collect(),
        };
        assert_eq!(fields, wrong);
    }

    #[test]
    fn a_notice_requires_both_languages() {
        check("점검", "Maintenance", &[]);
        check(" ", "Maintenance", &["title.ko"]);
        check("", "", &["title.ko", "title.en"]);
        check(&"가".repeat(101), "", &["title.ko", "title.en"]);
    }
}
