//! Words that nobody may use in a name.

use std::collections::HashSet;

use arc_swap::ArcSwap;
use sqlx::{PgPool, Row};

use crate::error::Result;

/// The list, held in memory and swapped when an administrator changes it.
#[derive(Default)]
pub struct ForbiddenWords {
    list: ArcSwap<Words>,
}

#[derive(Default)]
struct Words {
    exact: HashSet<String>,
    parts: Vec<String>,
}

impl ForbiddenWords {
    /// A list of its own, for tests.
    #[must_use]
    pub fn of(exact: &[&str], parts: &[&str]) -> Self {
        let own = |words: &[&str]| {
            words
                .iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>()
        };
        Self {
            list: ArcSwap::from_pointee(Words {
                exact: own(exact).into_iter().collect(),
                parts: own(parts),
            }),
        }
    }

    /// Reads the list anew.
    ///
    /// # Errors
    /// Where the database is out of reach.
    pub async fn reload(&self, pool: &PgPool) -> Result<()> {
        let rows = sqlx::query("select word, kind from kernel.forbidden_word")
            .fetch_all(pool)
            .await?;
        let mut words = Words::default();
        for row in rows {
            let (word, kind): (String, String) = (row.get("word"), row.get("kind"));
            if kind == "part" {
                words.parts.push(word);
            } else {
                words.exact.insert(word);
            }
        }
        self.list.store(words.into());
        Ok(())
    }

    /// Whether the text is a forbidden word or contains one.
    #[must_use]
    pub fn forbid(&self, text: &str) -> bool {
        let list = self.list.load();
        let text = text.to_lowercase();
        list.exact.contains(&text) || list.parts.iter().any(|part| text.contains(part.as_str()))
    }
}
