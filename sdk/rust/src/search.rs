//! Search: the terms of a text for an index that works in Korean too, and the answer of a source of the search box.
//!
//! A Korean word is found by any of its parts, because particles and compounds have no spaces: its terms are the pairs of
//! neighbouring letters, and its first letter. A word in Latin letters is found by its beginning: its terms are its first
//! 2, 3, … letters. A plugin stores one row for each term and reads them in the order of an index, so a search reads a
//! bounded number of rows, however many there are.
//!
//! Texts and searches are compared in composed form (NFC): some systems send the letters of a Korean syllable one by one.

use crate::ctx::{Ctx, Text};
use crate::error::Error;
use crate::params;
use crate::sql::Value;
use crate::time::Timestamp;
use crate::uuid::Uuid;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;

/// Maximum number of results in an answer.
pub const RESULTS: usize = 8;
/// The number of rows that a source compares with a search.
pub const CANDIDATES: u32 = 200;
/// Maximum length of what is searched for; the rest is ignored.
const QUERY_CHARS: usize = 60;
/// Longest indexed beginning of a word in Latin letters.
const PREFIX_CHARS: usize = 12;
/// Maximum number of terms of a text; words after them are not found.
const TERMS: usize = 300;

/// The query parameters of a source.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
pub struct SearchText {
    /// What is searched for.
    pub q: String,
}

/// A result of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// Unique in the answer.
    pub id: String,
    /// A line.
    pub title: String,
    /// A line of explanation; no text if there is none.
    pub text: Text,
    /// The address of a picture on this origin.
    pub image: Option<String>,
    /// When it was written, for results that have a time.
    pub at: Option<Timestamp>,
    /// A path of the shell.
    pub link: String,
}

/// The answer of a source: at most [`RESULTS`], the best first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Results {
    /// The results.
    pub items: Vec<Found>,
}

impl Results {
    /// The first of the results that are left.
    pub fn first_of(found: impl IntoIterator<Item = Found>) -> Self {
        Self {
            items: found.into_iter().take(RESULTS).collect(),
        }
    }
}

/// The table of a source's terms: each row has a term, the id of what has it, and the value that orders what is found. Made by
/// [`term_index!`](crate::term_index!).
#[derive(Clone, Copy, Debug)]
pub struct TermIndex {
    #[doc(hidden)]
    pub rarest: &'static str,
    #[doc(hidden)]
    pub remove: &'static str,
    #[doc(hidden)]
    pub add: &'static str,
}

/// Describes the table of a source's terms by its name, the column of the id, and the column of the order.
///
/// ```
/// # use witverse_sdk::{search::TermIndex, term_index};
/// const TERMS: TermIndex = term_index!("song_term", "song_id", "created_at");
/// ```
#[macro_export]
macro_rules! term_index {
    ($table:literal, $id:literal, $order:literal) => {
        $crate::search::TermIndex {
            rarest: concat!(
                "select t.term from unnest($1::text[]) t (term) order by (select count(*) from (select 1 from ",
                $table,
                " x where x.term = t.term limit $2) counted), t.term limit 1"
            ),
            remove: concat!("delete from ", $table, " where ", $id, " = $1"),
            add: concat!(
                "insert into ",
                $table,
                " (",
                $id,
                ", term, ",
                $order,
                ") select $1, t.term, $3 from unnest($2::text[]) t (term)"
            ),
        }
    };
}

impl TermIndex {
    /// The term of a search that the fewest rows have, counted up to [`CANDIDATES`]: a source reads its rows.
    ///
    /// # Errors
    /// The error of the database.
    pub fn rarest_term(&self, ctx: &Ctx, query: &SearchQuery) -> Result<String, Error> {
        if let [term] = query.terms.as_slice() {
            return Ok(term.clone());
        }
        let (term,): (String,) = ctx
            .sql()
            .one(self.rarest, &params![query.terms.clone(), CANDIDATES])?;
        Ok(term)
    }

    /// Adds the terms of a text that has none.
    ///
    /// # Errors
    /// The error of the database.
    pub fn add(
        &self,
        ctx: &Ctx,
        id: &Uuid,
        text: &str,
        order: impl Into<Value>,
    ) -> Result<(), Error> {
        let params = [id.into(), index_terms(text).into(), order.into()];
        ctx.sql().execute(self.add, &params)?;
        Ok(())
    }

