//! Limits of the texts of a bundle, checked before a parser sees them. Parsers recurse and multiply what they read, so their
//! input is bounded in size, depth and number.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// `plugin.toml`, in bytes.
pub(super) const MAX_MANIFEST_BYTES: u64 = 64 << 10;
/// A Cedar file, in bytes.
pub(super) const MAX_CEDAR_BYTES: u64 = 64 << 10;
/// A JSON Schema, in bytes.
pub(super) const MAX_SCHEMA_BYTES: u64 = 64 << 10;
/// All JSON Schemas of routes together, in bytes.
pub(super) const MAX_SCHEMAS_BYTES: usize = 512 << 10;
/// A file with texts in one language, in bytes.
pub(super) const MAX_TEXTS_BYTES: u64 = 256 << 10;
/// All migrations together, in bytes.
pub(super) const MAX_MIGRATIONS_BYTES: usize = 256 << 10;
/// Nested brackets and conditions in a Cedar text.
const MAX_NESTING: usize = 32;
/// Actions in a schema.
const MAX_ACTIONS: usize = 100;
/// Policies in a file.
const MAX_POLICIES: usize = 200;
/// Operator characters and operator words in one policy. Each can be a level of the parsed expression.
const MAX_OPERATORS: usize = 256;

/// Reads a text file of a bundle that has at most `limit` bytes.
pub(super) fn read_text(path: &Path, name: &str, limit: u64) -> Result<String, String> {
    let unreadable = |error: std::io::Error| format!("{name} cannot be read: {error}");
    let file = File::open(path).map_err(unreadable)?;
    let mut text = String::new();
    let bytes = file
        .take(limit + 1)
        .read_to_string(&mut text)
        .map_err(unreadable)?;
    if bytes as u64 > limit {
        return Err(format!(
            "{name}: it is larger than {} KiB, which is the limit",
            limit >> 10
        ));
    }
    Ok(text)
}

/// Counts a Cedar text without parsing it.
#[derive(Default)]
struct Shape {
    brackets: usize,
    /// Conditions of the current policy: `if … then … else if …` nests without brackets.
    conditions: usize,
    operators: usize,
    statements: usize,
}

impl Shape {
    fn word(&mut self, word: &str) {
        match word {
            "if" => {
                self.conditions += 1;
                self.operators += 1;
            }
            "has" | "like" | "in" | "is" => self.operators += 1,
            _ => {}
        }
    }

    fn sign(&mut self, sign: char) {
        match sign {
            '(' | '[' | '{' => self.brackets += 1,
            ')' | ']' | '}' => self.brackets = self.brackets.saturating_sub(1),
            ';' if self.brackets == 0 => {
                *self = Self {
                    statements: self.statements + 1,
                    ..Self::default()
                };
            }
            '.' | '&' | '|' | '+' | '-' | '*' | '!' | '=' | '<' | '>' => self.operators += 1,
            _ => {}
        }
    }

    const fn nesting(&self) -> usize {
        self.brackets + self.conditions
    }
}

/// Refuses Cedar policies that are too many, too deep or too long for their parser.
pub(super) fn check_policies(name: &str, text: &str) -> Result<(), String> {
    let mut shape = Shape::default();
    for token in tokens(text) {
        match token {
            Token::Word(word) => shape.word(word),
            Token::Sign(sign) => shape.sign(sign),
        }
        if shape.nesting() > MAX_NESTING {
            return Err(nests(name));
        }
        if shape.operators > MAX_OPERATORS {
            return Err(format!(
                "{name}: a policy has more than {MAX_OPERATORS} operators; split it"
            ));
        }
    }
    if shape.statements > MAX_POLICIES {
        return Err(format!(
            "{name}: it has {} policies; at most {MAX_POLICIES} are possible",
            shape.statements
        ));
    }
    Ok(())
}

/// Refuses a Cedar schema whose types nest too deeply, or with too many actions.
pub(super) fn check_cedar_schema(name: &str, text: &str) -> Result<(), String> {
    let (mut nesting, mut actions) = (0usize, 0);
    // Whether the names of an action are read: `action view, "edit" in …`.
    let mut in_names = false;
    for token in tokens(text) {
        match token {
            Token::Sign('(' | '[' | '{' | '<') => nesting += 1,
            Token::Sign(')' | ']' | '}' | '>') => nesting = nesting.saturating_sub(1),
            Token::Sign(',') if in_names => actions += 1,
            Token::Sign(';') | Token::Word("in" | "appliesTo") => in_names = false,
            Token::Word("action") => {
                in_names = true;
                actions += 1;
            }
            Token::Sign(_) | Token::Word(_) => {}
        }
        if nesting > MAX_NESTING {
            return Err(nests(name));
        }
    }
    match actions > MAX_ACTIONS {
        true => Err(format!(
            "{name}: it has {actions} actions; at most {MAX_ACTIONS} are possible"
        )),
        false => Ok(()),
    }
}

