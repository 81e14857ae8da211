//! What a unit of work takes for granted.
//!
//! A hold succeeds, and a row of values goes in, nearly always. Where that may be presumed, the plugin is told so at once, and
//! the statement goes in the message of whatever is asked next, or of the commit: it costs no message of its own. A row goes
//! before the next statement of any plugin, a hold before the next question of the kernel, which alone can see it; so nothing
//! that was read ever rests on a presumption. Where one was wrong, its message fails, nothing of the unit remains, and the
//! whole call is done again in a unit that presumes nothing and is told the truth.

use sqlx::postgres::PgRow;
use uuid::Uuid;
use witverse_runtime::shapes::Pair;

use super::kernel_calls::pair_of;
use super::questions::{self, Question};
use super::{Health, Work};

/// As a connection of a unit comes: the search path is the same whichever plugin was at work before, and a plan that was made
/// under another one is made anew.
const KERNEL: [&str; 2] = ["set local role none", "set local search_path = pg_catalog"];

/// Statements of our own making that go together.
#[derive(Default)]
pub(super) struct Message {
    text: String,
    statements: usize,
}

impl Message {
    pub(super) fn say(&mut self, statement: &str) {
        self.append(Self {
            text: statement.to_owned(),
            statements: 1,
        });
    }

    pub(super) fn append(&mut self, other: Self) {
        if !self.text.is_empty() && !other.text.is_empty() {
            self.text.push_str("; ");
        }
        self.text.push_str(&other.text);
        self.statements += other.statements;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.statements == 0
    }

