//! What the kernel asks of its own functions and views in a unit of work, each prepared once for a connection.
//!
//! A question goes in one message with the change to the kernel's role and with BEGIN or COMMIT, which the extended
//! protocol cannot; so its values stand in its text. Every one of them is written here, and by its type.

use std::fmt::Write;

use serde::Serialize;
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// A question under a name, and the types of its arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prepared {
    name: &'static str,
    types: &'static str,
    asks: Asks,
}

#[derive(Clone, Copy, Debug)]
enum Asks {
    /// These columns of the rows that the function of this name returns.
    Rows(&'static str),
    /// What the function returns, without the price of a row: all of it, or one of its columns.
    Scalar(Option<&'static str>),
    /// A statement over the views.
    Views(&'static str),
}
use Asks::{Rows, Scalar, Views};

macro_rules! prepared {
    ($($constant:ident = $name:literal ($types:literal) $asks:expr;)*) => {
        $(pub(super) const $constant: Prepared = Prepared { name: $name, types: $types, asks: $asks };)*
        const ALL: &[Prepared] = &[$($constant),*];
    };
}

prepared! {
    CLAIM = "claim_idempotency" ("text, text, bytea") Rows("same, status, headers, body");
    DELIVER = "deliver" ("uuid, text, text, bytea, timestamptz, uuid[], text") Scalar(None);
    SET_TIMER = "set_timer" ("text, text, timestamptz, text, bytea") Scalar(None);
    KEEP_ANSWER = "keep_answer" ("text, text, int, jsonb, bytea") Scalar(None);
    PROFILES = "profiles" ("uuid[]") Rows("id, nickname, image, language");
    REACHABLE = "reachable" ("uuid[]") Rows("person, screens, devices");
    PAIR = "pair" ("uuid, uuid") Views(
        "select p.id, p.nickname, p.image, p.language, \
                exists (select from kernel_api.block k where k.blocker in ($1, $2) and k.blocked in ($1, $2)) as blocked \
         from kernel_api.person p where p.id in ($1, $2)");
    PAIRS = "pairs" ("uuid[], uuid[]") Rows("a, a_nickname, a_image, a_language, b, b_nickname, b_image, b_language, blocked");
    TAKE_DELIVERIES = "take_deliveries" ("uuid[]") Rows("id, topic, payload, at_ms");
    TAKE_TIMER = "take_timer" ("text, text, bigint, bigint") Rows("payload");
    LEDGER_TRANSFER = "ledger_transfer"
        ("uuid, uuid, uuid, bigint, smallint, timestamptz, text, text, text, uuid, text, date, bigint, bigint, bigint") Scalar(Some("outcome"));
    HOLD_PRESUMED = "hold_presumed" ("uuid, uuid, uuid, bigint, smallint, timestamptz, timestamptz, text, text") Scalar(None);
    LEDGER_HOLD = "ledger_hold"
        ("uuid, uuid, uuid, bigint, smallint, timestamptz, timestamptz, text, text, text, uuid, text, date, bigint, bigint, bigint")
        Scalar(Some("outcome"));
    LEDGER_CAPTURE = "ledger_capture" ("uuid, text, uuid, bigint, timestamptz") Rows("outcome, payer, payee");
    LEDGER_RELEASE = "ledger_release" ("uuid, text, timestamptz") Rows("outcome, payer");
}

/// Prepares every question on a connection, under the kernel's role.
///
/// # Errors
/// The database's.
pub async fn prepare_questions(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let mut statements = String::new();
    for Prepared { name, types, asks } in ALL {
        let count = types.split(',').count();
        let arguments: Vec<String> = (1..=count).map(|n| format!("${n}")).collect();
        let call = format!("kernel_api.{name}({})", arguments.join(", "));
        let text = match asks {
            Rows(columns) => format!("select {columns} from {call}"),
            Scalar(None) => format!("select {call}"),
            Scalar(Some(column)) => format!("select ({call}).{column}"),
            Views(text) => (*text).to_owned(),
        };
        let _ = write!(statements, "prepare kernel_{name} ({types}) as {text}; ");
    }
    sqlx::raw_sql(sqlx::AssertSqlSafe(statements))
        .execute(connection)
        .await?;
    Ok(())
}

/// A question with its values.
pub(super) struct Question {
    text: String,
    first: bool,
    /// U+0000, which no statement can carry.
    unspeakable: bool,
}

impl Question {
    pub(super) fn of(prepared: Prepared) -> Self {
        Self {
            text: format!("execute kernel_{}(", prepared.name),
            first: true,
            unspeakable: false,
        }
    }

    /// The next argument.
    pub(super) fn with(mut self, value: impl Literal) -> Self {
        if !self.first {
            self.text.push_str(", ");
        }
        self.first = false;
        let begin = self.text.len();
        value.write(&mut self.text);
        self.unspeakable |= self.text[begin..].contains('\0');
        self
    }

    /// The statement.
    ///
    /// # Errors
    /// Where a value holds U+0000.
    pub(super) fn text(mut self) -> Result<String, sqlx::Error> {
        if self.unspeakable {
            return Err(sqlx::Error::Encode("a text holds U+0000".into()));
        }
        self.text.push(')');
        Ok(self.text)
    }
}

/// A value as it stands in a statement, whatever is in it.
pub(super) trait Literal {
    fn write(&self, to: &mut String);
}

fn number(to: &mut String, number: impl Into<i64>) {
    // In quotes, so that a sign is not taken for an operator.
    let _ = write!(to, "'{}'", number.into());
}

impl Literal for i16 {
    fn write(&self, to: &mut String) {
        number(to, *self);
    }
}

impl Literal for i32 {
    fn write(&self, to: &mut String) {
        number(to, *self);
    }
}

impl Literal for i64 {
    fn write(&self, to: &mut String) {
        number(to, *self);
    }
}

impl Literal for Uuid {
    fn write(&self, to: &mut String) {
        let _ = write!(to, "'{}'", self.hyphenated());
    }
}

impl Literal for &[Uuid] {
    fn write(&self, to: &mut String) {
        to.push_str("'{");
        for (n, id) in self.iter().enumerate() {
            let comma = if n == 0 { "" } else { "," };
            let _ = write!(to, "{comma}{}", id.hyphenated());
        }
        to.push_str("}'");
    }
}

impl Literal for &[i64] {
    fn write(&self, to: &mut String) {
        to.push_str("'{");
        for (n, number) in self.iter().enumerate() {
            let comma = if n == 0 { "" } else { "," };
            let _ = write!(to, "{comma}{number}");
        }
        to.push_str("}'");
    }
}

impl Literal for &[String] {
    fn write(&self, to: &mut String) {
        let mut array = String::from("{");
        for (n, text) in self.iter().enumerate() {
            array.push_str(if n == 0 { "\"" } else { ",\"" });
            for letter in text.chars() {
                // Within an array's quotes, these two mean something.
                if matches!(letter, '"' | '\\') {
                    array.push('\\');
                }
                array.push(letter);
            }
            array.push('"');
        }
        array.push('}');
        array.as_str().write(to);
    }
}

impl Literal for bool {
    fn write(&self, to: &mut String) {
        to.push_str(if *self { "true" } else { "false" });
    }
}

impl Literal for f64 {
    fn write(&self, to: &mut String) {
        // Its shortest form is read as the same number; in words, too: NaN, inf.
        let _ = write!(to, "'{self:e}'");
    }
}

impl Literal for &str {
    fn write(&self, to: &mut String) {
        // `standard_conforming_strings` is on, for our connections whatever the server's default: nothing but the quote
        // means anything inside.
        to.push('\'');
        for part in self.split_inclusive('\'') {
            to.push_str(part);
            if part.ends_with('\'') {
                to.push('\'');
            }
        }
        to.push('\'');
    }
}

impl Literal for &[u8] {
    fn write(&self, to: &mut String) {
        // Most is JSON, which is half as long as it is.
        let plain = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
        to.push('\'');
        if self.iter().all(plain) {
            for byte in *self {
                // A quote ends the text otherwise, and a backslash begins a number.
                if matches!(byte, b'\'' | b'\\') {
                    to.push(char::from(*byte));
                }
                to.push(char::from(*byte));
            }
        } else {
            to.push_str("\\x");
            for byte in *self {
                let _ = write!(to, "{byte:02x}");
            }
        }
        to.push('\'');
    }
}

/// Anything as JSON.
pub(super) struct Json<T>(pub(super) T);

impl<T: Serialize> Literal for &Json<T> {
    fn write(&self, to: &mut String) {
        // Nothing of ours fails: keys are texts.
        let text = serde_json::to_string(&self.0).unwrap_or_default();
        text.as_str().write(to);
    }
}

impl Literal for Date {
    fn write(&self, to: &mut String) {
        let (year, month, day) = self.to_calendar_date();
        let _ = write!(to, "'{year:04}-{:02}-{day:02}'", u8::from(month));
    }
}

impl Literal for OffsetDateTime {
    fn write(&self, to: &mut String) {
        let utc = self.to_offset(time::UtcOffset::UTC);
        utc.date().write(to);
        to.pop();
        let (hour, minute, second, micro) = utc.time().as_hms_micro();
        let _ = write!(to, " {hour:02}:{minute:02}:{second:02}.{micro:06}+00'");
    }
}

impl<T: Literal> Literal for Option<T> {
    fn write(&self, to: &mut String) {
        match self {
            Some(value) => value.write(to),
            None => to.push_str("null"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Json, Literal, PROFILES, Question};
    use serde_json::json;
    use time::OffsetDateTime;
    use uuid::Uuid;

    fn check(value: impl Literal, expected: &str) {
        let mut text = String::new();
        value.write(&mut text);
        assert_eq!(text, expected);
    }

    #[test]
    fn a_value_cannot_end_its_own_quotes() {
        check("it's", "'it''s'");
        check("'; drop table account; --", "'''; drop table account; --'");
        check("\\'", "'\\'''");
        check("''", "''''''");
        check("", "''");
        check(&Json(json!({ "a": "b'c\\" })), r#"'{"a":"b''c\\"}'"#);
        check(&b"\x00'\xff"[..], "'\\x0027ff'");
        check(&b"{\"a\": \"it's \\x\"}"[..], "'{\"a\": \"it''s \\\\x\"}'");
        check(&b"\\x00"[..], "'\\\\x00'");
        let texts = ["a'b", "c\"d\\", "", "null", "{}"].map(str::to_owned);
        check(&texts[..], r#"'{"a''b","c\"d\\","","null","{}"}'"#);
    }

    #[test]
    fn numbers_times_and_nothing() {
        check(-5_i64, "'-5'");
        check(None::<i64>, "null");
        check(Some(Uuid::nil()), "'00000000-0000-0000-0000-000000000000'");
        check(
            &[Uuid::nil(); 2][..],
            "'{00000000-0000-0000-0000-000000000000,00000000-0000-0000-0000-000000000000}'",
        );
        check(&[] as &[Uuid], "'{}'");
        check(&[1_i64, -2][..], "'{1,-2}'");
        check(1.5_f64, "'1.5e0'");
        check(f64::NEG_INFINITY, "'-inf'");
        check(true, "true");
        let at =
            OffsetDateTime::from_unix_timestamp_nanos(1_767_193_200_012_345_678).expect("a time");
        check(at, "'2025-12-31 15:00:00.012345+00'");
    }

    #[test]
    fn what_no_statement_can_carry_is_not_sent() {
        let asked = Question::of(PROFILES).with("a\0b").text();
        assert!(asked.is_err());
        let asked = Question::of(PROFILES).with("a").with(1_i16).text();
        assert_eq!(
            asked.expect("a statement"),
            "execute kernel_profiles('a', '1')"
        );
    }
}