    /// Replaces the terms of a text.
    ///
    /// # Errors
    /// The error of the database.
    pub fn put(
        &self,
        ctx: &Ctx,
        id: &Uuid,
        text: &str,
        order: impl Into<Value>,
    ) -> Result<(), Error> {
        self.remove(ctx, id)?;
        self.add(ctx, id, text, order)
    }

    /// Removes the terms of a text.
    ///
    /// # Errors
    /// The error of the database.
    pub fn remove(&self, ctx: &Ctx, id: &Uuid) -> Result<(), Error> {
        ctx.sql().execute(self.remove, &params![id])?;
        Ok(())
    }
}

/// The text of a name in both languages, for its terms.
pub fn both_languages(name: &Text) -> String {
    format!("{} {}", name.ko, name.en)
}

/// The terms of a text, each once.
pub fn index_terms(text: &str) -> Vec<String> {
    terms(text).into_iter().take(TERMS).collect()
}

/// A parsed search: everything that it names must be in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchQuery {
    terms: Vec<String>,
    /// The searched words in lower case.
    words: Vec<String>,
}

impl SearchQuery {
    /// `None` if there is nothing to search for: at least one Korean letter, or two Latin ones.
    pub fn parse(text: &str) -> Option<Self> {
        let text: String = text.nfc().take(QUERY_CHARS).collect();
        let words = words_of(without_unfinished_letter(&text));
        let mut terms = BTreeSet::new();
        for word in &words {
            let letters: Vec<char> = word.chars().collect();
            match letters.as_slice() {
                letters if is_latin(word) && letters.len() < 2 => {}
                letters if is_latin(word) => {
                    terms.insert(letters.iter().take(PREFIX_CHARS).collect());
                }
                [letter] => {
                    terms.insert(letter.to_string());
                }
                letters => terms.extend(pairs(letters)),
            }
        }
        let terms: Vec<String> = terms.into_iter().collect();
        (!terms.is_empty()).then_some(Self { terms, words })
    }

    /// The term with the most letters: a text that matches is indexed under it.
    #[must_use]
    pub fn longest_term(&self) -> &str {
        let longest = self.terms.iter().max_by_key(|term| term.chars().count());
        longest.map_or("", String::as_str)
    }

    /// Whether the text has every term.
    pub fn matches(&self, text: &str) -> bool {
        let terms = terms(text);
        self.terms.iter().all(|term| terms.contains(term))
    }

    /// A part of at most `length` letters of a matching text, on one line, around the first searched word.
    pub fn excerpt(&self, text: &str, length: usize) -> String {
        let letters: Vec<char> = text
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .nfc()
            .collect();
        // Only letters whose lower case is one letter keep their places.
        let lower: String = letters
            .iter()
            .map(|letter| letter.to_lowercase().next().unwrap_or(*letter))
            .collect();
        let found = self.words.iter().find_map(|word| lower.find(word.as_str()));
        let place = found.map_or(0, |byte| lower[..byte].chars().count());
        let start = match place + length / 2 > length {
            true => (place - length / 4).min(letters.len().saturating_sub(length)),
            false => 0,
        };
        let end = letters.len().min(start + length);
        let before = if start > 0 { "…" } else { "" };
        let after = if end < letters.len() { "…" } else { "" };
        let part: String = letters[start..end].iter().collect();
        format!("{before}{part}{after}")
    }
}

/// Without a last letter that is still being typed: `광ㅈ` is on its way to `광장`.
fn without_unfinished_letter(text: &str) -> &str {
    // Letters of their own, and the first or middle letter of an incomplete decomposed syllable.
    let is_part = |letter: char| {
        ('ㄱ'..='ㅣ').contains(&letter) || ('\u{1100}'..='\u{11ff}').contains(&letter)
    };
    text.trim_end().trim_end_matches(is_part)
}

fn terms(text: &str) -> BTreeSet<String> {
    let mut terms = BTreeSet::new();
    for word in words_of(text) {
        let letters: Vec<char> = word.chars().collect();
        if is_latin(&word) {
            let longest = letters.len().min(PREFIX_CHARS);
            terms.extend((2..=longest).map(|length| letters[..length].iter().collect::<String>()));
        } else {
            terms.insert(letters[0].to_string());
            terms.extend(pairs(&letters));
        }
    }
    terms
}

fn pairs(letters: &[char]) -> impl Iterator<Item = String> {
    letters.windows(2).map(|pair| pair.iter().collect())
}