    pub(super) fn len(&self) -> usize {
        self.statements
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// What waits for the next message.
#[derive(Default)]
pub(super) struct Ahead {
    message: Message,
    /// Whether any of it is taken to have succeeded.
    presumes: bool,
    /// Questions of the kernel that are taken to have succeeded. They wait for the next one whose answer is wanted, or for the
    /// end: so the role changes once for all of them, and what they lock is locked for less long.
    later: Vec<String>,
    expected: Option<Expected>,
}

/// Two people of whom a plugin will ask.
pub(super) struct Expected {
    /// Which statement of its message answers.
    pub(super) place: usize,
    pair: (Uuid, Uuid),
}

/// Two people of whom a plugin was to ask, and what there was to be said.
pub(super) struct Foreseen {
    pub(super) pair: (Uuid, Uuid),
    pub(super) answer: Pair,
}

impl Work {
    /// A unit that may take for granted what nearly always succeeds. Only for a call that is done again where it was mistaken.
    #[must_use]
    pub fn presuming(mut self) -> Self {
        self.presumes = true;
        self
    }

    /// Whether the call has to be done again in a unit that presumes nothing.
    #[must_use]
    pub fn was_mistaken(&self) -> bool {
        self.health == Health::Mistaken
    }

    /// Whether a plugin has been told what PostgreSQL has not said yet.
    #[must_use]
    pub fn is_ahead(&self) -> bool {
        self.ahead.presumes || !self.ahead.later.is_empty()
    }

    /// Sends these with the next message, and takes it for granted that each succeeds.
    pub(super) fn presume(&mut self, statements: Message) {
        self.presumed = true;
        self.ahead.presumes = true;
        self.ahead.message.append(statements);
    }

    /// Takes it for granted that a question of the kernel is answered as ever, and asks it before the next one.
    pub(super) fn presume_question(&mut self, question: String) {
        self.presumed = true;
        self.ahead.later.push(question);
    }

    /// The change of role, where a plugin's is set, and the questions that were taken for granted; the caller sends them.
    pub(super) fn back_to_kernel(&mut self) -> Message {
        let mut way = Message::default();
        if self.role.take().is_some() {
            KERNEL.iter().for_each(|setting| way.say(setting));
        }
        for question in std::mem::take(&mut self.ahead.later) {
            way.say(&question);
        }
        way
    }

    /// Asks of two people with the next message, so that [`Work::pairs`] need not.
    ///
    /// # Errors
    /// The database's.
    pub async fn expect_pair(&mut self, a: Uuid, b: Uuid) -> Result<(), sqlx::Error> {
        if !self.presumes || self.ahead.expected.is_some() {
            return Ok(());
        }
        // What was taken for granted goes along, and still nobody has said that it is so.
        self.ahead.presumes = self.is_ahead();
        let way = self.way_to_kernel().await;
        let way = self.noted(way)?;
        self.ahead.message.append(way);
        let place = self.ahead.message.len();
        let question = Question::of(questions::PAIR).with(a).with(b);
        self.ahead.message.say(&question.text()?);
        let pair = (a, b);
        self.ahead.expected = Some(Expected { place, pair });
        Ok(())
    }

    /// What waits for the next message, which the caller sends; what it expects goes to [`Work::foresee`].
    pub(super) fn take_ahead(&mut self) -> (Message, Option<Expected>) {
        self.ahead.presumes = false;
        let Ahead {
            message, expected, ..
        } = &mut self.ahead;
        (std::mem::take(message), expected.take())
    }

    /// Keeps what was asked ahead until the plugin asks.
    pub(super) fn foresee(&mut self, expected: Option<Expected>, rows: &[PgRow]) {
        if let Some(Expected { pair, .. }) = expected {
            let answer = pair_of(pair, rows);
            self.foreseen = Some(Foreseen { pair, answer });
        }
    }
}

/// Whether a statement was refused, and its transaction with it: not that the server or the way to it has gone, when nobody
/// knows what has become of a commit.
pub(super) fn is_of_a_statement(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| {
        !["08", "53", "57P", "58", "XX"]
            .iter()
            .any(|class| code.starts_with(class))
    })
}

/// Whether the statement puts in one row of values and says nothing else, so that it either fails or changes one row.
pub(super) fn inserts_one_row(statement: &str) -> bool {
    let statement = statement.trim();
    let plain = |letter: char| {
        letter.is_ascii_alphanumeric() || letter.is_ascii_whitespace() || "_$,()".contains(letter)
    };
    if !statement.chars().all(plain) {
        return false;
    }
    let lower = statement.to_ascii_lowercase();
    let words = lower.strip_prefix("insert into ");
    let Some((into, values)) = words.and_then(|rest| rest.split_once(" values ")) else {
        return false;
    };
    let list = |text: &str| {
        let inner = text
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        inner.is_some_and(|inner| !inner.contains(['(', ')']))
    };
    let (table, columns) = match into.find('(') {
        Some(place) => into.split_at(place),
        None => (into, ""),
    };
    let columns = columns.trim();
    let is_one_name = !table
        .trim()
        .contains(|letter: char| letter.is_ascii_whitespace());
    is_one_name && (columns.is_empty() || list(columns)) && list(values.trim())
}

#[cfg(test)]
mod tests {
    use super::inserts_one_row;

    #[test]
    fn one_row_of_values_and_nothing_else() {
        for one in [
            "insert into gift (id, note) values ($1, $2)",
            " INSERT INTO gift VALUES (default)\n",
            "insert into gift (id,\n  note) values ($1,\n null)",
        ] {
            assert!(inserts_one_row(one), "{one}");
        }
        for other in [
            "insert into gift (id) values ($1), ($2)",
            "insert into gift (id) values ($1) returning id",
            "insert into gift (id) values ($1) on conflict do nothing",
            "insert into gift (id) select $1",
            "insert into gift select id from other union values ($1)",
            "insert into gift table other except values ($1)",
            "insert into gift as g (id) values ($1)",
            "insert into gift (id) overriding user value values ($1)",
            "insert into gift (id) select id from (values ($1)) x",
            "insert into gift (id) values ((select max(id) from gift))",
            "insert into gift (id) values ('a')",
            "insert into \"a values (b\" values ($1)",
            "insert into gift (id) values ($1) --",
            "insert into gift (id)",
            "update gift set id = $1",
            "with x as (select 1) insert into gift (id) values ($1)",
        ] {
            assert!(!inserts_one_row(other), "{other}");
        }
    }
}
