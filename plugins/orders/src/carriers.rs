//! The carriers of parcels, as data: `carriers.json` has the code, the names, the lengths of a tracking number and the public
//! tracking page of each. The seller's dialog reads the same file. Pure; a carrier that is not listed has no rules.

use serde::Deserialize;
use witverse_sdk::ctx::Text;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Error, text};

/// Characters of a carrier's name and of a tracking number.
const LINE_MAX: usize = 40;

/// A listed carrier.
#[derive(Clone, Debug, Deserialize)]
pub struct Carrier {
    /// As it is stored, and as the kernel's tracking services name it.
    pub code: String,
    /// Both languages.
    pub name: Text,
    /// The lengths that its tracking numbers have. They consist of digits.
    pub digits: Vec<usize>,
    /// The address of the tracking page, which the number completes.
    page: String,
}

impl Carrier {
    /// The page on which the carrier shows a parcel.
    #[must_use]
    pub fn page_of(&self, number: &str) -> String {
        format!("{}{number}", self.page)
    }

    /// The lengths as text: `10, 12`.
    fn lengths(&self) -> String {
        let lengths: Vec<String> = self.digits.iter().map(ToString::to_string).collect();
        lengths.join(", ")
    }
}

/// All listed carriers.
#[must_use]
pub fn all() -> Vec<Carrier> {
    // A test reads the file, so that it is always valid.
    serde_json::from_str(include_str!("../carriers.json")).unwrap_or_default()
}

/// The listed carrier with this code or name. Parcels that were sent before the list have a typed name.
#[must_use]
pub fn find(text: &str) -> Option<Carrier> {
    let text = text.trim().to_lowercase();
    all().into_iter().find(|carrier| {
        carrier.code == text
            || carrier.name.ko.to_lowercase() == text
            || carrier.name.en.to_lowercase() == text
    })
}

/// How a parcel is sent, as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, FromRow)]
pub struct Sent {
    /// The code of a listed carrier, or the name of another one.
    pub carrier: Option<String>,
    /// The tracking number; of a listed carrier without spaces and hyphens.
    pub tracking: Option<String>,
}

impl Sent {
    /// Checks what a seller has entered. A parcel without a carrier is legal: it is handed over in person. The number of a
    /// listed carrier must have the carrier's form.
    pub fn parse(carrier: Option<&str>, tracking: Option<&str>) -> Result<Self, Error> {
        let carrier = line("carrier", carrier)?;
        let tracking = line("tracking", tracking)?;
        let Some(listed) = carrier.as_deref().and_then(find) else {
            return Ok(Self { carrier, tracking });
        };
        let number: String = tracking
            .unwrap_or_default()
            .chars()
            .filter(|c| !matches!(c, ' ' | '-'))
            .collect();
        let fits =
            number.bytes().all(|b| b.is_ascii_digit()) && listed.digits.contains(&number.len());
        match fits {
            true => Ok(Self {
                carrier: Some(listed.code),
                tracking: Some(number),
            }),
            false => Err(Error::field(
                "tracking",
                format!(
                    "{} 운송장 번호는 숫자 {}자리입니다. 번호를 다시 확인해 주세요.",
                    listed.name.ko,
                    listed.lengths().replace(", ", "·")
                ),
                format!(
                    "A tracking number of {} has {} digits. Please check the number.",
                    listed.name.en,
                    listed.lengths().replace(", ", " or ")
                ),
            )),
        }
    }

    /// The listed carrier and the number, if both are known.
    #[must_use]
    pub fn listed(&self) -> Option<(Carrier, &str)> {
        let carrier = find(self.carrier.as_deref()?)?;
        let number = self.tracking.as_deref()?;
        number
            .bytes()
            .all(|b| b.is_ascii_digit())
            .then_some((carrier, number))
    }
}

/// An optional line of text.
fn line(field: &str, text: Option<&str>) -> Result<Option<String>, Error> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    match text {
        Some(text) => text::line(field, text, 1..=LINE_MAX).map(Some),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::{Sent, all, find};

    #[test]
    fn every_listed_carrier_is_complete() {
        let carriers = all();
        let codes: Vec<&str> = carriers.iter().map(|one| one.code.as_str()).collect();
        assert_eq!(codes, ["cj", "hanjin", "lotte", "epost", "logen"]);
        for carrier in &carriers {
            assert!(!carrier.digits.is_empty(), "{}", carrier.code);
            assert!(
                carrier.page_of("1").starts_with("https://"),
                "{}",
                carrier.code
            );
        }
    }

    #[test]
    fn a_tracking_number_has_the_form_of_its_carrier() {
        let check = |carrier: &str, tracking: &str, expect: Option<(&str, &str)>| {
            let sent = Sent::parse(Some(carrier), Some(tracking)).ok();
            let stored = sent
                .as_ref()
                .map(|sent| (sent.carrier.as_deref(), sent.tracking.as_deref()));
            assert_eq!(
                stored,
                expect.map(|(carrier, tracking)| (Some(carrier), Some(tracking))),
                "{carrier} {tracking}"
            );
        };
        check("cj", "1234-5678-9012", Some(("cj", "123456789012")));
        check("CJ대한통운", "1234567890", Some(("cj", "1234567890")));
        check(
            "Korea Post",
            " 1234567890123 ",
            Some(("epost", "1234567890123")),
        );
        check("cj", "12345678901", None);
        check("epost", "123456789012", None);
        check("logen", "1234567890a", None);
        check("logen", "", None);
        // A carrier that is not listed has no form.
        check("Quick", "by hand", Some(("Quick", "by hand")));
        assert_eq!(Sent::parse(None, Some(" ")).ok(), Some(Sent::default()));
        assert!(Sent::parse(Some(&"a".repeat(41)), None).is_err());
    }

    #[test]
    fn only_the_number_of_a_listed_carrier_has_a_page() {
        let sent = Sent::parse(Some("logen"), Some("12345678901")).expect("valid");
        let page = sent
            .listed()
            .map(|(carrier, number)| carrier.page_of(number));
        assert_eq!(
            page.as_deref(),
            Some("https://www.ilogen.com/web/personal/trace/12345678901")
        );
        // As it was typed before carriers were listed.
        let old = |tracking: &str| Sent {
            carrier: Some("CJ대한통운".to_owned()),
            tracking: Some(tracking.to_owned()),
        };
        assert!(old("123456789012").listed().is_some());
        assert!(old("by hand").listed().is_none());
        assert!(find("quick").is_none());
    }
}