/// The words of a text, composed and in lower case; Latin and other letters are words of their own.
fn words_of(text: &str) -> Vec<String> {
    let mut runs: Vec<String> = Vec::new();
    let mut last = None;
    for letter in text.nfc().flat_map(char::to_lowercase) {
        let class = letter.is_alphanumeric().then_some(letter.is_ascii());
        match (class, runs.last_mut()) {
            (Some(_), Some(run)) if class == last => run.push(letter),
            (Some(_), _) => runs.push(letter.to_string()),
            (None, _) => {}
        }
        last = class;
    }
    runs
}

fn is_latin(word: &str) -> bool {
    word.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::{SearchQuery, index_terms};
    use unicode_normalization::UnicodeNormalization;

    /// A text that is found is indexed under the longest term.
    fn finds(query: &str, text: &str) -> bool {
        let query = SearchQuery::parse(query).filter(|query| query.matches(text));
        query.is_some_and(|query| index_terms(text).contains(&query.longest_term().to_owned()))
    }

    #[test]
    fn korean_words_are_found_by_their_parts() {
        for (query, text, is_found) in [
            ("광장", "아고라 광장에서 만나요", true),
            ("광", "아고라 광장에서 만나요", true),
            ("장에", "광장에서", true),
            ("광ㅈ", "광장에서", true),
            ("광장 모임", "모임은 광장에서 합니다", true),
            ("광장모임", "모임은 광장에서 합니다", false),
            ("바다", "광장에서", false),
            ("장", "광장에서", false),
            ("k팝 공연", "K팝 공연 안내", true),
        ] {
            assert_eq!(finds(query, text), is_found, "{query} in {text}");
        }
    }

    #[test]
    fn latin_words_are_found_by_their_beginning() {
        for (query, text, is_found) in [
            ("AGO", "agora_1", true),
            ("gora", "agora", false),
            ("agora 1", "agora_1", true),
            ("agora 12", "agora_1", false),
            ("extraordinarily", "extraordinarily long", true),
            ("2026", "Winter 2026", true),
            ("Café", "café", true),
        ] {
            assert_eq!(finds(query, text), is_found, "{query} in {text}");
        }
    }

    #[test]
    fn decomposed_text_is_composed() {
        let decomposed = |text: &str| text.nfd().collect::<String>();
        for (query, text) in [
            ("광장", "아고라 광장에서"),
            ("광", "광장"),
            ("Café", "café"),
        ] {
            assert_ne!(decomposed(query), query);
            assert!(finds(&decomposed(query), text), "{query}");
            assert!(finds(query, &decomposed(text)), "{text}");
        }
        assert!(finds("광\u{110c}", "광장에서"), "an unfinished syllable");
        assert_eq!(index_terms(&decomposed("광장")), index_terms("광장"));
        let query = SearchQuery::parse(&decomposed("광장")).expect("has a term");
        assert_eq!(query.excerpt(&decomposed("밤의 광장"), 20), "밤의 광장");
        let long = decomposed(&"가".repeat(60));
        assert!(
            finds(&long, &"가".repeat(60)),
            "counted in composed letters"
        );
    }

    #[test]
    fn a_search_without_letters_is_none() {
        for empty in ["", " ", "a", "?!", "ㄱ", "%_"] {
            assert_eq!(SearchQuery::parse(empty), None, "{empty}");
        }
        let long = "가".repeat(5000);
        assert!(SearchQuery::parse(&long).is_some());
    }

    #[test]
    fn a_text_has_a_bounded_number_of_terms() {
        let text: String = ('가'..='힣').collect();
        assert_eq!(index_terms(&text).len(), 300);
        assert_eq!(index_terms("가가가가"), ["가", "가가"]);
    }

    #[test]
    fn an_excerpt_shows_what_was_searched() {
        let query = SearchQuery::parse("광장").expect("has a term");
        assert_eq!(query.excerpt("짧은\n광장 글", 20), "짧은 광장 글");
        let long = format!("{}광장에서 만나요 {}", "앞 ".repeat(40), "뒤 ".repeat(40));
        let part = query.excerpt(&long, 20);
        assert!(part.contains("광장에서"), "{part}");
        assert!(part.starts_with('…') && part.ends_with('…') && part.chars().count() <= 22);
        assert_eq!(query.excerpt("", 20), "");
    }
}