fn nests(name: &str) -> String {
    format!("{name}: it nests deeper than {MAX_NESTING} levels, which is the limit")
}

enum Token<'a> {
    Word(&'a str),
    Sign(char),
}

/// The words and signs of a Cedar text, without its strings and comments.
fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let sign = rest.chars().next()?;
            if rest.starts_with("//") {
                rest = rest.find('\n').map_or("", |end| &rest[end..]);
            } else if sign == '"' {
                rest = after_string(&rest[1..]);
            } else if is_part(sign) {
                let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
                let (word, tail) = rest.split_at(end);
                rest = tail;
                return Some(Token::Word(word));
            } else {
                rest = &rest[sign.len_utf8()..];
                if !sign.is_whitespace() {
                    return Some(Token::Sign(sign));
                }
            }
        }
    })
}

fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The text after the end of a string whose first quote was read.
fn after_string(text: &str) -> &str {
    let mut is_escaped = false;
    for (place, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return &text[place + 1..],
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::{check_cedar_schema, check_policies};

    fn policy(condition: &str) -> String {
        format!("permit (principal, action == A::Action::\"a\", resource) when {{ {condition} }};")
    }

    fn check(condition: &str, refused: Option<&str>) {
        let checked = check_policies("p.cedar", &policy(condition));
        match (checked, refused) {
            (Ok(()), None) => {}
            (Err(why), Some(part)) => assert!(why.contains(part), "{why}"),
            (checked, _) => panic!("{condition}: {checked:?}"),
        }
    }

    fn nested(open: &str, middle: &str, close: &str, depth: usize) -> String {
        format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
    }

    #[test]
    fn policies_have_a_bounded_depth() {
        check(&nested("(", "true", ")", 31), None);
        check(&nested("(", "true", ")", 32), Some("nests"));
        check(&nested("[", "1", "]", 32), Some("nests"));
        check(&nested("if true then ", "true", " else true", 31), None);
        check(
            &nested("if true then ", "true", " else true", 32),
            Some("nests"),
        );
        check(&format!("context{} == 1", ".a".repeat(250)), None);
        check(
            &format!("context{} == 1", ".a".repeat(260)),
            Some("operators"),
        );
        check(
            &format!("true{}", " && true".repeat(129)),
            Some("operators"),
        );
        check(&format!("{}true", "!".repeat(300)), Some("operators"));
        // What looks like depth in strings and comments is none.
        check(&format!("context.a == \"\\\"{}\"", "(".repeat(100)), None);
        check(&format!("true // {}\n", "(".repeat(100)), None);
    }

    #[test]
    fn policies_have_a_bounded_number() {
        let many = policy("true").repeat(200);
        assert_eq!(check_policies("p.cedar", &many), Ok(()));
        let more = policy("true").repeat(201);
        assert!(check_policies("p.cedar", &more).is_err_and(|why| why.contains("201 policies")));
    }

    #[test]
    fn actions_have_a_bounded_number() {
        let declared = |count: usize| {
            let names: Vec<_> = (0..count).map(|n| format!("\"a{n}\"")).collect();
            format!(
                "action {} in [b, c] appliesTo {{ principal: [U, V], resource: R }};",
                names.join(", ")
            )
        };
        assert_eq!(check_cedar_schema("s", &declared(100)), Ok(()));
        assert_eq!(check_cedar_schema("s", &declared(1).repeat(100)), Ok(()));
        for more in [declared(101), declared(1).repeat(101)] {
            assert!(check_cedar_schema("s", &more).is_err_and(|why| why.contains("101 actions")));
        }
    }

    #[test]
    fn types_have_a_bounded_depth() {
        let schema = |depth| format!("entity A {{ a: {} }};", nested("Set<", "Long", ">", depth));
        assert_eq!(check_cedar_schema("s", &schema(31)), Ok(()));
        assert!(check_cedar_schema("s", &schema(32)).is_err());
        let records = nested("{ a: ", "Long", " }", 33);
        assert!(check_cedar_schema("s", &format!("entity A {records};")).is_err());
    }
}
