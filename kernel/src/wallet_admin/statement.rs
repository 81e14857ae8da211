//! The export of a wallet history as a table.

use std::fmt::Write;

use futures::Stream;
use futures::stream::try_unfold;
use time::UtcOffset;
use time::macros::format_description;
use uuid::Uuid;

use super::WalletAdmin;
use super::history_filter::Lookup;
use super::wallet::{Movement, Side};
use crate::clock::KST;
use crate::error::{Error, Language};

/// How many rows one query reads.
const CHUNK: i64 = 500;

impl WalletAdmin {
    /// A history as comma-separated values, with headings in the language of the request. Kinds, features and memos are
    /// codes: their names belong to the screen. It is read in chunks while it is sent: the memory use does not depend on the
    /// number of rows.
    pub fn statement(
        &self,
        account: Uuid,
        lookup: Lookup,
        language: Language,
    ) -> impl Stream<Item = Result<String, Error>> + Send + 'static {
        let wallet_admin = self.clone();
        try_unfold(Some(i64::MAX), move |before| {
            let wallet_admin = wallet_admin.clone();
            async move {
                let Some(before) = before else {
                    return Ok(None);
                };
                let movements = wallet_admin
                    .history_part(account, &lookup, before, CHUNK)
                    .await?;
                let mut text = if before == i64::MAX {
                    head(language)
                } else {
                    String::new()
                };
                for movement in &movements {
                    row(&mut text, movement, language);
                }
                let full = i64::try_from(movements.len()).unwrap_or(0) == CHUNK;
                let next = movements.last().filter(|_| full).map(|last| last.seq);
                Ok(Some((text, next)))
            }
        })
    }
}

/// The byte order mark identifies UTF-8 to spreadsheet programs.
fn head(language: Language) -> String {
    let names = match language {
        Language::Ko => "번호,시각 (KST),종류,상대,메모,수량 (WIT),거래 후 잔액 (WIT),거래 ID",
        Language::En => {
            "Number,Time (KST),Type,With,Note,Amount (WIT),Balance after (WIT),Transfer ID"
        }
    };
    format!("\u{feff}{names}\r\n")
}

fn row(text: &mut String, movement: &Movement, language: Language) {
    let format = format_description!("[year]-[month]-[day] [hour]:[minute]:[second]");
    let at = movement
        .at
        .to_offset(UtcOffset::from_hms(9, 0, 0).unwrap_or(KST));
    let with = match (
        &movement.counterparty.side,
        &movement.counterparty.nickname,
        &movement.counterparty.plugin,
    ) {
        (_, Some(nickname), _) => nickname.as_str(),
        (Side::Person, None, _) => language_of(language, "탈퇴한 회원", "a former member"),
        (_, None, Some(plugin)) => plugin.as_str(),
        (_, None, None) => "Witverse",
    };
    let _ = write!(
        text,
        "{},{},{},{},{},{},{},{}\r\n",
        movement.seq,
        at.format(format).unwrap_or_default(),
        movement.kind,
        cell(with),
        cell(&movement.memo),
        decimal(movement.amount_hundredths),
        decimal(movement.balance_after_hundredths),
        movement.transfer_id,
    );
}

fn language_of(language: Language, ko: &'static str, en: &'static str) -> &'static str {
    match language {
        Language::Ko => ko,
        Language::En => en,
    }
}

/// A text that spreadsheet programs show and do not evaluate.
fn cell(text: &str) -> String {
    let formula = text
        .trim_start()
        .starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
        || text.starts_with(['\t', '\r', '\n']);
    let guard = if formula { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

fn decimal(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let hundredths = hundredths.unsigned_abs();
    format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::{cell, decimal};

    #[test]
    fn cells_are_never_formulas() {
        assert_eq!(cell("=1+1"), "\"'=1+1\"");
        assert_eq!(
            cell("a \"quote\", and more"),
            "\"a \"\"quote\"\", and more\""
        );
        assert_eq!(cell("안녕"), "\"안녕\"");
        assert_eq!(decimal(-5), "-0.05");
        assert_eq!(decimal(123_400), "1234.00");
    }
}
