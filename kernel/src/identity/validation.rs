//! Validation of user input: parsed once into types that prove it.

use super::forbidden_words::ForbiddenWords;
use super::messages::{
    CODE_REQUIRED, EMAIL_FORMAT, EMAIL_REQUIRED, NICKNAME_ENTER, PASSWORD_BREACHED,
    PASSWORD_LENGTH, PASSWORD_PATTERN, PASSWORD_REQUIRED, UNAVAILABLE_NICKNAME,
};
use crate::error::{Error, Localized, Problem};

/// An email address: the characters of an atom (RFC 5322) and dots, `@`, and a domain whose last label has two letters or more.
/// An international domain has its ASCII form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email(String);

impl Email {
    /// # Errors
    /// The message for the form field.
    pub fn parse(text: &str) -> Result<Self, Localized> {
        let text = text.trim();
        if text.is_empty() {
            return Err(EMAIL_REQUIRED.text());
        }
        let address = text.split_once('@').and_then(|(local, domain)| {
            let domain = match domain.is_ascii() {
                true => domain.to_owned(),
                false => idna::domain_to_ascii(domain).ok()?,
            };
            (is_local_part(local) && is_domain(&domain)).then(|| format!("{local}@{domain}"))
        });
        address
            .filter(|address| address.len() <= 254)
            .map(Self)
            .ok_or_else(|| EMAIL_FORMAT.text())
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form that makes different spellings of an address equal.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

/// A masked email address that its owner recognises: the first letter, three stars for the rest of the local part, and
/// the domain.
pub(super) fn masked_email(email: &str) -> String {
    match email.split_once('@') {
        Some((local, domain)) => {
            let first: String = local.chars().take(1).collect();
            format!("{first}***@{domain}")
        }
        None => "***".to_owned(),
    }
}

fn is_local_part(local: &str) -> bool {
    // A dot is allowed between other characters only.
    (1..=64).contains(&local.len())
        && local
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || ".!#$%&'*+-/=?^_`{|}~".contains(c))
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
}

fn is_domain(domain: &str) -> bool {
    let labels: Vec<&str> = domain.split('.').collect();
    let label = |label: &&str| {
        (1..=63).contains(&label.len())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let top = labels.last().copied().unwrap_or_default();
    labels.len() >= 2
        && labels.iter().all(label)
        && top.len() >= 2
        && (top.chars().all(|c| c.is_ascii_alphabetic())
            || top.to_ascii_lowercase().starts_with("xn--"))
}

/// A password that satisfies the rules. `Debug` does not show it.
#[derive(Clone)]
pub struct Password(String);

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

impl Password {
    /// # Errors
    /// The message for the form field.
    pub fn parse(text: &str) -> Result<Self, Localized> {
        let length = text.chars().count();
        if text.is_empty() {
            return Err(PASSWORD_REQUIRED.text());
        }
        if length < 6 {
            return Err(PASSWORD_LENGTH.text());
        }
        let has = |wanted: fn(char) -> bool| text.chars().any(wanted);
        let strong = (8..=64).contains(&length)
            && has(|c| c.is_ascii_uppercase())
            && has(|c| c.is_ascii_lowercase())
            && has(|c| c.is_ascii_digit())
            // The proposals of browsers and keychains contain any of them.
            && has(|c| !c.is_alphanumeric());
        if !strong {
            return Err(PASSWORD_PATTERN.text());
        }
        if super::common_passwords::is_common(text) {
            return Err(PASSWORD_BREACHED.text());
        }
        Ok(Self(text.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Six digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerificationCode(String);

impl VerificationCode {
    /// # Errors
    /// The message for the form field.
    pub fn parse(text: &str) -> Result<Self, Localized> {
        let text = text.trim();
        if text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(CODE_REQUIRED.text())
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// 3 to 12 of lower-case letters, digits and underscore, free of forbidden words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nickname(String);

impl Nickname {
    /// # Errors
    /// The problem to respond with.
    pub fn parse(text: &str, words: &ForbiddenWords) -> Result<Self, Error> {
        if text.trim().is_empty() {
            return Err(Problem::field("nickname", NICKNAME_ENTER.text()).into());
        }
        let allowed = (3..=12).contains(&text.len())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
        if allowed && !words.forbid(text) {
            Ok(Self(text.to_owned()))
        } else {
            Err(UNAVAILABLE_NICKNAME.into())
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Email, Nickname, Password, VerificationCode, masked_email};
    use crate::error::Error;
    use crate::identity::ForbiddenWords;

    fn email(text: &str) -> String {
        Email::parse(text).map_or_else(|message| message.en, |email| email.key())
    }

    #[test]
    fn masked_emails() {
        let check = |email: &str, expect: &str| assert_eq!(masked_email(email), expect);
        check("mina@witverse.com", "m***@witverse.com");
        check("a@b.co", "a***@b.co");
        check("nothing", "***");
    }

    #[test]
    fn emails() {
        for good in [
            "a@b.co",
            "First.Last@example.com",
            "a1.b2@mail.example.co.kr",
            "x+y@witverse.localhost",
        ] {
            assert_eq!(email(good), good.to_lowercase(), "{good}");
        }
        for (international, ascii) in [
            ("mina@예시.한국", "mina@xn--vv4b11d.xn--3e0b707e"),
            ("mina@bücher.example", "mina@xn--bcher-kva.example"),
            ("mina@example.xn--p1ai", "mina@example.xn--p1ai"),
            ("o'brien@example.com", "o'brien@example.com"),
        ] {
            assert_eq!(email(international), ascii);
        }
        assert_eq!(email("  "), "Please enter your email.");
        for bad in [
            "a",
            "a@",
            "@b.co",
            "a@b",
            "a@b.c",
            "a b@c.de",
            "a@b..co",
            "a@-b.co",
            "a@b.c0",
            ".a@b.co",
            "a..b@c.de",
            "a@b@c.de",
            "a\r\nBcc: x@y.zz@c.de",
            "a@b.co\0",
            "한글@b.co",
            "a@b\u{202e}.co",
            "a(b)@c.de",
            "\"a\"@c.de",
        ] {
            assert_eq!(email(bad), "Email format is incorrect.", "{bad:?}");
        }
        assert_eq!(
            email(&format!("{}@b.co", "a".repeat(65))),
            "Email format is incorrect."
        );
    }

    fn password(text: &str) -> String {
        Password::parse(text).map_or_else(|message| message.en, |_| "ok".into())
    }

    #[test]
    fn passwords() {
        assert_eq!(password(""), "Please enter your password.");
        assert_eq!(password("Aa1!x"), "Password must be at least 6 characters.");
        let pattern = "Password must be 8 to 64 characters with an uppercase letter, a lowercase letter, a number and a special character.";
        for weak in [
            "Aa1!xyz",
            "aaaaaaa1!",
            "AAAAAAA1!",
            "Aaaaaaaa!",
            "Aaaaaaa1",
            "Aaaaaaa1é",
        ] {
            assert_eq!(password(weak), pattern, "{weak}");
        }
        assert_eq!(password(&format!("Aa1!{}", "x".repeat(61))), pattern);
        assert_eq!(password(&format!("Aa1!{}", "x".repeat(60))), "ok");
        for sign in ["!", "?", "_", ".", "-", "+", "£", " ", "·"] {
            assert_eq!(password(&format!("Moonlit7{sign}Lake")), "ok", "{sign}");
        }
        assert_eq!(
            password("Password1!"),
            "This password is widely known and easy to guess. Please choose another."
        );
    }

    #[test]
    fn codes() {
        assert!(VerificationCode::parse(" 012345 ").is_ok());
        for bad in ["", "12345", "1234567", "12345a", "１２３４５６"] {
            assert!(VerificationCode::parse(bad).is_err(), "{bad:?}");
        }
    }

    fn nickname(text: &str) -> String {
        let words = ForbiddenWords::of(&["here"], &["admin", "register", "shit"]);
        match Nickname::parse(text, &words) {
            Ok(_) => "ok".into(),
            Err(Error::Problem(problem)) => problem.code,
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn nicknames() {
        for good in ["abc", "a_1", "moonlight_12", "adm_in"] {
            assert_eq!(nickname(good), "ok", "{good}");
        }
        assert_eq!(nickname(" "), "validation_failed");
        for bad in [
            "ab",
            "thirteenchars",
            "Abc",
            "a-b",
            "a b",
            "달빛",
            "xadminx",
            "register",
            "here",
            "bullshit",
            "abc\0",
        ] {
            assert_eq!(nickname(bad), "unavailable_nickname", "{bad:?}");
        }
    }
}
