//! Delivery addresses: the rules, and their encrypted rows. An address is readable for its owner, and for the seller only
//! while an order needs it.

use crate::problems::{ADDRESS_LIMIT, ADDRESS_NOT_FOUND};
use crate::surcharges::Surcharges;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Created, Json, Params, Payload, parse_json};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, text};

const MOST: i64 = 10;

/// An address, as people write it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Address {
    /// The name on the parcel.
    #[schemars(length(max = 480))]
    pub(crate) recipient: String,
    /// Digits without dashes.
    pub(crate) phone: String,
    /// Five digits.
    pub(crate) postal_code: String,
    /// Street and number.
    pub(crate) street: String,
    /// Flat, floor; may be empty.
    pub(crate) detail: String,
}

impl Address {
    /// The address without surrounding spaces; the error names all invalid fields.
    pub(crate) fn checked(self) -> Result<Self, Error> {
        let address = Self {
            recipient: self.recipient.trim().to_owned(),
            phone: phone_digits(&self.phone),
            postal_code: half_width(self.postal_code.trim()),
            street: self.street.trim().to_owned(),
            detail: self.detail.trim().to_owned(),
        };
        let mut errors = Vec::new();
        let mut need = |holds: bool, field: &str, ko: &str, en: &str| {
            if !holds {
                errors.push(Error::field(field, ko, en));
            }
        };
        let is_line = |text: &str, min: usize, max: usize| text::line("", text, min..=max).is_ok();
        need(
            is_line(&address.recipient, 1, 30),
            "recipient",
            "받는 분의 이름을 30자 안으로 입력해 주세요.",
            "Enter the recipient's name, up to 30 characters.",
        );
        need(
            is_phone(&address.phone),
            "phone",
            "0이나 1로 시작하는 숫자 8~12자리의 전화번호를 입력해 주세요.",
            "Enter a phone number of 8 to 12 digits, starting with 0 or 1.",
        );
        let code = &address.postal_code;
        need(
            code.len() == 5 && code.bytes().all(|byte| byte.is_ascii_digit()),
            "postalCode",
            "우편번호 5자리를 입력해 주세요.",
            "Enter the five digits of the postal code.",
        );
        need(
            is_line(&address.street, 2, 100),
            "street",
            "주소를 2~100자로 입력해 주세요.",
            "Enter the address, 2 to 100 characters.",
        );
        need(
            is_line(&address.detail, 0, 100),
            "detail",
            "상세 주소는 100자까지 입력할 수 있습니다.",
            "The second line may have up to 100 characters.",
        );
        Error::all(errors)?;
        Ok(address)
    }

    /// Encrypted for one row.
    pub(crate) fn seal(&self, ctx: &Ctx, about: &str) -> Result<Vec<u8>, Error> {
        let text = serde_json::to_vec(self).map_err(|error| Error::internal(error.to_string()))?;
        ctx.sealing().seal(about, &text)
    }

    pub(crate) fn unseal(ctx: &Ctx, about: &str, sealed: &[u8]) -> Result<Self, Error> {
        let text = ctx
            .sealing()
            .unseal(about, sealed)
            .ok_or_else(|| Error::internal(format!("{about} cannot be opened")))?;
        parse_json(&text)
    }
}

/// What people type or paste as a number is shorter. A longer text stays as it is, and its check refuses it without reading it.
const NUMBER_BYTES: usize = 200;

/// Full-width digits, brackets and signs as plain ones.
fn half_width(text: &str) -> String {
    if text.len() > NUMBER_BYTES {
        return text.to_owned();
    }
    let plain = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        _ => letter,
    };
    text.chars().map(plain).collect()
}

/// The digits of a phone number as people write and paste it: `+82 (0)10-1234-5678` is `01012345678`.
fn phone_digits(text: &str) -> String {
    if text.len() > NUMBER_BYTES {
        return text.to_owned();
    }
    let is_sign = |letter: &char| letter.is_whitespace() || "-.()/·‐‑‒–—―".contains(*letter);
    let digits: String = half_width(text)
        .chars()
        .filter(|letter| !is_sign(letter))
        .collect();
    match digits.strip_prefix("+82") {
        Some(rest) => format!("0{}", rest.trim_start_matches('0')),
        None => digits,
    }
}

/// 8 to 12 digits, the first of them 0 or 1.
fn is_phone(text: &str) -> bool {
    (8..=12).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && text.starts_with(['0', '1'])
}

/// The name of the encrypted text of an address book's row.
fn about(id: &Uuid) -> String {
    format!("address:{id}")
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddressView {
    address_id: Uuid,
    is_default: bool,
    /// Won.
    surcharge_won: i64,
    #[serde(flatten)]
    address: Address,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Addresses {
    items: Vec<AddressView>,
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewAddress {
    #[serde(default)]
    is_default: bool,
    #[serde(flatten)]
    address: Address,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ById {
    address_id: String,
}

impl ById {
    fn uuid(&self) -> Result<Uuid, Error> {
        Uuid::parse(&self.address_id).ok_or_else(|| ADDRESS_NOT_FOUND.into())
    }
}

type Stored = (Uuid, Vec<u8>, bool);

/// The addresses of a person, the default first.
pub(crate) fn of_person(ctx: &Ctx, person: &Uuid) -> Result<Vec<AddressView>, Error> {
    let rows: Vec<Stored> = ctx
        .sql()
        .query(
            "select id, sealed, is_default from address where account_id = $1 \
             order by is_default desc, created_at desc, id desc limit 10",
            &params![person],
        )?
        .all()?;
    let ranges = Surcharges::load(ctx)?;
    rows.into_iter()
        .map(|(id, sealed, is_default)| {
            let address = Address::unseal(ctx, &about(&id), &sealed)?;
            Ok(AddressView {
                surcharge_won: ranges.won(&address.postal_code),
                address_id: id,
                is_default,
                address,
            })
        })
        .collect()
}

pub(crate) fn list(ctx: &Ctx, (): ()) -> Result<Payload<Addresses>, Error> {
    let me = ctx.caller()?;
    let items = of_person(ctx, &me.id)?;
    Ok(Payload(Addresses { items }))
}

/// Adds an address. The first one is the default.
pub(crate) fn create(ctx: &Ctx, Json(new): Json<NewAddress>) -> Result<Created<Addresses>, Error> {
    let me = ctx.caller()?;
    let address = new.address.checked()?;
    let known = lock_all(ctx, &me.id)?;
    if known >= MOST {
        return Err(ADDRESS_LIMIT.into());
    }
    let is_default = new.is_default || known == 0;
    if is_default {
        clear_default(ctx, &me.id)?;
    }
    let id = ctx.random().uuid();
    ctx.sql().execute(
        "insert into address (id, account_id, sealed, is_default, created_at) values ($1, $2, $3, $4, $5)",
        &params![
            &id,
            &me.id,
            address.seal(ctx, &about(&id))?,
            is_default,
            ctx.now()
        ],
    )?;
    let items = of_person(ctx, &me.id)?;
    Ok(Created(Addresses { items }))
}

pub(crate) fn change(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ById>, Json<NewAddress>),
) -> Result<Payload<Addresses>, Error> {
    let (me, id) = (ctx.caller()?, by.uuid()?);
    let address = new.address.checked()?;
    lock_all(ctx, &me.id)?;
    own(ctx, &me.id, &id)?;
    if new.is_default {
        clear_default(ctx, &me.id)?;
    }
    ctx.sql().execute(
        "update address set sealed = $3, is_default = is_default or $4 where id = $1 and account_id = $2",
        &params![
            &id,
            &me.id,
            address.seal(ctx, &about(&id))?,
            new.is_default
        ],
    )?;
    let items = of_person(ctx, &me.id)?;
    Ok(Payload(Addresses { items }))
}

/// Deletes an address; another one becomes the default.
pub(crate) fn remove(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<Addresses>, Error> {
    let (me, id) = (ctx.caller()?, by.uuid()?);
    lock_all(ctx, &me.id)?;
    own(ctx, &me.id, &id)?;
    ctx.sql().execute(
        "delete from address where id = $1 and account_id = $2",
        &params![&id, &me.id],
    )?;
    ctx.sql().execute(
        "update address set is_default = true where id = (select a.id from address a where a.account_id = $1 \
         order by a.is_default desc, a.created_at desc, a.id desc limit 1)",
        &params![&me.id],
    )?;
    let items = of_person(ctx, &me.id)?;
    Ok(Payload(Addresses { items }))
}

/// The address of a person, for an order.
pub(crate) fn own(ctx: &Ctx, person: &Uuid, id: &Uuid) -> Result<Address, Error> {
    let row: Option<(Vec<u8>,)> = ctx.sql().optional(
        "select sealed from address where id = $1 and account_id = $2",
        &params![id, person],
    )?;
    let (sealed,) = row.ok_or(ADDRESS_NOT_FOUND)?;
    Address::unseal(ctx, &about(id), &sealed)
}

/// Locks the address book, so that the limit and the default hold for concurrent requests; returns the number of rows.
pub(crate) fn lock_all(ctx: &Ctx, person: &Uuid) -> Result<i64, Error> {
    ctx.sql().execute(
        "insert into book (account_id) values ($1) on conflict (account_id) do nothing",
        &params![person],
    )?;
    ctx.sql().query(
        "select 1 from book where account_id = $1 for no key update",
        &params![person],
    )?;
    let (known,): (i64,) = ctx.sql().one(
        "select count(*) from address where account_id = $1",
        &params![person],
    )?;
    Ok(known)
}

fn clear_default(ctx: &Ctx, person: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "update address set is_default = false where account_id = $1 and is_default",
        &params![person],
    )?;
    Ok(())
}

/// Deletes the address book of an erased person.
pub(crate) fn erase(ctx: &Ctx, person: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "delete from address where account_id = $1",
        &params![person],
    )?;
    ctx.sql()
        .execute("delete from book where account_id = $1", &params![person])?;
    Ok(())
}

/// Erases addresses of finished orders without an open request, 90 days after the end and not before the term for defects is over;
/// at most 200.
pub(crate) fn erase_old(ctx: &Ctx, now: Timestamp) -> Result<(), Error> {
    ctx.sql().execute(
        "update purchase set address = null where id in (select p.id from purchase p \
         where p.address is not null and p.address_until < $1 and not exists (select 1 from request r \
         where r.purchase_id = p.id and r.state in ('requested', 'accepted')) order by p.address_until, p.id limit 200)",
        &params![now],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Address, phone_digits};

    fn address(phone: &str, postal_code: &str) -> Address {
        Address {
            recipient: " 김하늘 ".into(),
            phone: phone.into(),
            postal_code: postal_code.into(),
            street: "서울 중구 세종대로 110".into(),
            detail: String::new(),
        }
    }

    #[test]
    fn phones_and_codes_are_taken_as_people_paste_them() {
        for (typed, digits) in [
            ("+82 10-1234-5678", "01012345678"),
            ("+82 (0)10 1234 5678", "01012345678"),
            ("+821012345678", "01012345678"),
            ("010.1234.5678", "01012345678"),
            ("０１０１２３４５６７８", "01012345678"),
            ("(02) 123–4567", "021234567"),
        ] {
            let checked = address(typed, "０４５２４").checked().expect("an address");
            assert_eq!(
                (checked.phone.as_str(), checked.postal_code.as_str()),
                (digits, "04524")
            );
        }
    }

    #[test]
    fn long_texts_are_refused_unread() {
        let long = "-".repeat(900_000);
        assert_eq!(phone_digits(&long).len(), long.len());
        assert!(address(&long, &long).checked().is_err());
    }

    #[test]
    fn phones_have_no_dashes_and_codes_five_digits() {
        for (phone, code, fits) in [
            ("01012345678", "04524", true),
            ("15881234", "63000", true),
            ("021234567", "04524", true),
            ("010-1234-5678", "04524", true),
            ("21234567", "04524", false),
            ("0123456", "04524", false),
            ("0101234567890", "04524", false),
            ("01012345678", "4524", false),
            ("01012345678", "0452a", false),
        ] {
            assert_eq!(
                address(phone, code).checked().is_ok(),
                fits,
                "{phone} {code}"
            );
        }
        let checked = address("01012345678", "04524")
            .checked()
            .expect("an address");
        assert_eq!(checked.recipient, "김하늘");
    }
}
